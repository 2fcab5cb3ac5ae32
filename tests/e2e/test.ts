import { randomUUID } from 'node:crypto';
import { test as base, expect, type BrowserContext, type Page, type TestInfo } from '@playwright/test';
import { EMBEDDED_PUBLISHABLE_KEY, SESSION_KEY } from '../../src/config/backend.ts';
import { readSecrets } from '../../supabase/embedded/data/data-folder.ts';
import { dataFolder } from '../../supabase/embedded/data/paths.ts';
import { startProxy, type Proxy } from './proxy.ts';

/** An account with its own overlay, created as an operator does. */
export interface Owner {
  readonly email: string;
  readonly password: string;
}

interface Fixtures {
  /** Console errors and warnings that a test provokes on purpose; every other one fails it. */
  allowedErrors: RegExp[];
  watchConsole: undefined;
  owner: Owner;
  /** A second, separate browser profile: another device. */
  otherDevice: BrowserContext;
  /** The site behind a network that a test can cut, so that a service worker's own requests fail as well. */
  network: Proxy;
}

/** Console messages of pages in order. */
const HARMLESS = [
  // On every page of a test without the service worker.
  /^Service Worker registration blocked by Playwright$/,
  // Of a page that is left in the moment in which its connection is made.
  /WebSocket is closed before the connection is established/,
];

/** Attaches what a device's pages show when its test has failed. */
const showFailure = async (device: BrowserContext, info: TestInfo): Promise<void> => {
  if (info.status === info.expectedStatus) return;
  for (const page of device.pages()) {
    const path = info.outputPath(`failed-${info.attachments.length}.png`);
    await page.screenshot({ path });
    await info.attach(page.url(), { path });
  }
};

/** Makes an account as `npm run owner -- add` does while the server runs, without a process for each. */
export const addOwner = async (): Promise<Owner> => {
  const response = await fetch(`${process.env['E2E_ORIGIN'] ?? ''}/admin/v1/owners`, {
    method: 'POST',
    headers: { apikey: readSecrets(dataFolder()).secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `scorer-${randomUUID()}@example.test` }),
  });
  if (!response.ok) throw new Error(`No account was made: ${await response.text()}`);
  return (await response.json()) as Owner;
};

/** Waits for the dashboard with its overlay link. Gives the link. */
const dashboardLink = async (page: Page): Promise<string> => {
  await expect(page).toHaveURL(/\/dashboard\/?$/);
  const link = page.getByTestId('overlay-link');
  await expect(link).toContainText('/overlay/');
  return (await link.textContent()) ?? '';
};

/** Signs in by the form, which leads to the dashboard. Gives its overlay link. */
export const signInByForm = async (page: Page, owner: Owner, origin = ''): Promise<string> => {
  await page.goto(`${origin}/login/`);
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  return dashboardLink(page);
};

/**
 * Gives the browser the session that the form would, which saves its page, and opens the dashboard. Gives its overlay
 * link.
 */
export const signIn = async (page: Page, owner: Owner, origin = ''): Promise<string> => {
  const blank = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' };
  await page.route('**/blank', (route) => route.fulfill(blank), { times: 1 });
  await page.goto(`${origin}/blank`);
  await page.evaluate(
    async ({ key, apikey, body }) => {
      const answer = await fetch('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body,
        headers: { apikey, 'content-type': 'application/json' },
      });
      if (!answer.ok) throw new Error(`Nobody is signed in: ${await answer.text()}`);
      localStorage.setItem(key, await answer.text());
    },
    { key: SESSION_KEY, apikey: EMBEDDED_PUBLISHABLE_KEY, body: JSON.stringify(owner) },
  );
  await page.goto(`${origin}/dashboard/`);
  return dashboardLink(page);
};

/** Goes to one of the desk's screens by the shell's bar: a place itself, or by way of the venue's page. */
export const openScreen = async (
  page: Page,
  name:
    | 'Counter'
    | 'Tables'
    | 'Results'
    | 'Players'
    | 'Sponsors'
    | 'Pictures'
    | 'Table signs'
    | 'Staff and televisions'
    | 'Name, closing hour and history'
    | 'System'
    | 'Your data',
): Promise<void> => {
  const place = name === 'Counter' || name === 'Tables' || name === 'Results' ? name : 'Venue';
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: place }).click();
  if (name !== place) {
    // The screen before may have such a link as well.
    await expect(page.getByRole('heading', { level: 1, name: place, exact: true })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name }).click();
  }
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
};

/** Holds the site's scripts back, as a slow network does. Gives what lets them through. */
export const holdScripts = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js*', async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
};

export const test = base.extend<Fixtures>({
  allowedErrors: [[], { option: true }],
  watchConsole: [
    async ({ context, allowedErrors }, use, testInfo) => {
      const errors: string[] = [];
      const note = (text: string): void => {
        if (![...HARMLESS, ...allowedErrors].some((allowed) => allowed.test(text))) errors.push(text);
      };
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) note(message.text());
      });
      context.on('weberror', (error) => {
        note(String(error.error()));
      });
      await use(undefined);
      await showFailure(context, testInfo);
      expect(errors, 'errors and warnings in the console').toEqual([]);
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern.
  owner: async ({}, use) => {
    await use(await addOwner());
  },
  otherDevice: async ({ browser, baseURL }, use, testInfo) => {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    await use(context);
    await showFailure(context, testInfo);
    await context.close();
  },
  network: async ({ baseURL }, use) => {
    const proxy = await startProxy(baseURL ?? '');
    await use(proxy);
    await proxy.close();
  },
});

export { expect };
