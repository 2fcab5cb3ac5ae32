import type { Shape } from './facts.ts';

/** Where a side of a match comes from. `again`: the same side of a final that has to be played again. */
export type Source =
  | { readonly from: 'place'; readonly index: number }
  | { readonly from: 'winner' | 'loser' | 'again'; readonly slot: string };

/** A match of the bracket, whoever plays it. */
export interface Slot {
  /** `w1.3` is the third match of the winners' first round, `l` are the losers' rounds, `t` is for third place. */
  readonly id: string;
  /** Names the round: all its slots have the same. */
  readonly round: string;
  readonly sides: readonly [Source, Source];
  /** Whether it is a final, which may have a length of its own. */
  readonly isFinal: boolean;
}

const slot = (id: string, ...sides: [Source, Source]): Slot => ({
  id,
  round: id.split('.')[0] ?? id,
  sides,
  isFinal: id.startsWith('f'),
});

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
    ? each(size / 2, (number) =>
        slot(
          `w1.${number}`,
          { from: 'place', index: 2 * number - 2 },
          { from: 'place', index: 2 * number - 1 },
        ),
      )
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
