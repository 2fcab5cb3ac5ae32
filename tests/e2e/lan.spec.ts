import { expect, signInByForm, test } from './test.ts';

// From a phone on the venue's network the page is plain http: no clipboard, share or wake lock.
test.use({ baseURL: process.env['E2E_ORIGIN']?.replace('localhost', 'venue.test') });

test('on plain http one signs in, saves, copies the link and scores, the screen stays on, and it is said that the page must stay open', async ({
  page,
  owner,
  otherDevice,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const link = await signInByForm(page, owner);
  expect(link).toContain('http://venue.test:');
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false]);
  await page.getByLabel('Player A').fill('Zineb');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('save-status')).toContainText('Saved');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  // Pasting shows the copied text.
  await page.getByLabel('Player B').fill('');
  await page.getByLabel('Player B').press('Control+V');
  await expect(page.getByLabel('Player B')).toHaveValue(link.slice(0, 60));

  const overlay = await otherDevice.newPage();
  await overlay.goto(link);
  await page.getByRole('link', { name: 'Score', exact: true }).click();
  const pad = page.getByRole('dialog', { name: /^Scoring/ });
  await pad.locator('[data-key="s1+"]').click();
  await pad.locator('[data-key="s1+"]').click();
  await expect(overlay.getByTestId('overlay-s1')).toHaveText('2');
  expect(
    await page.evaluate(() => [
      'randomUUID' in crypto,
      'wakeLock' in navigator,
      'serviceWorker' in navigator,
    ]),
  ).toEqual([false, false, false]);
  const video = page.locator('video[data-keeps-awake]');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  const at = await video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(at);

  await pad.locator('[data-key=status]').click();
  await expect(pad.getByText('Keep this page open: without a connection')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pad.locator('.pad-sheet')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(pad).toHaveCount(0);
  await expect(video).toHaveCount(0);
});
