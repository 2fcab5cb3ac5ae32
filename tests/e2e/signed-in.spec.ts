import { SESSION_KEY } from '../../src/config/backend.ts';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES, type Locale } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { textsIn } from '../unit/i18n/texts.ts';
import { expect, signIn, test } from './test.ts';

/** The header's offer to a visitor, and its replacement for a signed-in one. */
const linksIn = (locale: Locale): readonly [visitor: string, scorer: string] => {
  const { common, dashboard } = textsIn(locale);
  return [common.nav.login, dashboard.title];
};

test('the header leads signed-in visitors to the scorer, until they log out', async ({
  page,
  context,
  owner,
}) => {
  await signIn(page, owner);
  const header = page.getByRole('banner');
  for (const locale of LOCALE_NAMES) {
    const [visitor, scorer] = linksIn(locale);
    const dashboard = localizePath(ROUTES.dashboard, locale);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(localizePath(ROUTES.pricing, locale));
    const link = header.getByRole('link', { name: scorer, exact: true });
    await expect(link).toHaveAttribute('href', dashboard);
    await expect(header.getByRole('link', { name: visitor, exact: true })).toHaveCount(0);
    await expect(header.locator('.navbar__actions .button')).toBeHidden();

    // The narrowest screen with a row of links has room for the longer word.
    await page.setViewportSize({ width: 1120, height: 900 });
    await expect(link).toBeVisible();
    const bar = () =>
      page.locator('.navbar__bar').evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth);
    await expect.poll(bar, `${locale} header`).toBe(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await header.locator('summary:visible').click();
    await expect(header.getByRole('link', { name: visitor, exact: true })).toHaveCount(0);
    await link.click();
    await expect(page).toHaveURL(dashboard);
  }

  const other = await context.newPage();
  await other.setViewportSize({ width: 1440, height: 900 });
  await other.goto('/');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard/');
  // Requests still open when the session ends are refused.
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login/');
  for (const tab of [page, other]) {
    await tab.setViewportSize({ width: 1440, height: 900 });
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Get started' })).toBeVisible();
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Scorer', exact: true })).toHaveCount(0);
  }
});

test('what isn’t a session in the storage changes nothing', async ({ page }) => {
  await page.goto('/contact/');
  for (const value of ['', 'null', 'nonsense', '{"refresh_token":""}', '[1']) {
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, value] as const);
    await page.reload();
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    await expect(header.getByRole('link', { name: 'Scorer', exact: true })).toHaveCount(0);
  }
});

test.describe('with a session that has run out', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('the header leads to the login by way of the scorer', async ({ page }) => {
    const session = { access_token: 'a.b.c', refresh_token: 'gone', expires_at: 1, token_type: 'bearer' };
    await page.goto('/');
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      SESSION_KEY,
      JSON.stringify(session),
    ] as const);
    await page.reload();
    await page.getByRole('banner').getByRole('link', { name: 'Scorer', exact: true }).click();
    await expect(page).toHaveURL('/login/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the header has the login', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Scorer', exact: true })).toHaveCount(0);
  });
});
