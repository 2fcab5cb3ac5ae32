import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/backend/database.types.ts';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { DEMO, type EmbeddedServer, startServer } from '../../supabase/embedded/server.ts';
import { send } from './serve.ts';

/** Auth and REST of the embedded default, asked by an unmodified supabase-js. */

/** By which others on the venue's network reach the site. */
const NETWORK = 'http://192.0.2.7:4321';

let server: EmbeddedServer;
const folder = mkdtempSync(join(tmpdir(), 'cueboard-test-'));
const mails: string[] = [];

beforeAll(async () => {
  server = await startServer({
    folder,
    port: 0,
    origins: [NETWORK],
    mail: (text) => mails.push(text),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const client = (key = EMBEDDED_PUBLISHABLE_KEY): SupabaseClient<Database> =>
  createClient<Database>(server.origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

/** A signed-in client of a new account. */
const newOwner = async (email: string) => {
  const { password } = await server.auth.addOwner(email);
  const supabase = client();
  const { data, error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { supabase, password, session: data.session };
};

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

const ask = (path: string, init: Init = {}) =>
  fetch(`${server.origin}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json', ...init.headers },
  });

const userCount = async () => {
  const { rows } = await server.pg.query<{ n: number }>('select count(*)::int as n from auth.users');
  return rows[0]?.n;
};

/** Where the link in the newest mail leads: the address, and what it carries in its hash. */
const openMail = async () => {
  const link = /http\S+\/verify\S+/.exec(mails.at(-1) ?? '')?.[0] ?? '';
  const response = await fetch(link, { redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? '');
  return { address: target.origin + target.pathname, hash: new URLSearchParams(target.hash.slice(1)), link };
};

test('the first start makes the demo account with one overlay, and keeps its keys to itself', async () => {
  const supabase = client();
  const { error } = await supabase.auth.signInWithPassword(DEMO);
  expect(error).toBeNull();
  const { data } = await supabase.rpc('ensure_overlay');
  expect(server.overlayLink).toBe(`${server.origin}/overlay/${data?.url_token ?? ''}?theme=dark`);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test("the migrations' grants still hold after a signed-in request", async () => {
  const { supabase } = await newOwner('grants@example.test');
  await supabase.rpc('ensure_overlay');
  const own = await supabase.from('public_overlays').select();
  expect(own.data).toHaveLength(1);
  for (const table of ['user_overlays', 'public_overlays'] as const) {
    const { status, error } = await client().from(table).select();
    expect({ table, status, code: error?.code }).toEqual({ table, status: 401, code: '42501' });
  }
  const clock = await supabase.from('public_overlays').update({ clock_accum: 5 }).neq('url_token', '');
  expect([clock.status, clock.error?.code]).toEqual([403, '42501']);
});

test('another owner reads and writes nothing', async () => {
  const { supabase: mine } = await newOwner('mine@example.test');
  const { supabase: other } = await newOwner('other@example.test');
  const { data: overlay } = await mine.rpc('ensure_overlay');
  const token = overlay?.url_token ?? '';
  expect((await other.from('public_overlays').select().eq('url_token', token)).data).toEqual([]);
  const write = await other.from('public_overlays').update({ s1: 9 }).eq('url_token', token).select();
  expect(write.data).toEqual([]);
  expect((await other.rpc('start_clock', { token })).error?.code).toBe('42501');
  const { data } = await client().rpc('get_overlay', { key: token });
  expect(data).toMatchObject({ s1: 0, clock: { running: false } });
});

test('two tabs that load at once agree on one overlay', async () => {
  const { supabase } = await newOwner('tabs@example.test');
  const answers = await Promise.all(Array.from({ length: 8 }, () => supabase.rpc('ensure_overlay')));
  expect(new Set(answers.map(({ data }) => data?.url_token)).size).toBe(1);
  expect((await supabase.from('user_overlays').select()).data).toHaveLength(1);
});

test('schemas other than public are not exposed', async () => {
  for (const [schema, table] of [
    ['realtime', 'messages'],
    ['auth', 'users'],
    ['private', 'x'],
  ] as const) {
    const response = await ask(`/rest/v1/${table}`, { headers: { 'accept-profile': schema } });
    expect([schema, response.status]).toEqual([schema, 406]);
  }
});

test('sign-up is closed, by every door', async () => {
  const before = await userCount();
  const { error } = await client().auth.signUp({ email: 'new@example.test', password: 'long-enough' });
  expect([error?.status, error?.code]).toEqual([422, 'signup_disabled']);
  const code = await client().auth.signInWithOtp({ email: 'new@example.test' });
  expect([code.error?.status, code.error?.code]).toEqual([422, 'otp_disabled']);
  const link = await ask('/auth/v1/magiclink', { method: 'POST', body: '{"email":"new@example.test"}' });
  expect([link.status, await link.json()]).toMatchObject([422, { error_code: 'signup_disabled' }]);
  expect((await client().auth.signInAnonymously()).error?.status).toBe(422);
  for (const path of ['/auth/v1/%6ftp', '/auth/v1/%73ignup', '/auth/v1/o%74p/']) {
    const hidden = await ask(path, {
      method: 'POST',
      body: '{"email":"new@example.test","password":"long-enough"}',
    });
    expect([path, hidden.status]).toEqual([path, 404]);
  }
  expect(await userCount()).toBe(before);
});

test('a wrong password and an unknown address are told in the same words', async () => {
  const wrong = await client().auth.signInWithPassword({ email: DEMO.email, password: 'wrong-one' });
  const unknown = await client().auth.signInWithPassword({ email: 'no@example.test', password: 'wrong-one' });
  expect([wrong.error?.status, wrong.error?.code]).toEqual([400, 'invalid_credentials']);
  expect(unknown.error?.message).toBe(wrong.error?.message);
});

test('a session is renewed, and ends everywhere when its owner signs out everywhere', async () => {
  const { supabase, password } = await newOwner('sessions@example.test');
  const { data, error } = await supabase.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.access_token).toBeTruthy();

  const elsewhere = client();
  await elsewhere.auth.signInWithPassword({ email: 'sessions@example.test', password });
  await supabase.auth.signOut({ scope: 'local' });
  expect((await elsewhere.auth.refreshSession()).error).toBeNull();

  await supabase.auth.signInWithPassword({ email: 'sessions@example.test', password });
  await supabase.auth.signOut({ scope: 'global' });
  expect((await elsewhere.auth.refreshSession()).error?.status).toBe(400);
});

test('the mail of a forgotten password leads to where it was asked for, with a session that sets one', async () => {
  const { session } = await newOwner('forgot@example.test');
  const redirectTo = `${server.origin}/fr/set-password/`;
  expect(
    (await client().auth.resetPasswordForEmail(session.user.email ?? '', { redirectTo })).error,
  ).toBeNull();
  expect(mails.at(-1)).toContain('Mail to forgot@example.test');
  const { address, hash, link } = await openMail();
  expect(address).toBe(redirectTo);
  expect(hash.get('type')).toBe('recovery');

  const supabase = client();
  await supabase.auth.setSession({
    access_token: hash.get('access_token') ?? '',
    refresh_token: hash.get('refresh_token') ?? '',
  });
  const short = await supabase.auth.updateUser({ password: '12345' });
  expect([short.error?.status, short.error?.code]).toEqual([422, 'weak_password']);
  expect((await supabase.auth.updateUser({ password: '123456' })).error).toBeNull();
  const again = await client().auth.signInWithPassword({ email: 'forgot@example.test', password: '123456' });
  expect(again.error).toBeNull();

  const second = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '');
  expect(second.hash).toContain('error_code=otp_expired');
});

test('a mail asked for from the venue’s network leads back there', async () => {
  const redirectTo = `${NETWORK}/ar/set-password/`;
  await client().auth.resetPasswordForEmail(DEMO.email, { redirectTo });
  const link = /http\S+\/verify\S+/.exec(mails.at(-1) ?? '')?.[0] ?? '';
  expect(new URL(link).origin).toBe(NETWORK);
  const { pathname, search } = new URL(link);
  const answer = await ask(pathname + search);
  expect(answer.headers.get('location')).toMatch(new RegExp(`^${redirectTo}#access_token=`));
});

test('a mail never leads to somebody else', async () => {
  for (const redirectTo of [
    'https://evil.test/x',
    'http://127.0.0.1:9999/x',
    `${server.origin}.evil.test/`,
    '//evil.test',
  ]) {
    await client().auth.resetPasswordForEmail(DEMO.email, { redirectTo });
    expect((await openMail()).address, redirectTo).toBe(`${server.origin}/`);
  }
});

test('nobody learns by a forgotten password who has an account', async () => {
  const before = mails.length;
  const { error } = await client().auth.resetPasswordForEmail('nobody@example.test');
  expect(error).toBeNull();
  expect(mails).toHaveLength(before);
});

const bad: [name: string, path: string, init: Init, status: number][] = [
  ['malformed JSON', '/auth/v1/token?grant_type=password', { method: 'POST', body: '{oops' }, 400],
  ['malformed JSON', '/rest/v1/rpc/get_overlay', { method: 'POST', body: '{oops' }, 400],
  ['no object', '/auth/v1/token?grant_type=password', { method: 'POST', body: 'null' }, 400],
  ['a number for a name', '/auth/v1/recover', { method: 'POST', body: '{"email":5}' }, 400],
  ['a zero byte', '/auth/v1/recover', { method: 'POST', body: '{"email":"a\\u0000@b.test"}' }, 400],
  ['a zero byte', '/rest/v1/rpc/get_overlay', { method: 'POST', body: '{"key":"\\u0000"}' }, 400],
  ['an unknown grant', '/auth/v1/token?grant_type=x', { method: 'POST', body: '{}' }, 400],
  ['a large body', '/auth/v1/recover', { method: 'POST', body: ' '.repeat(1024 * 1024 + 1) }, 413],
  ['an unknown path', '/rest/v1/nothing', {}, 404],
  ['an unknown function', '/rest/v1/rpc/nothing', { method: 'POST', body: '{}' }, 404],
  ['an unknown path', '/auth/v1/nothing', {}, 401],
  ['an unknown service', '/storage/v1/bucket', {}, 404],
  ['a wrong method', '/auth/v1/token', { method: 'DELETE' }, 405],
  ['a wrong method', '/auth/v1/signup', {}, 405],
  ['a foreign token', '/auth/v1/user', { headers: { authorization: 'Bearer a.b.c' } }, 403],
  ['a foreign token', '/rest/v1/public_overlays', { headers: { authorization: 'Bearer a.b.c' } }, 401],
  ['no key', '/rest/v1/public_overlays', { headers: { apikey: 'sb_publishable_wrong' } }, 401],
];

test.each(bad)('%s at %s is refused', async (_name, path, init, status) => {
  const response = await ask(path, init);
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.not.stringMatching(/\bat .*\.js:\d+/)]);
  if (status !== 405) expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect((await ask('/auth/v1/health')).status).toBe(200);
});

test('methods that the web has no requests for are refused', async () => {
  for (const path of ['/auth/v1/health', '/rest/v1/public_overlays']) {
    const { status } = await send(server.origin, path, { method: 'TRACE' });
    expect([path, status]).toEqual([path, 405]);
  }
});

test('a token is believed only when it is ours, and valid still', async () => {
  const { session } = await newOwner('token@example.test');
  const { verifyToken } = server.auth;
  expect(await verifyToken(session.access_token)).toMatchObject({
    role: 'authenticated',
    sub: session.user.id,
  });
  const token = (header: object, claims: object, secret: string) => {
    const content = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
  };
  const now = Math.floor(Date.now() / 1000);
  const { jwtSecret } = server.secrets;
  const header = { alg: 'HS256', typ: 'JWT' };
  const claims = { role: 'authenticated', sub: session.user.id, exp: now + 60 };
  expect(await verifyToken(token(header, claims, jwtSecret))).not.toBeNull();
  expect(await verifyToken(token(header, claims, 'another secret'))).toBeNull();
  expect(await verifyToken(token(header, { ...claims, exp: now - 1 }, jwtSecret))).toBeNull();
  expect(await verifyToken(token(header, { ...claims, exp: undefined }, jwtSecret))).toBeNull();
  expect(await verifyToken(token({ alg: 'none' }, claims, '').replace(/[^.]*$/, ''))).toBeNull();
  for (const text of ['', 'a.b.c', '..', EMBEDDED_PUBLISHABLE_KEY])
    expect(await verifyToken(text)).toBeNull();
});

test('the secret key acts as service_role', async () => {
  const { data, error } = await client(server.secrets.secretKey).from('user_overlays').select('url_token');
  expect(error).toBeNull();
  expect(data?.length).toBeGreaterThan(0);
});

test('upgrades that nobody takes are refused, and a reset connection doesn’t end the server', async () => {
  const upgrade = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () =>
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        ),
      );
      socket.on('error', reject);
      socket.once('data', (data) => {
        socket.resetAndDestroy();
        resolve(data.toString().split('\r\n')[0] ?? '');
      });
    });
  const apiKey = `apikey=${EMBEDDED_PUBLISHABLE_KEY}`;
  expect(await upgrade(`/realtime/v1/websocketX?${apiKey}`)).toBe('HTTP/1.1 404 Not Found');
  expect(await upgrade('/')).toBe('HTTP/1.1 404 Not Found');
  expect(await upgrade('/realtime/v1/websocket')).toMatch(/ 401 /);
  expect(await upgrade(`/realtime/v1/websocket?${apiKey}`)).toMatch(/ 101 /);
  expect((await ask('/rest/v1/rpc/get_overlay', { method: 'POST', body: '{"key":"x"}' })).status).toBe(200);
});
