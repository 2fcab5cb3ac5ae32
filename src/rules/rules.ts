import type { Areas, KeyOf } from '../i18n/texts.ts';

/** The two sides of a match, each a person or a team; A comes first on every board. */
export type Side = 'A' | 'B';

export const SIDES = ['A', 'B'] as const;

export const otherSide = (side: Side): Side => (side === 'A' ? 'B' : 'A');

/** A number for each side. */
export type Pair = Readonly<Record<Side, number>>;

export const NOUGHT: Pair = { A: 0, B: 0 };

export const added = (pair: Pair, side: Side, by: number): Pair => ({ ...pair, [side]: pair[side] + by });

export const pairOf = (of: (side: Side) => number): Pair => ({ A: of('A'), B: of('B') });

/** Why a move is refused: a text key and its values. The state is unchanged. */
export interface Refusal {
  readonly refused: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export const refuse = (refused: KeyOf<Areas['match']['refused']>, values?: Refusal['values']): Refusal =>
  values ? { refused, values } : { refused };

export const isRefusal = (result: object): result is Refusal => 'refused' in result;

/** A result's refusal; null if it is none. */
export const refusalIn = (result: object): Refusal | null => (isRefusal(result) ? result : null);

/**
 * A correction of one value. `from` is the value that the scorer saw, so that other devices' changes aren't
 * overwritten.
 */
export interface Change<Value> {
  readonly from: Value;
  readonly to: Value;
}
