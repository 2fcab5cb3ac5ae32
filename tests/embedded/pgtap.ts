import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ClientBase, QueryResult } from 'pg';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../supabase/embedded/data/paths.ts';

const FOLDER = join(ROOT, 'supabase/tests');
/** pgTAP's functions, which the Supabase CLI puts into a database that it tests: PGlite's package carries them. */
const PGTAP = join(ROOT, 'node_modules/@electric-sql/pglite/dist/pgtap.tar.gz');
const PGTAP_SQL = 'share/postgresql/extension/pgtap--1.3.5.sql';

/** Puts pgTAP into a database's schema `extensions`, as its superuser. */
export const installPgtap = async (session: ClientBase): Promise<void> => {
  await session.query('set search_path = extensions');
  await session.query(
    execFileSync('tar', ['-xzOf', PGTAP, PGTAP_SQL], { encoding: 'utf8', maxBuffer: 2 ** 24 }),
  );
  await session.query('reset search_path');
};

/** A file's statements, with those of the files that it includes as psql's `\ir` does: by a path from its own folder. */
const readSql = (file: string): string =>
  readFileSync(file, 'utf8').replace(/^\\ir (.+)$/gm, (_line, included: string) =>
    readSql(join(dirname(file), included)),
  );

/** Every line of TAP that a file's statements return, in order. */
const runFile = async (session: ClientBase, sql: string): Promise<string[]> => {
  try {
    const results = (await session.query(sql)) as unknown as QueryResult<Record<string, unknown>>[];
    return results
      .flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
      .filter((value) => typeof value === 'string')
      .filter((text) => /^(?:(?:not )?ok \d|1\.\.|# )/.test(text));
  } catch (error) {
    await session.query('rollback');
    return [`Bail out! ${String(error)}`];
  }
};

/** Runs `supabase/tests/` in a session; each of the files' assertions is a test. */
export const runPgtap = async (session: ClientBase): Promise<void> => {
  const files = globSync(join(FOLDER, '**/*.sql')).sort();

  test('there are files to run', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  for (const file of files) {
    const sql = readSql(file);
    const lines = await runFile(session, sql);
    const assertions = lines.filter((line) => /^(?:ok|not ok)/.test(line));

    describe(sql.split('\n', 1)[0]?.replace(/^-- /, '') ?? file, () => {
      for (const line of assertions) {
        const name = /^(?:not )?ok \d+ - (?<name>.*)/.exec(line)?.groups?.['name'] ?? line;
        test(name, () => {
          expect(line).toMatch(/^ok/);
        });
      }

      test(`${relative(FOLDER, file)} ran as planned`, () => {
        // finish() says here what differs from the plan, and how many failed.
        expect(lines.filter((line) => !assertions.includes(line))).toEqual([`1..${assertions.length}`]);
        expect(assertions).not.toEqual([]);
      });
    });
  }
};
