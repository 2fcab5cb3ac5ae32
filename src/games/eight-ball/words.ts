import { toAction } from '../../core/match/log.ts';
import { phrase, playerOf } from '../../core/match/phrase.ts';
import type { Words } from '../game.ts';
import { RACK_FIELDS, rackPhrase } from '../pool/words.ts';
import type { EightBallDetail } from './board.ts';
import type { EightBallMove } from './rules.ts';

export const words: Words<EightBallMove, EightBallDetail> = {
  fields: RACK_FIELDS,
  move: (move, { before }) => {
    switch (move.kind) {
      case 'rack':
        return rackPhrase(move, before, before.s1 + before.s2 + 1);
      case 'foul':
      case 'extend':
        return phrase(`told.${move.kind}`, { player: playerOf(before, move.side) });
      case 'eightOnBreak': {
        const { breaker } = before.detail;
        const player = breaker === null ? phrase('told.somebody') : playerOf(before, breaker);
        return phrase('told.eightOnBreak', { player });
      }
      case 'time':
        return phrase('told.time');
      default:
        return move satisfies never;
    }
  },
  short: (move, board, rack) => (move.kind === 'rack' ? rackPhrase({ side: move.side }, board, rack) : null),
  outcome: () => [],
  instead: ({ kind, body }, offered) =>
    offered
      .filter((move) => move.kind === kind)
      .flatMap((move) => {
        if (move.kind === 'extend' || move.kind === 'foul') return [toAction(move)];
        if (move.kind !== 'rack') return [];
        const { side, how = 'plain' } = move;
        // If the other side won it, how is chosen afterwards.
        if (side === body['side']) return [{ ...toAction(move), phrase: phrase(`endings.${how}`) }];
        return how === 'plain' ? [toAction(move)] : [];
      }),
};
