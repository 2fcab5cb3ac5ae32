import { expect, signIn, test } from './test.ts';

// From a phone on the venue's network the page is plain http: no clipboard, share or wake lock.
test.use({ baseURL: process.env['E2E_ORIGIN']?.replace('localhost', 'venue.test') });

test('on plain http one signs in, saves and copies the link', async ({ page, owner }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const link = await signIn(page, owner);
  expect(link).toContain('http://venue.test:');
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false]);
  await page.getByLabel('Player A').fill('Zineb');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('save-status')).toContainText('Saved');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  // Pasting shows what was copied.
  await page.getByLabel('Player B').fill('');
  await page.getByLabel('Player B').press('Control+V');
  await expect(page.getByLabel('Player B')).toHaveValue(link.slice(0, 60));
});
