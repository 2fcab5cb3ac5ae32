import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/ops/server.ts';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { barriers } from './barriers.ts';
import { expect, signInByForm, test } from './test.ts';

// A separate server, because its mails are read here. There is one for all tests, and so one worker.
test.describe.configure({ mode: 'default' });

let server: EmbeddedServer;
let folder: string;
const mails: string[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cueboard-mails-'));
  server = await startServer({ folder, port: 0, dist: 'dist', mail: (text) => mails.push(text) });
});

test.afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** The link in the newest mail to an address. */
const linkTo = async (email: string): Promise<string> => {
  const link = (): string | undefined =>
    /https?:\/\/\S+/.exec(mails.findLast((mail) => mail.includes(email)) ?? '')?.[0];
  await expect.poll(link).toBeDefined();
  return link() ?? '';
};

test.use({ allowedErrors: [/Failed to load resource/] });

test('a forgotten password is replaced by way of the mail', async ({ page, otherDevice }) => {
  const { email } = await server.auth.addOwner('forgetful@example.test');
  await page.goto(`${server.origin}/fr/login/`);
  await page.getByText('Mot de passe oublié').click();
  await page.locator('input[type=email]').fill(email);
  await page.locator('form button[type=submit]').first().click();
  const link = await linkTo(email);
  // A scanner that runs the page's scripts opens nothing.
  const scanner = await otherDevice.newPage();
  await scanner.goto(link);
  await expect(scanner.locator('input[type=password]')).toHaveCount(2);
  await page.goto(link);
  // The link leads to the page in the language in which the mail was asked for.
  await expect(page).toHaveURL(/\/fr\/set-password\//);

  const [first, second] = [
    page.locator('input[type=password]').first(),
    page.locator('input[type=password]').last(),
  ];
  const save = page.locator('form button[type=submit]');
  await first.fill('12345');
  await second.fill('12345');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: '6' })).toBeVisible();
  await first.fill('new-secret');
  await second.fill('other-secret');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await second.fill('new-secret');
  await save.click();
  await expect(page.getByRole('status')).toHaveText('Votre nouveau mot de passe est enregistré.');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/fr/dashboard/`);
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');

  // The new password works, and the mail's link only once.
  await page
    .getByRole('button', { name: 'Déconnexion' })
    .or(page.getByRole('button', { name: /déconnexion/i }))
    .click();
  await expect(page).toHaveURL(/\/fr\/login\//);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill('new-secret');
  await page.locator('form button[type=submit]').first().click();
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
  await scanner.locator('input[type=password]').first().fill('third-secret');
  await scanner.locator('input[type=password]').last().fill('third-secret');
  await scanner.locator('form button[type=submit]').click();
  await expect(scanner.getByRole('alert')).toHaveText('Ce lien a expiré ou a déjà servi.');
});

test('a password is changed from the desk; an old session is asked for the current password, and nothing typed is lost', async ({
  page,
}) => {
  const { email, password, id } = await server.auth.addOwner('settled@example.test');
  await page.goto(`${server.origin}/login/`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
  await server.pg.query(
    `update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1`,
    [id],
  );

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Venue' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Password' }).click();
  await expect(page.getByText('Choose a password of at least 6 characters.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const save = page.getByRole('button', { name: 'Save password' });
  await expect(page.getByLabel('Current password')).toHaveCount(0);
  await page.getByLabel('New password').fill('secret-2');
  await page.getByLabel('Repeat the password').fill('secret-2');
  await save.click();
  await expect(page.getByRole('alert')).toHaveText(
    'You signed in a while ago. Enter your current password too.',
  );
  const current = page.getByLabel('Current password');
  await expect(current).toBeFocused();
  await expect(page.getByLabel('New password')).toHaveValue('secret-2');
  await current.fill('wrong-one');
  await save.click();
  await expect(page.getByRole('alert')).toHaveText('The current password is wrong.');
  await current.fill(password);
  await save.click();
  // It is announced, to screen readers too, and the focus moves to the next step.
  await expect(page.getByRole('status')).toHaveText('Your new password is saved.');
  const onward = page.getByRole('link', { name: 'Go to the scorer' });
  await expect(onward).toBeFocused();
  await expect(onward).toHaveAccessibleDescription('Your new password is saved.');
  expect(await barriers(page)).toEqual([]);
  await onward.click();
  await expect(page).toHaveURL(`${server.origin}/dashboard/`);
});

test('the link of Supabase’s own mails, which signs in whoever opens it, leads to the same form', async ({
  page,
}) => {
  const settled = await server.auth.addOwner('settled-elsewhere@example.test');
  const invited = await server.auth.addOwner('invited-by-default@example.test');
  const tokens = async ({ email, password }: { email: string; password: string }) => {
    const answer = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return (await answer.json()) as { access_token: string; refresh_token: string };
  };
  // Somebody else is signed in to this browser.
  await signInByForm(page, settled, server.origin);

  // As Auth redirects from {{ .ConfirmationURL }}.
  const { access_token, refresh_token } = await tokens(invited);
  const session = { access_token, refresh_token, expires_in: '3600', token_type: 'bearer', type: 'invite' };
  await page.goto(`${server.origin}/set-password/#${new URLSearchParams(session).toString()}`);
  await page.getByLabel('New password').fill('secret-2');
  await page.getByLabel('Repeat the password').fill('secret-2');
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('status')).toHaveText('Your new password is saved.');
  // A new owner comes to all tables, where the first steps are on top.
  await page.getByRole('link', { name: 'Go to the scorer' }).click();
  await expect(page).toHaveURL(`${server.origin}/dashboard/#tables`);

  expect((await tokens({ ...invited, password: 'secret-2' })).access_token).toMatch(/./);
  expect((await tokens(settled)).access_token).toMatch(/./);
});

test('a used or foreign link says so and offers a new mail', async ({ page }) => {
  await page.goto(
    `${server.origin}/set-password/#error=access_denied&error_code=otp_expired&error_description=expired`,
  );
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', /login/);
});
