import type { GameEndings } from '../../rules/game.ts';

export const endings: GameEndings = { wins: ['award'], losses: ['concede'] };
