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

/** Copies of the data folder, each complete by itself: `copies/<time>/`, named by the time in UTC. */

const KEPT = 7;
const DAY_MILLIS = 24 * 60 * 60 * 1000;
/** How often the running server looks at the clock: a computer that slept through the day's copy makes it soon. */
const LOOK_EVERY_MILLIS = 60 * 60 * 1000;

const ABOUT = 'about.json';
const NAME = /^(?<day>\d{4}-\d\d-\d\d)T(?<hours>\d\d)-(?<minutes>\d\d)-(?<seconds>\d\d)Z$/;

/** What a copy holds. */
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

/** A time, to the second, as a file name of every system, which sorts as the time does. */
export const stampOf = (time: Date): string => `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/**
 * The complete copies, newest first. Those of the future were taken while the clock was wrong, so nobody knows how old
 * they are: they come last, and go first.
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

/** What a copy says that it holds, if it does. */
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
/** What belongs to the running PostgreSQL, and is no data. */
const RUNNING = /^(postmaster\.|\.s\.PGSQL\.)/;

/**
 * Copies a database while it works, as pg_basebackup does: its files as they are, then the log of what was written
 * meanwhile, and the label that says where to read that log from. Who opens the copy finds the moment of its end.
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
    // Its end gives up what it began.
    session.release(true);
  }
};

/**
 * Copies the data as it is at one moment. The copy gets its name when it is complete and on the disk. Rejects with what
 * prevented it, and leaves nothing behind.
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
    // Half a copy is none: the name goes before the content does.
    await rename(path, `${path}${UNFINISHED}`);
    await rm(`${path}${UNFINISHED}`, { recursive: true });
  }
};

interface KeepOptions extends Source {
  readonly now?: () => Date;
}

/**
 * Takes a copy now unless one was taken within a day, and then daily; keeps the newest seven. What prevents a copy is
 * printed, and tried again in an hour. Gives the function that stops it, and a copy that is being taken.
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

/** What to do about damaged data, as sentences. */
export const adviceFor = (folder: string): string => {
  const names = listCopies(folder, new Date()).map(({ name }) => name);
  const afresh = `delete ${folder} to start afresh, which loses every account, overlay and snapshot`;
  return names.length
    ? `Bring back a copy with npm run restore -- latest (copies, newest first: ${names.join(', ')}), or ${afresh}.`
    : `There is no copy of it: bring one from elsewhere, or ${afresh}.`;
};
