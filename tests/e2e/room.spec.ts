import { isolated } from '../../src/i18n/isolated.ts';
import { barriers } from './barriers.ts';
import { expect, openScreen, signIn, test } from './test.ts';
import { addParty, openParty, waiting } from './waiting.ts';

/** A venue's evening at its waiting list. */

test.use({
  viewport: { width: 390, height: 844 },
  allowedErrors: [/ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to fetch/],
});

const LONG = 'Abdelkader Benmoussa-El Idrissi <b>et toute sa famille</b> 🎱';

test('parties wait, are called, missed, started and taken back, on two devices and without a network', async ({
  page,
  otherDevice,
  owner,
}) => {
  const other = await otherDevice.newPage();
  await signIn(other, owner);
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  await page.getByLabel('Name of the new table').fill('Snooker 1');
  await page.getByRole('button', { name: 'Add table' }).click();
  await page.getByRole('button', { name: `Settings of ${isolated('Snooker 1')}` }).click();
  const settings = page.getByRole('dialog', { name: 'Snooker 1' });
  const kind = settings.getByRole('radio', { name: 'Snooker' });
  await settings.getByText('Snooker', { exact: true }).click();
  await expect(kind).toBeChecked();
  await settings.getByRole('button', { name: 'Close' }).click();

  await openScreen(page, 'Counter');
  await expect(page.getByText('Nobody is waiting')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await addParty(page, 'Amine Berrada');
  await addParty(page, 'يوسف بن علي');
  await addParty(page, 'Salma', 'Snooker');
  await addParty(page, LONG, 'Table 1');
  const names = waiting(page).locator('.room__name');
  await expect(names).toHaveText(['Amine Berrada', 'يوسف بن علي', 'Salma', LONG].map(isolated));
  await expect(waiting(page).nth(3)).toContainText('2 ahead');
  expect(await barriers(page)).toEqual([]);

  // One tap calls the first whom a free table fits, one takes it back.
  const first = waiting(page).first();
  await first.getByRole('button', { name: `Call · ${isolated('Table 1')}` }).click();
  await expect(first).toContainText('Called to');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
  await page.reload();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(first.getByRole('button', { name: `Call · ${isolated('Table 1')}` })).toBeEnabled();

  // A party that missed a call is first again once it is back.
  await first.getByRole('button', { name: `Call · ${isolated('Table 1')}` }).click();
  await expect(first.getByRole('button', { name: 'Start' })).toBeEnabled();
  await (await openParty(page, 'Amine Berrada')).getByRole('button', { name: 'No-show' }).click();
  await expect(first).toContainText('No-show');
  await expect(waiting(page).nth(1).getByRole('button', { name: /^Call/ })).toBeVisible();
  await first.getByRole('button', { name: 'Back' }).click();
  await expect(first.getByRole('button', { name: /^Call/ })).toBeEnabled();

  // Two people call the same party at once: one gets a notice.
  await openScreen(other, 'Counter');
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await other.route('**/rpc/change_waiting', async (route) => {
    await held;
    await route.continue();
  });
  const theirs = waiting(other).first();
  await theirs.getByRole('button', { name: /^Call/ }).click();
  await expect(theirs).toContainText('Calling to');
  const sheet = await openParty(page, 'Amine Berrada');
  await sheet.getByRole('button', { name: `Call · ${isolated('Snooker 1')}` }).click();
  await expect(first).toContainText('Called to ⁨Snooker 1⁩');
  await expect(first.getByRole('button', { name: 'Start' })).toBeEnabled();
  release(undefined);
  const said = `${isolated('Somebody')} called ${isolated('Amine Berrada')} to ${isolated('Snooker 1')}.`;
  await expect(other.getByRole('alert')).toContainText(said);
  await expect(other.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
  // Coming back, the notice isn't repeated.
  await openScreen(other, 'Tables');
  await openScreen(other, 'Counter');
  await expect(theirs).toContainText('Called to ⁨Snooker 1⁩');
  await expect(other.getByText(said)).toBeHidden();
  await expect(theirs).toContainText('Called to ⁨Snooker 1⁩');

  // Without a network the list is read, not changed.
  await otherDevice.setOffline(true);
  await expect(other.getByText('You can make changes once you’re back online.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Start' })).toBeDisabled();
  await expect(other.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();

  // The match is theirs, and of their table's game.
  await first.getByRole('button', { name: 'Start' }).click();
  const match = page.getByRole('dialog', { name: 'New match' });
  await expect(match.getByLabel('Player A')).toHaveValue('Amine Berrada');
  await expect(match.getByRole('radio', { name: /^Snooker/ })).toBeChecked();
  await match.getByRole('button', { name: 'Start match' }).click();
  await expect(page.locator('dialog.pad').getByText('Amine Berrada').first()).toBeVisible();

  await otherDevice.setOffline(false);
  await expect(theirs).toContainText('يوسف بن علي');
  await other.getByRole('button', { name: /^Tables/ }).click();
  const table = other.getByRole('listitem').filter({ hasText: 'Snooker 1' });
  await expect(table).toContainText('Amine Berrada');
  // A party that moves leaves its match behind, and is told so before.
  await table.getByRole('button', { name: 'Amine Berrada' }).click();
  const moving = other.getByRole('dialog', { name: 'Amine Berrada' });
  await expect(moving).toContainText(`The match and its score stay at ${isolated('Snooker 1')}.`);
  await moving.getByRole('button', { name: 'Close' }).click();
  await table.getByRole('button', { name: 'Free' }).click();
  await expect(table).toContainText('Match on');
  // The next players' match ends the one that was left.
  await expect(table.getByRole('link', { name: 'New match' })).toBeVisible();

  // Archiving a table shows the party that waits for it.
  await openScreen(other, 'Tables');
  await other.getByRole('button', { name: `Settings of ${isolated('Table 1')}` }).click();
  await other.getByRole('button', { name: 'Archive this table' }).click();
  await expect(other.getByText('1 party waits for this table.')).toBeVisible();
});

test('on a slow network each change is shown as pending at once, and nothing that it takes is offered again', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  for (const title of ['Table 2', 'Table 3']) {
    await page.getByLabel('Name of the new table').fill(title);
    await page.getByRole('button', { name: 'Add table' }).click();
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  }
  await openScreen(page, 'Counter');
  for (const name of ['Amine', 'سلمى', 'Karim']) await addParty(page, name);
  await expect(waiting(page).getByRole('button', { name: /^Call/ })).toHaveCount(3);
  const callTo = (row: number, table: string) =>
    waiting(page)
      .nth(row)
      .getByRole('button', { name: `Call · ${isolated(table)}` });

  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/rpc/change_waiting', async (route) => {
    await held;
    await route.continue();
  });
  // The second call is of the next party, to the next table, without an answer in between.
  await callTo(0, 'Table 1').click();
  await expect(waiting(page).first()).toContainText(`Calling to ${isolated('Table 1')}…`);
  await expect(callTo(0, 'Table 1')).toBeDisabled();
  await expect(callTo(1, 'Table 2')).toBeEnabled();
  await callTo(1, 'Table 2').click();
  await expect(callTo(2, 'Table 3')).toBeEnabled();
  await addParty(page, LONG);
  const added = waiting(page).nth(3);
  await expect(added).toContainText(LONG);
  await expect(added).toContainText('Adding…');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled();
  await page.getByRole('button', { name: /^Tables/ }).click();
  const tables = page.getByRole('region', { name: 'Tables' }).getByRole('listitem');
  await expect(tables.nth(0)).toContainText(`${isolated('Amine')} · Calling to ${isolated('Table 1')}…`);
  await tables.nth(2).getByRole('button', { name: 'Mark occupied' }).click();
  await expect(tables.nth(2)).toContainText('Marking as occupied…');
  await expect(page.getByRole('button', { name: /^Tables/ })).toContainText('0 free');
  await page.getByRole('button', { name: /^Waiting/ }).click();
  await expect(waiting(page).getByRole('button', { name: /^Call/ })).toHaveCount(2);
  expect(await barriers(page)).toEqual([]);

  // A page that is left with unanswered changes makes them when it is opened again.
  await page.reload();
  await expect(waiting(page)).toHaveCount(4);
  await expect(waiting(page).nth(1)).toContainText(`Calling to ${isolated('Table 2')}…`);
  await expect(added).toContainText('Adding…');
  release(undefined);
  await expect(waiting(page).first()).toContainText(`Called to ${isolated('Table 1')}`);
  await expect(waiting(page).nth(1)).toContainText(`Called to ${isolated('Table 2')}`);
  await expect(added.getByRole('button', { name: isolated(LONG) })).toBeVisible();
  // The last tap is undone first.
  await expect(page.getByRole('button', { name: /^Undo/ })).toContainText('Mark occupied');
});
