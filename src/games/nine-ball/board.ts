import { noticesOf } from '../../rules/shown.ts';
import { isSideOrNone } from '../../rules/read.ts';
import type { Side } from '../../rules/rules.ts';
import type { GameBoard } from '../../rules/game.ts';
import { parseRacks, shownRacks, type RackDetail } from '../pool/board.ts';

export interface NineBallDetail extends RackDetail {
  readonly game: 'nine-ball';
  /** The side that has pushed out, until the other has chosen who shoots. */
  readonly pushOut: Side | null;
}

export const board: GameBoard<NineBallDetail> = {
  parse: (detail) => {
    const { pushOut } = detail;
    const racks = parseRacks(detail);
    return racks && isSideOrNone(pushOut) ? { game: 'nine-ball', pushOut, ...racks } : null;
  },
  shown: (scores, detail) => {
    const shown = shownRacks(scores, detail);
    return {
      ...shown,
      notices: noticesOf((side) => [
        ...shown.notices[side],
        ...(detail.pushOut === side ? [{ kind: 'pushOut' } as const] : []),
      ]),
    };
  },
};
