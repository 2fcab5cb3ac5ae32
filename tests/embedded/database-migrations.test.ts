import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareAuth } from '../../supabase/embedded/auth/index.ts';
import { migrate, MIGRATIONS } from '../../supabase/embedded/database.ts';
import { StartProblem } from '../../supabase/embedded/problem.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/server.ts';
import { emptyDatabase, preparedDatabase, temporaryFolder } from './folders.ts';

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
  expect(ours).toContainEqual({ version: '20261122000000', name: 'baseline' });
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
  expect(third.overlayLink.split('/').at(-1)).toBe(overlayLink.split('/').at(-1));
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

test('a database with a migration that is missing here is left alone, and the sentence says what to do', async () => {
  const { pg, close } = await preparedDatabase();
  await pg.query(
    `update supabase_migrations.schema_migrations set version = '20261101000000', name = 'overlays'
     where version = '20261122000000'`,
  );
  await expect(migrate(pg)).rejects.toThrow(
    "The database has the migration 20261101000000, which this version of the program doesn't have: start the version " +
      'that made it, or choose another data folder with CUEBOARD_DATA.',
  );
  await close();
});

const OWNER = '00000000-0000-4000-8000-00000000000a';

/**
 * A database made by the migrations before a date, with something of what an owner had then. `rows` gives every row of these
 * tables.
 */
const databaseBefore = async (date: string, more: string, tables: readonly string[]) => {
  const { pg, close } = await emptyDatabase();
  onTestFinished(close);
  const before = temporaryFolder();
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < date)) {
    cpSync(join(MIGRATIONS, file), join(before, file));
  }
  await prepareAuth(pg);
  await migrate(pg, before);
  await pg.query(`
    insert into auth.users (id) values ('${OWNER}');
    select set_config('request.jwt.claim.sub', '${OWNER}', false);
    select public.ensure_overlay();
    select public.save_player('  Émilie İ ', 'FR');
    select public.add_scorer_link((select id from public.user_overlays), 'Bar');
    update public.public_overlays set p1 = 'Émilie İ', s1 = 4;
    ${more}`);
  const rows = async (): Promise<readonly object[]> => {
    const found = await Promise.all(
      tables.map((table) => pg.query<{ row: object }>(`select to_jsonb(t) as row from public.${table} as t`)),
    );
    return found.flatMap(({ rows: stored }) => stored.map(({ row }) => row));
  };
  return { pg, rows };
};

test('a database from before results is brought up with every row, and its matches are due', async () => {
  const { pg, rows } = await databaseBefore('20261124', '', [
    ...['players', 'matches', 'match_actions', 'public_overlays', 'user_overlays', 'venues'],
  ]);
  const kept = await rows();
  expect(kept).toHaveLength(6);
  await migrate(pg);
  for (const [index, row] of (await rows()).entries()) expect(row).toMatchObject(kept[index] ?? {});
  const due = (await pg.query(`
    select set_config('request.jwt.claim.sub', '${OWNER}', false);
    select public.list_due('{"plain": 1}') -> 'matches' ->> 0 = match_id::text as is_due
    from public.public_overlays`)) as unknown as readonly { readonly rows: readonly object[] }[];
  expect(due.at(-1)?.rows).toEqual([{ is_due: true }]);
});

test('a database from before devices keeps its links, televisions, faces and codes, and knows what is played at its tables', async () => {
  const BOARD = `'{"p1": "A", "p2": "B", "s1": 0, "s2": 0, "race_to": 0, "rules": 1}'`;
  const [secret, picture] = ['t'.repeat(32), 'p'.repeat(22)];
  const { pg, rows } = await databaseBefore(
    '20261125',
    `insert into public.venue_pictures (id, venue_id, kind) select '${picture}', id, 'portrait' from public.venues;
    update public.players set picture = '${picture}';
    select public.pair_television(public.begin_pairing('${secret}') ->> 'code', 'Bar',
      (select id from public.user_overlays), '?theme=light');
    select public.begin_pairing('${'w'.repeat(32)}');
    select public.add_table('Two');
    select public.begin_match(table_id, match_id, gen_random_uuid(), 'snooker', 1, '{}', ${BOARD}, 0)
      from public.public_overlays where s1 = 0;
    select public.begin_match(table_id, match_id, gen_random_uuid(), 'plain', 1, '{}', ${BOARD}, 0)
      from public.public_overlays where s1 = 0;`,
    [
      ...['players', 'match_actions', 'public_overlays', 'user_overlays', 'venues'],
      ...['scorer_links', 'televisions'],
    ],
  );
  const asked = async () =>
    (
      await pg.query<{ answer: object }>(`
        select jsonb_build_object('television', public.ask_television('${secret}') - 'server_time',
          'codes', (select jsonb_agg(code) from public.pairing_codes)) as answer`)
    ).rows[0]?.answer ?? {};
  const [kept, answer] = [await rows(), await asked()];
  expect(kept).toHaveLength(9);
  await migrate(pg);
  for (const [index, row] of (await rows()).entries()) expect(row).toMatchObject(kept[index] ?? {});
  expect(await asked()).toMatchObject(answer);
  const kinds = await pg.query('select kind, out_of_use from public.user_overlays order by position');
  expect(kinds.rows).toEqual(['pool', 'snooker'].map((kind) => ({ kind, out_of_use: false })));
});
