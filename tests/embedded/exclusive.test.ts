import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exclusiveKysely } from '../../supabase/embedded/exclusive.ts';

let pg: PGlite;
let db: Kysely<unknown>;

beforeAll(async () => {
  pg = new PGlite();
  db = exclusiveKysely(pg);
  await pg.exec('create table number (n int primary key)');
});
beforeEach(() => pg.exec('truncate number'));
afterAll(() => pg.close());

const numbers = async () =>
  (await pg.query<{ n: number }>('select n from number order by n')).rows.map(({ n }) => n);

test('transactions that wait for something else in between do not see each other', async () => {
  const whoAmI = (name: string) =>
    db.transaction().execute(async (transaction) => {
      await sql`select set_config('test.name', ${name}, true)`.execute(transaction);
      await setImmediate();
      const { rows } = await sql<{ name: string }>`select current_setting('test.name') as name`.execute(
        transaction,
      );
      return rows[0]?.name;
    });
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  expect(await Promise.all(names.map(whoAmI))).toEqual(names);
});

test("one of PGlite's own, rolled back meanwhile, takes nothing with it", async () => {
  const writing = db.transaction().execute(async (transaction) => {
    await sql`insert into number values (1)`.execute(transaction);
    await setImmediate();
    await sql`insert into number values (2)`.execute(transaction);
  });
  const probing = pg.transaction(async (transaction) => {
    await transaction.query('insert into number values (3)');
    await transaction.rollback();
  });
  await Promise.all([writing, probing]);
  expect(await numbers()).toEqual([1, 2]);
});

test('a transaction that fails is undone, and the next one works', async () => {
  const failing = db.transaction().execute(async (transaction) => {
    await sql`insert into number values (1)`.execute(transaction);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const duplicate = db.transaction().execute(async (transaction) => {
    await sql`insert into number values (2)`.execute(transaction);
    await sql`insert into number values (2)`.execute(transaction);
  });
  await expect(duplicate).rejects.toMatchObject({ code: '23505' });
  await sql`insert into number values (4)`.execute(db);
  expect(await numbers()).toEqual([4]);
});

test('a commit that fails is reported', async () => {
  await pg.exec(`create table child (n int references number deferrable initially deferred)`);
  const orphan = db
    .transaction()
    .execute((transaction) => sql`insert into child values (9)`.execute(transaction));
  await expect(orphan).rejects.toMatchObject({ code: '23503' });
  await pg.exec('drop table child');
  expect(await numbers()).toEqual([]);
});

test('a statement of its own that fails leaves no transaction open', async () => {
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  const { numAffectedRows } = await sql`insert into number values (5)`.execute(db);
  expect(numAffectedRows).toBe(1n);
  expect(await numbers()).toEqual([5]);
});
