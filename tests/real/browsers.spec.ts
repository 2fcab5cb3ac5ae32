import { existsSync } from 'node:fs';
import { chromium, firefox, webkit } from '@playwright/test';
import { beginMatch } from '../e2e/pad.ts';
import { expect, openScreen, signInByForm, test } from '../e2e/test.ts';

/** An evening in the browsers besides Chromium, one device after the other in the same one. */

const PROGRAMS = { chromium, firefox, webkit };

test.skip(
  ({ browserName }) => !existsSync(PROGRAMS[browserName].executablePath()),
  'npx playwright install --with-deps firefox webkit brings the browsers',
);

test.use({
  viewport: { width: 412, height: 915 },
  hasTouch: true,
  // What Firefox says of features that it doesn't have, or has under another name.
  allowedErrors: [/^\[JavaScript Warning/],
});

test('somebody signs in and scores racks; an overlay and a television follow', async ({
  page,
  owner,
  otherDevice,
}) => {
  const link = await signInByForm(page, owner);
  const overlay = await otherDevice.newPage();
  await overlay.goto(link);
  await expect(overlay.getByTestId('overlay-s1')).toHaveText('0');

  const television = await otherDevice.newPage();
  await television.goto('/tv');
  const code = television.getByTestId('pairing-code');
  await expect(code).toHaveText(/^[CDFHJKMNPRTWXY2-9]{6}$/);
  await openScreen(page, 'Televisions');
  await page.getByLabel('Code on the television').fill((await code.textContent()) ?? '');
  await page.getByLabel('Name of the television').fill('صالون 📺');
  await page.getByLabel('What it shows').selectOption('Table 1');
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(page.getByText('The television is paired.')).toBeVisible();

  await openScreen(page, 'Tables');
  const pad = await beginMatch(page, { game: '8-Ball', p1: 'Salma', p2: 'ليلى 🎱', length: '3' });
  for (const racks of [1, 2]) {
    await pad.rack('A', racks);
    await pad.waiting(0);
    for (const screen of [overlay, television]) {
      await expect(screen.getByTestId('overlay-s1')).toHaveText(String(racks));
      await expect(screen.getByTestId('overlay-p2')).toHaveText('ليلى 🎱');
    }
  }
});
