import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { run } from './run.ts';

/** Runs everything that verifies the product and ends with one line: `N passed, N failed`. */

interface Count {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'cueboard-reports-'));

/** Reads a runner's JSON report. A run without one, or that failed outside its tests, counts as one failure. */
const count = (exitCode: number, file: string, read: (report: unknown) => Count): Count => {
  try {
    const counted = read(JSON.parse(readFileSync(file, 'utf8')));
    return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
  } catch {
    return { passed: 0, failed: 1 };
  }
};

const vitest = async (): Promise<Count> => {
  const file = join(reports, 'vitest.json');
  const code = await run('vitest', [
    'run',
    '--project=!real',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return count(code, file, (report) => {
    const { numPassedTests, numFailedTests } = report as { numPassedTests: number; numFailedTests: number };
    return { passed: numPassedTests, failed: numFailedTests };
  });
};

const playwright = async (): Promise<Count> => {
  const file = join(reports, 'playwright.json');
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    CHROME_PATH: ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return count(code, file, (report) => {
    const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number } };
    // A test that only passed on retry counts as failed.
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
};

const build = async (): Promise<Count> => {
  const failed = (await run('node', ['supabase/embedded/build.ts'])) === 0 ? 0 : 1;
  return { passed: 1 - failed, failed };
};

const total: Count = { passed: 0, failed: 0 };

/** Runs a part and adds up what it counted; a part that couldn't run counts as one failure. */
const part = async (name: string, counted: () => Promise<Count>): Promise<void> => {
  console.log(`\n━━ ${name}`);
  const { passed, failed } = await counted().catch((error: unknown): Count => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  console.log(`\n${name}: ${passed} passed, ${failed} failed`);
  total.passed += passed;
  total.failed += failed;
};

// The build records its inputs, so the tests that start the server don't build again.
const built = part('build', build);
// The build keeps one processor busy, and tests that start processes wait for them now and then: that is enough for the
// checks, which must not slow them down.
const checks = part('checks', () => check({ patient: true, built }));
await built;
await part('unit and embedded backend', vitest);
await part('browser', playwright);
await checks;
rmSync(reports, { recursive: true, force: true });

process.exitCode = total.failed ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
