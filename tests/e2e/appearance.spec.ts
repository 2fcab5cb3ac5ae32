import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ROUTES } from '../../src/config/routes.ts';
import { LAYOUTS } from '../../src/core/overlay/layouts.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { expect, signIn, test } from './test.ts';

/**
 * How the pages look, compared with `appearance/`. A third of the size is what an eye takes in: the layout, the
 * words' shapes and the colours, and not how one version of a browser smooths its letters. After a change that
 * was meant: `npm run build && npx playwright test appearance --update-snapshots`, and look at the difference.
 */
const SCALE = 3;

/** Photographs have tests of their own, and what differs from run to run leaves its place empty. */
const QUIET = `
  img, [data-testid='overlay-link'] { visibility: hidden !important; }
`;

const look = async (page: Page, name: string): Promise<void> => {
  await expect(page.locator('.later')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled', style: QUIET });
  const { width } = await sharp(picture).metadata();
  const small = await sharp(picture)
    .resize(Math.round(width / SCALE))
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(small).toMatchSnapshot(`${name}.png`, { threshold: 0.2, maxDiffPixelRatio: 0.003 });
};

/** Islands wake up when they are seen or reached for, and a picture of the whole page sees them all. */
const wakeUp = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const island = document.querySelector('astro-island[ssr] > *');
    island?.scrollIntoView({ block: 'center' });
    island?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  // React paints what it woke up a moment later.
  await expect(
    page.locator('.carousel:not(.carousel--ready), .contact-form [type=submit]:disabled'),
  ).toHaveCount(0);
  if (page.url().includes('match=')) await expect(page.getByTestId('snapshot-image')).toBeVisible();
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
};

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // The style above is not the page's own.
  bypassCSP: true,
});

// A phone's first visit is in a local typeface, which differs from machine to machine.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const script of ['latin', 'arabic']) localStorage.setItem(`typeface-${script}`, '1');
  });
});

const addresses = Object.entries(ROUTES)
  .filter(([name]) => !['dashboard', 'overlay', 'snapshotShort'].includes(name))
  .map(([name, path]) => [name, name === 'snapshot' ? `${path}?match=demo-b1` : path] as const);

for (const locale of LOCALE_NAMES) {
  for (const width of [390, 1440]) {
    for (const [name, path] of [...addresses, ['not-found', '/404.html']] as const) {
      test(`${name} in ${locale} at ${width}`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(localizePath(path, locale));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await wakeUp(page);
        await look(page, `${name}-${locale}-${width}`);
      });
    }
  }
}

test('the dashboard and the overlay', async ({ page, owner }) => {
  const link = await signIn(page, owner);
  for (const locale of LOCALE_NAMES) {
    await page.goto(localizePath(ROUTES.dashboard, locale));
    await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await look(page, `dashboard-${locale}-${width}`);
    }
  }
  await page.setViewportSize(LAYOUTS.bar);
  for (const theme of ['dark', 'light']) {
    await page.goto(link.replace('theme=dark', `theme=${theme}`));
    await expect(page.getByTestId('overlay')).toBeVisible();
    await look(page, `overlay-${theme}`);
  }
});
