/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/**
 * How much a text stands out from what is behind it, whatever its size: WCAG 2.2 wants 4.5 for level AA (1.4.3), and a
 * browser rounds what shines through a ground.
 */
const ENOUGH = 4.6;

const hexadecimal = (part: number): string => Math.round(part).toString(16).padStart(2, '0');

/** `#rrggbb`. */
export const hex = (color: Rgb): string => `#${color.map(hexadecimal).join('')}`;

/** So much of the way from a colour to another, in whole steps of 255. */
const mix = (from: Rgb, to: Rgb, part: number): Rgb => {
  const [r, g, b] = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * part));
  return [r ?? 0, g ?? 0, b ?? 0];
};

/**
 * What may be seen where a `#rrggbb` or `#rrggbbaa` is painted over a picture that nobody knows: the colour itself, or
 * the two that it has over white and over black; every other picture gives one between them.
 */
const painted = (color: string): readonly Rgb[] => {
  const [r = 0, g = 0, b = 0, alpha = 255] = Array.from(color.matchAll(/[0-9a-f]{2}/g), ([part]) =>
    parseInt(part, 16),
  );
  return alpha === 255 ? [[r, g, b]] : [WHITE, BLACK].map((behind) => mix(behind, [r, g, b], alpha / 255));
};

/** What may be seen where a CSS colour or gradient is painted that is written in hexadecimal digits alone. */
export const coloursOf = (css: string): readonly Rgb[] =>
  Array.from(css.matchAll(/#([0-9a-f]{6,8})\b/g), ([, color = '']) => painted(color)).flat();

// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
const luminance = (color: Rgb): number => {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
const contrast = (one: Rgb, other: Rgb): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

/** The lowest contrast of a colour with any of `grounds`. */
export const lowest = (color: Rgb, grounds: readonly Rgb[]): number =>
  Math.min(...grounds.map((ground) => contrast(color, ground)));

/**
 * The colour itself where it can be read on each of `grounds`, or else the first that can on its way to white or to
 * black, whichever way is shorter. There is one wherever white or black can be read.
 */
export const legible = (color: Rgb, grounds: readonly Rgb[]): Rgb => {
  for (let step = 0; step < 255; step += 1) {
    for (const end of [WHITE, BLACK]) {
      const found = mix(color, end, step / 255);
      if (lowest(found, grounds) >= ENOUGH) return found;
    }
  }
  return lowest(WHITE, grounds) > lowest(BLACK, grounds) ? WHITE : BLACK;
};
