import { BALL_SETS } from '../rules/ball-sets.ts';
import type { PoolView } from '../rules/pool.ts';
import { isBody, isSide, isWhole, oneOf, type Body } from '../rules/read.ts';
import type { Side } from '../rules/rules.ts';
import { BREAK_BALLS, COLOURS, ON, type Ball } from '../rules/snooker/balls.ts';
import type { SnookersRequired } from '../rules/snooker/frame.ts';
import type { SnookerView } from '../rules/snooker/match.ts';

export type PoolDetail = PoolView['detail'];
export type SnookerDetail = SnookerView['detail'];

/** What a game shows beside the scores. */
export type Detail = PoolDetail | SnookerDetail;

const BALLS: readonly Ball[] = ['red', ...COLOURS];
const COUNT = { min: 0, max: 9999 } as const;
const NUMBER = { min: 1, max: 9999 } as const;
const REDS = { min: 0, max: 15 } as const;

const isCount = (value: unknown): value is number => isWhole(value, COUNT);
const isNumber = (value: unknown): value is number => isWhole(value, NUMBER);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isSideOrNone = (value: unknown): value is Side | null => value === null || isSide(value);
const isBall = (value: unknown): value is Ball => oneOf(BALLS, value);

/** A count for each side, A first. */
const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isCount);

const isBreak = (value: unknown): value is Ball[] =>
  Array.isArray(value) && value.length <= BREAK_BALLS && value.every(isBall);

const parsePool = ({ balls, breaker, fouls, hillHill, winner, over }: Body): PoolDetail | null =>
  oneOf(BALL_SETS, balls) &&
  isSideOrNone(breaker) &&
  isPair(fouls) &&
  isFlag(hillHill) &&
  isSideOrNone(winner) &&
  isFlag(over)
    ? { game: 'eight-ball', balls, breaker, fouls, hillHill, winner, over }
    : null;

/** undefined where there is something else. */
const parseRequired = (value: unknown): SnookersRequired | null | undefined => {
  if (value === null) return null;
  if (!isBody(value)) return undefined;
  const { side, toTie, toWin, byBallOn } = value;
  return isSide(side) && isNumber(toTie) && isNumber(toWin) && isNumber(byBallOn)
    ? { side, toTie, toWin, byBallOn }
    : undefined;
};

const parseSnooker = (value: Body): SnookerDetail | null => {
  const { frame, points, balls, at, on, reds, freeBall, respotted } = value;
  const { left, decided, high, frameWinner, winner, break: scored } = value;
  const required = parseRequired(value['required']);
  return isNumber(frame) &&
    isPair(points) &&
    isCount(scored) &&
    isBreak(balls) &&
    isSideOrNone(at) &&
    oneOf(ON, on) &&
    isWhole(reds, REDS) &&
    isFlag(freeBall) &&
    isFlag(respotted) &&
    isPair(left) &&
    required !== undefined &&
    isSideOrNone(decided) &&
    isPair(high) &&
    isSideOrNone(frameWinner) &&
    isSideOrNone(winner)
    ? {
        game: 'snooker',
        frame,
        points,
        break: scored,
        balls,
        at,
        on,
        reds,
        freeBall,
        respotted,
        left,
        required,
        decided,
        high,
        frameWinner,
        winner,
      }
    : null;
};

/**
 * A board's detail; null for plain, and for what no game shows: whoever holds a scorer link may have written anything,
 * and a board without its detail still has names and scores.
 */
export const parseDetail = (value: unknown): Detail | null => {
  if (!isBody(value)) return null;
  switch (value['game']) {
    case 'eight-ball':
      return parsePool(value);
    case 'snooker':
      return parseSnooker(value);
    default:
      return null;
  }
};
