import { SERVICE_WORKER } from '../../src/config/app.ts';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES, LOCALES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { serveCounting } from '../common/serve-counting.ts';
import { expect, test } from './test.ts';

/** What home costs a visitor before the first scroll, as sent, headers included. */
const HOME_BYTES = 80_000;
/** What the worker costs once, after the page has come to rest: itself, and the offline page of one language. */
const WORKER_BYTES = 16_000;

/**
 * What the overlay's page costs, as sent: a typeface, React and two parts of supabase-js, neither sign-in nor storage; the
 * boards of all games and their labels in all languages.
 */
const OVERLAY_BYTES = 127_500;

/** The phone that Lighthouse measures with. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

test.use({ ...PHONE, serviceWorkers: 'allow' });

const listed = (sent: ReadonlyMap<string, number>): string =>
  [...sent].map((entry) => entry.join(' ')).join('\n');

for (const locale of LOCALE_NAMES) {
  test(`${LOCALES[locale].code} home keeps to its bytes before the first scroll`, async ({ page }) => {
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

test('the overlay keeps to its bytes', async ({ page }) => {
  const { origin, sent, close } = await serveCounting();
  await page.goto(`${origin}/overlay/`);
  await expect(page.getByText('Overlay not found…')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await close();
  const bytes = [...sent.values()].reduce((sum, one) => sum + one, 0);
  expect(bytes, listed(sent)).toBeLessThanOrEqual(OVERLAY_BYTES);
});
