import { atom, type ReadableAtom } from 'nanostores';
import type { ViewerBackend } from '../../backend/contract.ts';
import type { Board } from '../../core/overlay/board.ts';
import {
  JOIN_TIMEOUT_MILLIS,
  NOT_FOLLOWING,
  reduceConnection,
  type ConnectionEffect,
  type ConnectionEvent,
  type Live,
} from '../../core/sync/connection.ts';
import { createChannels } from '../channels.ts';
import { createTimer } from '../timer.ts';
import { onVisit } from '../visit.ts';

export interface LiveOverlayOptions {
  readonly backend: () => ViewerBackend;
  /** Token or id; nothing happens while it is null. */
  readonly $key: ReadableAtom<string | null>;
  readonly now: () => number;
  /** The id of a screen that says what it shows; none for whoever only looks, as a desk. */
  readonly screen?: string | undefined;
}

export interface LiveOverlay {
  readonly $live: ReadableAtom<Live>;
  /** Takes a board that came another way, as the answer to a save. */
  readonly apply: (board: Board) => void;
  /** Fetches now. Gives whether the server answered. */
  readonly refresh: () => Promise<boolean>;
}

/** Follows an overlay as `core/sync/connection.ts` decides: here are its timers and its connections. */
export const createLiveOverlay = ({ backend, $key, now, screen }: LiveOverlayOptions): LiveOverlay => {
  const $connection = atom(NOT_FOLLOWING);
  const $live = atom(NOT_FOLLOWING.live);
  const poll = createTimer();
  const channels = createChannels();

  /** Gives, for each fetch that it began, whether the server answered. */
  const step = (event: ConnectionEvent): Promise<boolean>[] => {
    const [connection, effects] = reduceConnection($connection.get(), event);
    $connection.set(connection);
    $live.set(connection.live);
    return effects.flatMap((effect) => perform(effect) ?? []);
  };

  const send = (event: ConnectionEvent): void => void step(event);

  const fetch = async ({ fetch: number, key, shown }: ConnectionEffect & { kind: 'fetch' }) => {
    const sentMillis = now();
    const answer = await backend()
      .getOverlay(key, screen === undefined || shown === null ? undefined : { screen, rev: shown })
      .catch(() => undefined);
    if (answer === undefined) {
      send({ kind: 'failed', fetch: number, online: navigator.onLine });
      return false;
    }
    send({ kind: 'answered', fetch: number, answer, sentMillis, receivedMillis: now() });
    return $key.get() === key;
  };

  const listen = (channel: number, topic: string): void => {
    const overdue = (): void => send({ kind: 'overdue', channel, online: navigator.onLine });
    channels.open(channel, { millis: JOIN_TIMEOUT_MILLIS, overdue }, (joined) =>
      backend().listen(topic, {
        joined: () => {
          joined();
          send({ kind: 'joined', channel });
        },
        changed: (board) => send({ kind: 'changed', channel, board }),
        dressed: () => send({ kind: 'dressed', channel }),
        gone: () => send({ kind: 'gone', channel }),
        lost: () => send({ kind: 'lost', channel, online: navigator.onLine }),
      }),
    );
  };

  const perform = (effect: ConnectionEffect): Promise<boolean> | undefined => {
    switch (effect.kind) {
      case 'fetch':
        return fetch(effect);
      case 'poll':
        poll.set(effect.afterMillis, () => send({ kind: 'ask' }));
        return undefined;
      case 'stopPolling':
        poll.stop();
        return undefined;
      case 'listen':
        listen(effect.channel, effect.topic);
        return undefined;
      case 'close':
        channels.close(effect.channel);
        return undefined;
      default:
        return effect satisfies never;
    }
  };

  onVisit($live, () => {
    const online = (): void => send({ kind: 'online' });
    const offline = (): void => send({ kind: 'offline' });
    const visible = (): void => {
      if (document.visibilityState === 'visible') send({ kind: 'ask' });
    };
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', visible);
    const unwatch = $key.subscribe((key) => send({ kind: 'follow', key }));
    return () => {
      unwatch();
      send({ kind: 'rest' });
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', visible);
    };
  });

  return {
    $live,
    apply: (board) => send({ kind: 'applied', board }),
    refresh: async () => (await Promise.all(step({ kind: 'ask' }))).some(Boolean),
  };
};
