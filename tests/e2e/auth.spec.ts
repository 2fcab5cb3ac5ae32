import type { Page } from '@playwright/test';
import { addOwner, expect, holdScripts, test } from './test.ts';

const TOKEN = '**/auth/v1/token?*';
const error = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });

const attempt = async (page: Page, email: string, password: string) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

test.describe('a sign-in', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('is answered by each message of the catalogue', async ({ page, owner }) => {
    await page.goto('/login/');
    const forAccount = page.getByRole('link', { name: 'Contact us to get yours' });
    await expect(forAccount).toHaveAttribute('href', '/contact/');
    await attempt(page, 'not-an-address', 'secret-1');
    await expect(error(page)).toHaveText('Invalid email address.');
    await attempt(page, owner.email, '');
    await expect(error(page)).toHaveText('Enter your password.');
    await attempt(page, owner.email, 'wrong-password');
    await expect(error(page)).toHaveText('Wrong email or password.');
    await attempt(page, 'nobody@example.test', 'wrong-password');
    await expect(error(page)).toHaveText('Wrong email or password.');
    const answer = (status: number, body: unknown) =>
      page.route(TOKEN, (route) => route.fulfill({ status, json: body }), { times: 1 });
    await answer(429, {
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    });
    await attempt(page, owner.email, 'secret-1');
    await expect(error(page)).toHaveText('Too many attempts. Try again later.');
    await answer(403, { code: 403, error_code: 'user_banned', msg: 'User is banned' });
    await attempt(page, owner.email, 'secret-1');
    await expect(error(page)).toHaveText('User is banned');
    // The typed text stays.
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(owner.email);
  });

  test('is busy while it asks, trims the address, and leads to the dashboard; a log-out that fails says so', async ({
    page,
    owner,
  }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(TOKEN, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login/');
    await attempt(page, `  ${owner.email} `, owner.password);
    await expect(page.getByRole('button', { name: 'Please wait…' })).toBeVisible();
    release(undefined);
    await expect(page).toHaveURL('/dashboard/');

    await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: { msg: 'down' } }));
    const alert = page.waitForEvent('dialog');
    // The alert holds the page, and so the click when it comes first, until it is answered.
    const leaving = page.getByRole('button', { name: 'Log out' }).click();
    const dialog = await alert;
    const text = dialog.message();
    await dialog.accept();
    await leaving;
    expect(text).toBe('Failed to log out. Please try again.');
    await expect(page).toHaveURL('/dashboard/');
  });
});

test('a sign-in that is sent before its script came is made when it comes, and says so meanwhile', async ({
  page,
  owner,
}) => {
  const release = await holdScripts(page);
  await page.goto('/login/');
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('button', { name: 'Please wait…' })).toBeVisible();
  await expect(page).toHaveURL('/login/');
  release();
  await expect(page).toHaveURL('/dashboard/');
});

test('a link for a new password can be requested before the script has loaded', async ({ page, owner }) => {
  const release = await holdScripts(page);
  await page.goto('/login/?forgot');
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await page.getByRole('textbox', { name: 'Email' }).press('Enter');
  release();
  await expect(page.getByRole('status').getByText('a link is on its way')).toBeVisible();
});

test('sign-up is closed', async ({ request }) => {
  const response = await request.post('/auth/v1/signup', {
    headers: { apikey: 'sb_publishable_cueboard_embedded_default' },
    data: { email: 'stranger@example.test', password: 'secret-1' },
  });
  expect(response.status()).toBe(422);
  expect(await response.json()).toMatchObject({ error_code: 'signup_disabled' });
});

test('a forgotten password asks for a mail without telling who has an account', async ({ page }) => {
  const { email } = await addOwner();
  const answers: string[] = [];
  for (const address of [email, 'nobody@example.test']) {
    await page.goto('/login/');
    await page
      .getByRole('button', { name: 'Forgot password?' })
      .or(page.getByRole('link', { name: 'Forgot password?' }))
      .click();
    await page.getByRole('textbox', { name: 'Email' }).fill(address);
    await page.locator('form').getByRole('button').first().click();
    const answer = page.getByRole('status').filter({ hasText: /./ });
    await expect(answer).toBeVisible();
    answers.push((await answer.innerText()).replace(address, ''));
  }
  expect(answers[0]).toBe(answers[1]);
});
