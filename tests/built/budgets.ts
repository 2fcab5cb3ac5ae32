import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROUTES } from '../../src/config/routes.ts';
import type { Fact } from '../../src/core/tournament/facts.ts';
import { parsePublicTournament, type PublicTournament } from '../../src/core/tournament/shown.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { tournamentPage } from '../../supabase/functions/snapshot/shared-link.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { entries, fact, format, outcome } from '../common/tournament-facts.ts';

/** The pages that visitors open first. */
export const MARKETING = [
  'home',
  'features',
  'pricing',
  'howItWorks',
  'contact',
  'about',
  'privacy',
] as const;

export type MarketingPage = (typeof MARKETING)[number];

/** Names as halls have them; with six of one and seven of the other, 32 are all different. */
const GIVEN = ['Youssef', 'Salma', 'كريم', 'Abdelhak', 'Mehdi', 'سلمى'];
const FAMILY = ['Benali', 'El Idrissi', 'العلوي', 'Bennani', 'Amrani', 'الفاسي', 'Tazi'];

const compressed = (text: string): number => brotliCompressSync(text).length;

const sizes = new Map<string, number>();

/** A built file's bytes after brotli, counted once: most pages fetch the same scripts. */
const compressedFile = (file: string): number => {
  const size = sizes.get(file) ?? brotliCompressSync(readFileSync(join(DIST, file))).length;
  sizes.set(file, size);
  return size;
};

/** The random parts in a build's names of files and islands. */
const MADE_UP = /(?<=\/_astro\/[\w.-]+\.)[\w-]{6,8}(?=["'.])/g;

/**
 * Brotli's answer moves by some sixty bytes with each name that a build makes up, and a name may differ from folder to
 * folder: each is replaced by one of ours, in the order in which they come.
 */
const compressedHtml = (html: string): number => {
  const names = [...new Set(html.match(MADE_UP))];
  const ours = (name: string): string =>
    createHash('sha256')
      .update(String(names.indexOf(name)))
      .digest('base64url')
      .slice(0, 8);
  return compressed(html.replace(MADE_UP, ours));
};

const htmlOf = (path: string, locale: Locale): string =>
  readFileSync(join(DIST, localizePath(path, locale), 'index.html'), 'utf8');

const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? '');

/** A built file with all that it imports at load. */
const withImports = (file: string, seen: Set<string>): void => {
  if (seen.has(file)) return;
  seen.add(file);
  const code = readFileSync(join(DIST, file), 'utf8');
  for (const name of matches(code, /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(`/_astro/${name}`, seen);
};

/** The built file of a part that an island loads separately. */
const partFile = (part: string): string => {
  const file = readdirSync(join(DIST, '_astro')).find(
    (name) => name.startsWith(`${part}.`) && name.endsWith('.js'),
  );
  if (file === undefined) throw new Error(`${part} is in no file of its own`);
  return `/_astro/${file}`;
};

/**
 * The first load of a page that is one island: its HTML and its scripts, in bytes after brotli. `part` is what the
 * island loads for this page.
 */
export const islandBytes = (
  path: string,
  locale: Locale,
  part: string | null,
): { html: number; scripts: number } => {
  const html = htmlOf(path, locale);
  const scripts = new Set<string>();
  for (const file of matches(html, /\b(?:component-url|renderer-url|src)="(\/_astro\/[\w.-]+\.js)"/g))
    withImports(file, scripts);
  if (part !== null) withImports(partFile(part), scripts);
  return {
    html: compressedHtml(html),
    scripts: [...scripts].reduce((sum, file) => sum + compressedFile(file), 0),
  };
};

/** A double elimination of this many, drawn and half played, as its page is told. */
const drawn = (count: number): PublicTournament => {
  const places = Array.from({ length: count }, (_, index) => index + 1);
  const facts: Fact[] = [
    fact('open', { title: 'Coupe du vendredi' }),
    ...entries(
      places.map((entry) => `${GIVEN[entry % GIVEN.length] ?? ''} ${FAMILY[entry % FAMILY.length] ?? ''}`),
    ),
    format({ kind: 'double', secondFinal: true, game: 'eight-ball', raceTo: 5, finalRaceTo: 7 }),
    fact('places', places),
  ];
  const tell = (): PublicTournament => {
    const shown = parsePublicTournament({
      status: 'shown',
      venue: 'Café du Port',
      tournament: { id: '5f0c6d9e-7a1b-4c2d-8e3f-9a0b1c2d3e4f', facts },
    });
    if (typeof shown === 'string') throw new Error(`A tournament is ${shown}`);
    return shown;
  };
  for (let played = 0; played < count; played++) {
    const next = tell().matches.find(({ state }) => state === 'ready');
    const units: [number, number] = played % 2 === 0 ? [5, played % 5] : [played % 5, 5];
    if (next) facts.push(outcome(next.slot.id, next.sides, units, { reason: 'played' }));
  }
  return tell();
};

/** The page of a tournament of `count` as the server writes it, and its scripts, in bytes after brotli. */
export const tournamentBytes = (locale: Locale, count: number): { page: number; scripts: number } => {
  const home = { site: 'https://cueboard.test', address: 'https://cueboard.test/functions/v1/snapshot' };
  const html = tournamentPage(htmlOf(ROUTES.tournament, locale), drawn(count), locale, home);
  return { page: compressedHtml(html), scripts: islandBytes(ROUTES.tournament, locale, null).scripts };
};

export interface PageBytes {
  /** The HTML with its inlined CSS. */
  readonly html: number;
  /** The inlined scripts of the site, and Astro's own that hydrates islands. */
  readonly ownScripts: number;
  readonly islandRuntime: number;
  /** Addresses of scripts that are fetched while the page loads. */
  readonly fetchedScripts: readonly string[];
}

/** A built page's load, in bytes after brotli. */
export const pageBytes = (page: MarketingPage | 'snapshot', locale: Locale): PageBytes => {
  const html = htmlOf(ROUTES[page], locale);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes]) => !attributes?.includes('application/ld+json'),
  );
  const inline = scripts.map(([, , text]) => text ?? '').filter(Boolean);
  const isRuntime = (text: string): boolean => /customElements\.define|Astro\|\|/.test(text);
  return {
    html: compressedHtml(html),
    ownScripts: compressed(inline.filter((text) => !isRuntime(text)).join('\n')),
    islandRuntime: compressed(inline.filter(isRuntime).join('\n')),
    fetchedScripts: [
      ...scripts.flatMap(([, attributes]) => /\bsrc="([^"]+)"/.exec(attributes ?? '')?.[1] ?? []),
      ...[...html.matchAll(/<link[^>]*rel="modulepreload"[^>]*>/g)].map(([link]) => link),
    ],
  };
};
