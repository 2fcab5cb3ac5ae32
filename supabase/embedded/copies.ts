import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { copyTree, shareFile, syncFolder, syncTree } from './files.ts';
import { quoted } from './log.ts';
import { DATA, UNFINISHED } from './paths.ts';
import { messageOf } from './problem.ts';
import { readThrough } from './read-through.ts';
import { transaction } from './sessions.ts';

/** Copies of the data folder, each complete on its own: `copies/<time>/`, named by UTC time. */

const KEPT = 7;
const DAY_MILLIS = 24 * 60 * 60 * 1000;
/** How often the server checks the time, so a computer that slept through its daily copy soon catches up. */
const LOOK_EVERY_MILLIS = 60 * 60 * 1000;

const ABOUT = 'about.json';
const NAME = /^(?<day>\d{4}-\d\d-\d\d)T(?<hours>\d\d)-(?<minutes>\d\d)-(?<seconds>\d\d)Z$/;

/** What a copy contains. */
interface About {
  readonly accounts: number;
  readonly overlays: number;
  readonly pictures: number;
}

export interface Copy {
  /** Such as `2026-11-21T14-31-02Z`. */
  readonly name: string;
  readonly time: Date;
}

export const copiesFolder = (folder: string): string => join(folder, 'copies');

/** A time to the second, as a file name that works on every system and sorts by time. */
export const stampOf = (time: Date): string => `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/**
 * The complete copies, newest first. Copies dated in the future were taken while the clock was wrong, so their age is
 * unknown: they sort last and are deleted first.
 */
export const listCopies = (folder: string, now: Date): Copy[] => {
  const copies = copiesFolder(folder);
  const isOfFuture = ({ time }: Copy): number => Number(time > now);
  return (existsSync(copies) ? readdirSync(copies) : [])
    .flatMap((name) => {
      const { day, hours, minutes, seconds } = NAME.exec(name)?.groups ?? {};
      return day ? [{ name, time: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }] : [];
    })
    .sort((a, b) => isOfFuture(a) - isOfFuture(b) || b.time.getTime() - a.time.getTime());
};

/** What a copy says it contains, if anything. */
export const readAbout = (folder: string, { name }: Copy): About | undefined => {
  try {
    return JSON.parse(readFileSync(join(copiesFolder(folder), name, ABOUT), 'utf8')) as About;
  } catch {
    return undefined;
  }
};

interface Source {
  readonly folder: string;
  readonly pg: Pool;
}

const WAL = /^pg_wal[\\/]/;
/** Files of the running PostgreSQL that aren't data. */
const RUNNING = /^(postmaster\.|\.s\.PGSQL\.)/;

/**
 * Copies a live database, as pg_basebackup does: its files as they are, the log written meanwhile, and the label that
 * says where to start reading that log. Opening the copy recovers to the moment it ended.
 */
const copyDatabase = async (pg: Pool, from: string, to: string, signal?: AbortSignal): Promise<void> => {
  const session = await pg.connect();
  try {
    await session.query('set statement_timeout = 0');
    const { rows: begun } = await session.query<{ log: string }>(
      "select pg_walfile_name(pg_backup_start('copy', fast => true)) as log",
    );
    await copyTree(from, to, { signal, except: (path) => WAL.test(path) || RUNNING.test(path) });
    const { rows } = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await copyTree(join(from, 'pg_wal'), join(to, 'pg_wal'), { signal });
    if (!existsSync(join(to, 'pg_wal', begun[0]?.log ?? ''))) {
      throw new Error('more was written meanwhile than the log keeps');
    }
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    // Closing the session aborts the backup.
    session.release(true);
  }
};

/**
 * Copies the data as of one moment. The copy gets its name once it is complete and on disk. Rejects with the reason if
 * it fails, leaving nothing behind.
 */
export const takeCopy = async ({ folder, pg }: Source, now: Date, signal?: AbortSignal): Promise<void> => {
  const copies = copiesFolder(folder);
  const name = stampOf(now);
  const unfinished = join(copies, `${name}${UNFINISHED}`);
  const from = (entry: string): string => join(folder, entry);
  const to = (entry: string): string => join(unfinished, entry);
  try {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const rows = await transaction(pg, readThrough);
    await copyDatabase(pg, from(DATA.database), to(DATA.database), signal);
    await copyTree(from(DATA.pictures), to(DATA.pictures), { signal, copy: shareFile });
    for (const file of [DATA.secrets, DATA.mark]) await copyFile(from(file), to(file));
    const about: About = {
      accounts: rows.get('auth.users') ?? 0,
      overlays: rows.get('public.user_overlays') ?? 0,
      pictures: rows.get('public.snapshots') ?? 0,
    };
    await writeFile(to(ABOUT), JSON.stringify(about));
    await syncTree(unfinished, signal);
    await rename(unfinished, join(copies, name));
    await syncFolder(copies);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
};

/** Deletes all but the newest seven. */
const dropOldCopies = async (folder: string, now: Date): Promise<void> => {
  for (const { name } of listCopies(folder, now).slice(KEPT)) {
    const path = join(copiesFolder(folder), name);
    // Rename first, so a half-deleted copy is never listed.
    await rename(path, `${path}${UNFINISHED}`);
    await rm(`${path}${UNFINISHED}`, { recursive: true });
  }
};

interface KeepOptions extends Source {
  readonly now?: () => Date;
}

/**
 * Takes a copy now unless one was taken within a day, then daily; keeps the newest seven. Failures are printed and
 * retried in an hour. Returns a function that stops this, along with any copy in progress.
 */
export const keepCopies = ({ folder, pg, now = () => new Date() }: KeepOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const isDue = (time: Date): boolean => {
    const [newest] = listCopies(folder, time);
    return !newest || newest.time > time || time.getTime() - newest.time.getTime() >= DAY_MILLIS;
  };
  const look = async (): Promise<void> => {
    try {
      const time = now();
      if (!isDue(time)) return;
      await takeCopy({ folder, pg }, time, stopping.signal);
      await dropOldCopies(folder, time);
    } catch (error) {
      if (!stopping.signal.aborted)
        console.error(`No copy of the data could be taken: ${quoted(messageOf(error))}`);
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MILLIS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await looking;
  };
};

/** What to do about damaged data, in sentences. */
export const adviceFor = (folder: string): string => {
  const names = listCopies(folder, new Date()).map(({ name }) => name);
  const afresh = `delete ${folder} to start afresh, which loses every account, overlay and snapshot`;
  return names.length
    ? `Bring back a copy with npm run restore -- latest (copies, newest first: ${names.join(', ')}), or ${afresh}.`
    : `There is no copy: bring one from elsewhere, or ${afresh}.`;
};
