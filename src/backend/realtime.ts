import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from '@supabase/realtime-js';
import { ANSWER_TIMEOUT_MILLIS, settings } from './viewer.ts';

/*
 * The only file that relies on the internals of realtime-js and of phoenix beneath it: their window listeners, and when
 * they open sockets. `tests/unit/site/private-ways.test.ts` pins the versions that it was written against.
 */

/** A dead connection is noticed within twice this time. */
const HEARTBEAT_MILLIS = 10_000;

/**
 * Returns what `make` creates, and a function that removes the window listeners added meanwhile. Phoenix sockets never
 * remove theirs. Without this, each discarded connection would stay in memory and might wake up again.
 */
const listening = <Made>(make: () => Made): readonly [Made, () => void] => {
  if (typeof window === 'undefined') return [make(), () => undefined];
  type Listener = Parameters<typeof window.addEventListener>;
  const add = window.addEventListener.bind(window);
  const added: Listener[] = [];
  window.addEventListener = (...listener: Listener): void => {
    added.push(listener);
    add(...listener);
  };
  try {
    return [make(), () => added.forEach((listener) => window.removeEventListener(...listener))];
  } finally {
    // Uncovers the window's own method again.
    Reflect.deleteProperty(window, 'addEventListener');
  }
};

/**
 * A socket constructor for one connection. It opens a single socket; later calls get the same one, closed. Phoenix
 * opens a new socket after an unanswered heartbeat, even for a connection that was just discarded.
 */
const singleSocket = (): typeof WebSocket => {
  let only: WebSocket | undefined;
  return new Proxy(WebSocket, {
    construct: (Socket, address: ConstructorParameters<typeof WebSocket>) =>
      (only ??= new Socket(...address)),
  });
};

/**
 * A separate, anonymous realtime connection, so that the end of a session doesn't close it. Connections are discarded
 * and replaced, not revived, because a socket hanging in a dead network would keep its channel "joined".
 */
const realtimeConnection = (): { readonly realtime: RealtimeClient; readonly end: () => void } => {
  const { url, key } = settings();
  const [realtime, unlisten] = listening(
    () =>
      new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
        params: { apikey: key },
        heartbeatIntervalMs: HEARTBEAT_MILLIS,
        timeout: ANSWER_TIMEOUT_MILLIS,
        transport: singleSocket(),
      }),
  );
  void realtime.setAuth(key);
  return {
    realtime,
    end: () => {
      unlisten();
      void realtime.disconnect();
    },
  };
};

/** A channel's events. */
export interface ChannelListener {
  readonly joined: () => void;
  /** Joining failed, or the channel was lost. */
  readonly lost: () => void;
}

/**
 * Joins a private channel over its own connection. `events` are the handlers of messages, by name. Returns a
 * function that leaves the channel, after which nothing is called any more.
 */
export const joinChannel = (
  topic: string,
  { joined, lost }: ChannelListener,
  events: Readonly<Record<string, (payload: unknown) => void>>,
): (() => void) => {
  const { realtime, end } = realtimeConnection();
  let over = false;
  const close = (): void => {
    if (over) return;
    over = true;
    end();
  };
  const channel = realtime.channel(topic, { config: { private: true } });
  for (const event in events)
    channel.on('broadcast', { event }, (message) => {
      if (!over) events[event]?.(message['payload']);
    });
  channel.subscribe((status) => {
    if (over) return;
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
      joined();
    } else {
      close();
      lost();
    }
  });
  return close;
};
