import {
  ENTRY_STATES,
  OP_KINDS,
  OP_OUTCOMES,
  OP_REASONS,
  OP_RETRIES,
  type Doer,
  type PartyEntry,
  type EntryFields,
  type LastOp,
  type Op,
  type Party,
  type WaitingList,
} from '../core/room/list.ts';
import type { Fixture } from '../core/tournament/facts.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import {
  expectFlag,
  expectList,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  expectPair,
  orNull,
  expectText,
} from './answers.ts';
import type { ChangedWaiting, WaitingBackend } from './contract.ts';
import type { Json } from './database.types.ts';
import { readRoomTable } from './facts.ts';
import { joinChannel } from './channel.ts';
import type { Requests } from './requests.ts';

export const readDoer = (value: unknown): Doer => {
  const { id, name } = expectObject(value);
  return { id: expectText(id), name: orNull(expectText, name) };
};

const readParty = (entry: Readonly<Record<string, unknown>>): Party => {
  const party = {
    name: expectText(entry['name']),
    name2: orNull(expectText, entry['name2']),
    size: expectNumber(entry['size']),
  };
  const wantedId = orNull(expectText, entry['wanted_id']);
  return wantedId === null
    ? { ...party, wants: expectOneOf(['any', ...TABLE_KINDS], entry['wants']), wantedId }
    : { ...party, wants: 'table', wantedId };
};

const readFields = (value: unknown): EntryFields => {
  const entry = expectObject(value);
  return {
    ...readParty(entry),
    state: expectOneOf(ENTRY_STATES, entry['state']),
    tableId: orNull(expectText, entry['table_id']),
    place: expectNumber(entry['place']),
    calledAtMillis: orNull(expectMillis, entry['called_at']),
    startedAtMillis: orNull(expectMillis, entry['started_at']),
  };
};

const readLastOp = (value: unknown): LastOp => {
  const op = expectObject(value);
  return {
    id: expectText(op['id']),
    kind: orNull((kind) => expectOneOf(OP_KINDS, kind), op['kind']),
    atMillis: expectMillis(op['at']),
    by: orNull(readDoer, op['by']),
    was: orNull(readFields, op['was']),
  };
};

const readFixture = (value: unknown): Fixture => {
  const fixture = expectObject(value);
  return {
    tournament: expectText(fixture['tournament']),
    slot: expectText(fixture['slot']),
    pair: expectPair(fixture['pair']),
  };
};

const readEntry = (value: unknown): PartyEntry => {
  const entry = expectObject(value);
  return {
    ...readFields(entry),
    id: expectText(entry['id']),
    fixture: orNull(readFixture, entry['fixture']),
    joinedAtMillis: expectMillis(entry['joined_at']),
    lastOp: readLastOp(entry['last_op']),
  };
};

const readList = (value: unknown): WaitingList => {
  const list = expectObject(value);
  return {
    seq: expectNumber(list['seq']),
    topic: expectText(list['topic']),
    fullNames: expectFlag(list['full_names']),
    serverMillis: expectMillis(list['server_time']),
    tables: expectList(readRoomTable, list['tables']),
    entries: expectList(readEntry, list['entries']),
  };
};

const readChanged = (value: unknown): ChangedWaiting => {
  const answer = expectObject(value);
  return {
    outcome: expectOneOf(OP_OUTCOMES, answer['outcome']),
    reason: orNull((reason) => expectOneOf(OP_REASONS, reason), answer['reason']),
    inTheWay: orNull(
      (entry) => ({
        entry: expectText(entry),
        kind: expectOneOf(OP_KINDS, answer['kind']),
        by: orNull(readDoer, answer['by']),
      }),
      answer['entry'],
    ),
    retry: orNull((retry) => expectOneOf(OP_RETRIES, retry), answer['retry']),
    list: readList(answer['list']),
  };
};

/** An op in the database's format. */
const written = ({ id, entry, before, ...change }: Op): Json => {
  const { wantedId, tableId, ...rest } = { wantedId: undefined, tableId: undefined, ...change };
  return {
    ...(rest as Readonly<Record<string, Json>>),
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
        seq: (payload) => changed(expectNumber(expectObject(payload)['seq'])),
        played: () => changed(null),
      }),
  };
};
