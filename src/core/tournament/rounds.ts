import type { Shape } from './facts.ts';
import type { Slot } from './slots.ts';

export type RoundName =
  | 'final'
  | 'secondFinal'
  | 'third'
  | 'semiFinal'
  | 'quarterFinal'
  /** The last `count` players. */
  | 'last'
  /** The round number `count` of those who haven't lost, or who have lost once. */
  | 'winners'
  | 'losers'
  | 'winnersFinal'
  | 'losersFinal';

export interface Round {
  readonly name: RoundName;
  readonly count: number;
}

const KNOCKOUT: Readonly<Record<number, RoundName>> = { 2: 'final', 4: 'semiFinal', 8: 'quarterFinal' };

/** What people call the round of a slot in a bracket with `size` places. */
export const roundOf = ({ round }: Slot, size: number, { kind }: Pick<Shape, 'kind'>): Round => {
  const side = round.charAt(0);
  const count = Number(round.slice(1));
  if (side === 't') return { name: 'third', count: 1 };
  if (side === 'f') return { name: count === 1 ? 'final' : 'secondFinal', count: 1 };
  const rounds = Math.log2(size);
  if (side === 'l') return { name: count === 2 * rounds - 2 ? 'losersFinal' : 'losers', count };
  if (kind === 'double') return { name: count === rounds ? 'winnersFinal' : 'winners', count };
  const left = size / 2 ** (count - 1);
  return { name: KNOCKOUT[left] ?? 'last', count: left };
};
