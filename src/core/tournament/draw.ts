import type { Entry, Shape, Tournament } from './facts.ts';

/** The ranks in bracket order: the first two can't meet before the final, the first four not before a semi-final. */
const ranksOf = (size: number): readonly number[] =>
  size === 1 ? [1] : ranksOf(size / 2).flatMap((rank) => [rank, size + 1 - rank]);

const shuffled = (numbers: readonly number[], random: () => number): readonly number[] => {
  const left = [...numbers];
  return numbers.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
};

/** The order dealt to groups, back and forth, so that seeds are spread and no group has two places more than another. */
const dealt = (order: readonly number[], groups: number): Tournament['places'] => {
  const size = Math.max(2, Math.ceil(order.length / groups));
  return Array.from({ length: groups * size }, (_, index) => {
    const [group, round] = [Math.floor(index / size), index % size];
    return order[round * groups + (round % 2 === 0 ? group : groups - 1 - group)] ?? null;
  });
};

/**
 * A draw: seeds by their rank, the others by chance, and the byes for those in front, or `groups` groups. `random` gives
 * 0 to 1.
 */
export const drawn = (
  entries: ReadonlyMap<number, Entry>,
  { groups }: Pick<Shape, 'groups'>,
  random: () => number,
): Tournament['places'] => {
  const seedOf = (number: number): number => entries.get(number)?.seed ?? Infinity;
  // A stable sort keeps the chance of those without a seed.
  const order = [...shuffled([...entries.keys()], random)].sort((a, b) =>
    seedOf(a) === seedOf(b) ? 0 : seedOf(a) - seedOf(b),
  );
  if (groups > 0) return dealt(order, groups);
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, order.length)));
  return ranksOf(size).map((rank) => order[rank - 1] ?? null);
};
