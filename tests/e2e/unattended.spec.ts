import type { Page, Route } from '@playwright/test';
import ar from '../../i18n/ar/television.json' with { type: 'json' };
import en from '../../i18n/en/television.json' with { type: 'json' };
import fr from '../../i18n/fr/television.json' with { type: 'json' };
import { openVenue } from '../common/wire-scorer.ts';
import { RELOAD_MOST_MILLIS } from '../../src/browser/cannot-run.ts';
import { passUntil } from './pass-time.ts';
import { expect, signIn, test } from './test.ts';

/** Unattended screens, started on a faulty network, and a page that works without one of its parts. */

test.use({ allowedErrors: [/./] });

const PORTAL = '<!doctype html><title>Welcome to the Wi-Fi</title><p>Sign in</p>';

/** What something between a page and its server does to a request. */
const WAYS = {
  'is not answered': null,
  'is answered by a portal': { status: 200, body: PORTAL, contentType: 'text/html' },
  'is not there while the server restarts': { status: 503, body: '' },
} as const;

/** Has requests for these files go wrong until `mend`. `asked`: how many there were so far. */
const failing = async (page: Page, files: string, way: keyof typeof WAYS) => {
  let asked = 0;
  const handler = async (route: Route): Promise<void> => {
    asked += 1;
    const answer = WAYS[way];
    await (answer ? route.fulfill(answer) : route.abort());
  };
  await page.route(files, handler);
  return { asked: () => asked, mend: () => page.unroute(files, handler) };
};

const overlayOf = async (owner: Parameters<typeof openVenue>[1]) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  const [table] = await venue.tables();
  return `/overlay/${table?.token ?? ''}`;
};

for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[])
  for (const chunk of ['Overlay', 'client', 'BarLayout']) {
    test(`an overlay of which ${chunk} ${way} shows nothing but its board, by itself`, async ({
      page,
      owner,
    }) => {
      await page.clock.install();
      const { asked, mend } = await failing(page, `**/_astro/${chunk}.*`, way);
      await page.goto(await overlayOf(owner));
      for (const times of [1, 3, 5]) {
        await passUntil(page, () => expect(asked()).toBeGreaterThanOrEqual(times));
        await expect(page.locator('body')).toHaveText('', { useInnerText: true });
      }
      await mend();
      await passUntil(page, () => expect(page.getByTestId('overlay-p1')).toBeVisible({ timeout: 1 }));
      await expect(page.locator('.trouble')).toBeHidden();
    });
  }

test('a television says small that it waits, and then shows its code', async ({ page }) => {
  await page.clock.install();
  const { mend } = await failing(page, '**/_astro/Television.*', 'is answered by a portal');
  await page.goto('/tv/');
  for (const { waiting } of [en, fr, ar]) await expect(page.getByText(waiting)).toBeVisible();
  await mend();
  await passUntil(page, () => expect(page.getByTestId('pairing-code')).toBeVisible({ timeout: 1 }));
  await expect(page.locator('.trouble')).toBeHidden();
});

test('a screen is not loaded again while its page can’t be had: the browser’s own error would stay', async ({
  page,
  owner,
}) => {
  await page.clock.install();
  const address = await overlayOf(owner);
  const script = await failing(page, '**/_astro/Overlay.*', 'is not answered');
  await page.goto(address);
  await passUntil(page, () =>
    expect(page.locator('html')).toHaveAttribute('data-trouble', 'unloaded', { timeout: 1 }),
  );
  let loads = 0;
  page.on('load', () => (loads += 1));
  for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
    const { asked, mend } = await failing(page, `**${address}`, way);
    await passUntil(page, () => expect(asked()).toBeGreaterThanOrEqual(2));
    await mend();
  }
  expect(loads).toBe(0);
  await script.mend();
  await passUntil(page, () => expect(page.getByTestId('overlay-p1')).toBeVisible({ timeout: 1 }));
  expect(loads).toBe(1);
});

test('a screen is loaded again less and less often', async ({ page, owner }) => {
  await page.clock.install();
  await failing(page, '**/_astro/client.*', 'is not answered');
  let loads = 0;
  page.on('load', () => (loads += 1));
  const address = await overlayOf(owner);
  await page.goto(address);
  const now = (): Promise<number> => page.evaluate(() => Date.now());
  const waits: number[] = [];
  for (const times of [1, 2, 3, 4]) {
    await expect(page.locator('html')).toHaveAttribute('data-trouble', 'unloaded');
    // How long its loading takes isn't part of how long it waits: it asks for its page first, which is held meanwhile.
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    let asked = 0;
    await page.route(`**${address}`, async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    const began = await now();
    await passUntil(page, () => expect(asked).toBe(1), 1000);
    waits.push((await now()) - began);
    release(undefined);
    await page.unroute(`**${address}`);
    await expect.poll(() => loads).toBe(times + 1);
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBeGreaterThan(RELOAD_MOST_MILLIS / 2);
  expect(waits.at(-1)).toBeLessThan(RELOAD_MOST_MILLIS * 1.25);
});

test('an overlay says that its browser is too old only once it tried again', async ({ page, owner }) => {
  await page.clock.install();
  await page.route('**/_astro/Overlay.*', (route) =>
    route.fulfill({ body: 'let let = (', contentType: 'text/javascript' }),
  );
  await page.goto(await overlayOf(owner));
  await expect(page.locator('html')).toHaveAttribute('data-trouble', 'tooOld');
  await expect(page.locator('.trouble')).toBeHidden();
  await passUntil(page, () => expect(page.locator('.trouble')).toBeVisible({ timeout: 1 }));
});

test('a desk without its picture of the board works, and says nothing of a page that could not be loaded', async ({
  page,
  owner,
}) => {
  const { asked } = await failing(page, '**/_astro/CornerLayout.*', 'is not answered');
  await signIn(page, owner);
  await expect.poll(asked).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Start Clock' }).click();
  await expect(page.getByText('Running')).toBeVisible();
  await expect(page.locator('.trouble')).toBeHidden();
});
