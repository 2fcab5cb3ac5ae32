import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useServer } from './auth-server.ts';

/** The routes that Auth serves, and those it doesn't. */

const auth = useServer();
const { ask, client, refusal } = auth;

const userCount = async () =>
  (await auth.server.pg.query<{ n: number }>('select count(*)::int as n from auth.users')).rows[0]?.n;

test('sign-up is closed, by every door', async () => {
  const before = await userCount();
  const { error } = await client().auth.signUp({ email: 'new@example.test', password: 'long-enough' });
  expect([error?.status, error?.code]).toEqual([422, 'signup_disabled']);
  const code = await client().auth.signInWithOtp({ email: 'new@example.test' });
  expect([code.error?.status, code.error?.code]).toEqual([422, 'otp_disabled']);
  expect((await client().auth.signInAnonymously()).error?.status).toBe(422);
  const body = { email: 'new@example.test', password: 'long-enough' };
  for (const path of [
    'magiclink',
    'invite',
    '%6ftp',
    '%73ignup',
    'o%74p/',
    'signup/',
    '/signup',
    './signup',
  ]) {
    const hidden = await ask(`/auth/v1/${path}`, { method: 'POST', body });
    // The URL standard removes a dot segment.
    expect([path, hidden.status]).toEqual([path, path === './signup' ? 422 : 404]);
  }
  expect(await userCount()).toBe(before);
});

const CLOSED = [
  'admin/users',
  'admin/generate_link',
  'admin',
  'authorize?provider=github',
  'callback',
  'sso',
  'factors',
  'resend',
  'reauthenticate',
  'settings',
  'health',
  'nonexistent',
  '.well-known/jwks.json',
  '.well-known/openid-configuration',
  'user/identities/authorize',
  'constructor',
  '__proto__',
  '',
  'token/',
  'TOKEN',
  'token%20',
  'toke%6e',
  '..%2f_system%2finfo',
  '%2e%2e/%2e%2e/_system/info',
  '..\\_system\\info',
  'user\\..\\..\\..\\_system\\info',
  'user/../admin/users',
  'user;x',
  'user//',
];

test.each(CLOSED)('/auth/v1/%s is not there, by any method', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await ask(`/auth/v1/${path}`, { method });
    const type = answer.headers.get('content-type');
    expect([method, answer.status, type]).toEqual([method, 404, expect.stringMatching(/^application\/json/)]);
    expect(await answer.json()).toMatchObject({ code: 404, msg: expect.any(String) as string });
  }
});

test.each(['/auth/v1/../../_system/info', '/auth/v1/user/../../../_system/info', '/auth/v1/../_system/'])(
  '%s shows nothing of lite',
  async (path) => {
    const answer = await ask(path, { headers: { apikey: auth.server.secrets.secretKey } });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([404, expect.stringMatching(/^\{/)]);
    expect(text).not.toMatch(/schema|table|<html/i);
  },
);

test.each([
  ['token', 'POST'],
  ['logout', 'POST'],
  ['user', 'GET, PUT'],
  ['recover', 'POST'],
  ['verify', 'POST'],
  ['signup', 'POST'],
  ['otp', 'POST'],
])('/auth/v1/%s takes %s', async (path, allow) => {
  for (const method of ['DELETE', 'HEAD', 'OPTIONS', 'PATCH']) {
    const answer = await ask(`/auth/v1/${path}`, { method });
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allow]);
  }
});

const LOGIN = '/auth/v1/token?grant_type=password';
const form = { 'content-type': 'multipart/form-data; boundary=x' };
const bad: [name: string, path: string, init: Parameters<typeof ask>[1], status: number, code?: string][] = [
  ['broken JSON', LOGIN, { body: '{oops' }, 400],
  [
    'broken JSON as text',
    LOGIN,
    { headers: { 'content-type': 'text/plain' }, body: '{oops' },
    415,
    'bad_json',
  ],
  ['JSON as text', LOGIN, { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415, 'bad_json'],
  [
    'a form',
    LOGIN,
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=a%40b.test' },
    415,
    'bad_json',
  ],
  [
    'a multipart form',
    LOGIN,
    { headers: form, body: '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@b.test\r\n--x--' },
    415,
    'bad_json',
  ],
  ['a broken multipart form', LOGIN, { headers: form, body: '--x\r\noops' }, 415, 'bad_json'],
  ['another encoding', LOGIN, { body: readFileSync('tests/common/latin1-body.bin') }, 400, 'bad_json'],
  ['no object', LOGIN, { body: 'null' }, 400, 'bad_json'],
  ['a list', LOGIN, { body: [] }, 400, 'bad_json'],
  ['a number', LOGIN, { body: { email: 5, password: 'secret-1' } }, 400, 'bad_json'],
  ['a list of passwords', LOGIN, { body: { email: 'a@b.test', password: ['secret-1'] } }, 400, 'bad_json'],
  ['a zero byte', LOGIN, { body: { email: 'a\0@b.test', password: 'secret-1' } }, 400, 'bad_json'],
  ['nothing', LOGIN, {}, 400, 'validation_failed'],
  ['no password', LOGIN, { body: { email: 'a@b.test' } }, 400, 'invalid_credentials'],
  [
    'a lone surrogate',
    LOGIN,
    { body: '{"email":"\\ud800@b.test","password":"secret-1"}' },
    400,
    'invalid_credentials',
  ],
  [
    'a long address',
    LOGIN,
    { body: { email: `${'a'.repeat(9000)}@b.test`, password: 'secret-1' } },
    400,
    'invalid_credentials',
  ],
  ['a prototype', LOGIN, { body: '{"__proto__":{"email":"a@b.test"}}' }, 400, 'validation_failed'],
  ['an unknown grant', '/auth/v1/token?grant_type=x', { body: {} }, 400, 'invalid_credentials'],
  [
    'PKCE',
    '/auth/v1/token?grant_type=pkce',
    { body: { auth_code: 'x', code_verifier: 'y' } },
    400,
    'invalid_credentials',
  ],
  ['no refresh token', '/auth/v1/token?grant_type=refresh_token', { body: {} }, 400, 'validation_failed'],
  ['a number for an address', '/auth/v1/recover', { body: { email: 5 } }, 400, 'bad_json'],
  ['no address', '/auth/v1/recover', { body: {} }, 400, 'validation_failed'],
  ['no real address', '/auth/v1/recover', { body: { email: 'a b\n@c.test' } }, 400, 'validation_failed'],
  ['a number for a token', '/auth/v1/verify', { body: { token_hash: 5, type: 'recovery' } }, 400, 'bad_json'],
  ['no type', '/auth/v1/verify', { body: { token_hash: 'a'.repeat(64) } }, 403, 'otp_expired'],
  ['nobody', '/auth/v1/logout', {}, 401, 'no_authorization'],
  ['a large body', '/auth/v1/recover', { body: ' '.repeat(1024 * 1024 + 1) }, 413],
  ['no key', LOGIN, { headers: { apikey: '' }, body: {} }, 401],
  ['a wrong key', LOGIN, { headers: { apikey: 'sb_publishable_wrong' }, body: {} }, 401],
];

test.each(bad)('%s at %s is refused', async (_name, path, init, status, code) => {
  const answer = await ask(path, { method: 'POST', ...init });
  const type = answer.headers.get('content-type');
  const body = (await answer.json()) as { code: number; error_code?: string; msg: string };
  expect([answer.status, type]).toEqual([status, expect.stringMatching(/^application\/json/)]);
  expect(body).toMatchObject({ code: status, ...(code && { error_code: code }) });
  expect(body.msg).toMatch(/\S/);
  expect(JSON.stringify(body)).not.toMatch(/\bat .*[jt]s:\d+/);
});

test('an unknown scope ends no session', async () => {
  const { email, password } = await auth.server.auth.addOwner('scope@example.test');
  const supabase = client();
  const { data } = await supabase.auth.signInWithPassword({ email, password });
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  const logout = (scope: string) => ask(`/auth/v1/logout?scope=${scope}`, { method: 'POST', headers });
  expect(await refusal(await logout('all'))).toEqual([400, 'validation_failed']);
  expect((await supabase.auth.getUser()).error).toBeNull();
  expect((await logout('global')).status).toBe(204);
});
