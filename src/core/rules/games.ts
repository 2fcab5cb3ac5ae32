import { plain } from './plain.ts';
import { pool } from './pool.ts';
import type { Rules } from './rules.ts';
import { snooker } from './snooker/match.ts';

/** The games, by the names that a match stores. */
export const GAMES = { plain, 'eight-ball': pool, snooker };
export type GameName = keyof typeof GAMES;

/** Any game's rules, for whoever folds without looking into what they fold. */
export type AnyRules = Rules<unknown, object, { readonly kind: string }, object>;

/** The rules of a game by its stored name; null for one that this build doesn't know. */
export const rulesOf = (game: string): AnyRules | null =>
  Object.hasOwn(GAMES, game) ? (GAMES[game as GameName] as unknown as AnyRules) : null;
