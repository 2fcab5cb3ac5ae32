import { SERVICE_WORKER } from '../../src/config/app.ts';
import { ROUTES } from '../../src/config/routes.ts';
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

test.use({ ...PHONE, serviceWorkers: 'allow' });

for (const locale of LOCALE_NAMES) {
  test(`${LOCALES[locale].code} home keeps to its bytes before the first scroll`, async ({ page }) => {
    const [home, offline] = [localizePath('/', locale), localizePath(ROUTES.offline, locale)];
    // By address, once: what a browser asks for again, it asks whether it has changed.
    const sent = new Map<string, number>();
    const site = createSite({ dist: DIST });
    const served = await serve(async (request, response) => {
      const { socket, url = '' } = request;
      const before = socket.bytesWritten;
      response.on('finish', () => {
        sent.set(url, Math.max(sent.get(url) ?? 0, socket.bytesWritten - before));
      });
      await site(request, response);
    });
    await page.goto(served.origin + home);
    await expect.poll(() => page.evaluate(async (path) => !!(await caches.match(path)), offline)).toBe(true);
    await page.waitForLoadState('networkidle');
    await served.close();

    const sum = (paths: readonly string[]): number =>
      paths.reduce((bytes, path) => bytes + (sent.get(path) ?? 0), 0);
    const workers = [SERVICE_WORKER, offline];
    const list = [...sent].map((entry) => entry.join(' ')).join('\n');
    expect(sum([...sent.keys()].filter((path) => !workers.includes(path))), list).toBeLessThanOrEqual(
      HOME_BYTES,
    );
    expect(sum(workers), list).toBeLessThanOrEqual(WORKER_BYTES);
  });
}
