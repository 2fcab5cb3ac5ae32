import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import baize from '../../src/core/overlay/designs/baize.ts';
import { designVariables } from '../../src/core/overlay/design-variables.ts';
import { QUEUE } from '../../src/core/television/queue-cells.ts';
import { DIST, ROOT } from '../../supabase/embedded/data/paths.ts';

const named = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The names in `--name: value`. */
const defined = (styles: string): string[] => named(styles, /(--[a-z-]+)\s*:/g);

const pages = globSync('**/*.html', { cwd: DIST }).map((file) => {
  const html = readFileSync(join(DIST, file), 'utf8');
  const links = named(html, /<link [^>]*rel="stylesheet"[^>]*href="([^"]+)"/g);
  const inline = named(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g);
  const styles = [...links.map((href) => readFileSync(join(DIST, href), 'utf8')), ...inline].join('\n');
  return { file, styles };
});

/** Custom properties that scripts set, in styles of their own too. */
const byScripts = [
  ...Object.keys(designVariables(baize, { theme: 'dark', accent: null })),
  ...Object.keys(QUEUE).map((name) => `--queue-${name}`),
  ...globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((file) =>
    named(readFileSync(join(ROOT, file), 'utf8'), /['"](--[a-z-]+)['"]/g),
  ),
  ...globSync('**/*.js', { cwd: DIST }).flatMap((file) => defined(readFileSync(join(DIST, file), 'utf8'))),
];

// A browser drops a declaration with an unknown custom property without a word.
test.each(pages)('$file knows each custom property that it uses', ({ styles }) => {
  const known = new Set([...byScripts, ...defined(styles)]);
  const used = new Set(named(styles, /var\((--[a-z-]+)\)/g));
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});
