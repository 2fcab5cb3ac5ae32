import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from '../../functions/_shared/refusal.ts';
import { writeWhole } from './files.ts';
import { messageOf, noRoomIn, StartProblem } from '../http/problem.ts';

/** Who holds a data folder, recorded for people and for `npm run owner`; the lock itself is the system's. */
interface Holder {
  readonly process: number;
  /** The server's address, once it is listening. */
  readonly address?: string;
}

/** The data folder is held by another process, or by this one. */
export class FolderInUse extends StartProblem {
  readonly address: string | undefined;

  constructor(folder: string, holder: Holder | undefined) {
    const by = holder ? `process ${holder.process}` : 'another process';
    const at = holder?.address === undefined ? '' : `, at ${holder.address}`;
    super(`The data folder ${folder} is in use by ${by}${at}: stop that one first.`);
    this.address = holder?.address;
  }
}

export interface FolderLock {
  /** Records the server's address. */
  readonly note: (address: string) => void;
  /** Releases the folder. */
  readonly release: () => void;
}

/**
 * SQLite locks a byte of this file, which stays empty. Nothing else may open it in this process: where locks are
 * counted per process, closing any handle to the file releases the lock.
 */
const LOCK = 'server.lock';
const NOTE = 'server.json';
const SQLITE_BUSY = 5;

/** Kept from the garbage collector, which would close them and release their locks. */
const held = new Set<DatabaseSync>();

const readHolder = (folder: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(join(folder, NOTE), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
};

const writeHolder = (folder: string, holder: Holder): void => {
  writeWhole(join(folder, NOTE), JSON.stringify(holder));
};

/** Node's recursive mkdir hangs if the parent exists but refuses, as /proc does. */
const makeFolder = (folder: string): void => {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: !existsSync(dirname(folder)), mode: 0o700 });
};

/**
 * Creates the folder if needed and locks it for this process: two processes writing to one Postgres would destroy it.
 * The operating system releases the lock when the process ends, however it ends. Throws FolderInUse or another
 * StartProblem.
 */
export const lockFolder = (folder: string): FolderLock => {
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0, open: false });
  const release = (): void => {
    lock.close();
    held.delete(lock);
  };
  try {
    makeFolder(folder);
    lock.open();
    held.add(lock);
    // Keep the journal in memory: a killed process would leave a journal file behind.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    writeHolder(folder, { process: process.pid });
  } catch (error) {
    if (lock.isOpen) release();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      throw new FolderInUse(folder, readHolder(folder));
    }
    if (isDiskFull(error)) throw new StartProblem(noRoomIn(folder));
    throw new StartProblem(
      `The data folder ${folder} can't be written (${messageOf(error)}): give it to the account that runs the server, or choose another with CUEBOARD_DATA.`,
    );
  }
  return {
    note: (address) => {
      writeHolder(folder, { process: process.pid, address });
    },
    release: () => {
      if (!lock.isOpen) return;
      rmSync(join(folder, NOTE), { force: true });
      release();
    },
  };
};
