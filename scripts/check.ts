import { run } from './run.ts';

/** The static checks, by name; each is one command whose exit code decides. Translations are checked in `tests/unit/i18n.test.ts`. */
const CHECKS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['types', 'astro', ['check', '--minimumFailingSeverity', 'warning']],
  // The worker runs without a document, and with globals of its own.
  ['types of the service worker', 'tsc', ['-p', 'src/service-worker']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['styles', 'stylelint', ['src/**/*.scss', '--max-warnings', '0']],
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['unused code', 'knip', []],
  ['translations', 'vitest', ['run', '--project', 'unit', 'tests/unit/i18n.test.ts']],
];

/** Runs every static check and says which failed. Gives the numbers of passed and failed ones. */
export const check = async (): Promise<{ passed: number; failed: number }> => {
  const failures: string[] = [];
  for (const [name, command, args] of CHECKS) {
    console.log(`\n── check: ${name}`);
    if ((await run(command, args)) !== 0) failures.push(name);
  }
  console.log(failures.length ? `\nChecks that failed: ${failures.join(', ')}` : '\nAll checks passed.');
  return { passed: CHECKS.length - failures.length, failed: failures.length };
};

if (import.meta.main) process.exitCode = (await check()).failed ? 1 : 0;
