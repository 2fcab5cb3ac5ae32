import type { ChangedWaiting, RoomListener } from '../../../src/backend/contract.ts';
import {
  isQueued,
  UNDO_MILLIS,
  type Doer,
  type EntryFields,
  type Op,
  type OpKind,
  type OpReason,
  type OpOutcome,
  type PartyEntry,
  type RoomTable,
  type WaitingList,
} from '../../../src/core/room/list.ts';
import { COUNTS_MILLIS, type Seat, type TableFacts } from '../../../src/core/room/table-state.ts';
import type { TelevisionWaitingList } from '../../../src/core/television/waiting.ts';
import type { TableKind } from '../../../src/rules/table-kind.ts';

/** A venue's waiting list in memory, which the contract's tests hold to `20_waiting.sql`. Screens show full names. */

export interface WaitingTable {
  readonly id: string;
  readonly title: string;
  readonly kind: TableKind;
  readonly outOfUse: boolean;
  readonly archived: boolean;
  readonly match: TableFacts['match'];
}

interface Server {
  readonly serverMillis: () => number;
  readonly newId: () => string;
  /** A number from 0 to 1. */
  readonly chance: () => number;
  /** The venue's tables in its owner's order. */
  readonly tables: () => readonly WaitingTable[];
  /** Tells everybody who listens to the list. */
  readonly announce: (tell: (listener: Pick<RoomListener, 'changed'>) => void) => void;
}

type Image = EntryFields & { readonly endedAtMillis: number | null };
type Held = Image & {
  readonly id: string;
  readonly joinedAtMillis: number;
  readonly lastOp: string;
  readonly changedAtMillis: number;
};

/** An op as it was taken. */
interface Made {
  readonly id: string;
  readonly entry: string;
  readonly kind: OpKind;
  readonly before: string | null;
  readonly partOf: string | null;
  readonly outcome: OpOutcome;
  readonly reason: OpReason | null;
  /** The op in the way. */
  readonly about: string | null;
  readonly by: Doer;
  readonly atMillis: number;
  readonly was: Image | null;
}

interface Judged {
  readonly made: Made;
  readonly held: Held | null;
  readonly freed: Held | undefined;
}

export const ROOM_TOPIC = 'room:1';
const MOST_PARTIES = 200;
const LAST = Number.MAX_SAFE_INTEGER;

export const fakeWaiting = ({ serverMillis, newId, chance, tables, announce }: Server) => {
  const entries = new Map<string, Held>();
  const ops = new Map<string, Made>();
  let seq = 0;
  let changedMillis = 0;
  const tell = (number: number | null): void => {
    changedMillis = serverMillis();
    announce(({ changed }) => changed(number));
  };

  const all = (): Held[] =>
    [...entries.values()].sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));
  const tableOf = (id: string | null): WaitingTable | undefined => tables().find((table) => table.id === id);

  /** The places that are taken, or that an undo may bring an entry back to. */
  const placed = (): Held[] =>
    all().filter(({ endedAtMillis }) => (endedAtMillis ?? LAST) > serverMillis() - UNDO_MILLIS);
  const placeBetween = (low: number | undefined, high: number | undefined): number => {
    const part = 0.4 + 0.2 * chance();
    if (low === undefined) return high === undefined ? part : high - part;
    const place = high === undefined ? low + part : low + (high - low) * part;
    if (place <= low || (high !== undefined && place >= high)) throw new Error('no place is left');
    return place;
  };
  const placeBefore = (held: Held, next: Held | undefined): number =>
    placeBetween(
      placed().findLast(({ id, place }) => id !== held.id && place < (next?.place ?? LAST))?.place,
      next?.place,
    );

  const untilMillis = ({ changedAtMillis, state, tableId }: Held): number => {
    const match = state === 'playing' ? tableOf(tableId)?.match : null;
    return Math.max(changedAtMillis, match?.scoredAtMillis ?? 0) + COUNTS_MILLIS;
  };

  /** Ends parties that were silent for too long. */
  const tidy = (): void => {
    for (const held of entries.values()) {
      if (held.endedAtMillis !== null) continue;
      const endedAtMillis = untilMillis(held);
      if (endedAtMillis > serverMillis()) continue;
      const state = held.state === 'playing' ? 'done' : 'left';
      entries.set(held.id, { ...held, state, tableId: null, endedAtMillis });
    }
  };

  const partyOf = (op: Extract<Op, { kind: 'add' | 'edit' }>) => {
    const { name, name2, size } = op;
    return op.wants === 'table'
      ? { name, name2, size, wants: op.wants, wantedId: op.wantedId }
      : { name, name2, size, wants: op.wants, wantedId: null };
  };

  const isAlready = (held: Held, op: Op): boolean => {
    const isAt = (state: Held['state'], tableId: string): boolean =>
      held.state === state && held.tableId === tableId;
    switch (op.kind) {
      case 'add':
        return true;
      case 'edit':
        return (
          held.endedAtMillis === null &&
          Object.entries(partyOf(op)).every(([field, to]) => held[field as keyof Held] === to)
        );
      case 'place': {
        const queue = all().filter(isQueued);
        const at = queue.findIndex(({ id }) => id === held.id);
        return at >= 0 && (queue[at + 1]?.id ?? null) === op.next;
      }
      case 'call':
        // Its last op may be called again.
        return isAt('called', op.tableId) && held.lastOp !== op.before;
      case 'start':
      case 'move':
        return isAt('playing', op.tableId);
      case 'undo': {
        const last = ops.get(held.lastOp);
        return last?.kind === 'undo' && last.before === op.before;
      }
      default: {
        const becomes = {
          uncall: 'waiting',
          back: 'waiting',
          away: 'away',
          missed: 'missed',
          leave: 'left',
          free: 'done',
        };
        return held.state === becomes[op.kind];
      }
    }
  };

  /** The entry after an op; null if its state doesn't allow it. */
  const after = (held: Held, op: Op, atMillis: number): Held | null => {
    const { state } = held;
    switch (op.kind) {
      case 'edit':
        return held.endedAtMillis === null ? { ...held, ...partyOf(op) } : null;
      case 'place': {
        const next = op.next === null ? undefined : entries.get(op.next);
        if (!isQueued(held) || (op.next !== null && !(next && isQueued(next)))) return null;
        return { ...held, place: placeBefore(held, next) };
      }
      case 'call':
        if (state !== 'waiting' && state !== 'called') return null;
        return { ...held, state: 'called', tableId: op.tableId, calledAtMillis: atMillis };
      case 'uncall':
        return state === 'called' ? { ...held, state: 'waiting', tableId: null, calledAtMillis: null } : null;
      case 'back':
        if (state !== 'away' && state !== 'missed') return null;
        return { ...held, state: 'waiting', tableId: null, calledAtMillis: null };
      case 'start':
        if (state !== 'waiting' && state !== 'called') return null;
        return { ...held, state: 'playing', tableId: op.tableId, startedAtMillis: atMillis };
      case 'move':
        return state === 'playing' ? { ...held, tableId: op.tableId } : null;
      case 'away':
        return state === 'waiting' ? { ...held, state: 'away' } : null;
      case 'missed':
        return state === 'called' ? { ...held, state: 'missed', tableId: null } : null;
      case 'leave':
        return isQueued(held) ? { ...held, state: 'left', tableId: null, endedAtMillis: atMillis } : null;
      case 'free':
        return state === 'playing'
          ? { ...held, state: 'done', tableId: null, endedAtMillis: atMillis }
          : null;
      default:
        return null;
    }
  };

  const judge = (op: Op, by: Doer): Judged => {
    const atMillis = serverMillis();
    const { id, entry, kind, before } = op;
    const made: Made = {
      ...{ id, entry, kind, before, by, atMillis },
      ...{ partOf: null, outcome: 'refused', reason: null, about: null, was: null },
    };
    const known = entries.get(entry);
    const refused = (
      reason: OpReason,
      about: string | null = null,
      outcome: OpOutcome = 'refused',
    ): Judged => ({
      made: { ...made, outcome, reason, about },
      held: known ?? null,
      freed: undefined,
    });
    let held: Held | null;
    if (!known) {
      if (op.kind !== 'add') return refused('changed');
      if (all().filter(({ endedAtMillis }) => endedAtMillis === null).length >= MOST_PARTIES)
        return refused('list', null, 'full');
      const place = placeBetween(placed().at(-1)?.place, undefined);
      const fresh: Held = {
        ...{ id: entry, state: 'waiting', tableId: null, place, calledAtMillis: null, startedAtMillis: null },
        ...{ joinedAtMillis: atMillis, endedAtMillis: null, lastOp: '', changedAtMillis: atMillis },
        ...partyOf(op),
      };
      held =
        op.tableId === null ? fresh : after(fresh, { ...op, kind: 'start', tableId: op.tableId }, atMillis);
    } else if (isAlready(known, op)) {
      return { made: { ...made, outcome: 'already' }, held: known, freed: undefined };
    } else if (known.lastOp !== before) {
      return refused('changed', known.lastOp);
    } else if (op.kind === 'undo') {
      return { made: { ...made, outcome: 'done' }, held: known, freed: undefined };
    } else {
      held = after(known, op, atMillis);
      if (!held) return refused(op.kind === 'place' ? 'place' : 'state', known.lastOp);
    }
    const tableId = 'tableId' in op ? op.tableId : null;
    const at = tableOf(tableId);
    const wanted = 'wantedId' in op ? tableOf(op.wantedId) : undefined;
    if (wanted?.archived || at?.archived || at?.outOfUse) return refused('closed');
    const freed = all()
      .filter((other) => tableId !== null && other.tableId === tableId && other.id !== entry)
      .filter(({ state }) => state === 'playing' || op.kind === 'call')
      .sort((one, other) => Number(other.state === 'playing') - Number(one.state === 'playing'))[0];
    const replaces = (op.kind === 'add' || op.kind === 'start') && op.replace;
    if (freed && !replaces) return { ...refused('table', freed.lastOp), held };
    return { made: { ...made, outcome: 'done' }, held, freed };
  };

  const save = (held: Held, made: Made): void => {
    const stored = entries.get(held.id) ?? null;
    ops.set(made.id, { ...made, outcome: 'done', was: stored });
    entries.set(held.id, { ...held, lastOp: made.id, changedAtMillis: made.atMillis });
  };
  const savePart = (held: Held, whole: Made, kind: OpKind, before: string): void =>
    save(held, { ...whole, partOf: whole.id, id: newId(), entry: held.id, kind, before });

  /** Undoes an entry's last op, with the ops that are part of it. */
  const takeBack = (made: Made, held: Held): Made => {
    const refused = { ...made, outcome: 'refused' as const };
    const undone = ops.get(held.lastOp);
    if (!undone || undone.atMillis <= made.atMillis - UNDO_MILLIS)
      return { ...refused, reason: 'late', about: held.lastOp };
    const changes = all().flatMap((entry) => {
      const taken = ops.get(entry.lastOp);
      if (!taken || (taken.id !== undone.id && taken.partOf !== undone.id)) return [];
      const restored: Held = taken.was
        ? { ...entry, ...taken.was }
        : { ...entry, state: 'left', tableId: null, endedAtMillis: made.atMillis };
      return [{ restored, op: taken.id }];
    });
    if (changes.some(({ restored }) => tableOf(restored.tableId)?.archived))
      return { ...refused, reason: 'closed', about: held.lastOp };
    const other = all().find(
      ({ id, state, tableId }) =>
        tableId !== null &&
        !changes.some(({ restored }) => restored.id === id) &&
        changes.some(({ restored }) => restored.tableId === tableId && restored.state === state),
    );
    if (other) return { ...refused, reason: 'table', about: other.lastOp };
    // Parties leave a table before others return to it.
    for (const { restored, op } of changes.sort(
      (one, two) => Number(one.restored.state === 'playing') - Number(two.restored.state === 'playing'),
    )) {
      if (op === undone.id) save(restored, made);
      else savePart(restored, made, 'undo', op);
    }
    return { ...made, outcome: 'done' };
  };

  const take = (op: Op, by: Doer): Made => {
    const { made, held, freed } = judge(op, by);
    if (made.outcome !== 'done' || !held) return made;
    if (made.kind === 'undo') return takeBack(made, held);
    if (freed) {
      const { state } = freed;
      if (state !== 'playing') throw new Error(`a ${state} party can't be freed`);
      savePart(
        { ...freed, state: 'done', tableId: null, endedAtMillis: made.atMillis },
        made,
        'free',
        freed.lastOp,
      );
    }
    save(held, made);
    return made;
  };

  const alive = (): Held[] =>
    all().filter((held) => held.endedAtMillis === null && untilMillis(held) > serverMillis());

  /** The tables with their parties, under the names that `nameOf` shows. */
  const roomTables = (nameOf: (held: Held) => Pick<Seat, 'name' | 'name2'>): RoomTable[] => {
    const here = alive();
    const seat = (tableId: string, state: 'playing' | 'called'): Seat | null => {
      const held = here.find((one) => one.tableId === tableId && one.state === state);
      const since = state === 'playing' ? held?.startedAtMillis : held?.calledAtMillis;
      return held ? { entry: held.id, ...nameOf(held), sinceMillis: since ?? 0 } : null;
    };
    return tables()
      .filter(({ archived }) => !archived)
      .map(({ id, title, kind, outOfUse, match }) => ({
        ...{ id, title, kind, outOfUse },
        match: match && match.scoredAtMillis + COUNTS_MILLIS > serverMillis() ? match : null,
        party: seat(id, 'playing'),
        called: seat(id, 'called'),
      }));
  };
  const screenName = ({ name, name2 }: Held): string => (name === '' ? (name2 ?? '') : name);

  const list = (): WaitingList => {
    tidy();
    const nowMillis = serverMillis();
    const shown = all().filter(
      ({ endedAtMillis, changedAtMillis }) =>
        endedAtMillis === null || Math.min(endedAtMillis, changedAtMillis) > nowMillis - UNDO_MILLIS,
    );
    return {
      seq,
      topic: ROOM_TOPIC,
      fullNames: true,
      serverMillis: nowMillis,
      tables: roomTables(({ name, name2 }) => ({ name, name2 })),
      entries: shown.map(({ endedAtMillis: _ended, lastOp, changedAtMillis, ...held }) => {
        const { kind, by, atMillis = 0, was = null } = ops.get(lastOp) ?? {};
        const undoable = was !== null && atMillis > nowMillis - UNDO_MILLIS;
        return {
          ...held,
          fixture: null,
          lastOp: { id: lastOp, kind, atMillis: changedAtMillis, by, was: undoable ? was : null },
        };
      }) as readonly PartyEntry[],
    };
  };

  return {
    list,
    /** The list as screens show it. */
    forScreens: (): TelevisionWaitingList => ({
      seq,
      tables: roomTables((held) => ({ name: screenName(held), name2: null })),
      parties: alive()
        .filter(({ state }) => state === 'waiting' || state === 'called')
        .map((held) => {
          const { id, size, wants, wantedId, tableId, state, calledAtMillis } = held;
          const shown = {
            id,
            name: screenName(held),
            name2: null,
            size,
            wants,
            tableId: tableId ?? wantedId,
          };
          return { ...shown, calledAtMillis: state === 'called' ? calledAtMillis : null };
        }),
    }),
    change: (op: Op, by: Doer): ChangedWaiting => {
      tidy();
      const known = ops.get(op.id);
      const made = known ?? take(op, by);
      if (!known) {
        if (made.outcome !== 'done') ops.set(made.id, made);
        else {
          seq += 1;
          tell(seq);
        }
      }
      const { outcome, reason } = made;
      const other = made.about === null ? undefined : ops.get(made.about);
      const retried =
        outcome === 'refused' && made.kind !== 'undo'
          ? judge({ ...op, before: entries.get(op.entry)?.lastOp ?? null }, by).made
          : null;
      const retry = retried?.outcome === 'done' ? 'done' : retried?.reason === 'table' ? 'table' : null;
      const inTheWay = other ? { entry: other.entry, kind: other.kind, by: other.by } : null;
      return { outcome, reason, inTheWay, retry, list: list() };
    },
    /** A match began or ended at a table. */
    played: (): void => tell(null),
    /** When anybody was told of a change last. */
    changedMillis: () => changedMillis,
    /** The ids of all ops, whatever came of them. */
    taken: (): ReadonlySet<string> => new Set(ops.keys()),
    /** The ops that were done, in order. */
    done: (): readonly Made[] => [...ops.values()].filter(({ outcome }) => outcome === 'done'),
  };
};
