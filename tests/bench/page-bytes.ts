import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { buildIfStale } from '../../supabase/embedded/ops/build.ts';
import { serveCounting } from '../common/serve-counting.ts';
import { against } from './common/goal.ts';

/** The pad page's first load on a phone by a scorer link, as sent: kB, headers included. */

const GOAL_KILOBYTES = 150;

buildIfStale();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const rows: Record<string, Record<string, string>> = {};
  for (const locale of LOCALE_NAMES) {
    const { origin, sent, close } = await serveCounting();
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(`${origin}${localizePath(ROUTES.score, locale)}#${'a'.repeat(24)}`);
    await page.waitForLoadState('networkidle');
    await context.close();
    await close();
    const bytes = [...sent.values()].reduce((sum, one) => sum + one, 0);
    rows[`pad, ${locale}`] = against(bytes / 1000, GOAL_KILOBYTES);
  }
  console.log('Bytes of the pad, kB');
  console.table(rows);
} finally {
  await browser.close();
}
