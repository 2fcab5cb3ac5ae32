import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from '../functions/snapshot/refusal.ts';
import { writeWhole } from './files.ts';
import { messageOf, noRoomIn, StartProblem } from './problem.ts';

/** Who has taken a data folder. It is noted for people and for `npm run owner`: the lock itself is the system's. */
interface Holder {
  readonly process: number;
  /** Where its server answers, once it does. */
  readonly address?: string;
}

/** Another process, or this one, has the data folder. */
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
  /** Notes where the server answers. */
  readonly note: (address: string) => void;
  /** Gives the folder back. */
  readonly release: () => void;
}

/**
 * SQLite locks a byte of this file, which stays empty. Nobody else may open it here: where the system counts locks by
 * process, closing any handle of the file gives the lock up.
 */
const LOCK = 'server.lock';
const NOTE = 'server.json';
const SQLITE_BUSY = 5;

/** Kept from the garbage collector, which would close them and give their locks up. */
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

/** Node's recursive mkdir never returns where the parent is there and refuses, as /proc does. */
const makeFolder = (folder: string): void => {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: !existsSync(dirname(folder)), mode: 0o700 });
};

/**
 * Makes the folder if need be and takes it for this process: two that write to one Postgres would destroy it. The
 * operating system holds the lock and gives it up when the process ends, however it ends. Throws FolderInUse, or
 * another StartProblem.
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
    // Without a journal in memory there would be one beside the file, which a killed process leaves behind.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    writeHolder(folder, { process: process.pid });
  } catch (error) {
    if (lock.isOpen) release();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      throw new FolderInUse(folder, readHolder(folder));
    }
    if (isDiskFull(error)) throw new StartProblem(noRoomIn(folder));
    throw new StartProblem(
      `The data folder ${folder} can't be written (${messageOf(error)}): choose another with CUEBOARD_DATA.`,
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
