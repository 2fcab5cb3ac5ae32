import type { ReadableAtom } from 'nanostores';
import type { ShotFace } from '../../core/clock/shot-face.ts';
import type { Live } from '../../core/follow/overlay.ts';
import { derived } from '../derived.ts';
import { createClockText } from './clock-text.ts';
import { createShotText } from './shot-text.ts';

/** The running clocks of a board. */
export interface BoardClocks {
  readonly $clockText: ReadableAtom<string>;
  readonly $shotFace: ReadableAtom<ShotFace | null>;
}

/** The clocks of a board on air; `now` is device time, in milliseconds. */
export const createBoardClocks = ($live: ReadableAtom<Live>, now: () => number): BoardClocks => {
  const serverNow = (): number => now() + ($live.get().offset?.offsetMillis ?? 0);
  return {
    $clockText: createClockText(
      derived([$live], ({ board }) => board?.clock ?? null),
      serverNow,
    ),
    $shotFace: createShotText(
      derived([$live], ({ board }) => board?.shot ?? null),
      serverNow,
    ),
  };
};
