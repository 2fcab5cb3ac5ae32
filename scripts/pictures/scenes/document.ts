import { readFileSync } from 'node:fs';
import { ballDefs } from './balls.ts';
import { tableDefs } from './table.ts';

const FONT = import.meta.resolve('@fontsource-variable/readex-pro/files/readex-pro-latin-wght-normal.woff2');

const css = ['base.css', 'room.css', 'board.css', 'screens.css']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML. */
export const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/**
 * A picture's whole HTML document.
 * @param size width and height in pixels
 * @param body the scene's markup
 */
export const documentHtml = (
  size: readonly [width: number, height: number],
  body: string,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<style>
@font-face { font-family: 'Readex Pro'; font-weight: 160 700; src: url('${FONT}') format('woff2'); }
${css}
.picture { width: ${size[0]}px; height: ${size[1]}px; }
</style>
<svg class="defs" width="0" height="0"><defs>${ballDefs}${tableDefs}</defs></svg>
<main class="picture">${body}</main>
</html>`;

/** Film grain over what comes before; it also keeps JPEG from drawing steps into dark gradients. */
export const GRAIN = `
<svg class="grain" width="100%" height="100%"><filter id="grain" x="0" y="0" width="1" height="1">
  <feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="4" />
  <feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  1.2 0 0 0 -.36" />
</filter><rect width="100%" height="100%" filter="url(#grain)" /></svg>`;

/** The grain and the vignette of a photograph, over what comes before. */
export const FILM = `<div class="vignette"></div>${GRAIN}`;
