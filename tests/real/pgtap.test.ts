import { test } from 'vitest';

/** All of `supabase/tests/` on the server that a setting names; on ours, the usual run has them. */

if (process.env['CUEBOARD_TEST_POSTGRES'] === undefined) {
  test.skip('pgTAP on a server of its own: CUEBOARD_TEST_POSTGRES=postgres://… names none', () => undefined);
} else {
  await import('../embedded/pgtap.test.ts');
}
