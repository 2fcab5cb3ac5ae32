import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { isolated } from '../../src/i18n/isolated.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { expect, signIn, test } from './test.ts';

/** Saves the screen as CSV. Returns its rows as another CSV reader reads them. */
const saved = async (page: Page): Promise<Readonly<Record<string, string>>[]> => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const path = await (await download).path();
  return parse(readFileSync(path), { bom: true, columns: true });
};

test('a player is found with the highest break, head to head and in a report; all of it is saved', async ({
  page,
  owner,
  baseURL,
}) => {
  const [zineb, youssef] = ['=Zineb <b>', 'يوسف بن علي'];
  const venue = await openVenue(baseURL ?? '', owner);
  await signIn(page, owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('There is no table.');
  const frame = await venue.begin(table, 'snooker', { p1: zineb, p2: youssef, bestOf: 1 });
  for (const ball of ['red', 'black', 'red', 'pink']) await frame.act('pot', { balls: [ball] });
  await frame.act('award', { side: 'A' });
  const next = { ...table, match: { id: frame.id } };
  const racks = await venue.begin(next, 'nine-ball', { p1: youssef, p2: zineb, raceTo: 2 });
  for (const how of ['plain', 'runOut']) await racks.act('rack', { side: 'A', how });

  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 matches' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a player' }).fill(' ZIN');
  await expect(page.getByText('1 player found')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('link', { name: `${zineb} 2 matches` }).click();
  await expect(page.getByRole('heading', { level: 2, name: zineb })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Highest break 15/ })).toBeVisible();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('row').getByRole('link', { name: youssef }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Head to head' })).toBeVisible();
  await expect(page.getByRole('row', { name: '1 Won 1' })).toBeVisible();
  await expect(page.getByRole('row', { name: '1 Frames and racks 2' })).toBeVisible();
  const matches = await saved(page);
  expect(matches.map((row) => [row['Game'], row['Player A'], row['Score A'], row['Score B']])).toEqual([
    // Spreadsheets don't take it for a formula.
    ['Snooker', `'${zineb}`, '1', '0'],
    ['9-Ball', youssef, '2', '0'],
  ]);
  expect(matches.map((row) => row['Winner'])).toEqual([`'${zineb}`, youssef]);

  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await page.getByRole('link', { name: 'Report' }).click();
  const total = page.getByRole('definition');
  await expect(total.nth(0)).toHaveText('2');
  await expect(total.nth(1)).toHaveText('3');
  await page.getByLabel('Game').selectOption('Snooker');
  await expect(total.nth(0)).toHaveText('1');
  await page.getByRole('link', { name: 'Day' }).click();
  await page.getByLabel('Game').selectOption('All games');
  await expect(total.nth(0)).toHaveText('2');
  expect(await barriers(page)).toEqual([]);
  const report = await saved(page);
  const sumOf = (by: string) =>
    report.filter((row) => row['Breakdown'] === by).reduce((sum, row) => sum + Number(row['Matches']), 0);
  expect(['Day', 'Hour', 'Table', 'Game', 'Total'].map(sumOf)).toEqual([2, 2, 2, 2, 2]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('table', { name: 'By hour' })).toBeVisible();
});

test('two spellings become one player, apart again, and are erased together', async ({
  page,
  owner,
  baseURL,
}) => {
  const [one, other, rival] = ['Zoé <b>Benabdellah</b>', 'زوي بنعبد الله', 'Karima Idrissi'];
  const venue = await openVenue(baseURL ?? '', owner);
  await signIn(page, owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('There is no table.');
  let match = table.match;
  for (const p1 of [one, one, other]) {
    const begun = await venue.begin({ ...table, match }, 'eight-ball', { p1, p2: rival, raceTo: 1 });
    await begun.act('rack', { side: 'A', how: 'plain' });
    match = { id: begun.id };
  }
  const find = async (name: string): Promise<void> => {
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Find a player' }).fill(name);
  };

  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 matches' })).toBeVisible();
  await find('zoe');
  await page.getByRole('link', { name: `${one} 2 matches` }).click();
  await page.getByRole('button', { name: 'Merge with…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('زوي');
  await dialog.getByRole('button', { name: other }).click();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  const undo = page.getByRole('button', { name: `Undo merging ${isolated(other)}` });
  await expect(undo).toBeVisible();
  await find('زوي');
  await expect(page.getByRole('link', { name: `${one} 3 matches` })).toBeVisible();
  await page.getByRole('link', { name: `${one} 3 matches` }).click();
  await undo.click();
  await expect(undo).toBeHidden();
  await find('زوي');
  await expect(page.getByRole('link', { name: `${other} 1 match` })).toBeVisible();

  await find('zoe');
  await page.getByRole('link', { name: `${one} 2 matches` }).click();
  await page.getByRole('button', { name: 'Merge with…' }).click();
  await dialog.getByRole('searchbox').fill('زوي');
  await dialog.getByRole('button', { name: other }).click();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(undo).toBeVisible();
  await page.getByRole('button', { name: 'Erase this player' }).click();
  await expect(dialog).toContainText(`The names merged with it are removed too: ${isolated(other)}.`);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('This player has no counted results.')).toBeVisible();
  for (const name of ['zoe', 'زوي']) {
    await find(name);
    await expect(page.getByText('There is no player by that name.')).toBeVisible();
  }
});

const LONG_TABLE = 'طاولة السنوكر الكبيرة في القاعة الخلفية قرب النافذة المطلّة';

test('a venue’s name is on its pages and prints, with all tables and the day’s date', async ({
  page,
  owner,
  baseURL,
}) => {
  const name = 'نادي أكادير – Club Billard';
  const venue = await openVenue(baseURL ?? '', owner);
  await signIn(page, owner);
  const { call } = venue;
  await call('update_venue', { title: name });
  for (let number = 2; number <= 7; number += 1) await call('add_table', { title: `Salle ${number}` });
  const [table] = await venue.tables();
  if (!table) throw new Error('There is no table.');
  await call('update_table', { id: table.id, title: LONG_TABLE });
  const racks = await venue.begin(table, 'nine-ball', { p1: 'Zineb', p2: 'Salma', raceTo: 1 });
  await racks.act('rack', { side: 'A', how: 'plain' });

  await page.reload();
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await page.getByRole('link', { name: /Zineb/ }).first().click();
  const won = page.getByRole('article').getByRole('img', { name: 'won' });
  await page.emulateMedia({ media: 'print' });
  await expect(won).toHaveCSS('border-top-style', 'solid');
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('article').getByRole('link', { name: 'Zineb' }).click();
  await expect(page.getByRole('button', { name: 'Erase this player' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText(name)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('main').getByText(name)).toBeHidden();

  await page.goto('/dashboard/#report/2026-11-01/2026-11-30');
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'Month' }).click();
  const days = page.getByRole('table', { name: 'By day' });
  await page.emulateMedia({ media: 'print' });
  await expect(days.getByRole('row')).toHaveCount(2);
  for (const width of [390, 718]) {
    await page.setViewportSize({ width, height: 1000 });
    const bar = page.locator('.bars__name', { hasText: LONG_TABLE });
    await expect
      .poll(() => bar.evaluate((name) => name.scrollWidth - name.clientWidth))
      .toBeLessThanOrEqual(0);
    await expect(bar).toHaveCSS('text-overflow', 'clip');
  }
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 720 });
  // The file has the lines of the print.
  const lines = await saved(page);
  expect(lines.filter((line) => line['Breakdown'] === 'Day')).toHaveLength(1);
  expect(
    lines.filter((line) =>
      ['Matches', 'Frames and racks', 'Minutes in play'].every((head) => line[head] === '0'),
    ),
  ).toEqual([]);

  await page.goto('/dashboard/#results');
  const year = new Date().getFullYear();
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(new RegExp(`${year}$`), {
    useInnerText: true,
  });
  await page.emulateMedia({ media: 'screen' });

  const { tables } = (await call('get_venue')) as { tables: { match_id: string }[] };
  await page.goto(`/fr/s/gd/?match=${tables[0]?.match_id ?? ''}`);
  await expect(page.getByRole('heading', { level: 2, name: LONG_TABLE })).toBeVisible();
  await expect(page.getByRole('main').getByText(name)).toBeVisible();
  await expect(page.getByRole('combobox').getByRole('option')).toHaveText([
    new RegExp(`${LONG_TABLE}.* · B1$`),
    ...Array.from({ length: 6 }, (_, index) => new RegExp(`Salle ${index + 2}.* · B${index + 2}$`)),
  ]);
});
