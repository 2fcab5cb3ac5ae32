import sharp from 'sharp';
import { isolated } from '../../src/i18n/isolated.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

test.use(PHONE);

test('matches are on record by days: corrected by hand, set aside, brought back, deleted', async ({
  page,
  owner,
  baseURL,
}) => {
  const venue = await openVenue(baseURL ?? '', owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('There is no table.');
  let { match } = table;
  for (const [p1, p2, winners] of [
    ['Salma', 'كريم', 'AAA'],
    ['Youssef', 'Amine', 'B'],
    ['Nadia', 'Amine', 'A'],
  ] as const) {
    const begun = await venue.begin({ ...table, match }, 'eight-ball', { p1, p2, raceTo: 3 });
    for (const side of winners) await begun.act('rack', { side });
    match = { id: begun.id };
  }
  await signIn(page, owner);
  await openScreen(page, 'Results');
  const lines = page.locator('.results__line');
  await expect(lines).toHaveText([/Live.*Nadia1Amine0/s, /Unfinished.*Youssef0Amine1/s, /Salma3كريم0/]);
  await lines.nth(2).tap();
  const result = page.getByRole('article');
  await expect(result).toContainText(`${isolated('Salma')} wins`);
  await expect(result.getByRole('table', { name: 'Racks' }).getByRole('row')).toHaveCount(4);

  await result.getByRole('button', { name: 'Correct', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Correct the result' });
  await sheet.getByRole('button', { name: 'Swap sides' }).tap();
  await sheet.getByLabel('Score B').fill('1');
  await sheet.getByRole('button', { name: 'Save correction' }).tap();
  await expect(result).toContainText('كريم3Salma1');
  await expect(result).toContainText('Before the correction:Salma3كريم0');
  expect(await barriers(page)).toEqual([]);
  await result.getByRole('button', { name: 'Undo the correction' }).tap();
  await expect(result).not.toContainText('Corrected by hand');
  await expect(result).toContainText('Salma3كريم0');

  await result.getByRole('button', { name: 'Set aside' }).tap();
  await expect(result).toContainText('It isn’t counted');
  await result.getByRole('button', { name: 'Bring back' }).tap();
  await expect(result.getByRole('button', { name: 'Set aside' })).toBeVisible();

  await result.getByRole('button', { name: 'Delete for good' }).tap();
  const ask = page.getByRole('dialog', { name: 'Delete this result for good?' });
  await ask.getByRole('button', { name: 'Delete for good' }).tap();
  await expect(lines).toHaveText([/Nadia1Amine0/, /Youssef0Amine1/]);
});

test('a plain table’s next match puts the one before on record, and can be taken back', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await page.getByLabel('Player A').fill('Salma');
  await page.getByLabel('Score A').fill('7');
  const next = page.getByRole('button', { name: 'Next match' });
  await expect(next).toBeDisabled();
  await page.getByRole('button', { name: 'Save' }).tap();
  await next.tap();
  await expect(page.getByLabel('Score A')).toHaveValue('0');
  await expect(page.getByLabel('Player A')).toHaveValue('Salma');
  await page.getByRole('button', { name: 'Back to the previous match' }).tap();
  await expect(page.getByLabel('Score A')).toHaveValue('7');
  await next.tap();
  await expect(page.getByLabel('Score A')).toHaveValue('0');

  await openScreen(page, 'Name, closing hour and history');
  await page.getByLabel('Closing hour').selectOption('04:00');
  await page.getByLabel('Name of the venue').fill(' Salle <b>Atlas</b> 🎱 ');
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Name of the venue')).toHaveValue('Salle <b>Atlas</b> 🎱');
  await openScreen(page, 'Results');
  await expect(page.locator('.results__line')).toHaveText([/Scores.*Salma7Player B0/s]);
  expect(await barriers(page)).toEqual([]);
});

test('in Arabic what an empty search says begins on the right', async ({ page, owner }) => {
  await signIn(page, owner);
  await page.goto('/ar/dashboard/#results');
  const search = page.getByLabel('البحث عن لاعب');
  /** How much is drawn in a third of the field. */
  const drawnFrom = async (share: number): Promise<number> => {
    const picture = await search.screenshot();
    const { width, height } = await sharp(picture).metadata();
    const [left, top] = [Math.round(width * share), Math.round(height / 4)];
    const part = { left, top, width: Math.round(width / 3), height: Math.round(height / 2) };
    // Statistics are those of what `sharp` got, so it gets the part alone.
    const { channels } = await sharp(await sharp(picture).extract(part).toBuffer()).stats();
    return Math.max(...channels.map(({ stdev }) => stdev));
  };
  await expect.poll(() => drawnFrom(0.6)).toBeGreaterThan(10);
  await expect.poll(() => drawnFrom(0.05)).toBeLessThan(1);
});
