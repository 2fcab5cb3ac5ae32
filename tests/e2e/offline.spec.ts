import type { Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { createSite } from '../../supabase/embedded/http/site.ts';
import { SESSION_KEY } from '../../src/config/backend.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { isKept, keptIn } from './kept.ts';
import { padOn } from './pad.ts';
import type { Proxy } from './proxy.ts';
import { expect, test, type Owner } from './test.ts';

test.use({
  serviceWorkers: 'allow',
  allowedErrors: [/ERR_CONNECTION|ERR_FAILED|ERR_EMPTY_RESPONSE|WebSocket connection|Failed to (fetch|load)/],
});

/** Signs in on the login page. */
const fillIn = async (page: Page, { email, password }: Owner): Promise<void> => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

/** Pages and their files: nothing of the backend. */
const KEEPABLE = /^\/(_astro\/.+|images\/.+|([a-z-]+\/)*)$/;

/** Opens a page, and waits until it and the offline page of its language are kept. */
const visit = async (page: Page, address: string, offline: string): Promise<void> => {
  await page.goto(address);
  await isKept(page, [new URL(address).pathname, offline]);
};

const isWhole = async (page: Page): Promise<void> => {
  await expect(page.getByRole('navigation').first()).toBeAttached();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect
    .poll(
      () => page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded')),
      'the site’s font',
    )
    .toBe(true);
};

test('the first page that was visited opens without a connection, whole, and later ones by any of their addresses', async ({
  page,
  network,
}) => {
  await visit(page, `${network.origin}/`, '/offline/');
  // Down to the end, so that everything the page has is loaded.
  for (const picture of await page.locator('img').all()) {
    if (await picture.isVisible()) await picture.scrollIntoViewIfNeeded();
  }
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/(_astro|images)\//.test(path)),
  );
  await isKept(page, ['/', ...loaded]);

  network.cut();
  await page.reload();
  await isWhole(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const picture = page.locator('img[src^="/images/"]').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth))
    .toBeGreaterThan(0);

  network.restore();
  await page.goto(`${network.origin}/pricing/`);
  await isKept(page, ['/pricing/']);
  network.cut();
  await page.goto(`${network.origin}/pricing?from=chat`);
  await expect(page).toHaveTitle(/^Pricing/);
  await isWhole(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveTitle(/^CueBoard: /);
});

test('a page that was never visited shows the offline page of its language until there is a connection', async ({
  page,
  network,
}) => {
  const languages = [
    ['en', '', 'No connection at this table', 'Try again'],
    ['fr', '/fr', 'Pas de connexion à cette table', 'Réessayer'],
    ['ar', '/ar', 'لا يوجد اتصال عند هذه الطاولة', 'إعادة المحاولة'],
  ] as const;
  for (const [, prefix] of languages) await visit(page, `${network.origin}${prefix}/`, `${prefix}/offline/`);
  network.cut();
  for (const [language, prefix, title, retry] of languages) {
    await page.goto(`${network.origin}${prefix}/features/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('link', { name: retry })).toBeVisible();
    await isWhole(page);
  }
  network.restore();
  await page.getByRole('link', { name: 'إعادة المحاولة' }).click();
  await expect(page).toHaveTitle(/^المزايا/);
});

/** The addresses of the scripts by which the contact form wakes up. */
const formScripts = (page: Page): Promise<string[]> =>
  page
    .locator('astro-island[client=use]')
    .evaluate((island) => ['component-url', 'renderer-url'].map((name) => island.getAttribute(name) ?? ''));

test('an untouched contact form works without a connection', async ({ page, network }) => {
  await visit(page, `${network.origin}/contact/`, '/offline/');
  await isKept(page, await formScripts(page));
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((address) => address.endsWith('.js'))).toEqual([]);

  network.cut();
  await page.reload();
  await page.locator('[name=name]').fill('Youssef');
  await page.locator('[name=email]').fill('y@example.test');
  await page.locator('[name=phone]').fill('0611');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('status').getByText('Your mail program')).toBeVisible();
});

test('a visitor who saves data is sent no script for later', async ({ page, network }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    const posted: unknown[] = [];
    Object.assign(window, { posted });
    ServiceWorker.prototype.postMessage = (message: unknown) => posted.push(message);
  });
  await page.goto(`${network.origin}/contact/`);
  const posted = () =>
    page.evaluate(() => JSON.stringify((window as unknown as { posted: unknown[] }).posted));
  // The worker has taken the page over, which is later than when an island would send its scripts.
  await expect.poll(posted).toContain('/contact/');
  expect(await posted()).not.toContain('.js');
});

test('with a connection a changed page is shown at once, in place of the kept one', async ({ page }) => {
  const site = createSite({ dist: DIST });
  let changed = false;
  const server = createServer((request, response) => {
    if (!changed || request.url !== '/pricing/') {
      void site(request, response);
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Changed</title><h1>Changed</h1>');
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = `http://localhost:${(server.address() as AddressInfo).port}/pricing/`;
  await visit(page, address, '/offline/');
  changed = true;
  const response = await page.goto(address);
  expect(response?.fromServiceWorker()).toBe(true);
  await expect(page.getByRole('heading')).toHaveText('Changed');
  server.closeAllConnections();
  server.close();
  // From now on the changed page is cached.
  await page.reload();
  await expect(page.getByRole('heading')).toHaveText('Changed');
});

test('caches of earlier versions are removed', async ({ page, network }) => {
  // A page that doesn't bring the worker.
  await page.goto(`${network.origin}/favicon.svg`);
  await page.evaluate(() => caches.open('pages-0'));
  await visit(page, `${network.origin}/pricing/`, '/offline/');
  // Pages are cached from the moment the worker is activating, when it also starts to remove old ones.
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('pages-0');
});

test('answers of the backend are not kept', async ({ page, network }) => {
  await visit(page, `${network.origin}/pricing/`, '/offline/');
  await page.goto(`${network.origin}/snapshot/?match=demo-b1`);
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  await isKept(page, ['/snapshot/']);
  expect((await keptIn(page)).filter((path) => !KEEPABLE.test(path))).toEqual([]);
});

test('what is sent to the backend doesn’t pass through the worker', async ({ page, network, owner }) => {
  await visit(page, `${network.origin}/login/`, '/offline/');
  await fillIn(page, owner);
  await expect(page.getByLabel('Player A')).toBeEnabled();
  await page.reload();
  await page.getByLabel('Player A').fill('Salma');
  await page.getByRole('button', { name: 'Save' }).click();
  /** Where the browser has found that requests for such files go; undefined for those that the worker was asked about. */
  const goes = (name: string) =>
    page.evaluate(
      (ending) =>
        (
          performance.getEntriesByType('resource') as (PerformanceEntry & {
            workerMatchedSourceType?: string;
          })[]
        )
          .filter((entry) => entry.name.endsWith(ending))
          .map(({ workerMatchedSourceType }) => workerMatchedSourceType),
      name,
    );
  await expect.poll(() => goes('/append_actions')).toEqual(['network']);
});

test('the overlay brings no worker, and is neither answered nor kept by the one that other pages brought', async ({
  page,
  network,
}) => {
  await page.goto(`${network.origin}/overlay/`);
  await expect(page.getByText('Overlay not found…')).toBeVisible();
  const registrations = page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await registrations).toBe(0);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(0);

  await visit(page, `${network.origin}/`, '/offline/');
  const before = await keptIn(page);
  for (const path of ['/overlay/', '/fr/overlay/', '/overlay/AbCdEfGhIjKlMnOpQrStUvWx']) {
    const response = await page.goto(`${network.origin}${path}`);
    expect(response?.fromServiceWorker(), path).toBe(false);
    await expect(page.locator('body')).toContainText(/…/);
  }
  // Home's pictures may have been on their way; an overlay without a board has none.
  const more = (await keptIn(page)).filter((path) => !before.includes(path) && !path.startsWith('/images/'));
  expect(more).toEqual([]);
  network.cut();
  await expect(page.goto(`${network.origin}/overlay/`)).rejects.toThrow(/ERR_/);
});

/** Waits until what this page loaded, and the table's match, are kept in this browser. */
const keptWhole = async (page: Page, match: string): Promise<void> => {
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/_astro/')),
  );
  expect(scripts.length).toBeGreaterThan(0);
  await isKept(page, scripts);
  const matches = () =>
    page.evaluate(async () => {
      // Whoever opens a database that isn't there makes an empty one.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'scoring')) return [];
      return new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('scoring');
        opening.onsuccess = () => {
          const { result } = opening;
          const asked = result.transaction('matches').objectStore('matches').getAll();
          asked.onsuccess = () => {
            result.close();
            resolve((asked.result as { match: { id: string } }[]).map((kept) => kept.match.id));
          };
        };
      });
    });
  await expect.poll(matches).toContain(match);
};

const ball = (page: Page, name: string) => page.locator(`dialog.pad button[data-ball=${name}]`);

/** Scores on a pad that is opened again without a connection, and puts it on air when there is one. */
const scoreStranded = async (page: Page, network: Proxy, overlay: Page): Promise<void> => {
  network.cut();
  await page.reload();
  await expect(ball(page, 'red')).toBeEnabled();
  await ball(page, 'red').click();
  await ball(page, 'blue').click();
  await padOn(page).waiting(2);
  await expect(overlay.getByTestId('overlay-points-1')).toHaveText('0');

  // Another day, perhaps.
  await page.reload();
  await padOn(page).waiting(2);

  network.restore();
  // The browser's own network state.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await padOn(page).waiting(0);
  await expect(overlay.getByTestId('overlay-points-1')).toHaveText('6');
};

/** A snooker match at the owner's table, shown by an overlay of another browser. */
const beginSnooker = async (owner: Owner, overlay: Page) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  const [before] = await venue.tables();
  if (!before) throw new Error('An owner has a table.');
  await venue.begin(before, 'snooker');
  const [table = before] = await venue.tables();
  await overlay.goto(`/overlay/${table.token}`);
  await expect(overlay.getByTestId('overlay-points-1')).toHaveText('0');
  return { ...venue, table };
};

test('an owner’s page whose session has run out opens without a connection, and scores made then are sent later', async ({
  page,
  network,
  owner,
  otherDevice,
}) => {
  const overlay = await otherDevice.newPage();
  const { table } = await beginSnooker(owner, overlay);
  await visit(page, `${network.origin}/login/`, '/offline/');
  await fillIn(page, owner);
  await page.getByRole('link', { name: 'Score', exact: true }).click();
  await padOn(page).waiting(0);
  await keptWhole(page, table.match.id);
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage[key] as string) as object;
    localStorage[key] = JSON.stringify({ ...kept, expires_at: 1, expires_in: 0 });
  }, SESSION_KEY);
  await scoreStranded(page, network, overlay);
  expect((await keptIn(page)).filter((path) => !KEEPABLE.test(path))).toEqual([]);
});

test('a scorer link opens without a connection, and scores made then are sent later', async ({
  page,
  network,
  owner,
  otherDevice,
}) => {
  const overlay = await otherDevice.newPage();
  const { call, table } = await beginSnooker(owner, overlay);
  const made = await call('add_scorer_link', { table_id: table.id, label: 'Karim', ends_at: null });
  const { secret } = made as { secret: string };
  await visit(page, `${network.origin}/score/#${secret}`, '/offline/');
  await padOn(page).waiting(0);
  await keptWhole(page, table.match.id);
  await scoreStranded(page, network, overlay);
  // The secret is in no cache.
  expect((await keptIn(page)).filter((path) => path.includes(secret))).toEqual([]);
});

test('the dashboard stays without a connection, saves what waits when it is back, and says when it was never there', async ({
  page,
  network,
  owner,
}) => {
  await visit(page, `${network.origin}/login/`, '/offline/');
  await fillIn(page, owner);
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
  await expect(page.getByLabel('Player A')).toBeEnabled();
  network.cut();
  await page.getByLabel('Player A').fill('Salma');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('save-status')).toContainText('Not on air yet');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expect(page.getByLabel('Player A')).toHaveValue('Salma');
  await page.getByLabel('Player B').fill('Amine');
  // The clock moves at once.
  await page.getByRole('button', { name: 'Start Clock' }).click();
  await expect(page.getByTestId('clock-status')).toContainText('Not on air yet');
  await expect(page.getByText('Running')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Table 1' })).toBeVisible();
  // The known state of the table is there.
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
  await expect(page.getByText(/^(Reconnecting…|Offline)$/)).toBeVisible();
  await expect(page.getByLabel('Player A')).toHaveValue('Salma');
  await expect(page.getByLabel('Player B')).toHaveValue('Amine');
  await expect(page.getByTestId('save-status')).toContainText('Not on air yet');
  network.restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  // Unsaved text is still unsaved.
  await expect(page.getByTestId('save-status')).toHaveText('Not saved yet');
  await expect(page.getByTestId('overlay-p1')).toHaveText('Salma');
  await expect(page.getByTestId('overlay-p2')).toHaveText('PLAYER B');
  await expect(page.getByTestId('clock-status')).toHaveText('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('save-status')).toContainText('Saved');
  await expect(page.getByTestId('overlay-p2')).toHaveText('Amine');

  await page.evaluate((kept) => localStorage.removeItem(kept), 'venue-2');
  network.cut();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Scorer' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
  network.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
});
