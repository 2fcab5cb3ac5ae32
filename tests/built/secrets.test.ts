import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, DIST } from '../../supabase/embedded/data/paths.ts';

/**
 * Texts that must not be in the site's files: keys, tokens, ways to the database, and paths of the computer that built
 * it.
 */
const SECRETS = {
  'a secret key': /\bsb_secret_[\w-]{8,}/,
  'a signed token': /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a database’s address': /\bpostgres(?:ql)?:\/\//,
  'the role of the service': /\bservice_role\b/,
  'a setting that only servers have': /\bSUPABASE_(?:SECRET|SERVICE)\w*/,
} as const;

const secretsIn = (text: string): string[] => [
  ...Object.entries(SECRETS).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])),
  ...(text.includes(ROOT) ? ['the folder that it was built in'] : []),
];

test('no file of the site has a secret in it', () => {
  const files = globSync('**/*.{html,js,css,json,xml,txt,svg,webmanifest}', { cwd: DIST });
  expect(files.length).toBeGreaterThan(100);
  const found = files.map((file) => [file, ...secretsIn(readFileSync(join(DIST, file), 'utf8'))]);
  expect(found.filter(([, ...secrets]) => secrets.length)).toEqual([]);
});

test('one would be found', () => {
  const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJyb2xlIjoiYW5vbiJ9', 'c2lnbmF0dXJlLW9mLWl0'].join('.');
  expect(secretsIn(`key="sb_secret_${'x'.repeat(12)}"; token="${token}"; root="${ROOT}/src"`)).toEqual([
    'a secret key',
    'a signed token',
    'the folder that it was built in',
  ]);
});
