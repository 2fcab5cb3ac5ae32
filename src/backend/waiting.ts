import {
  ENTRY_STATES,
  OP_KINDS,
  OP_OUTCOMES,
  OP_REASONS,
  OP_RETRIES,
  type Doer,
  type Entry,
  type EntryFields,
  type LastOp,
  type Op,
  type Party,
  type RoomTable,
  type WaitingList,
} from '../core/room/list.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import { flag, listOf, millis, number, object, oneOf, orNull, text } from './answers.ts';
import type { ChangedWaiting, WaitingBackend } from './contract.ts';
import type { Json } from './database.types.ts';
import { readFacts } from './facts.ts';
import { joinChannel } from './realtime.ts';
import type { Requests } from './requests.ts';

const readDoer = (value: unknown): Doer => {
  const { id, name } = object(value);
  return { id: text(id), name: orNull(text, name) };
};

const readParty = (entry: Readonly<Record<string, unknown>>): Party => {
  const party = {
    name: text(entry['name']),
    name2: orNull(text, entry['name2']),
    size: number(entry['size']),
  };
  const wantedId = orNull(text, entry['wanted_id']);
  return wantedId === null
    ? { ...party, wants: oneOf(['any', ...TABLE_KINDS], entry['wants']), wantedId }
    : { ...party, wants: 'table', wantedId };
};

const readFields = (value: unknown): EntryFields => {
  const entry = object(value);
  return {
    ...readParty(entry),
    state: oneOf(ENTRY_STATES, entry['state']),
    tableId: orNull(text, entry['table_id']),
    place: number(entry['place']),
    calledAtMillis: orNull(millis, entry['called_at']),
    startedAtMillis: orNull(millis, entry['started_at']),
  };
};

const readLastOp = (value: unknown): LastOp => {
  const op = object(value);
  return {
    id: text(op['id']),
    kind: orNull((kind) => oneOf(OP_KINDS, kind), op['kind']),
    atMillis: millis(op['at']),
    by: orNull(readDoer, op['by']),
    was: orNull(readFields, op['was']),
  };
};

const readEntry = (value: unknown): Entry => {
  const entry = object(value);
  return {
    ...readFields(entry),
    id: text(entry['id']),
    joinedAtMillis: millis(entry['joined_at']),
    lastOp: readLastOp(entry['last_op']),
  };
};

const readTable = (value: unknown): RoomTable => {
  const table = object(value);
  return {
    id: text(table['id']),
    title: text(table['title']),
    kind: oneOf(TABLE_KINDS, table['kind']),
    ...readFacts(table),
  };
};

const readList = (value: unknown): WaitingList => {
  const list = object(value);
  return {
    seq: number(list['seq']),
    topic: text(list['topic']),
    fullNames: flag(list['full_names']),
    serverMillis: millis(list['server_time']),
    tables: listOf(readTable, list['tables']),
    entries: listOf(readEntry, list['entries']),
  };
};

const readChanged = (value: unknown): ChangedWaiting => {
  const answer = object(value);
  return {
    outcome: oneOf(OP_OUTCOMES, answer['outcome']),
    reason: orNull((reason) => oneOf(OP_REASONS, reason), answer['reason']),
    inTheWay: orNull(
      (entry) => ({
        entry: text(entry),
        kind: oneOf(OP_KINDS, answer['what']),
        by: orNull(readDoer, answer['by']),
      }),
      answer['entry'],
    ),
    retry: orNull((retry) => oneOf(OP_RETRIES, retry), answer['retry']),
    list: readList(answer['list']),
  };
};

/** An op in the database's format. */
const written = ({ id, entry, before, ...change }: Op): Json => {
  const { wantedId, tableId, ...rest } = { wantedId: undefined, tableId: undefined, ...change };
  return {
    ...rest,
    id,
    entry,
    before,
    ...(wantedId !== undefined && { wanted_id: wantedId }),
    ...(tableId !== undefined && { table_id: tableId }),
  };
};

/** The backend of a venue's waiting list. */
export const waitingBackend = ({ call }: Requests): WaitingBackend => {
  return {
    listWaiting: async () => readList(await call('list_waiting', {})),
    changeWaiting: async (op) => readChanged(await call('change_waiting', { op: written(op) })),
    listenRoom: (topic, { changed, ...listener }) =>
      joinChannel(topic, listener, {
        seq: (payload) => changed(number(object(payload)['seq'])),
        played: () => changed(null),
      }),
  };
};
