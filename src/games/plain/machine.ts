import { choice, optional, side } from '../../rules/machine-fields.ts';
import { inRange, SCORE_RANGE } from '../../rules/score.ts';
import { SIDES } from '../../rules/rules.ts';
import type { GameMachine } from '../machine.ts';
import type { PlainState } from './rules.ts';

const STEPS = [1, -1] as const;

const counted = (state: PlainState, side: unknown, by: number) => {
  const field = side === 'A' ? 's1' : 's2';
  return { field, from: state[field], to: state[field] + by };
};

export const machine: GameMachine<PlainState> = {
  buttons: STEPS.flatMap((by) => SIDES.map((side) => ({ move: 'point', fields: { side, by } }))),
  moves: {
    point: {
      summary: 'Counts a side one up, or down with `by: -1`.',
      fields: { side, by: optional(choice(STEPS)) },
    },
  },
  offered: (state) =>
    SIDES.flatMap((side) =>
      STEPS.filter((by) => inRange(counted(state, side, by).to, SCORE_RANGE)).map((by) => ({
        kind: 'point',
        body: { side, by },
      })),
    ),
  // This game has no moves, only numbers: a point corrects one of them.
  actionOf: (state, fields) => {
    const { field, ...change } = counted(state, fields['side'], fields['by'] === -1 ? -1 : 1);
    return { kind: 'set', body: { changes: { [field]: change } } };
  },
};
