import type { Ports } from './ports.ts';

/** Pictures whose files go in one go. */
const AT_ONCE = 1000;

/**
 * Removes pictures whose days are over, and the files of all that are not listed any more, or never were. Never rejects:
 * what can't be removed is removed by another sweep.
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
