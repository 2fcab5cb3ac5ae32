import { expect, onTestFinished, test } from 'vitest';
import { openInMemory } from '../../supabase/embedded/in-memory.ts';

test('asking for the latest picture takes no lock that a scorer waits for, and writes only what is new', async () => {
  const connection = await openInMemory();
  onTestFinished(() => connection.close());
  const pg = connection.driver;
  await pg.exec(`
    insert into auth.users (id) values ('00000000-0000-4000-8000-00000000000a');
    select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-00000000000a', false);
    select public.ensure_overlay();
    update public.public_overlays set s1 = 1;`);

  /** The locks of a transaction that asks, on tables; whoever locks a row has more than AccessShareLock on its table. */
  const locks = () =>
    pg.transaction(async (transaction) => {
      await transaction.query('select public.latest_snapshot(match_id) from public.snapshot_tables');
      const { rows } = await transaction.query<{ name: string; mode: string }>(`
        select relname as name, mode from pg_locks join pg_class on pg_class.oid = relation
        where relkind = 'r' and relnamespace = 'public'::regnamespace and mode <> 'AccessShareLock' order by 1, 2`);
      return rows;
    });
  expect(await locks()).toEqual([
    // The foreign key's, which an upload's own lock lets pass.
    { name: 'snapshot_tables', mode: 'RowShareLock' },
    { name: 'snapshots', mode: 'RowExclusiveLock' },
  ]);
  expect(await locks()).toEqual([]);
});
