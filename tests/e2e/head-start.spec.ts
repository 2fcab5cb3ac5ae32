import { isolated } from '../../src/i18n/isolated.ts';
import { padOn, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

test.use(PHONE);

/** As pads and results say it; the line doesn't end within the score. */
const START = `Race to 3 · Start ${isolated('0\u2060–\u20602')}`;

test('a race from 0–2 is one on the pad, in every layout of the board, and in its result', async ({
  page,
  owner,
  browser,
  baseURL,
}) => {
  const overlay = await signIn(page, owner);
  await page.getByRole('link', { name: 'New match' }).click();
  const form = page.getByRole('dialog', { name: 'New match' });
  await form.getByText(/^9-.?Ball$/).click();
  const players = form.getByRole('group', { name: 'Players' });
  await players.getByRole('textbox', { name: 'Player A' }).fill('Salma');
  await players.getByRole('textbox', { name: 'Player B' }).fill('ليلى');
  await form.getByRole('group', { name: 'Race to' }).getByText('3', { exact: true }).click();
  const ahead = form
    .getByRole('group', { name: 'Head start, in racks' })
    .getByRole('textbox', { name: 'ليلى' });
  const begins = form.getByRole('button', { name: 'Start match' });
  await ahead.fill('3');
  await expect(form.getByText('A whole number from 0 to 2.')).toBeVisible();
  await expect(begins).toBeDisabled();
  await ahead.fill('2');
  await begins.click();

  const pad = padOn(page);
  await pad.scores(0, 2);
  await expect(pad.dialog.getByText(START)).toBeVisible();
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const screen = await context.newPage();
  for (const layout of ['bar', 'corner', 'lower', 'full', 'tv']) {
    await screen.goto(`${new URL(overlay).pathname}?layout=${layout}`);
    await expect(screen.getByTestId('overlay-handicap')).toHaveText('Start 0–2');
    await expect(screen.getByTestId('overlay-s2')).toHaveText('2');
  }
  await pad.rack('A', 1);
  await pad.rack('B', 3);
  await expect(pad.dialog.getByText(/wins the match/)).toBeVisible();
  await context.close();

  await page.goto('/dashboard/');
  await openScreen(page, 'Results');
  await page.locator('.results__line').first().tap();
  const result = page.getByRole('article');
  await expect(result).toContainText(START);
  await expect(result.getByRole('table', { name: 'Racks' }).getByRole('row')).toHaveCount(3);
});
