import type { GameEndings } from '../../rules/game.ts';
import { RACK_LOSSES } from '../pool/endings.ts';

export const endings = {
  wins: ['runOut', 'breakAndRun'],
  losses: ['earlyEight', 'scratchOnEight', 'wrongPocket', ...RACK_LOSSES],
} as const satisfies GameEndings;
