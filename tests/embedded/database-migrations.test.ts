import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate, MIGRATIONS } from '../../supabase/embedded/data/database.ts';
import { StartProblem } from '../../supabase/embedded/http/problem.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/ops/server.ts';
import { preparedDatabase, temporaryFolder } from './folders.ts';

test('each migration runs once, a new one at the next start, and one that fails is undone', async () => {
  const root = temporaryFolder();
  const folder = join(root, 'data');
  const migrations = join(root, 'migrations');
  cpSync(MIGRATIONS, migrations, { recursive: true });
  const start = () => startServer({ folder, port: 0, migrations });

  const first = await start();
  const { overlayLink } = first;
  const recorded = async ({ pg }: EmbeddedServer) =>
    (
      await pg.query<object>(
        'select version, name from supabase_migrations.schema_migrations order by version',
      )
    ).rows;
  const ours = await recorded(first);
  await first.close();

  writeFileSync(join(migrations, '99990101000000_counter.sql'), 'create table counter as select 1 as n;');
  writeFileSync(join(migrations, 'README.md'), 'Not a migration.');
  const second = await start();
  expect(ours).toContainEqual({ version: '20261126000000', name: 'baseline' });
  expect(await recorded(second)).toEqual([...ours, { version: '99990101000000', name: 'counter' }]);
  expect((await second.pg.query('select n from counter')).rows).toEqual([{ n: 1 }]);
  await second.close();

  const broken = join(migrations, '99990201000000_broken.sql');
  writeFileSync(broken, 'create table half (n int); update counter set n = 2; select 1 / 0;');
  const failure = await start().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartProblem);
  expect((failure as Error).message).toBe(
    'The migration 99990201000000_broken.sql failed and was undone: division by zero.',
  );
  expect(existsSync(join(folder, 'lock'))).toBe(false);

  writeFileSync(broken, 'create table whole as select n from counter;');
  const third = await start();
  expect((await third.pg.query('select n from whole')).rows).toEqual([{ n: 1 }]);
  expect((await third.pg.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }]);
  expect(third.overlayLink?.split('/').at(-1)).toBe(overlayLink?.split('/').at(-1));
  await third.close();
});

test('a migration that is dated before the last one that ran is refused, and nothing changes', async () => {
  const { pg, close } = await preparedDatabase();
  const migrations = temporaryFolder();
  cpSync(MIGRATIONS, migrations, { recursive: true });
  const newest = readdirSync(MIGRATIONS).sort().at(-1)?.slice(0, 14) ?? '';
  writeFileSync(join(migrations, '20261121235959_late.sql'), 'create table late (n int);');
  writeFileSync(join(migrations, '99990101000000_new.sql'), 'create table new (n int);');
  await expect(migrate(pg, migrations)).rejects.toThrow(
    `The migration 20261121235959_late.sql is dated before ${newest}, which the database has already: ` +
      'rename it to a later date.',
  );
  expect((await pg.query(`select to_regclass('late') as late, to_regclass('new') as new`)).rows).toEqual([
    { late: null, new: null },
  ]);
  await close();
});

test.each([
  [
    'a migration that is missing here',
    `version = '20261101000000'`,
    "the migration 20261101000000, which this version of the program doesn't have",
  ],
  [
    'another form of a migration',
    `statements = array['select 1']`,
    "another form of the migration 20261126000000, which this version of the program doesn't have",
  ],
])('a database with %s is left alone, and the sentence says what to do', async (_what, change, reason) => {
  const { pg, close } = await preparedDatabase();
  await pg.query(
    `update supabase_migrations.schema_migrations set ${change} where version = '20261126000000'`,
  );
  await expect(migrate(pg)).rejects.toThrow(
    `The database has ${reason}: start the version that made it, or choose another data folder with CUEBOARD_DATA.`,
  );
  await close();
});
