import { createHmac } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/backend/database.types.ts';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { type EmbeddedServer, startServer } from '../../supabase/embedded/ops/server.ts';
import { sharedInstallation } from './folders.ts';
import { send } from './serve.ts';

/** The embedded server's REST and its tokens, used by an unmodified supabase-js. Auth has its own files. */

let server: EmbeddedServer;
const folder = sharedInstallation();

beforeAll(async () => {
  server = await startServer({
    folder,
    port: 0,
    mail: () => undefined,
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
  const { data: overlay } = await supabase.rpc('ensure_overlay');
  const own = await supabase.from('public_overlays').select();
  expect(own.data).toHaveLength(1);
  for (const table of ['user_overlays', 'public_overlays'] as const) {
    const { status, error } = await client().from(table).select();
    expect({ table, status, code: error?.code }).toEqual({ table, status: 401, code: '42501' });
  }
  const clock = await supabase
    .from('public_overlays')
    .update({ clock_accum: 5 })
    .eq('url_token', overlay?.url_token ?? '');
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
    ['embedded', 'links'],
    ['private', 'x'],
  ] as const) {
    const response = await ask(`/rest/v1/${table}`, { headers: { 'accept-profile': schema } });
    expect([schema, response.status]).toEqual([schema, 406]);
  }
});

const bad: [name: string, path: string, init: Init, status: number][] = [
  ['malformed JSON', '/rest/v1/rpc/get_overlay', { method: 'POST', body: '{oops' }, 400],
  ['a zero byte', '/rest/v1/rpc/get_overlay', { method: 'POST', body: '{"key":"\\u0000"}' }, 400],
  ['an unknown path', '/rest/v1/nothing', {}, 404],
  ['an unknown function', '/rest/v1/rpc/nothing', { method: 'POST', body: '{}' }, 404],
  ['an unknown service', '/storage/v1/bucket', {}, 404],
  ['a foreign token', '/rest/v1/public_overlays', { headers: { authorization: 'Bearer a.b.c' } }, 401],
  ['no key', '/rest/v1/public_overlays', { headers: { apikey: 'sb_publishable_wrong' } }, 401],
];

test.each(bad)('%s at %s is refused', async (_name, path, init, status) => {
  const response = await ask(path, init);
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.not.stringMatching(/\bat .*\.js:\d+/)]);
  if (status !== 405) expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect((await ask('/rest/v1/rpc/get_overlay', { method: 'POST', body: '{"key":"x"}' })).status).toBe(200);
});

test('methods that the web has no requests for are refused', async () => {
  for (const path of ['/auth/v1/user', '/rest/v1/public_overlays']) {
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

test('the secret key reads no rows either', async () => {
  const { error } = await client(server.secrets.secretKey).from('user_overlays').select('url_token');
  expect(error?.code).toBe('42501');
});

test('unhandled upgrades are refused, and a reset connection doesn’t end the server', async () => {
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
