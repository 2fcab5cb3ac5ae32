import { SIDES, type Side } from '../rules/rules.ts';
import { VALUE, type Ball } from '../rules/snooker/balls.ts';
import type { Board } from './board.ts';
import type { PoolDetail, SnookerDetail } from './detail.ts';

/** What the bar says of one side, beneath its name. */
export type Notice =
  | {
      readonly kind: 'break';
      readonly count: number;
      readonly balls: readonly Ball[];
      /** How many balls of the break came before these. */
      readonly before: number;
    }
  | { readonly kind: 'required' | 'fouls'; readonly count: number }
  | { readonly kind: 'freeBall' | 'frameBall' | 'frameWon' | 'matchWon' | 'breaks' };

/** What the bar draws of a board, whatever its game. */
export interface Bar {
  readonly game: 'plain' | 'pool' | 'snooker';
  /** The two large numbers: points in snooker, racks in pool. */
  readonly scores: readonly [number, number];
  /** Frames in snooker, between the points. */
  readonly frames: readonly [number, number] | null;
  /** Racks or frames: one more is worth a look. */
  readonly wins: readonly [number, number];
  /** Who is at the table, where the game follows that. */
  readonly at: Side | null;
  /** Who has won the frame or the match that is shown. */
  readonly winner: Side | null;
  readonly notices: Readonly<Record<Side, readonly Notice[]>>;
  /** The numbers that have a label, in the middle. */
  readonly bestOf: number | null;
  readonly raceTo: number | null;
  readonly frame: number | null;
  /** What is true of both sides. */
  readonly remark: 'respotted' | 'hillHill' | 'over' | null;
}

/** Balls of a break for which there is room beneath a name: alone, beside another notice, and beside the longest. */
const BALLS = { alone: 12, beside: 6, besideRequired: 3 } as const;
/** What the shot clock takes of that. */
const BALLS_FOR_SHOT = 3;

/**
 * Whether the pot of the ball on, of a colour even the yellow, leaves the other side too little to catch up, which it
 * has not been until now.
 */
export const isFrameBall = (detail: SnookerDetail): boolean => {
  const { at, on, points, left, freeBall, respotted, frameWinner } = detail;
  if (at === null || freeBall || respotted || frameWinner !== null) return false;
  const [lead, theirs] =
    at === 'A' ? [points[0] - points[1], left[1]] : ([points[1] - points[0], left[0]] as const);
  if (lead > theirs) return false;
  if (on === 'colour') return lead + VALUE.yellow > theirs;
  // The red that goes takes its colour with it.
  return lead + VALUE[on] > theirs - (on === 'red' ? VALUE.red + VALUE.black : VALUE[on]);
};

const snookerNotices = (detail: SnookerDetail, side: Side, shot: boolean): readonly Notice[] => {
  const { at, balls, freeBall, frameWinner, required, winner, break: count } = detail;
  if (winner !== null) return winner === side ? [{ kind: 'matchWon' }] : [];
  if (frameWinner !== null) return frameWinner === side ? [{ kind: 'frameWon' }] : [];
  const playing = at === side;
  const others: Notice[] = [
    ...(playing && freeBall ? [{ kind: 'freeBall' } as const] : []),
    ...(playing && isFrameBall(detail) ? [{ kind: 'frameBall' } as const] : []),
    ...(required?.side === side ? [{ kind: 'required', count: required.toTie } as const] : []),
  ];
  if (!playing || count === 0) return others;
  const room = others.some(({ kind }) => kind === 'required')
    ? BALLS.besideRequired
    : others.length > 0
      ? BALLS.beside
      : BALLS.alone;
  const before = Math.max(0, balls.length - (shot ? room - BALLS_FOR_SHOT : room));
  return [{ kind: 'break', count, balls: balls.slice(before), before }, ...others];
};

const poolNotices = ({ breaker, fouls, winner, over }: PoolDetail, side: Side): readonly Notice[] => {
  if (over) return winner === side ? [{ kind: 'matchWon' }] : [];
  const count = fouls[side === 'A' ? 0 : 1];
  return [
    ...(breaker === side ? [{ kind: 'breaks' } as const] : []),
    ...(count > 0 ? [{ kind: 'fouls', count } as const] : []),
  ];
};

const noticesOf = (of: (side: Side) => readonly Notice[]): Bar['notices'] => {
  const [A, B] = SIDES.map(of) as [readonly Notice[], readonly Notice[]];
  return { A, B };
};

const poolRemark = ({ winner, over, hillHill }: PoolDetail): Bar['remark'] =>
  over ? (winner === null ? 'over' : null) : hillHill ? 'hillHill' : null;

/** What the bar draws of a board. */
export const barOf = ({
  s1,
  s2,
  raceTo,
  detail,
  shot,
}: Pick<Board, 's1' | 's2' | 'raceTo' | 'detail' | 'shot'>): Bar => {
  const wins = [s1, s2] as const;
  switch (detail?.game) {
    case 'snooker':
      return {
        game: 'snooker',
        scores: detail.points,
        frames: wins,
        wins,
        at: detail.at,
        winner: detail.winner ?? detail.frameWinner,
        notices: noticesOf((side) => snookerNotices(detail, side, shot !== null)),
        bestOf: raceTo > 0 ? 2 * raceTo - 1 : null,
        raceTo: null,
        frame: detail.frame,
        remark: detail.respotted && detail.frameWinner === null ? 'respotted' : null,
      };
    case 'pool':
      return {
        game: 'pool',
        scores: wins,
        frames: null,
        wins,
        at: null,
        winner: detail.winner,
        notices: noticesOf((side) => poolNotices(detail, side)),
        bestOf: null,
        // A timed match races to nothing.
        raceTo: raceTo > 0 ? raceTo : null,
        frame: null,
        remark: poolRemark(detail),
      };
    case undefined:
      return {
        game: 'plain',
        scores: wins,
        frames: null,
        wins,
        at: null,
        winner: null,
        notices: { A: [], B: [] },
        bestOf: null,
        raceTo,
        frame: null,
        remark: null,
      };
  }
};
