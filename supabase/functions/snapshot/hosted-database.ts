import { failureOf, type AskSupabase } from './hosted-api.ts';
import type { SnapshotDatabase } from './ports.ts';

/** The database's functions, through PostgREST. Postgres itself queues the calls. */
export const createHostedDatabase = (ask: AskSupabase): SnapshotDatabase => ({
  call: async (name, values) => {
    const answer = await ask(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    });
    if (!answer.ok) throw await failureOf(name, answer);
    // A function that returns nothing has an empty answer.
    const text = await answer.text();
    return text ? (JSON.parse(text) as unknown) : null;
  },
});
