import { matchesOf, type Match } from './bracket.ts';
import { drawn } from './draw.ts';
import { tournamentOf, type Entry, type Format, type Outcome } from './facts.ts';
import { areGroupsOver, groupTables, seatsFrom } from './groups.ts';

/** What two players take from one match to their next, and a table from one pair to another: the call and the way there. */
const BETWEEN_MINUTES = 3;
/** Enough for a median that hardly moves; 64 entries take a fifth of a second. */
const EVENINGS = 5;

export interface Forecast {
  /** How many matches there are to play; a second final counts. */
  readonly matches: number;
  /** How long it takes; null if nobody knows how long matches take here. */
  readonly minutes: number | null;
}

interface Plan {
  readonly entries: number;
  readonly format: Format;
  /** At least one. */
  readonly tables: number;
  /** How long racks or frames of its game took in this venue, in minutes. */
  readonly unitMinutes: readonly number[];
  /** Gives 0 to 1. */
  readonly random: () => number;
}

const UNKNOWN: Entry = { name: '', seed: null, headStart: 0 };

/** A match of two equals, and how many minutes it took. */
const played = (
  { sides, slot }: Match,
  { format, unitMinutes, random }: Plan,
): { readonly outcome: Outcome; readonly minutes: number } => {
  const units: [number, number] = [0, 0];
  let minutes = 0;
  while (Math.max(...units) < (slot.isFinal ? format.finalRaceTo : format.raceTo)) {
    units[random() < 0.5 ? 0 : 1] += 1;
    minutes += unitMinutes[Math.floor(random() * unitMinutes.length)] ?? 0;
  }
  const winner = units[0] > units[1] ? 0 : 1;
  return {
    outcome: { pair: sides as Outcome['pair'], winner, units, reason: 'played', result: null },
    minutes,
  };
};

/** Plays one evening on a clock of its own: every table takes the next match whose players are free. */
const playOnce = (plan: Plan): Forecast => {
  const { format, tables, unitMinutes, random } = plan;
  const entries = new Map(Array.from({ length: plan.entries }, (_, index) => [index + 1, UNKNOWN]));
  const outcomes = new Map<string, Outcome>();
  const places = drawn(entries, format, random);
  let tournament = { ...tournamentOf([]), entries, format, places, outcomes };
  const playing = new Map<string, { readonly outcome: Outcome; readonly endsMinute: number }>();
  let minute = 0;
  for (;;) {
    const matches = matchesOf(tournament);
    if (format.groups > 0 && tournament.seats.length === 0 && areGroupsOver(matches)) {
      tournament = { ...tournament, seats: seatsFrom(groupTables(tournament, matches)) };
      continue;
    }
    for (const match of matches) {
      if (match.state !== 'ready' || playing.has(match.slot.id)) continue;
      if (playing.size === tables) break;
      const { outcome, minutes } = played(match, plan);
      playing.set(match.slot.id, { outcome, endsMinute: minute + BETWEEN_MINUTES + minutes });
    }
    const [first] = [...playing].sort(([, one], [, other]) => one.endsMinute - other.endsMinute);
    if (!first) return { matches: outcomes.size, minutes: unitMinutes.length > 0 ? minute : null };
    const [slot, { outcome, endsMinute }] = first;
    playing.delete(slot);
    outcomes.set(slot, outcome);
    minute = endsMinute;
  }
};

/** How many matches a tournament has, and how long it takes on so many tables, as of several simulated evenings. */
export const forecastOf = (plan: Plan): Forecast => {
  const evenings = Array.from({ length: EVENINGS }, () => playOnce(plan));
  const middle = (values: readonly number[]): number =>
    [...values].sort((one, other) => one - other)[EVENINGS >> 1] ?? 0;
  const minutes = evenings.flatMap((evening) => evening.minutes ?? []);
  return {
    matches: Math.max(...evenings.map(({ matches }) => matches)),
    minutes: minutes.length > 0 ? Math.round(middle(minutes)) : null,
  };
};
