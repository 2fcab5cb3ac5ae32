import { type Check, runChecks } from './run.ts';

/** The checks that read types that a build writes. They take longest, so they start first. */
const TYPED: readonly Check[] = [
  ['own rules', 'eslint', ['.', '--max-warnings', '0']],
  ['lint and types', 'oxlint', ['--deny-warnings']],
  // The linter reads no types of pages, and skips what is generated.
  [
    'types of pages',
    'astro',
    ['check', '--tsconfig', 'tsconfig.astro.json', '--minimumFailingSeverity', 'warning'],
  ],
];

/** Translations are checked in `tests/unit/i18n/i18n.test.ts`. */
const UNTYPED: readonly Check[] = [
  ['layers', 'node', ['scripts/layers.ts']],
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['unused code', 'knip', []],
  ['styles', 'stylelint', ['src/**/*.scss', '--max-warnings', '0']],
];

/**
 * Runs every static check; reports failures and returns how many passed and failed. Checks that need a build wait for
 * it.
 */
export const check = async ({
  built,
  ...options
}: { readonly built?: Promise<unknown> } & Parameters<typeof runChecks>[1] = {}): Promise<{
  passed: number;
  failed: number;
}> => {
  const runs = built
    ? [runChecks(UNTYPED, options), built.then(() => runChecks(TYPED, options))]
    : [runChecks([...TYPED, ...UNTYPED], options)];
  const failed = (await Promise.all(runs)).flat();
  console.log(failed.length ? `\nChecks that failed: ${failed.join(', ')}` : '\nAll checks passed.');
  return { passed: TYPED.length + UNTYPED.length - failed.length, failed: failed.length };
};

if (import.meta.main) process.exitCode = (await check()).failed ? 1 : 0;
