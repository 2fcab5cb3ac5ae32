import { atom, type ReadableAtom } from 'nanostores';
import { failureIn, type Failure } from '../../core/failure.ts';
import { newerList, NO_ROOM_YET, ROOM_SUBJECT, type FollowedRoom } from '../../core/room/follow-room.ts';
import { tableFragment } from '../../core/venue/fragment.ts';
import {
  isAlive,
  UNDO_MILLIS,
  type Change,
  type PartyEntry,
  type Op,
  type OpResult,
  type Party,
  type WaitingList,
  type RoomTable,
} from '../../core/room/list.ts';
import { namesOf } from '../../core/room/party.ts';
import { calledTo, canTakeBack, pendingIn, playingAt, type Pending } from '../../core/room/queue.ts';
import { derived } from '../../browser/derived.ts';
import { repeated } from '../../browser/repeated.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createFollower } from '../../browser/follow.ts';
import {
  createKeptChanges,
  createKeptMade,
  createKeptRoom,
  forgetRoom,
  type KeptChange,
  type MadeChange,
} from './kept-room.ts';

/** A change that failed: the server's reason, or no answer for two minutes. */
export interface Unmade {
  readonly op: Op;
  readonly result: OpResult | { readonly failure: Failure };
}

/**
 * How a failed change can still be made. `again` sends it again, based on the current state; `replace` and
 * `freeAndCall` take the place of the party at the table; `form` opens the form with its values. Null if it can't be
 * made.
 */
export type Remedy = 'again' | 'replace' | 'freeAndCall' | 'form' | null;

export interface RoomView {
  /** The server's last list; null while there is none. */
  readonly list: WaitingList | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
  /** Whether the server answers. If not, the list may be hours old, and can't be changed. */
  readonly isReached: boolean;
  /** This device's unanswered changes. */
  readonly pending: Pending;
  /** The last failed change, until its party changes or the user dismisses it. */
  readonly unmade: (Unmade & { readonly remedy: Remedy }) | null;
  /** The entry that Undo acts on: its last change was made on this device, possibly before a reload. */
  readonly undoable: PartyEntry | null;
}

/** The match of a tournament that a pair is called for, what is ordered for it, and the outcomes that the call stands on. */
export type PairCall = Required<Pick<Extract<Change, { kind: 'add' }>, 'fixture' | 'order'>> &
  Pick<Extract<Change, { kind: 'add' }>, 'facts'>;

/** A venue's waiting list. Changes resolve to whether they were made. */
export interface Room {
  /** Followed while mounted. */
  readonly $room: ReadableAtom<RoomView>;
  readonly refresh: () => Promise<boolean>;
  /** Switches to another account or device, and loads what is stored for it. */
  readonly startWith: (who: string | null) => void;
  readonly change: (entry: PartyEntry, change: Exclude<Change, { kind: 'add' }>) => Promise<boolean>;
  /** Adds a party to the end of the queue, or directly to a table. */
  readonly add: (party: Party, tableId?: string) => Promise<boolean>;
  /** Calls a pair of a tournament to a table, for its match. */
  readonly callPair: (party: Party, tableId: string, call: PairCall) => Promise<boolean>;
  /** Ends the match or the call at a table, and calls another party there. */
  readonly freeAndCall: (there: PartyEntry, next: PartyEntry, tableId: string) => Promise<boolean>;
  /** Starts a party at a table, and opens the form for its match. */
  readonly start: (entry: PartyEntry, tableId: string) => Promise<void>;
  /** Adds a new party directly to a table, and opens the form for its match. */
  readonly assign: (party: Party, tableId: string) => Promise<boolean>;
  readonly undo: () => void;
  /** Applies the remedy of a failed change. The form itself handles `form`. */
  readonly again: (unmade: Unmade) => void;
  /** Dismisses a failed change. */
  readonly read: (unmade: Unmade) => void;
  /**
   * Called when a screen that showed failed changes is closed. Dismisses those that the server refused. Unanswered ones
   * stay.
   */
  readonly leave: () => void;
  /** Whether the server hasn't answered all of this device's changes. Forgetting the room loses the others. */
  readonly isUnsent: () => boolean;
  /** The tables with their parties, by id; fetched once on mount. */
  readonly $tables: ReadableAtom<ReadonlyMap<string, RoomTable>>;
}

type Needed =
  | 'waiting'
  | 'now'
  | 'isVisible'
  | 'isOnline'
  | 'watchPage'
  | 'watchUserInput'
  | 'newId'
  | 'lasting'
  | 'address'
  | 'goTo';

interface RoomOptions {
  /** Server time, in milliseconds since the epoch. */
  readonly serverNow: () => number;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

const NOTHING_PENDING: Pending = { entries: new Map(), tables: new Map() };

const isMade = (result: Unmade['result']): boolean =>
  'outcome' in result && (result.outcome === 'done' || result.outcome === 'already');

const entryOf = ({ entries }: WaitingList, id: string): PartyEntry | undefined =>
  entries.find((entry) => entry.id === id);

/** The other party at the table of a change. */
const inTheWay = (list: WaitingList, { op }: Unmade): PartyEntry | null => {
  if (!('tableId' in op) || op.tableId === null) return null;
  const there = playingAt(list, op.tableId) ?? (op.kind === 'call' ? calledTo(list, op.tableId) : null);
  return there?.id === op.entry ? null : there;
};

/** The server decides whether a refused change could be made now; the list shows which party would have to go. */
const remedyOf = (list: WaitingList, unmade: Unmade): Remedy => {
  const { op, result } = unmade;
  // Keeps the id, because the first attempt may have been stored.
  if ('failure' in result) return 'again';
  const entry = entryOf(list, op.entry);
  if (op.kind === 'undo' || (op.kind !== 'add' && !(entry && isAlive(entry)))) return null;
  if (op.kind === 'edit' || (op.kind === 'add' && (result.outcome === 'bad' || result.reason === 'closed')))
    return 'form';
  if (result.outcome === 'full' || result.retry === 'done') return 'again';
  if (result.retry === null) return null;
  if (!inTheWay(list, unmade)) return 'again';
  if (op.kind === 'call') return 'freeAndCall';
  // A party that plays unscored is already there.
  return op.kind === 'start' || (op.kind === 'add' && namesOf(op).length > 0) ? 'replace' : null;
};

export const createRoom = (
  environment: Pick<VenueEnvironment, Needed>,
  { serverNow, endedBy }: RoomOptions,
): Room => {
  const { waiting, now, newId, address, goTo, watchUserInput } = environment;
  const kept = createKeptRoom(environment);
  const keptChanges = createKeptChanges(environment);
  const keptMade = createKeptMade(environment);
  const $failure = atom<Failure | null>(null);
  const $sending = atom<readonly KeptChange[]>([]);
  /** The latest is last. */
  const $unmade = atom<readonly Unmade[]>([]);
  /** The changes made on this device, the latest last. */
  const $made = atom<readonly MadeChange[]>([]);
  let who: string | null = null;

  const ask = async (): Promise<WaitingList> => {
    try {
      const list = await waiting().listWaiting();
      $failure.set(null);
      return list;
    } catch (thrown) {
      const failure = failureIn(thrown);
      $failure.set(failure);
      endedBy(failure);
      throw thrown;
    }
  };
  const follower = createFollower<FollowedRoom, WaitingList, number | null>({
    subject: ROOM_SUBJECT,
    known: NO_ROOM_YET,
    environment,
    ask: () => ask(),
    listen: (topic, { onMessage, ...listener }) =>
      waiting().listenRoom(topic, { ...listener, changed: onMessage }),
  });
  const listNow = (): WaitingList | null => follower.$state.get().known.list;

  const undoableIn = (list: WaitingList, made: readonly MadeChange[]): PartyEntry | null => {
    const last = made.at(-1);
    // A newer change by another device would have another id.
    const entry = list.entries.find(({ lastOp }) => lastOp.id === last?.id);
    return entry && canTakeBack(entry, serverNow()) ? entry : null;
  };

  const $room = derived(
    [follower.$state, $failure, $sending, $unmade, $made],
    ({ known: { list, isCut }, isOnline }, failure, sending, unmade, made): RoomView => {
      const last = unmade.at(-1);
      return {
        list,
        failure,
        isReached: isOnline && !isCut && list !== null,
        pending: list
          ? pendingIn(
              list,
              sending.map(({ op }) => op),
            )
          : NOTHING_PENDING,
        unmade: last && list ? { ...last, remedy: remedyOf(list, last) } : null,
        undoable: list && undoableIn(list, made),
      };
    },
  );

  const keep = (): void => {
    const list = listNow();
    if (who !== null && list) kept.keep({ who, list });
  };
  const take = (list: WaitingList): void => {
    follower.note((known) => ({ list: newerList(known.list, list), isCut: false }));
    keep();
  };

  const $tables = derived(
    [follower.$state],
    ({ known }) => new Map((known.list?.tables ?? []).map((table) => [table.id, table])),
  );
  onBrowserMount($tables, () => {
    const by = who;
    // The list reports its own failures.
    if (by !== null)
      void ask().then(
        (list) => by === who && take(list),
        () => {},
      );
    return undefined;
  });

  onBrowserMount($room, () => {
    const unfollow = follower.follow({ ...NO_ROOM_YET, list: listNow() });
    const unwatch = follower.$state.listen(({ known }, before) => {
      if (known.list !== before?.known.list) keep();
    });
    return () => {
      unwatch();
      unfollow();
    };
  });

  /** This user's unanswered changes, including any stored by another tab. */
  const unanswered = (): readonly KeptChange[] => {
    const stored = keptChanges.read();
    return stored?.who === who ? stored.changes : [];
  };
  const storeChanges = (changes: readonly KeptChange[]): void => {
    if (who !== null && changes.length > 0) keptChanges.keep({ who, changes });
    else keptChanges.forget();
  };
  const forgetChange = (id: string): void => storeChanges(unanswered().filter(({ op }) => op.id !== id));

  /** This browser's changes that can still be undone, including any stored by another tab. */
  const madeHere = (): readonly MadeChange[] => {
    const stored = keptMade.read();
    // Without storage, this page still knows its own changes.
    const made = stored?.who === who ? stored.made : $made.get();
    return made.filter(({ madeMillis }) => madeMillis > now() - UNDO_MILLIS);
  };
  const storeMade = (made: readonly MadeChange[]): void => {
    if (who !== null) keptMade.keep({ who, made });
    $made.set(made);
  };

  /** Dismisses failed changes, except those that `stays` selects. */
  const putAway = (stays: (unmade: Unmade) => boolean): void => {
    const unmade = $unmade.get();
    for (const one of unmade) if (!stays(one)) forgetChange(one.op.id);
    $unmade.set(unmade.filter(stays));
  };

  const resultOf = async ({ op, sinceMillis }: KeptChange): Promise<Unmade['result']> => {
    const by = who;
    const send = async (): Promise<OpResult> => {
      const { list, ...result } = await waiting().changeWaiting(op);
      if (by === who) take(list);
      return result;
    };
    return repeated(send, { now, endedBy, sinceMillis });
  };

  const isSending = (entry: string): boolean => $sending.get().some(({ op }) => op.entry === entry);
  const begin = (change: KeptChange): void => $sending.set([...$sending.get(), change]);
  const end = (change: KeptChange): void =>
    $sending.set($sending.get().filter((sending) => sending !== change));

  const carryOut = async (change: KeptChange): Promise<boolean> => {
    const { op } = change;
    const by = who;
    // Every outcome must be shown. A change that is neither being sent nor on screen would be lost.
    const result = await resultOf(change).catch((thrown: unknown) => ({ failure: failureIn(thrown) }));
    end(change);
    if (by !== who) return false;
    // An unanswered change stays stored until the user has dismissed it.
    if (!('failure' in result) || result.failure.kind === 'forbidden') forgetChange(op.id);
    if (!isMade(result)) $unmade.set([...$unmade.get(), { op, result }]);
    else if (op.kind === 'undo') storeMade(madeHere().filter(({ id }) => id !== op.before));
    else if ('outcome' in result && result.outcome === 'done')
      // In order of the taps, not of the answers, because Undo acts on the last.
      storeMade(
        [...madeHere(), { id: op.id, madeMillis: change.sinceMillis }].sort(
          (one, other) => one.madeMillis - other.madeMillis,
        ),
      );
    return isMade(result);
  };

  /** Sends a change, once another one that it needs is made. */
  const submit = async (op: Op, needed?: Promise<boolean>): Promise<boolean> => {
    // One at a time, because each change names the one before it.
    if (isSending(op.entry)) return false;
    // A new change replaces an earlier failed one of the same party. Those of other parties stay on screen.
    putAway((unmade) => unmade.op.entry !== op.entry);
    const change = { op, sinceMillis: now() };
    begin(change);
    if (needed && !(await needed)) {
      end(change);
      return false;
    }
    storeChanges([...unanswered(), change]);
    return carryOut(change);
  };

  // Names the state that the user saw, even if the list has changed since.
  const change = (
    entry: PartyEntry,
    made: Parameters<Room['change']>[1],
    needed?: Promise<boolean>,
  ): Promise<boolean> => submit({ ...made, id: newId(), entry: entry.id, before: entry.lastOp.id }, needed);

  const add = (party: Party, tableId: string | null, call?: PairCall): Promise<boolean> =>
    submit({
      ...party,
      ...call,
      kind: 'add',
      tableId,
      replace: false,
      id: newId(),
      entry: newId(),
      before: null,
    });

  const freeAndCall: Room['freeAndCall'] = async (there, next, tableId) => {
    if (isSending(next.id)) return false;
    const freed = change(there, { kind: there.state === 'playing' ? 'free' : 'uncall' });
    return change(next, { kind: 'call', tableId }, freed);
  };

  /** Opens the form for a party's match once it is at its table, unless the user has moved to another screen. */
  const opening = async (tableId: string, made: Promise<boolean>): Promise<boolean> => {
    const { hash } = address();
    const userInput = watchUserInput();
    const isMade = await made;
    if (userInput.wasIdle() && isMade && address().hash === hash) goTo(tableFragment(tableId, 'newMatch'));
    return isMade;
  };

  const read: Room['read'] = ({ op }) => putAway((unmade) => unmade.op !== op);

  return {
    $room,
    refresh: follower.refresh,
    startWith: (next) => {
      const before = kept.read();
      if (next === null && who !== null) forgetRoom(environment);
      const sending = next === who ? $sending.get() : [];
      who = next;
      $failure.set(null);
      $sending.set(sending);
      $unmade.set([]);
      $made.set([]);
      $made.set(madeHere());
      const list = before !== null && before.who === next ? before.list : null;
      follower.note(() => ({ ...NO_ROOM_YET, list }));
      const sent = new Set(sending.map(({ op: { id } }) => id));
      for (const change of unanswered()) {
        if (sent.has(change.op.id)) continue;
        begin(change);
        void carryOut(change);
      }
    },
    change: (entry, made) => change(entry, made),
    add: (party, tableId) => add(party, tableId ?? null),
    callPair: add,
    freeAndCall,
    start: async (entry, tableId) => {
      await opening(tableId, change(entry, { kind: 'start', tableId, replace: false }));
    },
    assign: (party, tableId) => opening(tableId, add(party, tableId)),
    undo: () => {
      const { undoable, pending } = $room.get();
      // Wait until the latest change is answered; otherwise this would undo an older one.
      if (undoable && pending.entries.size === 0) void change(undoable, { kind: 'undo' });
    },
    again: (unmade) => {
      const { list } = $room.get();
      if (!list) return;
      const { op, result } = unmade;
      const remedy = remedyOf(list, unmade);
      const entry = entryOf(list, op.entry);
      if (remedy === 'freeAndCall') {
        const there = inTheWay(list, unmade);
        if (!there || !entry || op.kind !== 'call') return;
        read(unmade);
        void freeAndCall(there, entry, op.tableId);
        return;
      }
      if (remedy !== 'again' && remedy !== 'replace') return;
      const next: Op = 'failure' in result ? op : { ...op, id: newId(), before: entry?.lastOp.id ?? null };
      const made = submit('replace' in next && remedy === 'replace' ? { ...next, replace: true } : next);
      const opens = op.kind === 'start' || (op.kind === 'add' && !op.fixture && namesOf(op).length > 0);
      if (opens && op.tableId !== null) void opening(op.tableId, made);
    },
    read,
    leave: () => {
      const shown = $unmade.get().at(-1);
      putAway((unmade) => unmade !== shown || 'failure' in unmade.result);
    },
    isUnsent: () => unanswered().length > 0,
    $tables,
  };
};
