import { UNITS_RANGE, type GameFormat } from '../../rules/format.ts';
import { handicapOf } from '../../rules/handicap.ts';
import { numberOrZero } from '../../rules/number.ts';

export const format: GameFormat = {
  table: 'snooker',
  length: { field: 'bestOf', choices: [1, 3, 5, 7, 9], range: UNITS_RANGE, usual: 3, minutes: null },
  options: ['reds', 'handicap', 'first'],
  clocks: ['off', 'shootOut', 'own'],
  extensions: false,
  start: (draft) => ({
    bestOf: numberOrZero(draft.bestOf),
    reds: draft.reds,
    first: draft.first,
    handicap: handicapOf(draft),
  }),
};
