import { championOf, isOpen, type Match } from './bracket.ts';
import type { Place, ShownTournament } from './shown.ts';

/** When and where an entry plays next. */
export type Next =
  /** Both are known; `place` once they are called. */
  | { readonly kind: 'known'; readonly match: Match; readonly other: number; readonly place: Place | null }
  /** Its opponent comes from a match; null if that one's players aren't known either. */
  | { readonly kind: 'after'; readonly match: Match; readonly before: Match | null }
  /** Of an entry in a group: who goes on isn't known yet. */
  | { readonly kind: 'groups' }
  | { readonly kind: 'won' | 'over' };

const areKnown = ({ sides }: Match): boolean => sides.every((who) => typeof who === 'number');

export const nextOf = (
  { matches, at, format, seats, out }: Pick<ShownTournament, 'matches' | 'at' | 'format' | 'seats' | 'out'>,
  entry: number,
): Next => {
  const left = matches.filter((match) => isOpen(match) && match.sides.includes(entry));
  // In a group, several matches may be next.
  const match = left.find(({ slot }) => at.has(slot.id)) ?? left[0];
  if (!match && format.groups > 0 && seats.length === 0 && !out.has(entry)) return { kind: 'groups' };
  if (!match) return { kind: championOf(matches) === entry ? 'won' : 'over' };
  const index = match.sides[0] === entry ? 1 : 0;
  const other = match.sides[index];
  if (typeof other === 'number') return { kind: 'known', match, other, place: at.get(match.slot.id) ?? null };
  const source = match.slot.sides[index];
  const before = matches.find(({ slot }) => 'slot' in source && slot.id === source.slot);
  return { kind: 'after', match, before: before && areKnown(before) ? before : null };
};
