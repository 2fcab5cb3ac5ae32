import { UNITS_RANGE, type GameFormat } from '../../rules/format.ts';
import { handicapOf } from '../../rules/handicap.ts';
import { numberOrZero } from '../../rules/number.ts';

/** The options for a match in any pool game. */
export const rackFormat: GameFormat = {
  table: 'pool',
  length: {
    field: 'raceTo',
    choices: [3, 5, 7, 9],
    range: UNITS_RANGE,
    usual: 5,
    minutes: [10, 20, 30, 45, 60],
  },
  options: ['handicap', 'first', 'breaks'],
  clocks: ['off', 'matchroom', 'wpa', 'own'],
  extensions: true,
  start: (draft, extensions) => ({
    ...(draft.timed
      ? { raceTo: null, minutes: numberOrZero(draft.minutes) }
      : { raceTo: numberOrZero(draft.raceTo) }),
    breaks: draft.breaks,
    first: draft.first,
    handicap: handicapOf(draft),
    extensions,
  }),
};
