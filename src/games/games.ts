import { isGame, type Detail, type GameName } from './boards.ts';
import { eightBall } from './eight-ball/game.ts';
import type { Game } from './game.ts';
import { plain } from './plain/game.ts';
import { snooker } from './snooker/game.ts';

/** Any game, for whoever folds a match without looking into what they fold. */
export type AnyGame = Game<unknown, object, { readonly kind: string }, Detail | null>;

// Each has states and moves of its own, which come from the game itself wherever it is asked.
const any = (game: unknown): AnyGame => game as AnyGame;

/** The games, by the names that a match stores. */
export const GAMES: Readonly<Record<GameName, AnyGame>> = {
  'eight-ball': any(eightBall),
  snooker: any(snooker),
  plain: any(plain),
};

/** A game by its stored name; null for one that this build doesn't know. */
export const gameOf = (name: string): AnyGame | null => (isGame(name) ? GAMES[name] : null);
