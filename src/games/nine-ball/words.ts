import type { Words } from '../../rules/game.ts';
import { insteadOf, movePhrase, RACK_FIELDS, rackPhrase, sidedPhrase } from '../pool/words.ts';
import type { NineBallDetail } from './board.ts';
import type { NineBallMove } from './rules.ts';

export const words: Words<NineBallMove, NineBallDetail> = {
  fields: RACK_FIELDS,
  move: (move, { before }) => {
    switch (move.kind) {
      case 'pushOut':
      case 'shoots':
      case 'legal':
        return sidedPhrase(move, before);
      default:
        return movePhrase(move, before);
    }
  },
  short: (move, board, rack) => (move.kind === 'rack' ? rackPhrase({ side: move.side }, board, rack) : null),
  outcome: () => [],
  instead: insteadOf,
};
