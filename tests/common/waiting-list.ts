import { randomUUID } from 'node:crypto';
import type { Seat } from '../../src/core/room/table-state.ts';
import type { PartyEntry, LastOp, RoomTable, WaitingList } from '../../src/core/room/list.ts';

/** Waiting lists as a server would answer them. */

/** A party of two that waits for any table. */
export const entry = (name: string, changes: Partial<PartyEntry> = {}): PartyEntry =>
  ({
    id: randomUUID(),
    name,
    name2: null,
    size: 2,
    wants: 'any',
    wantedId: null,
    state: 'waiting',
    tableId: null,
    place: 0,
    calledAtMillis: null,
    startedAtMillis: null,
    fixture: null,
    joinedAtMillis: 0,
    lastOp: { id: randomUUID(), kind: 'add', atMillis: 0, by: null, was: null },
    ...changes,
  }) as PartyEntry;

/** An entry after an op. */
export const changed = (
  before: PartyEntry,
  lastOp: Pick<LastOp, 'id' | 'kind'>,
  changes: Partial<PartyEntry>,
  atMillis = 0,
): PartyEntry =>
  ({ ...before, ...changes, lastOp: { ...before.lastOp, ...lastOp, atMillis, was: before } }) as PartyEntry;

/** A list with its entries in order, and their parties at its tables. */
export const listOf = (
  tables: readonly RoomTable[],
  entries: readonly PartyEntry[],
  seq = 0,
): WaitingList => {
  const seatAt = (tableId: string, state: PartyEntry['state']): Seat | null => {
    const held = entries.find((entry) => entry.tableId === tableId && entry.state === state);
    return held ? { entry: held.id, name: held.name, name2: held.name2, sinceMillis: 0 } : null;
  };
  return {
    seq,
    topic: 'room:test',
    fullNames: true,
    serverMillis: Date.now(),
    tables: tables.map((table) => ({
      ...table,
      party: seatAt(table.id, 'playing'),
      called: seatAt(table.id, 'called'),
    })),
    entries: entries.map((entry, place) => ({ ...entry, place })),
  };
};
