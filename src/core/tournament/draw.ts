import type { Entry, Tournament } from './facts.ts';

/** The ranks in bracket order: the first two can't meet before the final, the first four not before a semi-final. */
const ranksOf = (size: number): readonly number[] =>
  size === 1 ? [1] : ranksOf(size / 2).flatMap((rank) => [rank, size + 1 - rank]);

const shuffled = (numbers: readonly number[], random: () => number): readonly number[] => {
  const left = [...numbers];
  return numbers.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
};

/** A draw: seeds by their rank, the others by chance, and the byes for those in front. `random` gives 0 to 1. */
export const drawn = (entries: ReadonlyMap<number, Entry>, random: () => number): Tournament['places'] => {
  const seedOf = (number: number): number => entries.get(number)?.seed ?? Infinity;
  // A stable sort keeps the chance of those without a seed.
  const order = [...shuffled([...entries.keys()], random)].sort((a, b) =>
    seedOf(a) === seedOf(b) ? 0 : seedOf(a) - seedOf(b),
  );
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, order.length)));
  return ranksOf(size).map((rank) => order[rank - 1] ?? null);
};
