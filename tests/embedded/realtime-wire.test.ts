import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../supabase/embedded/http/http.ts';
import {
  accessToken,
  createOverlay,
  listen,
  serveTests,
  PRIVATE,
  PUBLISHABLE_KEY,
  RawSocket,
  startRealtime,
  subscribed,
} from './realtime-server.ts';

const { sessions, pg, server } = await serveTests();

/** The status and the JSON that answer an upgrade to the WebSocket's address. */
async function refusedUpgrade(url: string, query: string): Promise<[number, unknown]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `GET /realtime/v1/websocket?${query} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '',
      '',
    ].join('\r\n'),
  );
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return [Number(head.split(' ')[1]), JSON.parse(body)];
}

describe('connecting', () => {
  test.each([
    ['no key', 'vsn=2.0.0', 401],
    ['a wrong key', 'apikey=sb_publishable_wrong', 401],
    ['an unknown version', `apikey=${PUBLISHABLE_KEY}&vsn=3.0.0`, 403],
  ])('with %s is refused', async (_, query, status) => {
    expect(await refusedUpgrade(server.url, query)).toEqual([
      status,
      { error: expect.any(String) as string },
    ]);
  });

  test('one socket too many is refused, and admitted when another has gone', async () => {
    const small = await startRealtime(sessions, { sockets: 1 });
    const first = await small.rawSocket();
    first.send(['1', '1', 'realtime:room', 'phx_join', PRIVATE]);
    await first.reply('1');
    expect((await refusedUpgrade(small.url, `apikey=${PUBLISHABLE_KEY}`))[0]).toBe(429);
    first.socket.close();
    await first.closed;
    await expect
      .poll(() =>
        small.rawSocket().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await small.close();
  });

  test('from where it is not admitted is refused', async () => {
    const strict = await startRealtime(
      sessions,
      {},
      {
        check: ({ headers }) => {
          if (headers.host !== 'ours') throw new Refusal(403, 'Not yours');
        },
      },
    );
    expect(await refusedUpgrade(strict.url, `apikey=${PUBLISHABLE_KEY}`)).toEqual([
      403,
      { error: expect.any(String) as string },
    ]);
    await strict.close();
  });

  test('upgrades to other addresses are left to others', async () => {
    const other = once(server.server, 'upgrade');
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET /hot-reload HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [, theirs] = (await other) as [unknown, typeof socket];
    expect(theirs.writableEnded).toBe(false);
    theirs.destroy();
    socket.destroy();
  });
});

describe('version 1.0.0 by hand', () => {
  test('join, heartbeat, broadcast, leave', async () => {
    const raw = await server.rawSocket('1.0.0');
    const topic = 'realtime:room';
    const config = { private: true, broadcast: { ack: true, self: true } };
    raw.send({ topic, event: 'phx_join', payload: { config }, ref: '1', join_ref: '1' });
    expect(await raw.reply('1')).toEqual({
      topic,
      event: 'phx_reply',
      payload: { status: 'ok', response: { postgres_changes: [] } },
      ref: '1',
      join_ref: '1',
    });
    raw.send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '2' });
    expect((await raw.reply('2')).payload).toEqual({ status: 'ok', response: {} });
    const payload = { type: 'broadcast', event: 'move', payload: { n: 1 } };
    raw.send({ topic, event: 'broadcast', payload, ref: '3', join_ref: '1' });
    expect((await raw.event('broadcast')).payload).toEqual(payload);
    expect((await raw.reply('3')).payload).toEqual({ status: 'ok', response: {} });
    raw.send({ topic, event: 'phx_leave', payload: {}, ref: '4', join_ref: '1' });
    expect((await raw.reply('4')).payload).toEqual({ status: 'ok', response: {} });
    expect(await raw.event('phx_close')).toMatchObject({ topic, join_ref: '1' });
  });
});

describe('version 2.0.0 by hand', () => {
  test('a state arrives as binary, with the id of its message', async () => {
    const overlay = await createOverlay(sessions);
    const raw = await server.rawSocket();
    raw.send(['1', '1', `realtime:${overlay.topic}`, 'phx_join', PRIVATE]);
    await raw.reply('1');
    await overlay.score();
    const frame = await raw.binary();
    const [type, topicSize = 0, eventSize = 0, metaSize = 0, encoding] = frame;
    expect([type, encoding]).toEqual([4, 1]);
    const header = frame.subarray(5, 5 + topicSize + eventSize + metaSize).toString();
    const [, id] = /^realtime:overlay:\w{24}state\{"id":"(.+)"\}$/.exec(header) ?? [];
    const { rows } = await pg.query<{ payload: unknown }>(
      'select payload from realtime.messages where id = $1',
      [id],
    );
    expect(JSON.parse(frame.subarray(5 + header.length).toString())).toEqual(rows[0]?.payload);
  });

  test('joining a topic again replaces the first membership', async () => {
    const raw = await server.rawSocket();
    const topic = 'realtime:room again';
    const config = { private: true, broadcast: { ack: true } };
    raw.send(['1', '1', topic, 'phx_join', { config }]);
    raw.send(['2', '2', topic, 'phx_join', { config }]);
    await raw.reply('2');
    const payload = { type: 'broadcast', event: 'e', payload: {} };
    // As in Phoenix, a message of the first one is taken, its leaving is not.
    raw.send(['1', '3', topic, 'broadcast', payload]);
    raw.send(['1', 'stale', topic, 'phx_leave', {}]);
    raw.send(['2', '4', topic, 'broadcast', payload]);
    expect((await raw.reply('3')).payload['status']).toBe('ok');
    expect((await raw.reply('4')).payload['status']).toBe('ok');
    expect(raw.received).not.toContainEqual(expect.objectContaining({ ref: 'stale' }));
    // Once, not twice.
    await server.post('api/broadcast', {
      messages: [{ topic: 'room again', event: 'once', payload: {}, private: true }],
    });
    await raw.binary();
    raw.send([null, '5', 'phoenix', 'heartbeat', {}]);
    await raw.reply('5');
    expect(raw.received.filter((frame) => frame instanceof Buffer)).toHaveLength(1);
  });

  test('leaving a topic that was never joined is fine, sending to it isn’t', async () => {
    const raw = await server.rawSocket();
    raw.send(['1', '1', 'realtime:never', 'phx_leave', {}]);
    raw.send(['1', '2', 'realtime:never', 'broadcast', { type: 'broadcast', event: 'e', payload: {} }]);
    expect((await raw.reply('1')).payload).toEqual({ status: 'ok', response: {} });
    expect((await raw.reply('2')).payload).toEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    });
  });

  test('flags may be words', async () => {
    const raw = await server.rawSocket();
    const config = { private: 'TRUE', broadcast: { ack: 'True', self: 'TRUE' } };
    raw.send(['1', '1', 'realtime:room', 'phx_join', { config }]);
    raw.send(['1', '2', 'realtime:room', 'broadcast', { type: 'broadcast', event: 'e', payload: { n: 1 } }]);
    expect((await raw.reply('2')).payload['status']).toBe('ok');
    expect((await raw.binary()).toString()).toContain('{"n":1}');
    raw.send(['2', '3', 'realtime:club', 'phx_join', { config: { private: 'true' } }]);
    expect((await raw.reply('3')).payload['status']).toBe('error');
    raw.send(['3', '4', 'realtime:room', 'phx_join', { config: { private: 'yes' } }]);
    expect((await raw.reply('4')).payload['status']).toBe('error');
  });

  test.each([
    ['with an acknowledgement it is told', true],
    ['without one it is not', false],
  ])('a payload that is too large is refused, %s, and its socket stays', async (_, ack) => {
    const room = server.client().channel('room', PRIVATE);
    const inbox = listen(room);
    await subscribed(room);
    const raw = await server.rawSocket();
    const config = { private: true, broadcast: { ack } };
    raw.send(['1', '1', 'realtime:room', 'phx_join', { config }]);
    await raw.reply('1');
    const broadcast = (text: string) => ({ type: 'broadcast', event: 'e', payload: { text } });
    raw.send(['1', '2', 'realtime:room', 'broadcast', broadcast('x'.repeat(256 * 1024))]);
    raw.send(['1', '3', 'realtime:room', 'broadcast', broadcast('small')]);
    await inbox.reached(1);
    expect(inbox.messages).toEqual([{ text: 'small' }]);
    raw.send([null, '4', 'phoenix', 'heartbeat', {}]);
    await raw.reply('4');
    const refusals = raw.received.filter((frame) => !Buffer.isBuffer(frame) && frame.ref === '2');
    expect(refusals).toMatchObject(
      ack ? [{ payload: { status: 'error', response: 'payload_size_exceeded' } }] : [],
    );
  });

  test('a join that is too large is refused with the reason', async () => {
    const raw = await server.rawSocket();
    raw.send(['1', '1', `realtime:${'x'.repeat(20_000)}`, 'phx_join', {}]);
    expect((await raw.reply('1')).payload).toEqual({
      status: 'error',
      response: { reason: 'InvalidJoinPayload: A join may have at most 16384 bytes' },
    });
  });

  test('a presence that is too large closes its channel with the reason', async () => {
    const raw = await server.rawSocket();
    raw.send(['1', '1', 'realtime:room', 'phx_join', PRIVATE]);
    const payload = { type: 'presence', event: 'track', payload: { text: 'x'.repeat(20_000) } };
    raw.send(['1', '2', 'realtime:room', 'presence', payload]);
    expect((await raw.event('system')).payload).toMatchObject({ message: 'Track message size exceeded' });
    expect(await raw.event('phx_close')).toMatchObject({ topic: 'realtime:room' });
  });

  test.each([['realtime:'], ['elsewhere:room']])('the topic %s is refused', async (topic) => {
    const raw = await server.rawSocket();
    raw.send(['1', '1', topic, 'phx_join', {}]);
    expect((await raw.reply('1')).payload['status']).toBe('error');
  });
});

describe('bad frames', () => {
  test('are ignored, and the socket still serves', async () => {
    const raw = await server.rawSocket();
    const binary = [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 9, 9]].map((bytes) =>
      Uint8Array.from(bytes),
    );
    for (const frame of ['', '{', 'null', '[]', '[1,2,3,4,5]', '{"topic":"phoenix"}', ...binary])
      raw.send(frame);
    raw.send(['1', '1', 'realtime:nowhere', 'broadcast', null]);
    raw.send(['1', '2', 'realtime:nowhere', 'no_such_event', [1]]);
    raw.send(['1', '3', 'realtime:room', 'phx_join', PRIVATE]);
    raw.send(['1', '5', 'realtime:room 2', 'phx_join', null]);
    for (const payload of [null, 5, [], { event: 7 }, { type: 'x' }]) {
      raw.send(['1', null, 'realtime:room', 'broadcast', payload]);
      raw.send(['1', null, 'realtime:room', 'presence', payload]);
      raw.send(['1', null, 'realtime:room', 'access_token', payload]);
    }
    raw.send([null, '4', 'phoenix', 'heartbeat', {}]);
    expect((await raw.reply('3')).payload['status']).toBe('ok');
    expect((await raw.reply('4')).payload['status']).toBe('ok');
  });

  test('of more than a megabyte close their socket with 1009, and no other', async () => {
    const neighbour = await server.rawSocket();
    const raw = await server.rawSocket();
    raw.send(`"${'x'.repeat(1024 * 1024)}"`);
    expect(await raw.closed).toBe(1009);
    neighbour.send([null, '1', 'phoenix', 'heartbeat', {}]);
    expect((await neighbour.reply('1')).payload['status']).toBe('ok');
  });

  test('too many of them close their socket with the reason', async () => {
    const raw = await server.rawSocket();
    raw.send(['1', '1', 'realtime:room', 'phx_join', PRIVATE]);
    await raw.reply('1');
    for (let sent = 0; sent < 400; sent++) raw.send([null, 'x', 'phoenix', 'heartbeat', {}]);
    expect((await raw.event('system')).payload).toEqual({
      extension: 'system',
      status: 'error',
      message: 'Too many messages per second',
      channel: 'room',
    });
    expect(await raw.closed).toBe(1008);
  });
});

test('a socket joins a hundred channels and no more', async () => {
  const raw = await server.rawSocket();
  for (let n = 1; n <= 101; n++) raw.send([String(n), String(n), `realtime:room ${n}`, 'phx_join', PRIVATE]);
  expect((await raw.reply('100')).payload['status']).toBe('ok');
  expect((await raw.reply('101')).payload).toEqual({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  });
  raw.send(['1', '102', 'realtime:room 1', 'phx_leave', {}]);
  raw.send(['103', '103', 'realtime:room 101', 'phx_join', PRIVATE]);
  expect((await raw.reply('103')).payload['status']).toBe('ok');
});

test('a socket that shows no sign of life is dropped, one that answers pings is kept', async () => {
  const strict = await startRealtime(sessions, { silenceMillis: 5000 });
  const alive = await strict.rawSocket();
  const dead = await strict.rawSocket('2.0.0', { autoPong: false });
  const pings: number[] = [];
  alive.socket.on('ping', () => pings.push(1));
  expect(await dead.closed).toBe(1006);
  expect(pings.length).toBeGreaterThan(1);
  alive.send([null, '1', 'phoenix', 'heartbeat', {}]);
  expect((await alive.reply('1')).payload['status']).toBe('ok');
  await strict.close();
});

test('a socket that reads too slowly is dropped, and does not hold up the others', async () => {
  const busy = await startRealtime(sessions, { addressDeliveries: { burst: 1e6, perSecond: 1 } });
  const slow = await busy.rawSocket();
  slow.send(['1', '1', 'realtime:room', 'phx_join', PRIVATE]);
  await slow.reply('1');
  slow.socket.pause();
  const reader = busy.client().channel('room', PRIVATE);
  const inbox = listen(reader);
  await subscribed(reader);
  const text = 'x'.repeat(200_000);
  for (let sent = 0; sent < 100; sent++) {
    await busy.post('api/broadcast', {
      messages: [{ topic: 'room', event: 'e', payload: { text }, private: true }],
    });
  }
  await inbox.reached(100);
  slow.socket.resume();
  expect(await slow.closed).toBe(1006);
  await busy.close();
});

test('when the server stops, sockets are closed with 1001', async () => {
  const stopping = await startRealtime(sessions);
  const raw = await stopping.rawSocket();
  raw.send(['1', '1', 'realtime:room', 'phx_join', PRIVATE]);
  await raw.reply('1');
  await stopping.realtime.close();
  expect(await raw.closed).toBe(1001);
  await stopping.close();
});

describe('HTTP', () => {
  const message = { topic: 'room', event: 'e', payload: {} };

  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['no messages', {}],
    ['an empty list', { messages: [] }],
    ['a message that is null', { messages: [null] }],
    ['no topic', { messages: [{ ...message, topic: '' }] }],
    ['a numeric event', { messages: [{ ...message, event: 5 }] }],
    ['a payload that is a text', { messages: [{ ...message, payload: 'x' }] }],
    ['a private that is a text', { messages: [{ ...message, private: 'yes' }] }],
    ['one bad among good', { messages: [message, { ...message, topic: undefined }] }],
    ['more than a hundred messages', { messages: Array.from({ length: 101 }, () => message) }],
  ])('%s is answered 422', async (_, body) => {
    const answer = await server.post('api/broadcast', body);
    expect([answer.status, await answer.json()]).toEqual([422, { error: expect.any(String) as string }]);
  });

  test.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['a wrong key', { apikey: 'sb_publishable_wrong' }],
    [
      'an expired token',
      { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${accessToken({ expiresIn: -1 })}` },
    ],
    ['a foreign token', { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${accessToken({ secret: 'x' })}` }],
  ])('%s is answered 401', async (_, headers) => {
    const answer = await server.post('api/broadcast', { messages: [message] }, headers);
    expect([answer.status, await answer.json()]).toEqual([401, { error: expect.any(String) as string }]);
  });

  test('a body that is too large is answered 413', async () => {
    const answer = await server.post('api/broadcast', 'x'.repeat(500_000));
    expect([answer.status, await answer.json()]).toEqual([413, { error: expect.any(String) as string }]);
  });

  test('an unknown address is answered 404, another method 405', async () => {
    const unknown = await server.post('api/elsewhere', {});
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Not found' }]);
    const get = await fetch(`${server.url}/realtime/v1/api/broadcast`);
    expect([get.status, get.headers.get('allow'), await get.json()]).toEqual([
      405,
      'POST',
      { error: 'Use POST' },
    ]);
  });
});

test('RawSocket reports a refused connection', async () => {
  await expect(RawSocket.open(`${server.url}/realtime/v1/websocket`)).rejects.toThrow('401');
});
