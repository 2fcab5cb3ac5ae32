import { choice, flag, listOf, optional, side, whole } from '../../rules/machine-fields.ts';
import type { GameMachine } from '../machine.ts';
import { COLOURS, VALUE } from './balls.ts';
import type { SnookerState } from './rules.ts';

const REDS = 15;

const replaced = optional(whole(0, REDS));

export const machine: GameMachine<SnookerState> = {
  buttons: [
    ...(['red', ...COLOURS] as const).map((ball) => ({ move: 'pot', fields: { balls: [ball] } })),
    ...[4, 5, 6, 7].map((points) => ({ move: 'foul', fields: { points } })),
    { move: 'endVisit', fields: {} },
    { move: 'nextFrame', fields: {} },
  ],
  moves: {
    pot: {
      summary:
        'The balls potted by one legal stroke. `freeBall` is the colour nominated in place of the ball on.',
      fields: { balls: listOf(choice(['red', ...COLOURS]), REDS + 1), freeBall: optional(choice(COLOURS)) },
    },
    endVisit: { summary: 'The visit ends without a foul: a miss or a safety.', fields: {} },
    foul: {
      summary:
        'A foul and its points. `redsGone` stay off the table; with `again`, the offender plays again, and `replaced` reds come back.',
      fields: {
        points: whole(4, VALUE.black),
        redsGone: optional(whole(0, REDS)),
        freeBall: optional(flag),
        miss: optional(flag),
        again: optional(flag),
        replaced,
      },
    },
    playAgain: {
      summary: 'After a foul, the offender plays again; `replaced` is given if the balls were put back.',
      fields: { replaced },
    },
    respotFirst: { summary: 'Who plays first at the re-spotted black.', fields: { side } },
    claim: {
      summary: 'The player at the table, ahead with only the black left, claims the frame.',
      fields: {},
    },
    concede: { summary: 'A side gives the frame up.', fields: { side } },
    award: { summary: 'The referee awards the frame to a side.', fields: { side } },
    rerack: { summary: 'The frame begins again.', fields: {} },
    nextFrame: { summary: 'The next frame begins.', fields: {} },
  },
};
