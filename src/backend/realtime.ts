import { Socket, type Message } from '@supabase/phoenix';
import { isObject } from '../rules/read.ts';
import { ANSWER_TIMEOUT_MILLIS, settings } from './viewer.ts';

/*
 * Supabase Realtime's protocol (https://supabase.com/docs/guides/realtime/protocol) by the client beneath realtime-js,
 * which would double its bytes for what boards don't use. The only file that relies on phoenix's internals: its window
 * listeners, and when it opens sockets. `tests/unit/site/private-ways.test.ts` pins the version that it was written
 * against.
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
  // Tests replace the window, perhaps before a connection ends.
  const own = window;
  const add = own.addEventListener.bind(own);
  const added: Listener[] = [];
  own.addEventListener = (...listener: Listener): void => {
    added.push(listener);
    add(...listener);
  };
  try {
    return [make(), () => added.forEach((listener) => own.removeEventListener(...listener))];
  } finally {
    // Uncovers the window's own method again.
    Reflect.deleteProperty(own, 'addEventListener');
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
const realtimeConnection = (): { readonly socket: Socket; readonly end: () => void } => {
  const { url, key } = settings();
  const [socket, unlisten] = listening(
    () =>
      new Socket(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
        // All messages are JSON.
        vsn: '1.0.0',
        encode: (message, done) => done(JSON.stringify(message)),
        decode: (frame, done) => done(JSON.parse(frame as string) as Message<unknown>),
        params: { apikey: key },
        heartbeatIntervalMs: HEARTBEAT_MILLIS,
        timeout: ANSWER_TIMEOUT_MILLIS,
        transport: singleSocket(),
      }),
  );
  return {
    socket,
    end: () => {
      unlisten();
      socket.disconnect();
    },
  };
};

/** What a channel is joined with: it hears broadcasts, as the anonymous user. */
const joinPayload = () => ({
  config: {
    broadcast: { ack: false, self: false },
    presence: { enabled: false },
    postgres_changes: [],
    private: true,
  },
  access_token: settings().key,
});

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
  const { socket, end } = realtimeConnection();
  let over = false;
  const close = (): void => {
    if (over) return;
    over = true;
    end();
  };
  const lose = (): void => {
    if (over) return;
    close();
    lost();
  };
  const channel = socket.channel(`realtime:${topic}`, joinPayload());
  channel.on('broadcast', (message: unknown) => {
    if (over || !isObject(message)) return;
    events[String(message['event'])]?.(message['payload']);
  });
  channel.onError(lose);
  channel.onClose(lose);
  socket.connect();
  channel
    .join()
    .receive('ok', () => {
      if (!over) joined();
    })
    .receive('error', lose)
    .receive('timeout', lose);
  return close;
};
