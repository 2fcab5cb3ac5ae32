import type { GameFormat } from '../../rules/format.ts';
import { numberOrZero } from '../../rules/number.ts';
import { RACE_TO_RANGE } from '../../rules/score.ts';

export const format: GameFormat = {
  table: 'pool',
  length: { field: 'raceTo', choices: null, range: RACE_TO_RANGE, usual: 0, minutes: null },
  options: [],
  clocks: [],
  extensions: false,
  start: ({ raceTo }) => ({ s1: 0, s2: 0, raceTo: numberOrZero(raceTo) }),
};
