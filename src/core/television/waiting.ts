import type { RoomTable } from '../room/list.ts';
import type { PartyFields } from '../room/party.ts';
import { TABLE_KINDS, type TableKind } from '../../rules/table-kind.ts';

/* The waiting list as televisions show it. */

/** A party under the names that screens call. */
export interface TelevisionParty extends PartyFields {
  readonly id: string;
  readonly wants: 'any' | 'table' | TableKind;
  /** The table they want, or were called to. */
  readonly tableId: string | null;
  /** When they were called, in server time; null while they are waiting. */
  readonly calledAtMillis: number | null;
}

export interface TelevisionWaitingList {
  /** The number of its last change. */
  readonly seq: number;
  readonly tables: readonly RoomTable[];
  /** In the list's order. */
  readonly parties: readonly TelevisionParty[];
}

const isCalled = ({ calledAtMillis }: TelevisionParty): boolean => calledAtMillis !== null;

const waiting = (parties: readonly TelevisionParty[]): readonly TelevisionParty[] =>
  parties.filter((party) => !isCalled(party));

/** The parties waiting for one table, or for the first free one. */
export interface Queue {
  /** The table, or the kind that the first free one must have; null for any kind. */
  readonly of: { readonly table: RoomTable } | { readonly kind: TableKind | null };
  /** The tables that would serve this queue. */
  readonly tables: readonly RoomTable[];
  readonly parties: readonly TelevisionParty[];
}

/**
 * A queue for each requested table, then one for the first free table. If any party asks for a kind, there is one per
 * kind instead: a party that will take any table appears in all of them, a called party only in that of the table's
 * kind.
 */
export const queuesOf = ({ tables, parties }: TelevisionWaitingList): readonly Queue[] => {
  const wanted = (id: string) => parties.filter(({ wants, tableId }) => wants === 'table' && tableId === id);
  const byTable = tables
    .map((table): Queue => ({ of: { table }, tables: [table], parties: wanted(table.id) }))
    .filter((queue) => queue.parties.length > 0);
  const known = new Set(tables.map(({ id }) => id));
  // The requested table was just removed. Until the list is updated, its queue counts as waiting for any.
  const free = parties.filter(
    ({ wants, tableId }) => wants !== 'table' || tableId === null || !known.has(tableId),
  );
  const kinds = TABLE_KINDS.filter((kind) => free.some(({ wants }) => wants === kind));
  const hasBoth = TABLE_KINDS.every((kind) => tables.some((table) => table.kind === kind));
  const asked = kinds.length > 1 || (hasBoth && kinds.length > 0) ? TABLE_KINDS : [null];
  const calledKind = ({ tableId, calledAtMillis }: TelevisionParty): TableKind | null =>
    (calledAtMillis === null ? null : tables.find(({ id }) => id === tableId)?.kind) ?? null;
  const first = asked.map((kind): Queue => {
    const isWaitedFor = (party: TelevisionParty): boolean => {
      const wants = calledKind(party) ?? party.wants;
      return kind === null || wants === kind || !isKind(wants);
    };
    return {
      of: { kind },
      tables: tables.filter((table) => kind === null || table.kind === kind),
      parties: free.filter(isWaitedFor),
    };
  });
  return [...byTable, ...first.filter((queue) => queue.parties.length > 0)];
};

const isKind = (wants: string): boolean => TABLE_KINDS.some((kind) => kind === wants);

/** A party's position among all waiting parties; the same in each queue that it appears in. */
export const placeIn = (
  { parties }: Pick<TelevisionWaitingList, 'parties'>,
  party: TelevisionParty,
): number => waiting(parties).indexOf(party) + 1;

/** How many parties are waiting, without called ones. */
export const waitingIn = ({ parties }: TelevisionWaitingList): number => waiting(parties).length;

/** How long a new call is shown large. */
export const CALL_MILLIS = 20_000;

/** A party called to a table. */
export interface Call {
  readonly party: TelevisionParty;
  /** Null if the table is unknown. */
  readonly table: RoomTable | null;
}

/** The called parties, latest first, and the server time until which the strip is large. */
export const callsOf = ({
  tables,
  parties,
}: TelevisionWaitingList): { readonly calls: readonly Call[]; readonly largeUntilMillis: number } => {
  const called = parties.filter(({ calledAtMillis }) => calledAtMillis !== null);
  const at = ({ calledAtMillis }: TelevisionParty): number => calledAtMillis ?? 0;
  return {
    calls: [...called]
      .sort((one, other) => at(other) - at(one))
      .map((party) => ({ party, table: tables.find(({ id }) => id === party.tableId) ?? null })),
    largeUntilMillis: Math.max(0, ...called.map(at)) + CALL_MILLIS,
  };
};

/** Whether somebody is called who wasn't before, and so recently that the strip is large. */
export const isCallNew = (before: readonly Call[], calls: readonly Call[], serverMillis: number): boolean =>
  calls.some(
    ({ party: { id, calledAtMillis } }) =>
      !before.some(({ party }) => party.id === id) && serverMillis < (calledAtMillis ?? 0) + CALL_MILLIS,
  );
