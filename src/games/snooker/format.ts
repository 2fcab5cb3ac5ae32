import { UNITS_RANGE, type GameFormat } from '../../rules/format.ts';
import { numberOrZero } from '../../rules/number.ts';

export const format: GameFormat = {
  table: 'snooker',
  length: { field: 'bestOf', choices: [1, 3, 5, 7, 9], range: UNITS_RANGE, usual: 3, minutes: null },
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
