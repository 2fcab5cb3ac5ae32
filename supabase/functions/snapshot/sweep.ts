import type { Ports } from './ports.ts';

/** Pictures removed per batch. */
const AT_ONCE = 1000;

/**
 * Removes expired pictures, and the files of all that are no longer listed or never were. Never rejects: what fails is
 * left for another sweep.
 */
export const sweep = async ({
  database,
  files,
  report,
}: Pick<Ports, 'database' | 'files' | 'report'>): Promise<void> => {
  try {
    for (;;) {
      const ids = (await database.call('expire_snapshots', { most: AT_ONCE }, '')) as readonly string[];
      if (ids.length === 0) return;
      await files.remove(ids);
      await database.call('confirm_removed', { ids }, '');
    }
  } catch (error) {
    report('Files of pictures could not be removed', error);
  }
};
