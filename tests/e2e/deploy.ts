import { expect, type Page } from '@playwright/test';
import { VERSION_FILE } from '../../src/config/version.ts';

/** Deploys a newer site, which an open page hears of; gives whether the page is still the one that heard. */
export const deploy = async (page: Page): Promise<() => Promise<boolean>> => {
  const file = `**${VERSION_FILE}`;
  await page.route(file, (route) => route.fulfill({ json: { version: '0123456789ab' } }));
  await page.evaluate(() => document.body.setAttribute('data-old', ''));
  const asked = page.waitForResponse(file);
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await Promise.race([asked, Promise.reject(new Error('not asked yet'))]);
  }).toPass();
  // While the page is being loaded, nothing can be asked of it.
  return () => page.evaluate(() => document.body.hasAttribute('data-old')).catch(() => false);
};
