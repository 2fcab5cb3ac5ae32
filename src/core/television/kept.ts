import { elapsedSeconds } from '../clock/count-up.ts';
import type { Board } from '../overlay/board.ts';
import type { Dressing } from '../overlay/dressing.ts';

/** What a television keeps of a table, for when it starts without a network. */
export interface KeptBoard {
  readonly board: Board;
  readonly dressing: Dressing;
  /** When it was up to date for the last time, in server time. */
  readonly atMillis: number;
}

/** A kept board as it was then: nobody knows how its clocks went on. */
export const frozen = ({ board, atMillis }: KeptBoard): Board => ({
  ...board,
  clock: { running: false, startedAtMillis: null, accumSeconds: elapsedSeconds(board.clock, atMillis) },
  shot: null,
});
