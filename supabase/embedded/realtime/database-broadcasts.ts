import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { printFailure } from '../log.ts';
import { isUnavailable } from '../problem.ts';
import type { Sessions } from '../sessions.ts';
import type { Hub } from './hub.ts';

/** The NOTIFY channel on which `realtime.messages` announces new rows: a row, or the id of one that is too long. */
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

  // What is announced during a read waits for the next one, so a burst takes few reads and keeps its order.
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
    // Without any, forwarding would be over before it is noted as begun.
    if (messages.length === 0) return;
    announced.push(...messages);
    reading ??= forward();
  };

  /** Sessions that were lost with it are met one after the other: it is asked until it answers. */
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
    hear: (message) => {
      announce([JSON.parse(message) as MessageRow | string]);
    },
    // Some of them were forwarded before: whoever hears a state twice drops the second.
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

/** Reads the rows that were only named. One that is gone is left out. */
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
