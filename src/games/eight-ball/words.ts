import { phrase, playerOf } from '../../rules/phrase.ts';
import type { Words } from '../../rules/game.ts';
import { insteadOf, movePhrase, RACK_FIELDS, rackPhrase } from '../pool/words.ts';
import type { EightBallDetail } from './board.ts';
import type { EightBallMove } from './rules.ts';

export const words: Words<EightBallMove, EightBallDetail> = {
  fields: RACK_FIELDS,
  move: (move, { before }) => {
    if (move.kind !== 'eightOnBreak') return movePhrase(move, before);
    const { breaker } = before.detail;
    const player = breaker === null ? phrase('log.somebody') : playerOf(before, breaker);
    return phrase('log.eightOnBreak', { player });
  },
  short: (move, board, rack) => (move.kind === 'rack' ? rackPhrase({ side: move.side }, board, rack) : null),
  outcome: () => [],
  instead: insteadOf,
};
