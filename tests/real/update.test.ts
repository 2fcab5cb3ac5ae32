import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '../../supabase/embedded/data/paths.ts';
import { RELEASE_FILE, type Release } from '../../supabase/embedded/ops/version.ts';
import { temporaryFolder } from '../embedded/folders.ts';
import { freePort, PATIENCE, signInToDemo } from '../embedded/processes.ts';

/**
 * `npm run update` with its own program, PostgreSQL and data. The service is a stand-in for systemd's, and `npm ci`
 * links this checkout's packages: `release.test.ts` installs them.
 */

const KILLS = 50;

const sh = (folder: string, command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const SYSTEMCTL = `#!/bin/sh
set -e
cd "$TOP"
case $1 in
  start)
    cd current/program
    CUEBOARD_DATA="$TOP/current/data" setsid node_modules/.bin/node supabase/embedded/ops/start.ts >>"$TOP/log" 2>&1 &
    echo $! >"$TOP/pid" ;;
  stop)
    pid=$(cat pid 2>/dev/null) || exit 0
    rm pid
    if kill "$pid" 2>/dev/null; then tail --pid="$pid" -f /dev/null; fi ;;
esac
`;

const NPM = `#!/bin/sh
[ "$*" = 'ci --omit=dev' ] && ln -s '${ROOT}/node_modules' node_modules
`;

interface Made {
  readonly version: string;
  /** Changes the release's folder. */
  readonly change?: (folder: string) => void;
}

/** Writes an archive of this checkout's program as a release. Answers its commit. */
const makeRelease = (place: string, { version, change }: Made): string => {
  const top = `cueboard-${version}`;
  const folder = join(place, top);
  const commit = createHash('sha1')
    .update(`${version}${readdirSync(place).length}`)
    .digest('hex');
  for (const part of ['package.json', 'i18n', 'src', 'supabase'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/index.html'), version);
  const release: Release = { version, commit, settings: {} };
  writeFileSync(join(folder, RELEASE_FILE), JSON.stringify(release));
  change?.(folder);
  sh(place, 'tar', '-czf', `${top}.tar.gz`, top);
  rmSync(folder, { recursive: true });
  writeFileSync(join(place, 'SHA256SUMS'), sh(place, 'sh', '-c', 'sha256sum *.tar.gz'));
  return commit;
};

/** An installation of 0.2.0 that runs, with somebody's score in its data. */
const install = async () => {
  const top = mkdtempSync(join(tmpdir(), 'cueboard-hall-'));
  const [bin, releases, place, data] = ['bin', 'releases', 'place', 'data'].map((name) =>
    join(top, name),
  ) as [string, string, string, string];
  for (const folder of [bin, releases, place, data, join(top, 'at')]) mkdirSync(folder);
  for (const [name, content] of Object.entries({ systemctl: SYSTEMCTL, npm: NPM })) {
    writeFileSync(join(bin, name), content);
    chmodSync(join(bin, name), 0o755);
  }
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH: `${bin}:${PATH}`, HOME, TOP: top, PORT: String(port), CUEBOARD_RELEASES: place };
  const systemctl = (verb: string) => execFileSync(join(bin, 'systemctl'), [verb, 'cueboard'], { env });
  onTestFinished(() => {
    systemctl('stop');
    rmSync(top, { recursive: true, force: true });
  });

  const commit = makeRelease(place, { version: '0.2.0' });
  const program = join(releases, `0.2.0-${commit.slice(0, 8)}`);
  const generation = '0.2.0-2026-11-27T00-00-00Z';
  mkdirSync(program);
  sh(program, 'tar', '-xzf', join(place, 'cueboard-0.2.0.tar.gz'), '--strip-components=1');
  symlinkSync(join(ROOT, 'node_modules'), join(program, 'node_modules'));
  cpSync(inject('preparedData'), join(data, generation), { recursive: true });
  mkdirSync(join(top, 'at', generation));
  symlinkSync(program, join(top, 'at', generation, 'program'));
  symlinkSync(join(data, generation), join(top, 'at', generation, 'data'));
  symlinkSync(join(top, 'at', generation), join(top, 'current'));

  /** Starts `npm run update` in the current program, in a process group of its own. */
  const begin = (args: readonly string[]) => {
    const current = realpathSync(join(top, 'current/program'));
    const child = spawn(
      join(current, 'node_modules/.bin/node'),
      ['supabase/embedded/ops/update.ts', ...args],
      {
        cwd: current,
        env,
        detached: true,
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) };
  };
  const origin = `http://localhost:${port}`;
  const health = async (): Promise<unknown> => {
    try {
      return await (await fetch(`${origin}/health`)).json();
    } catch {
      return undefined;
    }
  };
  /** Waits until the service runs the current link's release, and is well. */
  const well = async (): Promise<Release> => {
    const current = realpathSync(join(top, 'current/program'));
    const {
      version,
      commit: its,
      settings,
    } = JSON.parse(readFileSync(join(current, RELEASE_FILE), 'utf8')) as Release;
    await vi.waitFor(async () => {
      expect(await health()).toMatchObject({ status: 'ok', version, commit: its });
    }, PATIENCE);
    return { version, commit: its, settings };
  };
  /** The demo's board: its score, and its revision. */
  const board = async () => {
    const { client } = await signInToDemo(origin);
    const { data: overlay } = await client.rpc('ensure_overlay');
    const { data: read } = await client.rpc('get_overlay', { key: overlay?.url_token ?? '' });
    return read as unknown as { readonly s1: number; readonly rev: number };
  };
  const score = async (s1: number): Promise<void> => {
    const { client } = await signInToDemo(origin);
    const { data: overlay } = await client.rpc('ensure_overlay');
    await client
      .from('public_overlays')
      .update({ s1 })
      .eq('url_token', overlay?.url_token ?? '')
      .throwOnError();
  };
  systemctl('start');
  await well();
  await score(7);
  return {
    top,
    place,
    port,
    generation,
    systemctl,
    begin,
    update: (...args: string[]) => begin(args).ended,
    current: () => basename(realpathSync(join(top, 'current'))),
    well,
    board,
    score,
  };
};

type Hall = Awaited<ReturnType<typeof install>>;

/** What an update that failed left: the generation before, which runs with its data. */
const expectUnchanged = async (hall: Hall): Promise<void> => {
  expect(hall.current()).toBe(hall.generation);
  expect(await hall.well()).toMatchObject({ version: '0.2.0' });
  expect(await hall.board()).toMatchObject({ s1: 7 });
};

test('an update keeps the data, and back goes to what was before it', async () => {
  const hall = await install();
  const commit = makeRelease(hall.place, { version: '0.10.0' });
  makeRelease(hall.place, { version: '0.9.0' });
  const before = await hall.board();
  // The newest.
  expect(await hall.update()).toEqual({ code: 0, output: `0.10.0 (${commit.slice(0, 8)}) runs.\n` });
  expect(await hall.well()).toMatchObject({ version: '0.10.0', commit });
  expect(await hall.board()).toMatchObject({ s1: 7 });
  expect((await hall.update('0.10.0')).output).toBe(`0.10.0-${commit.slice(0, 8)} runs already.\n`);

  await hall.score(9);
  const left = realpathSync(join(hall.top, 'current/data'));
  const { code, output } = await hall.update('back');
  expect([code, output.includes(`What was stored since the update is in ${left}`)]).toEqual([0, true]);
  expect(await hall.well()).toMatchObject({ version: '0.2.0' });
  const after = await hall.board();
  expect(after.s1).toBe(7);
  // Screens that saw the 9 take this board for newer.
  expect(after.rev).toBeGreaterThan(before.rev + 2);
  // And the copies of the data came along.
  expect(readdirSync(join(hall.top, 'current/data/copies'))).not.toEqual([]);
  // The one that was left, the current one, and no more.
  expect(readdirSync(join(hall.top, 'at'))).toHaveLength(3);
  expect((await hall.update('0.9.0')).code).toBe(0);
  expect(readdirSync(join(hall.top, 'at'))).toHaveLength(2);
  expect(readdirSync(join(hall.top, 'data'))).toHaveLength(2);
  expect(readdirSync(join(hall.top, 'releases'))).toHaveLength(2);
});

test('a migration that fails changes nothing', async () => {
  const hall = await install();
  makeRelease(hall.place, {
    version: '0.3.0',
    change: (folder) =>
      writeFileSync(join(folder, 'supabase/migrations/20270101000000_raise.sql'), 'select 1 / 0;'),
  });
  const { code, output } = await hall.update();
  expect([code, output.includes('division by zero')]).toEqual([1, true]);
  await expectUnchanged(hall);
  // Nor does it take room.
  for (const folder of ['at', 'data', 'releases'])
    expect(readdirSync(join(hall.top, folder)), folder).toHaveLength(1);
});

test('a release whose service doesn’t get well is taken back', async () => {
  const hall = await install();
  makeRelease(hall.place, {
    version: '0.3.0',
    // Everything is well but for the address that people use.
    change: (folder) => {
      const start = join(folder, 'supabase/embedded/ops/start.ts');
      writeFileSync(
        start,
        `if (process.env['PORT'] === '${hall.port}') process.exit(1);\n${readFileSync(start, 'utf8')}`,
      );
    },
  });
  const { code, output } = await hall.update();
  expect(output).toContain('was started, but it does not answer.');
  expect([code, output.endsWith('The update was taken back.\n')]).toEqual([1, true]);
  expect(await hall.well()).toMatchObject({ version: '0.2.0' });
  expect(await hall.board()).toMatchObject({ s1: 7 });
});

test('what can’t be installed says why, and the service goes on', async () => {
  const hall = await install();
  makeRelease(hall.place, { version: '0.3.0' });
  const archive = join(hall.place, 'cueboard-0.3.0.tar.gz');
  expect((await hall.update('0.4.0')).output).toMatch(
    /has no cueboard-0\.4\.0\.tar\.gz, but the versions 0\.2\.0, 0\.3\.0\./,
  );
  expect((await hall.update(join(temporaryFolder(), 'cueboard-0.3.0.tar.gz'))).output).toMatch(
    /^SHA256SUMS can't be read/,
  );
  expect((await hall.update('http://example.test/cueboard-0.3.0.tar.gz')).output).toContain(
    'an address has to be https',
  );
  expect((await hall.update('back')).output).toContain('There was no update');
  appendFileSync(archive, 'x');
  expect(await hall.update(archive)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is damaged: its checksum/) as string,
  });
  writeFileSync(archive, readFileSync(archive).subarray(0, 5000));
  writeFileSync(join(hall.place, 'SHA256SUMS'), sh(hall.place, 'sh', '-c', 'sha256sum *.tar.gz'));
  expect(await hall.update('0.3.0')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^tar failed/) as string,
  });
  await expectUnchanged(hall);
});

test('only one update runs at a time', async () => {
  const hall = await install();
  makeRelease(hall.place, { version: '0.3.0' });
  const first = hall.begin([]);
  await vi.waitUntil(() => readdirSync(hall.top).includes('server.lock'), PATIENCE);
  expect(await hall.update()).toEqual({ code: 1, output: 'Another update is running.\n' });
  expect((await first.ended).code).toBe(0);
});

test(`killed at ${KILLS} moments, it leaves one release that runs with its data`, async () => {
  const hall = await install();
  makeRelease(hall.place, { version: '0.3.0' });
  const since = performance.now();
  expect((await hall.update('0.3.0')).code).toBe(0);
  const millis = performance.now() - since;
  const seen = { '0.2.0': 0, '0.3.0': 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { version } = await hall.well();
    const next = version === '0.2.0' ? '0.3.0' : '0.2.0';
    await hall.score(kill);
    const { child, ended } = hall.begin([next]);
    await passed((millis * kill) / KILLS);
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
    // As after a power cut: the service starts with the computer.
    hall.systemctl('stop');
    hall.systemctl('start');
    const now = (await hall.well()).version;
    seen[now as keyof typeof seen] += 1;
    expect(await hall.board(), `kill ${kill}, ${now}`).toMatchObject({ s1: kill });
  }
  console.log(`An update takes ${Math.round(millis)} ms.`, seen);
  expect(seen['0.2.0'] * seen['0.3.0']).toBeGreaterThan(0);
}, 600_000);
