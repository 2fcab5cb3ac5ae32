import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DIST, ROOT } from '../../supabase/embedded/data/paths.ts';
import { buildIfStale } from '../../supabase/embedded/ops/build.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { installation, temporaryFolder } from './folders.ts';
import { freePort, kill, originOf, PATIENCE, run, runCommand, signInToDemo } from './processes.ts';

const START = 'supabase/embedded/ops/start.ts';
const SERVER = 'tests/embedded/server-process.ts';
/** A port that something else listens on, and the addresses of both families with it. */
const takenPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

test('saved data and sessions survive kill -9', async () => {
  const folder = installation();
  const first = run(SERVER, [folder]);
  const { client, session } = await signInToDemo(await originOf(first));
  const { data: overlay } = await client.rpc('ensure_overlay');
  const token = overlay?.url_token ?? '';
  for (const s1 of [1, 2, 3]) await client.from('public_overlays').update({ s1 }).eq('url_token', token);
  await kill(first);

  const second = run(SERVER, [folder]);
  const origin = await originOf(second);
  const { client: again } = await signInToDemo(origin);
  const { data } = await again.rpc('get_overlay', { key: token });
  expect(data).toMatchObject({ s1: 3, rev: 4 });
  const { error } = await again.auth.getUser(session.access_token);
  expect(error).toBeNull();
});

test('a first start that is killed, each time a little later, is made up for by the next', async () => {
  const folder = temporaryFolder();
  for (const moment of [/^postgres\..*\.unfinished$/, /^postgres$/, /^snapshots$/]) {
    const start = run(SERVER, [folder]);
    await vi.waitUntil(() => readdirSync(folder).some((entry) => moment.test(entry)), PATIENCE);
    await kill(start);
  }
  const { client } = await signInToDemo(await originOf(run(SERVER, [folder])));
  const { data } = await client.rpc('ensure_overlay');
  expect(data).toMatchObject({ title: 'Overlay 1' });
});

test('a folder is used by one process at a time', async () => {
  const folder = installation();
  const first = run(SERVER, [folder]);
  const origin = await originOf(first);
  const second = run(START, [], { CUEBOARD_DATA: folder, PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.errors()).toBe(
    `The data folder ${folder} is in use by process ${first.child.pid ?? 0}, at ${origin}: stop that one first.\n`,
  );
});

/** A separate process space, as in a container, in which the program is process 1. */
const CONTAINER = ['-Urpf', '--mount-proc', '--kill-child', process.execPath];
const canUnshare = spawnSync('unshare', [...CONTAINER, '--version']).status === 0;

test.runIf(canUnshare)('a container that was killed starts again, with the same process number', async () => {
  const folder = installation();
  const start = () => runCommand('unshare', [...CONTAINER, join(ROOT, SERVER), folder]);
  const first = start();
  const firstOrigin = await originOf(first);
  expect(JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'))).toMatchObject({ process: 1 });
  const other = start();
  expect(await other.ended).toBe(1);
  expect(other.errors()).toBe(
    `The data folder ${folder} is in use by process 1, at ${firstOrigin}: stop that one first.\n`,
  );
  await kill(first);
  const { session } = await signInToDemo(await originOf(start()));
  expect(session.access_token).not.toBe('');
});

test('npm start says where everything is, and Ctrl-C stops it', async () => {
  const port = await freePort();
  const folder = installation();
  const server = run(START, [], { CUEBOARD_DATA: folder, PORT: String(port) });
  await vi.waitUntil(() => server.output().includes('Ctrl-C'), PATIENCE);
  const origin = `http://localhost:${port}`;
  expect(server.output()).toContain(`Site       ${origin}\n`);
  expect(server.output()).toContain(DEMO.email);
  expect(server.output()).toContain(DEMO.password);
  const token = /overlay\/(?<token>[A-Za-z0-9]{24})\?theme=dark/.exec(server.output())?.groups?.['token'];
  expect((await fetch(`${origin}/fr/features/`)).status).toBe(200);
  expect(await (await fetch(`${origin}/overlay/${token ?? ''}`)).text()).toContain('<html');
  expect((await fetch(`${origin}/functions/v1/snapshot?matchId=demo-b1&latest=1`)).status).toBe(200);
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(existsSync(join(folder, 'server.json'))).toBe(false);
  expect(server.errors()).toBe('');
});

test.each([
  ['a terminal that is closed', 'SIGHUP', (_folder: string, output: string) => output.includes('Ctrl-C')],
  [
    'Ctrl-C while it starts',
    'SIGINT',
    (folder: string) => existsSync(join(folder, 'postgres/postmaster.pid')),
  ],
] as const)('%s ends PostgreSQL, too', async (_what, signal, isTime) => {
  const folder = installation();
  const server = run(START, [], { CUEBOARD_DATA: folder, PORT: String(await freePort()) });
  await vi.waitUntil(() => isTime(folder, server.output()), PATIENCE);
  server.child.kill(signal);
  await server.ended;
  expect(server.child.exitCode === 0 || server.child.signalCode === signal).toBe(true);
  await vi.waitUntil(() => !existsSync(join(folder, 'postgres/postmaster.pid')), PATIENCE);
});

test.runIf(process.getuid?.() === 0)(
  'a build in a folder of another account is refused by a sentence',
  () => {
    vi.stubEnv('PUBLIC_ERRORS_URL', 'https://errors.example');
    process.seteuid?.('nobody');
    try {
      expect(buildIfStale).toThrow(
        /^The site has to be built, and this account can't write in .+ \(EACCES: /,
      );
    } finally {
      process.seteuid?.(0);
      vi.unstubAllEnvs();
    }
  },
);

/** What `npm start` prints, with options, in a folder. */
const bannerOf = async (folder: string, ...options: string[]): Promise<string> => {
  const server = run(START, options, { CUEBOARD_DATA: folder, PORT: String(await freePort()) });
  await vi.waitUntil(() => server.output().includes('Ctrl-C') || server.child.exitCode !== null, PATIENCE);
  await kill(server);
  return server.output();
};

test('without the demo nothing of it is made or told, and one from before is named', async () => {
  const folder = temporaryFolder();
  expect(await bannerOf(folder, '--no-demo')).not.toMatch(/demo/);
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'supabase/embedded/ops/owner.ts'), 'list'],
    {
      env: { ...process.env, CUEBOARD_DATA: folder },
      encoding: 'utf8',
    },
  );
  expect([status, stdout]).toEqual([0, 'There is no account.\n']);
  expect(await bannerOf(installation(), '--no-demo')).toContain(
    `npm run owner -- remove ${DEMO.email} --yes`,
  );
});

test('a password of the demo account that was changed isn’t told', async () => {
  const folder = installation();
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'supabase/embedded/ops/owner.ts'), 'reset', DEMO.email],
    { env: { ...process.env, CUEBOARD_DATA: folder }, encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining('One-time password')]);
  const banner = await bannerOf(folder);
  expect(banner).toContain(`${DEMO.email}, with the password that was chosen`);
  expect(banner).not.toContain(DEMO.password);
});

test('npm run dev answers every address as the built site does', async () => {
  const port = await freePort();
  const server = run(START, ['--dev'], { CUEBOARD_DATA: installation(), PORT: String(port) });
  await vi.waitUntil(() => server.output().includes('Ctrl-C'), PATIENCE);
  const look = async (path: string) => {
    const response = await fetch(`http://localhost:${port}${path}`);
    const [, lang, title] = /<html lang="(\w+)".*?<title>([^<|]+?) ?[<|]/s.exec(await response.text()) ?? [];
    return [response.status, lang, title];
  };
  // Each address in another language. The built site has its own tests.
  expect(await look('/features/nope')).toEqual([404, 'en', 'Page not found']);
  expect(await look('/ar/a/b')).toEqual([404, 'ar', 'الصفحة غير موجودة']);
  expect(await look('/fr/overlay/abc/?theme=light')).toEqual([200, 'fr', 'Overlay en direct']);
  expect(await look('/overlay/abc/def')).toEqual([404, 'en', 'Page not found']);
  // A shared link's page is made by the backend, of this server's page.
  expect(await look(`/ar/s/gd/${'x'.repeat(22)}?match=demo-b1`)).toEqual([
    200,
    'ar',
    '⁨الطاولة 1⁩ · ⁨Youssef⁩ 6–4 ⁨Amine⁩',
  ]);
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
});

test('the reason why it can’t start is one sentence', async () => {
  const folder = temporaryFolder();
  const port = await takenPort();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const problems: [env: Record<string, string>, sentence: RegExp][] = [
    [{ PORT: String(port) }, new RegExp(`^Port ${port} is taken: .+\n$`)],
    [{ PORT: 'http' }, /^PORT is "http", but a port is a number from 1 to 65535\.\n$/],
    [{ PORT: '70000' }, /^PORT is "70000", but a port is a number from 1 to 65535\.\n$/],
    [
      { CUEBOARD_DATA: join(file, 'data') },
      /^The data folder \S+ can't be written .+: give it to the account that runs the server, or choose another with CUEBOARD_DATA\.\n$/,
    ],
  ];
  for (const [env, sentence] of problems) {
    const start = run(START, [], {
      CUEBOARD_DATA: join(folder, 'data'),
      PORT: String(await freePort()),
      ...env,
    });
    expect([await start.ended, start.errors()]).toEqual([1, expect.stringMatching(sentence)]);
  }
});

test.each(['start', 'doctor', 'restore', 'update', 'import', 'owner', 'build'])(
  'npm run %s says how it is used',
  async (name) => {
    const script = `supabase/embedded/ops/${name}.ts`;
    const helped = run(script, ['--help']);
    expect([await helped.ended, helped.errors()]).toEqual([0, '']);
    expect(helped.output()).toMatch(new RegExp(`^npm (run )?${name}\\b`));
    const mistyped = run(script, ['--helo']);
    expect([await mistyped.ended, mistyped.output()]).toEqual([1, '']);
    expect(mistyped.errors()).toBe(`Unknown option '--helo'.\n\n${helped.output()}`);
  },
);

test('a build that can’t be made leaves the site that was built', async () => {
  const stamp = join(DIST, '.built-from');
  const before = readFileSync(stamp, 'utf8');
  const build = run('supabase/embedded/ops/build.ts', [], { PUBLIC_SITE_URL: 'cueboard.example' });
  expect([await build.ended, build.errors()]).toEqual([1, expect.stringContaining('PUBLIC_SITE_URL')]);
  expect(build.errors()).toMatch(/The site could not be built: the reason is above\.\n$/);
  expect(readFileSync(stamp, 'utf8')).toBe(before);
});
