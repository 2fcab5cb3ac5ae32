import type { TableFacts } from '../room/table-state.ts';
import { TABLE_KINDS, type TableKind } from '../../rules/table-kind.ts';

/* The waiting list as televisions show it. */

export interface ScreenTable extends TableFacts {
  readonly id: string;
  readonly title: string;
  readonly kind: TableKind;
}

export interface ScreenParty {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly wants: 'any' | 'table' | TableKind;
  /** The table they want, or are called to. */
  readonly tableId: string | null;
  /** When they were called, in server time; null while they wait. */
  readonly calledAtMillis: number | null;
}

export interface ScreenList {
  /** The number of its last change. */
  readonly seq: number;
  readonly tables: readonly ScreenTable[];
  /** In the list's order. */
  readonly parties: readonly ScreenParty[];
}

const isCalled = ({ calledAtMillis }: ScreenParty): boolean => calledAtMillis !== null;

const waiting = (parties: readonly ScreenParty[]): readonly ScreenParty[] =>
  parties.filter((party) => !isCalled(party));

/** Those who wait for one table, or for the first that is free. */
export interface Queue {
  /** The table's id, or of which kind the first free one is to be; null for any. */
  readonly of: { readonly table: ScreenTable } | { readonly kind: TableKind | null };
  /** The tables that it waits for. */
  readonly tables: readonly ScreenTable[];
  readonly parties: readonly ScreenParty[];
}

/**
 * A queue for each table that somebody asked for, then one for the first free table, or one for each kind where parties
 * ask for a kind: whoever takes any table stands in both, and whoever is called in that of the table's kind.
 */
export const queuesOf = ({ tables, parties }: ScreenList): readonly Queue[] => {
  const wanted = (id: string) => parties.filter(({ wants, tableId }) => wants === 'table' && tableId === id);
  const byTable = tables
    .map((table): Queue => ({ of: { table }, tables: [table], parties: wanted(table.id) }))
    .filter((queue) => queue.parties.length > 0);
  const known = new Set(tables.map(({ id }) => id));
  // A table that just went: its queue waits for any until the list says what it wants now.
  const free = parties.filter(
    ({ wants, tableId }) => wants !== 'table' || tableId === null || !known.has(tableId),
  );
  const kinds = TABLE_KINDS.filter((kind) => free.some(({ wants }) => wants === kind));
  const hasBoth = TABLE_KINDS.every((kind) => tables.some((table) => table.kind === kind));
  const asked = kinds.length > 1 || (hasBoth && kinds.length > 0) ? TABLE_KINDS : [null];
  const calledKind = ({ tableId, calledAtMillis }: ScreenParty): TableKind | null =>
    (calledAtMillis === null ? null : tables.find(({ id }) => id === tableId)?.kind) ?? null;
  const first = asked.map((kind): Queue => {
    const isWaitedFor = (party: ScreenParty): boolean => {
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

/** Which of all who wait a party is: the same number in each queue that it stands in. */
export const placeIn = ({ parties }: Pick<ScreenList, 'parties'>, party: ScreenParty): number =>
  waiting(parties).indexOf(party) + 1;

/** How many wait, apart from those who are called. */
export const waitingIn = ({ parties }: ScreenList): number => waiting(parties).length;

/** How long a call stands large. */
export const CALL_MILLIS = 20_000;

/** A party called to a table. */
export interface Call {
  readonly party: ScreenParty;
  /** Null if the table isn't known. */
  readonly table: ScreenTable | null;
}

/** Those who are called, the latest first, and until when the strip is large, in server time. */
export const callsOf = ({
  tables,
  parties,
}: ScreenList): { readonly calls: readonly Call[]; readonly largeUntilMillis: number } => {
  const called = parties.filter(({ calledAtMillis }) => calledAtMillis !== null);
  const at = ({ calledAtMillis }: ScreenParty): number => calledAtMillis ?? 0;
  return {
    calls: [...called]
      .sort((one, other) => at(other) - at(one))
      .map((party) => ({ party, table: tables.find(({ id }) => id === party.tableId) ?? null })),
    largeUntilMillis: Math.max(0, ...called.map(at)) + CALL_MILLIS,
  };
};
