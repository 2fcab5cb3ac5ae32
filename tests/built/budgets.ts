import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROUTES } from '../../src/config/routes.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { DIST } from '../../supabase/embedded/paths.ts';

/** The pages that visitors come to first. */
export const MARKETING = ['home', 'features', 'pricing', 'howItWorks', 'contact'] as const;

export type MarketingPage = (typeof MARKETING)[number];

const compressed = (text: string): number => brotliCompressSync(text).length;

export interface PageBytes {
  /** The HTML with its inlined CSS. */
  readonly html: number;
  /** The inlined scripts of the site, and Astro's own that hydrates islands. */
  readonly ownScripts: number;
  readonly islandRuntime: number;
  /** Addresses of scripts that are fetched while the page loads. */
  readonly fetchedScripts: readonly string[];
}

/** What a built page costs at load, in bytes after brotli. */
export const pageBytes = (page: MarketingPage, locale: Locale): PageBytes => {
  const html = readFileSync(join(DIST, localizePath(ROUTES[page], locale), 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes]) => !attributes?.includes('application/ld+json'),
  );
  const inline = scripts.map(([, , text]) => text ?? '').filter(Boolean);
  const isRuntime = (text: string): boolean => /astro-island|Astro\|\|/.test(text);
  return {
    html: compressed(html),
    ownScripts: compressed(inline.filter((text) => !isRuntime(text)).join('\n')),
    islandRuntime: compressed(inline.filter(isRuntime).join('\n')),
    fetchedScripts: [
      ...scripts.flatMap(([, attributes]) => /\bsrc="([^"]+)"/.exec(attributes ?? '')?.[1] ?? []),
      ...[...html.matchAll(/<link[^>]*rel="modulepreload"[^>]*>/g)].map(([link]) => link),
    ],
  };
};
