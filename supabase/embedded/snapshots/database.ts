import type { SnapshotDatabase } from '../../functions/snapshot/ports.ts';
import type { Call } from '../data/calls.ts';
import { createFairQueue } from '../http/fair-queue.ts';
import { refusalOf } from '../http/http.ts';

/** Concurrent calls for all senders, to keep sessions free for everyone else. */
const TURNS = { atOnce: 2, waiting: 500 };

/** The database's functions for the service, called as PostgREST would. Addresses take turns. */
export const createDatabase = (call: Call): SnapshotDatabase => {
  const queue = createFairQueue(TURNS);
  return {
    call: async (name, values, of) => {
      const answer = await queue
        .run(of, () =>
          call(name, { names: Object.keys(values), json: JSON.stringify(values) }, { role: 'service_role' }),
        )
        .catch((error: unknown) => {
          throw refusalOf(error) ?? error;
        });
      return answer === undefined ? null : (JSON.parse(answer) as unknown);
    },
  };
};
