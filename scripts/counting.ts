import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

/** The totals of a run's parts; the skipped tests by name. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: readonly string[];
}

const FAILED: Count = { passed: 0, failed: 1 };

const reports = mkdtempSync(join(tmpdir(), 'cueboard-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

/** Reads a runner's JSON report. A run without one, or that failed outside its tests, counts as one failure. */
const count = (exitCode: number, file: string, read: (report: unknown) => Count): Count => {
  try {
    const counted = read(JSON.parse(readFileSync(file, 'utf8')));
    return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
  } catch {
    return FAILED;
  }
};

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs Vitest, with arguments that choose the tests. */
export const vitest = async (...args: readonly string[]): Promise<Count> => {
  const file = join(reports, 'vitest.json');
  const code = await run('vitest', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return count(code, file, (report) => {
    const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
    const skipped = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName }) => fullName);
    return { passed: numPassedTests, failed: numFailedTests, skipped };
  });
};

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
}

/** Runs Playwright. */
export const playwright = async (env: NodeJS.ProcessEnv): Promise<Count> => {
  const file = join(reports, 'playwright.json');
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return count(code, file, (report) => {
    const { stats } = report as PlaywrightReport;
    // A test that only passed on retry counts as failed.
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
};

/** Builds the site; the build records its inputs, so tests that start the server don't build again. */
export const build = async (): Promise<Count> => {
  const failed = (await run('node', ['supabase/embedded/ops/build.ts'])) === 0 ? 0 : 1;
  return { passed: 1 - failed, failed };
};

/** Adds up the parts of a run. */
export const createTotal = () => {
  const total = { passed: 0, failed: 0, skipped: [] as string[] };
  return {
    total,
    /** Runs a part and adds up what it counted; a part that couldn't run counts as one failure. */
    part: async (name: string, counted: () => Promise<Count>): Promise<void> => {
      console.log(`\n━━ ${name}`);
      const {
        passed,
        failed,
        skipped = [],
      } = await counted().catch((error: unknown): Count => {
        console.error(error instanceof Error ? error.message : error);
        return FAILED;
      });
      console.log(`\n${name}: ${passed} passed, ${failed} failed`);
      total.passed += passed;
      total.failed += failed;
      total.skipped.push(...skipped);
    },
  };
};
