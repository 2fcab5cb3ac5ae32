import type { PGlite } from '@electric-sql/pglite';
import type { SnapshotDatabase } from '../../functions/snapshot/ports.ts';
import { createFairQueue } from '../fair-queue.ts';

/** Calls of all senders that run at once, so that a scorer waits for two of their statements at most. */
const TURNS = { atOnce: 2, waiting: 500 };

/** The database's functions for the service. Addresses take turns. */
export const createDatabase = (pg: PGlite): SnapshotDatabase => {
  const queue = createFairQueue(TURNS);
  return {
    call: async (name, values, of) => {
      const names = Object.keys(values).map((key, index) => `${key} => $${index + 1}`);
      const sql = `select public.${name}(${names.join(', ')}) as answer`;
      const { rows } = await queue.run(of, () => pg.query<{ answer: unknown }>(sql, Object.values(values)));
      return rows[0]?.answer;
    },
  };
};
