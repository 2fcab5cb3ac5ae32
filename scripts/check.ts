import { type Check, runChecks } from './run.ts';

/** Lint and types take longest, so they start first. */
const LONGEST: readonly Check[] = [
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['types', 'astro', ['check', '--minimumFailingSeverity', 'warning']],
];

/** Translations are checked in `tests/unit/i18n.test.ts`. */
const OTHERS: readonly Check[] = [
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  // The worker has no document, and globals of its own.
  ['types of the service worker', 'tsc', ['-p', 'src/service-worker']],
  ['unused code', 'knip', []],
  ['styles', 'stylelint', ['src/**/*.scss', '--max-warnings', '0']],
];

/** Runs every static check, along with `beside`; reports failures and returns how many passed and failed. */
export const check = async (beside: readonly Check[] = []): Promise<{ passed: number; failed: number }> => {
  const checks = [...LONGEST, ...beside, ...OTHERS];
  const failed = await runChecks(checks);
  console.log(failed.length ? `\nChecks that failed: ${failed.join(', ')}` : '\nAll checks passed.');
  return { passed: checks.length - failed.length, failed: failed.length };
};

if (import.meta.main) process.exitCode = (await check()).failed ? 1 : 0;
