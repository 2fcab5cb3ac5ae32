import type { Locator, Page } from '@playwright/test';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES, type Locale } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { areasIn } from '../unit/i18n/texts.ts';
import { expect, test } from './test.ts';

const television = (page: Page) => page.locator('.hall__television');

const open = async (page: Page, locale: Locale = 'en'): Promise<void> => {
  await page.goto(localizePath(ROUTES.hall, locale));
  await expect(television(page).getByTestId('tile')).toHaveCount(4);
};

for (const locale of LOCALE_NAMES) {
  test(`${locale}: one evening on the television, at the counter and over the video`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method()) || new URL(request.url()).pathname.includes('/v1/'))
        asked.push(`${request.method()} ${request.url()}`);
    });
    page.on('websocket', (socket) => asked.push(socket.url()));
    await open(page, locale);
    const { hall, room } = areasIn(locale);
    await expect(television(page)).toContainText(hall.venue);
    await page.locator('.hall__room').scrollIntoViewIfNeeded();
    await expect(page.locator('.room__tables li')).toHaveCount(4);
    await expect(page.locator('.hall__room')).toContainText(room.waiting);
    await page.locator('.hall__overlay').scrollIntoViewIfNeeded();
    const overlay = page.locator('.hall__overlay');
    await expect(overlay.getByTestId('overlay-p1')).not.toBeEmpty();
    // All three are of the same evening.
    const player = await overlay.getByTestId('overlay-p1').innerText();
    await expect(television(page)).toContainText(player);
    await expect(page.locator('.hall__room')).toContainText(player);
    expect(asked).toEqual([]);
  });
}

/** The scores on the television. */
const scores = (page: Page): Promise<string> =>
  television(page).getByTestId('tile').allTextContents().then(String);

test('moves by itself, and stands still while it is paused', async ({ page }) => {
  await page.clock.install();
  await open(page);
  const before = await scores(page);
  await page.clock.runFor(30_000);
  await expect.poll(() => scores(page)).not.toBe(before);
  await page.getByRole('button', { name: 'Pause' }).click();
  const stood = await scores(page);
  await page.clock.runFor(60_000);
  expect(await scores(page)).toBe(stood);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(30_000);
  await expect.poll(() => scores(page)).not.toBe(stood);
});

test('a called party has its table beside it', async ({ page }) => {
  await page.clock.install();
  await open(page);
  const call = television(page).getByTestId('call').first();
  await expect
    .poll(async () => {
      await page.clock.runFor(2000);
      return call.count();
    })
    .toBe(1);
  const [name, table] = await Promise.all(
    [call.locator('bdi').first(), call.locator('bdi').last()].map((part) => part.boundingBox()),
  );
  expect(table?.y).toBe(name?.y);
});

test('the television goes on to the afternoon’s tournament, with its podium and its bracket', async ({
  page,
}) => {
  await page.clock.install();
  await open(page);
  const turn = television(page).locator('[data-testid=turn-tournament][data-seen]');
  const comes = (part: Locator, count: number): Promise<void> =>
    expect
      .poll(async () => {
        await page.clock.runFor(2000);
        return part.count();
      })
      .toBe(count);
  await comes(turn.locator('.tv-podium li'), 3);
  await expect(turn).toContainText(areasIn('en').hall.tournament);
  await comes(turn.locator('.bracket__side'), 16);
});

test('stands still for visitors who want less motion, until they let it play', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  const before = await scores(page);
  // Nothing turns or fades either.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => scores(page), { timeout: 20_000 }).not.toBe(before);
});

test('the demo leads to it, and it leads back', async ({ page }) => {
  await page.goto('/demo/');
  await page.getByRole('link', { name: areasIn('en').demo.hall }).click();
  await expect(page).toHaveURL('/demo/hall/');
  await page
    .getByRole('main')
    .getByRole('link', { name: areasIn('en').hall.score })
    .click();
  await expect(page).toHaveURL('/demo/');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of LOCALE_NAMES) {
    test(`${locale}: says what is missing, and where to go`, async ({ page }) => {
      const { hall } = areasIn(locale);
      await page.goto(localizePath(ROUTES.hall, locale));
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1, name: hall.title })).toBeVisible();
      await expect(main.locator('noscript .alert')).toHaveText(hall.noscript);
      await expect(main.getByRole('heading', { level: 2 })).toHaveCount(3);
      // A key that does nothing would be a lie.
      await expect(main.getByRole('button')).toHaveCount(0);
      // No room is kept for screens that don't come.
      const screens = main.locator('.hall__television, .hall__room, .hall__overlay');
      await expect(screens.filter({ visible: true })).toHaveCount(0);
      await expect(main.getByRole('link', { name: hall.contact })).toBeVisible();
      await main.getByRole('link', { name: hall.score }).click();
      await expect(page).toHaveURL(localizePath(ROUTES.demo, locale));
    });
  }
});
