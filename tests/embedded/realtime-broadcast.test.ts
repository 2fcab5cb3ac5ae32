import { describe, expect, test } from 'vitest';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { transaction } from '../../supabase/embedded/data/sessions.ts';
import {
  accessToken,
  createOverlay,
  listen,
  serveTests,
  PRIVATE,
  SECRET_KEY,
  subscribed,
} from './realtime-server.ts';

/** The session that hears of messages: its last statement is `listen`, or that of `settle`. */
const LISTENING = `from pg_stat_activity
  where datname = current_database() and (query like 'listen%' or query = 'select 1')`;

const { sessions, pg, server } = await serveTests();

describe.each(['1.0.0', '2.0.0'])('the database broadcasts to supabase-js %s', (vsn) => {
  test('a viewer gets every state in order', async () => {
    const overlay = await createOverlay(sessions);
    const viewer = server.client({ realtime: { vsn } }).channel(overlay.topic, PRIVATE);
    const states = listen(viewer, 'state');
    await subscribed(viewer);

    for (let point = 1; point <= 20; point++) await overlay.score();
    await states.reached(20);
    expect(states.messages.map((state) => state['s1'])).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(states.messages.map((state) => state['rev'])).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    );
    expect(states.messages[0]).not.toHaveProperty('owner_uid');
  });
});

test('many changes in one transaction arrive in their order, and one that is rolled back never', async () => {
  const overlay = await createOverlay(sessions);
  const viewer = server.client().channel(overlay.topic, PRIVATE);
  const states = listen(viewer, 'state');
  await subscribed(viewer);
  const update = 'update public.public_overlays set s1 = $2 where url_token = $1';
  const undone = transaction(pg, async (client) => {
    await client.query(update, [overlay.token, -1]);
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await transaction(pg, async (client) => {
    for (const score of [1, 2, 3]) await client.query(update, [overlay.token, score]);
  });
  await states.reached(3);
  expect(states.messages.map((state) => state['s1'])).toEqual([1, 2, 3]);
});

test('announcements made without a database listener are read by the next one', async () => {
  // A topic of its own: a new listener repeats the latest messages.
  const topic = 'newspaper of Sunday';
  const reader = server.client().channel(topic, PRIVATE);
  const news = listen(reader, 'story');
  await subscribed(reader);
  await pg.query(`select pg_terminate_backend(pid) ${LISTENING}`);
  await pg.query(`select realtime.send('{"text": "missed"}', 'story', $1, true)`, [topic]);
  await expect.poll(() => news.messages).toContainEqual(expect.objectContaining({ text: 'missed' }));
});

test('a listener that missed nothing receives later messages', async () => {
  // A topic of its own: a new listener repeats the latest messages.
  const topic = 'newspaper of Monday';
  const reader = server.client().channel(topic, PRIVATE);
  const news = listen(reader, 'story');
  await subscribed(reader);
  await pg.query('delete from realtime.messages');
  const { rows } = await pg.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${LISTENING}`);
  await expect
    .poll(
      async () =>
        (await pg.query(`select ${LISTENING} and pid <> all ($1)`, [rows.map(({ pid }) => pid)])).rowCount,
    )
    .toBe(1);
  // By the time it has received this much, it has asked for the missed messages.
  await sessions.settle();
  await pg.query('select');
  await pg.query(`select realtime.send('{"text": "new"}', 'story', $1, true)`, [topic]);
  await expect.poll(() => news.messages).toContainEqual(expect.objectContaining({ text: 'new' }));
});

test('a message larger than a NOTIFY arrives whole', async () => {
  const reader = server.client().channel('newspaper', PRIVATE);
  const news = listen(reader, 'story');
  await subscribed(reader);
  const text = 'ض'.repeat(20_000);
  await pg.query(`select realtime.send(jsonb_build_object('text', $1::text), 'story', 'newspaper', true)`, [
    text,
  ]);
  await news.reached(1);
  expect(news.messages[0]?.['text']).toBe(text);
});

test('long and short messages keep their order', async () => {
  const reader = server.client().channel('newspaper', PRIVATE);
  const news = listen(reader, 'story');
  await subscribed(reader);
  const lengths = [10, 9000, 20, 8000, 30];
  for (const length of lengths) {
    await pg.query(`select realtime.send(jsonb_build_object('text', $1::text), 'story', 'newspaper', true)`, [
      'x'.repeat(length),
    ]);
  }
  await news.reached(lengths.length);
  expect(news.messages.map(({ text }) => (text as string).length)).toEqual(lengths);
});

describe('forging a state', () => {
  const forged = { s1: 999, rev: 1_000_000 };

  test.each([
    ['anon', undefined],
    ['authenticated', accessToken()],
  ])('by %s reaches no listener: not over the socket, nor over HTTP', async (_, token) => {
    const overlay = await createOverlay(sessions);
    const viewer = server.client().channel(overlay.topic, PRIVATE);
    const states = listen(viewer);
    await subscribed(viewer);

    const client = await (token === undefined ? server.client() : server.signedInClient(token));
    const config = { private: true, broadcast: { self: true } };
    const forger = client.channel(overlay.topic, { config });
    const echo = listen(forger);
    await subscribed(forger);
    await forger.send({ type: 'broadcast', event: 'state', payload: forged });
    // A private presence needs permission too; its answer shows that the message before was handled.
    expect(await forger.track({ name: 'forger' })).toBe('error');
    await forger.httpSend('state', forged);
    const message = { topic: overlay.topic, event: 'state', payload: forged, private: true };
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await server.post(
      'api/broadcast',
      { messages: [message] },
      { apikey: 'sb_publishable_test', ...headers },
    );
    expect(answer.status).toBe(202);
    // And a public message of the same name and event.
    await server.post('api/broadcast', { messages: [{ ...message, private: false }] });

    await overlay.score();
    await Promise.all([states.reached(1), echo.reached(1)]);
    expect(states.messages).toMatchObject([{ s1: 1 }]);
    expect(echo.messages).toMatchObject([{ s1: 1 }]);
  });

  test('with the secret key it is no forgery', async () => {
    const overlay = await createOverlay(sessions);
    const viewer = server.client().channel(overlay.topic, PRIVATE);
    const states = listen(viewer);
    await subscribed(viewer);
    const messages = [{ topic: overlay.topic, event: 'state', payload: { rev: 7 }, private: true }];
    await server.post('api/broadcast', { messages }, { apikey: SECRET_KEY });
    await states.reached(1);
    expect(states.messages).toMatchObject([{ rev: 7 }]);
  });
});

describe('clients broadcast on a channel whose policy allows it', () => {
  test('to others, to themselves only with `self`, acknowledged with `ack`', async () => {
    const config = { private: true, broadcast: { ack: true, self: true } };
    const sender = server.client().channel('room', { config });
    const quiet = server
      .client()
      .channel('room', { config: { private: true, broadcast: { ack: true, self: false } } });
    const [senderInbox, quietInbox] = [listen(sender, 'move'), listen(quiet, 'move')];
    await Promise.all([subscribed(sender), subscribed(quiet)]);

    expect(await quiet.send({ type: 'broadcast', event: 'move', payload: { n: 1 } })).toBe('ok');
    expect(await sender.send({ type: 'broadcast', event: 'move', payload: { n: 2 } })).toBe('ok');
    await Promise.all([senderInbox.reached(2), quietInbox.reached(1)]);
    expect(senderInbox.messages.map((move) => move['n'])).toEqual([1, 2]);
    expect(quietInbox.messages.map((move) => move['n'])).toEqual([2]);
  });

  test('between protocol versions, and bytes between those who can carry them', async () => {
    const config = { private: true, broadcast: { ack: true } };
    const old = server.client({ realtime: { vsn: '1.0.0' } }).channel('room of versions', { config });
    const first = server.client().channel('room of versions', { config });
    const second = server.client().channel('room of versions', { config });
    const [oldInbox, firstInbox, secondInbox] = [listen(old), listen(first), listen(second, 'bytes')];
    await Promise.all([old, first, second].map(subscribed));

    await old.send({ type: 'broadcast', event: 'text', payload: { from: 'وصلة 🎱' } });
    const bytes = Uint8Array.of(1, 0, 255).buffer;
    await first.send({ type: 'broadcast', event: 'bytes', payload: bytes });
    await first.send({ type: 'broadcast', event: 'text', payload: { from: 'new' } });
    await Promise.all([oldInbox.reached(1), firstInbox.reached(1), secondInbox.reached(1)]);
    expect(firstInbox.messages).toEqual([{ from: 'وصلة 🎱' }]);
    expect(oldInbox.messages).toEqual([{ from: 'new' }]);
    expect([...new Uint8Array(secondInbox.messages[0] as unknown as ArrayBuffer)]).toEqual([1, 0, 255]);
  });

  test('over HTTP with httpSend(), whatever the names', async () => {
    const topic = 'room n° 3/б?';
    const member = server.client().channel(topic, PRIVATE);
    const calls = listen(member, 'à table / 1');
    await subscribed(member);
    await server.client().channel(topic, PRIVATE).httpSend('à table / 1', { who: '<b>"Amine"</b>' });
    await calls.reached(1);
    expect(calls.messages).toEqual([{ who: '<b>"Amine"</b>' }]);
  });
});

test('on a private channel whose policy allows it, members broadcast to each other', async () => {
  const first = (await server.signedInClient()).channel('club', PRIVATE);
  const second = (await server.signedInClient()).channel('club', PRIVATE);
  const inbox = listen(second, 'hello');
  await Promise.all([subscribed(first), subscribed(second)]);
  await first.send({ type: 'broadcast', event: 'hello', payload: { n: 1 } });
  await inbox.reached(1);
  expect(inbox.messages).toEqual([{ n: 1 }]);
});

test('a viewer whose connection is cut comes back and gets the next state', async () => {
  const overlay = await createOverlay(sessions);
  const viewer = server.client().channel(overlay.topic, PRIVATE);
  const states = listen(viewer, 'state');
  let subscriptions = 0;
  const back = Promise.withResolvers<undefined>();
  await new Promise<void>((resolve) => {
    viewer.subscribe((status) => {
      if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) return;
      if (++subscriptions === 1) resolve();
      else back.resolve(undefined);
    });
  });
  server.cutConnections();
  await overlay.score();
  await sessions.settle();
  await back.promise;
  await overlay.score();
  await states.reached(1);
  // Nothing is replayed: a viewer fetches the state.
  expect(states.messages.map((state) => state['s1'])).toEqual([2]);
});

describe('as supabase/realtime defines it', () => {
  test('realtime.send adds the id of the message to a payload that has none', async () => {
    const reader = server.client().channel('newspaper', PRIVATE);
    const news = listen(reader, 'story');
    await subscribed(reader);
    for (const payload of [{ n: 1 }, { n: 2, id: 'mine' }]) {
      await pg.query(`select realtime.send($1, 'story', 'newspaper')`, [payload]);
    }
    await news.reached(2);
    const { rows } = await pg.query<{ id: string }>(
      `select id from realtime.messages where topic = 'newspaper' and payload ->> 'n' = '1'`,
    );
    expect(news.messages).toEqual([
      { n: 1, id: rows[0]?.id },
      { n: 2, id: 'mine' },
    ]);
  });

  test('a trigger broadcasts changes with realtime.broadcast_changes', async () => {
    await pg.query(`
      create table public.racks (name text);
      create function public.tell() returns trigger language plpgsql as $$
      begin
        perform realtime.broadcast_changes('newspaper', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end; $$;
      create trigger tell after insert or update or delete on public.racks for each row execute function public.tell();`);
    const reader = server.client().channel('newspaper', PRIVATE);
    const changes = listen(reader);
    await subscribed(reader);
    await pg.query(`
      insert into public.racks values ('first');
      update public.racks set name = 'second';
      delete from public.racks;`);
    await changes.reached(3);
    const change = { table: 'racks', schema: 'public' };
    const [first, second] = [{ name: 'first' }, { name: 'second' }];
    expect(changes.messages).toMatchObject([
      { ...change, operation: 'INSERT', record: first, old_record: null },
      { ...change, operation: 'UPDATE', record: second, old_record: first },
      { ...change, operation: 'DELETE', record: null, old_record: second },
    ]);
    const call = (operation: string, level: string) =>
      pg.query(
        `select realtime.broadcast_changes('t', 'e', $1, 't', 's', null::public.racks, null::public.racks, $2)`,
        [operation, level],
      );
    await expect(call('TRUNCATE', 'ROW')).rejects.toThrow('Unexpected operation type: TRUNCATE');
    await expect(call('INSERT', 'STATEMENT')).rejects.toThrow('not for each statement');
  });

  test('a join may ask to hear when the database is listened to', async () => {
    const systemMessages = async (replication_ready: boolean) => {
      const config = { private: true, broadcast: { self: true, replication_ready } };
      const channel = server.client().channel('room', { config });
      const messages: unknown[] = [];
      channel.on('system', {}, (message: unknown) => messages.push(message));
      const echo = listen(channel);
      await subscribed(channel);
      await channel.send({ type: 'broadcast', event: 'e', payload: {} });
      await echo.reached(1);
      return messages;
    };
    expect(await systemMessages(true)).toEqual([
      {
        extension: 'system',
        status: 'ok',
        message: 'Replication connection established',
        channel: 'room',
      },
    ]);
    expect(await systemMessages(false)).toEqual([]);
  });
});

test.each([
  ['take_on', "'club', 'service_role', '{}'"],
  ['readable', "'club', 'authenticated', '{}'"],
  ['writable', "'club', 'authenticated', '{}'"],
])('the roles of the API may not call realtime.%s', async (name, parameters) => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const asking = transaction(pg, async (client) => {
      await client.query(`set local role ${role}`);
      await client.query(`select realtime.${name}(${parameters})`);
    });
    await expect(asking).rejects.toMatchObject({ code: '42501' });
  }
});

test('asking for permissions leaves no message behind', async () => {
  const before = await pg.query('select id from realtime.messages');
  const member = (await server.signedInClient()).channel('club', PRIVATE);
  await subscribed(member);
  await member.send({ type: 'broadcast', event: 'hello', payload: {} });
  expect(await member.track({})).toBe('ok');
  const after = await pg.query('select id from realtime.messages');
  expect(after.rows).toEqual(before.rows);
});
