import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { authBackend } from '../../src/backend/auth.ts';
import { ownerClient, type Client } from '../../src/backend/client.ts';
import { PASSWORD_MIN_LENGTH } from '../../src/config/limits.ts';
import { mailLinkIn } from '../../src/core/account/credentials.ts';
import type { BackendError, ProviderError } from '../../src/core/failure.ts';

/** What a hosted project with "secure password change" answers; the embedded default's answers are tested with it. */
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

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

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
