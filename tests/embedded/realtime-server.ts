/** A Realtime server on a database with CueBoard's migrations, and clients that are closed after each test. */

import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import type { RealtimeChannel, SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js';
import { afterAll, afterEach } from 'vitest';
import { WebSocket } from 'ws';
import type { ClientOptions } from 'ws';
import { createGateway } from '../../supabase/embedded/http/gateway.ts';
import { attachRealtime } from '../../supabase/embedded/realtime/index.ts';
import type { RealtimeOptions } from '../../supabase/embedded/realtime/index.ts';
import type { Sessions } from '../../supabase/embedded/data/sessions.ts';
import { answerBy } from '../../supabase/embedded/http/web-handler.ts';
import { preparedDatabase } from './folders.ts';

export const PUBLISHABLE_KEY = 'sb_publishable_test';
export const SECRET_KEY = 'sb_secret_test';

/** All channels are private. */
export const PRIVATE = { config: { private: true } };

const TOKEN_SECRET = 'a secret of the tests';

// Topics that only their user reads, one that signed-in users read and write, newspapers that anybody reads, and rooms
// for anybody.
const POLICIES = `
  create policy "own topic" on realtime.messages for select to authenticated
    using ((select realtime.topic()) = 'user:' || (select auth.uid()));
  create policy "club reads" on realtime.messages for select to authenticated
    using ((select realtime.topic()) = 'club');
  create policy "club writes" on realtime.messages for insert to authenticated
    with check ((select realtime.topic()) = 'club');
  create policy "newspaper" on realtime.messages for select to anon, authenticated
    using (extension = 'broadcast' and (select realtime.topic()) like 'newspaper%');
  create policy "rooms read" on realtime.messages for select to anon, authenticated
    using ((select realtime.topic()) like 'room%');
  create policy "rooms write" on realtime.messages for insert to anon, authenticated
    with check ((select realtime.topic()) like 'room%');`;

export async function openTestDatabase(): Promise<Sessions> {
  const sessions = await preparedDatabase();
  await sessions.pg.query(POLICIES);
  return sessions;
}

/** A database and a server for all tests of a file, closed after them. */
export const serveTests = async () => {
  const sessions = await openTestDatabase();
  const server = await startRealtime(sessions);
  afterEach(() => server.closeClients());
  afterAll(async () => {
    await server.close();
    await sessions.close();
  });
  return { sessions, pg: sessions.pg, server };
};

/** An access token that the server accepts, unless options say otherwise. `expiresIn` is in seconds. */
export function accessToken(
  options: { role?: string; sub?: string; expiresIn?: number; secret?: string; sessionId?: string } = {},
): string {
  const { role = 'authenticated', sub = randomUUID(), expiresIn = 3600, secret = TOKEN_SECRET } = options;
  const session = options.sessionId === undefined ? {} : { session_id: options.sessionId };
  const claims = { role, sub, exp: Math.floor(Date.now() / 1000) + expiresIn, ...session };
  const content = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

export const verifyToken: RealtimeOptions['verifyToken'] = async (jwt) => {
  const [header, body = '', signature] = jwt.split('.');
  const expected = createHmac('sha256', TOKEN_SECRET)
    .update(`${String(header)}.${body}`)
    .digest('base64url');
  if (signature !== expected) return null;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
    role: string;
    sub: string;
    exp: number;
  };
  return { ...claims, claims };
};

export interface Overlay {
  token: string;
  topic: string;
  /** Adds one to the first player's score. */
  score(): Promise<void>;
}

/** A new owner's overlay, whose creation has been announced: a viewer that joins afterwards gets only its changes. */
export async function createOverlay({ pg, settle }: Pick<Sessions, 'pg' | 'settle'>): Promise<Overlay> {
  const owner = randomUUID();
  await pg.query('insert into auth.users (id) values ($1)', [owner]);
  const { rows } = await pg.query<{ url_token: string }>(
    `select url_token
     from private.make_table(row('owner', $1, null, $1, private.venue_of($1), null, null)::private.actor, 'Overlay 1')`,
    [owner],
  );
  const token = rows[0]?.url_token ?? '';
  // PostgreSQL may answer a commit before it sends that commit's messages.
  await settle();
  const score = async () => {
    await pg.query('update public.public_overlays set s1 = s1 + 1 where url_token = $1', [token]);
  };
  return { token, topic: `overlay:${token}`, score };
}

export async function startRealtime(
  sessions: Sessions,
  limits: RealtimeOptions['limits'] = {},
  options: Partial<RealtimeOptions> = {},
) {
  const server = createServer((request, response) => void gateway(request, response));
  const tcpSockets = new Set<Socket>();
  server.on('connection', (socket) => {
    tcpSockets.add(socket);
    socket.on('close', () => tcpSockets.delete(socket));
  });
  const keys = { publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY };
  const realtime = await attachRealtime(server, { sessions, ...keys, verifyToken, limits, ...options });
  const web = { origin: 'http://cueboard.test', limit: 1024 * 1024 };
  const gateway = createGateway({
    guard: { checkHost: () => undefined, checkOrigin: () => undefined },
    routes: [{ path: /^/, answer: answerBy(realtime.answer, web) }],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: SupabaseClient[] = [];
  const rawSockets: RawSocket[] = [];

  const client = (options: SupabaseClientOptions<'public'> = {}): SupabaseClient => {
    const made = createClient(url, PUBLISHABLE_KEY, {
      ...options,
      auth: { persistSession: false, autoRefreshToken: false },
    });
    clients.push(made);
    return made;
  };

  return {
    url,
    server,
    realtime,

    /** The real client, as the app makes it. */
    client,

    /** A client that speaks for a user. It has its token before it subscribes: supabase-js doesn't wait for it. */
    async signedInClient(token = accessToken()): Promise<SupabaseClient> {
      const signedIn = client({ accessToken: async () => token });
      await signedIn.realtime.setAuth();
      return signedIn;
    },

    async rawSocket(vsn = '2.0.0', options: SocketOptions = {}): Promise<RawSocket> {
      const raw = await RawSocket.open(
        `${url}/realtime/v1/websocket?apikey=${PUBLISHABLE_KEY}&vsn=${vsn}`,
        options,
      );
      rawSockets.push(raw);
      return raw;
    },

    post(path: string, body: unknown, headers: Record<string, string> = { apikey: PUBLISHABLE_KEY }) {
      const isText = typeof body === 'string';
      return fetch(`${url}/realtime/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: isText ? body : JSON.stringify(body),
      });
    },

    /** How many connections are open. */
    get connectionCount(): number {
      return tcpSockets.size;
    },

    /** Cuts every connection, as a failing network does: without a closing frame. */
    cutConnections(): void {
      for (const socket of tcpSockets) socket.destroy();
    },

    async closeClients(): Promise<void> {
      const leaving = clients.splice(0);
      const channels = leaving.flatMap((client) => client.getChannels());
      await Promise.all(channels.map((channel) => channel.unsubscribe()));
      // Nobody waits for this: a client looks only every 150 ms whether its socket is closed.
      for (const client of leaving) void client.removeAllChannels();
      for (const raw of rawSockets.splice(0)) raw.socket.terminate();
    },

    async close(): Promise<void> {
      await this.closeClients();
      await realtime.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestServer = Awaited<ReturnType<typeof startRealtime>>;

/** Resolves when the server accepts the join, rejects with the reason when it doesn't. */
export function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

/** Collects a channel's messages; `reached(n)` resolves when there are n in all. */
export function listen(channel: RealtimeChannel, event = '*') {
  const messages: Record<string, unknown>[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  channel.on('broadcast', { event }, (message) => {
    messages.push(message['payload'] as Record<string, unknown>);
    for (const { count, resolve } of waiting) if (messages.length >= count) resolve();
  });
  const reached = (count: number) =>
    messages.length >= count
      ? Promise.resolve()
      : new Promise<void>((resolve) => void waiting.push({ count, resolve }));
  return { messages, reached };
}

/** A text frame of either version, with the names of version 1.0.0. */
interface Wire {
  topic: string;
  event: string;
  payload: Record<string, unknown>;
  ref: string | null;
  join_ref: string | null;
}

/** `localAddress` makes it another client: every address that starts with 127 is this machine's. */
type SocketOptions = Pick<ClientOptions, 'autoPong' | 'localAddress'>;

/** A WebSocket that speaks the protocol by hand. */
export class RawSocket {
  readonly socket: WebSocket;
  readonly received: (Wire | Buffer)[] = [];
  readonly closed: Promise<number>;
  #waiting: (() => void)[] = [];

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer, isBinary) => {
      this.received.push(isBinary ? data : asWire(JSON.parse(data.toString())));
      for (const look of this.#waiting) look();
    });
  }

  static async open(url: string, options: SocketOptions = {}): Promise<RawSocket> {
    const raw = new RawSocket(new WebSocket(url, options));
    await new Promise((resolve, reject) => raw.socket.on('open', resolve).on('error', reject));
    return raw;
  }

  send(frame: unknown): void {
    this.socket.send(
      frame instanceof Uint8Array || typeof frame === 'string' ? frame : JSON.stringify(frame),
    );
  }

  /** The first frame, of those received so far or later, that fits. */
  find<Found extends Wire | Buffer>(fits: (frame: Wire | Buffer) => frame is Found): Promise<Found> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.received.find(fits);
        if (!found) return;
        this.#waiting = this.#waiting.filter((other) => other !== look);
        resolve(found);
      };
      this.#waiting.push(look);
      look();
    });
  }

  reply(ref: string): Promise<Wire> {
    return this.event('phx_reply', (frame) => frame.ref === ref);
  }

  event(name: string, fits: (frame: Wire) => boolean = () => true): Promise<Wire> {
    return this.find(
      (frame): frame is Wire => !Buffer.isBuffer(frame) && frame.event === name && fits(frame),
    );
  }

  binary(): Promise<Buffer> {
    return this.find((frame): frame is Buffer => frame instanceof Buffer);
  }
}

function asWire(json: unknown): Wire {
  if (!Array.isArray(json)) return json as Wire;
  const [join_ref, ref, topic, event, payload] = json as unknown[];
  return { join_ref, ref, topic, event, payload } as Wire;
}
