import type { PGlite } from '@electric-sql/pglite';
import { printFailure } from '../log.ts';
import type { Hub } from './hub.ts';

/** The NOTIFY channel on which `realtime.messages` announces a new row, by its id. */
const NOTIFICATIONS = 'realtime_messages';

interface MessageRow {
  id: string;
  topic: string;
  event: string | null;
  payload: unknown;
  private: boolean;
}

/**
 * Forwards rows of `realtime.messages` to the hub, in the order of their transactions.
 * The notification holds only the id, because a NOTIFY carries at most 8000 bytes.
 *
 * @returns a function that stops forwarding
 */
export async function forwardDatabaseBroadcasts(pg: PGlite, hub: Hub): Promise<() => Promise<void>> {
  let announced: string[] = [];
  let reading: Promise<void> | undefined;

  // What is announced during a read waits for the next one, so a burst takes few reads and keeps its order.
  const forward = async () => {
    while (announced.length > 0) {
      const ids = announced;
      announced = [];
      try {
        for (const { id, topic, private: isPrivate, event, payload } of await readMessages(pg, ids)) {
          hub.broadcast({ topic, isPrivate }, { event: event ?? '', payload, meta: { id } });
        }
      } catch (error) {
        printFailure('Realtime could not read a message', error);
      }
    }
    reading = undefined;
  };

  const unlisten = await pg.listen(NOTIFICATIONS, (id) => {
    announced.push(id);
    reading ??= forward();
  });
  return async () => {
    await unlisten();
    await reading;
  };
}

async function readMessages(pg: PGlite, ids: string[]): Promise<MessageRow[]> {
  const { rows } = await pg.query<MessageRow>(
    `select message.id, message.topic, message.event, message.payload, message.private
     from unnest($1::uuid[]) with ordinality as announced (id, position)
     join realtime.messages as message using (id)
     where message.extension = 'broadcast'
     order by announced.position`,
    [ids],
  );
  return rows;
}
