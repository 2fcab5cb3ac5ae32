import type { Scored } from '../features/match/scoring.ts';
import type { GamePad } from '../features/pad-parts/game-pad.ts';
import { FIRST_GAME, isGame, type GameName } from './boards.ts';
import { pad as eightBall } from './eight-ball/pad/index.ts';
import { GAMES } from './games.ts';
import { pad as nineBall } from './nine-ball/pad/index.ts';
import { pad as plain } from './plain/pad/index.ts';
import { pad as snooker } from './snooker/pad/index.ts';

/** Every game's keys. Only the pad loads them. */
export const PADS: Readonly<Record<GameName, GamePad>> = {
  'eight-ball': eightBall,
  'nine-ball': nineBall,
  snooker,
  plain,
};

/** The pad for a match. The plain one if its rules are newer than this page, as for viewers. */
export const padOf = ({ match: { game }, rules }: Pick<Scored, 'match' | 'rules'>): GamePad =>
  PADS[isGame(game) && GAMES[game] === rules ? game : FIRST_GAME];
