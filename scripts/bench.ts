import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, type Turn } from '../tests/bench/common/compare.ts';
import type { PrintedTable } from '../tests/bench/common/record-tables.ts';
import { root, run } from './run.ts';

/**
 * Runs the measurements in `tests/bench/` whose names contain an argument, or all of them, passing on the options: `npm
 * run bench -- overlay eight --layout tv`. Each prints its own table. `--against <revision>` also measures that
 * revision, in turns, in its own checkout, and prints the ratios: `npm run bench -- tap save --against main~3`.
 * `--turns` sets how many times, 3 by default.
 */

const TURNS = 3;

const named = process.argv.slice(2);
/** Takes an option with its value out of the arguments. */
const option = (name: string): string | undefined => {
  const at = named.indexOf(name);
  return at < 0 ? undefined : named.splice(at, 2)[1];
};
const revision = option('--against');
const turns = Number(option('--turns') ?? TURNS);
const first = named.findIndex((part) => part.startsWith('--'));
const options = first < 0 ? [] : named.splice(first);
const chosen = globSync('tests/bench/*.ts', { cwd: root })
  .sort()
  .filter((file) => !named.length || named.some((part) => file.includes(part)));

/** Runs a tool in a checkout. Throws if it fails. */
const must = async (folder: string, command: string, ...args: readonly string[]): Promise<void> => {
  if ((await run(command, args, {}, folder)) !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
};

/** Measures in a checkout, and returns the tables that were printed. */
const measure = async (folder: string, file: string): Promise<readonly PrintedTable[]> => {
  const tables = join(temporary, 'tables');
  rmSync(tables, { force: true });
  const recorder = join(root, 'tests/bench/common/record-tables.ts');
  const env = { BENCH_TABLES: tables };
  if ((await run('node', ['--import', recorder, file, ...options], env, folder)) !== 0) process.exitCode = 1;
  if (!existsSync(tables)) return [];
  return readFileSync(tables, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PrintedTable);
};

/** Installs and builds a revision in a separate checkout. */
const checkOut = async (revision: string): Promise<string> => {
  const commit = execFileSync('git', ['rev-parse', '--verify', `${revision}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  const folder = join(temporary, 'before');
  await must(root, 'git', 'clone', '--quiet', '--shared', '--no-checkout', root, folder);
  await must(folder, 'git', 'checkout', '--quiet', '--detach', commit);
  await must(folder, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
  return folder;
};

/** A server that finds its site built doesn't build it while it is measured. */
const buildSite = (folder: string): Promise<void> =>
  must(folder, 'node', ...globSync('supabase/embedded/**/build.ts', { cwd: folder }));

/** Four digits: more would only be noise. */
const short = (value: number): number => Number(value.toPrecision(4));

const temporary = mkdtempSync(join(tmpdir(), 'cueboard-bench-'));
try {
  if (revision === undefined) {
    for (const file of chosen) {
      console.log(`\n── ${file}`);
      if ((await run('node', [file, ...options])) !== 0) process.exitCode = 1;
    }
  } else {
    const folder = await checkOut(revision);
    for (const checkout of [folder, root]) await buildSite(checkout);
    for (const file of chosen) {
      if (!existsSync(join(folder, file))) {
        console.log(`\n── ${file}: not in ${revision}`);
        continue;
      }
      const measured: Turn[] = [];
      for (let turn = 1; turn <= turns; turn += 1) {
        console.log(`\n── ${file}, ${revision}, turn ${turn} of ${turns}`);
        const before = await measure(folder, file);
        console.log(`\n── ${file}, now, turn ${turn} of ${turns}`);
        measured.push({ before, now: await measure(root, file) });
      }
      const { compared, missing } = compare(measured);
      console.log(`\n── ${file}: now / ${revision}, medians of ${turns} turns`);
      console.table(
        Object.fromEntries(
          [...compared].map(([name, { before, now, ratio, spread }]) => [
            name,
            {
              [revision]: short(before),
              now: short(now),
              ratio: ratio.toFixed(2),
              spread: spread.map((one) => one.toFixed(2)).join(' – '),
            },
          ]),
        ),
      );
      if (missing.length) console.log(`Not measured in every run: ${missing.join(', ')}`);
    }
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
