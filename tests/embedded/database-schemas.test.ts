import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeBaseline, readBaseline } from '../../scripts/baseline.ts';
import { preparedDatabase } from './folders.ts';

const CATALOGUE = readFileSync(join(import.meta.dirname, 'catalogue.sql'), 'utf8');

const migrated = await preparedDatabase();
afterAll(() => migrated.close());

interface Thing {
  readonly kind: string;
  readonly name: string;
}

test('the baseline is made from the schemas: npm run baseline writes it', () => {
  expect(readBaseline()).toBe(makeBaseline());
});

test('the catalogue has every kind of thing', async () => {
  const things = (await migrated.pg.query<Thing>(CATALOGUE)).rows;
  expect([...new Set(things.map(({ kind }) => kind))]).toEqual(
    'column,constraint,function,index,policy,relation c,relation r,relation v,right,schema,trigger,type'.split(
      ',',
    ),
  );
});

test.each([
  'create table public.more (id int)',
  'alter table public.venues add column more int',
  'alter table public.venues alter column keep_days set default 31',
  'alter table public.venues drop constraint keep_days_is_up_to_a_year',
  'alter table public.venues disable row level security',
  'grant select on public.venues to anon',
  'grant update (url_token) on public.user_overlays to authenticated',
  'drop index public.snapshots_newest',
  'alter table public.user_overlays disable trigger lock_boards',
  'alter function public.list_tables() set lock_timeout = 0',
  'grant execute on function public.find_mark(text) to anon',
  'drop policy "Owners read their own overlays" on public.user_overlays',
  'drop policy "Anybody listens to a table whose pictures are shown" on realtime.messages',
  `comment on table public.venues is ''`,
  `comment on column public.venues.keep_days is ''`,
  `update private.rights set who = '{anyone}' where act = 'list_tables'`,
  'grant usage on schema private to anon',
])('a difference is found: %s', async (change) => {
  const client = await migrated.pg.connect();
  try {
    await client.query('begin');
    const before = (await client.query<Thing>(CATALOGUE)).rows;
    await client.query(change);
    expect((await client.query<Thing>(CATALOGUE)).rows).not.toEqual(before);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
