import type { BrowserContext } from '@playwright/test';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LOCALE_NAMES, LOCALES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { DIST } from '../../supabase/embedded/paths.ts';
import { createSite } from '../../supabase/embedded/site.ts';
import { serve } from '../embedded/serve.ts';
import { expect, test } from './test.ts';

/** What home costs a visitor before the first scroll, as sent, headers included. */
const HOME_BYTES = 80_000;
/** What the worker costs once, after the page has come to rest: itself, and the offline page of one language. */
const WORKER_BYTES = 16_000;

/** The phone that Lighthouse measures with. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Opens a page in an empty browser, and gives the bytes that its server sent until all was quiet. */
const bytesSent = async (context: BrowserContext, path: string, kept?: string): Promise<number> => {
  const sockets = new Set<Socket>();
  const site = createSite({ dist: DIST });
  const served = await serve(async (request: IncomingMessage, response: ServerResponse) => {
    sockets.add(request.socket);
    await site(request, response);
  });
  const page = await context.newPage();
  await page.goto(served.origin + path);
  if (kept !== undefined) {
    await expect
      .poll(() => page.evaluate(async (address) => !!(await caches.match(address)), kept))
      .toBe(true);
  }
  await page.waitForLoadState('networkidle');
  await served.close();
  return [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
};

for (const locale of LOCALE_NAMES) {
  test(`${LOCALES[locale].code} home keeps to its bytes before the first scroll`, async ({ browser }) => {
    const home = localizePath('/', locale);
    const bare = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
    const page = await bytesSent(bare, home);
    await bare.close();
    expect(page, 'the page').toBeLessThanOrEqual(HOME_BYTES);

    const whole = await browser.newContext({ ...PHONE, serviceWorkers: 'allow' });
    const both = await bytesSent(whole, home, localizePath('/offline/', locale));
    await whole.close();
    expect(both - page, 'the worker').toBeLessThanOrEqual(WORKER_BYTES);
    test.info().annotations.push({ type: 'bytes', description: `${page} + ${both - page}` });
  });
}
