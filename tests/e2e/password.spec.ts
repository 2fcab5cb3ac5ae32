import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/server.ts';
import { expect, test } from './test.ts';

// A server of its own, because its mails are read here.
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

test('a forgotten password is replaced by way of the mail', async ({ page }) => {
  const { email } = await server.auth.addOwner('forgetful@example.test');
  await page.goto(`${server.origin}/fr/login/`);
  await page.getByText('Mot de passe oublié').click();
  await page.locator('input[type=email]').fill(email);
  await page.locator('form button[type=submit]').first().click();
  await page.goto(await linkTo(email));
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
  await expect(
    page
      .getByRole('link')
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible();
  await page.goto(`${server.origin}/fr/dashboard/`);
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');

  // The new password works, and the mail's link only once.
  await page
    .getByRole('button', { name: 'Se déconnecter' })
    .or(page.getByRole('button', { name: /déconnexion/i }))
    .click();
  await expect(page).toHaveURL(/\/fr\/login\//);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill('new-secret');
  await page.locator('form button[type=submit]').first().click();
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
});

test('a used or foreign link says so and offers a new mail', async ({ page }) => {
  await page.goto(
    `${server.origin}/set-password/#error=access_denied&error_code=otp_expired&error_description=expired`,
  );
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', /login/);
});
