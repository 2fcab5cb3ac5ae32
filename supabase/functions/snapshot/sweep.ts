import type { Ports } from './ports.ts';

/** How many pictures one sweep lets go of: the next one goes on. */
const MOST = 200;

/** Removes pictures whose days are over, and their files. Never rejects. */
export const sweep = async ({
  database,
  files,
  report,
}: Pick<Ports, 'database' | 'files' | 'report'>): Promise<void> => {
  try {
    const ids = (await database.call('expire_snapshots', { most: MOST }, '')) as readonly string[];
    if (ids.length) await files.remove(ids);
  } catch (error) {
    report('Pictures whose days are over could not be removed', error);
  }
};
