import { SIDES, type Side } from '../rules/rules.ts';
import { VALUE, type Ball } from '../rules/snooker/balls.ts';
import type { Board } from './board.ts';
import type { PoolDetail, SnookerDetail } from './detail.ts';

/** What is said of one side, near its name. */
export type Notice =
  | { readonly kind: 'break'; readonly count: number; readonly balls: readonly Ball[] }
  | { readonly kind: 'required' | 'fouls'; readonly count: number }
  | { readonly kind: 'freeBall' | 'frameBall' | 'frameWon' | 'matchWon' | 'breaks' };

/** How one side stands to the other, in points. */
export interface Lead {
  readonly kind: 'lead' | 'behind' | 'level';
  readonly count: number;
}

/** What layouts draw of a board, whatever its game. */
export interface Shown {
  readonly game: 'plain' | 'eight-ball' | 'snooker';
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
  /** The numbers that have a label. */
  readonly bestOf: number | null;
  readonly raceTo: number | null;
  readonly frame: number | null;
  readonly rack: number | null;
  /** Of whoever is at the table, or else leads: how far, and how many points the frame has left for them. */
  readonly lead: Lead | null;
  readonly left: number | null;
  /** The match's highest break. */
  readonly high: number | null;
  /** What is true of both sides. */
  readonly remark: 'respotted' | 'hillHill' | 'over' | null;
}

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

const snookerNotices = (detail: SnookerDetail, side: Side): readonly Notice[] => {
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

/** Of whoever is at the table, else of whoever leads: as the pad says it. */
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

const poolNotices = ({ breaker, fouls, winner, over }: PoolDetail, side: Side): readonly Notice[] => {
  if (over) return winner === side ? [{ kind: 'matchWon' }] : [];
  const count = fouls[side === 'A' ? 0 : 1];
  return [
    ...(breaker === side ? [{ kind: 'breaks' } as const] : []),
    ...(count > 0 ? [{ kind: 'fouls', count } as const] : []),
  ];
};

const noticesOf = (of: (side: Side) => readonly Notice[]): Shown['notices'] => {
  const [A, B] = SIDES.map(of) as [readonly Notice[], readonly Notice[]];
  return { A, B };
};

const poolRemark = ({ winner, over, hillHill }: PoolDetail): Shown['remark'] =>
  over ? (winner === null ? 'over' : null) : hillHill ? 'hillHill' : null;

const NO_SUMS = { lead: null, left: null, high: null } as const;

/** What layouts draw of a board. */
export const shownOf = ({
  s1,
  s2,
  raceTo,
  detail,
}: Pick<Board, 's1' | 's2' | 'raceTo' | 'detail'>): Shown => {
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
        notices: noticesOf((side) => snookerNotices(detail, side)),
        bestOf: raceTo > 0 ? 2 * raceTo - 1 : null,
        raceTo: null,
        frame: detail.frame,
        rack: null,
        ...sumsOf(detail),
        remark: detail.respotted && detail.frameWinner === null ? 'respotted' : null,
      };
    case 'eight-ball':
      return {
        game: 'eight-ball',
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
        rack: detail.over ? null : s1 + s2 + 1,
        ...NO_SUMS,
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
        rack: null,
        ...NO_SUMS,
        remark: null,
      };
  }
};
