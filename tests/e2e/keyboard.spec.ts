import type { Page } from '@playwright/test';
import { ROUTES } from '../../src/config/routes.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { expect, signIn, test } from './test.ts';

/** Where the focus stopped, in the words of the markup, and what is wrong with it there. */
interface Stop {
  readonly markup: string;
  readonly inView: boolean;
  readonly ringed: boolean;
}

/** Marks what has the focus as the stop of this number; undefined when that is nothing, or was marked before. */
const mark = (page: Page, number: number): Promise<Stop | undefined> =>
  page.evaluate((stop) => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body || element.dataset['stop']) {
      return undefined;
    }
    element.dataset['stop'] = String(stop);
    const { top, left, bottom, right, width, height } = element.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      markup: element.outerHTML.slice(0, 120),
      inView: width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
      ringed: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    };
  }, number);

/** Presses Tab through the whole page: each stop must be seen, ringed, and in the order of the page. */
const walk = async (page: Page): Promise<void> => {
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await mark(page, stops.length);
    if (!stop) break;
    stops.push(stop);
  }
  expect(stops.length).toBeGreaterThan(8);
  // The end is the page's end, and not a place where the focus was lost.
  expect(
    await page
      .locator('[data-stop]')
      .last()
      .evaluate((element) => element.closest('footer') !== null),
  ).toBe(true);
  expect(stops.filter(({ inView, ringed }) => !inView || !ringed)).toEqual([]);
  const order = await page
    .locator('[data-stop]')
    .evaluateAll((elements) => elements.map((element) => Number(element.getAttribute('data-stop'))));
  expect(order).toEqual([...order].sort((one, other) => one - other));
};

// A page that scrolls smoothly to each stop would be looked at on its way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pages = Object.entries(ROUTES).filter(
  ([name]) => !['dashboard', 'overlay', 'snapshotShort'].includes(name),
);

// French differs from English in nothing that a keyboard could notice.
for (const [locale, width] of [
  ['en', 390],
  ['en', 1440],
  ['ar', 1440],
] as const) {
  for (const [name, path] of pages) {
    test(`${localizePath(path, locale)} can be walked through with Tab at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(localizePath(path, locale) + (name === 'snapshot' ? '?match=demo-b1' : ''));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await walk(page);
    });
  }
}

test('the first stop leads past the navigation', async ({ page }) => {
  await page.goto('/pricing/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('the language menu opens, closes with Escape and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/features/');
  const toggle = page.getByRole('banner').getByLabel('Language: EN');
  await toggle.focus();
  await page.keyboard.press('Enter');
  const french = page.getByRole('banner').getByRole('link', { name: 'Français' });
  await expect(french).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(french).toBeHidden();
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/fr/features/');
});

test('a question opens and closes with the keyboard', async ({ page }) => {
  await page.goto('/pricing/');
  const answer = page.getByText('No. You pay once.');
  await expect(answer).toBeHidden();
  await page.locator('summary:has(h3)', { hasText: 'Is there a monthly fee?' }).focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
});

test('the header leaves somebody who reads on, and comes back for the keyboard and for a look up', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await page.mouse.wheel(0, 1500);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(header).toBeInViewport();
  await page.mouse.wheel(0, 800);
  await expect(header).not.toBeInViewport();
  await header.getByRole('link', { name: 'CueBoard' }).focus();
  await expect(header).toBeInViewport();
});

test('a match is scored with the keyboard alone', async ({ page, owner }) => {
  await signIn(page, owner);
  await expect(page.getByLabel('Player A')).toBeEnabled();
  await page.getByLabel('Player A').focus();
  await page.keyboard.type('Youssef');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('save-status')).toHaveText('Saved');
  await walk(page);
});
