import { type Check, runChecks } from './run.ts';

/** The static checks, the longest first. Translations are checked in `tests/unit/i18n.test.ts`. */
const CHECKS: readonly Check[] = [
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['types', 'astro', ['check', '--minimumFailingSeverity', 'warning']],
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  // The worker runs without a document, and with globals of its own.
  ['types of the service worker', 'tsc', ['-p', 'src/service-worker']],
  ['unused code', 'knip', []],
  ['styles', 'stylelint', ['src/**/*.scss', '--max-warnings', '0']],
  ['translations', 'vitest', ['run', '--project', 'unit', 'tests/unit/i18n.test.ts']],
];

/** Runs every static check and says which failed. Gives the numbers of passed and failed ones. */
export const check = async (): Promise<{ passed: number; failed: number }> => {
  const failed = await runChecks(CHECKS);
  console.log(failed.length ? `\nChecks that failed: ${failed.join(', ')}` : '\nAll checks passed.');
  return { passed: CHECKS.length - failed.length, failed: failed.length };
};

if (import.meta.main) process.exitCode = (await check()).failed ? 1 : 0;
