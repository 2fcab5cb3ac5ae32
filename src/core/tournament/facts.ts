/*
 * A tournament is a list of facts, each with a key, and the last fact of a key counts. Everything else follows from
 * them, so a correction throws nothing away. Facts may be any JSON: those that can't be read don't count.
 */

import { UNITS_RANGE } from '../../rules/format.ts';
import { isCount, isCounts, isFlag, isObject, isWhole, number, oneOf, text } from '../../rules/read.ts';

/** What is known under a key: `entry:<n>`, `out:<n>`, `format`, `places`, `seats` or `outcome:<slot>`. A null value takes it back. */
export interface Fact {
  readonly key: string;
  readonly value: unknown;
}

/** A fact to add. */
export interface NewFact extends Fact {
  /** The number of the key's last fact that the device saw; 0 for none. */
  readonly before: number;
}

/** A match of a tournament, as a party of the waiting list has it. */
export interface Fixture {
  readonly tournament: string;
  readonly slot: string;
  /** The entries of its sides. */
  readonly pair: readonly [number, number];
}

export interface Entry {
  /** As the venue knows the player; empty once it was erased. */
  readonly name: string;
  /** From 1 on; null for an entry that isn't seeded. */
  readonly seed: number | null;
  /** The racks, or in snooker the points, that it begins each match or frame with. */
  readonly headStart: number;
}

export const KINDS = ['single', 'double'] as const;

/** How many groups a tournament can begin with; 0 for none. */
export const GROUPS = [0, 2, 4, 8] as const;

/** Which matches there are. */
export interface Shape {
  readonly groups: (typeof GROUPS)[number];
  /** Of the bracket. */
  readonly kind: (typeof KINDS)[number];
  /** Whether those who lost a semi-final of a single elimination play for third place. */
  readonly third: boolean;
  /** Whether a double elimination's final is played again if it was its first loss for one of the two. */
  readonly secondFinal: boolean;
}

export interface Format extends Shape {
  /** The game of all its matches. */
  readonly game: string;
  /** The racks or frames that win a match, and a final. */
  readonly raceTo: number;
  readonly finalRaceTo: number;
}

export const REASONS = ['played', 'hand', 'walkover', 'retired'] as const;

/** How a match ended, for the two entries that were in it. */
export interface Outcome {
  readonly pair: readonly [number, number];
  /** The winner's index in `pair`; null if neither came. */
  readonly winner: 0 | 1 | null;
  /** Racks or frames. */
  readonly units: readonly [number, number];
  readonly reason: (typeof REASONS)[number];
  /** The id of its result; null if it has none. */
  readonly result: string | null;
}

/** A match that was played to its end for a slot: the server reads it from results. */
export interface Played extends Pick<Outcome, 'pair' | 'units' | 'result'> {
  readonly slot: string;
  readonly game: string;
  readonly raceTo: number;
  readonly winner: 0 | 1;
}

/** How the places were drawn, as people were told. */
interface Draw {
  /** From 1 on. */
  readonly number: number;
  /** In server time. */
  readonly atMillis: number;
}

export interface Tournament {
  readonly title: string;
  readonly isClosed: boolean;
  /** The ids of the tables that it has; null until they are chosen. */
  readonly tables: readonly string[] | null;
  /** Null before the draw. */
  readonly draw: Draw | null;
  readonly entries: ReadonlyMap<number, Entry>;
  readonly format: Format;
  /** The draw: places in the bracket's order, a power of two, or those of all groups; null for a bye. Empty before it. */
  readonly places: readonly (number | null)[];
  /** Who goes on from the groups, in the bracket's order; null for a bye. Empty before that. */
  readonly seats: readonly (number | null)[];
  /** Who has withdrawn. */
  readonly out: ReadonlySet<number>;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** A tournament's entries are numbered from 1. */
export const ENTRY_NUMBERS = { min: 1, max: 128 } as const;

const isNumber = (value: unknown): value is number => isWhole(value, ENTRY_NUMBERS);

const USUAL: Format = {
  groups: 0,
  kind: 'single',
  third: false,
  secondFinal: true,
  game: 'eight-ball',
  raceTo: 5,
  finalRaceTo: 5,
};

const readEntry = (value: unknown): Entry | null => {
  if (!isObject(value) || typeof value['name'] !== 'string') return null;
  const { name, seed, headStart } = value;
  return { name, seed: isNumber(seed) ? seed : null, headStart: isCount(headStart) ? headStart : 0 };
};

const readFormat = (value: unknown): Format => {
  if (!isObject(value)) return USUAL;
  const { groups = 0, kind, third, secondFinal, raceTo, finalRaceTo } = value;
  const game = text(value['game']);
  return GROUPS.some((count) => count === groups) &&
    oneOf(KINDS, kind) &&
    isFlag(third) &&
    isFlag(secondFinal) &&
    isWhole(raceTo, UNITS_RANGE) &&
    isWhole(finalRaceTo, UNITS_RANGE) &&
    game !== ''
    ? { groups: groups as Shape['groups'], kind, third, secondFinal, game, raceTo, finalRaceTo }
    : USUAL;
};

const readDraw = (places: unknown): Draw | null => {
  if (!isObject(places) || !isWhole(places['number'], { min: 1, max: 2000 })) return null;
  return { number: places['number'], atMillis: number(places['atMillis']) };
};

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

/** Each place has an entry of its own, or none. A draw has its number and time beside them. */
const readPlaces = (
  value: unknown,
  entries: Tournament['entries'],
  isSize: (count: number) => boolean,
): Tournament['places'] => {
  const given: unknown = isObject(value) ? value['places'] : value;
  if (!Array.isArray(given)) return [];
  const places: readonly unknown[] = given;
  const taken = places.filter((place) => place !== null);
  const isDraw =
    places.length >= 2 &&
    places.length <= ENTRY_NUMBERS.max &&
    isSize(places.length) &&
    taken.every((place) => isNumber(place) && entries.has(place)) &&
    new Set(taken).size === taken.length;
  return isDraw ? (places as Tournament['places']) : [];
};

const readOutcome = (value: unknown): Outcome | null => {
  if (!isObject(value)) return null;
  const { pair, winner, units, reason, result } = value;
  return isCounts(pair) &&
    pair.every(isNumber) &&
    (winner === null || winner === 0 || winner === 1) &&
    isCounts(units) &&
    oneOf(REASONS, reason)
    ? { pair, winner, units, reason, result: typeof result === 'string' ? result : null }
    : null;
};

/** The tournament that facts, in the server's order, lead to. */
export const tournamentOf = (facts: readonly Fact[]): Tournament => {
  const known = new Map(facts.map(({ key, value }) => [key, value]));
  const entries = new Map<number, Entry>();
  const out = new Set<number>();
  const outcomes = new Map<string, Outcome>();
  for (const [key, value] of known) {
    const [kind = '', of = ''] = key.split(':');
    const entry = kind === 'entry' && isNumber(Number(of)) ? readEntry(value) : null;
    const outcome = kind === 'outcome' ? readOutcome(value) : null;
    if (entry) entries.set(Number(of), entry);
    if (outcome) outcomes.set(of, outcome);
    if (kind === 'out' && value === true) out.add(Number(of));
  }
  const format = readFormat(known.get('format'));
  const { groups } = format;
  const isDraw = (count: number): boolean =>
    groups === 0 ? isPowerOfTwo(count) : count % groups === 0 && count >= 2 * groups;
  const [open, tables] = [known.get('open'), known.get('tables')];
  return {
    title: isObject(open) ? text(open['title']) : '',
    isClosed: known.get('closed') === true,
    tables: Array.isArray(tables) ? tables.filter((id) => typeof id === 'string') : null,
    draw: readDraw(known.get('places')),
    entries,
    format,
    places: readPlaces(known.get('places'), entries, isDraw),
    seats: readPlaces(known.get('seats'), entries, (count) => count === 2 * groups),
    out,
    outcomes,
  };
};
