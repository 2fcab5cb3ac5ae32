import { expect, test } from './test.ts';

const KEY = 'selectedLanguage';

test('the language menu closes by a click elsewhere; choosing a language goes to the same page in it, keeps the address, and is remembered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/features/?from=whatsapp#top');
  const menu = page.getByRole('banner');
  const french = menu.getByRole('link', { name: /Français/ }).first();
  await menu.getByLabel('Language').click();
  await expect(french).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(french).toBeHidden();
  await menu.getByLabel('Language').click();
  for (const [code, name] of [
    ['EN', 'English'],
    ['FR', 'Français'],
    ['AR', 'العربية'],
  ] as const) {
    await expect(
      menu.getByRole('link', { name: new RegExp(`${code}.*${name}|${name}.*${code}`) }).first(),
    ).toBeVisible();
  }
  await french.click();
  await expect(page).toHaveURL('/fr/features/?from=whatsapp#top');
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBe('FR');

  // An unprefixed address follows the choice, with query and hash.
  await page.goto('/pricing/?a=1&b=%D8%B9#x');
  await expect(page).toHaveURL('/fr/pricing/?a=1&b=%D8%B9#x');
  // A shared link opens in its own language.
  await page.goto('/ar/pricing/');
  await expect(page).toHaveURL('/ar/pricing/');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('a stored language that is none is ignored', async ({ page }) => {
  await page.goto('/features/');
  for (const stored of ['DE', 'fr', '', '{"code":"FR"}', '__proto__']) {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [KEY, stored] as const);
    await page.reload();
    await expect(page).toHaveURL('/features/');
    await expect(page.locator('html'), stored).toHaveAttribute('lang', 'en');
    expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBe(stored);
  }
});

test.describe('on a phone that speaks French', () => {
  test.use({ locale: 'fr-MA' });

  test('a scorer link and a television’s code open in it, unless another language was chosen', async ({
    page,
  }) => {
    await page.goto('/dashboard/#televisions/ABCDEF');
    await expect(page).toHaveURL(/\/fr\/login\//);
    await page.goto('/features/');
    await expect(page).toHaveURL('/features/');
    await page.goto('/score/#secret');
    await expect(page).toHaveURL('/fr/score/#secret');
    await page.evaluate((key) => localStorage.setItem(key, 'EN'), KEY);
    await page.goto('/score/#secret');
    await expect(page).toHaveURL('/score/#secret');
  });
});
