import { SERVICE_WORKER } from '../../src/config/app.ts';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES, LOCALES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { serveCounting } from '../common/serve-counting.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { settled } from './settled.ts';
import { expect, test } from './test.ts';

/**
 * What home costs a visitor before the first scroll, as sent, headers included: in Arabic, two scripts of the typeface,
 * and on a fast network the screens below the first one, which browsers fetch ahead.
 */
const HOME_BYTES = 95_000;
/** The worker's cost, once, after the page has settled: itself, and the offline page of one language. */
const WORKER_BYTES = 16_500;

/** The overlay page's cost with a board in a bar: everything fetched, as sent, with its typeface. */
const OVERLAY_BYTES = 135_000;

/** The phone that Lighthouse measures with. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** On a network that it doesn't know, a browser fetches images from further down the page. */
const FAST = { offline: false, latency: 20, downloadThroughput: 2e6, uploadThroughput: 1e6 };

test.use({ ...PHONE, serviceWorkers: 'allow' });

const listed = (sent: ReadonlyMap<string, number>): string =>
  [...sent].map((entry) => entry.join(' ')).join('\n');

for (const locale of LOCALE_NAMES) {
  test(`${LOCALES[locale].code} home keeps to its bytes before the first scroll`, async ({ page }) => {
    await (await page.context().newCDPSession(page)).send('Network.emulateNetworkConditions', FAST);
    const [home, offline] = [localizePath('/', locale), localizePath(ROUTES.offline, locale)];
    const { origin, sent, close } = await serveCounting();
    await page.goto(origin + home);
    await expect.poll(() => page.evaluate(async (path) => !!(await caches.match(path)), offline)).toBe(true);
    await page.waitForLoadState('networkidle');
    await close();

    const sum = (paths: readonly string[]): number =>
      paths.reduce((bytes, path) => bytes + (sent.get(path) ?? 0), 0);
    const workers = [SERVICE_WORKER, offline];
    const rest = [...sent.keys()].filter((path) => !workers.includes(path));
    expect(sum(rest), listed(sent)).toBeLessThanOrEqual(HOME_BYTES);
    expect(sum(workers), listed(sent)).toBeLessThanOrEqual(WORKER_BYTES);
  });
}

test('the overlay with a board in a bar keeps to its bytes', async ({ page, owner }) => {
  const [table] = await (await openVenue(process.env['E2E_ORIGIN'] ?? '', owner)).tables();
  const addresses = new Map<string, string>();
  const sent = new Map<string, number>();
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sent.set(addresses.get(requestId) ?? requestId, encodedDataLength),
  );
  await devtools.send('Network.enable');
  await page.goto(`/overlay/${table?.token ?? ''}`);
  await expect(page.getByTestId('overlay-clock')).toBeVisible();
  const typefaces = () => [...sent.keys()].filter((address) => address.endsWith('.woff2'));
  await expect.poll(typefaces).toHaveLength(1);
  await settled(page);
  await page.waitForLoadState('networkidle');
  expect(typefaces()).toHaveLength(1);
  const bytes = [...sent.values()].reduce((sum, one) => sum + one, 0);
  expect(bytes, listed(sent)).toBeLessThanOrEqual(OVERLAY_BYTES);
});
