import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { settled } from './settled.ts';
import { shotOfPage } from './shot.ts';
import { expect } from './test.ts';

/**
 * How the pages look, compared with `appearance/`. A third of the size is what an eye takes in: the layout, the
 * words' shapes and the colours, and not how one version of a browser smooths its letters. After a change that
 * was meant: `npm run build && npx playwright test pages --update-snapshots`, and look at the difference.
 */
const SCALE = 3;

/** Photographs have tests of their own, and what differs from run to run leaves its place empty. */
const QUIET = `
  img, [data-testid='overlay-link'], [data-testid='snapshot-age'],
  .demo [data-testid='overlay-clock'], .demo .pad-head__clock { visibility: hidden !important; }
`;

/** Compares the whole page, under reduced motion and with nothing focused, with the picture of that name. */
export const look = async (page: Page, name: string): Promise<void> => {
  // At rest the whole page is laid out.
  await expect(page.locator('.later')).toHaveCount(0);
  await settled(page);
  await page.evaluate((css) => {
    // The page's policy lets no style element in.
    const quiet = new CSSStyleSheet();
    quiet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, quiet];
  }, QUIET);
  // While Chromium draws more than its window, the page now and then sees a window of one pixel and draws itself for
  // that: as in Playwright's own comparison, a picture that differs is taken again.
  await expect
    .soft(async () => {
      const shot = sharp(await shotOfPage(page));
      const { width } = await shot.metadata();
      const picture = await shot
        .resize(Math.round(width / SCALE))
        .png({ palette: true })
        .toBuffer();
      expect(picture).toMatchSnapshot(`${name}.png`, { threshold: 0.2, maxDiffPixelRatio: 0.003 });
    })
    .toPass();
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
};

/** Wakes up the islands, which wait until they are seen or reached for: a picture of the whole page sees them all. */
export const wakeUp = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const island = document.querySelector('astro-island[ssr] > *');
    island?.scrollIntoView({ block: 'center' });
    island?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  // The hero's demo is drawn for those who play it.
  await expect(page.locator('astro-island[ssr]:not([client=take])')).toHaveCount(0);
  // React paints what it woke up a moment later.
  await expect(page.locator('.carousel:not(.carousel--ready)')).toHaveCount(0);
  if (page.url().includes('match=')) await expect(page.getByTestId('snapshot-image')).toBeVisible();
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
};
