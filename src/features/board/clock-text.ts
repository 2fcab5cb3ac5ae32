import type { ReadableAtom } from 'nanostores';
import { formatClock } from '../../core/clock/count-up.ts';
import { isTimeUp, matchTimeText, millisToNextShown, type MatchTime } from '../../core/clock/match-time.ts';
import { createTicking } from './ticking.ts';

interface Source {
  readonly $time: ReadableAtom<MatchTime | null>;
  readonly serverNow: () => number;
}

/** A match's clock as hh:mm:ss, by server time; keeps its last text while there is no clock. */
export const createClockText = ({ $time, serverNow }: Source): ReadableAtom<string> =>
  createTicking({
    $source: $time,
    serverNow,
    read: (time, nowMillis) =>
      time && { value: matchTimeText(time, nowMillis), nextMillis: millisToNextShown(time, nowMillis) },
    initial: formatClock(0),
  });

/** Whether a match's time is up, by server time. */
export const createTimeUp = ({ $time, serverNow }: Source): ReadableAtom<boolean> =>
  createTicking({
    $source: $time,
    serverNow,
    read: (time, nowMillis) => ({
      value: time !== null && isTimeUp(time, nowMillis),
      nextMillis: time && millisToNextShown(time, nowMillis),
    }),
    initial: false,
  });
