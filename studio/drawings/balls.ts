/** The paint of a ball: its colour, and for pool its number. */
export type Ball = { colour: string; number?: number };

/** Pool's colours by number; a stripe has the colour of the solid eight numbers below. */
const POOL_COLOURS = [
  '#f2b92c',
  '#1f4fb0',
  '#c9252c',
  '#5b2d8e',
  '#e8711f',
  '#12794b',
  '#7d1f28',
  '#16181a',
] as const;

/** The cue ball of both games. */
export const CUE_BALL: Ball = { colour: '#f4eeda' };

/** The pool ball with a number from 1 to 15; stripes start at 9. */
export const poolBall = (number: number): Ball => ({
  colour: POOL_COLOURS[(number - 1) % 8] ?? CUE_BALL.colour,
  number,
});

/** Snooker balls with their points (WPBSA rules, section 3.2). */
export const SNOOKER_BALLS = {
  red: { colour: '#c4202b', points: 1 },
  yellow: { colour: '#f2c230', points: 2 },
  green: { colour: '#0c6b3c', points: 3 },
  brown: { colour: '#6e3d1c', points: 4 },
  blue: { colour: '#1d55b8', points: 5 },
  pink: { colour: '#ef8fa5', points: 6 },
  black: { colour: '#17181a', points: 7 },
} as const;

export type SnookerBall = keyof typeof SNOOKER_BALLS;

/** The gradients and clip path for every drawn ball; include once per document. */
export const ballDefs = `
<clipPath id="ball-clip"><circle r="100" /></clipPath>
<radialGradient id="ball-shade" cx="0" cy="-34" r="136" gradientUnits="userSpaceOnUse">
  <stop offset="0" stop-color="#fff4d6" stop-opacity=".38" />
  <stop offset=".3" stop-color="#fff4d6" stop-opacity=".08" />
  <stop offset=".55" stop-color="#000" stop-opacity=".08" />
  <stop offset=".82" stop-color="#000" stop-opacity=".5" />
  <stop offset="1" stop-color="#000" stop-opacity=".78" />
</radialGradient>
<radialGradient id="ball-bounce" cx="0" cy="128" r="92" gradientUnits="userSpaceOnUse">
  <stop offset="0" stop-color="#49c48e" stop-opacity=".7" />
  <stop offset="1" stop-color="#49c48e" stop-opacity="0" />
</radialGradient>
<radialGradient id="ball-shine">
  <stop offset="0" stop-color="#fffaf0" stop-opacity=".98" />
  <stop offset=".45" stop-color="#fff6e0" stop-opacity=".8" />
  <stop offset="1" stop-color="#fff6e0" stop-opacity="0" />
</radialGradient>`;

/** A ball of radius 100 around the origin, as SVG; `turn` (degrees) rolls its stripe and number. */
export const ballSvg = ({ colour, number }: Ball, turn = 0): string => {
  const striped = number !== undefined && number > 8;
  const base = striped ? CUE_BALL.colour : colour;
  const band = striped
    ? `<path d="M-110 -52Q0 -64 110 -52V54Q0 72 -110 54Z" fill="${colour}" transform="rotate(${turn})" />`
    : '';
  const mark =
    number === undefined
      ? ''
      : `<g transform="rotate(${turn}) translate(0 6)"><circle r="43" fill="${CUE_BALL.colour}" />
         <text class="ball-number" y="19" text-anchor="middle">${number}</text></g>`;
  return `<g clip-path="url(#ball-clip)"><circle r="100" fill="${base}" />${band}${mark}
    <circle r="101" fill="url(#ball-shade)" /><circle r="101" fill="url(#ball-bounce)" />
    <ellipse cx="-6" cy="-62" rx="30" ry="15" fill="url(#ball-shine)" /></g>`;
};

/** A ball as an inline image sized to the font. */
export const ballIcon = (ball: Ball): string =>
  `<svg class="ball" viewBox="-102 -102 204 204">${ballSvg(ball)}</svg>`;
