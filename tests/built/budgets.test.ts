import { describe, expect, test } from 'vitest';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { MARKETING, pageBytes } from './budgets.ts';

/** Bytes after brotli: they hold on every machine, however fast. */

/** One initial window of TCP (RFC 6928: ten segments), less what the answer's headers take. */
const HTML_BYTES = 14_000;
const OWN_SCRIPT_BYTES = 2000;
/** Astro's element that hydrates islands, inlined by it on pages that have one: its size is Astro's. */
const ISLAND_RUNTIME_BYTES = 2000;

describe.each(LOCALE_NAMES)('%s', (locale) => {
  test.each(MARKETING)('%s stays within its budget', (page) => {
    const bytes = pageBytes(page, locale);
    expect(bytes.html, 'HTML with its CSS').toBeLessThanOrEqual(HTML_BYTES);
    expect(bytes.ownScripts, 'inline scripts').toBeLessThanOrEqual(OWN_SCRIPT_BYTES);
    expect(bytes.islandRuntime, 'island runtime').toBeLessThanOrEqual(ISLAND_RUNTIME_BYTES);
    expect(bytes.fetchedScripts, 'scripts fetched at load').toEqual([]);
  });
});
