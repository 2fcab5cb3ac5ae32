import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import type { RealtimeChannel } from '@supabase/supabase-js';
import {
  accessToken,
  createOverlay,
  listen,
  serveTests,
  PRIVATE,
  SECRET_KEY,
  startRealtime,
  subscribed,
  verifyToken,
} from './realtime-server.ts';
import type { TestServer } from './realtime-server.ts';

const { sessions, pg, server } = await serveTests();

/** Subscribes; `closed` resolves when the server closes the channel, with the message that it gave before. */
async function subscribedUntilClosed(channel: RealtimeChannel): Promise<{ closed: Promise<string> }> {
  const joined = Promise.withResolvers<undefined>();
  const closed = Promise.withResolvers<string>();
  let message = '';
  channel.on('system', {}, (system: { message: string }) => (message = system.message));
  channel.subscribe((status) => {
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) joined.resolve(undefined);
    if (status === REALTIME_SUBSCRIBE_STATES.CLOSED) closed.resolve(message);
  });
  await joined.promise;
  return { closed: closed.promise };
}

describe('who may join', () => {
  test.each(['overlay:short', 'overlay:ABCDEFGHIJKLMNOPQRSTUVW!', 'other:ABCDEFGHIJKLMNOPQRSTUVWX', 'club'])(
    'anon may not join %s',
    async (topic) => {
      await expect(subscribed(server.client().channel(topic, PRIVATE))).rejects.toThrow(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      );
    },
  );

  test('a user may join their own topic and no other', async () => {
    const sub = randomUUID();
    const client = await server.signedInClient(accessToken({ sub }));
    await subscribed(client.channel(`user:${sub}`, PRIVATE));
    await expect(subscribed(client.channel(`user:${randomUUID()}`, PRIVATE))).rejects.toThrow('Unauthorized');
  });

  test('a refused channel hears nothing', async () => {
    const client = server.client();
    const refused = client.channel('club', PRIVATE);
    const inbox = listen(refused);
    await expect(subscribed(refused)).rejects.toThrow('Unauthorized');
    await pg.query(`select realtime.send('{}', 'secret', 'club', true)`);
    const overlay = await createOverlay(sessions);
    const allowed = client.channel(overlay.topic, PRIVATE);
    const states = listen(allowed);
    await subscribed(allowed);
    await overlay.score();
    await states.reached(1);
    expect(inbox.messages).toEqual([]);
  });

  test.each([
    ['expired', accessToken({ expiresIn: -300 }), /^InvalidJWTToken: Token has expired 3\d\d seconds ago$/],
    ['foreign', accessToken({ secret: 'another' }), /^JwtSignatureError: Failed to validate JWT signature$/],
    ['meaningless', 'not.a.token', /^MalformedJWT: The token provided is not a valid JWT$/],
    ['superuser', accessToken({ role: 'postgres' }), /^Unauthorized: The role of the token is unknown$/],
    ['role-resetting', accessToken({ role: 'none' }), /^Unauthorized: The role of the token is unknown$/],
  ])('a token that is %s joins nothing', async (_, token, reason) => {
    const { topic } = await createOverlay(sessions);
    const client = await server.signedInClient(token);
    await expect(subscribed(client.channel(topic, PRIVATE))).rejects.toThrow(reason);
  });

  test.each(['room', 'anything'])(
    'no client may join %s as a public channel, nor send there',
    async (topic) => {
      const client = await server.signedInClient();
      await expect(subscribed(client.channel(topic))).rejects.toThrow(
        'PrivateOnly: This project only allows private channels',
      );
      const room = server.client().channel('room', PRIVATE);
      const inbox = listen(room);
      await subscribed(room);
      const message = { topic, event: 'e', payload: { n: 1 } };
      const headers = { apikey: SECRET_KEY };
      expect((await server.post('api/broadcast', { messages: [message] }, headers)).status).toBe(202);
      await pg.query(`select realtime.send('{"n": 2}', 'e', $1, false)`, [topic]);
      await server.post(
        'api/broadcast',
        { messages: [{ ...message, topic: 'room', payload: { n: 3 }, private: true }] },
        headers,
      );
      await inbox.reached(1);
      expect(inbox.messages).toEqual([{ n: 3 }]);
    },
  );

  test('Postgres Changes and replay are refused with the reason', async () => {
    const changes = server.client().channel('changes', PRIVATE);
    changes.on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'public_overlays' },
      () => undefined,
    );
    await expect(subscribed(changes)).rejects.toThrow('Postgres Changes is not available on this server');
    const { topic } = await createOverlay(sessions);
    const config = { private: true, broadcast: { replay: { since: 0 } } };
    await expect(subscribed(server.client().channel(topic, { config }))).rejects.toThrow(
      'Replay is not available',
    );
  });
});

describe('a token that changes', () => {
  test('for a later one of the same user keeps the channel beyond the first one', async () => {
    const sub = randomUUID();
    const topic = `user:${sub}`;
    const client = await server.signedInClient(accessToken({ sub, expiresIn: 3 }));
    const channel = client.channel(topic, PRIVATE);
    const inbox = listen(channel, 'note');
    await subscribed(channel);
    // Its token is refreshed in place; the other client's expires, a second after the first one would have.
    await client.realtime.setAuth(accessToken({ sub, expiresIn: 600 }));
    const other = await server.signedInClient(accessToken({ sub, expiresIn: 4 }));
    const { closed } = await subscribedUntilClosed(other.channel(topic, PRIVATE));

    expect(await closed).toMatch(/^Token has expired/);
    await pg.query(`select realtime.send('{"n": 1}', 'note', $1, true)`, [topic]);
    await inbox.reached(1);
    expect(inbox.messages).toMatchObject([{ n: 1 }]);
  });

  test.each([
    ['another user', accessToken(), 'You no longer have permission to read from this Channel topic: '],
    ['an expired one', accessToken({ expiresIn: -1 }), 'Token has expired'],
    ['a foreign one', accessToken({ secret: 'another' }), 'Failed to validate JWT signature'],
  ])('for %s closes the channel with the reason', async (_, next, reason) => {
    const sub = randomUUID();
    const client = server.client();
    await client.realtime.setAuth(accessToken({ sub }));
    const { closed } = await subscribedUntilClosed(client.channel(`user:${sub}`, PRIVATE));
    await client.realtime.setAuth(next);
    expect(await closed).toContain(reason);
  });
});

describe('a session that ends', () => {
  test('takes its channels with it, and no others', async () => {
    const [ended, going] = [randomUUID(), randomUUID()];
    const client = await server.signedInClient(accessToken({ sessionId: ended }));
    const { closed } = await subscribedUntilClosed(client.channel('club', PRIVATE));
    const other = (await server.signedInClient(accessToken({ sessionId: going }))).channel('club', PRIVATE);
    const viewer = server.client().channel('newspaper', PRIVATE);
    const [otherInbox, viewerInbox] = [listen(other), listen(viewer)];
    await Promise.all([subscribed(other), subscribed(viewer)]);
    server.realtime.dropSession(ended);
    expect(await closed).toBe('Session has ended');
    await pg.query(`select realtime.send('{}', 'e', topic) from unnest(array['club', 'newspaper']) as topic`);
    await Promise.all([otherInbox.reached(1), viewerInbox.reached(1)]);
  });

  test('without a notice is looked for', async () => {
    const endedSessions = new Set<string>();
    const strict = await startRealtime(
      sessions,
      {},
      {
        verifyToken: async (token) => {
          const verified = await verifyToken(token);
          return verified && endedSessions.has(String(verified.claims['session_id'])) ? null : verified;
        },
      },
    );
    const sockets = await Promise.all(
      ['ended', 'goes on'].map(async (sessionId) => {
        const raw = await strict.rawSocket();
        const payload = { ...PRIVATE, access_token: accessToken({ sessionId }) };
        raw.send(['1', '1', 'realtime:club', 'phx_join', payload]);
        await raw.reply('1');
        return raw;
      }),
    );
    endedSessions.add('ended');
    strict.realtime.dropEndedSessions();
    await sockets[0]?.event('phx_close');
    sockets[1]?.send(['1', '2', 'realtime:club', 'phx_leave', {}]);
    expect((await sockets[1]?.reply('2'))?.payload['status']).toBe('ok');
    await strict.close();
  });

  test('is not let in by a join that waited meanwhile', async () => {
    const endedSessions = new Set<string>();
    const strict = await startRealtime(
      sessions,
      {},
      {
        verifyToken: async (token) => {
          const verified = await verifyToken(token);
          return verified && endedSessions.has(String(verified.claims['session_id'])) ? null : verified;
        },
      },
    );
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const query = pg.query.bind(pg) as (...asked: unknown[]) => Promise<unknown>;
    const checks = vi
      .spyOn(pg, 'query')
      .mockImplementation((...asked: unknown[]) => held.then(() => query(...asked)) as never);
    const raw = await strict.rawSocket();
    const payload = { ...PRIVATE, access_token: accessToken({ sessionId: 'ended' }) };
    raw.send(['1', '1', 'realtime:club', 'phx_join', payload]);
    await expect.poll(() => checks.mock.calls.length).toBeGreaterThan(0);
    endedSessions.add('ended');
    strict.realtime.dropSession('ended');
    release(undefined);
    expect((await raw.reply('1')).payload['status']).toBe('error');
    checks.mockRestore();
    await strict.close();
  });
});

describe('presence', () => {
  /** Who is present, by key, as one client sees it. */
  const names = (channel: RealtimeChannel) =>
    Object.fromEntries(
      Object.entries(channel.presenceState<{ name: string }>()).map(([key, entries]) => [
        key,
        entries.map(({ name }) => name),
      ]),
    );

  /** A channel that is present under a key; `seen` resolves when it sees the expected members. */
  function member(client: ReturnType<TestServer['client']>, topic: string, key: string) {
    const channel = client.channel(topic, { config: { private: true, presence: { key } } });
    const waiting: (() => void)[] = [];
    channel.on('presence', { event: 'sync' }, () => {
      for (const look of waiting) look();
    });
    const seen = (expected: Record<string, string[]>) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const [now, then] = [names(channel), expected].map((state) =>
            JSON.stringify(Object.entries(state).sort()),
          );
          if (now === then) resolve();
        };
        waiting.push(look);
        look();
      });
    return { channel, seen };
  }

  test('everybody sees who comes, changes and goes', async () => {
    const amine = member(server.client(), 'room', 'amine');
    const sara = member(server.client(), 'room', 'sara');
    await subscribed(amine.channel);
    expect(await amine.channel.track({ name: 'Amine' })).toBe('ok');
    await subscribed(sara.channel);
    await sara.seen({ amine: ['Amine'] });
    expect(await sara.channel.track({ name: 'Sara "🎱"' })).toBe('ok');
    await amine.seen({ amine: ['Amine'], sara: ['Sara "🎱"'] });
    await amine.channel.track({ name: 'أمين' });
    await sara.seen({ amine: ['أمين'], sara: ['Sara "🎱"'] });
    await amine.channel.untrack();
    await sara.seen({ sara: ['Sara "🎱"'] });
    await amine.channel.track({ name: 'Amine' });
    await sara.seen({ amine: ['Amine'], sara: ['Sara "🎱"'] });
    await amine.channel.unsubscribe();
    await sara.seen({ sara: ['Sara "🎱"'] });
  });

  test('who loses the connection is gone', async () => {
    const watcher = member(server.client(), 'room', 'watcher');
    await subscribed(watcher.channel);
    const raw = await server.rawSocket();
    raw.send([
      '1',
      '1',
      'realtime:room',
      'phx_join',
      { config: { private: true, presence: { key: 'ghost' } } },
    ]);
    raw.send([
      '1',
      '2',
      'realtime:room',
      'presence',
      { type: 'presence', event: 'track', payload: { name: 'Ghost' } },
    ]);
    await watcher.seen({ ghost: ['Ghost'] });
    raw.socket.terminate();
    await watcher.seen({});
  });

  test('takes permission', async () => {
    const club = member(await server.signedInClient(), 'club', 'member');
    await subscribed(club.channel);
    expect(await club.channel.track({ name: 'Member' })).toBe('ok');
    await club.seen({ member: ['Member'] });
    const { topic } = await createOverlay(sessions);
    const viewer = member(server.client(), topic, 'viewer');
    await subscribed(viewer.channel);
    expect(await viewer.channel.track({ name: 'Viewer' })).toBe('error');
  });

  test('a payload that is no object is refused with the reason', async () => {
    const raw = await server.rawSocket();
    raw.send(['1', '1', 'realtime:room', 'phx_join', PRIVATE]);
    raw.send(['1', '2', 'realtime:room', 'presence', { type: 'presence', event: 'track', payload: 'me' }]);
    const reply = await raw.reply('2');
    expect(reply.payload).toEqual({
      status: 'error',
      response: { reason: 'Presence track payload must be a map' },
    });
  });
});
