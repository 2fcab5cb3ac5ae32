import type { Page } from '@playwright/test';

/** A picture as Chromium has it, as PNG: Playwright's own compresses thoroughly what a test unpacks a moment later. */
const shoot = async (page: Page, whole: boolean): Promise<Buffer> => {
  const devtools = await page.context().newCDPSession(page);
  const clipOfPage = async () => {
    const { cssContentSize } = await devtools.send('Page.getLayoutMetrics');
    return { captureBeyondViewport: true, clip: { ...cssContentSize, scale: 1 } };
  };
  const { data } = await devtools.send('Page.captureScreenshot', {
    optimizeForSpeed: true,
    ...(whole && (await clipOfPage())),
  });
  await devtools.detach();
  return Buffer.from(data, 'base64');
};

/** The page's window. */
export const shotOfWindow = (page: Page): Promise<Buffer> => shoot(page, false);

/** The whole page as it is, with nothing resized for it. */
export const shotOfPage = (page: Page): Promise<Buffer> => shoot(page, true);
