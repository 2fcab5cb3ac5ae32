import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A page names its file, so that a test sees which one was served. */
const page = (path: string): string =>
  `<!doctype html><head><meta charset="utf-8"><title>${path}</title>` +
  `<meta name="description" content="A page."><meta property="og:image" content="https://x.test/own.jpg">` +
  `<meta property="og:type" content="website"></head><body>${'<p>snooker</p>'.repeat(200)}` +
  `<div class="tournament-page__text"></div></body>`;

const PAGES = ['', 'features/', 'overlay/', 's/gd/', 'r/', 't/'].flatMap((path) =>
  ['', 'fr/', 'ar/'].map((locale) => `${locale}${path}index.html`),
);

/** Writes a small built site with pages of the real one's shape and its real `_headers` and `_redirects`. */
export const writeSmallSite = (): string => {
  const dist = mkdtempSync(join(tmpdir(), 'cueboard-site-'));
  const files = [...PAGES, '404.html', 'fr/404.html', 'ar/404.html', 'exact.html'];
  for (const path of files) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), page(path));
  }
  mkdirSync(join(dist, '_astro'));
  writeFileSync(join(dist, '_astro/island.Ab12.js'), 'export const island = 1;');
  mkdirSync(join(dist, '_astro/page'));
  writeFileSync(join(dist, '_astro/page/index.html'), page('_astro/page/index.html'));
  mkdirSync(join(dist, 'images'));
  writeFileSync(join(dist, 'images/1.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]));
  for (const name of ['_headers', '_redirects']) cpSync(`public/${name}`, join(dist, name));
  return dist;
};
