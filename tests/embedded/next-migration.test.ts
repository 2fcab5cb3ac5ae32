import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeBaseline } from '../../scripts/baseline.ts';
import { faultsOf, hashesOf, nextMigration, readReleased } from '../../scripts/migration.ts';
import { MIGRATIONS } from '../../supabase/embedded/data/database.ts';
import { openTemporary } from '../../supabase/embedded/ops/temporary.ts';
import { temporaryFolder } from './folders.ts';

// Each migration is made by two databases, and tested by two more.
vi.setConfig({ testTimeout: 120_000 });

const CATALOGUE = readFileSync(join(import.meta.dirname, 'catalogue.sql'), 'utf8');
const NOW = new Date('2027-01-02T03:04:05Z');
const DRAFT = '20270102030405_changes.sql';
const OWN = '20270101000000_own.sql';
/** Later schemas: a column, a table, a function, another body, rights and grants, a policy less. */
const LATER = `${makeBaseline()}
alter table public.venues add column motto text not null default '';
comment on column public.venues.motto is 'Shown above the door.';
create table public.mottos (id int primary key, motto text not null);
revoke all on table public.mottos from anon, authenticated;
grant select on table public.mottos to authenticated;
create function public.read_motto() returns text language sql security definer set search_path = '' as $$ select 'x' $$;
create or replace function private.table_key(title text) returns text
language sql immutable set search_path = '' as $$ select lower(title) $$;
delete from private.rights where act = 'get_report';
insert into private.rights (act, place, who) values ('read_motto', 'venue', '{owner,admin}');
select private.grant_rights();
drop policy "Owners read their own overlays" on public.user_overlays;
`;

const catalogueOf = async (folder: string) => {
  const database = await openTemporary(folder);
  try {
    return (await database.pg.query<object>(CATALOGUE)).rows;
  } finally {
    await database.close();
  }
};

/** The catalogue that schemas make by themselves. */
const declaredBy = (schemas: string) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '20261126000000_baseline.sql'), schemas);
  return catalogueOf(folder);
};

/** A folder in which all of today's migrations are released, the last one with `more` at its end. */
const release = (more = '') => {
  const folder = join(temporaryFolder(), 'migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  appendFileSync(join(folder, Object.keys(hashesOf(folder)).at(-1) ?? ''), more);
  return { folder, released: hashesOf(folder) };
};

test('released migrations are as they were, and the last one makes the schemas: npm run baseline writes it', async () => {
  const released = readReleased();
  expect(faultsOf(released)).toEqual([]);
  const next = await nextMigration(released, { now: NOW });
  if (next) expect(readFileSync(join(MIGRATIONS, next.file), 'utf8')).toBe(next.sql);
  if (Object.keys(released).length > 0) {
    expect(await catalogueOf(MIGRATIONS)).toEqual(await declaredBy(makeBaseline()));
  }
});

test('after a release, one later migration leads to the schemas, and writing it again changes nothing', async () => {
  const { folder, released } = release();
  expect(await nextMigration(released, { folder, now: NOW })).toBeUndefined();
  const next = await nextMigration(released, { folder, schemas: LATER, now: NOW });
  expect(next?.file).toBe(DRAFT);
  writeFileSync(join(folder, DRAFT), next?.sql ?? '');
  expect(await catalogueOf(folder)).toEqual(await declaredBy(LATER));
  expect(await nextMigration(released, { folder, schemas: LATER, now: new Date(0) })).toEqual(next);
});

test('what deletes data is written by hand, and the rest follows it', async () => {
  const { folder, released } = release('create table private.old (n int);');
  await expect(nextMigration(released, { folder, schemas: LATER, now: NOW })).rejects.toThrow(
    /^These statements would delete data\.[^]*DROP TABLE "private"\."old"/,
  );
  const byHand = 'drop table private.old;\n\n';
  writeFileSync(join(folder, OWN), byHand);
  const next = await nextMigration(released, { folder, schemas: LATER, now: NOW });
  expect(next?.file).toBe(OWN);
  expect(next?.sql.startsWith(`${byHand}-- Written by`)).toBe(true);
  writeFileSync(join(folder, OWN), next?.sql ?? '');
  expect(await catalogueOf(folder)).toEqual(await declaredBy(LATER));
});

test('a released migration that changed or went, an early one and a second new one are named', () => {
  const { folder, released } = release();
  const names = Object.keys(released);
  const [first = ''] = names;
  writeFileSync(join(folder, '20261125000000_early.sql'), '');
  writeFileSync(join(folder, first), `${readFileSync(join(folder, first), 'utf8')} `);
  writeFileSync(join(folder, OWN), '');
  const isReleased = `${first} is released: it must be as it was, because installations refuse another form.`;
  expect(faultsOf(released, folder)).toEqual([
    isReleased,
    `20261125000000_early.sql must be dated after ${names.at(-1)}, which is released.`,
    `A release gets one migration, and there are 20261125000000_early.sql, ${OWN}.`,
  ]);
  rmSync(join(folder, first));
  expect(faultsOf(released, folder)[0]).toBe(isReleased);
});
