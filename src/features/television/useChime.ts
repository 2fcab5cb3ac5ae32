import { useEffect, useRef } from 'react';
import { isCallNew, type Call } from '../../core/television/waiting.ts';
import type { Chime } from '../../browser/chime.ts';
import { serverNow, type ServerTime } from './server-turns.ts';

/** Sounds a chime when a party is called; `chime` is null if the television has none. */
export const useChime = (chime: Chime | null, calls: readonly Call[], time: ServerTime): void => {
  const before = useRef<readonly Call[]>([]);
  useEffect(() => {
    if (chime && isCallNew(before.current, calls, serverNow(time))) chime.ring();
    before.current = calls;
  }, [chime, calls, time]);
};
