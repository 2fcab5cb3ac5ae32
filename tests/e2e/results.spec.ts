import { isolated } from '../../src/i18n/isolated.ts';
import { barriers } from './barriers.ts';
import { beginMatch, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

test.use(PHONE);

test('matches are on record by days: corrected by hand, set aside, brought back, deleted', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  const first = await beginMatch(page, { game: '8-Ball', p1: 'Salma', p2: 'كريم', length: '3' });
  for (const racks of [1, 2, 3]) await first.rack('A', racks);
  await first.waiting(0);
  await page.goBack();
  const second = await beginMatch(page, { game: '8-Ball', p1: 'Youssef', p2: 'Amine', length: '3' });
  await second.rack('B', 1);
  await second.waiting(0);
  await page.goBack();

  const third = await beginMatch(page, { game: '8-Ball', p1: 'Nadia', p2: 'Amine', length: '3' });
  await third.rack('A', 1);
  await third.waiting(0);
  await page.goBack();

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
  await expect(result).toContainText('The match itself came to:Salma3كريم0');
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

  await openScreen(page, 'Name, days and logs');
  await page.getByLabel('Closing hour').selectOption('04:00');
  await page.getByLabel('Name of the venue').fill(' Salle <b>Atlas</b> 🎱 ');
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Name of the venue')).toHaveValue('Salle <b>Atlas</b> 🎱');
  await openScreen(page, 'Results');
  await expect(page.locator('.results__line')).toHaveText([/Scores.*Salma7Player B0/s]);
  expect(await barriers(page)).toEqual([]);
});
