import type { Page } from '@playwright/test';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { MARKETING } from '../built/budgets.ts';
import { expect, test } from './test.ts';

// Colours change at once.
test.use({ reducedMotion: 'reduce' });

/** The most A4 pages that a marketing page may take on paper. */
const PAGES = 3;

/** How many pages of A4 a page is. */
const pagesOf = async (page: Page): Promise<number | undefined> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

for (const locale of LOCALE_NAMES) {
  test(`marketing pages in ${locale} are words on white paper, without a page for the footer`, async ({
    page,
  }) => {
    for (const name of MARKETING) {
      const address = localizePath(ROUTES[name], locale);
      await page.goto(address);
      await expect(page.locator('.later')).toHaveCount(0);
      await page.emulateMedia({ media: 'print' });
      const inked = await page.locator('body, body *').evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
          .filter((element) => {
            const { backgroundImage, backgroundColor, boxShadow, outlineStyle } = getComputedStyle(element);
            return (
              element instanceof HTMLImageElement ||
              backgroundImage !== 'none' ||
              backgroundColor !== 'rgba(0, 0, 0, 0)' ||
              boxShadow !== 'none' ||
              outlineStyle !== 'none'
            );
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      );
      expect.soft(inked, address).toEqual([]);
      const pages = await pagesOf(page);
      expect.soft(pages, address).toBeLessThanOrEqual(PAGES);
      await page.locator('.footer').evaluate((footer) => footer.remove());
      expect.soft(await pagesOf(page), `${address} without its footer`).toBe(pages);
      await page.emulateMedia({ media: 'screen' });
    }
  });
}
