import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from '@supabase/pg-delta/extract';
import { renderPlanFiles } from '@supabase/pg-delta/frontends';
import { plan } from '@supabase/pg-delta/plan';
import type { Pool } from 'pg';
import { MIGRATIONS } from '../supabase/embedded/data/database.ts';
import { ROOT } from '../supabase/embedded/data/paths.ts';
import { StartProblem } from '../supabase/embedded/http/problem.ts';
import { readOptions, runProgram } from '../supabase/embedded/ops/program.ts';
import { openTemporary } from '../supabase/embedded/ops/temporary.ts';
import { makeBaseline } from './baseline.ts';

/**
 * `npm run baseline` writes the one migration that no release has yet: the whole of `supabase/schemas` before the first
 * release, and afterwards only what the schemas have changed since the last one.
 */

const BASELINE = '20261126000000_baseline.sql';
/** The hash of each migration that a release has, by file name. */
export const RELEASED = join(ROOT, 'supabase/released.json');
/** Begins the part that this command writes. The part before it is written by hand. */
const MARK = '-- Written by `npm run baseline` from supabase/schemas.\n';

type Released = Readonly<Record<string, string>>;

export const readReleased = (file = RELEASED): Released =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Released) : {};

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();

/** The hash of each migration in `folder`, by file name. */
export const hashesOf = (folder = MIGRATIONS): Released =>
  Object.fromEntries(
    filesIn(folder).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );

/** What is wrong with the migrations in `folder`, as sentences. */
export const faultsOf = (released: Released, folder = MIGRATIONS): string[] => {
  const hashes = hashesOf(folder);
  const fresh = Object.keys(hashes).filter((file) => !(file in released));
  const last = Object.keys(released).sort().at(-1) ?? '';
  return [
    ...Object.entries(released).flatMap(([file, hash]) =>
      hashes[file] === hash
        ? []
        : [`${file} is released: it must be as it was, because installations refuse another form.`],
    ),
    ...fresh.flatMap((file) =>
      file < last ? [`${file} must be dated after ${last}, which is released.`] : [],
    ),
    ...(fresh.length > 1 ? [`A release gets one migration, and there are ${fresh.join(', ')}.`] : []),
  ];
};

/** A database made by `files`, by name. */
const open = async (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-migrations-'));
  try {
    for (const [file, sql] of Object.entries(files)) writeFileSync(join(folder, file), sql);
    return await openTemporary(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

interface Right {
  readonly act: string;
  readonly line: string;
}

const readRights = async (pg: Pool): Promise<readonly Right[]> =>
  (
    await pg.query<Right>(
      `select act, format('  (%L, %L, %L)', act, place, who) as line from private.rights order by act`,
    )
  ).rows;

/** The statements that bring the rows of rights up to date. */
const changeRights = async (from: Pool, to: Pool): Promise<string> => {
  const [before, after] = [await readRights(from), await readRights(to)];
  const isIn = (rights: readonly Right[]) => (right: Right) => rights.some(({ line }) => line === right.line);
  const gone = before.filter((right) => !isIn(after)(right)).map(({ act }) => `'${act}'`);
  const added = after.filter((right) => !isIn(before)(right)).map(({ line }) => line);
  return [
    ...(gone.length > 0 ? [`delete from private.rights where act in (${gone.join(', ')});\n`] : []),
    ...(added.length > 0
      ? [`insert into private.rights (act, place, who) values\n${added.join(',\n')};\n`]
      : []),
  ].join('\n');
};

/** The statements, with new tables closed to the API's roles: a hosted project's defaults may give them everything. */
const closeTables = (sql: string): string =>
  sql.replace(
    /^CREATE TABLE ("public"\."\w+") [^]*?^ALTER TABLE \1 OWNER TO .*\n/gm,
    '$&\nREVOKE ALL ON TABLE $1 FROM "anon", "authenticated";\n',
  );

/**
 * The statements that lead from the migrations in `files` to `schemas`. Throws StartProblem, naming what a person has
 * to write, if some would delete data.
 */
const changesSince = async (files: Readonly<Record<string, string>>, schemas: string): Promise<string> => {
  const from = await open(files);
  try {
    const to = await open({ [BASELINE]: schemas });
    try {
      const [before, after] = [await extract(from.pg), await extract(to.pg)];
      const planned = plan(before.factBase, after.factBase);
      const losing = planned.actions.filter(({ dataLoss }) => dataLoss === 'destructive');
      if (losing.length > 0) {
        throw new StartProblem(
          `These statements would delete data. Write what keeps it at the top of the migration, above "${MARK.trim()}", and run this again:\n` +
            losing.map(({ sql }) => sql).join('\n'),
        );
      }
      const { files: rendered } = renderPlanFiles(planned, { allowDrops: true });
      if (rendered.some(({ transactional }) => !transactional) || rendered.length > 1) {
        throw new StartProblem(
          'These changes need more than one transaction: write them in SQL that needs one.',
        );
      }
      return [closeTables(rendered[0]?.contents ?? ''), await changeRights(from.pg, to.pg)]
        .filter(Boolean)
        .join('\n');
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
};

interface Draft {
  readonly file: string;
  readonly sql: string;
}

/**
 * The migration in `folder` that no release has: undefined if the released ones make the schemas already. A new one is
 * dated `now`. Throws StartProblem.
 */
export const nextMigration = async (
  released: Released,
  {
    folder = MIGRATIONS,
    schemas = makeBaseline(),
    now = new Date(),
  }: { readonly folder?: string; readonly schemas?: string; readonly now?: Date } = {},
): Promise<Draft | undefined> => {
  if (Object.keys(released).length === 0) return { file: BASELINE, sql: `${MARK}${schemas}` };
  const faults = faultsOf(released, folder);
  if (faults.length > 0) throw new StartProblem(faults.join('\n'));
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const own = filesIn(folder).find((file) => !(file in released));
  const file = own ?? `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_changes.sql`;
  const byHand = own === undefined ? '' : (read(own).split(MARK, 1)[0] ?? '');
  const before = Object.fromEntries(Object.keys(released).map((name) => [name, read(name)]));
  const changes = await changesSince(byHand === '' ? before : { ...before, [file]: byHand }, schemas);
  return byHand === '' && changes === '' ? undefined : { file, sql: `${byHand}${MARK}\n${changes}` };
};

const main = async (): Promise<void> => {
  readOptions('npm run baseline    writes the migration that no release has yet, from supabase/schemas', {
    options: {},
  });
  const next = await nextMigration(readReleased());
  if (next) writeFileSync(join(MIGRATIONS, next.file), next.sql);
};

if (import.meta.main) await runProgram(main);
