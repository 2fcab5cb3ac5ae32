import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, expect, test, vi } from 'vitest';
import { authBackend, PATIENCE_MILLIS } from '../../../src/backend/auth.ts';
import { ownerClient, type Client } from '../../../src/backend/client.ts';
import type { Session } from '../../../src/backend/contract.ts';
import { ownerRequests } from '../../../src/backend/requests.ts';
import { SESSION_KEY } from '../../../src/config/backend.ts';
import { PASSWORD_MIN_LENGTH } from '../../../src/config/limits.ts';
import { mailLinkIn } from '../../../src/core/account/credentials.ts';
import type { BackendError, ProviderError } from '../../../src/core/failure.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';
import { root } from '../../../scripts/run.ts';

/**
 * The answers of a hosted project with "secure password change"; the embedded server's answers have their own tests.
 */
const hosted = (isRight: boolean) => {
  let fresh = false;
  const calls: unknown[] = [];
  const answer = (error: ProviderError | null) => Promise.resolve({ data: {}, error });
  const auth = {
    updateUser: (changes: unknown) => {
      calls.push(changes);
      return answer(fresh ? null : { status: 400, code: 'reauthentication_needed' });
    },
    getSession: () => Promise.resolve({ data: { session: { user: { email: 'me@example.test' } } } }),
    signInWithPassword: vi.fn(() => {
      fresh = isRight;
      return answer(isRight ? null : { status: 400, code: 'invalid_credentials' });
    }),
  };
  return { backend: authBackend({ auth } as unknown as Client), auth, calls };
};

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('a hosted project wants passwords as long as the form does', () => {
  expect(read('supabase/config.toml')).toContain(`\nminimum_password_length = ${PASSWORD_MIN_LENGTH}\n`);
});

test('a project that wants a fresh session gets one from the current password', async () => {
  const { backend, auth, calls } = hosted(true);
  await expect(backend.setPassword('secret-2')).rejects.toMatchObject({
    failure: { kind: 'currentPasswordNeeded' },
  });
  expect(auth.signInWithPassword).not.toHaveBeenCalled();
  await backend.setPassword('secret-2', 'secret-1');
  expect(auth.signInWithPassword).toHaveBeenCalledExactlyOnceWith({
    email: 'me@example.test',
    password: 'secret-1',
  });
  const both = { password: 'secret-2', current_password: 'secret-1' };
  expect(calls).toEqual([{ password: 'secret-2' }, both, both]);
});

test('a wrong current password changes nothing', async () => {
  const { backend, calls } = hosted(false);
  await expect(backend.setPassword('secret-2', 'wrong-one')).rejects.toMatchObject({
    failure: { kind: 'wrongCurrentPassword' },
  } satisfies Partial<BackendError>);
  expect(calls).toHaveLength(1);
});

test.each(['recovery', 'invite'] as const)(
  'a hosted project’s mail (%s) has a link that the page opens',
  (type) => {
    const settings = read('supabase/config.toml').split(`[auth.email.template.${type}]`)[1] ?? '';
    const path = /content_path = "\.\/(?<path>\S+)"/.exec(settings)?.groups?.['path'] ?? '';
    const mail = read(path)
      .replaceAll('{{ .RedirectTo }}', 'https://site.test/fr/set-password/')
      .replaceAll('{{ .TokenHash }}', 'abc');
    const link = new URL(/href="(?<link>[^"]+)"/.exec(mail)?.groups?.['link'] ?? '');
    expect(link.origin + link.pathname).toBe('https://site.test/fr/set-password/');
    expect(mailLinkIn(link.hash)).toEqual({ token: 'abc', type });
  },
);

test('a page has one client, however often React makes its stores', () => {
  vi.stubGlobal('location', new URL('https://club.test/login/'));
  expect(ownerClient()).toBe(ownerClient());
  vi.unstubAllGlobals();
});

test.each([-5, 5])('a device %i hours off from the server renews a session once an hour', async (hours) => {
  const exp = Math.floor(Date.now() / 1000) + 3600 - hours * 3600;
  const claims = [{ alg: 'HS256' }, { sub: 'me', exp }].map((part) => btoa(JSON.stringify(part)));
  const answered = vi.fn(async () =>
    Response.json({
      access_token: [...claims, 'signed'].join('.'),
      refresh_token: 'again',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: exp,
      user: { id: 'me' },
    }),
  );
  vi.stubGlobal('fetch', answered);
  vi.stubGlobal('location', new URL('https://club.test/login/'));
  const { auth } = ownerClient();
  vi.useFakeTimers();
  onTestFinished(async () => {
    await auth.stopAutoRefresh();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  await auth.signInWithPassword({ email: 'owner@example.test', password: 'secret-1' });
  for (let minute = 0; minute < 50; minute += 10) {
    expect((await auth.getSession()).data.session?.refresh_token).toBe('again');
    vi.setSystemTime(Date.now() + 600_000);
  }
  expect(answered).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(600_000);
  await auth.getSession();
  expect(answered).toHaveBeenCalledTimes(2);
});

test('a request of a known session leaves at once, and one whose session ends soon once that is renewed', async () => {
  const sent: string[] = [];
  const signedIn = { access_token: 'first', refresh_token: 'again', expires_in: 3600, user: { id: 'me' } };
  vi.stubGlobal('location', new URL('https://club.test/login/'));
  vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith('/token'))
      return Response.json({ ...signedIn, access_token: sent.length ? 'second' : 'first' });
    sent.push(new Headers(init.headers).get('authorization') ?? '');
    return Response.json({});
  });
  vi.resetModules();
  const { ownerClient: openClient } = await import('../../../src/backend/client.ts');
  const { authBackend: openAuth } = await import('../../../src/backend/auth.ts');
  const client = openClient();
  vi.useFakeTimers();
  onTestFinished(async () => {
    await client.auth.stopAutoRefresh();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  await client.auth.signInWithPassword({ email: 'owner@example.test', password: 'secret-1' });
  const { call } = ownerRequests(client);
  const first = call('list_tables', {});
  expect(sent).toEqual(['Bearer first']);
  await first;
  vi.setSystemTime(Date.now() + 3_540_000);
  const second = call('list_tables', {});
  expect(sent).toHaveLength(1);
  await second;
  expect(sent[1]).toBe('Bearer second');
  await openAuth(client).signOut();
  expect(sent.slice(2)).toEqual(['Bearer second']);
});

const NO_NETWORK = { name: 'AuthRetryableFetchError', status: 0 };
const GOOD = { user: { id: 'me' } };

/** A browser that keeps a session, and what its client answers about it. */
const openPage = (stored: string | null) => {
  vi.useFakeTimers();
  stubBrowser();
  const storage = fakeStorage();
  if (stored !== null) storage.setItem(SESSION_KEY, stored);
  vi.stubGlobal('localStorage', storage);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  type Changed = (event: string, session: typeof GOOD | null) => void;
  type Answered = (answer: { data: { session: typeof GOOD | null }; error: ProviderError | null }) => void;
  const client: { answer: Answered; change: Changed } = { answer: () => {}, change: () => {} };
  const auth = {
    getSession: () => new Promise((resolve) => (client.answer = resolve)),
    onAuthStateChange: (changed: Changed) => {
      client.change = changed;
      return { data: { subscription: { unsubscribe: () => {} } } };
    },
  };
  const sessions: Session[] = [];
  onTestFinished(authBackend({ auth } as unknown as Client).watch((session) => sessions.push(session)));
  return { client, sessions, pass: (millis: number) => vi.advanceTimersByTimeAsync(millis) };
};

test('an expired session keeps its user while there is no network to renew it', async () => {
  const { client, sessions, pass } = openPage(JSON.stringify(GOOD));
  client.change('INITIAL_SESSION', null);
  await pass(0);
  client.answer({ data: { session: null }, error: NO_NETWORK });
  await pass(PATIENCE_MILLIS);
  expect(sessions).toEqual([{ status: 'unreachable', userId: 'me' }]);
  client.change('TOKEN_REFRESHED', GOOD);
  expect(sessions.at(-1)).toEqual({ status: 'signedIn', userId: 'me' });
});

test('waiting for the renewal is limited', async () => {
  const { client, sessions, pass } = openPage(JSON.stringify(GOOD));
  await pass(PATIENCE_MILLIS - 1);
  expect(sessions).toEqual([]);
  await pass(1);
  expect(sessions).toEqual([{ status: 'unreachable', userId: 'me' }]);
  client.change('INITIAL_SESSION', null);
  await pass(0);
  client.answer({ data: { session: null }, error: { status: 400, code: 'refresh_token_not_found' } });
  await pass(0);
  expect(sessions.at(-1)).toEqual({ status: 'signedOut' });
});

test.each([null, '{', 'null', '{"user":{}}', '{"user":{"id":7}}'])(
  'a browser that keeps %j as its session says nothing of anybody',
  async (stored) => {
    const { client, sessions, pass } = openPage(stored);
    await pass(2 * PATIENCE_MILLIS);
    expect(sessions).toEqual([]);
    client.change('INITIAL_SESSION', null);
    await pass(0);
    client.answer({ data: { session: null }, error: NO_NETWORK });
    await pass(0);
    expect(sessions).toEqual([{ status: 'unreachable', userId: null }]);
  },
);

test.each([
  [NO_NETWORK, 'offline'],
  [{ status: 400, code: 'refresh_token_not_found' }, 'sessionExpired'],
] as const)(
  'a request that the server refuses, and whose session is not renewed (%j): %s',
  async (error, kind) => {
    const client = {
      fetch: async () => Response.json({ code: '42501', message: '' }, { status: 401 }),
      auth: { refreshSession: () => Promise.resolve({ error }) },
    };
    const { call } = ownerRequests(client as unknown as Client);
    await expect(call('list_tables', {})).rejects.toMatchObject({ failure: { kind } });
  },
);
