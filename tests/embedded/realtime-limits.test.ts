import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Pool } from 'pg';
import type { Limits } from '../../supabase/embedded/realtime/limits.ts';
import type { Sessions } from '../../supabase/embedded/data/sessions.ts';
import {
  createOverlay,
  openTestDatabase,
  PRIVATE,
  PUBLISHABLE_KEY,
  startRealtime,
} from './realtime-server.ts';
import type { RawSocket, TestServer } from './realtime-server.ts';

const ELSEWHERE = { localAddress: '127.0.0.2' };
/** So slow that no test sees it refill. */
const SLOWLY = 0.001;

let sessions: Sessions;
let pg: Pool;

beforeAll(async () => {
  sessions = await openTestDatabase();
  ({ pg } = sessions);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => sessions.close());

async function serverWith(limits: Partial<Limits>): Promise<TestServer> {
  const server = await startRealtime(sessions, limits);
  onTestFinished(() => server.close());
  return server;
}

/** Joins a room, and gives the reply. */
async function join(socket: RawSocket, ref = '1', topic = 'room') {
  socket.send([
    ref,
    ref,
    `realtime:${topic}`,
    'phx_join',
    { config: { private: true, broadcast: { ack: true } } },
  ]);
  return (await socket.reply(ref)).payload;
}

async function isAlive(socket: RawSocket): Promise<void> {
  socket.send([null, 'alive', 'phoenix', 'heartbeat', {}]);
  expect((await socket.reply('alive')).payload['status']).toBe('ok');
}

const OK = { status: 'ok', response: { postgres_changes: [] } };
const TOO_MANY_JOINS = {
  status: 'error',
  response: { reason: 'ClientJoinRateLimitReached: Too many joins per second' },
};

/** Keeps questions to the database waiting until they are released, and counts them. */
function holdDatabase() {
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  const query = pg.query.bind(pg) as (...asked: unknown[]) => Promise<unknown>;
  const queries = vi
    .spyOn(pg, 'query')
    .mockImplementation((...asked: unknown[]) => held.then(() => query(...asked)) as never);
  return {
    get statements() {
      return queries.mock.calls.length;
    },
    release() {
      resolve(undefined);
    },
  };
}

/** A POST from an address of this machine. */
function post(
  server: TestServer,
  body: unknown,
  options: { localAddress?: string; signal?: AbortSignal } = {},
) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(
      `${server.url}/realtime/v1/api/broadcast`,
      { method: 'POST', headers: { apikey: PUBLISHABLE_KEY }, agent: false, ...options },
      (response) => resolve(response.resume()),
    )
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

const broadcasts = (count: number) => ({
  messages: Array.from({ length: count }, (_, n) => ({
    topic: `room ${n}`,
    event: 'e',
    payload: {},
    private: true,
  })),
});

const privateJoin = (n: number) => [`${n}`, `${n}`, `realtime:${n}`, 'phx_join', PRIVATE];

describe('while viewers ask the database', () => {
  test('they do so one after the other, and a save waits for none of them', async () => {
    const server = await serverWith({});
    const overlay = await createOverlay(sessions);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => server.rawSocket()));
    const database = holdDatabase();
    for (const [n, socket] of sockets.entries()) {
      for (let topic = 0; topic < 20; topic++) socket.send(privateJoin(100 * n + topic));
    }
    await expect.poll(() => database.statements).toBeGreaterThan(0);
    const last = await server.rawSocket();
    await isAlive(last);
    const session = await pg.connect();
    await session.query('update public.public_overlays set s1 = 1 where url_token = $1', [overlay.token]);
    session.release();
    expect(database.statements).toBe(1);
    database.release();
    await Promise.all(sockets.map((socket) => socket.event('phx_reply')));
  });

  test('a socket’s queries end with it', async () => {
    const server = await serverWith({});
    const sockets = await Promise.all(Array.from({ length: 10 }, () => server.rawSocket()));
    const database = holdDatabase();
    for (const [n, socket] of sockets.entries()) {
      for (let topic = 0; topic < 50; topic++) socket.send(privateJoin(100 * n + topic));
      await isAliveBehind(server);
    }
    for (const { socket } of sockets) socket.terminate();
    await expect.poll(() => server.connectionCount).toBe(0);
    await expectNothingWaits(server, database);
  });

  test('a join that is left before its turn is not asked', async () => {
    const server = await serverWith({});
    const [busy, leaver] = [await server.rawSocket(), await server.rawSocket()];
    const database = holdDatabase();
    busy.send(privateJoin(1));
    await expect.poll(() => database.statements).toBe(1);
    for (const n of [2, 3]) leaver.send(privateJoin(n));
    for (const n of [2, 3]) leaver.send([`${n}`, `leave ${n}`, `realtime:${n}`, 'phx_leave', {}]);
    // Answered while the database is held: nothing of this socket waits any more.
    for (const n of [2, 3]) expect((await leaver.reply(`leave ${n}`)).payload['status']).toBe('ok');
    database.release();
    await busy.reply('1');
    await isAlive(leaver);
    expect(database.statements).toBe(1);
    expect(leaver.received).not.toContainEqual(expect.objectContaining({ ref: '2' }));
  });

  test('a request’s queries end when its client disconnects', async () => {
    const server = await serverWith({});
    const database = holdDatabase();
    const hangUp = new AbortController();
    const answers = Array.from({ length: 5 }, () => post(server, broadcasts(20), { signal: hangUp.signal }));
    await expect.poll(() => database.statements).toBe(1);
    hangUp.abort();
    await Promise.allSettled(answers);
    await expect.poll(() => server.connectionCount).toBe(0);
    await expectNothingWaits(server, database);
  });
});

/** Releases the database: it is asked only the question in progress and that of a new viewer. */
async function expectNothingWaits(server: TestServer, database: ReturnType<typeof holdDatabase>) {
  database.release();
  const viewer = await server.rawSocket();
  viewer.send(privateJoin(1));
  await viewer.reply('1');
  expect(database.statements).toBe(2);
}

/** Resolves when a socket that connects now is answered: earlier messages have arrived by then. */
async function isAliveBehind(server: TestServer): Promise<void> {
  const last = await server.rawSocket();
  await isAlive(last);
  last.socket.terminate();
}

test('250 viewers of one venue come back at once, each with three channels', async () => {
  const server = await serverWith({});
  const overlays = await Promise.all([1, 2, 3].map(() => createOverlay(sessions)));
  const viewers = await Promise.all(Array.from({ length: 250 }, () => server.rawSocket()));
  const joined = viewers.flatMap((viewer) =>
    overlays.map(async ({ topic }, n) => {
      viewer.send([`${n}`, `${n}`, `realtime:${topic}`, 'phx_join', PRIVATE]);
      return (await viewer.reply(`${n}`)).payload;
    }),
  );
  expect(new Set((await Promise.all(joined)).map((reply) => JSON.stringify(reply)))).toEqual(
    new Set([JSON.stringify(OK)]),
  );
  await overlays[0]?.score();
  await Promise.all(viewers.map((viewer) => viewer.binary()));
});

describe('sockets', () => {
  test('that join nothing are closed, those with a channel stay', async () => {
    const server = await serverWith({ idleMillis: 2000 });
    const [viewer, idle, left] = [
      await server.rawSocket(),
      await server.rawSocket(),
      await server.rawSocket(),
    ];
    expect(await join(viewer)).toEqual(OK);
    expect(await join(left)).toEqual(OK);
    left.send(['1', '2', 'realtime:room', 'phx_leave', {}]);
    expect(await idle.closed).toBe(1008);
    expect(await left.closed).toBe(1008);
    await isAlive(viewer);
  });

  test('of a full address: the oldest that joined nothing makes room, one with a channel does not', async () => {
    const server = await serverWith({ addressSockets: 2 });
    const [viewer, idle] = [await server.rawSocket(), await server.rawSocket()];
    await join(viewer);
    const third = await server.rawSocket();
    expect(await idle.closed).toBe(1008);
    await join(third);
    await expect(server.rawSocket()).rejects.toThrow('429');
    const neighbour = await server.rawSocket('2.0.0', ELSEWHERE);
    await Promise.all([viewer, third, neighbour].map(isAlive));
  });

  test('of a full server: the address with most of them makes room, for itself it gets none', async () => {
    const server = await serverWith({ sockets: 3 });
    const crowd = [await server.rawSocket(), await server.rawSocket(), await server.rawSocket()];
    for (const socket of crowd) await join(socket);
    await expect(server.rawSocket()).rejects.toThrow('429');
    const viewer = await server.rawSocket('2.0.0', ELSEWHERE);
    await join(viewer);
    expect(await crowd[2]?.closed).toBe(1008);
    await Promise.all([viewer, ...crowd.slice(0, 2)].map(isAlive));
    // Two of one address and one of another: now no socket is dropped.
    await expect(server.rawSocket('2.0.0', ELSEWHERE)).rejects.toThrow('429');
  });

  test('come from one address so often, from another still', async () => {
    const server = await serverWith({ addressConnects: { burst: 2, perSecond: SLOWLY } });
    for (let n = 0; n < 2; n++) (await server.rawSocket()).socket.terminate();
    await expect(server.rawSocket()).rejects.toThrow('429');
    await server.rawSocket('2.0.0', ELSEWHERE);
  });
});

describe('joins', () => {
  test('of one socket are limited, those of others not', async () => {
    const server = await serverWith({ joins: { burst: 2, perSecond: SLOWLY } });
    const [greedy, viewer] = [await server.rawSocket(), await server.rawSocket()];
    expect([await join(greedy, '1'), await join(greedy, '2'), await join(greedy, '3')]).toEqual([
      OK,
      OK,
      TOO_MANY_JOINS,
    ]);
    expect(await join(viewer)).toEqual(OK);
  });

  test('of one address are limited, those of others not', async () => {
    const server = await serverWith({ addressJoins: { burst: 2, perSecond: SLOWLY } });
    const sockets = [await server.rawSocket(), await server.rawSocket(), await server.rawSocket()];
    const replies = [];
    for (const socket of sockets) replies.push(await join(socket));
    expect(replies).toEqual([OK, OK, TOO_MANY_JOINS]);
    expect(await join(await server.rawSocket('2.0.0', ELSEWHERE))).toEqual(OK);
  });
});

test('frames beyond what an address may send are read later, and those of others at once', async () => {
  const server = await serverWith({ addressFrames: { burst: 10, perSecond: 0.2 } });
  const [busy, neighbour] = [await server.rawSocket(), await server.rawSocket('2.0.0', ELSEWHERE)];
  for (let n = 1; n <= 10; n++) busy.send([null, `${n}`, 'phoenix', 'heartbeat', {}]);
  await busy.reply('10');
  // Nothing is left: the next one is read in five seconds.
  const order: string[] = [];
  busy.send([null, 'late', 'phoenix', 'heartbeat', {}]);
  const late = busy.reply('late').then(() => order.push('busy'));
  await isAlive(neighbour);
  order.push('neighbour');
  await late;
  expect(order).toEqual(['neighbour', 'busy']);
});

describe('what others get to hear', () => {
  /** Retry after the time in which {@link SLOWLY} adds one more, less the time that has passed. */
  const expectRefusal = ({ statusCode, headers }: IncomingMessage) => {
    expect(statusCode).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0.9 / SLOWLY);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(1 / SLOWLY);
  };

  const broadcast = (ref: string) => [
    '1',
    ref,
    'realtime:room',
    'broadcast',
    { type: 'broadcast', event: 'e', payload: { ref } },
  ];

  test('through a socket is limited for its address', async () => {
    const server = await serverWith({ addressDeliveries: { burst: 2, perSecond: SLOWLY } });
    const [loud, quiet] = [await server.rawSocket(), await server.rawSocket('2.0.0', ELSEWHERE)];
    await join(loud);
    await join(quiet);
    for (const ref of ['2', '3', '4']) loud.send(broadcast(ref));
    expect((await loud.event('system')).payload).toMatchObject({ message: 'Too many messages per second' });
    await loud.event('phx_close');
    const acknowledged = loud.received.map((frame) => !Buffer.isBuffer(frame) && frame.ref);
    expect(acknowledged).toContain('3');
    expect(acknowledged).not.toContain('4');
    await join(loud, '5', 'room 5');
    quiet.send(broadcast('6'));
    expect((await quiet.reply('6')).payload['status']).toBe('ok');
  });

  test('over HTTP is limited for its address', async () => {
    const server = await serverWith({ addressDeliveries: { burst: 1, perSecond: SLOWLY } });
    const reader = await server.rawSocket();
    await join(reader, '1', 'room 0');
    expect((await post(server, broadcasts(1))).statusCode).toBe(202);
    const refused = await post(server, broadcasts(1));
    expectRefusal(refused);
    expect((await post(server, broadcasts(1), ELSEWHERE)).statusCode).toBe(202);
  });

  test('over HTTP in one request: private topics, and requests of an address', async () => {
    const server = await serverWith({ addressRequests: { burst: 22, perSecond: SLOWLY } });
    expect((await post(server, broadcasts(21))).statusCode).toBe(422);
    expect((await post(server, broadcasts(20))).statusCode).toBe(202);
    const refused = await post(server, broadcasts(1));
    expectRefusal(refused);
    expect((await post(server, broadcasts(1), ELSEWHERE)).statusCode).toBe(202);
  });
});

test('a policy that fails denies, and is printed without what came from outside', async () => {
  await pg.query(`
    create policy "fails" on realtime.messages for select to anon using (
      case when (select realtime.topic()) like 'broken:%' then (select realtime.topic())::uuid is not null else false end
    );`);
  const print = vi.spyOn(console, 'error').mockReturnValue();
  const server = await serverWith({});
  const socket = await server.rawSocket();
  for (const [ref, topic] of Object.entries({ 1: 'broken:\n<secret>', 2: 'nul:\0' })) {
    socket.send([ref, ref, `realtime:${topic}`, 'phx_join', PRIVATE]);
    expect((await socket.reply(ref)).payload['status']).toBe('error');
  }
  expect(print.mock.calls).toEqual([
    [expect.stringMatching(/^Realtime could not evaluate a policy: database error 22P02 at [^\n]+$/)],
  ]);
  expect(print.mock.calls.join()).not.toContain('secret');
});
