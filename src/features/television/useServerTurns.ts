import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { createServerTurns, type ServerTime } from './server-turns.ts';

/** How many turns of `millis` each there were since the epoch, in server time. */
export const useServerTurns = (time: ServerTime, millis: number): number =>
  useStore(useMemo(() => createServerTurns(time, millis), [time, millis]));
