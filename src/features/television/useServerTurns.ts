import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { createServerTurns, type ServerTime } from './server-turns.ts';

/** The number of turns of `millis` each since the epoch, in server time. */
export const useServerTurns = (time: ServerTime, millis: number): number =>
  useStore(useMemo(() => createServerTurns(time, millis), [time, millis]));
