import { isObject } from '../rules/read.ts';
import type { Scores, Shown } from '../rules/shown.ts';
import { board as eightBall } from './eight-ball/board.ts';
import type { GameBoard } from '../rules/game.ts';
import { board as nineBall } from './nine-ball/board.ts';
import { board as plain } from './plain/board.ts';
import { board as snooker } from './snooker/board.ts';

/** Every game's board, by the game's stored name. Pages that only show boards load no other part of a game. */
const BOARDS = { 'eight-ball': eightBall, 'nine-ball': nineBall, snooker, plain };

export type GameName = keyof typeof BOARDS;

/** The games, in the order in which they are offered. */
export const GAME_NAMES = Object.keys(BOARDS) as readonly GameName[];

/** A table's game before its first match: two plain numbers fit any game. */
export const FIRST_GAME = 'plain' satisfies GameName;

export const isGame = (name: unknown): name is GameName =>
  typeof name === 'string' && Object.hasOwn(BOARDS, name);

/** The game's part of a board, beside the scores. */
export type Detail = NonNullable<ReturnType<(typeof BOARDS)[GameName]['parse']>>;

const boardOf = (game: GameName): GameBoard<Detail | null> => BOARDS[game] as GameBoard<Detail | null>;

/**
 * Parses a board's detail; null if it is missing or invalid. A scorer link can write arbitrary JSON here. A board
 * without its detail still has names and scores.
 */
export const parseDetail = (value: unknown): Detail | null =>
  isObject(value) && isGame(value['game']) ? boardOf(value['game']).parse(value) : null;

/** A board's content for layouts. */
export const shownOf = ({ detail, ...scores }: Scores & { readonly detail: Detail | null }): Shown =>
  boardOf(detail?.game ?? FIRST_GAME).shown(scores, detail);
