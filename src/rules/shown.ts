import { SIDES, type Side } from './rules.ts';

/** A ball as it is drawn, by its colour. */
export type BallColour = 'red' | 'yellow' | 'green' | 'brown' | 'blue' | 'pink' | 'black';

/** The numbers that every board has. */
export interface Scores {
  readonly s1: number;
  readonly s2: number;
  readonly raceTo: number;
}

/** A notice about one side, next to its name. */
export type Notice =
  | { readonly kind: 'break'; readonly count: number; readonly balls: readonly BallColour[] }
  | { readonly kind: 'required' | 'fouls'; readonly count: number }
  | { readonly kind: 'freeBall' | 'frameBall' | 'frameWon' | 'matchWon' | 'breaks' | 'pushOut' };

/** How far one side is ahead or behind, in points. */
export interface Lead {
  readonly kind: 'lead' | 'behind' | 'level';
  readonly count: number;
}

/** A board's content, in the same form for every game. */
export interface Shown {
  /** The unit that wins the match; null for two plain numbers. */
  readonly unit: 'rack' | 'frame' | null;
  /** The two main numbers: points in snooker, racks in pool. */
  readonly scores: readonly [number, number];
  /** Frames won in snooker, shown between the points. */
  readonly frames: readonly [number, number] | null;
  /** Racks or frames won; an increase is highlighted. */
  readonly wins: readonly [number, number];
  /** The player at the table, in games that track it. */
  readonly at: Side | null;
  /** The winner of the frame or match shown. */
  readonly winner: Side | null;
  /** Whether the match has ended. */
  readonly over: boolean;
  readonly notices: Readonly<Record<Side, readonly Notice[]>>;
  /** The labelled numbers. */
  readonly bestOf: number | null;
  readonly raceTo: number | null;
  /** The length in minutes of a timed match. */
  readonly minutes: number | null;
  /** The racks that the sides began with; null if none. */
  readonly handicap: readonly [number, number] | null;
  readonly frame: number | null;
  readonly rack: number | null;
  /** The break in progress, or the last one of a finished frame. */
  readonly break: { readonly count: number; readonly balls: readonly BallColour[] } | null;
  /** The lead of the player at the table, else of the leader, and the points left for them in the frame. */
  readonly lead: Lead | null;
  readonly left: number | null;
  /** The match's highest break. */
  readonly high: number | null;
  /** A remark about the match as a whole. `timeUp` is set by clocks, not by games. */
  readonly remark: 'respotted' | 'hillHill' | 'over' | 'timeUp' | null;
}

/** For games that count no points within a rack. */
export const NO_SUMS = { break: null, lead: null, left: null, high: null } as const;

/** The leader: in racks or frames won, or, if these are equal, in the points of the current one. */
export const leaderOf = ({ wins, scores }: Pick<Shown, 'wins' | 'scores'>): Side | null => {
  const [ahead = 0] = [wins, scores].map(([a, b]) => a - b).filter((difference) => difference !== 0);
  return ahead === 0 ? null : ahead > 0 ? 'A' : 'B';
};

export const noticesOf = (of: (side: Side) => readonly Notice[]): Shown['notices'] => {
  const [A, B] = SIDES.map(of) as [readonly Notice[], readonly Notice[]];
  return { A, B };
};
