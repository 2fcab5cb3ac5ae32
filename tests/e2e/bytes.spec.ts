import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LOCALE_NAMES, LOCALES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { DIST } from '../../supabase/embedded/paths.ts';
import { createSite } from '../../supabase/embedded/site.ts';
import { serve } from '../embedded/serve.ts';
import { expect, test } from './test.ts';

/** Everything that home costs a visitor before the first scroll, as sent, the offline worker's own requests included. */
const HOME_BYTES = 80_000;
const PHONE = { width: 390, height: 844 };

test.use({ serviceWorkers: 'allow', viewport: PHONE });

for (const locale of LOCALE_NAMES) {
  test(`${LOCALES[locale].code} home costs ${HOME_BYTES / 1000} kB at most before the first scroll`, async ({
    page,
  }) => {
    const sockets = new Set<Socket>();
    const site = createSite({ dist: DIST });
    const served = await serve(async (request: IncomingMessage, response: ServerResponse) => {
      sockets.add(request.socket);
      await site(request, response);
    });
    await page.goto(served.origin + localizePath('/', locale));
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() =>
        page.evaluate(
          async (offline) => (await caches.match(offline)) !== undefined,
          localizePath('/offline/', locale),
        ),
      )
      .toBe(true);
    await page.waitForLoadState('networkidle');
    const bytes = [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    test.info().annotations.push({ type: 'bytes', description: String(bytes) });
    expect(bytes).toBeLessThanOrEqual(HOME_BYTES);
    await served.close();
  });
}
