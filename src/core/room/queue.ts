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

/** What a list says about its tables and its queue. */

const seatedAt = (
  { tables, entries }: WaitingList,
  tableId: string,
  seat: 'party' | 'called',
): Entry | null => {
  const held = tables.find(({ id }) => id === tableId)?.[seat];
  return (held && entries.find(({ id }) => id === held.entry)) ?? null;
};

/** Who plays at a table; null for nobody. */
export const playingAt = (list: WaitingList, tableId: string): Entry | null =>
  seatedAt(list, tableId, 'party');

/** Who is called to a table; null for nobody. */
export const calledTo = (list: WaitingList, tableId: string): Entry | null =>
  seatedAt(list, tableId, 'called');

/** Whether a table is what an entry waits for. */
export const fits = ({ wants, wantedId }: Entry, { id, kind }: Pick<RoomTable, 'id' | 'kind'>): boolean =>
  wants === 'any' || wants === kind || wantedId === id;

/** The first who waits and whom a table fits; null for nobody. */
export const firstFor = (list: WaitingList, table: RoomTable): Entry | null =>
  list.entries.find((entry) => entry.state === 'waiting' && fits(entry, table)) ?? null;

/** Whom the free tables are offered to: in the owner's order, each to the first whom it fits and who has no offer yet. */
export const offersOf = (list: WaitingList): ReadonlyMap<Entry, RoomTable> =>
  list.tables.filter(isFree).reduce((offers, table) => {
    const first = list.entries.find(
      (entry) => entry.state === 'waiting' && fits(entry, table) && !offers.has(entry),
    );
    return first ? offers.set(first, table) : offers;
  }, new Map<Entry, RoomTable>());

/** What most who come wait for: the kind of most tables in use; any table where no kind is the more usual, or all are alike. */
export const usualWish = (tables: readonly RoomTable[]): 'any' | TableKind => {
  const [first, second] = TABLE_KINDS.map((kind) => ({
    kind,
    count: tables.filter((table) => !table.outOfUse && table.kind === kind).length,
  })).sort((one, other) => other.count - one.count);
  return first && second && second.count > 0 && first.count > second.count ? first.kind : 'any';
};

/** Those who play at a table. */
export interface PlayingParty {
  /** Empty for those who play unnamed. */
  readonly name: string;
  readonly name2: string | null;
  readonly kind: TableKind;
  readonly startedAtMillis: number;
}

/** Who plays at each table, by the table's id. */
export const partiesIn = (list: WaitingList): ReadonlyMap<string, PlayingParty> =>
  new Map(
    list.tables.flatMap(({ id, kind }): [string, PlayingParty][] => {
      const playing = playingAt(list, id);
      if (typeof playing?.startedAtMillis !== 'number') return [];
      const { name, name2, startedAtMillis } = playing;
      return [[id, { name, name2, kind, startedAtMillis }]];
    }),
  );

/** How many queue for the same tables before an entry, whoever of them is called or away for the moment. */
export const beforeOf = ({ tables, entries }: WaitingList, entry: Entry): number => {
  const wanted = tables.filter((table) => fits(entry, table));
  return entries
    .slice(0, entries.indexOf(entry))
    .filter((other) => isQueued(other) && wanted.some((table) => fits(other, table))).length;
};

/** How many whole minutes something is ago. */
export const minutesSince = (sinceMillis: number, nowMillis: number): number =>
  Math.max(0, Math.floor((nowMillis - sinceMillis) / 60_000));

/** Whether who was called may have missed it. */
export const isLate = ({ state, calledAtMillis }: Entry, nowMillis: number): boolean =>
  state === 'called' && calledAtMillis !== null && nowMillis - calledAtMillis >= MISSED_MILLIS;

/** Whether an entry's last op can still be taken back. */
export const canTakeBack = ({ lastOp }: Entry, nowMillis: number): boolean =>
  lastOp.kind !== null && lastOp.atMillis > nowMillis - UNDO_MILLIS;
