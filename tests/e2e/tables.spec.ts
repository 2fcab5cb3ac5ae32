import { openVenue } from '../common/wire-scorer.ts';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { barriers } from './barriers.ts';
import { expect, openScreen, signIn, test } from './test.ts';
import { isolated } from '../../src/i18n/isolated.ts';

const titles = (page: Page) => page.locator('.tables__title');

/** Adds a table by the form below the list. */
const addTable = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Name of the new table').fill(name);
  await page.getByRole('button', { name: 'Add table' }).click();
  await expect(page.getByLabel('Name of the new table')).toHaveValue('');
  await expect(titles(page).filter({ hasText: name })).toBeVisible();
};

/** Opens the settings of the table that is shown. */
const openSettings = async (page: Page, title: string) => {
  await page.getByRole('button', { name: 'Table and links' }).click();
  return page.getByRole('dialog', { name: title });
};

test('tables are added, named, put in order, archived and brought back', async ({ page, owner }) => {
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  await expect(titles(page)).toHaveText(['Table 1']);
  await addTable(page, 'Table 2');
  await expect(page.getByText('2 tables', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `Settings of ${isolated('Table 2')}` }).click();
  const settings = page.getByRole('dialog', { name: 'Table 2' });
  // On a phone with its keyboard open, the error is right below the field.
  await page.setViewportSize({ width: 390, height: 330 });
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('');
  await settings.getByRole('button', { name: 'Rename' }).click();
  const missing = settings.getByText('Enter a name.');
  await expect(missing).toBeInViewport({ ratio: 1 });
  const top = async (at: Locator) => (await at.boundingBox())?.y ?? 0;
  const rename = settings.getByRole('button', { name: 'Rename' });
  await expect.poll(async () => (await top(rename)) - (await top(missing))).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('صالون <b>1</b> 🎱');
  await settings.getByRole('button', { name: 'Rename' }).click();
  const named = page.getByRole('dialog', { name: 'صالون <b>1</b> 🎱' });
  await named.getByRole('button', { name: 'Move forward' }).click();
  await expect(named.getByText('Place 1 of 2')).toBeVisible();
  await named.getByRole('button', { name: 'Close' }).click();
  await expect(titles(page)).toHaveText(['صالون <b>1</b> 🎱', 'Table 1']);

  await page.getByRole('button', { name: `Settings of ${isolated('صالون <b>1</b> 🎱')}` }).click();
  await named.getByRole('button', { name: 'Archive this table' }).click();
  const ask = page.getByRole('dialog', { name: 'Archive this table?' });
  await ask.getByRole('button', { name: 'Archive this table' }).click();
  await expect(named).toBeHidden();
  await expect(titles(page)).toHaveText(['Table 1']);
  await page.getByText('1 archived table').click();
  await page.getByRole('button', { name: `Bring back ${isolated('صالون <b>1</b> 🎱')}` }).click();
  await expect(titles(page)).toHaveText(['صالون <b>1</b> 🎱', 'Table 1']);
  await page.reload();
  await expect(titles(page)).toHaveText(['صالون <b>1</b> 🎱', 'Table 1']);
});

test('every field of a name says where it leaves letters out', async ({ page, owner }) => {
  const takesSixty = async (label: string): Promise<void> => {
    const field = page.getByLabel(label, { exact: true }).filter({ visible: true }).last();
    const said = page.getByText('A name can have up to 60 characters; the rest is cut off.');
    await field.fill('x'.repeat(60));
    await expect(said).toHaveCount(0);
    await field.fill('x'.repeat(61));
    await expect(field).toHaveValue('x'.repeat(60));
    await expect(said).toBeVisible();
    await expect(field).toHaveAccessibleDescription(/the rest is cut off/);
  };
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  await takesSixty('Name of the new table');
  await page.getByLabel('Name of the new table').fill('');
  await page.getByRole('button', { name: `Settings of ${isolated('Table 1')}` }).click();
  await takesSixty('Who it’s for');
  await page.getByRole('button', { name: 'Close' }).click();
  await openScreen(page, 'Name, closing hour and history');
  await takesSixty('Name of the venue');
  await openScreen(page, 'Staff and televisions');
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  for (const [kind, label] of [
    ['television', 'Name of the television'],
    ['device', 'Name, such as Karim or Counter tablet'],
  ] as const) {
    const secret = randomUUID().replaceAll('-', '');
    const { code } = (await venue.call('begin_pairing', { secret, kind })) as { code: string };
    await page.getByLabel('Code on the television or device').fill(code);
    await takesSixty(label);
  }
});

test('all tables at a glance show scores from elsewhere; a window over one closes when the address goes to another', async ({
  page,
  otherDevice,
  owner,
}) => {
  const elsewhere = await otherDevice.newPage();
  await signIn(elsewhere, owner);
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  await addTable(page, 'Table 2');
  await elsewhere.getByLabel('Player A').fill('Youssef');
  await elsewhere.getByLabel('Score A').fill('3');
  await elsewhere.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Table 1' }) });
  await expect(card.getByRole('listitem').filter({ hasText: 'Youssef' })).toContainText('3');
  await expect(card.getByText('On air', { exact: true })).toBeVisible();
  await card.getByRole('link', { name: 'Table 1', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Table 1' })).toBeVisible();
  await expect(page.getByLabel('Player A')).toHaveValue('Youssef');
  const first = new URL(page.url()).hash;
  await page.goBack();
  await expect(titles(page)).toHaveText(['Table 1', 'Table 2']);
  // A match in play is scored with one tap, also in the middle of its card.
  await card.getByRole('link', { name: `Score ${isolated('Table 1')}` }).click();
  const pad = page.locator('dialog.pad');
  await expect(pad.getByTestId('pad-score-A')).toHaveText('3');
  await page.goBack();
  await expect(titles(page)).toHaveText(['Table 1', 'Table 2']);

  await page.getByRole('link', { name: 'Table 2', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Table and links' })).toBeVisible();
  const other = new URL(page.url()).hash;
  const goTo = (hash: string) => page.evaluate((to) => location.assign(to), hash);
  const shown = page.getByTestId('overlay-panel');
  const id = (hash: string): string => hash.slice(1);

  const settings = await openSettings(page, 'Table 2');
  await goTo(first);
  await expect(shown).toHaveAttribute('data-overlay-id', id(first));
  await expect(settings).toBeHidden();
  const own = await openSettings(page, 'Table 1');
  await expect(own.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Table 1');
  await own.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Set clock', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await goTo(other);
  await expect(shown).toHaveAttribute('data-overlay-id', id(other));
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a replaced overlay link goes dark at once, and the new one shows the table', async ({
  page,
  otherDevice,
  owner,
}) => {
  const link = await signIn(page, owner);
  const before = await otherDevice.newPage();
  await before.goto(link);
  await expect(before.getByTestId('overlay-p1')).toHaveText('PLAYER A');
  const settings = await openSettings(page, 'Table 1');
  await expect(settings.getByText('1 screen, up to date')).toBeVisible();
  await settings.getByRole('button', { name: 'Replace link…' }).click();
  await page.getByRole('button', { name: 'Replace the link' }).click();
  await expect(before.getByTestId('overlay')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Replace the overlay link?' })).toBeHidden();
  await settings.getByRole('button', { name: 'Close' }).click();

  const address = page.getByTestId('overlay-link');
  await expect(address).not.toHaveText(link);
  const after = await otherDevice.newPage();
  await after.goto((await address.textContent()) ?? '');
  await page.getByLabel('Player A').fill('Salma');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(after.getByTestId('overlay-p1')).toHaveText('Salma');
  await expect(before.locator('body')).toHaveText('', { useInnerText: true });
});

test('a scorer link has a code and an end, and opens its own table alone', async ({
  page,
  otherDevice,
  owner,
}) => {
  await signIn(page, owner);
  const second = await otherDevice.newPage();
  const settings = await openSettings(page, 'Table 1');
  // On a phone, a field with the focus would open the keyboard over the settings.
  await expect(settings.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(settings.getByText('Nobody has a scorer link to this table yet.')).toBeVisible();
  await settings.getByLabel('Who it’s for').fill('Hicham');
  const end = settings.getByLabel('Valid until (optional)');
  await end.fill('2020-01-01T10:00');
  await settings.getByRole('button', { name: 'Create link' }).click();
  await expect(settings.getByText('Choose a future time.')).toBeVisible();
  await end.fill('2099-01-01T10:00');
  await settings.getByRole('button', { name: 'Create link' }).click();
  await expect(settings.getByRole('img', { name: 'QR code of the scorer link' })).toBeVisible();
  await expect(settings.getByText(/Until .*2099.* · Not used yet/)).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const address = (await settings.locator('code', { hasText: '/score/#' }).textContent()) ?? '';
  // The page was opened as localhost, which on a scanning phone is the phone itself.
  expect(address).toContain('http://venue.test:');
  await settings.getByRole('button', { name: 'Close' }).click();
  await openScreen(page, 'Tables');
  await page.getByRole('button', { name: 'Add table' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  // A form that is left asks for nothing.
  await page.getByRole('link', { name: 'Table 1', exact: true }).focus();
  await expect(page.getByText('Enter a name.')).toBeHidden();
  await addTable(page, 'Table 2');
  const other = await page.getByRole('link', { name: 'Table 2', exact: true }).getAttribute('href');

  await second.goto(address);
  await expect(
    second.getByRole('dialog', { name: /Table 1/ }).getByRole('dialog', { name: 'New match' }),
  ).toBeVisible();
  expect(await barriers(second)).toEqual([]);
  await expect(second.getByRole('navigation', { name: 'Sections', includeHidden: true })).toHaveCount(0);
  // With the other table's address in its place it is no link.
  await second.goto(new URL(other ?? '', address).href);
  await expect(second.getByRole('heading', { name: 'Connect this phone' })).toBeVisible();
  await expect(second.locator('dialog.pad')).toHaveCount(0);

  // It is listed as used; its address is shown nowhere.
  await page.reload();
  await page.getByRole('button', { name: `Settings of ${isolated('Table 1')}` }).click();
  await expect(settings.getByText(/Last used/)).toBeVisible();
  await expect(settings).not.toContainText('/score/#');
});

test.describe('who is at a table', () => {
  // A name that is taken.
  test.use({ allowedErrors: [/status of 409/] });

  test('Tables shows the party at a table as the room does, offers its match, and asks before ending it', async ({
    page,
    owner,
  }) => {
    const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
    const [table] = await venue.tables();
    if (!table) throw new Error('An owner has a table.');
    await signIn(page, owner);
    await venue.call('add_table', { title: 'Table 2' });
    const add = async (name: string, fields: object): Promise<{ entry: string; op: string }> => {
      const [entry, op] = [randomUUID(), randomUUID()];
      const party = { name, name2: null, size: 2, wants: 'any', ...fields };
      await venue.call('change_waiting', { op: { id: op, entry, kind: 'add', before: null, ...party } });
      return { entry, op };
    };
    await add('Amine Benali', { table_id: table.id });

    // Their match's sheet was closed: the room offers it again, with their name.
    await page.goto('/dashboard/#room');
    const line = page.getByRole('listitem').filter({ hasText: 'Table 1' });
    await expect(line).toContainText('Amine Benali');
    await line.getByRole('link', { name: 'New match' }).click();
    await expect(page.getByRole('dialog').getByLabel('Player A')).toHaveValue('Amine Benali');

    await page.goto('/dashboard/#tables');
    const card = page.getByRole('listitem').filter({ hasText: 'Table 1' });
    await expect(card).toContainText('Occupied');
    await expect(card).toContainText('Amine Benali');
    await card.getByRole('button', { name: /^Settings of/ }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('table 2');
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText('Another table has this name.')).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill('Window');
    await expect(page.getByText('Another table has this name.')).toBeHidden();
    await page.getByRole('button', { name: 'Archive this table' }).click();
    const ask = page.getByRole('dialog', { name: 'Archive this table?' });
    await expect(ask).toContainText(`Playing here: ${isolated('Amine Benali')}. Archiving takes them off`);
  });
});

test('a name that is typed while the last one is saved stays', async ({ page, owner }) => {
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/rpc/add_table', async (route) => {
    await promise;
    await route.continue();
  });
  const field = page.getByLabel('Name of the new table');
  const add = page.getByRole('button', { name: 'Add table' });
  await field.fill('By the window');
  await add.click();
  await field.fill('By the door');
  resolve(undefined);
  await expect(page.getByRole('button', { name: `Settings of ${isolated('By the window')}` })).toBeVisible();
  await expect(add).toBeEnabled();
  await expect(field).toHaveValue('By the door');
  await add.click();
  await expect(page.getByRole('button', { name: `Settings of ${isolated('By the door')}` })).toBeVisible();
  await expect(field).toHaveValue('');
});
