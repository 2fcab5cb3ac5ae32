/** The eight-fold lines of zellige, the edge of boards and cards. `src/styles/tools/_mixins.scss` has them for pages. */

/** The width and height of a tile. */
const TILE = 56;

const PATH =
  'M28 11l5 5h7v7l5 5-5 5v7h-7l-5 5-5-5h-7v-7l-5-5 5-5v-7h7zV0M28 45v11M11 28H0M45 28h11M40 16 56 0M16 16 0 0M40 40l16 16M16 40 0 56';

/** An SVG pattern of it, `#zellige`, with lines of a pixel in tiles of `size` pixels from `y` on. */
export const zellige = (colour: string, size = 2 * TILE, y = 0): string =>
  `<pattern id="zellige" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse" ` +
  `patternTransform="translate(0 ${y}) scale(${size / TILE})">` +
  `<path fill="none" stroke="${colour}" stroke-width="${TILE / size}" d="${PATH}"/></pattern>`;
