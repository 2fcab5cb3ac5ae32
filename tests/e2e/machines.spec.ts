import { barriers } from './barriers.ts';
import { expect, signIn, test } from './test.ts';

test('a key and a button are made on the table’s page, score, and are revoked', async ({
  page,
  owner,
  request,
}) => {
  await signIn(page, owner);
  await page.getByRole('button', { name: 'Table and links' }).click();
  await page.getByRole('link', { name: 'Keys and buttons' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Buttons and programs' })).toBeVisible();
  const buttons = page.getByRole('region', { name: 'Button addresses' });
  await expect(buttons.getByText('This table has no button address yet.')).toBeVisible();
  await buttons.getByLabel('Action').selectOption('Player B: one up');
  await buttons.getByLabel('Name (optional)').fill('زر الحكم 🎱');
  await buttons.getByRole('button', { name: 'Create address' }).click();
  // A device that has no browser to look the site's name up.
  const shown = (await page.getByTestId('new-button').textContent()) ?? '';
  const address = (process.env['E2E_ORIGIN'] ?? '') + new URL(shown).pathname;
  await expect(buttons.getByText('Player B: one up · ').or(buttons.getByText('Not used yet'))).toBeVisible();

  // The next one is made for the shown table.
  await expect(buttons.getByLabel('Action')).toHaveValue('1');

  const keys = page.getByRole('region', { name: 'Access keys' });
  await keys.getByLabel('What it’s for').fill('Sensor');
  await keys.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByTestId('new-machine').textContent()) ?? '';
  await expect(page.getByTestId('new-button')).toBeHidden();
  expect(await barriers(page)).toEqual([]);

  expect((await request.get(address)).status()).toBe(200);
  const service = address.replace(/\/press\/.*/, '');
  const headers = { authorization: `Bearer ${key}` };
  expect(await (await request.get(`${service}/v1/state`, { headers })).json()).toMatchObject({
    scores: [0, 1],
  });

  // The secret, shown once, is gone, and the list stays.
  await page.reload();
  await expect(keys.getByText('Sensor')).toBeVisible();
  await expect(page.getByTestId('new-machine')).toBeHidden();
  await buttons.getByRole('button', { name: /Revoke: .*زر الحكم 🎱/ }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this access?' })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click();
  await expect(buttons.getByText('Revoked')).toBeVisible();
  expect((await request.get(address)).status()).toBe(401);

  // The way up is the table's desk, which shows the score.
  await page.getByRole('link', { name: 'Table 1' }).click();
  await expect(page.getByLabel('Score B')).toHaveValue('1');
});
