import { readFileSync } from 'node:fs';
import { COLOURS } from '../../src/build/colours.ts';

const LATIN = import.meta.resolve('@fontsource-variable/readex-pro/files/readex-pro-latin-wght-normal.woff2');
const ARABIC = import.meta
  .resolve('@fontsource-variable/readex-pro/files/readex-pro-arabic-wght-normal.woff2');

/** A face of the typeface; browsers fetch the first that has a character. */
const face = (file: string, range: string): string =>
  `@font-face { font-family: 'Readex Pro'; font-weight: 160 700; unicode-range: ${range}; src: url('${file}') format('woff2'); }`;

const colours = [...COLOURS].map(([name, value]) => `--${name}: ${value};`).join(' ');

const css = ['base.css', 'screens.css', 'art.css']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');

/** A picture to draw from HTML: its size in pixels, and whether its unpainted area stays transparent. */
export type Page = {
  name: string;
  size: readonly [width: number, height: number];
  body: string;
  transparent?: boolean;
};

/** A page's whole HTML document. */
export const documentHtml = ({ size, body, transparent }: Page): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<style>
${face(LATIN, 'U+0-5FF, U+2000-22FF')}
${face(ARABIC, 'U+600-6FF')}
:root { ${colours} }
${css}
.picture { width: ${size[0]}px; height: ${size[1]}px; }
</style>
<body${transparent ? ' class="transparent"' : ''}>
<main class="picture${transparent ? ' transparent' : ''}">${body}</main>
</body>
</html>`;
