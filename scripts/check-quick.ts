import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type Check, root, runChecks } from './run.ts';

/**
 * `npm run check:quick`: what can be known in about ten seconds of the files that differ from the last commit, or with
 * `--staged` of those that the next one takes. It reads them as they lie in the folder, and says what it didn't look at.
 */

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

const { staged } = parseArgs({ options: { staged: { type: 'boolean', default: false } } }).values;
// Without those that were deleted.
const differing = ['diff', '--name-only', '-z', '--diff-filter=d'];
const files = staged
  ? git(...differing, '--cached')
  : [...git(...differing, 'HEAD'), ...git('ls-files', '-z', '--others', '--exclude-standard')];
const deletedScripts = git('diff', '--name-only', '-z', '--diff-filter=D', 'HEAD', '--', '*.ts', '*.tsx');

const of = (pattern: RegExp): string[] => files.filter((file) => pattern.test(file));
const [formatted, linted, scripts, styles, tested] = [
  of(/\.(?:ts|tsx|mjs|jsonc?|scss|astro|md|ya?ml)$/),
  of(/\.(?:ts|tsx|mjs|astro)$/),
  [...of(/\.tsx?$|(?:^|\/)tsconfig\.json$/), ...deletedScripts],
  of(/\.scss$/),
  // The test of the translations reads what it checks from the folder.
  [...of(/\.tsx?$/), ...(of(/^(?:i18n|src)\//).length ? ['tests/unit/i18n.test.ts'] : [])],
];

/** The compiler reads every file, and remembers what it made of those that have not changed. */
const typeChecker = (name: string, project: string, memory: string): Check => [
  name,
  'tsc',
  [
    '-p',
    project,
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    `node_modules/.cache/${memory}.tsbuildinfo`,
  ],
];

const checks: Check[] = [];
if (linted.length) {
  checks.push([
    `lint of ${linted.length} files`,
    'eslint',
    ['--config', 'eslint.quick.mjs', '--max-warnings', '0', '--no-warn-ignored', ...linted],
  ]);
}
if (scripts.length) {
  checks.push(typeChecker('types, except in .astro files', '.', 'types'));
  checks.push(typeChecker('types of the service worker', 'src/service-worker', 'worker-types'));
}
if (tested.length) {
  const related = ['related', '--run', '--project', 'unit', '--passWithNoTests', ...tested];
  checks.push([`unit tests of ${tested.length} files`, 'vitest', related]);
}
if (formatted.length) {
  checks.push([
    `formatting of ${formatted.length} files`,
    'prettier',
    ['--check', '--log-level', 'warn', ...formatted],
  ]);
}
if (styles.length)
  checks.push([`styles of ${styles.length} files`, 'stylelint', ['--max-warnings', '0', ...styles]]);

const failed = await runChecks(checks);
process.exitCode = failed.length ? 1 : 0;

const partly = staged ? git('diff', '--name-only', '-z').filter((file) => files.includes(file)) : [];
if (partly.length) console.log(`Staged in part, checked as they lie in the folder: ${partly.join(', ')}`);
const unseen = files.filter((file) => ![formatted, linted, styles].some((seen) => seen.includes(file)));
if (unseen.length) console.log(`Not looked at: ${unseen.join(', ')}`);
console.log(
  failed.length
    ? `Failed: ${failed.join(', ')}`
    : `${files.length} changed files: ${checks.length} checks passed. Lint by types, types in .astro files, unused ` +
        "code, the backend's tests and the browser are left to npm test.",
);
