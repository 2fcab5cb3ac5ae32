import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { OverlayOptions } from 'sharp';
import subsetFont from 'subset-font';

/** Draws SVG with words in the site's own typeface, on every machine alike. */

export type Weight = 400 | 700;

const { resolve } = createRequire(import.meta.url);

const fontFiles = ['latin', 'arabic'].map((script) =>
  resolve(`@fontsource-variable/readex-pro/files/readex-pro-${script}-wght-normal.woff2`),
);

/** Static fonts of one weight: resvg reads neither WOFF2 nor variable fonts. */
const fontsOf = (weight: Weight): Promise<Uint8Array[]> =>
  Promise.all(
    fontFiles.map((file) =>
      subsetFont(readFileSync(file), undefined, {
        keepAllGlyphs: true,
        targetFormat: 'sfnt',
        variationAxes: { wght: weight },
      }),
    ),
  );

export interface Drawing {
  /** Draws a layer with words of one weight: resvg's fallback to another script ignores it. */
  draw: (weight: Weight, svg: string) => OverlayOptions;
  /** How wide a word is at 1 px. */
  measure: (weight: Weight, word: string) => number;
}

const MEASURING_SIZE = 100;

/** Loads resvg once for the process: the development server reloads this module, and resvg refuses a second time. */
const loadResvg = (): Promise<void> => {
  const loaded = globalThis as { resvg?: Promise<void> };
  return (loaded.resvg ??= initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm'))));
};

/** Loads what draws layers of one size. */
export const prepareDrawing = async (layer: { width: number; height: number }): Promise<Drawing> => {
  const [, regular, bold] = await Promise.all([loadResvg(), fontsOf(400), fontsOf(700)]);
  const render = <Result>(
    weight: Weight,
    content: string,
    use: (resvg: InstanceType<typeof Resvg>) => Result,
  ): Result => {
    const resvg = new Resvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${layer.width}" height="${layer.height}">${content}</svg>`,
      { font: { fontBuffers: weight === 700 ? bold : regular, defaultFontFamily: 'Readex Pro' } },
    );
    const result = use(resvg);
    resvg.free();
    return result;
  };
  const widths = new Map<string, number>();
  return {
    draw: (weight, svg) =>
      render(weight, svg, (resvg) => {
        const image = resvg.render();
        const input = Buffer.from(image.pixels);
        image.free();
        return { input, raw: { ...layer, channels: 4 }, premultiplied: true };
      }),
    measure: (weight, word) => {
      const key = `${weight} ${word}`;
      const known = widths.get(key);
      if (known !== undefined) return known;
      const text = textElement({
        text: word,
        weight,
        size: MEASURING_SIZE,
        x: 0,
        y: 200,
        anchor: 'start',
        fill: '#fff',
      });
      const width = render(weight, text, (resvg) => resvg.getBBox()?.width ?? 0) / MEASURING_SIZE;
      widths.set(key, width);
      return width;
    },
  };
};

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface TextLine {
  text: string;
  weight: Weight;
  size: number;
  x: number;
  y: number;
  anchor: 'start' | 'end';
  fill: string;
}

/** One line of words; `y` is its baseline. */
export const textElement = ({ text, weight, size, x, y, anchor, fill }: TextLine): string =>
  `<text x="${x}" y="${y}" font-family="Readex Pro" font-weight="${weight}" font-size="${size}" ` +
  `text-anchor="${anchor}" fill="${fill}">${escapeXml(text)}</text>`;

/** Lines of at most `width`, as few as possible and as even as possible. */
export const wrap = (
  words: readonly string[],
  widthOf: (word: string) => number,
  width: number,
): string[] => {
  const space = widthOf('n n') - widthOf('nn');
  const fill = (limit: number): string[] => {
    const lines: string[] = [];
    let used = Infinity;
    for (const word of words) {
      used += space + widthOf(word);
      if (used <= limit) {
        lines.push(`${lines.pop() ?? ''} ${word}`);
      } else {
        lines.push(word);
        used = widthOf(word);
      }
    }
    return lines;
  };
  let best = fill(width);
  for (let limit = width; limit > width / 2; limit -= 4) {
    const lines = fill(limit);
    if (lines.length > best.length) break;
    best = lines;
  }
  return best;
};
