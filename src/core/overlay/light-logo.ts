import { lowest, WHITE } from './contrast.ts';

/** The least contrast with white at which a shape is seen: https://www.w3.org/TR/WCAG22/#non-text-contrast */
const SEEN = 3;
/** A logo with less of its area than this in stronger colours can't be seen on white. */
const ENOUGH = 0.03;

/**
 * Whether a logo is too light for a white ground. `pixels` has four bytes per pixel: red, green, blue and opacity. An
 * empty picture isn't.
 */
export const isLightLogo = (pixels: ArrayLike<number>): boolean => {
  let [seen, strong] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = [0, 1, 2, 3].map((channel) => pixels[at + channel]);
    seen += opacity;
    if (lowest([red, green, blue], [WHITE]) >= SEEN) strong += opacity;
  }
  return seen > 0 && strong < ENOUGH * seen;
};
