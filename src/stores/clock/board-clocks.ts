import type { ReadableAtom } from 'nanostores';
import type { ShotFace } from '../../core/clock/shot-face.ts';
import { boardTime } from '../../core/overlay/board.ts';
import type { Live } from '../../core/follow/overlay.ts';
import { derived } from '../derived.ts';
import { createClockText, createSteppedClock, createTimeUp } from './clock-text.ts';
import { createShotText } from './shot-text.ts';
import { createVisitText } from './visit-text.ts';

/** The running clocks of a board. */
export interface BoardClocks {
  readonly $clockText: ReadableAtom<string>;
  /** Whether the time of a match that ends by time is up. */
  readonly $timeUp: ReadableAtom<boolean>;
  readonly $shotFace: ReadableAtom<ShotFace | null>;
  /** How long the visit at the table has lasted, as mm:ss. */
  readonly $visitText: ReadableAtom<string>;
}

/**
 * The clocks of a board on air; `now` is device time, in milliseconds. `$second` counts server time's since the epoch where the
 * match's clock is one of many on a screen.
 */
export const createBoardClocks = (
  $live: ReadableAtom<Live>,
  now: () => number,
  $second: ReadableAtom<number> | null = null,
): BoardClocks => {
  const serverNow = (): number => now() + ($live.get().offset?.offsetMillis ?? 0);
  const $time = derived([$live], ({ board }) => board && boardTime(board));
  const source = { $time, serverNow };
  const clock = $second
    ? createSteppedClock($time, $second)
    : { $clockText: createClockText(source), $timeUp: createTimeUp(source) };
  return {
    ...clock,
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
