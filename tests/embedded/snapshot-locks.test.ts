import { expect, onTestFinished, test } from 'vitest';
import { transaction } from '../../supabase/embedded/data/sessions.ts';
import { preparedDatabase } from './folders.ts';

test('asking for the latest picture takes no lock that a scorer waits for, and writes only new rows', async () => {
  const { pg, close } = await preparedDatabase();
  onTestFinished(close);
  await pg.query(`
    insert into auth.users (id) values ('00000000-0000-4000-8000-00000000000a');
    select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-00000000000a', false);
    select public.ensure_overlay();
    update public.public_overlays set s1 = 1;`);

  /** The table locks of a transaction that asks. Locking a row takes more than AccessShareLock on its table. */
  const locks = () =>
    transaction(pg, async (client) => {
      await client.query('select public.latest_snapshot(match_id) from public.snapshot_tables');
      const { rows } = await client.query<{ name: string; mode: string }>(`
        select relname as name, mode from pg_locks join pg_class on pg_class.oid = relation
        where pid = pg_backend_pid() and relkind = 'r' and relnamespace = 'public'::regnamespace
          and mode <> 'AccessShareLock' order by 1, 2`);
      return rows;
    });
  expect(await locks()).toEqual([
    // The foreign key's, which an upload's own lock lets pass.
    { name: 'snapshot_tables', mode: 'RowShareLock' },
    { name: 'snapshots', mode: 'RowExclusiveLock' },
  ]);
  expect(await locks()).toEqual([]);
});
