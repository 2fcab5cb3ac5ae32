import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chown, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Pool } from 'pg';
import { isDiskFull } from '../../functions/_shared/refusal.ts';
import { checkDatabase, readSecrets } from './data-folder.ts';
import { connect } from './database.ts';
import { copyTree, shareFile, syncFolder, syncTree } from './files.ts';
import { quoted } from '../../functions/_shared/log-line.ts';
import { copiesFolder, DATA, UNFINISHED } from './paths.ts';
import { messageOf, noRoomIn, StartProblem } from '../http/problem.ts';
import { readThrough } from './read-through.ts';
import { sealCopy } from './sealed.ts';
import { transaction } from './sessions.ts';

/**
 * Copies of the data folder, each complete on its own: `copies/<time>/`, named by UTC time. The newest are kept in a
 * second place as well, if the operator names one.
 */

const KEPT = 7;
const DAY_MILLIS = 24 * 60 * 60 * 1000;
/** How often the server checks the time, so a computer that slept through its daily copy soon catches up. */
const LOOK_EVERY_MILLIS = 60 * 60 * 1000;

const ABOUT = 'about.json';
const NAME =
  /^(?<day>\d{4}-\d\d-\d\d)T(?<hours>\d\d)-(?<minutes>\d\d)-(?<seconds>\d\d)Z(\.[0-9a-f]{8}\.age)?$/;

/** The entries of a copy. */
interface About {
  readonly accounts: number;
  readonly overlays: number;
  readonly pictures: number;
  /** Its duplicate was opened and read through; older versions didn't. */
  readonly checked?: boolean;
}

export interface Copy {
  /** Such as `2026-11-21T14-31-02Z`; an encrypted one adds its installation, as in `….1f2e3d4c.age`. */
  readonly name: string;
  /** Its folder; its file if it is encrypted. */
  readonly path: string;
  readonly time: Date;
}

/** A time to the second, as a file name that works on every system and sorts by time. */
export const stampOf = (time: Date): string => `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Whether a copy is one encrypted file. */
export const isSealed = ({ name }: Pick<Copy, 'name'>): boolean => name.endsWith('.age');

/** The end of the names of an installation's encrypted copies, which show nothing else of where they are from. */
const sealOf = (folder: string): string => {
  const hash = createHash('sha256').update(readFileSync(join(folder, DATA.secrets)));
  return `.${hash.digest('hex').slice(0, 8)}.age`;
};

/** The time that a copy is named by. */
const timeOf = (name: string): Date | undefined => {
  const { day, hours, minutes, seconds } = NAME.exec(name)?.groups ?? {};
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
};

/** The names in a folder: none if it is missing or unreadable, which `checkPlace` and the next copy report. */
const namesIn = (place: string): string[] => {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
};

/**
 * The complete copies in a place, newest first. Copies dated in the future were taken while the clock was wrong, so
 * their age is unknown: they sort last and are deleted first.
 */
export const copiesIn = (place: string, now: Date): Copy[] => {
  const isOfFuture = ({ time }: Copy): number => Number(time > now);
  return namesIn(place)
    .flatMap((name) => {
      const time = timeOf(name);
      return time ? [{ name, path: join(place, name), time }] : [];
    })
    .sort((a, b) => isOfFuture(a) - isOfFuture(b) || b.time.getTime() - a.time.getTime());
};

/** The complete copies beside the data, newest first. */
export const listCopies = (folder: string, now: Date): Copy[] => copiesIn(copiesFolder(folder), now);

/** The copy in a folder or an encrypted file, in any place; undefined if it doesn't look like one. */
export const copyAt = (path: string): Copy | undefined => {
  const name = basename(path);
  if (!existsSync(isSealed({ name }) ? path : join(path, DATA.database))) return undefined;
  return { name, path, time: timeOf(name) ?? new Date(0) };
};

/** The contents that a copy lists, if it has a list. */
export const readAbout = ({ path }: Copy): About | undefined => {
  try {
    return JSON.parse(readFileSync(join(path, ABOUT), 'utf8')) as About;
  } catch {
    return undefined;
  }
};

/**
 * Duplicates a copy into the new folder `to`, which gets the owner of `folder`, and opens the duplicate, which reads
 * everything in it, for `work`. Throws Damage or another error.
 */
export const openDuplicate = async (
  path: string,
  {
    to,
    folder,
    signal,
    work,
  }: {
    to: string;
    folder: string;
    signal?: AbortSignal | undefined;
    work?: (pg: Pool) => Promise<void>;
  },
): Promise<void> => {
  await mkdir(to, { mode: 0o700 });
  const { uid, gid } = await stat(folder);
  await chown(to, uid, gid);
  await copyTree(join(path, DATA.database), join(to, DATA.database), { signal });
  await copyTree(join(path, DATA.pictures), join(to, DATA.pictures), { signal, copy: shareFile });
  for (const file of [DATA.secrets, DATA.mark]) await copyFile(join(path, file), join(to, file));
  checkDatabase(to);
  readSecrets(to);
  const database = await connect(join(to, DATA.database));
  try {
    await work?.(database.pg);
  } finally {
    await database.close();
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
 * Copies the data as of one moment. The copy gets its name once it is complete, was opened, and is on disk. Rejects
 * with the reason if it fails, leaving nothing behind.
 */
export const takeCopy = async ({ folder, pg }: Source, now: Date, signal?: AbortSignal): Promise<void> => {
  const copies = copiesFolder(folder);
  const name = stampOf(now);
  const unfinished = join(copies, `${name}${UNFINISHED}`);
  const opened = join(unfinished, `opened${UNFINISHED}`);
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
      checked: true,
    };
    await openDuplicate(unfinished, { to: opened, folder, signal });
    await rm(opened, { recursive: true });
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
const dropOld = async (copies: readonly Copy[]): Promise<void> => {
  for (const { path } of copies.slice(KEPT)) {
    // Rename first, so a half-deleted copy is never listed.
    await rename(path, `${path}${UNFINISHED}`);
    await rm(`${path}${UNFINISHED}`, { recursive: true });
  }
};

/** Whether a copy is of the installation in `folder`: another one may use the same second place. */
const isOurs = (folder: string, { name, path }: Copy): boolean => {
  if (isSealed({ name })) return name.endsWith(sealOf(folder));
  const its = join(path, DATA.secrets);
  return existsSync(its) && readFileSync(its).equals(readFileSync(join(folder, DATA.secrets)));
};

/** An installation's own copies in the second place, newest first. */
const oursIn = (place: string, folder: string, now: Date): Copy[] =>
  copiesIn(place, now).filter((copy) => isOurs(folder, copy));

/** Deletes a killed server's unfinished copies from the second place, once no process can still be writing them. */
const dropUnfinished = async (place: string, now: Date): Promise<void> => {
  for (const entry of readdirSync(place)) {
    const time = entry.endsWith(UNFINISHED) ? timeOf(entry.slice(0, -UNFINISHED.length)) : undefined;
    if (time && now.getTime() - time.getTime() > DAY_MILLIS)
      await rm(join(place, entry), { recursive: true, force: true });
  }
};

/** Throws StartProblem if the second place isn't there, or belongs to another account. */
export const checkPlace = (place: string): void => {
  if (!existsSync(place) || !statSync(place).isDirectory())
    throw new StartProblem(
      `The second place for copies, ${place}, is not there: connect its disk, make the folder, or name another with ` +
        'CUEBOARD_COPIES.',
    );
  try {
    readdirSync(place);
  } catch (error) {
    throw new StartProblem(
      `The second place for copies, ${place}, can't be read (${(error as NodeJS.ErrnoException).code}): check its disk, or give the place, with ` +
        'all that is in it, to the account that runs the server.',
    );
  }
};

/**
 * Throws StartProblem unless it is on another disk than `folder`: a disk's mount point exists even without the disk.
 */
export const checkDisk = (place: string, folder: string): void => {
  checkPlace(place);
  if (statSync(place).dev !== statSync(folder).dev) return;
  throw new StartProblem(
    `The second place for copies, ${place}, is on the same disk as the data: connect and mount its own, or name a folder ` +
      'on another with CUEBOARD_COPIES.',
  );
};

interface SecondPlace {
  readonly place: string;
  /** The public key that encrypts copies there; undefined leaves them readable. */
  readonly key?: string | undefined;
}

/**
 * Duplicates a copy to the second place, encrypted if it has a key, and keeps the newest seven there. It gets its name
 * once it is complete and on disk.
 */
const keepElsewhere = async (
  { name, path }: Copy,
  { place, key, folder, now, signal }: SecondPlace & { folder: string; now: Date; signal: AbortSignal },
): Promise<void> => {
  checkDisk(place, folder);
  await dropUnfinished(place, now);
  const kept = join(place, key === undefined ? name : `${name}${sealOf(folder)}`);
  if (!existsSync(kept)) {
    const unfinished = `${kept}${UNFINISHED}`;
    try {
      await rm(unfinished, { recursive: true, force: true });
      if (key === undefined) {
        await copyTree(path, unfinished, { signal });
        await syncTree(unfinished, signal);
      } else await sealCopy(path, { to: unfinished, key, signal });
      await rename(unfinished, kept);
      await syncFolder(place);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw isDiskFull(error) ? new StartProblem(noRoomIn(place), { cause: error }) : error;
    }
  }
  await dropOld(oursIn(place, folder, now));
};

/** The state of copying in one place. */
export interface CopyState {
  /** When the newest copy was taken; null if there is none. */
  readonly last: Date | null;
  /** Whether that copy was opened. */
  readonly checked: boolean;
  /** Why the last attempt failed, as a sentence; null once one succeeds. */
  readonly failed: string | null;
}

/** The state of copying. */
export interface CopiesState extends CopyState {
  /** In the place that the operator named, if any. */
  readonly second: (CopyState & { readonly place: string }) | null;
}

/** The state of copying according to the files. Only the server that tried knows what failed. */
export const copiesState = (
  folder: string,
  place: string | undefined,
  now: Date,
  failed: { readonly here: string | null; readonly there: string | null } = { here: null, there: null },
): CopiesState => {
  const stateOf = (newest: Copy | undefined, why: string | null): CopyState => ({
    last: newest && newest.time <= now ? newest.time : null,
    // Without the secret key, the server can't open an encrypted copy again: the copy that it was made of was opened.
    checked: newest !== undefined && (isSealed(newest) || readAbout(newest)?.checked === true),
    failed: why,
  });
  return {
    ...stateOf(listCopies(folder, now)[0], failed.here),
    second: place === undefined ? null : { place, ...stateOf(oursIn(place, folder, now)[0], failed.there) },
  };
};

interface KeepOptions extends Source {
  /** The second place. */
  readonly place?: string | undefined;
  readonly key?: SecondPlace['key'];
  readonly now?: () => Date;
}

/** Copies being taken daily. */
export interface Copying {
  readonly state: () => CopiesState;
  /** Stops it, along with any copy in progress. */
  readonly stop: () => Promise<void>;
}

/**
 * Takes a copy now unless one was taken within a day, then daily; keeps the newest seven, here and in the second place.
 * Failures are printed, remembered until an attempt succeeds, and retried in an hour.
 */
export const keepCopies = ({ folder, pg, place, key, now = () => new Date() }: KeepOptions): Copying => {
  const stopping = new AbortController();
  const failed: { here: string | null; there: string | null } = { here: null, there: null };
  const isDue = (time: Date): boolean => {
    const [newest] = listCopies(folder, time);
    return (
      !newest ||
      newest.time > time ||
      time.getTime() - newest.time.getTime() >= DAY_MILLIS ||
      readAbout(newest)?.checked !== true
    );
  };
  const attempt = async (
    where: keyof typeof failed,
    what: string,
    work: () => Promise<void>,
  ): Promise<void> => {
    try {
      await work();
      failed[where] = null;
    } catch (error) {
      if (stopping.signal.aborted) return;
      failed[where] = `${what}: ${quoted(messageOf(error))}`;
      console.error(failed[where]);
    }
  };
  const look = async (): Promise<void> => {
    const time = now();
    const { signal } = stopping;
    await attempt('here', 'No copy of the data could be taken', async () => {
      if (!isDue(time)) return;
      await takeCopy({ folder, pg }, time, signal);
      await dropOld(listCopies(folder, time));
    });
    const [newest] = listCopies(folder, time);
    if (place === undefined || !newest || newest.time > time || signal.aborted) return;
    if (key !== undefined && readAbout(newest)?.checked !== true) return;
    await attempt('there', 'No copy could be kept in the second place', () =>
      keepElsewhere(newest, { place, key, folder, now: time, signal }),
    );
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY_MILLIS);
  return {
    state: () => copiesState(folder, place, now(), failed),
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await looking;
    },
  };
};

/** Advice about damaged data, in sentences. */
export const adviceFor = (folder: string, place?: string): string => {
  const now = new Date();
  const copies = [...listCopies(folder, now), ...(place === undefined ? [] : copiesIn(place, now))];
  const names = [...new Set(copies.map(({ name }) => name))];
  const afresh = `delete ${folder} to start afresh, which loses every account, overlay and snapshot`;
  return names.length
    ? `Bring back a copy with npm run restore -- latest (copies, newest first: ${names.join(', ')}), or ${afresh}.`
    : `There is no copy: bring one from elsewhere, or ${afresh}.`;
};
