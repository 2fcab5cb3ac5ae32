import { type Check, runChecks } from './run.ts';

/** Lint and types take longest, so they start first. Translations are checked in `tests/unit/i18n.test.ts`. */
const CHECKS: readonly Check[] = [
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['types', 'astro', ['check', '--minimumFailingSeverity', 'warning']],
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  // The worker has no document, and globals of its own.
  ['types of the service worker', 'tsc', ['-p', 'src/service-worker']],
  ['unused code', 'knip', []],
  ['styles', 'stylelint', ['src/**/*.scss', '--max-warnings', '0']],
];

/** Runs every static check; reports failures and returns how many passed and failed. */
export const check = async (
  options: Parameters<typeof runChecks>[1] = {},
): Promise<{ passed: number; failed: number }> => {
  const failed = await runChecks(CHECKS, options);
  console.log(failed.length ? `\nChecks that failed: ${failed.join(', ')}` : '\nAll checks passed.');
  return { passed: CHECKS.length - failed.length, failed: failed.length };
};

if (import.meta.main) process.exitCode = (await check()).failed ? 1 : 0;
