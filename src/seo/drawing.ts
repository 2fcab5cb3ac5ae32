import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OverlayOptions } from 'sharp';
import { loadResvg, paint, withResvg } from '../../supabase/functions/snapshot/drawing/resvg.ts';
import { textElement } from '../core/drawing/svg.ts';

/** Renders SVG with text in the site's own typeface, identically on every machine. */

export type Weight = 400 | 700;

export const FAMILY = 'Readex Pro';

const { resolve } = createRequire(import.meta.url);

/** Static fonts with both scripts, because resvg reads neither WOFF2 nor variable fonts. */
const fonts = ['400Regular/ReadexPro_400Regular', '700Bold/ReadexPro_700Bold'].map((file) =>
  readFileSync(resolve(`@expo-google-fonts/readex-pro/${file}.ttf`)),
);

export interface Drawing {
  readonly draw: (svg: string) => OverlayOptions;
  /** The width of a word at a font size of 1 px. */
  readonly measure: (weight: Weight, word: string) => number;
}

const MEASURING_SIZE = 100;

/** Prepares drawing layers of one size. */
export const prepareDrawing = async (layer: { width: number; height: number }): Promise<Drawing> => {
  await loadResvg(() => readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const inLayer = (content: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${layer.width}" height="${layer.height}">${content}</svg>`;
  const widths = new Map<string, number>();
  return {
    draw: (content) => ({
      input: Buffer.from(paint(inLayer(content), fonts).pixels),
      raw: { ...layer, channels: 4 },
      premultiplied: true,
    }),
    measure: (weight, word) => {
      const key = `${weight} ${word}`;
      const known = widths.get(key);
      if (known !== undefined) return known;
      const text = textElement({
        text: word,
        family: FAMILY,
        weight,
        size: MEASURING_SIZE,
        x: 0,
        y: 200,
        anchor: 'start',
        fill: '#fff',
      });
      const width = withResvg(inLayer(text), fonts, (resvg) => resvg.getBBox()?.width ?? 0) / MEASURING_SIZE;
      widths.set(key, width);
      return width;
    },
  };
};
