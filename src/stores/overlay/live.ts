import { atom, type ReadableAtom } from 'nanostores';
import type { ViewerBackend } from '../../backend/contract.ts';
import { betterOffset, measureOffset, type ServerOffset } from '../../core/clock/offset.ts';
import { newerBoard, type Board } from '../../core/overlay/board.ts';
import { onVisit } from '../visit.ts';

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** An overlay as it is on air, as far as this browser knows. */
export interface Live {
  /** The last board that arrived; it stays whatever happens afterwards. */
  readonly board: Board | null;
  /** The server said that there is no such overlay, and no board was shown yet. */
  readonly missing: boolean;
  readonly connection: Connection;
  readonly offset: ServerOffset | null;
}

/** While the channel is down: a little under the two seconds within which a viewer catches up. */
export const POLL_DOWN_MILLIS = 1500;
/** While the channel is up: a broadcast can be lost, and a viewer runs for hours. */
export const POLL_UP_MILLIS = 60_000;
/** While there is no such overlay: it may still be made. */
export const POLL_MISSING_MILLIS = 10_000;
/** After a connection is lost, so that a server that refuses isn't asked in a tight loop. */
const AFTER_LOSS_MILLIS = 1000;
/** A connection that hasn't joined after this long hangs in a dead network. */
const JOIN_TIMEOUT_MILLIS = 5000;

const NOTHING_YET: Live = { board: null, missing: false, connection: 'connecting', offset: null };

export interface LiveOverlayOptions {
  readonly backend: () => ViewerBackend;
  /** Token or id; nothing happens while it is null. */
  readonly $key: ReadableAtom<string | null>;
  readonly now: () => number;
}

export interface LiveOverlay {
  readonly $live: ReadableAtom<Live>;
  /** Takes a board that came another way, as the answer to a save. */
  readonly apply: (board: Board) => void;
  /** Fetches now. Gives whether the server answered. */
  readonly refresh: () => Promise<boolean>;
}

/**
 * Follows an overlay: listens to its channel, fetches whenever it joins, and polls meanwhile. One successful
 * fetch is what opens a new connection, so that nothing piles up in a dead network.
 */
export const createLiveOverlay = ({ backend, $key, now }: LiveOverlayOptions): LiveOverlay => {
  const $live = atom<Live>(NOTHING_YET);
  const update = (changes: Partial<Live>): void => $live.set({ ...$live.get(), ...changes });
  const apply = (arrived: Board): void => {
    const { board, missing } = $live.get();
    const newer = newerBoard(board, arrived);
    if (newer !== board || missing) update({ board: newer, missing: false });
  };
  let refresh = async (): Promise<boolean> => false;

  const follow = (key: string): (() => void) => {
    let over = false;
    let topic: string | null = null;
    let closeChannel: (() => void) | null = null;
    let joined = false;
    let poll: ReturnType<typeof setTimeout> | undefined;
    let joinDeadline: ReturnType<typeof setTimeout> | undefined;

    const pollIn = (millis: number): void => {
      clearTimeout(poll);
      poll = setTimeout(() => void fetchNow(), millis);
    };

    const disconnect = (): void => {
      clearTimeout(joinDeadline);
      const close = closeChannel;
      closeChannel = null;
      joined = false;
      close?.();
    };

    const lose = (): void => {
      disconnect();
      update({ connection: navigator.onLine ? 'reconnecting' : 'offline' });
      pollIn(AFTER_LOSS_MILLIS);
    };

    const connect = (to: string): void => {
      disconnect();
      topic = to;
      closeChannel = backend().listen(to, {
        joined: () => {
          clearTimeout(joinDeadline);
          joined = true;
          update({ connection: 'live' });
          // Whatever changed between the last fetch and now was announced to nobody here.
          void fetchNow();
        },
        changed: apply,
        gone: () => {
          disconnect();
          update({ board: null, missing: true });
          pollIn(POLL_MISSING_MILLIS);
        },
        lost: lose,
      });
      joinDeadline = setTimeout(lose, JOIN_TIMEOUT_MILLIS);
    };

    const fetchNow = async (): Promise<boolean> => {
      pollIn(joined ? POLL_UP_MILLIS : POLL_DOWN_MILLIS);
      const sent = now();
      const answer = await backend()
        .getOverlay(key)
        .catch(() => undefined);
      if (over) return false;
      if (answer === undefined) {
        if (!joined) update({ connection: navigator.onLine ? 'reconnecting' : 'offline' });
        return false;
      }
      if (answer === null) {
        if (!$live.get().board) update({ missing: true });
        pollIn(POLL_MISSING_MILLIS);
        return true;
      }
      const fresh = measureOffset(sent, now(), answer.serverMillis);
      update({ offset: betterOffset($live.get().offset, fresh) });
      apply(answer.board);
      if (!closeChannel || answer.topic !== topic) connect(answer.topic);
      return true;
    };

    const online = (): void => {
      // A socket that outlived the outage may be dead without knowing it.
      if (topic) connect(topic);
      void fetchNow();
    };
    const offline = (): void => update({ connection: 'offline' });
    const shown = (): void => {
      if (document.visibilityState === 'visible') void fetchNow();
    };
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', shown);
    refresh = fetchNow;
    void fetchNow();
    return () => {
      over = true;
      refresh = async () => false;
      clearTimeout(poll);
      disconnect();
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', shown);
    };
  };

  onVisit($live, () => {
    let stop: (() => void) | undefined;
    const unwatch = $key.subscribe((key, before) => {
      stop?.();
      // Another overlay: nothing of the one before may stay. The first call has no value before.
      if (before !== undefined && before !== null) $live.set(NOTHING_YET);
      stop = key === null ? undefined : follow(key);
    });
    return () => {
      unwatch();
      stop?.();
    };
  });

  return { $live, apply, refresh: () => refresh() };
};
