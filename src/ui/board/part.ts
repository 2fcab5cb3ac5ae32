import type { Board } from '../../core/overlay/board.ts';
import type { Dressing } from '../../core/overlay/dressing.ts';
import type { Look } from '../../core/overlay/look.ts';
import type { BoardClocks } from '../../stores/clock/board-clocks.ts';
import type { LayoutTexts } from './texts.ts';

/** What every layout draws. */
export interface LayoutProps {
  readonly board: Board;
  /** What the venue puts around it. */
  readonly dressing: Dressing;
  readonly look: Look;
  readonly clocks: BoardClocks;
  /** In the look's language. */
  readonly texts: LayoutTexts;
}
