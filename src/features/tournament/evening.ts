import type { KeptTournament } from '../../backend/contract.ts';
import { isAlive, type PartyEntry, type RoomTable, type WaitingList } from '../../core/room/list.ts';
import { calledTo, playingAt, type Pending } from '../../core/room/queue.ts';
import { isFree, isMatchOn, isOfPlayers, stateOf } from '../../core/room/table-state.ts';
import {
  isOver,
  matchesOf,
  matchOf,
  takenBy,
  type Drawn,
  type Match,
} from '../../core/tournament/bracket.ts';
import { factsOfCall, matchesToCall, type ToCall } from '../../core/tournament/calls.ts';
import { tournamentOf, type Tournament } from '../../core/tournament/facts.ts';
import { orderOf } from '../../core/tournament/order.ts';
import type { PairCall, Room } from '../room/room.ts';

/** A tournament beside the room's list: everything that its desk shows. */
export interface Evening extends Drawn {
  readonly id: string;
  readonly kept: KeptTournament;
  /** The parties that are called for matches that aren't over, or play them, by slot. */
  readonly parties: ReadonlyMap<string, PartyEntry>;
  /** Parties whose pair has no such match any more: the next call that they are in the way of ends them. */
  readonly stale: readonly PartyEntry[];
  readonly toCall: readonly ToCall[];
}

/** When each entry's last match ended: as its result says, or as somebody stored it. */
const endsOf = (
  { played, facts }: KeptTournament,
  matches: readonly Match[],
): ReadonlyMap<number, number> => {
  const stored = new Map(facts.map(({ key, atMillis }) => [key, atMillis]));
  const ends = new Map<number, number>();
  const note = (pair: readonly unknown[], atMillis: number): void => {
    for (const who of pair)
      if (typeof who === 'number') ends.set(who, Math.max(atMillis, ends.get(who) ?? 0));
  };
  for (const { pair, endedAtMillis } of played) note(pair, endedAtMillis);
  for (const { slot, outcome } of matches) {
    // A match that nobody played gives nobody a rest to take.
    if (outcome?.reason === 'hand') note(outcome.pair, stored.get(`outcome:${slot.id}`) ?? 0);
  }
  return ends;
};

/**
 * A tournament beside the list's entries. `seen` are the entries that were known when it was read: what has ended since
 * may have decided a match that it doesn't know of, which nobody may call again.
 */
export const eveningOf = (
  kept: KeptTournament,
  entries: readonly PartyEntry[],
  seen: readonly PartyEntry[] = [],
): Evening => {
  const tournament = tournamentOf(kept.facts);
  const matches = matchesOf(tournament, kept.played);
  const parties = new Map<string, PartyEntry>();
  const stale: PartyEntry[] = [];
  const busy = new Set<number>();
  const alive = entries.filter(isAlive);
  const gone = seen.filter((one) => isAlive(one) && alive.every(({ id }) => id !== one.id));
  for (const entry of [...alive, ...gone]) {
    const { fixture, state } = entry;
    if (fixture?.tournament !== kept.id) continue;
    const match = matchOf(matches, fixture.slot, fixture.pair);
    // The server ends those whose match is decided, but not if others played it.
    if (match?.state === 'decided') continue;
    const isTheirs = match?.state === 'ready';
    if (isTheirs) parties.set(fixture.slot, entry);
    else if (alive.includes(entry)) stale.push(entry);
    if (isTheirs || state === 'playing') fixture.pair.forEach((who) => busy.add(who));
  }
  return {
    ...tournament,
    id: kept.id,
    kept,
    matches,
    parties,
    stale,
    toCall: matchesToCall(matches, new Set(parties.keys()), busy, endsOf(kept, matches)),
  };
};

/** The matches that a change would take from those who are called to them, play or played them. */
export const takenIn = (evening: Evening, change: Partial<Tournament>): readonly Match[] =>
  takenBy(
    evening.matches,
    matchesOf({ ...evening, ...change }, evening.kept.played),
    new Set(evening.parties.keys()),
  );

/** Whether it has tables: from the draw until its last match is over. */
export const isOn = ({ isClosed, matches }: Pick<Evening, 'isClosed' | 'matches'>): boolean =>
  !isClosed && matches.length > 0 && !isOver(matches);

/** A table of the tournament. */
export interface Place {
  readonly table: RoomTable;
  /** The match of the tournament that is called there or played there; null for none. */
  readonly match: Match | null;
  /** Its party, or another one that plays or is called there. */
  readonly entry: PartyEntry | null;
  /** Whether a match is in progress there, other than one that went on when its party was called. */
  readonly isOn: boolean;
  /** The match that one tap calls there; null for none. */
  readonly offer: Match | null;
}

/** The tables of a tournament. Each free one is offered the first match whose players are free and that no other has. */
export const placesOf = (
  { id, tables, matches, parties, toCall }: Evening,
  list: WaitingList,
  pending: Pending,
  nowMillis: number,
): readonly Place[] => {
  /** Who is on the way to a table. In groups, one may be ready for several matches. */
  const taken = new Set<unknown>(
    [...pending.tables.values()].flatMap((op) => (op.kind === 'add' && op.fixture ? op.fixture.pair : [])),
  );
  const nextFree = (): Match | null => {
    const next = toCall.find(
      ({ match, fromMillis }) =>
        fromMillis !== null && fromMillis <= nowMillis && !match.sides.some((who) => taken.has(who)),
    );
    next?.match.sides.forEach((who) => taken.add(who));
    return next?.match ?? null;
  };
  return list.tables
    .filter((table) => tables?.includes(table.id) === true)
    .map((table) => {
      const entry = playingAt(list, table.id) ?? calledTo(list, table.id);
      const slot = entry?.fixture?.tournament === id ? entry.fixture.slot : null;
      const match =
        slot === null || !parties.has(slot) ? null : (matches.find((one) => one.slot.id === slot) ?? null);
      // The next call ends a party whose match is over, even if its board's goes on: its outcome was entered by hand.
      const isDecided = matches.some((one) => one.slot.id === slot && one.state === 'decided');
      const isLeft =
        slot !== null && match === null && (isDecided || !isMatchOn(table)) && stateOf(table) !== 'outOfUse';
      const isOffered = (isLeft || isFree(table)) && !pending.tables.has(table.id);
      return {
        table,
        entry,
        match,
        isOn: isMatchOn(table) && isOfPlayers({ ...table, party: table.party ?? table.called }),
        offer: isOffered ? nextFree() : null,
      };
    });
};

/** How to call a ready match. */
export const pairCall = (evening: Evening, match: Match, texts: Parameters<typeof orderOf>[2]): PairCall => {
  const { id, matches, kept } = evening;
  const seqs = new Map(kept.facts.map(({ key, seq }) => [key, seq]));
  const facts = factsOfCall(matches, match).map((fact) => ({ ...fact, before: seqs.get(fact.key) ?? 0 }));
  return {
    fixture: { tournament: id, slot: match.slot.id, pair: match.sides as PairCall['fixture']['pair'] },
    order: orderOf(evening, match, texts),
    ...(facts.length > 0 && { facts }),
  };
};

/** How a party ends whose match nobody plays any more. */
export const endOf = ({ state }: PartyEntry): 'free' | 'leave' => (state === 'playing' ? 'free' : 'leave');

/** Ends parties, but those whose board's match is in progress: they stay until the next call at their table. */
export const endIdle = (
  { change }: Pick<Room, 'change'>,
  { tables }: WaitingList,
  parties: readonly PartyEntry[],
): void => {
  for (const party of parties) {
    const isPlaying = tables.some((table) => table.id === party.tableId && isMatchOn(table));
    if (!isPlaying) void change(party, { kind: endOf(party) });
  }
};
