import { dequal } from 'dequal/lite';
import type { SentBoard } from './protocol.ts';
import type { Board } from '../overlay/board.ts';
import { parseDetail, shownOf } from '../../games/boards.ts';
import type { AnyGame } from '../../games/games.ts';

/**
 * The board that viewers should see for a state. `version` is the one of the rules that the match began with: the server
 * takes no other.
 */
export const sentBoard = (game: AnyGame, state: object, version = game.version): SentBoard => {
  const board = game.board(state);
  const { over, winner } = shownOf(board);
  const result = over ? { winner, s1: board.s1, s2: board.s2 } : null;
  return { ...board, rules: version, result };
};

/** Whether viewers already see the board that this device would send. */
export const isShown = (sent: SentBoard, board: Board): boolean =>
  (['p1', 'p2', 's1', 's2', 'raceTo'] as const).every((field) => sent[field] === board[field]) &&
  (sent.event ?? '') === board.event &&
  dequal(parseDetail(sent.detail), board.detail);
