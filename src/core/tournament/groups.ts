import { dequal } from 'dequal/lite';
import { isObject } from '../../rules/read.ts';
import { grouped } from '../grouped.ts';
import { isOpen, type Drawn, type Match } from './bracket.ts';
import type { Fact, Tournament } from './facts.ts';

export interface Row {
  readonly entry: number;
  readonly played: number;
  readonly wins: number;
  /** Racks or frames won less those lost. */
  readonly difference: number;
}

/** What entries have done in some matches, in the entries' order. */
const rowsOf = (entries: readonly number[], matches: readonly Match[]): readonly Row[] =>
  entries.map((entry) => {
    const own = matches.flatMap(({ sides, outcome, winner }) => {
      const index = sides.indexOf(entry);
      if (!outcome || index === -1) return [];
      const [a, b] = outcome.units;
      return { isWon: winner === entry, difference: index === 0 ? a - b : b - a };
    });
    return {
      entry,
      played: own.length,
      wins: own.filter(({ isWon }) => isWon).length,
      difference: own.reduce((sum, { difference }) => sum + difference, 0),
    };
  });

/** By wins; those who have as many by their wins and then their difference against each other, then by all of it. */
const ranked = (rows: readonly Row[], matches: readonly Match[]): readonly Row[] => {
  return [...grouped(rows, ({ wins }) => wins)]
    .sort(([one], [other]) => other - one)
    .flatMap(([, tied]) => {
      const names = tied.map(({ entry }) => entry);
      const among = matches.filter(({ sides }) => sides.every((who) => names.includes(Number(who))));
      const own = new Map(rowsOf(names, among).map((row) => [row.entry, row]));
      const of = ({ entry }: Row, value: 'wins' | 'difference'): number => own.get(entry)?.[value] ?? 0;
      // A stable sort keeps the draw's order.
      return [...tied].sort(
        (one, other) =>
          of(other, 'wins') - of(one, 'wins') ||
          of(other, 'difference') - of(one, 'difference') ||
          other.difference - one.difference,
      );
    });
};

/** Each group's entries, in the draw's order. */
export const groupEntries = ({
  format: { groups },
  places,
}: Pick<Tournament, 'format' | 'places'>): readonly (readonly number[])[] =>
  Array.from({ length: groups }, (_, group) => {
    const size = places.length / groups;
    return places.slice(group * size, (group + 1) * size).filter((entry) => entry !== null);
  });

/** Each group's table, the best first. Those who have withdrawn are in none, nor are their matches. */
export const groupTables = (
  { out, ...drawn }: Pick<Tournament, 'format' | 'places' | 'out'>,
  matches: readonly Match[],
): readonly (readonly Row[])[] =>
  groupEntries(drawn).map((all, group) => {
    const entries = all.filter((entry) => !out.has(entry));
    const counting = matches.filter(
      ({ slot, sides }) => slot.group === group && sides.every((who) => entries.includes(Number(who))),
    );
    return ranked(rowsOf(entries, counting), counting);
  });

/** Whether every match of the groups is over that can be played. */
export const areGroupsOver = (matches: readonly Match[]): boolean =>
  !matches.some((match) => match.slot.group !== null && isOpen(match));

/**
 * Who takes the bracket's places: the first of a group meets the second of its neighbour, and two of one group meet in
 * the final at the earliest. Null where a group has nobody.
 */
export const seatsFrom = (tables: readonly (readonly Row[])[]): Tournament['places'] => {
  const at = (group: number, place: number): number | null => tables[group]?.[place]?.entry ?? null;
  const firsts = tables.map((_, group) => group).filter((group) => group % 2 === 0);
  return [
    ...firsts.flatMap((group) => [at(group, 0), at(group + 1, 1)]),
    ...firsts.flatMap((group) => [at(group + 1, 0), at(group, 1)]),
  ];
};

/** What the groups' results say about who goes on. */
export const seatingOf = ({
  kept,
  matches,
  parties,
  seats,
  ...tournament
}: Drawn & {
  readonly kept: { readonly facts: readonly Fact[] };
  /** By the slots that a party is called to or plays. */
  readonly parties: ReadonlyMap<string, unknown>;
}): {
  readonly next: Tournament['seats'];
  readonly isBegun: boolean;
  /** Whether they say something else than what is stored, and nobody has left it so. */
  readonly isOther: boolean;
} => {
  const stored = kept.facts.find(({ key }) => key === 'seats')?.value;
  const { out, left } = isObject(stored) ? stored : {};
  const isBegun = matches.some(
    ({ slot, outcome }) => slot.group === null && (outcome !== null || parties.has(slot.id)),
  );
  // Who has withdrawn since the knockout began had gone on.
  const outThen = isBegun && Array.isArray(out) ? new Set<number>(out) : tournament.out;
  const next = seatsFrom(groupTables({ ...tournament, out: outThen }, matches));
  const isLeft = isBegun && dequal(left, next);
  return { next, isBegun, isOther: areGroupsOver(matches) && !dequal(seats, next) && !isLeft };
};
