import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stampOf } from '../data/copies.ts';
import { syncFolder } from '../data/files.ts';
import { FolderInUse, lockFolder } from '../data/folder-lock.ts';
import { copiesFolder, ROOT, UNFINISHED } from '../data/paths.ts';
import { messageOf, StartProblem } from '../http/problem.ts';
import type { Health } from './health.ts';
import { readPort } from './host.ts';
import { readOptions, runProgram } from './program.ts';
import { formatVersion, releaseIn, releaseName, type Release } from './version.ts';

/**
 * `npm run update` brings an installation of `docs/install.sh` to another release, and back. It runs as root, and the
 * account of the server owns nothing but its data:
 *
 *     /opt/cueboard/releases/<version>-<commit>/   the programs
 *     /opt/cueboard/at/<generation>/               `program` and `data`, links; `before`, the generation before
 *     /opt/cueboard/current                        a link to the generation that runs
 *     /var/lib/cueboard/<generation>/              its data
 *
 * A generation's data are made by its own program from another generation's, which stay as they are. The link to the
 * current one is renamed: whenever this is killed, a program and its own data are left.
 */

const USAGE = `npm run update                 installs the newest release of CUEBOARD_RELEASES
npm run update -- <release>    installs one: a version there, or the file or address of an archive
npm run update -- back         goes back to the program and the data before the last update

On a venue's computer, as root: cueboard update, cueboard back. More: docs/run.md`;

const SERVICE = 'cueboard';
/** How long a started server may take until it is well. */
const WELL_MILLIS = 60_000;
const LOOK_AGAIN_MILLIS = 500;
const FETCH_MILLIS = 10 * 60_000;
const SUMS = 'SHA256SUMS';
const ARCHIVE = /^cueboard-(?<version>\d[\w.-]*)\.tar\.gz$/;

/** The name of a generation: a version, and a time to the second. */
const GENERATION = /^\d\S*-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Where an installation keeps its parts. */
interface Places {
  readonly releases: string;
  readonly generations: string;
  readonly current: string;
  /** The folder of all generations' data. */
  readonly data: string;
  /** The server's account, as the owner of the data. */
  readonly account: { readonly uid: number; readonly gid: number };
}

const findPlaces = (): Places => {
  const top = resolve(ROOT, '../..');
  const current = join(top, 'current');
  if (!releaseIn(ROOT) || !existsSync(join(current, 'data'))) {
    throw new StartProblem(
      'This is no installation of a release. In a checkout, take the new version with Git, then run npm ci and npm start.',
    );
  }
  const data = realpathSync(join(current, 'data'));
  const { uid, gid } = statSync(data);
  return {
    releases: join(top, 'releases'),
    generations: join(top, 'at'),
    current,
    data: dirname(data),
    account: { uid, gid },
  };
};

/** Runs a command to its end. Throws StartProblem with what it wrote as its last line, or with `problem`. */
const run = (command: string, args: readonly string[], options: SpawnSyncOptions, problem?: string): void => {
  const { status, error, stderr } = spawnSync(command, args, options);
  if (status === 0) return;
  const said = String(stderr).trim().split('\n').at(-1) ?? '';
  throw new StartProblem(problem ?? `${command} failed: ${error ? messageOf(error) : said}`);
};

const systemctl = (verb: 'start' | 'stop'): void => run('systemctl', [verb, SERVICE], {});

/** Reads a file beside an archive, in a folder or at an address. Throws StartProblem. */
const readBeside = async (place: string, name: string): Promise<Buffer> => {
  try {
    if (!URL.canParse(place)) return readFileSync(join(place, name));
    const address = new URL(name, place.endsWith('/') ? place : `${place}/`);
    if (address.protocol !== 'https:' && address.hostname !== 'localhost')
      throw new Error('an address has to be https');
    const answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_MILLIS) });
    if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    throw new StartProblem(`${name} can't be read in ${place}: ${messageOf(error)}.`, { cause: error });
  }
};

const asNumbers = new Intl.Collator('en', { numeric: true });

/** The wanted archive, of which the checksum fits. Throws StartProblem. */
const fetchArchive = async (wanted: string | undefined): Promise<{ name: string; bytes: Buffer }> => {
  const isArchive = wanted !== undefined && ARCHIVE.test(basename(wanted));
  const place = isArchive
    ? URL.canParse(wanted)
      ? wanted.slice(0, -basename(wanted).length)
      : dirname(resolve(process.env['INIT_CWD'] ?? '.', wanted))
    : process.env['CUEBOARD_RELEASES'];
  if (!place) {
    throw new StartProblem(
      'Name an archive, or set CUEBOARD_RELEASES to the folder or the address where releases are.',
    );
  }
  const sums = new Map(
    (await readBeside(place, SUMS))
      .toString()
      .split('\n')
      .map((line) => line.split(/ [ *]/).reverse() as [string, string]),
  );
  const versions = [...sums.keys()].flatMap((name) => ARCHIVE.exec(name)?.groups?.['version'] ?? []);
  const name = isArchive
    ? basename(wanted)
    : `cueboard-${wanted ?? versions.sort(asNumbers.compare).at(-1) ?? ''}.tar.gz`;
  const sum = sums.get(name);
  if (sum === undefined) {
    throw new StartProblem(`${SUMS} in ${place} has no ${name}, but the versions ${versions.join(', ')}.`);
  }
  const bytes = await readBeside(place, name);
  if (createHash('sha256').update(bytes).digest('hex') !== sum) {
    throw new StartProblem(`${name} is damaged: its checksum isn't the one in ${SUMS}.`);
  }
  return { name, bytes };
};

/** Unpacks an archive and installs its packages. Answers the program's folder. Throws StartProblem. */
const install = ({ releases }: Places, { name, bytes }: { name: string; bytes: Buffer }): string => {
  const folder = join(releases, `new${UNFINISHED}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o755 });
  const archive = join(folder, name);
  writeFileSync(archive, bytes);
  run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', '--no-same-owner'], {});
  rmSync(archive);
  const release = releaseIn(folder);
  if (!release) throw new StartProblem(`${name} has no release.json: it is no release.`);
  const program = join(releases, releaseName(release));
  if (existsSync(program)) {
    rmSync(folder, { recursive: true });
    return program;
  }
  run(
    'npm',
    ['ci', '--omit=dev'],
    // HOME is the account's: root takes no settings from there.
    { cwd: folder, env: { ...process.env, HOME: userInfo().homedir } },
    'npm ci could not install the packages: is there a network?',
  );
  renameSync(folder, program);
  return program;
};

/** How a program's own commands run: as the server's account, with its data. */
const commandsOf = ({ account }: Places, program: string, data: string) => {
  const node = join(program, 'node_modules/.bin/node');
  // Without a second place for copies, which belongs to the server.
  const { CUEBOARD_COPIES: _, INIT_CWD: __, ...settings } = process.env;
  const file = (name: string): string => join(program, 'supabase/embedded/ops', `${name}.ts`);
  const options = (more: NodeJS.ProcessEnv) => ({
    ...account,
    cwd: program,
    env: { ...settings, CUEBOARD_DATA: data, ...more },
  });
  return { node, file, options };
};

/** Waits until a server of this release is well. Answers why it isn't, or undefined. */
const waitUntilWell = async (port: number, { version, commit }: Release, hasEnded: () => boolean) => {
  const until = performance.now() + WELL_MILLIS;
  let why = 'it does not answer';
  while (performance.now() < until && !hasEnded()) {
    try {
      const answer = await fetch(`http://localhost:${port}/health`, { signal: AbortSignal.timeout(5000) });
      const health = (await answer.json()) as Health;
      if (health.status === 'ok' && health.version === version && health.commit === commit) return undefined;
      why =
        health.status === 'ok'
          ? `it is ${formatVersion(health)}`
          : `it reports: ${health.troubles.join(', ')}`;
    } catch {
      // It is starting.
    }
    await setTimeout(LOOK_AGAIN_MILLIS);
  }
  return hasEnded() ? 'it ended' : why;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** Starts a program on its data, where nobody else sees it, until it is well. Throws StartProblem with its reason. */
const prove = async (places: Places, program: string, release: Release, data: string): Promise<void> => {
  const { node, file, options } = commandsOf(places, program, data);
  const port = await freePort();
  const args = [file('start'), ...(process.env['OPTIONS']?.match(/--no-demo/) ?? [])];
  const server = spawn(node, args, {
    ...options({ PORT: String(port) }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(server, 'exit');
  const why = await waitUntilWell(
    port,
    release,
    () => server.exitCode !== null || server.signalCode !== null,
  );
  server.kill();
  await ended;
  if (why !== undefined)
    throw new StartProblem(`${formatVersion(release)} doesn't run on these data: ${said.trim() || why}`);
};

/** Makes a generation of `program` and the data of the generation `from`, proves it, and makes it the current one. */
const makeCurrent = async (
  places: Places,
  program: string,
  release: Release,
  from: string,
): Promise<void> => {
  const { account, current, generations } = places;
  const name = `${release.version}-${stampOf(new Date())}`;
  const [data, source] = [join(places.data, name), realpathSync(join(from, 'data'))];
  const { node, file, options } = commandsOf(places, program, data);
  run(node, [file('restore'), source], options({}));
  // Copies are never changed: each is one on the disk, in any number of generations.
  if (existsSync(copiesFolder(source))) run('cp', ['-al', copiesFolder(source), data], account);
  await prove(places, program, release, data);
  const generation = join(generations, name);
  mkdirSync(generation, { mode: 0o755 });
  symlinkSync(program, join(generation, 'program'));
  symlinkSync(data, join(generation, 'data'));
  symlinkSync(realpathSync(current), join(generation, 'before'));
  await syncFolder(generation);
  rmSync(`${current}${UNFINISHED}`, { force: true });
  symlinkSync(generation, `${current}${UNFINISHED}`);
  renameSync(`${current}${UNFINISHED}`, current);
  await syncFolder(dirname(current));
};

/** Removes what neither the current generation nor the one before needs. */
const tidy = ({ current, generations, releases, data, account }: Places): void => {
  const now = realpathSync(current);
  const before = join(now, 'before');
  const kept = [now, ...(existsSync(before) ? [realpathSync(before)] : [])];
  const used = new Set(
    kept.flatMap((one) => [one, ...['program', 'data'].map((link) => readlinkSync(join(one, link)))]),
  );
  for (const folder of [generations, releases]) {
    for (const path of readdirSync(folder).map((entry) => join(folder, entry)))
      if (!used.has(path)) rmSync(path, { recursive: true });
  }
  const old = readdirSync(data).filter((entry) => GENERATION.test(entry) && !used.has(join(data, entry)));
  // As the account: what it owns may change under this program's hands.
  run('rm', ['-rf', '--', ...old.map((entry) => join(data, entry))], account);
};

/** Changes to a program with the data of a generation while the service is stopped. Starts the service in any case. */
const change = async (places: Places, program: string, from: string): Promise<void> => {
  const release = releaseIn(program);
  if (!release) throw new StartProblem(`${program} is no release.`);
  systemctl('stop');
  try {
    await makeCurrent(places, program, release, from);
  } finally {
    systemctl('start');
  }
  const why = await waitUntilWell(readPort(), release, () => false);
  if (why !== undefined) throw new NotWell(`${formatVersion(release)} was started, but ${why}.`);
  console.log(`${formatVersion(release)} runs.`);
};

/** The new generation is current, but its server isn't well. */
class NotWell extends StartProblem {}

/** Goes back to the generation before. Throws StartProblem. */
const goBack = async (places: Places): Promise<void> => {
  const before = join(places.current, 'before');
  if (!existsSync(before)) throw new StartProblem('There was no update: there is nothing to go back to.');
  const left = realpathSync(join(places.current, 'data'));
  const from = realpathSync(before);
  await change(places, realpathSync(join(from, 'program')), from);
  console.log(`What was stored since the update is in ${left}, until the next one.`);
};

/** Updates to a release. Throws StartProblem: what ran before runs again. */
const update = async (places: Places, wanted: string | undefined): Promise<void> => {
  const program = install(places, await fetchArchive(wanted));
  const from = realpathSync(places.current);
  if (program === realpathSync(join(from, 'program'))) {
    console.log(`${basename(program)} runs already.`);
    return;
  }
  try {
    await change(places, program, from);
  } catch (error) {
    if (!(error instanceof NotWell)) throw error;
    console.error(error.message);
    await goBack(places);
    throw new StartProblem('The update was taken back.', { cause: error });
  } finally {
    // One that failed leaves its data and its program, too.
    tidy(places);
  }
};

const main = async (): Promise<void> => {
  const [wanted] = readOptions(USAGE, { options: {}, most: 1 }).positionals;
  const places = findPlaces();
  // The account runs what root installs.
  process.umask(0o022);
  // A key that interrupts ends what runs now: that fails, and the service starts again.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  const lock = (() => {
    try {
      return lockFolder(dirname(places.current));
    } catch (error) {
      throw error instanceof FolderInUse ? new StartProblem('Another update is running.') : error;
    }
  })();
  try {
    if (wanted === 'back') await goBack(places);
    else await update(places, wanted);
  } finally {
    lock.release();
  }
};

await runProgram(main);
