import { randomBytes } from 'node:crypto';
import { Agent, request as ask, type ClientRequest } from 'node:http';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { EMBEDDED_PUBLISHABLE_KEY as apikey } from '../../../src/config/backend.ts';

/**
 * Floods the embedded server on this machine, from a separate process, for a bounded time: `node
 * tests/bench/floods/attackers.ts --kind joins --origin http://localhost:4321 --from 127.0.0.2 --seconds 10`. Ends by
 * itself, and prints the answers that it got.
 */

const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    origin: { type: 'string' },
    from: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const origin = new URL(values.origin ?? '');
if (!['localhost', '127.0.0.1', '[::1]'].includes(origin.hostname)) throw new Error('Only this machine.');
const until = Date.now() + Math.min(60, Number(values.seconds)) * 1000;

const answers = new Map<string, number>();
const count = (answer: string | number): void => {
  answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1);
};

/** Another subscriber than the scorer, who asks from 127.0.0.1. */
const localAddress = values.from ?? '127.0.0.2';

const agent = new Agent({ keepAlive: true, maxSockets: 200, localAddress });
const post = (path: string, body: unknown, more: Readonly<Record<string, string>> = {}): Promise<void> =>
  new Promise((resolve) => {
    const text = JSON.stringify(body);
    const sent = ask(
      {
        agent,
        host: '127.0.0.1',
        port: origin.port,
        path,
        method: 'POST',
        headers: {
          apikey,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          ...more,
        },
      },
      (response) => {
        count(response.statusCode ?? 0);
        response.resume().on('end', resolve).on('error', resolve);
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      count(error.code ?? 'error');
      resolve();
    });
    sent.end(text);
  });

/** `clients` that do it again and again, each after the answer to the time before. */
const again = async (clients: number, once: (index: number) => Promise<void>): Promise<void> => {
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      while (Date.now() < until) await once(index);
    }),
  );
};

/** Of a television. */
const secret = (): string => randomBytes(24).toString('hex');

const token = (): string => randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x');

/** A socket that is open, or was refused. */
const open = (): Promise<WebSocket | undefined> =>
  new Promise((resolve) => {
    const address = `ws://127.0.0.1:${origin.port}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`;
    const socket = new WebSocket(address, { localAddress });
    socket.on('open', () => {
      count('open');
      resolve(socket);
    });
    socket.on('unexpected-response', (_request, response) => {
      count(response.statusCode ?? 0);
      socket.terminate();
      resolve(undefined);
    });
    socket.on('error', () => {
      resolve(undefined);
    });
    socket.on('close', (code) => {
      count(`closed ${code}`);
    });
  });

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

/** Joins of private channels on `sockets` sockets, 290 on each, which then leave and come again. */
const joins = (sockets: number): Promise<void> =>
  again(sockets, async () => {
    const socket = await open();
    if (!socket) {
      await pause(200);
      return;
    }
    for (let index = 0; index < 290; index += 1) {
      const topic = `realtime:overlay:${token()}`;
      socket.send(
        JSON.stringify([
          String(index),
          String(index),
          topic,
          'phx_join',
          { config: { private: true }, access_token: apikey },
        ]),
      );
    }
    await pause(500);
    socket.terminate();
  });

/** Broadcasts by HTTP, each to so many private topics. */
const broadcasts = (topics: number): Promise<void> =>
  again(50, () =>
    post('/realtime/v1/api/broadcast', {
      messages: Array.from({ length: topics }, () => ({
        topic: `overlay:${token()}`,
        event: 'state',
        payload: { rev: 1 },
        private: true,
      })),
    }),
  );

/** A body that lacks its last bytes. */
const heldBack = (): ClientRequest => {
  const size = 1024 * 1024;
  const sent = ask({
    agent: false,
    localAddress,
    host: '127.0.0.1',
    port: origin.port,
    method: 'POST',
    path: '/rest/v1/rpc/get_overlay',
    headers: { apikey, 'content-type': 'application/json', 'content-length': size },
  });
  sent.on('response', (response) => {
    count(response.statusCode ?? 0);
    response.resume();
  });
  sent.on('error', () => undefined);
  sent.write(Buffer.alloc(size - 20, ' '));
  return sent;
};

const KINDS: Readonly<Record<string, () => Promise<void>>> = {
  passwords: () =>
    again(100, (index) =>
      post('/auth/v1/token?grant_type=password', {
        email: index % 2 ? 'demo@cueboard.test' : `guess-${index}@example.test`,
        password: token(),
      }),
    ),
  recovery: () =>
    again(50, (index) =>
      index % 2
        ? post('/auth/v1/verify', { type: 'recovery', token_hash: token() })
        : post('/auth/v1/recover', { email: 'demo@cueboard.test' }),
    ),
  'joins of 20 sockets': () => joins(20),
  'joins of 100 sockets': () => joins(100),
  'broadcasts to 20 topics': () => broadcasts(20),
  'broadcasts to 100 topics': () => broadcasts(100),
  'idle sockets': async () => {
    const sockets = await Promise.all(Array.from({ length: 500 }, open));
    while (Date.now() < until) await pause(200);
    for (const socket of sockets) socket?.terminate();
  },
  'overlays asked for': () => again(200, () => post('/rest/v1/rpc/get_overlay', { key: token() })),
  'codes asked for': () => again(200, () => post('/rest/v1/rpc/begin_pairing', { secret: secret() })),
  'televisions asked for': () => again(200, () => post('/rest/v1/rpc/ask_television', { secret: secret() })),
  'bodies held back': async () => {
    const bodies = Array.from({ length: 900 }, heldBack);
    while (Date.now() < until) await pause(200);
    for (const body of bodies) body.destroy();
  },
  'marks without a ticket': () =>
    again(200, () => post('/functions/v1/snapshot/mark', {}, { 'x-upload-key': token() })),
};

await KINDS[values.kind ?? '']?.();
agent.destroy();
console.log(JSON.stringify(Object.fromEntries(answers)));
process.exit(0);
