import { isFree } from './table-state.ts';
import {
  isGuest,
  isQueued,
  MISSED_MILLIS,
  UNDO_MILLIS,
  type PartyEntry,
  type Op,
  type RoomTable,
  type WaitingList,
} from './list.ts';
import { TABLE_KINDS, type TableKind } from '../../rules/table-kind.ts';

/**
 * The parties at a list's tables, and its queue. A device applies no op itself: it knows which ones are pending, and
 * offers nothing that they take.
 */

/** Ops that the server hasn't answered, by their entry, and by the table that they bring it to. */
export interface Pending {
  readonly entries: ReadonlyMap<string, Op>;
  readonly tables: ReadonlyMap<string, Op>;
}

/** The table that an op brings its entry to; null for none. */
const tableOf = ({ entries }: WaitingList, op: Op): string | null => {
  if (op.kind === 'undo') return entries.find(({ id }) => id === op.entry)?.lastOp.was?.tableId ?? null;
  return 'tableId' in op ? op.tableId : null;
};

export const pendingIn = (list: WaitingList, ops: readonly Op[]): Pending => ({
  entries: new Map(ops.map((op) => [op.entry, op])),
  tables: new Map(
    ops.flatMap((op): [string, Op][] => {
      const tableId = tableOf(list, op);
      return tableId === null ? [] : [[tableId, op]];
    }),
  ),
});

/** The parties that are being added to the end of the queue. */
export const addedTo = (
  { entries }: WaitingList,
  pending: Pending,
): readonly Extract<Op, { readonly kind: 'add' }>[] =>
  [...pending.entries.values()].flatMap((op) =>
    op.kind === 'add' && op.tableId === null && !entries.some(({ id }) => id === op.entry) ? [op] : [],
  );

/** The tables that a party can be called to. */
export const freeTables = ({ tables }: WaitingList, pending: Pending): readonly RoomTable[] =>
  tables.filter((table) => isFree(table) && !pending.tables.has(table.id));

/**
 * The guests that could be called; a tournament calls its pairs itself. One with another change on its way keeps its
 * turn, but can't be called yet.
 */
const callable = ({ entries }: WaitingList, pending: Pending): readonly PartyEntry[] => {
  const underway = new Set([...pending.tables.values()].map(({ entry }) => entry));
  return entries.filter((entry) => entry.state === 'waiting' && isGuest(entry) && !underway.has(entry.id));
};

const seatedAt = (
  { tables, entries }: WaitingList,
  tableId: string,
  seat: 'party' | 'called',
): PartyEntry | null => {
  const held = tables.find(({ id }) => id === tableId)?.[seat];
  return (held && entries.find(({ id }) => id === held.entry)) ?? null;
};

/** The entry playing at a table; null for none. */
export const playingAt = (list: WaitingList, tableId: string): PartyEntry | null =>
  seatedAt(list, tableId, 'party');

/** The entry called to a table; null for none. */
export const calledTo = (list: WaitingList, tableId: string): PartyEntry | null =>
  seatedAt(list, tableId, 'called');

/** Whether an entry would accept a table. */
export const fits = (
  { wants, wantedId }: PartyEntry,
  { id, kind }: Pick<RoomTable, 'id' | 'kind'>,
): boolean => wants === 'any' || wants === kind || wantedId === id;

/** The first waiting entry that would accept a table; null for none. */
export const firstFor = (list: WaitingList, pending: Pending, table: RoomTable): PartyEntry | null =>
  callable(list, pending).find((entry) => fits(entry, table)) ?? null;

/**
 * The free tables' offers. In the owner's order, each table goes to the first entry that accepts it and has no offer
 * yet.
 */
export const offersOf = (list: WaitingList, pending: Pending): ReadonlyMap<PartyEntry, RoomTable> => {
  const entries = callable(list, pending);
  return freeTables(list, pending).reduce((offers, table) => {
    const first = entries.find((entry) => fits(entry, table) && !offers.has(entry));
    return first ? offers.set(first, table) : offers;
  }, new Map<PartyEntry, RoomTable>());
};

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

/** How many parties queue for the same tables before an entry, including called and away ones. */
export const beforeOf = ({ tables, entries }: WaitingList, entry: PartyEntry): number => {
  const wanted = tables.filter((table) => fits(entry, table));
  return entries
    .slice(0, entries.indexOf(entry))
    .filter((other) => isQueued(other) && isGuest(other) && wanted.some((table) => fits(other, table)))
    .length;
};

/** Whole minutes since an instant. */
export const minutesSince = (sinceMillis: number, nowMillis: number): number =>
  Math.max(0, Math.floor((nowMillis - sinceMillis) / 60_000));

/** Whether a called party may be a no-show. */
export const isLate = ({ state, calledAtMillis }: PartyEntry, nowMillis: number): boolean =>
  state === 'called' && calledAtMillis !== null && nowMillis - calledAtMillis >= MISSED_MILLIS;

/** Whether an entry's last op can still be undone. */
export const canTakeBack = ({ lastOp }: PartyEntry, nowMillis: number): boolean =>
  lastOp.kind !== null && lastOp.atMillis > nowMillis - UNDO_MILLIS;
