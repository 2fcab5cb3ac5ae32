import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from '@supabase/realtime-js';
import { ANSWER_TIMEOUT_MILLIS, settings } from './viewer.ts';

/*
 * The one place that relies on how realtime-js, and phoenix beneath it, work inside: who listens to the window, and when a
 * socket is opened. `tests/unit/private-ways.test.ts` names the versions that this was read against.
 */

/** A dead connection is noticed within twice this time. */
const HEARTBEAT_MILLIS = 10_000;

/**
 * Gives what `make` makes, and what takes from the window the listeners that it got by that. Phoenix's sockets listen to it
 * for as long as the page lives: each connection that was thrown away would stay in memory, and could wake up again.
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
    // Leaves the window's own, which stands behind.
    Reflect.deleteProperty(window, 'addEventListener');
  }
};

/**
 * Sockets of one connection: there is one, and whoever asks for another gets that one, closed. Phoenix opens another when a
 * heartbeat went unanswered, also for a connection that was thrown away while it said so.
 */
const singleSocket = (): typeof WebSocket => {
  let only: WebSocket | undefined;
  return new Proxy(WebSocket, {
    construct: (Socket, address: ConstructorParameters<typeof WebSocket>) =>
      (only ??= new Socket(...address)),
  });
};

/**
 * A realtime connection of its own, as an anonymous viewer, so that no session's end closes it.
 * Connections are thrown away and made anew rather than revived: a socket that hangs in a dead network
 * would otherwise keep its channel "joined".
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

/** What becomes of a channel. */
export interface ChannelListener {
  readonly joined: () => void;
  /** It could not be joined, or is no longer. */
  readonly lost: () => void;
}

/**
 * Joins a private channel over a connection of its own. `events` are called with what is sent by their names. Gives a
 * function that leaves it, after which nothing is called any more.
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
