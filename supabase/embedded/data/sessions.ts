import pg from 'pg';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Address } from './postgres.ts';

/** Concurrent sessions. */
const SESSIONS = 12;
/** Longest wait for a free session. */
const WAIT_MILLIS = 5000;
/** Limits for a statement, and for a transaction left idle. */
const SETTINGS = '-c statement_timeout=5s -c idle_in_transaction_session_timeout=5s';
/** Delay before listening again. */
const AGAIN_MILLIS = 50;
/** Messages are dated by the start of their transaction, and a lost session is noticed slightly late. */
const MARGIN_MILLIS = 15_000;

/** Receives what is sent on a NOTIFY channel. */
export interface Listener {
  readonly onMessage: (payload: string) => void;
  /** The connection was lost for a while; messages sent after this time may have been missed. */
  readonly missed: (since: Date) => void;
}

/** Sessions with one database. */
export interface Sessions {
  readonly pg: Pool;
  /** Listens to a channel, across database restarts. Returns a function that stops it. */
  readonly listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>;
  /**
   * Resolves when everything sent so far on the channels has been received, or rejects if the listening session is
   * lost.
   */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

// Parse bigint as a number: nothing here exceeds the exact integers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Parse the catalogue's name arrays as text arrays.
const [NAMES, TEXTS] = [1003, 1009] as unknown as [never, never];
pg.types.setTypeParser(NAMES, pg.types.getTypeParser(TEXTS) as (text: string) => unknown);

const ignore = (): undefined => undefined;

/** Runs `work` with a session of its own, and takes its transaction back if it fails. */
const withSession = async <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let isClean = true;
  try {
    return await work(client);
  } catch (error) {
    // By the answer to this, all that was sent before has ended. A lost session has nothing to roll back.
    await client.query('rollback').catch(() => {
      isClean = false;
    });
    throw error;
  } finally {
    client.release(!isClean);
  }
};

/** Runs `work` in a transaction. */
export const transaction = <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> =>
  withSession(pool, async (client) => {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  });

/**
 * Runs queries in a transaction, and returns the last one's result. They are sent together, so the database answers
 * without waiting for this process in between, and holds its locks no longer than it works. After a failed one, it
 * refuses the others and takes all back. Throws the signal's reason if that aborts before they are sent.
 */
export const runTogether = <Row extends QueryResultRow>(
  pool: Pool,
  queries: readonly QueryConfig[],
  signal?: AbortSignal,
): Promise<QueryResult<Row> | undefined> =>
  withSession(pool, async (client) => {
    signal?.throwIfAborted();
    const sent = ['begin', ...queries, 'commit'].map((query) => client.query<Row>(query));
    return (await Promise.all(sent)).at(-2);
  });

export const openSessions = async (address: Address, database = 'postgres'): Promise<Sessions> => {
  const options = {
    ...address,
    user: 'postgres',
    database,
    ssl: false,
    options: SETTINGS,
    connectionTimeoutMillis: WAIT_MILLIS,
  };
  const pool = new pg.Pool({ ...options, max: SESSIONS, idleTimeoutMillis: 0, pipeline: true });
  // Queries on a lost session fail on their own; the pool replaces the session.
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));

  const listeners = new Map<string, Set<Listener>>();
  let isOpen = true;
  let listening: Promise<pg.Client>;
  const listenTo = (client: pg.Client, channel: string) =>
    client.query(`listen ${pg.escapeIdentifier(channel)}`);

  const openListening = async (): Promise<pg.Client> => {
    const client = new pg.Client(options);
    let isHearing = false;
    client.on('error', ignore);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel) ?? []) listener.onMessage(payload);
    });
    client.once('end', () => {
      if (!isHearing || !isOpen) return;
      listening = relisten(new Date(Date.now() - MARGIN_MILLIS));
      // Callers that need it see the rejection.
      listening.catch(ignore);
    });
    await client.connect();
    for (const channel of listeners.keys()) await listenTo(client, channel);
    isHearing = true;
    return client;
  };

  const relisten = async (since: Date): Promise<pg.Client> => {
    for (;;) {
      const client = await openListening().catch(ignore);
      if (client) {
        for (const group of listeners.values()) for (const listener of group) listener.missed(since);
        return client;
      }
      if (!isOpen) throw new Error('The sessions are closed.');
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MILLIS));
    }
  };

  listening = openListening();
  await listening;
  return {
    pg: pool,
    listen: async (channel, listener) => {
      const group = listeners.get(channel) ?? new Set();
      listeners.set(channel, group.add(listener));
      await listenTo(await listening, channel);
      return async () => {
        group.delete(listener);
        if (!group.size && listeners.delete(channel)) {
          await (await listening).query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(ignore);
        }
      };
    },
    // A session delivers its notifications before it answers the next query.
    settle: async () => {
      await (await listening).query('select 1');
    },
    close: async () => {
      isOpen = false;
      await Promise.all([listening.then((client) => client.end()).catch(ignore), pool.end()]);
    },
  };
};
