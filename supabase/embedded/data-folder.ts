import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf, StartProblem } from './problem.ts';

/** Keys of one installation, made at its first start. None of them leaves the data folder. */
export interface Secrets {
  readonly jwtSecret: string;
  /** Supabase's secret key: whoever has it acts as service_role. */
  readonly secretKey: string;
  readonly snapshotUploadKey: string;
}

const random = (): string => randomBytes(32).toString('base64url');

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** When this machine was started, in seconds since 1970: process numbers of an earlier start mean nothing. */
const bootSeconds = (): number => Math.round(Date.now() / 1000 - uptime());

/** How far two readings of one boot may lie apart. */
const BOOT_TOLERANCE_SECONDS = 5;

/** Where the running server notes its address. */
export const addressFileOf = (folder: string): string => join(folder, 'address');

const readLock = (lock: string): string | undefined => {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The running process that a lock's text (`<process> <boot>`) names. */
const liveHolder = (text: string): number | undefined => {
  const [pid = 0, boot = 0] = text.split(' ').map(Number);
  const sameBoot = Math.abs(boot - bootSeconds()) <= BOOT_TOLERANCE_SECONDS;
  return sameBoot && pid > 0 && isRunning(pid) ? pid : undefined;
};

/** The process that has taken the data folder, when there is one. */
export const holderOf = (folder: string): number | undefined =>
  liveHolder(readLock(join(folder, 'lock')) ?? '');

/** Node's recursive mkdir never returns where the parent is there and refuses, as /proc does. */
const makeFolder = (folder: string): void => {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: !existsSync(dirname(folder)), mode: 0o700 });
};

/**
 * Makes the folder if need be and takes it for this process: two that write to one Postgres would destroy it.
 * A lock whose process has ended is taken over. Gives the function that gives the folder back. Throws StartProblem.
 */
export const lockFolder = (folder: string): (() => void) => {
  const lock = join(folder, 'lock');
  const own = `${process.pid} ${bootSeconds()}`;
  const draft = `${lock}.${process.pid}`;
  const address = addressFileOf(folder);
  const inUse = (text: string): StartProblem =>
    new StartProblem(
      `The data folder ${folder} is in use by process ${text.split(' ')[0] ?? ''}` +
        `${existsSync(address) ? `, at ${readFileSync(address, 'utf8')}` : ''}: stop that one first.`,
    );
  try {
    makeFolder(folder);
    // Written aside and linked into place, so that nobody ever reads half a lock.
    writeFileSync(draft, own);
  } catch (error) {
    throw new StartProblem(
      `The data folder ${folder} can't be written (${messageOf(error)}): choose another with CUEBOARD_DATA.`,
    );
  }
  try {
    for (;;) {
      try {
        linkSync(draft, lock);
        return () => {
          if (readLock(lock) === own) rmSync(lock, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const found = readLock(lock);
      if (found === undefined) continue;
      if (liveHolder(found) !== undefined) throw inUse(found);
      // Only one of several that find the same dead lock moves it away.
      const aside = `${draft}.stale`;
      renameSync(lock, aside);
      const moved = readFileSync(aside, 'utf8');
      if (moved !== found) {
        renameSync(aside, lock);
        throw inUse(moved);
      }
      rmSync(aside);
    }
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`The data folder ${folder} can't be locked: ${messageOf(error)}.`);
  } finally {
    rmSync(draft, { force: true });
  }
};

/** The installation's keys, made if there are none yet. */
export const readSecrets = (folder: string): Secrets => {
  const file = join(folder, 'secrets.json');
  const make = (): Secrets => {
    const secrets = {
      jwtSecret: random(),
      secretKey: `sb_secret_${random()}`,
      snapshotUploadKey: random(),
    };
    // A start that is cut off here leaves no half-written keys behind.
    writeFileSync(`${file}.unfinished`, `${JSON.stringify(secrets, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    renameSync(`${file}.unfinished`, file);
    return secrets;
  };
  try {
    const secrets = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    const { jwtSecret, secretKey, snapshotUploadKey } = secrets;
    if (!jwtSecret || !secretKey || !snapshotUploadKey) throw new Error('a key is missing');
    return { jwtSecret, secretKey, snapshotUploadKey };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return make();
    throw new StartProblem(`The keys in ${file} can't be read: ${messageOf(error)}.`);
  }
};
