import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { format, resolveConfig } from 'prettier';
import { prepareAuth } from '../supabase/embedded/auth/index.ts';
import { connect, migrate } from '../supabase/embedded/database.ts';
import { ROOT } from '../supabase/embedded/paths.ts';

/**
 * `npm run types:database`: writes the types of schema public, as the migrations make it, in the shape that
 * `supabase gen types typescript` gives them.
 */

const FILE = join(ROOT, 'src/backend/database.types.ts');

/** Postgres types as JSON carries them; any other is text. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
};

interface Column {
  relation: string;
  name: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
}

interface Reference {
  relation: string;
  name: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  oneToOne: boolean;
}

interface PublicFunction {
  name: string;
  argNames: string[] | null;
  argTypes: string[];
  defaults: number;
  returns: string;
  returnsSet: boolean;
}

const columnsOf = async (pg: PGlite): Promise<Column[]> => {
  const { rows } = await pg.query<Column>(`
    select c.relname as relation, a.attname as name, t.typname as type,
           not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as defaulted
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attname`);
  return rows;
};

/** Foreign keys within the schema: what the API can embed. */
const referencesOf = async (pg: PGlite): Promise<Reference[]> => {
  const { rows } = await pg.query<Reference>(`
    select c.relname as relation, k.conname as name, target.relname as target,
      (select array_agg(a.attname::text order by n) from unnest(k.conkey) with ordinality as u (num, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num) as columns,
      (select array_agg(a.attname::text order by n) from unnest(k.confkey) with ordinality as u (num, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num) as "targetColumns",
      exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique
        and i.indkey::int2[] <@ k.conkey and i.indkey::int2[] @> k.conkey) as "oneToOne"
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class target on target.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and target.relnamespace = 'public'::regnamespace
    order by k.conname`);
  return rows;
};

const functionsOf = async (pg: PGlite): Promise<PublicFunction[]> => {
  const { rows } = await pg.query<PublicFunction>(`
    select p.proname as name, p.proargnames as "argNames", p.pronargdefaults as defaults,
      (select coalesce(array_agg(t.typname::text order by n), '{}') from unnest(p.proargtypes) with ordinality as u (type, n)
        join pg_type t on t.oid = u.type) as "argTypes",
      r.typname as returns, p.proretset as "returnsSet"
    from pg_proc p
    join pg_type r on r.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and r.typname <> 'trigger'
    order by p.proname`);
  return rows;
};

const typeOf = (name: string): string => TYPES[name] ?? 'string';
const texts = (values: readonly string[]): string => `[${values.map((value) => `'${value}'`).join(', ')}]`;
const row = (columns: readonly Column[]): string =>
  `{ ${columns.map(({ name, type, nullable }) => `${name}: ${typeOf(type)}${nullable ? ' | null' : ''}`).join('; ')} }`;

/** `all` makes every column optional, as in an update; otherwise those that may be left out of an insert are. */
const change = (columns: readonly Column[], all: boolean): string =>
  `{ ${columns
    .map(({ name, type, nullable, defaulted }) => {
      const optional = all || nullable || defaulted ? '?' : '';
      return `${name}${optional}: ${typeOf(type)}${nullable ? ' | null' : ''}`;
    })
    .join('; ')} }`;

const functionTypes = (fn: PublicFunction, tables: ReadonlyMap<string, readonly Column[]>): string => {
  const required = fn.argTypes.length - fn.defaults;
  const args = fn.argTypes.map(
    (type, index) =>
      `${fn.argNames?.[index] ?? `arg${index}`}${index < required ? '' : '?'}: ${typeOf(type)}`,
  );
  const columns = tables.get(fn.returns);
  const returned = columns ? row(columns) : typeOf(fn.returns);
  const set = columns
    ? `; SetofOptions: { from: '*'; to: '${fn.returns}'; isOneToOne: ${!fn.returnsSet}; isSetofReturn: ${fn.returnsSet} }`
    : '';
  return `${fn.name}: { Args: ${args.length ? `{ ${args.join('; ')} }` : 'never'}; Returns: ${returned}${fn.returnsSet ? '[]' : ''}${set} };`;
};

/** The types' source text, formatted. */
export const generateTypes = async (): Promise<string> => {
  const connection = await connect();
  try {
    await prepareAuth({
      connection,
      secrets: { jwtSecret: 'unused'.repeat(6), secretKey: 'sb_secret_unused', snapshotUploadKey: 'unused' },
      siteUrl: 'http://localhost',
      redirectOrigins: [],
      mail: () => undefined,
    });
    const pg = connection.driver;
    await migrate(pg);
    const tables = Map.groupBy(await columnsOf(pg), ({ relation }) => relation);
    const references = await referencesOf(pg);
    const source = `
      /** Written by \`npm run types:database\` from the migrations. */

      export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

      export interface Database {
        public: {
          Tables: {
            ${[...tables]
              .map(
                ([name, columns]) => `${name}: {
                  Row: ${row(columns)};
                  Insert: ${change(columns, false)};
                  Update: ${change(columns, true)};
                  Relationships: [${references
                    .filter(({ relation }) => relation === name)
                    .map(
                      (key) => `{
                        foreignKeyName: '${key.name}'; columns: ${texts(key.columns)}; isOneToOne: ${key.oneToOne};
                        referencedRelation: '${key.target}'; referencedColumns: ${texts(key.targetColumns)};
                      }`,
                    )
                    .join(', ')}];
                };`,
              )
              .join('\n')}
          };
          Views: Record<never, never>;
          Functions: {
            ${(await functionsOf(pg)).map((fn) => functionTypes(fn, tables)).join('\n')}
          };
          Enums: Record<never, never>;
          CompositeTypes: Record<never, never>;
        };
      }`;
    return await format(source, { ...(await resolveConfig(FILE)), parser: 'typescript' });
  } finally {
    await connection.close();
  }
};

/** What is committed. */
export const readTypes = (): string => readFileSync(FILE, 'utf8');

if (import.meta.main) writeFileSync(FILE, await generateTypes());
