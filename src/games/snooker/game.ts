import { numberOf } from '../../rules/correction.ts';
import type { Game } from '../../rules/game.ts';
import { ON } from './balls.ts';
import type { SnookerDetail } from './board.ts';
import { format } from './format.ts';
import { snooker as rules, type SnookerFormat, type SnookerMove, type SnookerState } from './rules.ts';
import { statistics } from './statistics.ts';
import { words } from './words.ts';

export const snooker: Game<SnookerFormat, SnookerState, SnookerMove, SnookerDetail> = {
  ...rules,
  format,
  words,
  corrections: [
    {
      group: 'frame',
      fields: [
        numberOf('pointsA', 999),
        numberOf('pointsB', 999),
        numberOf('break', 155),
        numberOf('reds', 15),
        { field: 'at', kind: { type: 'side' } },
        { field: 'on', kind: { type: 'choice', texts: 'balls', choices: ON } },
        { field: 'freeBall', kind: { type: 'flag' } },
      ],
    },
    { group: 'match', fields: [numberOf('s1', 99), numberOf('s2', 99), numberOf('bestOf', 99, 1)] },
  ],
  statistics,
  isTyped: false,
};
