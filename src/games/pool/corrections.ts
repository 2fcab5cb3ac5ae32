import { numberOf, type CorrectionGroup } from '../../rules/correction.ts';
import { BREAK_RULES, MINUTES_RANGE } from '../../rules/format.ts';

/** The correctable values of any pool game. */
export const rackCorrections: readonly CorrectionGroup[] = [
  {
    group: 'match',
    fields: [
      numberOf('s1', 99),
      numberOf('s2', 99),
      numberOf('raceTo', 99, 1),
      numberOf('minutes', MINUTES_RANGE.max, MINUTES_RANGE.min),
      { field: 'first', kind: { type: 'side' } },
      { field: 'breaks', kind: { type: 'choice', texts: 'breaks', choices: BREAK_RULES } },
    ],
  },
];
