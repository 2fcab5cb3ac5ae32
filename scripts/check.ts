import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type Check, root, runChecks } from './run.ts';

interface Tool {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What stands for all files. */
  readonly everything?: readonly string[];
  /** The files that it checks one by one. Without, a change can make it fail in other files. */
  readonly files?: RegExp;
  /** Reads types that a build writes. */
  readonly typed?: true;
}

/** The slowest start first. */
const TOOLS: readonly Tool[] = [
  {
    name: 'own rules',
    command: 'eslint',
    args: ['--max-warnings', '0', '--no-warn-ignored'],
    everything: ['.'],
    files: /\.(ts|tsx|mjs|astro)$/,
    typed: true,
  },
  { name: 'lint and types', command: 'oxlint', args: ['--deny-warnings'], typed: true },
  // The linter reads no types of pages, and skips what is generated.
  {
    name: 'types of pages',
    command: 'astro',
    args: ['check', '--tsconfig', 'tsconfig.astro.json', '--minimumFailingSeverity', 'warning'],
    typed: true,
  },
  { name: 'layers', command: 'node', args: ['scripts/layers.ts'] },
  {
    name: 'formatting',
    command: 'prettier',
    args: ['--check', '--ignore-unknown', '--log-level', 'warn'],
    everything: ['.'],
    files: /./,
  },
  { name: 'unused code', command: 'knip', args: [] },
  {
    name: 'styles',
    command: 'stylelint',
    args: ['--max-warnings', '0'],
    everything: ['src/**/*.scss'],
    files: /^src\/.*\.scss$/,
  },
];

/** In all tests, these are among the unit tests. */
const TRANSLATIONS: Check = ['translations', 'vitest', ['run', '--project=unit', 'tests/unit/i18n']];

const wholly = ({ name, command, args, everything = [] }: Tool): Check => [
  name,
  command,
  [...args, ...everything],
];

const report = (failed: readonly string[]): void =>
  console.log(failed.length ? `\nChecks that failed: ${failed.join(', ')}` : '\nAll checks passed.');

/**
 * Runs every static check but that of translations, beside other tests; reports failures and returns how many passed and
 * failed. Checks that need the build wait for it.
 */
export const check = async (built: Promise<unknown>): Promise<{ passed: number; failed: number }> => {
  const run = (typed: boolean) =>
    runChecks(TOOLS.filter((tool) => (tool.typed ?? false) === typed).map(wholly), { patient: true });
  const failed = (await Promise.all([run(false), built.then(() => run(true))])).flat();
  report(failed);
  return { passed: TOOLS.length - failed.length, failed: failed.length };
};

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** The files that differ from those of `origin/main`, or of the last commit if there is no such branch. */
const changedFiles = (): string[] => {
  const [base = 'HEAD'] = git('for-each-ref', '--format=%(objectname)', 'refs/remotes/origin/main');
  return [
    ...git('diff', '--name-only', '--diff-filter=d', '--merge-base', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
};

/** Checks what changed; with `--all`, everything. */
const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
  const changed = changedFiles();
  const checks = TOOLS.flatMap((tool): Check[] => {
    if (values.all || !tool.files) return [wholly(tool)];
    const own = changed.filter((file) => tool.files?.test(file));
    return own.length ? [[tool.name, tool.command, [...tool.args, ...own]]] : [];
  });
  const failed = await runChecks([...checks, TRANSLATIONS]);
  report(failed);
  if (failed.length) process.exitCode = 1;
};

if (import.meta.main) await main();
