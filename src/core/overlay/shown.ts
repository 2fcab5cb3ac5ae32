import { SIDES, type Side } from '../rules/rules.ts';

/** A ball as it is drawn, by its colour. */
export type BallColour = 'red' | 'yellow' | 'green' | 'brown' | 'blue' | 'pink' | 'black';

/** The numbers that every board has. */
export interface Scores {
  readonly s1: number;
  readonly s2: number;
  readonly raceTo: number;
}

/** What is said of one side, near its name. */
export type Notice =
  | { readonly kind: 'break'; readonly count: number; readonly balls: readonly BallColour[] }
  | { readonly kind: 'required' | 'fouls'; readonly count: number }
  | { readonly kind: 'freeBall' | 'frameBall' | 'frameWon' | 'matchWon' | 'breaks' };

/** How one side stands to the other, in points. */
export interface Lead {
  readonly kind: 'lead' | 'behind' | 'level';
  readonly count: number;
}

/** What layouts draw of a board, whatever its game. */
export interface Shown {
  /** What the match is counted in; null where it is two numbers. */
  readonly unit: 'rack' | 'frame' | null;
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
  /** Whether the match is over. */
  readonly over: boolean;
  readonly notices: Readonly<Record<Side, readonly Notice[]>>;
  /** The numbers that have a label. */
  readonly bestOf: number | null;
  readonly raceTo: number | null;
  readonly frame: number | null;
  readonly rack: number | null;
  /** The break in progress, or the last one of a frame that is over. */
  readonly break: { readonly count: number; readonly balls: readonly BallColour[] } | null;
  /** Of whoever is at the table, or else leads: how far, and how many points the frame has left for them. */
  readonly lead: Lead | null;
  readonly left: number | null;
  /** The match's highest break. */
  readonly high: number | null;
  /** What is true of both sides. */
  readonly remark: 'respotted' | 'hillHill' | 'over' | null;
}

/** Of a board that counts no points within a rack. */
export const NO_SUMS = { break: null, lead: null, left: null, high: null } as const;

export const noticesOf = (of: (side: Side) => readonly Notice[]): Shown['notices'] => {
  const [A, B] = SIDES.map(of) as [readonly Notice[], readonly Notice[]];
  return { A, B };
};
