import { describe, expect, test } from 'vitest';
import { documented, isHere, project, supabase, VERSION } from './supabase-cli.ts';

/** The documented commands, as far as they go without an account or Docker. */

/** Where it ends without an account, or without Docker. */
const WITHOUT_ACCOUNT =
  /^(Access token not provided|Cannot find project ref\. Have you run supabase link\?|Target: local stack)/;

test('the documents name one version', () => {
  expect(documented.length).toBeGreaterThan(5);
  expect(documented.filter(({ version }) => version !== VERSION)).toEqual([]);
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});

describe.runIf(isHere)('the documented commands of Supabase’s CLI', () => {
  test.each(documented)(
    'supabase $line of $file is known, and nothing in it or the settings is deprecated',
    async ({ args }) => {
      const { output } = await supabase(project(), ...args);
      expect(output).toMatch(WITHOUT_ACCOUNT);
      expect(output).not.toMatch(/deprecated|WARN|no longer/i);
    },
  );

  test('an option that doesn’t exist would be seen', async () => {
    expect((await supabase(project(), 'db', 'push', '--remot')).output).not.toMatch(WITHOUT_ACCOUNT);
  });
});
