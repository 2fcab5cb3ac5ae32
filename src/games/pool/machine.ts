import { choice, optional, side, type MachineMove } from '../../rules/machine-fields.ts';
import { SIDES } from '../../rules/rules.ts';

/** The moves to offer for buttons at a pool table. */
export const RACK_BUTTONS = ['rack', 'foul'].flatMap((move) =>
  SIDES.map((side) => ({ move, fields: { side } })),
);

/** The machine moves of all pool games. */
export const rackMoves = (endings: readonly string[]): Readonly<Record<string, MachineMove>> => ({
  rack: {
    summary: 'A rack goes to a side. `how` says how it ended; without it, nothing special did.',
    fields: { side, how: optional(choice(endings)) },
  },
  foul: { summary: 'A foul by a side.', fields: { side } },
  extend: {
    summary: 'A side uses an extension, which the shot clock gets, too.',
    fields: { side },
  },
  time: { summary: 'Time is up in a timed match.', fields: {} },
});
