import { BALL_SETS } from '../../core/match/draft.ts';
import { oneOf } from '../../core/rules/read.ts';
import type { GameBoard } from '../game.ts';
import { parseRacks, shownRacks, type RackDetail } from '../pool/board.ts';

export interface EightBallDetail extends RackDetail {
  readonly game: 'eight-ball';
  readonly balls: (typeof BALL_SETS)[number];
}

export const board: GameBoard<EightBallDetail> = {
  parse: (detail) => {
    const { balls } = detail;
    const racks = parseRacks(detail);
    return racks && oneOf(BALL_SETS, balls) ? { game: 'eight-ball', balls, ...racks } : null;
  },
  shown: shownRacks,
};
