import { noticesOf, type Notice, type Shown } from '../../rules/shown.ts';
import {
  isObject,
  isCount,
  isCounts,
  isFlag,
  isSide,
  isSideOrNone,
  isWhole,
  oneOf,
  type Body,
} from '../../rules/read.ts';
import type { Side } from '../../rules/rules.ts';
import type { GameBoard } from '../../rules/game.ts';
import { BREAK_BALLS, COLOURS, ON, VALUE, type Ball } from './balls.ts';
import type { On, SnookersRequired } from './frame.ts';

/** A frame's data for viewers, in addition to the frames won. */
export interface SnookerDetail {
  readonly game: 'snooker';
  readonly frame: number;
  readonly points: readonly [number, number];
  readonly break: number;
  /** The balls potted in the break, in order. */
  readonly balls: readonly Ball[];
  readonly at: Side | null;
  readonly on: On;
  readonly reds: number;
  readonly freeBall: boolean;
  readonly respotted: boolean;
  /** Points left for each side. */
  readonly left: readonly [number, number];
  readonly required: SnookersRequired | null;
  readonly decided: Side | null;
  /** Each side's highest break of the match. */
  readonly high: readonly [number, number];
  readonly frameWinner: Side | null;
  readonly winner: Side | null;
}

const BALLS: readonly Ball[] = ['red', ...COLOURS];
const NUMBER = { min: 1, max: 9999 } as const;
const REDS = { min: 0, max: 15 } as const;

const isNumber = (value: unknown): value is number => isWhole(value, NUMBER);
const isBall = (value: unknown): value is Ball => oneOf(BALLS, value);
const isBreak = (value: unknown): value is Ball[] =>
  Array.isArray(value) && value.length <= BREAK_BALLS && value.every(isBall);

/** Undefined if invalid. */
const parseRequired = (value: unknown): SnookersRequired | null | undefined => {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const { side, toTie, toWin, byBallOn } = value;
  return isSide(side) && isNumber(toTie) && isNumber(toWin) && isNumber(byBallOn)
    ? { side, toTie, toWin, byBallOn }
    : undefined;
};

const parse = (value: Body): SnookerDetail | null => {
  const { frame, points, balls, at, on, reds, freeBall, respotted } = value;
  const { left, decided, high, frameWinner, winner, break: scored } = value;
  const required = parseRequired(value['required']);
  return isNumber(frame) &&
    isCounts(points) &&
    isCount(scored) &&
    isBreak(balls) &&
    isSideOrNone(at) &&
    oneOf(ON, on) &&
    isWhole(reds, REDS) &&
    isFlag(freeBall) &&
    isFlag(respotted) &&
    isCounts(left) &&
    required !== undefined &&
    isSideOrNone(decided) &&
    isCounts(high) &&
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

/** Whether potting the ball on (the yellow, if any colour is on) would put the frame out of the other side's reach. */
export const isFrameBall = (detail: SnookerDetail): boolean => {
  const { at, on, points, left, freeBall, respotted, frameWinner } = detail;
  if (at === null || freeBall || respotted || frameWinner !== null) return false;
  const [lead, theirs] =
    at === 'A' ? [points[0] - points[1], left[1]] : ([points[1] - points[0], left[0]] as const);
  if (lead > theirs) return false;
  if (on === 'colour') return lead + VALUE.yellow > theirs;
  // A potted red also takes its colour's points off the table.
  return lead + VALUE[on] > theirs - (on === 'red' ? VALUE.red + VALUE.black : VALUE[on]);
};

const noticesFor = (detail: SnookerDetail, side: Side): readonly Notice[] => {
  const { at, balls, freeBall, frameWinner, required, winner, break: count } = detail;
  if (winner !== null) return winner === side ? [{ kind: 'matchWon' }] : [];
  if (frameWinner !== null) return frameWinner === side ? [{ kind: 'frameWon' }] : [];
  const playing = at === side;
  return [
    ...(playing && count > 0 ? [{ kind: 'break', count, balls } as const] : []),
    ...(playing && freeBall ? [{ kind: 'freeBall' } as const] : []),
    ...(playing && isFrameBall(detail) ? [{ kind: 'frameBall' } as const] : []),
    ...(required?.side === side ? [{ kind: 'required', count: required.toTie } as const] : []),
  ];
};

/** For the player at the table, else for the leader, as on the pad. */
const sumsOf = ({
  at,
  points: [a, b],
  left,
  frameWinner,
  winner,
  high,
}: SnookerDetail): Pick<Shown, 'lead' | 'left' | 'high'> => {
  const second = at === null ? b > a : at === 'B';
  const lead = second ? b - a : a - b;
  const highest = Math.max(...high);
  return {
    lead: { kind: lead === 0 ? 'level' : lead > 0 ? 'lead' : 'behind', count: Math.abs(lead) },
    left: frameWinner === null && winner === null ? left[second ? 1 : 0] : null,
    high: highest > 0 ? highest : null,
  };
};

export const board: GameBoard<SnookerDetail> = {
  parse,
  shown: ({ s1, s2, raceTo }, detail) => {
    const wins = [s1, s2] as const;
    return {
      unit: 'frame',
      scores: detail.points,
      frames: wins,
      wins,
      at: detail.at,
      winner: detail.winner ?? detail.frameWinner,
      over: detail.winner !== null,
      notices: noticesOf((side) => noticesFor(detail, side)),
      bestOf: raceTo > 0 ? 2 * raceTo - 1 : null,
      raceTo: null,
      minutes: null,
      handicap: null,
      frame: detail.frame,
      rack: null,
      break: { count: detail.break, balls: detail.balls },
      ...sumsOf(detail),
      remark: detail.respotted && detail.frameWinner === null ? 'respotted' : null,
    };
  },
};
