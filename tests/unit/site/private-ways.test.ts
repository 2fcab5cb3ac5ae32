import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Packages on whose inner ways we rely, and the files that do. An update fails here on purpose: read these files
 * against the new version, then write it down.
 */
const PRIVATE_WAYS = [
  {
    packages: { '@supabase/phoenix': '0.4.5' },
    signs: /from '@supabase\/phoenix'/,
    files: ['src/backend/realtime.ts'],
  },
  {
    // How long before its end a session is renewed.
    packages: { '@supabase/auth-js': '2.119.0' },
    signs: /from '@supabase\/auth-js'/,
    files: ['src/backend/client.ts'],
  },
  {
    packages: { '@supabase/lite': '0.10.0' },
    signs: /^import \{.*from '@supabase\/lite/m,
    files: ['supabase/embedded/data/lite.ts'],
  },
  {
    packages: { astro: '7.3.5' },
    signs: /component-url|astro:hydration-error|<meta http-equiv="content-security-policy"/,
    files: [
      'src/browser/cannot-run.ts',
      'src/build/client-take.ts',
      'src/build/client-use.ts',
      'src/build/own-policy.ts',
    ],
  },
  {
    packages: { 'astro-i18next': '1.0.0-beta.21' },
    signs: /from 'astro-i18next/,
    files: ['astro.config.mjs'],
  },
];

const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version?: string; dependencies?: object; devDependencies?: object }>;
};
const asked = { ...locked['']?.dependencies, ...locked['']?.devDependencies } as Record<string, string>;
const sources = globSync('{*.mjs,*.ts,src/**/*.{ts,tsx,astro},supabase/**/*.ts}');

test.each(PRIVATE_WAYS)('what relies on $files was read against $packages', ({ packages, signs, files }) => {
  for (const [name, version] of Object.entries(packages)) {
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version);
    // Exactly, so that no update is automatic.
    expect(asked[name] ?? version, name).toBe(version);
  }
  expect(sources.filter((file) => signs.test(readFileSync(file, 'utf8'))).sort()).toEqual(files);
});
