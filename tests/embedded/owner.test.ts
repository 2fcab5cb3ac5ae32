import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { installation, temporaryFolder } from './folders.ts';
import { run } from './processes.ts';

const USAGE = expect.stringMatching(/^npm run owner -- add name@example\.com \[en\|fr\|ar\]/) as string;
const OWNER = 'supabase/embedded/ops/owner.ts';

/** Runs `npm run owner -- …`. */
const owner = async (args: string[], env: Record<string, string>) => {
  const command = run(OWNER, args, env);
  const code = await command.ended;
  return { code, output: command.output(), errors: command.errors() };
};

const passwordIn = (output: string): string => /password:\s+(?<it>\S+)/.exec(output)?.groups?.['it'] ?? '';

const clientOf = (origin: string) =>
  createClient(origin, EMBEDDED_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

const signIn = (origin: string, email: string, password: string) =>
  clientOf(origin).auth.signInWithPassword({ email, password });

test('an account is made while the server is stopped, and while it runs', async () => {
  const folder = temporaryFolder();
  const env = { CUEBOARD_DATA: folder, PORT: '4419' };
  const stopped = await owner(['add', 'stopped@example.test'], env);
  expect([stopped.code, stopped.errors]).toEqual([0, '']);
  // The invitation leads to where the site will be, not to the moment's own port.
  expect(stopped.output).toMatch(/^Mail to stopped@example\.test/m);
  expect(stopped.output).toMatch(
    / http:\/\/localhost:4419\/set-password\/#token_hash=[0-9a-f]{64}&type=invite\n/,
  );

  const mails: string[] = [];
  const server = await startServer({ folder, port: 0, mail: (text) => mails.push(text) });
  onTestFinished(() => server.close());
  expect((await signIn(server.origin, 'stopped@example.test', passwordIn(stopped.output))).error).toBeNull();

  const running = await owner(['add', ' Running@Example.test ', 'ar'], env);
  expect([running.code, running.errors]).toEqual([0, '']);
  expect(running.output).toContain('running@example.test');
  expect((await signIn(server.origin, 'running@example.test', passwordIn(running.output))).error).toBeNull();
  expect(passwordIn(running.output)).not.toBe(passwordIn(stopped.output));
  const [, page, token = ''] =
    /(?<page>http\S+)#token_hash=(?<token>\w+)&type=invite/.exec(mails.at(-1) ?? '') ?? [];
  expect(page).toBe(`${server.origin}/ar/set-password/`);
  const opened = await clientOf(server.origin).auth.verifyOtp({ token_hash: token, type: 'invite' });
  expect([opened.error, opened.data.user?.email]).toEqual([null, 'running@example.test']);

  const again = await owner(['add', 'running@example.test'], env);
  expect([again.code, again.output, again.errors]).toEqual([
    1,
    '',
    'running@example.test already has an account.\n',
  ]);
  const wrong = await owner(['add', 'not an address'], env);
  expect([wrong.code, wrong.errors]).toEqual([1, '"not an address" is not an e-mail address.\n']);
  const forged = await owner(['add', '\u001b[2Jx@y.test\u2028Mail to'], env);
  expect([forged.code, forged.errors]).toEqual([
    1,
    String.raw`"\u001b[2Jx@y.test\u2028Mail to" is not an e-mail address.` + '\n',
  ]);

  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const stranger = await fetch(`${server.origin}/admin/v1/owners`, {
      method,
      headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{"email":"running@example.test"}' }),
    });
    expect([method, stranger.status]).toEqual([method, 401]);
  }
});

test('accounts are listed, reset and removed, by a server that runs or not', async () => {
  const folder = installation();
  const env = { CUEBOARD_DATA: folder, PORT: '4419' };
  const { output } = await owner(['add', 'karima@example.test'], env);
  const first = passwordIn(output);
  const { output: list, code } = await owner(['list'], env);
  expect(code).toBe(0);
  expect(list).toMatch(/^demo@cueboard\.test {3}since \d{4}-\d\d-\d\d$/m);
  expect(list).toMatch(/^karima@example\.test {3}since \d{4}-\d\d-\d\d$/m);

  const server = await startServer({ folder, port: 0, mail: () => undefined });
  onTestFinished(() => server.close());
  const session = await clientOf(server.origin).auth.signInWithPassword({
    email: 'karima@example.test',
    password: first,
  });
  const client = clientOf(server.origin);
  await client.auth.signInWithPassword({ email: 'karima@example.test', password: first });
  await client.rpc('ensure_overlay');
  const reset = await owner(['reset', ' Karima@example.test'], env);
  expect([reset.code, reset.errors]).toEqual([0, '']);
  const { error: ended } = await clientOf(server.origin).auth.refreshSession({
    refresh_token: session.data.session?.refresh_token ?? '',
  });
  expect(ended).not.toBeNull();
  expect((await signIn(server.origin, 'karima@example.test', first)).error).not.toBeNull();
  expect((await signIn(server.origin, 'karima@example.test', passwordIn(reset.output))).error).toBeNull();

  const asked = await owner(['remove', 'karima@example.test'], env);
  expect([asked.code, asked.errors]).toEqual([
    1,
    expect.stringMatching(/repeat the command with --yes\.\n$/),
  ]);
  const boards = () => server.pg.query('select from public.public_overlays').then(({ rowCount }) => rowCount);
  const before = (await boards()) ?? 0;
  const removed = await owner(['remove', 'karima@example.test', '--yes'], env);
  expect([removed.code, removed.output]).toEqual([
    0,
    'karima@example.test is removed, with all that was its own.\n',
  ]);
  expect((await signIn(server.origin, 'karima@example.test', passwordIn(reset.output))).error).not.toBeNull();
  expect(await boards()).toBe(before - 1);
  for (const command of [
    ['remove', 'karima@example.test', '--yes'],
    ['reset', 'karima@example.test'],
  ])
    expect((await owner(command, env)).errors).toBe('karima@example.test has no account.\n');
});

test('a server in use is asked whatever its folder or the clock say', async () => {
  const folder = installation();
  const env = { CUEBOARD_DATA: folder, PORT: '4419' };
  const mails: string[] = [];
  const server = await startServer({ folder, port: 0, mail: (text) => mails.push(text) });
  onTestFinished(() => server.close());
  // What versions before the system's lock left, and misread when the clock had been set meanwhile.
  writeFileSync(join(folder, 'lock'), `${process.pid} ${Math.round(Date.now() / 1000 - uptime()) - 61}`);
  const asked = await owner(['add', 'asked@example.test'], env);
  expect([asked.code, asked.errors]).toEqual([0, '']);
  expect(mails.join()).toContain('asked@example.test');

  rmSync(join(folder, 'server.json'));
  const refused = await owner(['add', 'refused@example.test'], env);
  expect([refused.code, refused.output, refused.errors]).toEqual([
    1,
    '',
    `The data folder ${folder} is in use by another process: stop that one first.\n`,
  ]);
});

test.each([
  [[]],
  [['add']],
  [['remove', '--yes']],
  [['list', 'a@b.test']],
  [['add', 'a@b.test', 'c@d.test']],
])('without a clear order (%j) it says how it is used', async (args) => {
  const { code, errors } = await owner(args, { CUEBOARD_DATA: temporaryFolder() });
  expect([code, errors]).toEqual([1, USAGE]);
});

test('on a hosted project it sends an invitation that leads to the page for a password', async () => {
  const requests: { url: string; key: string | undefined; body: unknown }[] = [];
  const supabase = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { email } = JSON.parse(body) as { email: string };
      requests.push({
        url: request.url ?? '',
        key: request.headers['apikey'] as string | undefined,
        body: { email },
      });
      const taken = email.startsWith('taken');
      response.writeHead(taken ? 422 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          taken
            ? {
                code: 422,
                error_code: 'email_exists',
                msg: 'A user with this email address has already been registered',
              }
            : { id: '00000000-0000-4000-8000-000000000000', email },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => {
    supabase.listen(0, 'localhost', resolve);
  });
  onTestFinished(() => {
    supabase.close();
  });
  const env = {
    PUBLIC_SUPABASE_URL: `http://localhost:${(supabase.address() as AddressInfo).port}`,
    SUPABASE_SECRET_KEY: 'sb_secret_of_the_project',
    PUBLIC_SITE_URL: 'https://site.test',
  };
  const invited = await owner(['add', 'new@example.test'], env);
  expect([invited.code, invited.errors]).toEqual([0, '']);
  expect(requests).toEqual([
    {
      url: `/auth/v1/invite?redirect_to=${encodeURIComponent('https://site.test/set-password/')}`,
      key: 'sb_secret_of_the_project',
      body: { email: 'new@example.test' },
    },
  ]);

  const french = await owner(['add', 'new@example.test', 'fr'], env);
  expect([french.code, requests.at(-1)?.url]).toEqual([
    0,
    `/auth/v1/invite?redirect_to=${encodeURIComponent('https://site.test/fr/set-password/')}`,
  ]);
  const other = await owner(['add', 'new@example.test', 'xx'], env);
  expect([other.code, other.errors]).toEqual([1, USAGE]);

  const taken = await owner(['add', 'taken@example.test'], env);
  expect([taken.code, taken.errors]).toEqual([
    1,
    'No invitation was sent: A user with this email address has already been registered.\n',
  ]);
  const { PUBLIC_SUPABASE_URL } = env;
  const { code, errors } = await owner(['add', 'new@example.test'], { PUBLIC_SUPABASE_URL });
  expect([code, errors.split('\n')]).toEqual([1, [expect.stringContaining('SUPABASE_SECRET_KEY'), '']]);
});
