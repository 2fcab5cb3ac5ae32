import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The addresses that are kept in this browser, without the origin. */
export const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => url.slice(location.origin.length));
  });

/**
 * Waits until addresses are kept: the worker starts once the page is idle, which a busy computer's page is late. Opens no
 * cache, which would make one again that the worker removes meanwhile.
 */
export const isKept = (page: Page, addresses: readonly string[]): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async (all) => {
          const found = await Promise.all(all.map((address) => caches.match(address, { ignoreVary: true })));
          return all.filter((_, index) => !found[index]);
        }, addresses),
      { message: 'addresses that aren’t kept', timeout: 30_000 },
    )
    .toEqual([]);

/** Waits until a page, with the scripts and styles that it has loaded, opens without a network. */
export const opensOffline = async (page: Page): Promise<void> => {
  const needed = await page.evaluate(() => [
    location.pathname,
    ...performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/_astro/')),
  ]);
  await isKept(page, needed);
};
