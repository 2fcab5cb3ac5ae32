import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { barriers } from './barriers.ts';
import { expect, openScreen, signIn, test } from './test.ts';
import { isolated } from '../../src/i18n/isolated.ts';

/** A picture of one colour, as a file to choose. */
const file = async (background: string, width: number, height: number) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer(),
});

test.use({ allowedErrors: [/status of 415/] });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Whether an image is there, whole. */
const isLoaded = (image: HTMLElement | SVGElement): boolean =>
  image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;

test('a flag, a picture and a logo from the desk appear on an open overlay without a reload', async ({
  page,
  otherDevice,
  owner,
}) => {
  await signIn(page, owner);
  await page.getByLabel('Player A').fill('Zineb');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  const link = (await page.getByTestId('overlay-link').textContent()) ?? '';
  const overlay = await otherDevice.newPage();
  await overlay.goto(`${link.split('?', 1)[0] ?? ''}?layout=lower`);
  const board = overlay.getByTestId('overlay');
  await expect(board.getByText('Zineb')).toBeVisible();
  await expect(board.locator('.on-air__face')).toHaveCount(0);
  await overlay.evaluate(() => document.body.setAttribute('data-stays', ''));

  await openScreen(page, 'Players');
  const add = page.getByRole('button', { name: 'Add a player' });
  await add.click();
  const player = dialog(page, 'Add a player');
  const name = player.getByLabel('Name');
  const country = player.getByLabel('Country');
  const wrong = player.getByText('Enter a name.');
  // The dialog starts in its first field, and returns the focus to its opener.
  await expect(name).toBeFocused();
  // The space would press a button that had the focus.
  await page.keyboard.type('Omar B');
  await expect(name).toHaveValue('Omar B');
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
  await add.click();
  // No error shows before leaving the field or trying to save.
  await expect(name).toHaveAccessibleDescription(/^As typed for a match/);
  await expect(wrong).toBeHidden();
  await player.getByRole('button', { name: 'Save' }).click();
  await expect(wrong).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('zineb');
  await expect(wrong).toBeHidden();
  const unknown = player.getByText('There is no such country.');
  await country.fill('moroco');
  await expect(unknown).toBeHidden();
  await player.getByRole('button', { name: 'Save' }).click();
  await expect(unknown).toBeVisible();
  await expect(country).toBeFocused();
  await country.fill('moroc');
  await expect(unknown).toBeHidden();
  await player.getByTestId('mark-portrait').setInputFiles(await file('#c8102e', 500, 700));
  await expect.poll(() => player.locator('.portrait img').evaluate(isLoaded)).toBe(true);
  expect(await barriers(page)).toEqual([]);
  await player.getByRole('button', { name: 'Save' }).click();
  await expect(player).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'zineb' }).getByText('Morocco')).toBeVisible();
  await expect(board.locator('img.on-air__flag')).toHaveAttribute('src', '/flags/ma.svg');
  await expect.poll(() => board.locator('img.on-air__portrait').evaluate(isLoaded)).toBe(true);

  await page.goto('/dashboard/');
  await page.getByRole('link', { name: 'Choose its look' }).click();
  const flag = page.getByTestId('look-picture').locator('img.on-air__flag');
  // As large beside the name as on air, where it takes three hundredths.
  const share = () =>
    flag.evaluate(
      (node) =>
        node.getBoundingClientRect().width / (node.closest('.on-air')?.getBoundingClientRect().width ?? 0),
    );
  await expect.poll(async () => Math.abs((await share()) - 0.03)).toBeLessThan(0.01);

  await openScreen(page, 'Sponsors');
  await page.getByRole('button', { name: 'Add a sponsor' }).click();
  const sponsor = dialog(page, 'Add a sponsor');
  await expect(sponsor.getByText('Enter a name.')).toBeHidden();
  await sponsor.getByLabel('Name').focus();
  await page.keyboard.press('Tab');
  await expect(sponsor.getByText('Enter a name.')).toBeVisible();
  await sponsor.getByLabel('Name').fill('Atlas <b>');
  await expect(sponsor.getByText('Choose a logo')).toBeHidden();
  await sponsor.getByRole('button', { name: 'Save' }).click();
  await expect(sponsor.getByText('Choose a logo')).toBeVisible();
  await sponsor.getByTestId('mark-logo').setInputFiles(await file('#0000', 900, 300));
  const chosen = sponsor.locator('.branding__logo img');
  await expect.poll(() => chosen.evaluate(isLoaded)).toBe(true);
  const kept = (await chosen.getAttribute('src')) ?? '';
  // A file that is no picture is refused in words, and the old one stays.
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await sponsor
    .getByTestId('mark-logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawing });
  await expect(sponsor.getByText('The file is not a JPEG, PNG or WebP picture.')).toBeVisible();
  await expect(chosen).toHaveAttribute('src', kept);
  await sponsor.getByRole('button', { name: 'Save' }).click();
  await expect(sponsor).toBeHidden();
  const logo = board.getByRole('img', { name: 'Atlas <b>' });
  await expect.poll(() => logo.evaluate(isLoaded)).toBe(true);
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('checkbox', { name: /^Show/ }).uncheck();
  await expect(logo).toHaveCount(0);
  await openScreen(page, 'Players');
  await page.getByRole('button', { name: `Edit ${isolated('zineb')}` }).click();
  await dialog(page, 'Edit player').getByRole('button', { name: 'Remove player' }).click();
  await dialog(page, 'Remove this player?').getByRole('button', { name: 'Remove player' }).click();
  await expect(page.getByText('No player is listed yet.')).toBeVisible();
  await expect(board.locator('.on-air__face')).toHaveCount(0);

  // The account as a file; then the name goes from it, and from the board.
  await openScreen(page, 'Your data');
  await page.evaluate('delete window.showSaveFilePicker');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the account' }).click();
  const account = await readFile(await (await saved).path(), 'utf8');
  expect(account.split('\n')[0]).toBe('{"format": "cueboard", "version": 1}');
  expect(account).toContain('"Zineb"');
  await expect(page.getByText('The file is complete.')).toBeVisible();
  const erased = page.getByLabel('Player’s name');
  await erased.fill('Zinep');
  await page.getByRole('button', { name: 'Erase this player' }).click();
  await dialog(page, `Erase ${isolated('Zinep')} everywhere?`)
    .getByRole('button', { name: 'Erase for good' })
    .click();
  await expect(page.getByText(`No one called ${isolated('Zinep')} is known here`)).toBeVisible();
  await expect(erased).toHaveValue('Zinep');
  await erased.fill(' ZINEB');
  await page.getByRole('button', { name: 'Erase this player' }).click();
  const question = dialog(page, `Erase ${isolated('ZINEB')} everywhere?`);
  await expect(question).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await question.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText(`${isolated('ZINEB')} is erased.`)).toBeVisible();
  await expect(erased).toHaveValue('');
  await expect(board.getByText('PLAYER A')).toBeVisible();
  await expect(overlay.locator('body[data-stays]')).toHaveCount(1);
});
