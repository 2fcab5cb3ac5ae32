import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** The browsers besides Chromium, which all other tests run in. */
const BROWSERS = ['firefox', 'webkit'] as const;

const { webServer } = base;
if (!webServer || Array.isArray(webServer)) throw new Error('The tests are of one server.');

export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.spec.ts',
  webServer: { ...webServer, cwd: fileURLToPath(new URL('../..', import.meta.url)) },
  timeout: 120_000,
  projects: BROWSERS.map((browserName) => ({
    name: browserName,
    // Not Chromium's program and flags.
    use: { browserName, launchOptions: {} },
  })),
});
