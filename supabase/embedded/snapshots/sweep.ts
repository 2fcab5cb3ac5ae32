import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { namesOf } from '../../functions/snapshot/names.ts';
import type { SnapshotFiles } from '../../functions/snapshot/ports.ts';
import { printFailure } from '../log.ts';
import { UNFINISHED } from '../paths.ts';

const SWEEP_EVERY_MILLIS = 60 * 60 * 1000;
/** A file is there before its picture is listed, and a moment after it was struck off the list. */
const SETTLED_MILLIS = 60 * 60 * 1000;
/** Pictures that expire in one go. */
const AT_ONCE = 1000;

interface Options {
  readonly folder: string;
  readonly pg: PGlite;
  readonly files: SnapshotFiles;
}

const removeExpired = async ({ pg, files }: Options): Promise<void> => {
  for (;;) {
    const { rows } = await pg.query<{ ids: string[] }>('select public.expire_snapshots($1) as ids', [
      AT_ONCE,
    ]);
    const ids = rows[0]?.ids ?? [];
    await files.remove(ids);
    if (ids.length < AT_ONCE) return;
  }
};

/** Removes files that belong to no picture, if they are so old that nobody is about to list theirs. */
const removeOrphans = async ({ folder, pg }: Options, settledMillis: number): Promise<void> => {
  const since = Date.now() - settledMillis;
  const files = await readdir(folder);
  const { rows } = await pg.query<{ id: string }>('select id from public.snapshots');
  const known = new Set(rows.map(({ id }) => id));
  for (const name of files) {
    const isUnfinished = name.endsWith(UNFINISHED);
    const [id = ''] = name.split('.', 1);
    // What is not ours stays.
    const isOurs = isUnfinished || namesOf(id).includes(name);
    if (!isOurs || (!isUnfinished && known.has(id))) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs <= since) await rm(path, { force: true });
  }
};

/**
 * Removes pictures whose days are over and files that belong to none, now, when nothing is on its way yet, and every hour.
 * Gives the function that stops it, and a sweep that goes on.
 */
export const keepSwept = async (options: Options): Promise<() => Promise<void>> => {
  await removeExpired(options);
  await removeOrphans(options, 0);
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      await removeExpired(options);
      await removeOrphans(options, SETTLED_MILLIS);
    } catch (error) {
      printFailure('Old pictures could not be removed', error);
    }
  };
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, SWEEP_EVERY_MILLIS);
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
};
