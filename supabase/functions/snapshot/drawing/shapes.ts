import { PRODUCT } from '../../../../src/config/product.ts';
import { markBalls } from '../../../../src/core/site/mark.ts';
import type { BallColour } from '../../../../src/rules/shown.ts';
import { COLOURS } from './colours.ts';
import { leftOf, type Piece } from './pieces.ts';
import { words } from './type.ts';

/** The shapes in pictures. No blurs or filters: they are slow in resvg. */

type Paint = BallColour | 'cue';

const PAINT: Readonly<Record<Paint, string>> = {
  cue: '#f4f1e6',
  red: COLOURS['ball-red'],
  yellow: COLOURS['ball-yellow'],
  green: COLOURS['ball-green'],
  brown: COLOURS['ball-brown'],
  blue: COLOURS['ball-blue'],
  pink: COLOURS['ball-pink'],
  black: COLOURS['ball-black'],
};

/** Every ball's highlight and shadow. */
export const BALL_DEFS = `
<radialGradient id="shine" cx="0.36" cy="0.28" r="0.42">
  <stop offset="0" stop-color="#fff" stop-opacity="0.7"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
</radialGradient>
<radialGradient id="shade" cx="0.42" cy="0.4" r="0.6">
  <stop offset="0.6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.45"/>
</radialGradient>`;

/** A ball as on the site; `size` in pixels, its centre `rise` above the baseline. */
export const ball = (paint: Paint, size: number, rise: number): Piece => ({
  width: size,
  draw: (x, y, anchor) => {
    const at = `cx="${leftOf(x, size, anchor) + size / 2}" cy="${y - rise}" r="${size / 2}"`;
    const edge = paint === 'black' ? ' stroke="#fff" stroke-opacity="0.28" stroke-width="2"' : '';
    return `<circle ${at} fill="${PAINT[paint]}"/><circle ${at} fill="url(#shade)"${edge}/><circle ${at} fill="url(#shine)"/>`;
  },
});

/** The product's mark and name, left to right in every language; `size` is the name's type size. */
export const wordmark = (size: number): Piece => {
  const scale = (size * 1.1) / 20;
  const mark = 30.5 * scale;
  const gap = size * 0.36;
  const name = words(PRODUCT.name, { weight: 700, size, fill: COLOURS.ivory }, 'ltr');
  const width = mark + gap + name.width;
  return {
    width,
    draw: (x, y, anchor) => {
      const left = leftOf(x, width, anchor);
      return (
        `<g transform="translate(${left} ${y - 0.35 * size}) scale(${scale}) translate(-0.75 -16)">` +
        `${markBalls((name) => COLOURS[name])}</g>` +
        name.draw(left + mark + gap, y, 'start')
      );
    },
  };
};
