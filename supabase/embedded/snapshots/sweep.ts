import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { namesOf } from '../../functions/snapshot/names.ts';
import type { Ports } from '../../functions/snapshot/ports.ts';
import { sweep } from '../../functions/snapshot/sweep.ts';
import { UNFINISHED } from '../data/paths.ts';

const SWEEP_EVERY_MILLIS = 60 * 60 * 1000;

interface Options extends Pick<Ports, 'database' | 'files' | 'report'> {
  readonly folder: string;
  readonly pg: Pool;
}

/**
 * Removes files that belong to no picture, before uploads start: left by a killed process, or newer than a restored
 * database.
 */
const removeOrphans = async ({ folder, pg }: Options): Promise<void> => {
  const files = await readdir(folder);
  const { rows } = await pg.query<{ id: string }>(
    'select id from public.snapshots union all select id from public.venue_pictures',
  );
  const known = new Set(rows.map(({ id }) => id));
  for (const name of files) {
    const isUnfinished = name.endsWith(UNFINISHED);
    const [id = ''] = name.split('.', 1);
    // Leave files that aren't ours.
    const isOurs = isUnfinished || namesOf(id).includes(name);
    if (isOurs && (isUnfinished || !known.has(id))) await rm(join(folder, name), { force: true });
  }
};

/**
 * Removes expired pictures and orphaned files at startup, then whatever is due every hour. Returns a function that
 * stops this and any sweep in progress.
 */
export const keepSwept = async (options: Options): Promise<() => Promise<void>> => {
  await sweep(options);
  await removeOrphans(options);
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep(options));
  }, SWEEP_EVERY_MILLIS);
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
};
