import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.ts';

const port = Number(process.env['E2E_PORT'] ?? 4390);
// Workers read this configuration again: the folder is made once and handed on.
process.env['CUEBOARD_DATA'] ??= mkdtempSync(join(tmpdir(), 'cueboard-e2e-'));
process.env['E2E_ORIGIN'] = `http://localhost:${port}`;
const executablePath = process.env['CHROME_PATH'] ?? findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  snapshotPathTemplate: '{testDir}/appearance/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env['E2E_ORIGIN'],
    browserName: 'chromium',
    launchOptions: {
      args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP venue.test 127.0.0.1'],
      ...(executablePath ? { executablePath } : {}),
    },
    locale: 'en-GB',
    // A worker would answer requests before a test's routes see them; the tests about the worker allow it.
    serviceWorkers: 'block',
    // A third of a test's time. Where a failure can't be understood from its page: `npx playwright test --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `node supabase/embedded/start.ts --origin http://venue.test:${port}`,
    env: { PORT: String(port), CUEBOARD_DATA: process.env['CUEBOARD_DATA'] },
    url: process.env['E2E_ORIGIN'],
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
  },
});
