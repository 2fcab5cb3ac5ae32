import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../supabase/embedded/data/sessions.ts';

/** The board of a table's picture, as a scorer sets it. */
export interface Scores {
  readonly p1: string;
  readonly p2: string;
  readonly s1: number;
  readonly s2: number;
}

/** A result of the first table. */
interface Played {
  readonly p1?: string;
  readonly p2?: string;
  /** The table's name. */
  readonly title?: string;
}

/** A venue with two tables, another venue with one, and what their owners do. */
export interface PicturedVenue {
  /** Its tables' match ids. */
  readonly match: string;
  readonly second: string;
  /** A table of the other venue. */
  readonly foreign: string;
  /** Uploads to this venue. */
  readonly key: string;
  /** On the first table. */
  readonly score: (scores: Scores) => Promise<void>;
  /** Keeps the result of a match of snooker at the first table. Gives its id. */
  readonly play: (played: Played) => Promise<string>;
  readonly rename: (title: string) => Promise<void>;
  readonly setPublic: (isPublic: boolean) => Promise<void>;
  readonly revokeKey: () => Promise<void>;
  /** The answer to a call of the database by its owner. */
  readonly arrange: (call: string, values: readonly unknown[]) => Promise<unknown>;
  readonly deleteTournament: (id: string) => Promise<void>;
  /** Lets one logo or portrait be uploaded. */
  readonly ticket: (kind: 'logo' | 'portrait') => Promise<string>;
  /** Why uploads came to nothing, newest first. */
  readonly failures: () => Promise<readonly string[]>;
}

interface VenueAnswer {
  readonly tables: readonly { readonly table_id: string; readonly match_id: string }[];
  readonly failures: readonly { readonly reason: string }[];
}

/** Makes an owner; gives what asks the database as them. */
const addOwner = async (pg: Pool) => {
  const owner = randomUUID();
  await pg.query('insert into auth.users (id, email) values ($1, $2)', [owner, `${owner}@example.test`]);
  const asOwner = <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
    transaction(pg, async (client) => {
      await client.query(
        `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true)`,
        [JSON.stringify({ sub: owner, role: 'authenticated' }), owner],
      );
      return work(client);
    });
  return async (sql: string, values: readonly unknown[] = []): Promise<unknown> => {
    const { rows } = await asOwner((client) =>
      client.query<{ answer: unknown }>(`select ${sql} as answer`, [...values]),
    );
    return rows[0]?.answer;
  };
};

/** Makes the two venues in a migrated database. */
export const openPicturedVenue = async (pg: Pool): Promise<PicturedVenue> => {
  const ask = await addOwner(pg);
  const venueOf = async (asking = ask): Promise<VenueAnswer> =>
    (await asking('public.get_venue()')) as VenueAnswer;
  await ask(`public.add_table('Table 1')`);
  await ask(`public.add_table('Table 2')`);
  const [first, second] = (await venueOf()).tables;
  const { id: keyId, secret: key } = (await ask(`public.add_upload_key('camera')`)) as {
    id: string;
    secret: string;
  };
  const askOther = await addOwner(pg);
  await askOther(`public.add_table('Elsewhere')`);
  const [foreign] = (await venueOf(askOther)).tables;
  if (!first || !second || !foreign) throw new Error('No tables were made.');
  return {
    match: first.match_id,
    second: second.match_id,
    foreign: foreign.match_id,
    key,
    score: async ({ p1, p2, s1, s2 }) => {
      await pg.query(
        'update public.public_overlays set p1 = $2, p2 = $3, s1 = $4, s2 = $5 where table_id = $1',
        [first.table_id, p1, p2, s1, s2],
      );
    },
    play: async ({ p1 = 'Salma', p2 = 'Mehdi', title = 'Table 1' }) => {
      const units = ['A', 'B', 'A'].map((winner) => ({ winner, points: [64, 12], ended_at: new Date() }));
      const { rows } = await pg.query<{ id: string }>(
        `insert into public.results (match_id, venue_id, table_id, table_title, game, rules, p1, p2, s1, s2, race_to,
           winner, over, started_at, last_at, ended_at, detail)
         select gen_random_uuid(), pictured.venue_id, table_id, $2, 'snooker', 1, $3, $4, 2, 1, 2, 'A', true,
           now() - interval '1 hour', now(), now(), $5
         from public.snapshot_tables as pictured where table_id = $1 returning id`,
        [first.table_id, title, p1, p2, JSON.stringify({ units, rows: [], faults: [], best_of: 3 })],
      );
      return rows[0]?.id ?? '';
    },
    rename: async (title) => {
      await ask('public.update_table($1, $2)', [first.table_id, title]);
    },
    setPublic: async (isPublic) => {
      await ask('public.update_venue($1)', [isPublic]);
    },
    revokeKey: async () => {
      await ask('public.revoke_upload_key($1)', [keyId]);
    },
    arrange: ask,
    deleteTournament: async (id) => {
      await pg.query('delete from public.tournaments where id = $1', [id]);
    },
    ticket: async (kind) => ((await ask('public.begin_picture($1)', [kind])) as { ticket: string }).ticket,
    failures: async () => (await venueOf()).failures.map(({ reason }) => reason),
  };
};
