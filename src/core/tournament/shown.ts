import { isCounts, isObject, number, objects, text } from '../../rules/read.ts';
import { matchesOf, matchOf, turned, type Drawn, type Match } from './bracket.ts';
import { tournamentOf, type Played } from './facts.ts';

/** Where a match is played, or was called to. */
export interface Place {
  readonly state: 'called' | 'playing';
  /** The table's stored name. */
  readonly table: string;
  /** The racks or frames so far, in the order of the match's sides; null if they aren't shown. */
  readonly units: readonly [number, number] | null;
}

/** A tournament as televisions and the public see it: names may be shortened, and erased ones are empty. */
export interface ShownTournament extends Drawn {
  readonly id: string;
  /** By the ids of slots. */
  readonly at: ReadonlyMap<string, Place>;
}

const readPlayed = (match: Readonly<Record<string, unknown>>): readonly Played[] => {
  const { pair, units, result } = match;
  if (!isCounts(pair) || !isCounts(units)) return [];
  return [
    {
      slot: text(match['slot']),
      pair,
      game: text(match['game']),
      raceTo: number(match['race_to']),
      units,
      winner: match['winner'] === 0 ? 0 : 1,
      result: typeof result === 'string' ? result : null,
    },
  ];
};

/** What is called or played, of the matches that aren't over. */
const placesOf = (matches: readonly Match[], at: unknown): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>();
  for (const { slot, pair, state, table, units } of objects(at)) {
    if (!isCounts(pair)) continue;
    const match = matchOf(matches, slot, pair);
    if (match?.state !== 'ready') continue;
    const score = isCounts(units) ? units : null;
    places.set(match.slot.id, {
      state: state === 'playing' ? 'playing' : 'called',
      table: text(table),
      units: score && pair[0] !== match.sides[0] ? turned(score) : score,
    });
  }
  return places;
};

/** Parses the output of `private.shown_tournament`; null if it isn't a tournament. */
export const parseShownTournament = (value: unknown): ShownTournament | null => {
  if (!isObject(value) || typeof value['id'] !== 'string') return null;
  const facts = objects(value['facts']).map((fact) => ({ key: text(fact['key']), value: fact['value'] }));
  const tournament = tournamentOf(facts);
  const matches = matchesOf(tournament, objects(value['played']).flatMap(readPlayed));
  return { id: value['id'], ...tournament, matches, at: placesOf(matches, value['at']) };
};

/** The data of a tournament's public page. */
export interface PublicTournament extends ShownTournament {
  /** The venue's name; empty if it has none. */
  readonly venue: string;
}

/** Parses an answer of `show_tournament`: the tournament, or why there is none. */
export const parsePublicTournament = (value: unknown): PublicTournament | 'gone' | 'unknown' => {
  const answer = isObject(value) ? value : {};
  const shown = answer['status'] === 'shown' ? parseShownTournament(answer['tournament']) : null;
  if (!shown) return answer['status'] === 'gone' ? 'gone' : 'unknown';
  return { ...shown, venue: text(answer['venue']) };
};
