import { elapsedSeconds } from '../clock/count-up.ts';
import type { Board } from '../overlay/board.ts';
import type { Branding } from '../branding/branding.ts';

/** A table's last state, stored for starting without a network. */
export interface KeptBoard {
  readonly board: Board;
  readonly branding: Branding;
  /** When it was last up to date, in server time. */
  readonly atMillis: number;
}

/** A stored board with its clocks stopped at that time, because their later course is unknown. */
export const frozen = ({ board, atMillis }: KeptBoard): Board => ({
  ...board,
  clock: { running: false, startedAtMillis: null, accumSeconds: elapsedSeconds(board.clock, atMillis) },
  shot: null,
  visitAtMillis: null,
});
