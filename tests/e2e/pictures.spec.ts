import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import readCode from 'jsqr';
import sharp from 'sharp';
import { barriers } from './barriers.ts';
import { expect, openScreen, type Owner, signIn, test } from './test.ts';
import { isolated } from '../../src/i18n/isolated.ts';

const photograph = readFileSync('public/images/1-800.jpg');
const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const openPictures = async (page: Page, owner: Owner): Promise<void> => {
  await signIn(page, owner);
  await openScreen(page, 'Pictures');
  await expect(page.getByRole('heading', { name: 'Table 1' })).toBeVisible();
};

/**
 * Makes a key on the page. Returns a function that sends a body as the page's own command does, and returns the answer.
 */
const makeKey = async (page: Page, request: APIRequestContext, label: string) => {
  await page.getByLabel('Source of the pictures').fill(label);
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = (await page.getByTestId('upload-key').textContent()) ?? '';
  const line = (await page.getByTestId('upload-line').textContent()) ?? '';
  expect(line).toContain(`"x-upload-key: ${secret}"`);
  const address = /"(http[^"]+)"$/.exec(line)?.[1] ?? '';
  return async (data: Buffer): Promise<number> => {
    const headers = { 'x-upload-key': secret, 'content-type': 'image/jpeg' };
    return (await request.post(address, { data, headers })).status();
  };
};

test('a photograph that is sent with a key made here shows up; a revoked key sends nothing', async ({
  page,
  request,
  owner,
}) => {
  await openPictures(page, owner);
  await expect(card(page, 'Table 1').getByText('No picture yet')).toBeVisible();
  await expect(card(page, 'Table 1').getByText('Nothing uploaded')).toBeVisible();
  const send = await makeKey(page, request, 'Camera 🎱');
  expect(await send(photograph)).toBe(201);
  const picture = page.getByRole('img', { name: `Latest picture of ${isolated('Table 1')}` });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(480);
  await expect(card(page, 'Table 1').getByText(/^Uploaded · (now|\d+ seconds? ago)$/)).toBeVisible();
  await expect(card(page, 'Table 1').getByText(/^Last upload · /)).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  expect(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(415);
  await expect(page.getByText('The file is not a JPEG, PNG or WebP picture.')).toBeVisible();
  await expect(page.getByText('Key: Camera 🎱')).toBeVisible();
  await expect(page.getByText(/Last used/)).toBeVisible();

  await page.getByRole('button', { name: `Revoke the key: ${isolated('Camera 🎱')}` }).click();
  await page.getByRole('button', { name: 'Revoke the key', exact: true }).click();
  await expect(page.getByText(/^Revoked · /)).toBeVisible();
  await expect(page.getByTestId('upload-key')).toHaveCount(0);
  expect(await send(photograph)).toBe(401);
  await page.reload();
  await expect(page.getByText(/^Revoked · /)).toBeVisible();
});

test('a scored table needs no camera: its picture is drawn', async ({ page, owner }) => {
  await signIn(page, owner);
  await page.getByLabel('Score A').fill('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await openScreen(page, 'Pictures');
  await expect(page.getByRole('img', { name: `Latest picture of ${isolated('Table 1')}` })).toBeVisible();
  await expect(card(page, 'Table 1').getByText(/^Drawn from the score · /)).toBeVisible();
  await expect(card(page, 'Table 1').getByText('Nothing uploaded')).toBeVisible();
});

test('the link to a switched-off page shows that it is off, until it is on again', async ({
  page,
  otherDevice,
  request,
  owner,
}) => {
  await openPictures(page, owner);
  const send = await makeKey(page, request, 'Camera');
  expect(await send(photograph)).toBe(201);
  await page.getByRole('button', { name: `Link and QR code of ${isolated('Table 1')}` }).click();
  const link = (await page.getByTestId('public-link').textContent()) ?? '';
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const visitor = await otherDevice.newPage();
  await visitor.goto(link);
  await expect(visitor.getByTestId('snapshot-image')).toBeVisible();

  await page.getByRole('button', { name: 'Switch off…' }).click();
  await page.getByRole('button', { name: 'Switch off', exact: true }).click();
  await expect(page.getByText('Off. Anyone who opens a link')).toBeVisible();
  await expect(card(page, 'Table 1').getByText('Switched off: nobody sees it')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('This page is switched off.')).toBeVisible();
  await expect(visitor.getByTestId('snapshot-image')).toHaveCount(0);
  // Pictures sent meanwhile are stored all the same.
  expect(await send(readFileSync('public/images/2-800.jpg'))).toBe(201);

  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('img', { name: `Latest picture of ${isolated('Table 1')}` })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByTestId('snapshot-image')).toBeVisible();
});

test.describe('when the server can’t save', () => {
  test.use({ allowedErrors: [/503/] });

  test('how long pictures are kept is chosen, and stays chosen when it could not be saved', async ({
    page,
    owner,
  }) => {
    await openPictures(page, owner);
    const days = page.getByLabel('How long uploaded pictures are kept');
    await expect(days.locator('option')).toHaveText(['1 day', '7 days', '30 days', '90 days', '365 days']);
    await page.route('**/rpc/update_venue', (route) => route.fulfill({ status: 503, json: {} }));
    await days.selectOption('7 days');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Nothing was changed. There is no connection.')).toBeVisible();
    await expect(days).toHaveValue('7');
    await page.unroute('**/rpc/update_venue');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(days).toHaveValue('7');
  });
});

/** A sign's text as a phone's camera reads it. */
const codeOn = async (page: Page, name: string): Promise<string | undefined> => {
  const shot = await page.getByRole('article', { name }).screenshot();
  const { data, info } = await sharp(shot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return readCode(new Uint8ClampedArray(data), info.width, info.height)?.data;
};

test('each table’s sign leads to its public page, and is all that is printed', async ({
  page,
  owner,
  baseURL,
}) => {
  // The page is opened as localhost, which is another computer to a phone.
  const venue = baseURL?.replace('localhost', 'venue.test') ?? '';
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  const longest = 'صالون <b>الشرفة</b> 🎱 Maximilian-Alexander, bei den Fenstern';
  for (const name of ['Table 12', longest]) {
    await page.getByLabel('Name of the new table').fill(name);
    await page.getByRole('button', { name: 'Add table' }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await openScreen(page, 'Table signs');
  const signs = page.getByRole('article');
  await expect(signs).toHaveCount(3);
  for (const [place, name] of ['Table 1', 'Table 12', longest].entries()) {
    const sign = page.getByRole('article', { name: `Sign for ${isolated(name)}` });
    await expect(sign).toContainText('تابعوا نتيجة هذه الطاولة');
    await expect(sign).toContainText('Suivez le score de cette table');
    await expect(sign).toContainText('Follow this table’s score');
    await expect
      .poll(() => codeOn(page, `Sign for ${isolated(name)}`))
      .toMatch(new RegExp(`^${venue}/s/gd/\\?match=[a-z0-9]{12}-b${place + 1}$`));
  }
  await expect(page.getByRole('article', { name: `Sign for ${isolated('Table 12')}` })).toContainText(
    'Table12الطاولة',
  );
  // However long a name is, none of it is cut off.
  await expect
    .poll(() =>
      page
        .locator('.table-sign__name')
        .evaluateAll((names) => names.every((name) => name.scrollHeight <= name.clientHeight + 1)),
    )
    .toBe(true);
  expect(await barriers(page)).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  await expect(signs).toHaveCount(3);
  for (const part of ['banner', 'contentinfo', 'heading', 'button', 'navigation'] as const)
    await expect(page.getByRole(part).filter({ visible: true })).toHaveCount(0);
  // The code itself is 52 mm wide, at 96 pixels to the inch.
  const printed = async () => (await signs.first().getByRole('img').boundingBox())?.width ?? 0;
  await expect.poll(async () => ((await printed()) / 96) * 25.4).toBeCloseTo(52, 0);
  await expect.poll(() => codeOn(page, `Sign for ${isolated('Table 12')}`)).toContain('-b2');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sheets = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  const millimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);
  expect(sheets.map(([, width, height]) => [millimetres(width), millimetres(height)])).toEqual([
    [105, 148],
    [105, 148],
    [105, 148],
  ]);
  await page.emulateMedia({ media: 'screen' });

  // One alone, from its table's picture.
  await openScreen(page, 'Pictures');
  await page.getByRole('link', { name: `Sign for ${isolated('Table 12')}` }).click();
  await expect(signs).toHaveCount(1);
  await page.getByRole('link', { name: 'All signs' }).click();
  await expect(signs).toHaveCount(3);

  // Of several addresses one is chosen; without any it is said.
  const reload = async (origins: readonly string[]) => {
    await page.route('**/admin/v1/network', (route) => route.fulfill({ json: { origins } }), { times: 1 });
    await page.reload();
  };
  const code = () => codeOn(page, `Sign for ${isolated('Table 12')}`);
  await reload(['http://172.17.0.1:4321', 'http://192.168.1.20:4321']);
  await expect.poll(code).toContain('http://172.17.0.1:4321/s/gd/');
  await page.getByLabel('Address on your network').selectOption('http://192.168.1.20:4321');
  await expect.poll(code).toContain('http://192.168.1.20:4321/s/gd/');
  expect(await barriers(page)).toEqual([]);
  await reload([]);
  await expect(page.getByText('This address opens on this computer only.')).toBeVisible();
  // Copied as it is shown.
  await expect(page.getByText('--host', { exact: true })).toBeVisible();
  await expect.poll(code).toContain(`${baseURL ?? ''}/s/gd/`);
});

test('a window of a new match that is closed stays closed after a reload', async ({ page, owner }) => {
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  await page.getByRole('link', { name: 'New match' }).click();
  const window = page.getByRole('dialog', { name: 'New match' });
  await expect(window).toBeVisible();
  await expect(page).toHaveURL(/\/newMatch$/);
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(page).not.toHaveURL(/newMatch/);
  await page.reload();
  await expect(page.getByLabel('Player A')).toBeVisible();
  await expect(window).toBeHidden();
});
