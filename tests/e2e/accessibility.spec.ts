import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { expect, signIn, test } from './test.ts';

const violations = async (page: Page): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

// Under reduced motion nothing is caught half faded.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const locale of LOCALE_NAMES) {
  for (const [name, path] of Object.entries(ROUTES)) {
    if (['dashboard', 'overlay', 'snapshotShort'].includes(name)) continue;
    test(`${localizePath(path, locale)} has no barriers that axe finds`, async ({ page }) => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(localizePath(path, locale) + (name === 'snapshot' ? '?match=demo-b1' : ''));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
    });
  }
}

test('the dashboard and the overlay have no barriers that axe finds', async ({ page, owner }) => {
  const link = await signIn(page, owner);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Player A').fill('Youssef');
  expect(await violations(page)).toEqual([]);
  for (const theme of ['dark', 'light']) {
    await page.goto(link.replace('theme=dark', `theme=${theme}`));
    await expect(page.getByTestId('overlay')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
});
