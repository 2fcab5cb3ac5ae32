import type { GameEndings } from '../../rules/game.ts';
import { RACK_LOSSES } from '../pool/endings.ts';

export const endings = {
  wins: ['runOut', 'breakAndRun', 'nineOnBreak'],
  losses: RACK_LOSSES,
} as const satisfies GameEndings;
