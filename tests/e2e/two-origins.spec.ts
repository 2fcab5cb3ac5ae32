import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { buildSite } from '../../supabase/embedded/ops/build.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { type EmbeddedServer, startServer } from '../../supabase/embedded/ops/server.ts';
import type { Served } from '../embedded/serve.ts';
import { serveByCloudflare } from '../built/serve-by-cloudflare.ts';
import { expect, signInByForm, test } from './test.ts';

/** The hosted path: the site on Cloudflare's runtime on one origin, its backend on another. */

const SITE_PORT = Number(process.env['E2E_PORT'] ?? 4390) + 2;
const SITE = `http://127.0.0.1:${SITE_PORT}`;

let backend: EmbeddedServer;
let site: Served;
const folder = mkdtempSync(join(tmpdir(), 'cueboard-two-origins-'));

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  backend = await startServer({ folder: join(folder, 'data'), port: 0, origins: [SITE], mail: () => {} });
  const dist = join(folder, 'dist');
  buildSite(dist, {
    PUBLIC_SITE_URL: SITE,
    PUBLIC_SUPABASE_URL: backend.origin,
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: EMBEDDED_PUBLISHABLE_KEY,
  });
  site = await serveByCloudflare(dist, { port: SITE_PORT });
});

test.afterAll(async () => {
  await site.close();
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

test.use({ baseURL: SITE });

test('from sign-in over a save to the overlay, and a snapshot, across origins', async ({
  page,
  otherDevice,
}) => {
  const link = await signInByForm(page, DEMO);
  expect(link).toContain(`${SITE}/overlay/`);
  const viewer = await otherDevice.newPage();
  await viewer.goto(link);
  await expect(viewer.getByTestId('overlay-s1')).toHaveText('0');
  await page.getByLabel('Score A', { exact: true }).fill('4');
  await page.getByLabel('Player A').fill('Salma "L’As" <b>');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('save-status')).toContainText('Saved');
  await expect(viewer.getByTestId('overlay-s1')).toHaveText('4');
  await expect(viewer.getByText('Salma "L’As" <b>')).toBeVisible();
  await page.getByRole('button', { name: 'Start Clock' }).click();
  await expect(viewer.getByText(/00:00:0[1-9]/)).toBeVisible();

  await viewer.goto(`${SITE}/snapshot/?match=${DEMO.venue}-b1`);
  await expect(viewer.getByText('Ready')).toBeVisible();
  const picture = viewer.getByRole('main').getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
});

test('a page of another origin gets nothing from the backend', async ({ page, allowedErrors }) => {
  allowedErrors.push(/CORS policy|Failed to load resource/);
  // The same runtime by another name is another origin.
  await page.goto(`http://localhost:${SITE_PORT}/login/`);
  await page.getByRole('textbox', { name: 'Email' }).fill(DEMO.email);
  await page.getByLabel('Password').fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page).toHaveURL(/\/login\//);
});
