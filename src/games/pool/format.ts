import { UNITS_RANGE, type GameFormat } from '../../rules/format.ts';
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
  start: ({ timed, raceTo, minutes, breaks, first, handicapA, handicapB }, extensions) => {
    const handicap = { A: numberOrZero(handicapA), B: numberOrZero(handicapB) };
    return {
      ...(timed ? { raceTo: null, minutes: numberOrZero(minutes) } : { raceTo: numberOrZero(raceTo) }),
      breaks,
      first,
      ...(handicap.A + handicap.B > 0 && { handicap }),
      extensions,
    };
  },
};
