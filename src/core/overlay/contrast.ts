/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

/**
 * Minimum contrast for text of any size: WCAG 2.2 level AA asks for 4.5 (1.4.3); the rest allows for the browser's
 * rounding of translucent colours.
 */
const ENOUGH = 4.6;

const hexadecimal = (part: number): string => Math.round(part).toString(16).padStart(2, '0');

/** `#rrggbb`. */
export const hex = (color: Rgb): string => `#${color.map(hexadecimal).join('')}`;

/** Mixes two colours, rounded to whole steps of 255. */
const mix = (from: Rgb, to: Rgb, part: number): Rgb => {
  const [r, g, b] = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * part));
  return [r ?? 0, g ?? 0, b ?? 0];
};

/**
 * The possible results of painting `#rrggbb` or `#rrggbbaa` over an unknown picture: the colour itself, or its two
 * extremes, over white and over black.
 */
const painted = (color: string): readonly Rgb[] => {
  const [r = 0, g = 0, b = 0, alpha = 255] = Array.from(color.matchAll(/[0-9a-f]{2}/g), ([part]) =>
    parseInt(part, 16),
  );
  return alpha === 255 ? [[r, g, b]] : [WHITE, BLACK].map((behind) => mix(behind, [r, g, b], alpha / 255));
};

/** The possible results of painting a CSS colour or gradient with hexadecimal colours only. */
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

/** The lowest contrast between a colour and any of `grounds`. */
export const lowest = (color: Rgb, grounds: readonly Rgb[]): number =>
  Math.min(...grounds.map((ground) => contrast(color, ground)));

/**
 * The colour itself if it is legible on all of `grounds`; otherwise the nearest legible one towards white or black.
 * There always is one if white or black is legible.
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
