import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { startServer, type EmbeddedServer, type ServerOptions } from '../../supabase/embedded/ops/server.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { playEvening } from './evening.ts';
import { caller, openVenue } from './wire-scorer.ts';

/** The data of an installation after an evening, stored for each release: later versions have to open it. */

const NAMES = ['Salma Benabdellah', 'عبد الرحمن بنعبد الله', 'ⵢⵓⵙⵔⴰ', 'Éloïse Ñandú'];
const DAY_MILLIS = 24 * 60 * 60 * 1000;
/** A whole database has the same pages several times, far apart. */
const COMPRESSION = {
  maxOutputLength: 1e9,
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_windowLog]: 27,
  },
};

type Row = Readonly<Record<string, unknown>>;

const open = (folder: string, options: Partial<ServerOptions> = {}): Promise<EmbeddedServer> =>
  startServer({ folder, port: 0, mail: () => undefined, ...options });

type Account = Parameters<typeof openVenue>[1];

/** What people see of the evening. Each account signs in for it. Rejects if one can't. */
const look = async (server: EmbeddedServer, owner: Account) => {
  await openVenue(server.origin, DEMO);
  const venue = await openVenue(server.origin, owner);
  const read = async (name: string, body: object = {}): Promise<Row> => (await venue.call(name, body)) as Row;
  const pick = (rows: unknown, ...fields: string[]): Row[] =>
    (rows as Row[]).map((row) =>
      Object.fromEntries(
        fields.map((field) => {
          if (row[field] === undefined) throw new Error(`There is no ${field} in ${JSON.stringify(row)}`);
          return [field, row[field]];
        }),
      ),
    );
  const played = await read('list_results', { from_at: '2000-01-01', to_at: '2999-01-01', most: 500 });
  const { tables } = await read('list_tables');
  const boards = await Promise.all(
    (tables as { token: string }[]).map(({ token }) => read('get_overlay', { key: token })),
  );
  // The list itself forgets after a day.
  const { rows: waiting } = await server.pg.query<Row>('select name, size from public.waiting order by name');
  const { rows: players } = await server.pg.query<Row>('select name, flag from public.players order by name');
  const { rows: pictures } = await server.pg.query<Row>('select count(*)::int from public.snapshots');
  return {
    results: pick(played['results'], 'id', 'game', 'p1', 'p2', 's1', 's2', 'state'),
    tables: pick(tables, 'id', 'title', 'token'),
    boards: pick(boards, 'p1', 'p2', 's1', 's2', 'rev'),
    waiting,
    players,
    pictures,
    owner,
  };
};

export type Seen = Awaited<ReturnType<typeof look>>;

/** Plays an evening in the new data folder `folder`. Returns what people see of it. */
export const makeEvening = async (folder: string): Promise<Seen> => {
  const server = await open(folder);
  try {
    const owner = await server.auth.addOwner('owner@example.test');
    const venue = await openVenue(server.origin, owner);
    await playEvening(venue, Date.now() - 2 * DAY_MILLIS);
    for (const name of NAMES) {
      await venue.call('save_player', { name, flag: 'MA' });
      const party = randomUUID();
      await venue.call('change_waiting', {
        op: { id: party, entry: party, kind: 'add', name, size: 2, wants: 'any' },
      });
    }
    const post = caller(server.origin, venue.token);
    while (((await post('/functions/v1/score/fold', {})) as { folded: number }).folded > 0);
    return await look(server, owner);
  } finally {
    await server.close();
  }
};

/** Opens `owner`'s evening in `folder`, by default with today's migrations. Returns what people see of it. */
export const seeEvening = async (
  folder: string,
  owner: Account,
  options: Partial<ServerOptions> = {},
): Promise<Seen> => {
  const server = await open(folder, options);
  try {
    return await look(server, owner);
  } finally {
    await server.close();
  }
};

/** Stores the closed data folder `from`, and what people saw, as `<to>.tar.zst` and `<to>.json`. */
export const storeEvening = (from: string, to: string, seen: Seen): void => {
  const tar = execFileSync('tar', ['-C', from, '--sort=name', '-cf', '-', '.'], { maxBuffer: 1e9 });
  writeFileSync(`${to}.tar.zst`, zstdCompressSync(tar, COMPRESSION));
  writeFileSync(`${to}.json`, `${JSON.stringify(seen, null, 2)}\n`);
};

/** Unpacks a stored evening into the new folder `to`. Returns what people saw of it. */
export const unpackEvening = (from: string, to: string): Seen => {
  mkdirSync(to, { mode: 0o700 });
  const tar = zstdDecompressSync(readFileSync(`${from}.tar.zst`), { maxOutputLength: 1e9 });
  execFileSync('tar', ['-C', to, '-xf', '-'], { input: tar });
  return JSON.parse(readFileSync(`${from}.json`, 'utf8')) as Seen;
};
