import { chromiumFlags } from '../../scripts/chromium.ts';
import { expect, signInByForm, test } from './test.ts';

test.use({
  // Chromium 156 gives a tab a new frame for each page, and crashes now and then (1 of 80) when it parts the old one of
  // a tab that another tab leads away from its inspector.
  launchOptions: [
    async ({ launchOptions }, use) => {
      const others = launchOptions.args?.filter((flag) => !flag.startsWith('--disable-features=')) ?? [];
      await use({ ...launchOptions, args: [...others, ...chromiumFlags('RenderDocument')] });
    },
    { scope: 'worker' },
  ],
  // A tab's request is refused in the moment in which another tab ends the session, and the browser logs that.
  allowedErrors: [/401 \(Unauthorized\)/],
});

test('a session survives a reload, redirects from login, and ends in every tab', async ({
  page,
  context,
  owner,
}) => {
  await signInByForm(page, owner);
  await page.reload();
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
  const second = await context.newPage();
  await second.goto('/login/');
  await expect(second).toHaveURL('/dashboard/');
  for (const tab of [page, second]) await expect(tab.locator('.desk__connection--live')).toBeVisible();
  await second.getByRole('button', { name: 'Log out' }).click();
  await expect(second).toHaveURL('/login/');
  await expect(page).toHaveURL('/login/');
  await page.goto('/dashboard/');
  await expect(page).toHaveURL('/login/');
});
