import { choice, optional, side, type MachineMove } from '../../rules/machine-fields.ts';
import { SIDES } from '../../rules/rules.ts';

/** What buttons beside a pool table are for. */
export const RACK_BUTTONS = ['rack', 'foul'].flatMap((move) =>
  SIDES.map((side) => ({ move, fields: { side } })),
);

/** The moves that all pool games have. */
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
