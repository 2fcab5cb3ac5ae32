import type { GameEndings } from '../../rules/game.ts';

/** Numbers that are typed have no racks or frames. */
export const endings: GameEndings = { wins: [], losses: [] };
