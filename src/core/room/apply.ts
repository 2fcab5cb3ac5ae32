import type { Seat } from './table-state.ts';
import {
  ALIVE_MILLIS,
  isAlive,
  isQueued,
  LIST_LIMIT,
  UNDO_MILLIS,
  type Change,
  type Doer,
  type Entry,
  type EntryFields,
  type LastOp,
  type Op,
  type OpResult,
  type Party,
  type WaitingList,
} from './list.ts';

/*
 * Applies ops to a list, so that a device can show them before the server has answered. The server decides by the same
 * rules (`private.take_op`). Tests run both on the same cases.
 */

export type Applied = OpResult & { readonly list: WaitingList };

/** The author of an op, its server time, and a function for new ids. */
export interface Doing {
  readonly by: Doer | null;
  readonly nowMillis: number;
  readonly newId: () => string;
}

type Reason = NonNullable<OpResult['reason']>;

const inOrder = (entries: readonly Entry[]): readonly Entry[] =>
  [...entries].sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));

const fieldsOf = ({
  name,
  name2,
  size,
  state,
  tableId,
  place,
  calledAtMillis,
  startedAtMillis,
  ...rest
}: EntryFields): EntryFields => ({
  name,
  name2,
  size,
  state,
  tableId,
  place,
  calledAtMillis,
  startedAtMillis,
  ...(rest.wants === 'table'
    ? { wants: rest.wants, wantedId: rest.wantedId }
    : { wants: rest.wants, wantedId: null }),
});

const isSameParty = (one: Party, other: Party): boolean =>
  one.name === other.name &&
  one.name2 === other.name2 &&
  one.size === other.size &&
  one.wants === other.wants &&
  one.wantedId === other.wantedId;

/** The queued entries after an entry, nearest first. */
const queuedAfter = ({ entries }: WaitingList, held: Entry): readonly Entry[] =>
  entries.slice(entries.indexOf(held) + 1).filter(isQueued);

/** Whether an entry already is as an op wants it, no matter who did that. */
const isAlready = (list: WaitingList, held: Entry, op: Op): boolean => {
  const { state, tableId, lastOp } = held;
  switch (op.kind) {
    case 'add':
      return true;
    case 'edit':
      return isAlive(held) && isSameParty(held, op);
    case 'place':
      return isQueued(held) && (queuedAfter(list, held)[0]?.id ?? null) === op.next;
    case 'call':
      // A device that has seen the call may call again.
      return state === 'called' && tableId === op.tableId && lastOp.id !== op.before;
    case 'start':
    case 'move':
      return state === 'playing' && tableId === op.tableId;
    case 'uncall':
    case 'back':
      return state === 'waiting';
    case 'away':
    case 'missed':
      return state === op.kind;
    case 'leave':
      return state === 'left';
    case 'free':
      return state === 'done';
    case 'undo':
      return lastOp.kind === 'undo' && lastOp.before === op.before;
    default:
      return op satisfies never;
  }
};

/** A place between those of two entries, or beyond one if the other is null. NaN if no number fits. */
const placeBetween = (low: number | null, high: number | null): number => {
  const place = low === null ? (high ?? 1) - 0.5 : high === null ? low + 0.5 : low + (high - low) / 2;
  return (low === null || low < place) && (high === null || place < high) ? place : NaN;
};

/** The list with its places spread out evenly, in order, including places that an undo would restore. */
const spread = (list: WaitingList): WaitingList => {
  const { entries } = list;
  const taken = new Set(
    entries.flatMap(({ place, lastOp: { was } }) => (was ? [place, was.place] : [place])),
  );
  const becomes = new Map(
    [...taken].sort((one, other) => one - other).map((place, index) => [place, index + 1]),
  );
  const moved = <Held extends EntryFields>(held: Held): Held => ({
    ...held,
    place: becomes.get(held.place) ?? held.place,
  });
  return {
    ...list,
    entries: entries.map((entry) => ({
      ...moved(entry),
      lastOp: { ...entry.lastOp, was: entry.lastOp.was && moved(entry.lastOp.was) },
    })),
  };
};

/** The place before another entry, or at the end; NaN if there is none. */
const placeBefore = ({ entries }: WaitingList, held: Entry, next: string | null): number => {
  const others = entries.filter(({ id }) => id !== held.id);
  if (next === null) return placeBetween(others.at(-1)?.place ?? null, null);
  const index = others.findIndex((entry) => entry.id === next && isQueued(entry));
  const after = others[index];
  return after ? placeBetween(others[index - 1]?.place ?? null, after.place) : NaN;
};

/** An entry's fields after a change; null if its state doesn't allow it. Not for add and undo. */
const after = (
  list: WaitingList,
  held: Entry,
  change: Exclude<Change, { kind: 'add' | 'undo' }>,
  nowMillis: number,
): EntryFields | null => {
  const { state } = held;
  const fields = fieldsOf(held);
  switch (change.kind) {
    case 'edit':
      return isAlive(held) ? fieldsOf({ ...fields, ...change }) : null;
    case 'place': {
      const place = isQueued(held) ? placeBefore(list, held, change.next) : NaN;
      return Number.isNaN(place) ? null : { ...fields, place };
    }
    case 'call':
      if (state !== 'waiting' && state !== 'called') return null;
      return { ...fields, state: 'called', tableId: change.tableId, calledAtMillis: nowMillis };
    case 'start':
      if (state !== 'waiting' && state !== 'called') return null;
      return { ...fields, state: 'playing', tableId: change.tableId, startedAtMillis: nowMillis };
    case 'move':
      return state === 'playing' ? { ...fields, tableId: change.tableId } : null;
    case 'uncall':
    case 'back':
      if (change.kind === 'uncall' ? state !== 'called' : state !== 'away' && state !== 'missed') return null;
      return { ...fields, state: 'waiting', tableId: null, calledAtMillis: null };
    case 'away':
      return state === 'waiting' ? { ...fields, state: 'away' } : null;
    case 'missed':
      return state === 'called' ? { ...fields, state: 'missed', tableId: null } : null;
    case 'leave':
      return isQueued(held) ? { ...fields, state: 'left', tableId: null } : null;
    case 'free':
      return state === 'playing' ? { ...fields, state: 'done', tableId: null } : null;
    default:
      return change satisfies never;
  }
};

/** The list with an entry updated by an op. */
const saved = (
  list: WaitingList,
  held: Entry | null,
  fields: EntryFields,
  made: Pick<LastOp, 'id' | 'kind' | 'before' | 'partOf'> & { readonly entry: string },
  { by, nowMillis }: Doing,
): WaitingList => {
  const { entry: id, ...op } = made;
  const entry: Entry = {
    ...fields,
    id,
    joinedAtMillis: held?.joinedAtMillis ?? nowMillis,
    lastOp: { ...op, by, atMillis: nowMillis, was: held && fieldsOf(held) },
  };
  return { ...list, entries: inOrder([...list.entries.filter((other) => other.id !== id), entry]) };
};

/** Whether the list has no room for this many more parties. */
const isFull = ({ entries }: WaitingList, more = 1): boolean =>
  more > 0 && entries.filter(isAlive).length + more > LIST_LIMIT;

const kept = (
  list: WaitingList,
  outcome: OpResult['outcome'],
  reason: Reason | null = null,
  about: Entry | null = null,
): Applied => ({
  outcome,
  reason,
  inTheWay:
    about && about.lastOp.kind !== null
      ? { entry: about.id, kind: about.lastOp.kind, by: about.lastOp.by }
      : null,
  list,
});

/** The list with its tables' parties taken from its entries, as the server will do it. */
const seated = (list: WaitingList): WaitingList => {
  const seatOf = (tableId: string, state: 'playing' | 'called'): Seat | null => {
    const held = list.entries.find((entry) => entry.tableId === tableId && entry.state === state);
    if (!held) return null;
    const { id: entry, name, name2, startedAtMillis, calledAtMillis } = held;
    return { entry, name, name2, sinceMillis: (state === 'playing' ? startedAtMillis : calledAtMillis) ?? 0 };
  };
  return {
    ...list,
    tables: list.tables.map((table) => ({
      ...table,
      party: seatOf(table.id, 'playing'),
      called: seatOf(table.id, 'called'),
    })),
  };
};

const done = (list: WaitingList): Applied => kept(seated({ ...list, seq: list.seq + 1 }), 'done');

/** Undoes an entry's last op, together with its linked changes. */
const takeBack = (list: WaitingList, held: Entry, op: Op, doing: Doing): Applied => {
  const { nowMillis, newId } = doing;
  const { lastOp } = held;
  if (lastOp.atMillis <= nowMillis - UNDO_MILLIS) return kept(list, 'refused', 'late', held);
  const tables = new Set(list.tables.map(({ id }) => id));
  const changes = list.entries
    .filter((entry) => entry === held || entry.lastOp.partOf === lastOp.id)
    .map((entry) => {
      const was = entry.lastOp.was ?? { ...fieldsOf(entry), state: 'left', tableId: null };
      const wanted = was.wantedId === null ? undefined : tables.has(was.wantedId);
      const restored = wanted === false ? fieldsOf({ ...was, wants: 'any', wantedId: null }) : fieldsOf(was);
      return { entry, restored };
    });
  if (changes.some(({ restored: { tableId } }) => tableId !== null && !tables.has(tableId)))
    return kept(list, 'refused', 'closed', held);
  const taker = list.entries.find(
    (other) =>
      other.tableId !== null &&
      !changes.some(({ entry }) => entry === other) &&
      changes.some(({ restored }) => restored.tableId === other.tableId && restored.state === other.state),
  );
  if (taker) return kept(list, 'refused', 'table', taker);
  const alive = (entries: readonly Pick<Entry, 'state'>[]): number => entries.filter(isAlive).length;
  const more = alive(changes.map(({ restored }) => restored)) - alive(changes.map(({ entry }) => entry));
  if (isFull(list, more)) return kept(list, 'full', 'list');
  return done(
    changes.reduce(
      (changed, { entry, restored }) =>
        saved(
          changed,
          entry,
          restored,
          {
            kind: 'undo',
            entry: entry.id,
            before: entry.lastOp.id,
            ...(entry === held ? { id: op.id, partOf: null } : { id: newId(), partOf: op.id }),
          },
          doing,
        ),
      list,
    ),
  );
};

/** The fields of an entry that joins at the end of the queue. */
const joining = ({ entries }: WaitingList, party: Party): EntryFields => ({
  ...fieldsOf({
    ...party,
    state: 'waiting',
    tableId: null,
    place: placeBetween(entries.at(-1)?.place ?? null, null),
    calledAtMillis: null,
    startedAtMillis: null,
  }),
});

/** The result of an op: the entry's new fields, or the outcome that ends it. */
const outcomeOf = (
  list: WaitingList,
  held: Entry | undefined,
  op: Op,
  doing: Doing,
): EntryFields | Applied => {
  if (!held) {
    // The entry is no longer on the list.
    if (op.kind !== 'add') return kept(list, 'refused', 'changed');
    if (isFull(list)) return kept(list, 'full', 'list');
    const fields = joining(list, op);
    return op.tableId === null
      ? fields
      : { ...fields, state: 'playing', tableId: op.tableId, startedAtMillis: doing.nowMillis };
  }
  if (isAlready(list, held, op)) return kept(list, 'already');
  if (op.kind === 'add' || held.lastOp.id !== op.before) return kept(list, 'refused', 'changed', held);
  if (op.kind === 'undo') return takeBack(list, held, op, doing);
  return (
    after(list, held, op, doing.nowMillis) ??
    kept(list, 'refused', op.kind === 'place' ? 'place' : 'state', held)
  );
};

const applyTo = (list: WaitingList, op: Op, doing: Doing): Applied => {
  const held = list.entries.find(({ id }) => id === op.entry);
  const fields = outcomeOf(list, held, op, doing);
  if ('outcome' in fields) return fields;

  const wantedId = 'wantedId' in op ? op.wantedId : null;
  const tableId = 'tableId' in op ? op.tableId : null;
  const isOpen = (id: string | null): boolean => {
    const table = list.tables.find((known) => known.id === id);
    return table !== undefined && !(table.outOfUse && id === tableId);
  };
  if ((wantedId !== null && !isOpen(wantedId)) || (tableId !== null && !isOpen(tableId)))
    return kept(list, 'refused', 'closed');

  const there = list.entries.filter(
    (other) =>
      tableId !== null &&
      other.tableId === tableId &&
      other.id !== op.entry &&
      (other.state === 'playing' || op.kind === 'call'),
  );
  const other = there.find(({ state }) => state === 'playing') ?? there[0];
  const made = { id: op.id, entry: op.entry, kind: op.kind, before: op.before, partOf: null };
  if (!other) return done(saved(list, held ?? null, fields, made, doing));
  if (!('replace' in op && op.replace)) return kept(list, 'refused', 'table', other);
  const freed = saved(
    list,
    other,
    { ...fieldsOf(other), state: 'done', tableId: null },
    { id: doing.newId(), entry: other.id, kind: 'free', before: other.lastOp.id, partOf: op.id },
    doing,
  );
  return done(saved(freed, held ?? null, fields, made, doing));
};

/** Applies an op. If it can't be done, the list stays as it is, and the result gives the reason. */
export const applyOp = (list: WaitingList, op: Op, doing: Doing): Applied => {
  const applied = applyTo(list, op, doing);
  if (applied.reason !== 'place') return applied;
  // Needed after some fifty moves into the same gap.
  const wider = applyTo(spread(list), op, doing);
  return wider.outcome === 'done' ? wider : applied;
};

/**
 * The list without expired entries. Ended entries stay while they can be undone; entries that aren't playing go after
 * six hours.
 */
export const tidied = (list: WaitingList, nowMillis: number): WaitingList => {
  const scoredAt = (id: string | null): number =>
    list.tables.find((table) => table.id === id)?.match?.scoredAtMillis ?? -Infinity;
  return seated({
    ...list,
    serverMillis: nowMillis,
    entries: list.entries.filter((entry) => {
      const { lastOp, state, tableId } = entry;
      if (!isAlive(entry)) return lastOp.atMillis > nowMillis - UNDO_MILLIS;
      const scored = state === 'playing' ? scoredAt(tableId) : -Infinity;
      return Math.max(lastOp.atMillis, scored) > nowMillis - ALIVE_MILLIS;
    }),
  });
};
