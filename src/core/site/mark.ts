/** The product's mark: the first player's ball and the second's, in the order of a score. SVG, in a box of 32 × 32. */

/** The width and height of its box. */
export const MARK_SIZE = 32;

export const MARK_BALLS = [
  { x: 8.2, paint: 'ivory' },
  { x: 23.8, paint: 'ball-red' },
] as const;
export const MARK_RADIUS = 7.4;

type Paint = (typeof MARK_BALLS)[number]['paint'];
type Colours = (name: Paint) => string;

const circle = ({ x }: (typeof MARK_BALLS)[number], fill: string): string =>
  `<circle cx="${x}" cy="${MARK_SIZE / 2}" r="${MARK_RADIUS}" fill="${fill}"/>`;

/** The mark's balls; `colourOf` gives the design's colours. */
export const markBalls = (colourOf: Colours): string =>
  MARK_BALLS.map((ball) => circle(ball, colourOf(ball.paint))).join('');

/** The lamp's light and shade on a ball: without them, large ones would be dots. */
const LIGHT =
  '<radialGradient id="light" cx="0.38" cy="0.28" r="0.82">' +
  '<stop stop-color="#fff" stop-opacity="0.55"/><stop offset="0.42" stop-color="#fff" stop-opacity="0"/>' +
  '<stop offset="0.6" stop-opacity="0"/><stop offset="1" stop-opacity="0.5"/></radialGradient>';

/** How wide the mark is in an icon: tabs show 16 pixels, and a maskable icon keeps it inside 80 % of the width. */
const share = (square: boolean): number => (square ? 0.84 : 0.95);

/** The mark as an icon, lit and on a ground: a browser's own may be white. A `square` one is for systems that cut its corners. */
export const markIcon = (
  colourOf: (name: Paint | 'room-900') => string,
  { square = false }: { readonly square?: boolean } = {},
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}">` +
  `<rect width="${MARK_SIZE}" height="${MARK_SIZE}" rx="${square ? 0 : 7}" fill="${colourOf('room-900')}"/>` +
  `<g transform="translate(16 16) scale(${share(square)}) translate(-16 -16)">${markBalls(colourOf)}` +
  `${LIGHT}${MARK_BALLS.map((ball) => circle(ball, 'url(#light)')).join('')}</g></svg>`;
