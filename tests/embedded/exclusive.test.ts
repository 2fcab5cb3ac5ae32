import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { exclusiveKysely } from '../../supabase/embedded/exclusive.ts';
import { preparedDatabase } from './folders.ts';

let pg: PGlite;
let db: Kysely<unknown>;

beforeAll(async () => {
  pg = preparedDatabase();
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

test('settings and BEGIN travel with the statement that they are for', async () => {
  const message = vi.spyOn(pg, 'execProtocolRaw');
  const once = () =>
    db.transaction().execute(async (transaction) => {
      await sql`SELECT set_config('test.name', ${'Amine'}, true)`.execute(transaction);
      await sql`SET LOCAL ROLE "pg_monitor"`.execute(transaction);
      const { rows } = await sql`select current_setting('test.name') as name, current_user as role`.execute(
        transaction,
      );
      return rows;
    });
  expect(await once()).toEqual([{ name: 'Amine', role: 'pg_monitor' }]);
  message.mockClear();
  // Prepared before: one message for the statement with all that it needs, one for the commit.
  expect(await once()).toEqual([{ name: 'Amine', role: 'pg_monitor' }]);
  expect(message).toHaveBeenCalledTimes(2);
  message.mockRestore();
  expect((await pg.query('select current_user as role')).rows).toEqual([{ role: 'postgres' }]);
});

test('a setting that is refused fails the transaction', async () => {
  const unknownRole = db.transaction().execute(async (transaction) => {
    await sql`SELECT set_config('role', ${'nobody-knows-it'}, true)`.execute(transaction);
    await sql`insert into number values (6)`.execute(transaction);
  });
  await expect(unknownRole).rejects.toMatchObject({ code: '22023' });
  expect(await numbers()).toEqual([]);
});

test.each([
  ['alone', (query: RawBuilder<unknown>) => query.execute(db)],
  [
    'together',
    (query: RawBuilder<unknown>) => db.transaction().execute((transaction) => query.execute(transaction)),
  ],
])('a statement whose table has changed works again: %s', async (name, run) => {
  const all = () => run(sql`select * from ${sql.table(name)}`);
  await pg.exec(`create table ${name} (a int); insert into ${name} values (1)`);
  expect((await all()).rows).toEqual([{ a: 1 }]);
  await pg.exec(`alter table ${name} add column b text`);
  await expect(all()).rejects.toMatchObject({ code: '0A000' });
  expect((await all()).rows).toEqual([{ a: 1, b: null }]);
  await pg.exec(`drop table ${name}`);
});

test('any number of different statements leaves a bounded number prepared', async () => {
  for (let index = 0; index < 250; index += 1) {
    const { rows } = await sql`select ${sql.lit(index)}::int as n`.execute(db);
    expect(rows).toEqual([{ n: index }]);
  }
  const { rows } = await pg.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements');
  expect(rows[0]?.n).toBeLessThanOrEqual(201);
});

test('parameters arrive with their types, null and lists among them', async () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const { rows } = await sql`
    select ${'☕ “Zineb” \\ \u0627'}::text as text, ${-1.5}::float8 as number, ${null}::int as nothing, ${true}::boolean as yes,
      ${at}::timestamptz as at, ${['a', 'b"c']}::text[] as list, ${{ a: [1] }}::jsonb as json`.execute(db);
  expect(rows).toEqual([
    {
      text: '☕ “Zineb” \\ \u0627',
      number: -1.5,
      nothing: null,
      yes: true,
      at,
      list: ['a', 'b"c'],
      json: { a: [1] },
    },
  ]);
});
