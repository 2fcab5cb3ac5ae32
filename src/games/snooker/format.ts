import { BEST_OFS, type GameFormat } from '../../rules/draft.ts';
import { numberOrZero } from '../../rules/number.ts';

export const format: GameFormat = {
  table: 'snooker',
  length: { field: 'bestOf', choices: BEST_OFS, minutes: null },
  options: ['reds', 'handicap', 'first'],
  clocks: ['off', 'shootOut', 'own'],
  extensions: false,
  start: ({ bestOf, reds, first, handicapA, handicapB }) => ({
    bestOf: numberOrZero(bestOf),
    reds,
    first,
    handicap: { A: numberOrZero(handicapA), B: numberOrZero(handicapB) },
  }),
};
