import type { EightBallDetail } from '../../src/games/eight-ball/board.ts';
import type { NineBallDetail } from '../../src/games/nine-ball/board.ts';
import type { SnookerDetail } from '../../src/games/snooker/board.ts';

/** A board's detail in the middle of each game. */

export const POOL: EightBallDetail = {
  game: 'eight-ball',
  balls: 'redsAndYellows',
  breaker: 'B',
  fouls: [0, 0],
  hillHill: false,
  winner: null,
  over: false,
};

export const NINE_BALL: NineBallDetail = {
  game: 'nine-ball',
  pushOut: null,
  breaker: 'B',
  fouls: [0, 0],
  hillHill: false,
  winner: null,
  over: false,
};

export const SNOOKER: SnookerDetail = {
  game: 'snooker',
  frame: 4,
  points: [58, 34],
  break: 38,
  balls: ['red', 'black', 'red', 'blue'],
  at: 'A',
  on: 'red',
  reds: 4,
  freeBall: false,
  respotted: false,
  left: [59, 59],
  required: null,
  decided: null,
  high: [38, 21],
  frameWinner: null,
  winner: null,
};
