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

  await openScreen(page, 'Room');
  await expect(page.getByText('Nobody is waiting')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await addParty(page, 'Amine Berrada');
  await addParty(page, 'يوسف بن علي');
  await addParty(page, 'Salma', 'Snooker');
  await addParty(page, LONG, 'Table 1');
  const names = waiting(page).locator('.room__name');
  await expect(names).toHaveText(['Amine Berrada', 'يوسف بن علي', 'Salma', LONG].map(isolated));
  await expect(waiting(page).nth(3)).toContainText('2 before them');
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
  await (await openParty(page, 'Amine Berrada')).getByRole('button', { name: 'Missed' }).click();
  await expect(first).toContainText('Missed');
  await expect(waiting(page).nth(1).getByRole('button', { name: /^Call/ })).toBeVisible();
  await first.getByRole('button', { name: 'Back' }).click();
  await expect(first.getByRole('button', { name: /^Call/ })).toBeEnabled();

  // Two people call the same party at once: one gets a notice.
  await openScreen(other, 'Room');
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await other.route('**/rpc/change_waiting', async (route) => {
    await held;
    await route.continue();
  });
  const theirs = waiting(other).first();
  await theirs.getByRole('button', { name: /^Call/ }).click();
  await expect(theirs).toContainText('Called to');
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
  await openScreen(other, 'Room');
  await expect(theirs).toContainText('Called to ⁨Snooker 1⁩');
  await expect(other.getByText(said)).toBeHidden();
  await expect(theirs).toContainText('Called to ⁨Snooker 1⁩');

  // Without a network the list is read, not changed.
  await otherDevice.setOffline(true);
  await expect(other.getByText('It can be changed when the connection is back.')).toBeVisible();
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
  await table.getByRole('button', { name: 'Free' }).click();
  await expect(table).toContainText('Match on');

  // Archiving a table shows the party that waits for it.
  await openScreen(other, 'Tables');
  await other.getByRole('button', { name: `Settings of ${isolated('Table 1')}` }).click();
  await other.getByRole('button', { name: 'Archive this table' }).click();
  await expect(other.getByText('1 party waits for this table.')).toBeVisible();
});
