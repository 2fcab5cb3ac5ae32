import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTemporary } from '../../supabase/embedded/ops/temporary.ts';
import type { Database } from '../../supabase/embedded/data/database.ts';
import { runTogether, transaction } from '../../supabase/embedded/data/sessions.ts';

let database: Database;
beforeAll(async () => {
  database = await openTemporary();
  await database.pg.query('create table number (n int primary key)');
});
beforeEach(() => database.pg.query('truncate number'));
afterAll(() => database.close());

const numbers = async () =>
  (await database.pg.query<{ n: number }>('select n from number order by n')).rows.map(({ n }) => n);

const insert = (n: number, then: () => unknown = () => undefined) =>
  transaction(database.pg, async (client) => {
    await client.query('insert into number values ($1)', [n]);
    return then();
  });

test('a transaction that fails is undone, also at its end, and any number of them leaves the others their sessions', async () => {
  const changed = () => {
    throw new Error('changed my mind');
  };
  const failures = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => insert(n, changed)));
  expect(failures.filter(({ status }) => status === 'rejected')).toHaveLength(50);
  await database.pg.query('create table child (n int references number deferrable initially deferred)');
  const orphan = transaction(database.pg, (client) => client.query('insert into child values (9)'));
  await expect(orphan).rejects.toMatchObject({ code: '23503' });
  await database.pg.query('drop table child');
  expect(await insert(4, () => 'done')).toBe('done');
  expect(await numbers()).toEqual([4]);
});

test('queries that run together are sent at once, and all or none of them count', async () => {
  const insertBoth = (first: number, second: number, signal?: AbortSignal) =>
    runTogether<{ n: number }>(
      database.pg,
      [first, second].map((n) => ({ text: 'insert into number values ($1) returning n', values: [n] })),
      signal,
    );
  const client = await database.pg.connect();
  const sent = vi.spyOn(client, 'query');
  client.release();
  const both = insertBoth(1, 2);
  await vi.waitFor(() => expect(sent).toHaveBeenCalled(), { interval: 1 });
  // Before any of them is answered.
  expect(sent.mock.calls.map(([query]) => query)).toMatchObject(['begin', {}, {}, 'commit']);
  expect((await both)?.rows).toEqual([{ n: 2 }]);
  await expect(insertBoth(3, 1)).rejects.toMatchObject({ code: '23505' });
  await expect(insertBoth(1, 3)).rejects.toMatchObject({ code: '23505' });
  const aborted = insertBoth(4, 5, AbortSignal.abort(new Error('gone')));
  await expect(aborted).rejects.toThrow('gone');
  expect(await numbers()).toEqual([1, 2]);
  const failures = await Promise.allSettled(Array.from({ length: 50 }, () => insertBoth(6, 6)));
  expect(failures.filter(({ status }) => status === 'rejected')).toHaveLength(50);
  expect((await insertBoth(6, 7))?.rows).toEqual([{ n: 7 }]);
  await database.pg.query('create table child (n int references number deferrable initially deferred)');
  const orphan = runTogether(database.pg, [{ text: 'insert into child values (9)' }]);
  await expect(orphan).rejects.toMatchObject({ code: '23503' });
  await database.pg.query('drop table child');
});

test('transactions at the same time do not see each other, nor each other’s settings', async () => {
  const whoAmI = (name: string) =>
    transaction(database.pg, async (client) => {
      await client.query(`select set_config('test.name', $1, true), set_config('role', 'anon', true)`, [
        name,
      ]);
      const { rows } = await client.query<{ name: string }>(`select current_setting('test.name') as name`);
      return rows[0]?.name;
    });
  const names = Array.from({ length: 100 }, (_, index) => String(index));
  expect(await Promise.all(names.map(whoAmI))).toEqual(names);
  const { rows } = await database.pg.query('select current_user as role');
  expect(rows).toEqual([{ role: 'postgres' }]);
});

test('a listener keeps receiving after a lost session, and learns since when messages may be missing', async () => {
  const received: string[] = [];
  const missed: Date[] = [];
  const stop = await database.listen('news', {
    onMessage: (text) => received.push(text),
    missed: (since) => missed.push(since),
  });
  await database.pg.query(`notify news, 'first'`);
  await database.settle();
  expect(received).toEqual(['first']);

  await database.pg.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' or query = 'select 1'`,
  );
  await expect.poll(() => missed.length).toBe(1);
  expect(missed[0]?.getTime()).toBeLessThan(Date.now() - 10_000);
  await database.pg.query(`notify news, 'second'`);
  await database.settle();
  expect(received).toEqual(['first', 'second']);

  await stop();
  await database.pg.query(`notify news, 'third'`);
  await database.settle();
  expect(received).toEqual(['first', 'second']);
});
