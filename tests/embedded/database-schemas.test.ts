import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { preparedDatabase } from './folders.ts';

const CATALOGUE = readFileSync(join(import.meta.dirname, 'catalogue.sql'), 'utf8');

const migrated = await preparedDatabase();
afterAll(() => migrated.close());

interface Thing {
  readonly kind: string;
  readonly name: string;
}

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

/** The statements of a function's source that change rows, each without its parentheses. */
const changesOf = (source: string): string[] => {
  let plain = source.replace(/--.*$/gm, '');
  const found: string[] = [];
  for (let inner = ''; inner !== plain;) {
    inner = plain;
    // The innermost parentheses first: a statement in them, such as a CTE's, ends there.
    plain = plain.replace(/\(([^()]*)\)/g, (_all, within: string) => {
      found.push(...within.split(';'));
      return '';
    });
  }
  found.push(...plain.split(';'));
  return found.flatMap(
    (text) => /\b(?:delete\s+from|update\s+[\w.]+(?:\s+as\s+\w+)?\s+set)\b.*/is.exec(text) ?? [],
  );
};

test('no function changes all rows of a table: pg_safeupdate refuses that in hosted Supabase’s API sessions', async () => {
  const { rows } = await migrated.pg.query<{ name: string; source: string }>(`
    select oid::regprocedure::text as name, prosrc as source from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`);
  const changes = rows.flatMap(({ name, source }) => changesOf(source).map((change) => `${name}: ${change}`));
  expect(changes.length).toBeGreaterThan(90);
  expect(changes.filter((change) => !/\bwhere\b/i.test(change))).toEqual([]);
});

test.each([
  'delete from public.venues',
  'begin update public.venues as v set title = (select 1 where true); end',
  'with gone as (delete from public.venues returning id) select 1 where true',
])('a change of all rows is found: %s', (source) => {
  expect(changesOf(source).filter((change) => !/\bwhere\b/i.test(change))).toHaveLength(1);
});
