import { isGame, type Detail, type GameName } from './boards.ts';
import { eightBall } from './eight-ball/game.ts';
import type { Game } from '../rules/game.ts';
import { nineBall } from './nine-ball/game.ts';
import { plain } from './plain/game.ts';
import { snooker } from './snooker/game.ts';

/** Any game, for code that folds a match without knowing its state. */
export type AnyGame = Game<unknown, object, { readonly kind: string }, Detail | null>;

// Safe, because each game only gets its own states and moves.
const any = (game: unknown): AnyGame => game as AnyGame;

/** The games, by their stored names. */
export const GAMES: Readonly<Record<GameName, AnyGame>> = {
  'eight-ball': any(eightBall),
  'nine-ball': any(nineBall),
  snooker: any(snooker),
  plain: any(plain),
};

/** A game by its stored name; null if this build doesn't know it. */
export const gameOf = (name: string): AnyGame | null => (isGame(name) ? GAMES[name] : null);
