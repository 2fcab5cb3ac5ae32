import { atom, type ReadableAtom } from 'nanostores';
import { failureIn, type Failure } from '../../core/failure.ts';
import { newerList, NO_ROOM_YET, ROOM, type FollowedRoom } from '../../core/follow/room.ts';
import { tableFragment } from '../../core/tables/fragment.ts';
import { applyOp } from '../../core/waiting/apply.ts';
import type { Change, Entry, Op, OpResult, Party, WaitingList } from '../../core/waiting/list.ts';
import { canTakeBack, partiesIn, type PlayingParty } from '../../core/waiting/queue.ts';
import { derived } from '../derived.ts';
import { createTimer } from '../environment/timer.ts';
import type { VenueEnvironment } from '../environment/venue.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';
import { createFollower } from '../follow.ts';
import { createKeptRoom } from './kept-venue.ts';

/** A change that wasn't made: why not, or that the server didn't answer for two minutes. */
export interface Unmade {
  readonly op: Op;
  readonly result: OpResult | { readonly failure: Failure };
}

export interface RoomView {
  /** With this device's own changes before the server has answered; null while there is none. */
  readonly list: WaitingList | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
  /** Whether the server answers: otherwise the list may be hours old, and isn't changed. */
  readonly isReached: boolean;
  /** The entries that a change is on its way for. */
  readonly changing: ReadonlySet<string>;
  /** The last change that wasn't made, until somebody has read it. */
  readonly unmade: Unmade | null;
  /** The entry whose last change this device made, and can take back. */
  readonly undoable: Entry | null;
}

/** A venue's waiting list. Changes resolve to whether they are made. */
export interface Room {
  /** Followed while mounted. */
  readonly $room: ReadableAtom<RoomView>;
  readonly refresh: () => Promise<boolean>;
  /** Switches to another account or device, with what is stored of it. */
  readonly startWith: (who: string | null) => void;
  readonly change: (entry: Entry, change: Exclude<Change, { kind: 'add' }>) => Promise<boolean>;
  /** Adds a party to the end, or at once to a table. */
  readonly add: (party: Party, tableId?: string) => Promise<boolean>;
  /** Ends who plays at a table and calls somebody to it. */
  readonly freeAndCall: (playing: Entry, next: Entry, tableId: string) => Promise<boolean>;
  /** Starts a party at a table, and opens the form of its match. */
  readonly start: (entry: Entry, tableId: string) => Promise<void>;
  /** Adds whoever comes at once to a table, and opens the form of their match. */
  readonly assign: (party: Party, tableId: string) => Promise<boolean>;
  readonly undo: () => void;
  /** Adds once more who wasn't added. */
  readonly again: () => void;
  /** Puts away what wasn't made. */
  readonly read: () => void;
  /** Who plays at each table; asked for once when mounted. */
  readonly $parties: ReadableAtom<ReadonlyMap<string, PlayingParty>>;
}

type Needed =
  'waiting' | 'now' | 'isVisible' | 'isOnline' | 'watchPage' | 'newId' | 'lasting' | 'address' | 'goTo';

interface RoomOptions {
  /** Server time, in milliseconds since the epoch. */
  readonly serverNow: () => number;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

/** A change on its way. */
interface Sending {
  readonly op: Op;
  readonly serverMillis: number;
}

/** For how long a change is sent again; what is older could be wrong by now. */
const RETRIED_MILLIS = 2 * 60_000;
const FIRST_RETRY_MILLIS = 1000;
const LAST_RETRY_MILLIS = 8000;

const NOBODY: ReadonlyMap<string, PlayingParty> = new Map();

const pause = (millis: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  createTimer().set(millis, () => resolve(undefined));
  return promise;
};

const isMade = (result: Unmade['result']): boolean =>
  'outcome' in result && (result.outcome === 'done' || result.outcome === 'already');

export const createRoom = (
  environment: Pick<VenueEnvironment, Needed>,
  { serverNow, endedBy }: RoomOptions,
): Room => {
  const { waiting, now, newId, address, goTo } = environment;
  const kept = createKeptRoom(environment);
  const $failure = atom<Failure | null>(null);
  const $sending = atom<readonly Sending[]>([]);
  /** The latest last. */
  const $unmade = atom<readonly Unmade[]>([]);
  /** The changes that this device made, the latest last. */
  const $made = atom<readonly Op[]>([]);
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
    subject: ROOM,
    known: NO_ROOM_YET,
    environment,
    ask: () => ask(),
    listen: (topic, { told, ...listener }) => waiting().listenRoom(topic, { ...listener, changed: told }),
  });
  const listNow = (): WaitingList | null => follower.$state.get().known.list;

  const ahead = (list: WaitingList, sending: readonly Sending[]): WaitingList =>
    sending.reduce(
      (before, { op, serverMillis }) =>
        applyOp(before, op, { by: null, nowMillis: serverMillis, newId: () => `part-of-${op.id}` }).list,
      list,
    );

  const undoableIn = (list: WaitingList, made: readonly Op[]): Entry | null => {
    const op = made.at(-1);
    const entry = list.entries.find(({ lastOp }) => lastOp.id === op?.id);
    return entry && canTakeBack(entry, serverNow()) ? entry : null;
  };

  const $room = derived(
    [follower.$state, $failure, $sending, $unmade, $made],
    ({ known: { list, isCut }, isOnline }, failure, sending, unmade, made): RoomView => ({
      list: list && ahead(list, sending),
      failure,
      isReached: isOnline && !isCut && list !== null,
      changing: new Set(sending.map(({ op }) => op.entry)),
      unmade: unmade.at(-1) ?? null,
      undoable: list && undoableIn(list, made),
    }),
  );

  const keep = (): void => {
    const list = listNow();
    if (who !== null && list) kept.keep({ who, list });
  };
  const take = (list: WaitingList): void => {
    follower.note((known) => ({ list: newerList(known.list, list), isCut: false }));
    keep();
  };

  const $parties = derived([follower.$state], ({ known }) => (known.list ? partiesIn(known.list) : NOBODY));
  onBrowserMount($parties, () => {
    const by = who;
    // Failures are the list's own to say.
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

  /** Sends a change until it is answered, or too old. */
  const resultOf = async (op: Op): Promise<Unmade['result']> => {
    const [since, by] = [now(), who];
    for (let millis = FIRST_RETRY_MILLIS; ; millis = Math.min(2 * millis, LAST_RETRY_MILLIS)) {
      try {
        const { list, ...result } = await waiting().changeWaiting(op);
        if (by === who) take(list);
        return result;
      } catch (thrown) {
        const failure = failureIn(thrown);
        const isRefused = endedBy(failure) || failure.kind === 'forbidden';
        if (isRefused || now() - since + millis > RETRIED_MILLIS) return { failure };
        await pause(millis);
        // The phone may have slept.
        if (now() - since > RETRIED_MILLIS) return { failure };
      }
    }
  };

  const submit = async (op: Op): Promise<boolean> => {
    // One at a time: the next names what this one comes to.
    if ($sending.get().some(({ op: { entry } }) => entry === op.entry)) return false;
    const by = who;
    // What was typed waits until somebody has read that it isn't on the list.
    $unmade.set($unmade.get().filter((unmade) => unmade.op.kind === 'add' && unmade.op.id !== op.id));
    $sending.set([...$sending.get(), { op, serverMillis: serverNow() }]);
    const result = await resultOf(op);
    $sending.set($sending.get().filter((sending) => sending.op !== op));
    if (by !== who) return false;
    if (!isMade(result)) $unmade.set([...$unmade.get(), { op, result }]);
    else if (op.kind === 'undo') $made.set($made.get().filter(({ id }) => id !== op.before));
    else if ('outcome' in result && result.outcome === 'done') $made.set([...$made.get(), op]);
    return isMade(result);
  };

  // Names what whoever tapped has seen, though the list may have changed since.
  const change: Room['change'] = (entry, made) =>
    submit({ ...made, id: newId(), entry: entry.id, before: entry.lastOp.id });

  const add: Room['add'] = (party, tableId) =>
    submit({
      ...{ ...party, kind: 'add', tableId: tableId ?? null, replace: false },
      ...{ id: newId(), entry: newId(), before: null },
    });

  /** Opens the form of a party's match once it is at its table, unless somebody has gone on to something else. */
  const opening = async (tableId: string, made: Promise<boolean>): Promise<boolean> => {
    const { hash } = address();
    const isMade = await made;
    if (isMade && address().hash === hash) goTo(tableFragment(tableId, 'newMatch'));
    return isMade;
  };

  return {
    $room,
    refresh: follower.refresh,
    startWith: (next) => {
      const before = kept.read();
      if (next === null && who !== null) kept.forget();
      who = next;
      $failure.set(null);
      $sending.set([]);
      $unmade.set([]);
      $made.set([]);
      const list = before !== null && before.who === next ? before.list : null;
      follower.note(() => ({ ...NO_ROOM_YET, list }));
    },
    change,
    add,
    freeAndCall: async (playing, next, tableId) =>
      (await change(playing, { kind: 'free' })) && change(next, { kind: 'call', tableId }),
    start: async (entry, tableId) => {
      await opening(tableId, change(entry, { kind: 'start', tableId, replace: false }));
    },
    assign: (party, tableId) => opening(tableId, add(party, tableId)),
    undo: () => {
      const { undoable } = $room.get();
      if (undoable) void change(undoable, { kind: 'undo' });
    },
    again: () => {
      const last = $unmade.get().at(-1);
      if (last?.op.kind !== 'add') return;
      const { op, result } = last;
      $unmade.set($unmade.get().slice(0, -1));
      // By the same id where nobody knows what became of it: it may be on the list.
      void submit('failure' in result ? op : { ...op, id: newId() });
    },
    read: () => $unmade.set($unmade.get().slice(0, -1)),
    $parties,
  };
};
