import type { Shape, Tournament } from './facts.ts';

/**
 * Where a side of a match comes from: a place of the draw, or one that a group's best take. `again`: the same side of a
 * final that has to be played again.
 */
export type Source =
  | { readonly from: 'place'; readonly index: number }
  | { readonly from: 'seat'; readonly index: number }
  | { readonly from: 'winner' | 'loser' | 'again'; readonly slot: string };

/** A match of the tournament, whoever plays it. */
export interface Slot {
  /**
   * `g1.3` is the third match of the groups' first round, `w` are the winners' rounds, `l` the losers', and `t` is for
   * third place.
   */
  readonly id: string;
  /** Names the round: all its slots have the same. */
  readonly round: string;
  readonly sides: readonly [Source, Source];
  /** Whether it is a final, which may have a length of its own. */
  readonly isFinal: boolean;
  /** Its group, from 0 on; null in the bracket. */
  readonly group: number | null;
}

const slot = (id: string, ...sides: [Source, Source]): Slot => ({
  id,
  round: id.split('.')[0] ?? id,
  sides,
  isFinal: id.startsWith('f'),
  group: null,
});

const place = (index: number): Source => ({ from: 'place', index });
const winner = (id: string): Source => ({ from: 'winner', slot: id });
const loser = (id: string): Source => ({ from: 'loser', slot: id });
const again = (id: string): Source => ({ from: 'again', slot: id });

const each = (count: number, make: (number: number) => Slot): readonly Slot[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

/** A round whose matches have the winners of two neighbours each. */
const next = (round: string, before: string, count: number): readonly Slot[] =>
  each(count, (number) =>
    slot(`${round}.${number}`, winner(`${before}.${2 * number - 1}`), winner(`${before}.${2 * number}`)),
  );

/**
 * Which match of a winners' round drops its loser into a losers' match: in turns from the other end and from the other
 * half, so that two who have met meet again as late as possible.
 */
const dropping = (round: number, number: number, count: number): number =>
  round % 2 === 0 ? count + 1 - number : ((number - 1 + count / 2) % count) + 1;

const winnersRound = (round: number, size: number): readonly Slot[] =>
  round === 1
    ? each(size / 2, (number) => slot(`w1.${number}`, place(2 * number - 2), place(2 * number - 1)))
    : next(`w${round}`, `w${round - 1}`, size / 2 ** round);

/** The losers' rounds that follow a winners' round: its losers come in, and then those who are left meet. */
const losersRounds = (round: number, rounds: number, size: number): readonly Slot[] => {
  const count = size / 2 ** round;
  if (round === 1) {
    return each(count / 2, (number) =>
      slot(`l1.${number}`, loser(`w1.${2 * number - 1}`), loser(`w1.${2 * number}`)),
    );
  }
  const into = 2 * round - 2;
  const incoming = each(count, (number) =>
    slot(
      `l${into}.${number}`,
      loser(`w${round}.${count === 1 ? 1 : dropping(round, number, count)}`),
      winner(`l${into - 1}.${number}`),
    ),
  );
  return round < rounds ? [...incoming, ...next(`l${into + 1}`, `l${into}`, count / 2)] : incoming;
};

/**
 * The matches of a bracket with `size` places, a power of two from 2 on. Each is after those that its sides come from,
 * and the last ones decide the tournament.
 */
export const slotsOf = (size: number, { kind, third, secondFinal }: Shape): readonly Slot[] => {
  const rounds = Math.log2(size);
  const all = Array.from({ length: rounds }, (_, index) => index + 1);
  if (kind === 'single') {
    return all.flatMap((round) => [
      ...(third && rounds > 1 && round === rounds
        ? [slot('t', loser(`w${round - 1}.1`), loser(`w${round - 1}.2`))]
        : []),
      ...winnersRound(round, size).map((one) => ({ ...one, isFinal: round === rounds })),
    ]);
  }
  const best = `w${rounds}.1`;
  const rest = rounds > 1 ? winner(`l${2 * rounds - 2}.1`) : loser(best);
  return [
    ...all.flatMap((round) => [...winnersRound(round, size), ...losersRounds(round, rounds, size)]),
    slot('f1', winner(best), rest),
    ...(secondFinal ? [slot('f2', again('f1'), again('f1'))] : []),
  ];
};

/*
 * Groups come before a bracket: everybody meets everybody of the own group once, and two of each go on. The draw's places
 * are those of the first group, then of the second; all groups have as many.
 */

/** How many go on from each group. */
const GO_ON = 2;

/** How many places the bracket has: the draw's, or those that the groups' best take. */
export const bracketSize = ({ format, places }: Pick<Tournament, 'format' | 'places'>): number =>
  format.groups === 0 ? places.length : GO_ON * format.groups;

/** Pairs of indices by rounds, so that each meets each once: one stays, and the others go round. */
const roundsOf = (count: number): readonly (readonly (readonly [number, number])[])[] => {
  const even = count + (count % 2);
  const at = (round: number, index: number): number =>
    index === 0 ? 0 : 1 + ((index - 1 + round) % (even - 1));
  return Array.from({ length: even - 1 }, (_, round) =>
    Array.from(
      { length: even / 2 },
      (_pair, index) => [at(round, index), at(round, even - 1 - index)] as const,
    )
      // Against the one that an odd group lacks, nobody plays.
      .filter((pair) => pair.every((one) => one < count)),
  );
};

/** The matches of `groups` groups with `size` places in all, round by round: `g2.3` is the third of the second round. */
const groupSlots = (size: number, groups: number): readonly Slot[] =>
  roundsOf(size / groups).flatMap((pairs, round) =>
    Array.from({ length: groups }, (_, group) =>
      pairs.map(([a, b], index): Slot => {
        const first = (group * size) / groups;
        const id = `g${round + 1}.${group * pairs.length + index + 1}`;
        return { ...slot(id, place(first + a), place(first + b)), group };
      }),
    ).flat(),
  );

/** Every match of a drawn tournament, each after those that its sides come from. */
export const allSlots = (tournament: Pick<Tournament, 'format' | 'places'>): readonly Slot[] => {
  const { format, places } = tournament;
  const bracket = slotsOf(bracketSize(tournament), format);
  if (format.groups === 0) return bracket;
  const seated = (side: Source): Source => (side.from === 'place' ? { ...side, from: 'seat' } : side);
  return [
    ...groupSlots(places.length, format.groups),
    ...bracket.map((slot): Slot => ({ ...slot, sides: [seated(slot.sides[0]), seated(slot.sides[1])] })),
  ];
};
