import { dequal } from 'dequal/lite';
import type { SentBoard } from '../match/exchange.ts';
import type { Board } from '../overlay/board.ts';
import { parseDetail } from '../overlay/detail.ts';
import type { AnyRules } from '../rules/games.ts';
import { isBody, isSide, type Body } from '../rules/read.ts';

/** How a match ended, by what viewers see of it; null while it goes on, and for a game that doesn't follow its end. */
const resultOf = ({ s1, s2 }: Pick<SentBoard, 's1' | 's2'>, detail: Body | null): object | null => {
  if (!detail) return null;
  const { winner, over } = detail;
  return isSide(winner) || over === true ? { winner: isSide(winner) ? winner : null, s1, s2 } : null;
};

/** What viewers are to see of a state. */
export const sentBoard = (rules: AnyRules, state: object): SentBoard => {
  // Every game's view has the places that the first version had.
  const { p1, p2, s1, s2, raceTo, detail } = rules.board(state) as Pick<
    SentBoard,
    'p1' | 'p2' | 's1' | 's2' | 'raceTo'
  > & { readonly detail?: object };
  const result = resultOf({ s1, s2 }, isBody(detail) ? detail : null);
  return { p1, p2, s1, s2, raceTo, rules: rules.version, detail: detail ?? null, result };
};

/** Whether viewers see what a device would have them see. */
export const isShown = (sent: SentBoard, board: Board): boolean =>
  (['p1', 'p2', 's1', 's2', 'raceTo'] as const).every((field) => sent[field] === board[field]) &&
  dequal(parseDetail(sent.detail), board.detail);
