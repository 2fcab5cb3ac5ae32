import type { ReadableAtom } from 'nanostores';
import { elapsedSeconds, formatClock, millisToNextSecond, type Clock } from '../../core/clock/count-up.ts';
import { createTicking } from './ticking.ts';

/** A clock as hh:mm:ss, by server time; keeps its last text while there is no clock. */
export const createClockText = (
  $clock: ReadableAtom<Clock | null>,
  serverNow: () => number,
): ReadableAtom<string> =>
  createTicking({
    $source: $clock,
    serverNow,
    read: (clock, nowMillis) =>
      clock && {
        value: formatClock(elapsedSeconds(clock, nowMillis)),
        nextMillis: millisToNextSecond(clock, nowMillis),
      },
    initial: formatClock(0),
  });
