import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterAll, expect, inject, test } from 'vitest';
import { preparedDatabase } from './folders.ts';

/** Splinter, Supabase's linter of databases, as the Postgres Language Server brings it. */

/** Its findings about this database, and why they stay. */
const EXCEPTIONS = {
  rlsEnabledNoPolicy: 'only functions that pass the gate read these tables: everybody else is refused',
  unusedIndex: 'nobody has asked a new database anything',
};

/** What each of its rules is to find, and does. */
const WRONG = {
  authRlsInitplan: `create policy "Asks for each row" on public.venues for select to anon using (owner_uid = auth.uid())`,
  duplicateIndex: 'create index again on public.devices (table_id)',
  functionSearchPathMutable: `create function public.anywhere() returns int language sql as 'select 1'`,
  multiplePermissivePolicies: `create policy "Once more" on public.user_overlays for select to authenticated using (false)`,
  noPrimaryKey: 'create table public.keyless (venue_id uuid)',
  rlsDisabledInPublic: 'create table public.open (id int primary key); grant select on public.open to anon',
  securityDefinerView:
    'create view public.through as select id from public.venues; grant select on public.through to anon',
  unindexedForeignKeys:
    'create table private.more (id int primary key, venue_id uuid references public.venues)',
};

/** Undefined where npm has no program of it. */
const findProgram = (): string | undefined => {
  try {
    return createRequire(import.meta.url).resolve(
      '@postgres-language-server/cli-x86_64-linux-gnu/postgres-language-server',
    );
  } catch {
    return undefined;
  }
};
const program = findProgram();
if (program === undefined)
  console.log(`Skipped: splinter, which npm has no program of for ${process.platform} ${process.arch}.`);

const { pg, close } = await preparedDatabase();
afterAll(close);
const { rows } = await pg.query<{ name: string }>('select current_database() as name');
const name = rows[0]?.name ?? '';
// As hosted: the schema that REST answers with.
await pg.query(`alter database ${name} set pgrst.db_schemas = 'public'`);

interface Finding {
  readonly category: string;
  readonly message: string;
}

/** What it finds, and under which rules. */
const lint = (): { readonly rules: readonly string[]; readonly messages: readonly string[] } => {
  const { host, port, password = '' } = inject('prepared').address;
  const [place, secret] = [host, password].map(encodeURIComponent);
  const address = `postgres://postgres:${secret}@${place}:${port}/${name}`;
  const { stdout } = spawnSync(
    program ?? '',
    ['dblint', '--reporter=json', '--max-diagnostics=none', '--connection-string', address],
    { encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Finding[] };
  const rules = diagnostics.map(({ category }) => category.replace(/^.*\//, ''));
  return {
    rules: [...new Set(rules)].sort(),
    messages: diagnostics.map(({ message }, index) => `${rules[index]}: ${message}`),
  };
};

test.skipIf(program === undefined)('splinter finds nothing but what has its reason', () => {
  const { rules, messages } = lint();
  expect(rules, messages.join('\n')).toEqual(Object.keys(EXCEPTIONS).sort());
});

test.skipIf(program === undefined)('what is wrong is found', async () => {
  for (const sql of Object.values(WRONG)) await pg.query(sql);
  expect(lint().rules).toEqual(Object.keys({ ...EXCEPTIONS, ...WRONG }).sort());
});
