import { atom, type ReadableAtom } from 'nanostores';
import type { ServerOffset } from '../../core/clock/offset.ts';
import { countAt, millisToNext } from '../../core/television/programme.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createTimer } from '../../browser/timer.ts';

export interface ServerTime {
  readonly $offset: ReadableAtom<ServerOffset | null>;
  /** Device time, in milliseconds. */
  readonly now: () => number;
}

/** Server time, in milliseconds; device time until the offset is known. */
export const serverNow = ({ $offset, now }: ServerTime): number => now() + ($offset.get()?.offsetMillis ?? 0);

/** Counts turns of `millis` each since the epoch, in server time. Wakes only at the start of a turn. */
export const createServerTurns = (time: ServerTime, millis: number): ReadableAtom<number> => {
  const $count = atom(0);
  onBrowserMount($count, () => {
    const next = createTimer();
    const turn = (): void => {
      const serverMillis = serverNow(time);
      $count.set(countAt(millis, serverMillis));
      next.set(millisToNext(millis, serverMillis), turn);
    };
    const unwatch = time.$offset.subscribe(turn);
    return () => {
      unwatch();
      next.stop();
    };
  });
  return $count;
};
