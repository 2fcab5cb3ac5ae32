import { isClockUsed } from '../clock/match-time.ts';
import type { Board } from './board.ts';
import type { Look } from './look.ts';
import type { Shown } from '../../rules/shown.ts';

/** A board's content, as a layout draws it in one look. */
export interface Drawn extends Shown {
  /** Whether the match's clock is drawn. */
  readonly hasClock: boolean;
  /** Whether the time of the visit is drawn beside its break. */
  readonly hasVisit: boolean;
}

/** The overlay in the specification. It also shows a race to 0, and a clock stopped at zero. */
const isSpecified = (look: Pick<Look, 'layout' | 'design'> | null): boolean =>
  look?.layout === 'bar' && look.design === 'baize';

/** `look` is null away from overlays. `isTimeUp`: whether the time of a timed match is up. */
export const drawnIn = (
  look: Pick<Look, 'layout' | 'design'> | null,
  shown: Shown,
  { clock, visitAtMillis }: Pick<Board, 'clock' | 'visitAtMillis'>,
  isTimeUp: boolean,
): Drawn => ({
  ...shown,
  raceTo: shown.raceTo === 0 && !isSpecified(look) ? null : shown.raceTo,
  remark: shown.remark ?? (isTimeUp && !shown.over ? 'timeUp' : null),
  hasClock: isSpecified(look) || isClockUsed({ clock, minutes: shown.minutes }),
  hasVisit: visitAtMillis !== null,
});
