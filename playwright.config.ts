import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.ts';

const port = Number(process.env['E2E_PORT'] ?? 4390);
// Workers load this file again, so the folder is created once and passed on.
process.env['CUEBOARD_DATA'] ??= mkdtempSync(join(tmpdir(), 'cueboard-e2e-'));
process.env['E2E_ORIGIN'] = `http://localhost:${port}`;
const executablePath = process.env['CHROME_PATH'] ?? findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  snapshotPathTemplate: '{testDir}/appearance/{arg}{ext}',
  fullyParallel: true,
  // One more than the processors of a small computer: tests also wait.
  workers: 3,
  forbidOnly: true,
  // Long, because they catch what hangs, and not what is slow on a busy machine.
  timeout: 90_000,
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  reporter: 'list',
  use: {
    baseURL: process.env['E2E_ORIGIN'],
    browserName: 'chromium',
    launchOptions: {
      args: [
        ...CHROMIUM_FLAGS,
        '--host-resolver-rules=MAP venue.test 127.0.0.1',
        // A test's pages are gone before compiled code pays.
        '--js-flags=--no-maglev --no-turbofan --no-sparkplug',
        // Two tests at once keep two processors busy: each process and thread more is only to be started and woken up.
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
        '--in-process-gpu',
        '--num-raster-threads=1',
      ],
      ...(executablePath ? { executablePath } : {}),
    },
    locale: 'en-GB',
    // A service worker would answer requests before a test's routes do; tests of the worker allow it.
    serviceWorkers: 'block',
    // Tracing takes a third of a test's time. To debug a failure: `npx playwright test --trace on`.
    trace: 'off',
    // `test.ts` takes those of failures: Playwright would take one of every page before it knows how its test ends.
    screenshot: 'off',
  },
  webServer: {
    command: `node supabase/embedded/ops/start.ts --origin http://venue.test:${port}`,
    env: { PORT: String(port), CUEBOARD_DATA: process.env['CUEBOARD_DATA'] },
    url: process.env['E2E_ORIGIN'],
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
  },
});
