import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import type { Address } from './postgres.ts';

/** Sessions that work at once. */
const SESSIONS = 12;
/** Whoever finds none free waits this long. */
const WAIT_MILLIS = 5000;
/** Nobody waits longer for a statement, or for a transaction that nobody goes on with. */
const SETTINGS = '-c statement_timeout=5s -c idle_in_transaction_session_timeout=5s';
/** Between two tries to listen again. */
const AGAIN_MILLIS = 50;
/** A message is dated by the begin of its transaction, and a lost session is noticed a little later. */
const MARGIN_MILLIS = 15_000;

/** Who hears what is sent on a channel of NOTIFY. */
export interface Listener {
  readonly hear: (payload: string) => void;
  /** It was deaf for a while, and may have missed what was sent after this time. */
  readonly missed: (since: Date) => void;
}

/** Sessions with one database. */
export interface Sessions {
  readonly pg: Pool;
  /** Listens to a channel, through restarts of the database. Gives what stops it. */
  readonly listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>;
  /** Resolves when all that was sent on the channels before has been heard. */
  readonly heard: () => Promise<void>;
  readonly close: () => Promise<void>;
}

// JSON knows one kind of number, and nothing here counts beyond those that are exact.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// The catalogue's lists of names are written as those of texts are.
const [NAMES, TEXTS] = [1003, 1009] as unknown as [never, never];
pg.types.setTypeParser(NAMES, pg.types.getTypeParser(TEXTS) as (text: string) => unknown);

const ignore = (): undefined => undefined;

/** Runs `work` as one transaction. */
export const transaction = async <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let isClean = true;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // Where the session is lost, nothing is left to be undone.
    await client.query('rollback').catch(() => {
      isClean = false;
    });
    throw error;
  } finally {
    client.release(!isClean);
  }
};

export const openSessions = async (address: Address, database = 'postgres'): Promise<Sessions> => {
  const options = {
    ...address,
    user: 'postgres',
    database,
    ssl: false,
    options: SETTINGS,
    connectionTimeoutMillis: WAIT_MILLIS,
  };
  const pool = new pg.Pool({ ...options, max: SESSIONS, idleTimeoutMillis: 0 });
  // What a lost session was asked fails there; the session itself is replaced.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));

  const listeners = new Map<string, Set<Listener>>();
  let isOpen = true;
  let ear: Promise<pg.Client>;
  const hear = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`);

  const openEar = async (): Promise<pg.Client> => {
    const client = new pg.Client(options);
    let isHearing = false;
    client.on('error', ignore);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel) ?? []) listener.hear(payload);
    });
    client.once('end', () => {
      if (!isHearing || !isOpen) return;
      ear = openEarAgain(new Date(Date.now() - MARGIN_MILLIS));
      // Whoever needs it hears of it.
      ear.catch(ignore);
    });
    await client.connect();
    for (const channel of listeners.keys()) await hear(client, channel);
    isHearing = true;
    return client;
  };

  const openEarAgain = async (since: Date): Promise<pg.Client> => {
    for (;;) {
      const client = await openEar().catch(ignore);
      if (client) {
        for (const group of listeners.values()) for (const listener of group) listener.missed(since);
        return client;
      }
      if (!isOpen) throw new Error('The sessions are closed.');
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MILLIS));
    }
  };

  ear = openEar();
  await ear;
  return {
    pg: pool,
    listen: async (channel, listener) => {
      const group = listeners.get(channel) ?? new Set();
      listeners.set(channel, group.add(listener));
      await hear(await ear, channel);
      return async () => {
        group.delete(listener);
        if (!group.size && listeners.delete(channel)) {
          await (await ear).query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(ignore);
        }
      };
    },
    // A session tells what it has heard before it is ready for more.
    heard: async () => {
      await (await ear).query('select 1').catch(ignore);
    },
    close: async () => {
      isOpen = false;
      await Promise.all([ear.then((client) => client.end()).catch(ignore), pool.end()]);
    },
  };
};
