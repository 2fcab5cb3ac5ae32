import { isFree } from './table-state.ts';
import {
  isQueued,
  MISSED_MILLIS,
  UNDO_MILLIS,
  type Entry,
  type RoomTable,
  type WaitingList,
} from './list.ts';
import { TABLE_KINDS, type TableKind } from '../../rules/table-kind.ts';

/** The parties at a list's tables, and its queue. */

const seatedAt = (
  { tables, entries }: WaitingList,
  tableId: string,
  seat: 'party' | 'called',
): Entry | null => {
  const held = tables.find(({ id }) => id === tableId)?.[seat];
  return (held && entries.find(({ id }) => id === held.entry)) ?? null;
};

/** The entry playing at a table; null for none. */
export const playingAt = (list: WaitingList, tableId: string): Entry | null =>
  seatedAt(list, tableId, 'party');

/** The entry called to a table; null for none. */
export const calledTo = (list: WaitingList, tableId: string): Entry | null =>
  seatedAt(list, tableId, 'called');

/** Whether an entry would accept a table. */
export const fits = ({ wants, wantedId }: Entry, { id, kind }: Pick<RoomTable, 'id' | 'kind'>): boolean =>
  wants === 'any' || wants === kind || wantedId === id;

/** The first waiting entry that would accept a table; null for none. */
export const firstFor = (list: WaitingList, table: RoomTable): Entry | null =>
  list.entries.find((entry) => entry.state === 'waiting' && fits(entry, table)) ?? null;

/**
 * The free tables' offers. In the owner's order, each table goes to the first entry that accepts it and has no offer
 * yet.
 */
export const offersOf = (list: WaitingList): ReadonlyMap<Entry, RoomTable> =>
  list.tables.filter(isFree).reduce((offers, table) => {
    const first = list.entries.find(
      (entry) => entry.state === 'waiting' && fits(entry, table) && !offers.has(entry),
    );
    return first ? offers.set(first, table) : offers;
  }, new Map<Entry, RoomTable>());

/**
 * The likely wish of a new party: the kind of most tables in use. Any table if no kind is more common, or all are of
 * one kind.
 */
export const usualWish = (tables: readonly RoomTable[]): 'any' | TableKind => {
  const [first, second] = TABLE_KINDS.map((kind) => ({
    kind,
    count: tables.filter((table) => !table.outOfUse && table.kind === kind).length,
  })).sort((one, other) => other.count - one.count);
  return first && second && second.count > 0 && first.count > second.count ? first.kind : 'any';
};

/** The party playing at a table. */
export interface PlayingParty {
  /** Empty for a party without names. */
  readonly name: string;
  readonly name2: string | null;
  readonly kind: TableKind;
  readonly startedAtMillis: number;
}

/** The party playing at each table, by table id. */
export const partiesIn = (list: WaitingList): ReadonlyMap<string, PlayingParty> =>
  new Map(
    list.tables.flatMap(({ id, kind }): [string, PlayingParty][] => {
      const playing = playingAt(list, id);
      if (typeof playing?.startedAtMillis !== 'number') return [];
      const { name, name2, startedAtMillis } = playing;
      return [[id, { name, name2, kind, startedAtMillis }]];
    }),
  );

/** How many parties queue for the same tables before an entry, including called and away ones. */
export const beforeOf = ({ tables, entries }: WaitingList, entry: Entry): number => {
  const wanted = tables.filter((table) => fits(entry, table));
  return entries
    .slice(0, entries.indexOf(entry))
    .filter((other) => isQueued(other) && wanted.some((table) => fits(other, table))).length;
};

/** Whole minutes since an instant. */
export const minutesSince = (sinceMillis: number, nowMillis: number): number =>
  Math.max(0, Math.floor((nowMillis - sinceMillis) / 60_000));

/** Whether a called party may be a no-show. */
export const isLate = ({ state, calledAtMillis }: Entry, nowMillis: number): boolean =>
  state === 'called' && calledAtMillis !== null && nowMillis - calledAtMillis >= MISSED_MILLIS;

/** Whether an entry's last op can still be undone. */
export const canTakeBack = ({ lastOp }: Entry, nowMillis: number): boolean =>
  lastOp.kind !== null && lastOp.atMillis > nowMillis - UNDO_MILLIS;
