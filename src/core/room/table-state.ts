/*
 * The state of a table. The server sends facts, several of which may hold (`private.table_facts`). All screens derive
 * the state here, and nowhere else.
 */

import type { MatchOrder } from '../tournament/order.ts';
import { namesOf } from './party.ts';

/** A party at a table, with the names that the reader may see. */
export interface Seat {
  /** The party's entry id. */
  readonly entry: string;
  /** Empty for a party that plays unscored. */
  readonly name: string;
  readonly name2: string | null;
  /** When it started to play, or was called, in server time. */
  readonly sinceMillis: number;
  /** What a tournament orders for its match; none for guests, and on screens. */
  readonly order?: MatchOrder;
}

export interface TableFacts {
  readonly outOfUse: boolean;
  /** The match on the table's board, unless nothing has happened there for six hours. */
  readonly match: {
    readonly id: string;
    readonly game: string;
    readonly over: boolean;
    readonly startedAtMillis: number;
    readonly scoredAtMillis: number;
  } | null;
  /** The party playing there. */
  readonly party: Seat | null;
  /** The party called there. */
  readonly called: Seat | null;
}

/** How long a match or a party counts at its table after its last change; `private.counts_for` is the same. */
export const COUNTS_MILLIS = 6 * 60 * 60_000;

/** Whether a match is in progress. */
export const isMatchOn = ({ match }: Pick<TableFacts, 'match'>): boolean => match?.over === false;

/** Whether the table is in use, by a party or by a match in progress. */
export const isOccupied = (facts: TableFacts): boolean => facts.party !== null || isMatchOn(facts);

/** Whether a party can be called there. */
export const isFree = (facts: TableFacts): boolean =>
  !facts.outOfUse && !isOccupied(facts) && facts.called === null;

/**
 * Whether the match is that of the players there now. The match of a party with names began after they came. Any score
 * since they came makes it the match of a party without names. At a table without a party it is, while it is in progress.
 */
export const isOfPlayers = ({ match, party }: Pick<TableFacts, 'match' | 'party'>): boolean => {
  if (match === null || party === null) return isMatchOn({ match });
  return namesOf(party).length > 0
    ? match.startedAtMillis >= party.sinceMillis
    : match.scoredAtMillis > party.sinceMillis;
};

/** Whether its party's match has ended. */
export const isPartyDone = (facts: TableFacts): boolean =>
  facts.party !== null && facts.match?.over === true && isOfPlayers(facts);

/**
 * The most important state of a table. `on`: a match is in progress. `over`: a match has ended, and the table is free.
 */
export type TableState = 'outOfUse' | 'on' | 'occupied' | 'called' | 'over' | 'free';

export const stateOf = (facts: TableFacts): TableState => {
  if (facts.outOfUse) return 'outOfUse';
  if (isMatchOn(facts)) return 'on';
  if (facts.party) return 'occupied';
  if (facts.called) return 'called';
  return facts.match ? 'over' : 'free';
};

/**
 * Whether the board shows the score of the players there: a match in progress, or one that ended after they started.
 */
export const isScored = (facts: TableFacts): boolean => {
  const state = stateOf(facts);
  return state === 'on' || state === 'over' || (state === 'occupied' && isPartyDone(facts));
};

/** Whether screens show the board there. They do until the server has sent the facts. */
export const showsBoard = (facts: TableFacts | null): boolean => facts === null || isScored(facts);

/** The party that the table's state is about; null if there is none. */
export const seatOf = (facts: TableFacts): Seat | null => {
  const state = stateOf(facts);
  return state === 'occupied' ? facts.party : state === 'called' ? facts.called : null;
};

/** The parties there: the playing one, then the called one. Nobody plays at a table that is out of use. */
export const seatsOf = ({ outOfUse, party, called }: TableFacts): readonly Seat[] =>
  outOfUse ? [] : [party, called].filter((seat) => seat !== null);

/** Whether the next match can begin there: none is in progress, and no party is about to come. */
export const canBegin = (facts: TableFacts): boolean => {
  const state = stateOf(facts);
  return state === 'free' || state === 'over' || state === 'occupied';
};

/** The party whose match begins there next: a tournament's pair may begin without anybody having started it in the room. */
export const nextParty = ({ party, called }: Pick<TableFacts, 'party' | 'called'>): Seat | null =>
  party ?? (called?.order ? called : null);

/** Whether an entry's party can be sent there: no other one plays or is called there. */
export const isOpenTo = (facts: TableFacts, entry: string): boolean =>
  !facts.outOfUse && facts.party === null && (facts.called === null || facts.called.entry === entry);
