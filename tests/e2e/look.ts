import type { Page } from '@playwright/test';
import sharp from 'sharp';
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

/** Whether every board that is as wide as its place has heard of it: it draws in a new one a frame later. */
const boardsFill = (): boolean =>
  [...document.querySelectorAll('.on-air[data-fills="width"]')].every((board) => {
    const drawn = board.firstElementChild?.getBoundingClientRect().width ?? 0;
    return Math.abs(drawn - board.getBoundingClientRect().width) < 2;
  });

/** The whole page as it is, with nothing resized for it. */
const capture = async (page: Page) => {
  // Playwright's own screenshot compresses thoroughly what is made small a moment later.
  const devtools = await page.context().newCDPSession(page);
  const { cssContentSize } = await devtools.send('Page.getLayoutMetrics');
  const narrowed = await page.evaluateHandle(() => {
    const { innerWidth: whole } = window;
    const seen = { times: 0 };
    addEventListener('resize', () => (seen.times += whole === innerWidth ? 0 : 1));
    return seen;
  });
  let picture = '';
  // Now and then Chromium lets the page see a window of one pixel while it captures more than the window.
  await expect(async () => {
    const before = await narrowed.evaluate(({ times }) => times);
    await expect.poll(() => page.evaluate(boardsFill)).toBe(true);
    const { data } = await devtools.send('Page.captureScreenshot', {
      captureBeyondViewport: true,
      optimizeForSpeed: true,
      clip: { ...cssContentSize, scale: 1 },
    });
    picture = data;
    expect(await narrowed.evaluate(({ times }) => times)).toBe(before);
  }).toPass();
  await devtools.detach();
  return { picture: Buffer.from(picture, 'base64'), width: cssContentSize.width };
};

/** Compares the whole page, under reduced motion and with nothing focused, with the picture of that name. */
export const look = async (page: Page, name: string): Promise<void> => {
  // What is still on its way may change a line.
  await page.waitForLoadState('networkidle');
  // At rest the whole page is laid out.
  await expect(page.locator('.later')).toHaveCount(0);
  await page.evaluate(async (css) => {
    await document.fonts.ready;
    // The page's policy lets no style element in.
    const quiet = new CSSStyleSheet();
    quiet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, quiet];
  }, QUIET);
  const captured = await capture(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  const picture = await sharp(captured.picture)
    .resize(Math.round(captured.width / SCALE))
    .png()
    .toBuffer();
  expect.soft(picture).toMatchSnapshot(`${name}.png`, { threshold: 0.2, maxDiffPixelRatio: 0.003 });
};

/** Wakes up the islands, which wait until they are seen or reached for: a picture of the whole page sees them all. */
export const wakeUp = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const island = document.querySelector('astro-island[ssr] > *');
    island?.scrollIntoView({ block: 'center' });
    island?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  // React paints what it woke up a moment later.
  await expect(page.locator('.carousel:not(.carousel--ready)')).toHaveCount(0);
  if (page.url().includes('match=')) await expect(page.getByTestId('snapshot-image')).toBeVisible();
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
};
