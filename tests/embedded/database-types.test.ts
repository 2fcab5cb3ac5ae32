import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { generateTypes, readTypes } from '../../scripts/database-types.ts';
import { temporaryFolder } from './folders.ts';

test('the committed types are those of the migrations: npm run types:database writes them', async () => {
  expect(readTypes()).toBe(await generateTypes());
});

/** Types of a small schema that are easy to get wrong, and their form in the API's JSON. */
const SCHEMA = `
  create type public.colour as enum ('red', 'yellow');
  create domain public.points as int check (value >= 0);
  create type public.visit as (player text, points public.points);
  create table public.racks (
    id bigint generated always as identity primary key,
    winner public.colour not null,
    breaks int[] not null default '{}',
    tags text[],
    corner point
  );
  create table public.fouls (rack bigint not null references public.racks, at timestamptz not null default now());
  create view public.long_racks as select id, breaks from public.racks;
  create function public.best_breaks(minimum int, since timestamptz default now())
    returns table (rack bigint, points int) language sql as $$ select 1, 2 $$;
  create function public.last_visit() returns public.visit language sql as $$ select null::public.visit $$;
  create function public.opened() returns setof public.racks language sql as $$ select * from public.racks $$;`;

/** Types that have to be true. */
const EXPECTED = [
  `Equal<Enums<'colour'>, 'red' | 'yellow'>`,
  `Equal<Tables<'racks'>['winner'], 'red' | 'yellow'>`,
  `Equal<Tables<'racks'>['breaks'], number[]>`,
  `Equal<Tables<'racks'>['tags'], string[] | null>`,
  // A type unknown to the generator isn't text.
  `Equal<Tables<'racks'>['corner'], unknown>`,
  `Equal<TablesInsert<'racks'>['id'], undefined>`,
  `Equal<Database['public']['Tables']['fouls']['Relationships'][number]['referencedRelation'], 'racks' | 'long_racks'>`,
  `Equal<Tables<'long_racks'>, { breaks: number[] | null; id: number | null }>`,
  `Equal<Functions['best_breaks']['Args'], { minimum: number; since?: string }>`,
  `Equal<Functions['best_breaks']['Returns'], { points: number; rack: number }[]>`,
  `Equal<Functions['opened']['Returns'], Tables<'racks'>[]>`,
  `Equal<Functions['last_visit']['Returns'], CompositeTypes<'visit'>>`,
];

test('enums, arrays, views and functions’ results get exact types', async () => {
  const folder = temporaryFolder();
  const migrations = join(folder, 'migrations');
  mkdirSync(migrations);
  writeFileSync(join(migrations, '20260101000000_racks.sql'), SCHEMA);
  const file = join(folder, 'racks.ts');
  writeFileSync(
    file,
    `${await generateTypes(migrations)}
    type Functions = Database['public']['Functions'];
    type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
    type IsTrue<Type extends true> = Type;
    ${EXPECTED.map((type, index) => `export type Expected${index} = IsTrue<${type}>;`).join('\n')}`,
  );
  const wrong = ts.getPreEmitDiagnostics(ts.createProgram([file], { strict: true, noEmit: true, types: [] }));
  expect(wrong.map(({ start = 0, length = 0, file }) => file?.text.slice(start, start + length))).toEqual([]);
});
