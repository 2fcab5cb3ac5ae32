import { readdirSync, readFileSync } from 'node:fs';
import { pgtap } from '@electric-sql/pglite/pgtap';
import { afterAll, describe, expect, test } from 'vitest';
import { openInMemory } from '../../supabase/embedded/in-memory.ts';

/** Runs `supabase/tests/*.sql` on a database of its own; each of their assertions is a test here. */

const FOLDER = new URL('../../supabase/tests/', import.meta.url);
const connection = await openInMemory({ extensions: { pgtap } });
const pg = connection.driver;

afterAll(() => connection.close());

/** Every line of TAP that a file's statements return, in order. */
const runFile = async (sql: string): Promise<string[]> => {
  try {
    const results = await pg.exec(sql);
    return results
      .flatMap(({ rows }) => rows.flatMap((row) => Object.values(row as Record<string, unknown>)))
      .filter((value) => typeof value === 'string')
      .filter((text) => /^(?:ok|not ok|1\.\.|# )/.test(text));
  } catch (error) {
    await pg.exec('rollback');
    return [`Bail out! ${String(error)}`];
  }
};

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));

test('there are files to run', () => {
  expect(files.length).toBeGreaterThan(0);
});

for (const file of files) {
  const sql = readFileSync(new URL(file, FOLDER), 'utf8');
  const lines = await runFile(sql);
  const assertions = lines.filter((line) => /^(?:ok|not ok)/.test(line));

  describe(sql.split('\n', 1)[0]?.replace(/^-- /, '') ?? file, () => {
    for (const line of assertions) {
      const name = /^(?:not )?ok \d+ - (?<name>.*)/.exec(line)?.groups?.['name'] ?? line;
      test(name, () => {
        expect(line).toMatch(/^ok/);
      });
    }

    test(`${file} ran as planned`, () => {
      // finish() says here what differs from the plan, and how many failed.
      expect(lines.filter((line) => !assertions.includes(line))).toEqual([`1..${assertions.length}`]);
      expect(assertions).not.toEqual([]);
    });
  });
}
