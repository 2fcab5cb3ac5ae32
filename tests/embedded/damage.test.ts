import { cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { sharedInstallation, temporaryFolder } from './folders.ts';

/** An installation that was used and stopped. */
const whole = sharedInstallation();
/** Where its tables and indexes lie, by their names. */
const files = new Map<string, string>();

beforeAll(async () => {
  const server = await startServer({ folder: whole, port: 0 });
  const { rows } = await server.pg.query<{ name: string; file: string }>(
    `select oid::regclass::text as name, pg_relation_filepath(oid) as file from pg_class where relkind in ('r', 'i')`,
  );
  for (const { name, file } of rows) files.set(name, join('postgres', file));
  await server.close();
});

afterAll(() => {
  rmSync(whole, { recursive: true, force: true });
});

/** Its start after `damage`: the sentence that it gives, and what the folder lists before and after. */
const startAfter = async (damage: (path: (...parts: string[]) => string) => void) => {
  const folder = temporaryFolder();
  cpSync(whole, folder, { recursive: true });
  damage((...parts) => join(folder, ...parts));
  const list = () => readdirSync(folder).filter((name) => !name.startsWith('server.'));
  const before = list();
  const problem = await startServer({ folder, port: 0 }).then(
    async (server) => {
      await server.close();
      return 'It started.';
    },
    (error: unknown) => (error as Error).message,
  );
  return { folder, problem, before, after: list() };
};

const remove = (path: string) => {
  rmSync(path, { recursive: true });
};

test.each<[what: string, damage: (path: (...parts: string[]) => string) => void]>([
  [
    'postgres/PG_VERSION is missing or empty',
    (path) => {
      for (const name of readdirSync(path('postgres'))) remove(path('postgres', name));
    },
  ],
  [
    'postgres/global/pg_control is missing or empty',
    (path) => {
      truncateSync(path('postgres/global/pg_control'));
    },
  ],
  [
    'the folder postgres is missing',
    (path) => {
      remove(path('postgres'));
    },
  ],
  [
    // What says that there was a database once is lost too, except the pictures.
    'the folder postgres is missing',
    (path) => {
      writeFileSync(path('snapshots/picture.full.jpg'), 'picture');
      remove(path('postgres'));
      remove(path('secrets.json'));
      remove(path('first-start'));
    },
  ],
  [
    'the folder postgres is missing',
    (path) => {
      remove(path('postgres'));
      remove(path('secrets.json'));
      remove(path('snapshots'));
    },
  ],
  [
    'secrets.json is missing',
    (path) => {
      remove(path('secrets.json'));
    },
  ],
  [
    'secrets.json is not JSON',
    (path) => {
      truncateSync(path('secrets.json'), 20);
    },
  ],
  [
    'secrets.json lacks secretKey',
    (path) => {
      writeFileSync(path('secrets.json'), '{"jwtSecret":"a"}');
    },
  ],
  [
    'PostgreSQL does not start with these files',
    (path) => {
      truncateSync(path('postgres/global/pg_control'), 100);
    },
  ],
  [
    'PostgreSQL does not start with these files',
    (path) => {
      for (const name of readdirSync(path('postgres/pg_wal'))) {
        if (/^[\dA-F]{24}$/.test(name)) truncateSync(path('postgres/pg_wal', name));
      }
    },
  ],
  [
    String.raw`Postgres says "could not read blocks 0..0 in file \"`,
    (path) => {
      truncateSync(path(files.get('auth.users') ?? ''));
    },
  ],
  [
    'Postgres says "invalid page in block 0 of relation ',
    (path) => {
      writeFileSync(path(files.get('public_overlays') ?? ''), Buffer.alloc(8192, 0xaa));
    },
  ],
  [
    'Postgres says "could not open file ',
    (path) => {
      remove(path(files.get('user_overlays') ?? ''));
    },
  ],
])('damage is reported, and nothing is created in its place: %s', async (what, damage) => {
  const { folder, problem, before, after } = await startAfter(damage);
  expect(problem).toContain(`The data in ${folder} is damaged: ${what}`);
  expect(problem).toContain(
    `. There is no copy: bring one from elsewhere, or delete ${folder} to start afresh, which loses `,
  );
  expect(after).toEqual(before);
});

test('the message lists the backups, newest first, without incomplete ones', async () => {
  const { folder, problem } = await startAfter((path) => {
    remove(path('postgres'));
    for (const name of ['2026-11-20T10-00-00Z', '2026-11-21T10-00-00Z', '2026-11-22T10-00-00Z.unfinished']) {
      cpSync(path('snapshots'), path('copies', name), { recursive: true });
    }
  });
  expect(problem).toBe(
    `The data in ${folder} is damaged: the folder postgres is missing. ` +
      'Bring back a copy with npm run restore -- latest ' +
      '(copies, newest first: 2026-11-21T10-00-00Z, 2026-11-20T10-00-00Z), ' +
      `or delete ${folder} to start afresh, which loses every account, overlay and snapshot.`,
  );
  expect(readdirSync(join(folder, 'copies'))).toEqual(['2026-11-20T10-00-00Z', '2026-11-21T10-00-00Z']);
});

test('files left incomplete by a killed process are deleted', async () => {
  const { problem, after } = await startAfter((path) => {
    cpSync(path('snapshots'), path('postgres.unfinished'), { recursive: true });
    writeFileSync(path('secrets.json.unfinished'), '{');
  });
  expect(problem).toBe('It started.');
  expect(after).toEqual(['first-start', 'postgres', 'secrets.json', 'snapshots']);
});
