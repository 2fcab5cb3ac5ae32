import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { expect, test } from './test.ts';

const ENDPOINT = '**/functions/v1/snapshot?*';
const status = (page: Page) => page.getByTestId('snapshot-status');
const image = (page: Page) => page.getByTestId('snapshot-image');
const picture = readFileSync('supabase/embedded/samples/b1.jpg');
const other = readFileSync('supabase/embedded/samples/b2.jpg');
const json = (route: Route, body: unknown) => route.fulfill({ json: body });

test('shows the newest really uploaded board', async ({ page }) => {
  await page.goto('/snapshot/?match=demo-b1');
  await expect(status(page)).toHaveText('Ready');
  await expect
    .poll(() => image(page).evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(1280);
  const boards = page.getByLabel('Board', { exact: true });
  await expect(boards.locator('option')).toHaveText(['B1', 'B2', 'B3', 'B4', 'B5']);
  await boards.selectOption('b3');
  await expect(page).toHaveURL(/\?match=demo-b3$/);
  await expect(status(page)).toHaveText('Ready');
});

test('the short address is the same page', async ({ page }) => {
  await page.goto('/s/gd?match=demo-b2');
  await expect(status(page)).toHaveText('Ready');
});

test('changing the board keeps venue and boards', async ({ page }) => {
  await page.goto('/snapshot/?match=demo-b1&venue=demo&boards=b1,b4');
  await expect(page.getByLabel('Board', { exact: true }).locator('option')).toHaveText(['B1', 'B4']);
  await page.getByLabel('Board', { exact: true }).selectOption('b4');
  await expect(page).toHaveURL((url) => {
    const { match, venue, boards } = Object.fromEntries(url.searchParams);
    return match === 'demo-b4' && venue === 'demo' && boards === 'b1,b4';
  });
});

test('without a match it says so and fetches nothing', async ({ page }) => {
  let asked = 0;
  await page.route(ENDPOINT, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/snapshot/');
  await expect(status(page)).toHaveText('Missing ?match=TABLE_ID');
  expect(asked).toBe(0);
});

test('a board without an upload says so', async ({ page }) => {
  await page.goto('/snapshot/?match=demo-b77');
  await expect(status(page)).toHaveText('No upload yet for this match.');
});

test.describe('what an endpoint can answer', () => {
  test.use({ allowedErrors: [/Failed to load resource|net::ERR/] });

  for (const [what, reply, text] of [
    ['an error of its own', { json: { ok: false, error: 'Table is closed' } }, 'Table is closed'],
    ['no id and no error', { json: { ok: true } }, 'not found'],
    ['HTML', { contentType: 'text/html', body: '<!doctype html><h1>Sign in</h1>' }, 'bad json'],
    ['broken JSON', { contentType: 'application/json', body: '{"ok":' }, 'bad json'],
  ] as const) {
    test(`${what}: ${text}, and Refresh works`, async ({ page }) => {
      await page.route(ENDPOINT, (route) => route.fulfill(reply));
      await page.goto('/snapshot/?match=demo-b1');
      await expect(status(page)).toHaveText(text);
      await page.unroute(ENDPOINT);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(status(page)).toHaveText('Ready');
    });
  }

  test('it is down: a sentence, and Refresh works', async ({ page }) => {
    await page.route(ENDPOINT, (route) => route.abort());
    await page.goto('/snapshot/?match=demo-b1');
    await expect(status(page)).toContainText('No upload yet for this match.');
    await expect(page.getByText('The picture server did not answer.')).toBeVisible();
    await page.unroute(ENDPOINT);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(status(page)).toHaveText('Ready');
  });

  test('no image source loads: the inline image', async ({ page }) => {
    await page.route('**/functions/v1/snapshot/**', (route) => route.abort());
    await page.goto('/snapshot/?match=demo-b1');
    await expect(status(page)).toHaveText('Ready');
    await expect(image(page)).toHaveAttribute('src', /^(data|blob):/);
  });

  test('no image source and no inline image: the catalogue’s text', async ({ page }) => {
    await page.route('**/functions/v1/snapshot/**', (route) => route.abort());
    await page.route(/latestData=1/, (route) => json(route, { ok: false }));
    await page.goto('/snapshot/?match=demo-b1');
    await expect(status(page)).toHaveText(/no image|Could not load image \(Drive\/CSP\)\./);
  });

  test('a slow answer that arrives after a newer one is not shown', async ({ page }) => {
    await page.route('**/functions/v1/snapshot/**', (route) =>
      route.fulfill({
        contentType: 'image/jpeg',
        body: route.request().url().includes('older') ? other : picture,
      }),
    );
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    await page.route(ENDPOINT, async (route) => {
      asked += 1;
      if (asked === 1) {
        await held;
        await json(route, { ok: true, id: 'older' }).catch(() => undefined);
      } else {
        await json(route, { ok: true, id: 'newer' });
      }
    });
    await page.goto('/snapshot/?match=demo-b1');
    await expect(status(page)).toHaveText('Fetching…');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(status(page)).toHaveText('Ready');
    await expect(image(page)).toHaveAttribute('src', /newer/);
    release?.();
    await page.getByRole('button', { name: 'Copy Link' }).click();
    await expect(image(page)).toHaveAttribute('src', /newer/);
  });
});

test('Download, Share and Copy Link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/snapshot/?match=demo-b1&venue=demo');
  await expect(status(page)).toHaveText('Ready');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('scoreboard.jpg');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(status(page)).toHaveText('Link copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).search).toBe('?match=demo-b1');
});

test('when nothing can be copied, the link itself is the status', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.assign(document, { execCommand: () => false });
  });
  await page.goto('/snapshot/?match=demo-b1');
  await expect(status(page)).toHaveText('Ready');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(status(page)).toHaveText(/^http:\/\/localhost:\d+\/.*\?match=demo-b1$/);
});
