import { numberOf } from '../../rules/correction.ts';
import type { Game } from '../../rules/game.ts';
import { format } from './format.ts';
import { plain as rules, type PlainMove, type PlainState } from './rules.ts';
import { words } from './words.ts';

export const plain: Game<PlainState, PlainState, PlainMove, null> = {
  ...rules,
  format,
  words,
  corrections: [
    {
      group: 'match',
      fields: [numberOf('s1', 999, -999), numberOf('s2', 999, -999), numberOf('raceTo', 999)],
    },
  ],
  statistics: null,
  // Quick Update may be used at any time, without a scorer present.
  isTyped: true,
};
