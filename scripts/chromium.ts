import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const INSTALLED = [
  process.env['CHROME_PATH'],
  // Without windows to draw, tests use a sixth less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  chromium.executablePath(),
];

const DISABLED_FEATURES = [
  // Each window would start renderers for the address bar's popups: a tenth of a test's cost.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // And each would start a renderer for the next page.
  'SpareRendererForSitePerProcess',
  // Chromium only honours the last such flag, so repeat what Playwright disables.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Flags for a quiet Chromium that works as root and offline, with `disabled` features off too. */
export const chromiumFlags = (...disabled: readonly string[]): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  // As with a window: the shell would hint letters, which makes words wider.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...DISABLED_FEATURES, ...disabled].join()}`,
];

export const CHROMIUM_FLAGS = chromiumFlags();

/** The path of an installed Chromium, or undefined. */
export const findChromium = (): string | undefined => INSTALLED.find((path) => path && existsSync(path));

/**
 * The path of a Chromium. If none is installed, downloads Playwright's or, failing that, installs the distribution's
 * package. Throws a sentence saying how to get one.
 */
export const ensureChromium = (): string => {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium found: getting one.');
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  if (!findChromium() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'inherit' });
  }
  const path = findChromium();
  if (!path) {
    throw new Error(
      'The browser tests need Chromium: run "npx playwright install --with-deps chromium", or install your ' +
        "system's chromium package, or set CHROME_PATH.",
    );
  }
  return path;
};
