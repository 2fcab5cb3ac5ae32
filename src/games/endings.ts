import type { GameEndings } from '../rules/game.ts';
import { FIRST_GAME, isGame, type GameName } from './boards.ts';
import { endings as eightBall } from './eight-ball/endings.ts';
import { endings as nineBall } from './nine-ball/endings.ts';
import { endings as plain } from './plain/endings.ts';
import { endings as snooker } from './snooker/endings.ts';

/** Every game's endings. Pages that show results load no other part of a game except its board. */
const ENDINGS: Readonly<Record<GameName, GameEndings>> = {
  'eight-ball': eightBall,
  'nine-ball': nineBall,
  snooker,
  plain,
};

/** A game's endings, by its stored name; none if this build doesn't know it. */
export const gameEndings = (game: string): GameEndings => ENDINGS[isGame(game) ? game : FIRST_GAME];
