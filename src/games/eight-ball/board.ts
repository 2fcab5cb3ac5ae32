import { BALL_SETS } from '../../rules/format.ts';
import { oneOf } from '../../rules/read.ts';
import type { GameBoard } from '../../rules/game.ts';
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
