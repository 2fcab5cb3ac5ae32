import { side } from '../../rules/machine-fields.ts';
import type { GameMachine } from '../machine.ts';
import { RACK_BUTTONS, rackMoves } from '../pool/machine.ts';
import { RACK_ENDINGS, type NineBallState } from './rules.ts';

export const machine: GameMachine<NineBallState> = {
  buttons: RACK_BUTTONS,
  moves: {
    ...rackMoves(RACK_ENDINGS),
    pushOut: { summary: 'A side pushes out.', fields: { side } },
    shoots: { summary: 'After a push-out, who shoots.', fields: { side } },
    legal: { summary: 'A legal shot by a side, which ends its fouls in a row.', fields: { side } },
  },
};
