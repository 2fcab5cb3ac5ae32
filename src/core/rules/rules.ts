import type { Body } from './read.ts';

/** The two sides of a match, each a person or a team; A stands first on every board. */
export type Side = 'A' | 'B';

export const SIDES = ['A', 'B'] as const;

export const otherSide = (side: Side): Side => (side === 'A' ? 'B' : 'A');

/** A number for each side. */
export type Pair = Readonly<Record<Side, number>>;

export const NOUGHT: Pair = { A: 0, B: 0 };

export const added = (pair: Pair, side: Side, by: number): Pair => ({ ...pair, [side]: pair[side] + by });

/** Why a move is refused: a key of the texts, and the values in its sentence. Nothing has changed. */
export interface Refusal {
  readonly refused: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export const refuse = (refused: string, values?: Refusal['values']): Refusal =>
  values ? { refused, values } : { refused };

export const isRefusal = (result: object): result is Refusal => 'refused' in result;

/**
 * The rules of one game. All are pure and total: they never throw and never read a clock, and what a state cannot
 * take comes back as a refusal.
 */
export interface Rules<Format, State, Move, View> {
  /** Rises when an old log would be folded to another state; newer builds go on folding every older version. */
  readonly version: number;
  readonly start: (format: Format) => State;
  readonly apply: (state: State, move: Move) => State | Refusal;
  /** What may be done now, as a pad offers it; each of these is accepted. */
  readonly moves: (state: State) => readonly Move[];
  /** Who is at the table, where the game follows that; a move that counts for somebody else is another move. */
  readonly turn: (state: State) => Side | null;
  /** Racks or frames that were given so far: with the turn, the place in a match that a move was meant for. */
  readonly given: (state: State) => number;
  /** What a field shows that `set` changes by its name; undefined for a name that the game doesn't have. */
  readonly shown: (state: State, field: string) => unknown;
  /** The move that an action of a log stands for; null when it is none of this game's. */
  readonly read: (kind: string, body: Body) => Move | null;
  /** The format that a match was begun with; null when it is none of this game's. */
  readonly readFormat: (value: unknown) => Format | null;
  /** What viewers see: at most 2 kB as JSON. */
  readonly board: (state: State) => View;
}

/** A change of a value by hand, as the person saw it. Whoever changed it meanwhile is not overwritten. */
export interface Change<Value> {
  readonly from: Value;
  readonly to: Value;
}
