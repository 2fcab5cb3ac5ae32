import type { GameMachine } from '../machine.ts';
import { RACK_BUTTONS, rackMoves } from '../pool/machine.ts';
import { RACK_ENDINGS, type EightBallState } from './rules.ts';

export const machine: GameMachine<EightBallState> = {
  buttons: RACK_BUTTONS,
  moves: {
    ...rackMoves(RACK_ENDINGS),
    eightOnBreak: { summary: 'The 8 went down on the break.', fields: {} },
  },
};
