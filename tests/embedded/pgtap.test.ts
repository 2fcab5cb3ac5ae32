import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pgtap } from '@electric-sql/pglite/pgtap';
import { afterAll, describe, expect, test } from 'vitest';
import { openInMemory } from '../../supabase/embedded/in-memory.ts';
import { ROOT } from '../../supabase/embedded/paths.ts';

/** Runs `supabase/tests/` on a database of its own; each of the files' assertions is a test here. */

const FOLDER = join(ROOT, 'supabase/tests');
const connection = await openInMemory({ extensions: { pgtap } });
const pg = connection.driver;

afterAll(() => connection.close());

/** A file's statements, with those of the files that it includes as psql's `\ir` does: by a path from its own folder. */
const readSql = (file: string): string =>
  readFileSync(file, 'utf8').replace(/^\\ir (.+)$/gm, (_line, included: string) =>
    readSql(join(dirname(file), included)),
  );

/** Every line of TAP that a file's statements return, in order. */
const runFile = async (sql: string): Promise<string[]> => {
  try {
    const results = await pg.exec(sql);
    return results
      .flatMap(({ rows }) => rows.flatMap((row) => Object.values(row as Record<string, unknown>)))
      .filter((value) => typeof value === 'string')
      .filter((text) => /^(?:(?:not )?ok \d|1\.\.|# )/.test(text));
  } catch (error) {
    await pg.exec('rollback');
    return [`Bail out! ${String(error)}`];
  }
};

const files = globSync(join(FOLDER, '**/*.sql')).sort();

test('there are files to run', () => {
  expect(files.length).toBeGreaterThan(0);
});

for (const file of files) {
  const sql = readSql(file);
  const lines = await runFile(sql);
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
