/*
 * What a table is. The server says it in facts, of which several may hold (`private.table_facts`); room, tables list,
 * televisions and questions ask here what these come to, and compute nothing.
 */

/** A party of the waiting list at a table, by the names that may be shown where it is read. */
export interface Seat {
  /** The party's id on the list. */
  readonly entry: string;
  /** Empty for those who play unscored. */
  readonly name: string;
  readonly name2: string | null;
  /** When it began to play, or was called: in server time. */
  readonly sinceMillis: number;
}

export interface TableFacts {
  readonly outOfUse: boolean;
  /** The match on its board, unless nothing has moved there for six hours. */
  readonly match: {
    readonly id: string;
    readonly game: string;
    readonly over: boolean;
    readonly scoredAtMillis: number;
  } | null;
  /** Who plays there. */
  readonly party: Seat | null;
  /** Who is called there. */
  readonly called: Seat | null;
}

/** Whether a match goes on. */
export const isMatchOn = ({ match }: Pick<TableFacts, 'match'>): boolean => match?.over === false;

/** Whether somebody plays there: a party, or a match that isn't over. */
export const isOccupied = (facts: TableFacts): boolean => facts.party !== null || isMatchOn(facts);

/** Whether somebody can be called there. */
export const isFree = (facts: TableFacts): boolean =>
  !facts.outOfUse && !isOccupied(facts) && facts.called === null;

/** Whether its party's match has ended. */
export const isPartyDone = ({ match, party }: TableFacts): boolean =>
  match?.over === true && party !== null && match.scoredAtMillis > party.sinceMillis;

/** The first thing that a screen says about a table: `on` is a match that goes on, `over` one that ended with nobody after it. */
export type TableState = 'outOfUse' | 'on' | 'occupied' | 'called' | 'over' | 'free';

export const stateOf = (facts: TableFacts): TableState => {
  if (facts.outOfUse) return 'outOfUse';
  if (isMatchOn(facts)) return 'on';
  if (facts.party) return 'occupied';
  if (facts.called) return 'called';
  return facts.match ? 'over' : 'free';
};

/** Whether its board has the score of those who are there: of a match that goes on, or that ended after they came. */
export const isScored = (facts: TableFacts): boolean => {
  const state = stateOf(facts);
  return state === 'on' || state === 'over' || (state === 'occupied' && isPartyDone(facts));
};
