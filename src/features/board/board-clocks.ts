import type { ReadableAtom } from 'nanostores';
import type { ShotFace } from '../../core/clock/shot-face.ts';
import { isTimeUp, matchMinutesText, type MatchTime } from '../../core/clock/match-time.ts';
import { boardTime } from '../../core/overlay/board.ts';
import type { Live } from '../../core/overlay/follow-overlay.ts';
import { derived } from '../../browser/derived.ts';
import { createClockText, createTimeUp } from './clock-text.ts';
import { createShotText } from './shot-text.ts';
import { createVisitText } from './visit-text.ts';

/** The running clocks of a board. */
export interface BoardClocks {
  readonly $clockText: ReadableAtom<string>;
  /** Whether the time of a timed match is up. */
  readonly $timeUp: ReadableAtom<boolean>;
  readonly $shotFace: ReadableAtom<ShotFace | null>;
  /** How long the visit at the table has lasted, as mm:ss. */
  readonly $visitText: ReadableAtom<string>;
}

const timeOf = ($live: ReadableAtom<Live>): ReadableAtom<MatchTime | null> =>
  derived([$live], ({ board }) => board && boardTime(board));

/** The clocks of a board on air; `now` is device time, in milliseconds. */
export const createBoardClocks = ($live: ReadableAtom<Live>, now: () => number): BoardClocks => {
  const serverNow = (): number => now() + ($live.get().offset?.offsetMillis ?? 0);
  const time = { $time: timeOf($live), serverNow };
  return {
    $clockText: createClockText(time),
    $timeUp: createTimeUp(time),
    $shotFace: createShotText(
      derived([$live], ({ board }) => board?.shot ?? null),
      serverNow,
    ),
    $visitText: createVisitText(
      derived([$live], ({ board }) => board?.visitAtMillis ?? null),
      serverNow,
    ),
  };
};

/**
 * The match clocks of several boards, in hours and minutes, which all change in the same frame. `$second` counts
 * seconds of server time since the epoch.
 */
export const createClockInStep = (
  $live: ReadableAtom<Live>,
  $second: ReadableAtom<number>,
): Pick<BoardClocks, '$clockText' | '$timeUp'> => {
  const $time = timeOf($live);
  return {
    $clockText: derived([$time, $second], (time, second) =>
      time ? matchMinutesText(time, second * 1000) : '',
    ),
    $timeUp: derived([$time, $second], (time, second) => time !== null && isTimeUp(time, second * 1000)),
  };
};
