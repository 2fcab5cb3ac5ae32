import type { Page } from '@playwright/test';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { textsIn } from '../unit/i18n/texts.ts';
import { codeOn } from './let-in.ts';
import { barriers } from './barriers.ts';
import { beginMatch, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

/** The desk as an app: its bar, its footer, and the account's key. */

const VENUE = 'Café Atlas, Casablanca';
const POOL = { game: '8-Ball', p1: 'Salma', p2: 'Nadia', length: '5' } as const;

const heightOf = (page: Page, role: 'banner' | 'contentinfo'): Promise<number> =>
  page.getByRole(role).evaluate((element) => element.getBoundingClientRect().height);

const nameVenue = async (page: Page): Promise<void> => {
  await openScreen(page, 'Name, closing hour and history');
  await page.getByLabel('Name of the venue').fill(VENUE);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('banner').getByText(VENUE)).toBeVisible();
};

test('the site’s bar is one line with the venue’s name, its links behind one key, and its footer a line below the screen', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await nameVenue(page);
  const bar = page.getByRole('banner');
  for (const locale of LOCALE_NAMES) {
    const { common, dashboard } = textsIn(locale);
    for (const [width, height, lines] of [
      [1440, 900, 1],
      [768, 1024, 3],
      [390, 844, 5],
      [844, 390, 3],
    ] as const) {
      const where = `${locale} ${width}`;
      await page.setViewportSize({ width, height });
      await page.goto(`${localizePath('/dashboard/', locale)}#tables`);
      await expect(bar.getByText(VENUE)).toBeVisible();
      expect.soft(await heightOf(page, 'banner'), where).toBeLessThan(50);
      // One line of links is as high as a finger needs.
      expect.soft(await heightOf(page, 'contentinfo'), where).toBeLessThan(16 + 46 * lines);
      await expect.soft(page.getByRole('contentinfo'), where).not.toBeInViewport();
      await expect
        .soft(page.getByRole('button', { name: dashboard.logOut }), where)
        .toHaveCount(width < 992 ? 0 : 1);
      const key = bar.locator('summary[aria-label]').filter({ visible: true }).last();
      await expect(key).toHaveAccessibleName(common.nav.openMenu);
      await key.click();
      for (const name of ['home', 'features', 'pricing', 'howItWorks', 'contact'] as const)
        await expect
          .soft(bar.getByRole('link', { name: common.nav[name], exact: true }), where)
          .toBeVisible();
      expect.soft(await barriers(page), where).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(bar.getByRole('link', { name: common.nav.features })).toBeHidden();
    }
  }
});

test('on a phone, the account’s menu logs out', async ({ page, owner }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, owner);
  const menu = page.getByRole('banner').getByLabel('Account');
  await menu.click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('main').click({ position: { x: 5, y: 5 } });
  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden();
  await menu.click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login/');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('logging out asks while a score is held', async ({ page, owner }) => {
    await signIn(page, owner);
    const pad = await beginMatch(page, POOL);
    await pad.more('hold');
    await pad.tap('rackA');
    await expect(pad.key('release')).toHaveText('Put 1 on air');
    await pad.tap('leave');
    const menu = page.getByRole('banner').getByLabel('Account');
    await menu.tap();
    const leave = page.getByRole('button', { name: 'Log out' });
    await leave.tap();
    const dialog = page.getByRole('dialog', { name: 'Log out anyway?' });
    await expect(dialog.getByText('Some scores aren’t on air yet.')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await expect(dialog).toHaveCount(0);
    await menu.tap();
    await leave.tap();
    await dialog.getByRole('button', { name: 'Log out' }).tap();
    await expect(page).toHaveURL('/login/');

    // They are still here for the one who logs in again.
    await signIn(page, owner);
    await page.getByRole('link', { name: 'Score', exact: true }).tap();
    await expect(pad.key('release')).toHaveText('Put 1 on air');
  });
});

test('a screen’s title that gets the focus has no ring, and a key has one', async ({ page, owner }) => {
  await signIn(page, owner);
  const outline = (selector: string): Promise<string> =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).outlineStyle);
  await page.getByRole('link', { name: 'Results', exact: true }).focus();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    location.hash = '#venue';
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Venue' })).toBeFocused();
  expect(await outline('h1')).toBe('none');
  await page.keyboard.press('Tab');
  expect(await outline(':focus')).toBe('solid');
});

test('a phone held across shows list and tables beside each other, and has room for a form', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  for (const [width, height] of [
    [740, 360],
    [844, 390],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/dashboard/#room');
    const [tables, list] = await Promise.all(
      ['Tables', 'Waiting'].map((name) => page.getByRole('region', { name }).boundingBox()),
    );
    expect.soft(list?.x, `${width}`).toBeGreaterThan((tables?.x ?? 0) + (tables?.width ?? Infinity));
    expect.soft(list?.y, `${width}`).toBe(tables?.y);
  }
});

test('a new owner is led through the first steps, until all are done', async ({
  page,
  owner,
  otherDevice,
}) => {
  await signIn(page, owner);
  const list = page.getByRole('region', { name: 'Set up your venue' });
  await expect(page.getByLabel('Player A')).toBeVisible();
  await expect(list.getByText('0 of 5 done')).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await list.getByRole('link', { name: 'Name your venue' }).click();
  await page.getByLabel('Name of the venue').fill(VENUE);
  await page.getByRole('button', { name: 'Save' }).click();
  await openScreen(page, 'Tables');
  await expect(list.getByText('1 of 5 done')).toBeVisible();

  await list.getByRole('link', { name: 'Add your tables' }).click();
  await expect(page.getByLabel('Name of the new table')).toBeFocused();
  await page.keyboard.type('VIP');
  await page.keyboard.press('Enter');
  await expect(list.getByText('2 of 5 done')).toBeVisible();

  const typeCode = async (path: string): Promise<void> => {
    const device = await otherDevice.newPage();
    await device.goto(path);
    if (path === '/score/') await device.getByRole('button', { name: 'Show a code' }).click();
    await page.getByLabel('Code on the television or device').fill(await codeOn(device));
  };
  await list.getByRole('link', { name: 'Pair a television' }).click();
  await typeCode('/tv/');
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(page.getByText('The television is paired.')).toBeVisible();
  await openScreen(page, 'Tables');
  await expect(list.getByText('3 of 5 done')).toBeVisible();
  await list.getByRole('link', { name: 'Add a staff phone' }).click();
  await typeCode('/score/');
  await page.getByLabel('Name, such as').fill('Karim');
  await page.getByRole('radio', { name: 'Service' }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Karim').first()).toBeVisible();
  await openScreen(page, 'Tables');
  await expect(list.getByText('4 of 5 done')).toBeVisible();

  await list.getByRole('link', { name: 'Start the first match' }).click();
  await page.getByRole('dialog', { name: 'New match' }).getByRole('button', { name: 'Start match' }).click();
  await expect(page.locator('dialog.pad')).toBeVisible();
  await page.goto('/dashboard/#tables');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'VIP' })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('the list of first steps can be put away', async ({ page, owner }) => {
  await signIn(page, owner);
  await page.getByRole('button', { name: 'Hide this list' }).click();
  await openScreen(page, 'Tables');
  const list = page.getByRole('region', { name: 'Set up your venue' });
  await expect(list).toHaveCount(0);
  const asked = page.waitForResponse('**/rpc/list_tables');
  await page.reload();
  await asked;
  await expect(page.getByRole('heading', { level: 2, name: 'Table 1' })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test.describe('a list', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('shows its outline while it is slow, a sentence and a key when it fails, and an icon while it is empty', async ({
    page,
    owner,
  }) => {
    await signIn(page, owner);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route('**/rpc/get_branding', async (route) => {
      await promise;
      await route.fulfill({ status: 503, json: {} });
    });
    await page.goto('/dashboard/#sponsors');
    const main = page.getByRole('main');
    const outline = main.locator('.skeleton');
    await expect(outline).toHaveCSS('opacity', '1');
    await expect(outline.getByText('Loading…')).toHaveCSS('position', 'absolute');
    await expect(main.getByText('Loading…')).toHaveCount(1);
    expect(await barriers(page)).toEqual([]);

    resolve(undefined);
    const failed = main.getByRole('alert');
    await expect(failed).toContainText('This page could not be loaded.');
    await expect(failed.locator('svg')).toBeVisible();
    await expect(outline).toHaveCount(0);
    expect(await barriers(page)).toEqual([]);

    await page.unroute('**/rpc/get_branding');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toHaveCount(0);
    const empty = main.locator('.empty');
    await expect(empty).toHaveText('No sponsor is listed yet.');
    await expect(empty.locator('svg')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Add a sponsor' })).toBeEnabled();
    expect(await barriers(page)).toEqual([]);
  });
});

test.describe('a form whose file could not be had', () => {
  test.use({ allowedErrors: [/Failed to load resource|dynamically imported module/] });

  test('says so, and opens at its first field once the page is loaded anew', async ({ page, owner }) => {
    await page.route('**/_astro/forms.*', (route) => route.abort());
    await signIn(page, owner);
    await openScreen(page, 'Tables');
    await page.getByRole('link', { name: 'New match' }).click();
    const failed = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
    await expect(failed).toBeVisible();
    await page.unroute('**/_astro/forms.*');
    await failed.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('dialog', { name: 'New match' }).locator('input:focus')).toHaveCount(1);
  });
});
