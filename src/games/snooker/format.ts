import { BEST_OFS, type GameFormat } from '../../core/match/draft.ts';
import { numberOrZero } from '../../core/number.ts';

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
