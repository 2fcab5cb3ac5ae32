import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../supabase/embedded/database.ts';
import { StartProblem } from '../../supabase/embedded/problem.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/server.ts';
import { temporaryFolder } from './folders.ts';

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
  expect(ours).toContainEqual({ version: '20261101000000', name: 'overlays' });
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
