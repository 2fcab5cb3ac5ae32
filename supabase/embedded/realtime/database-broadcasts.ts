import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { printFailure } from '../http/log.ts';
import { isUnavailable } from '../http/problem.ts';
import type { Sessions } from '../data/sessions.ts';
import type { Hub } from './hub.ts';

/** The NOTIFY channel announcing new rows of `realtime.messages`: the row, or its id if it is too long. */
const NOTIFICATIONS = 'realtime_messages';

const AGAIN_MILLIS = 50;

interface MessageRow {
  id: string;
  topic: string;
  event: string | null;
  payload: unknown;
  private: boolean;
}

/**
 * Forwards rows of `realtime.messages` to the hub, in the order of their transactions.
 *
 * @returns a function that stops forwarding
 */
export async function forwardDatabaseBroadcasts(
  { pg, listen }: Sessions,
  hub: Hub,
): Promise<() => Promise<void>> {
  let announced: (MessageRow | string)[] = [];
  let reading: Promise<void> | undefined;

  // Rows announced during a read wait for the next, so a burst takes few reads and stays in order.
  const forward = async () => {
    while (announced.length > 0) {
      const messages = announced;
      announced = [];
      try {
        for (const { id, topic, private: isPrivate, event, payload } of await complete(pg, messages)) {
          hub.broadcast({ topic, isPrivate }, { event: event ?? '', payload, meta: { id } });
        }
      } catch (error) {
        printFailure('Realtime could not read a message', error);
      }
    }
    reading = undefined;
  };

  const announce = (messages: readonly (MessageRow | string)[]) => {
    // Without rows this would finish before `forwarding` is set.
    if (messages.length === 0) return;
    announced.push(...messages);
    reading ??= forward();
  };

  /** After a restart each lost session fails in turn: retry until the database answers. */
  const readMissed = async (since: Date): Promise<void> => {
    for (;;) {
      try {
        announce(await readSince(pg, since));
        return;
      } catch (error) {
        if (!isUnavailable(error)) {
          printFailure('Realtime could not read what it missed', error);
          return;
        }
        await setTimeout(AGAIN_MILLIS);
      }
    }
  };

  const unlisten = await listen(NOTIFICATIONS, {
    onMessage: (message) => {
      announce([JSON.parse(message) as MessageRow | string]);
    },
    // Some may have been forwarded already: clients drop a repeated state.
    missed: (since) => {
      void readMissed(since);
    },
  });
  return async () => {
    await unlisten();
    await reading;
  };
}

async function readSince(pg: Pool, since: Date): Promise<MessageRow[]> {
  const { rows } = await pg.query<MessageRow>(
    `select id, topic, event, payload, private from realtime.messages
     where extension = 'broadcast' and inserted_at > $1::timestamptz at time zone 'utc' order by inserted_at`,
    [since],
  );
  return rows;
}

/** Reads the rows announced by id, leaving out any that are gone. */
async function complete(pg: Pool, announced: (MessageRow | string)[]): Promise<MessageRow[]> {
  const ids = announced.filter((message) => typeof message === 'string');
  if (ids.length === 0) return announced as MessageRow[];
  const { rows } = await pg.query<MessageRow>(
    `select id, topic, event, payload, private from realtime.messages
     where id = any ($1::uuid[]) and extension = 'broadcast'`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return announced.flatMap((message) => (typeof message === 'string' ? (byId.get(message) ?? []) : message));
}
