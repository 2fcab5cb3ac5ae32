import { randomFrom } from '../../src/core/random-from.ts';

/** Textures for the rendered scenes: ball paint, tiles, and prints for the walls. */

const IVORY = '#f4efe2';

/** Paint adjusted for lamp light and a film tone curve: deeper than the same colours on screen. */
const PAINT = [
  '#f0ac00',
  '#0c2f94',
  '#c00f17',
  '#43157a',
  '#ea5206',
  '#066136',
  '#4c0710',
  '#0a0a0c',
] as const;

const svg = (width: number, height: number, body: string): string =>
  `<svg class="art" xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

/** A pool ball's paint, 2048 × 1024, as an equirectangular map with the number twice on the equator; 0 is the cue ball. */
export const ballPaintSvg = (number: number): string => {
  const ground = (colour: string) => `<rect width="2048" height="1024" fill="${colour}" />`;
  if (number === 0) {
    const dots = [0, 512, 1024, 1536, 2048].map((x) => `<circle cx="${x}" cy="512" r="26" fill="#b01018" />`);
    return svg(2048, 1024, ground(IVORY) + dots.join(''));
  }
  const colour = PAINT[(number - 1) % 8] ?? IVORY;
  const base =
    number > 8
      ? `${ground(IVORY)}<rect y="322" width="2048" height="380" fill="${colour}" />`
      : ground(colour);
  const size = number > 9 ? 164 : 196;
  const marks = [512, 1536].map(
    (x) => `<circle cx="${x}" cy="512" r="150" fill="${IVORY}" />
      <text x="${x}" y="512" dy=".355em" text-anchor="middle" style="font-size:${size}px">${number}</text>
      ${number === 6 || number === 9 ? `<rect x="${x - 48}" y="598" width="96" height="14" fill="#111" />` : ''}`,
  );
  return svg(2048, 1024, base + marks.join(''));
};

const GLAZES = ['#0e3b2c', '#114534', '#0c3327', '#165240', '#0a2c22', '#1b5c46', '#123f31'] as const;

/** Seamless green glazed tiles, 8 × 8 on 1024 pixels. */
export const zelligeSvg = (): string => {
  const random = randomFrom(5);
  const tiles = Array.from({ length: 64 }, (_, index) => {
    const [x, y] = [(index % 8) * 128, Math.floor(index / 8) * 128];
    const glaze = GLAZES[Math.floor(random() * GLAZES.length)] ?? GLAZES[0];
    const corner = () => (2 + random() * 3).toFixed(1);
    const points = [
      [x + +corner(), y + +corner()],
      [x + 128 - +corner(), y + +corner()],
      [x + 128 - +corner(), y + 128 - +corner()],
      [x + +corner(), y + 128 - +corner()],
    ];
    const chip =
      random() < 0.16
        ? `<circle cx="${x + (random() < 0.5 ? 6 : 122)}" cy="${y + random() * 128}" r="${4 + random() * 7}" fill="#3a2c20" />`
        : '';
    return `<polygon points="${points.map((point) => point.join(',')).join(' ')}" fill="${glaze}" />${chip}`;
  });
  return svg(1024, 1024, `<rect width="1024" height="1024" fill="#0b1512" />${tiles.join('')}`);
};

/** The outline of an eight-pointed star (two squares) around a point. */
const star = (x: number, y: number, radius: number): string =>
  Array.from({ length: 16 }, (_, index) => {
    // The inner corners are where the sides of the two squares cross.
    const reach = index % 2 === 0 ? radius : (radius * Math.SQRT1_2) / Math.cos(Math.PI / 8);
    const angle = (index * Math.PI) / 8;
    return `${(x + reach * Math.cos(angle)).toFixed(1)},${(y + reach * Math.sin(angle)).toFixed(1)}`;
  }).join(' ');

/** A tile of the eight-fold frieze, 512 × 512, that repeats sideways. */
export const friezeSvg = (): string => {
  const corners = [
    [0, 0],
    [512, 0],
    [0, 512],
    [512, 512],
  ] as const;
  return svg(
    512,
    512,
    `<rect width="512" height="512" fill="#c4b894" />
    ${corners.map(([x, y]) => `<polygon points="${star(x, y, 176)}" fill="#0f4a37" stroke="#0a1a14" stroke-width="6" /><polygon points="${star(x, y, 78)}" fill="#b98a2c" stroke="#0a1a14" stroke-width="5" />`).join('')}
    <polygon points="${star(256, 256, 214)}" fill="#0c3a2c" stroke="#0a1a14" stroke-width="6" />
    <polygon points="${star(256, 256, 150)}" fill="#d3c8a6" stroke="#0a1a14" stroke-width="5" />
    <polygon points="${star(256, 256, 96)}" fill="#163f66" stroke="#0a1a14" stroke-width="5" />
    <polygon points="${star(256, 256, 44)}" fill="#b98a2c" stroke="#0a1a14" stroke-width="4" />
    <rect width="512" height="20" fill="#0a2c22" /><rect y="492" width="512" height="20" fill="#0a2c22" />`,
  );
};

/** Prints without text, 600 × 800: an arch with the moon, a rack of discs, and crossed cues. */
export const PRINTS: readonly string[] = [
  svg(
    600,
    800,
    `<rect width="600" height="800" fill="#e5d9bd" /><path d="M110 730V380C110 190 300 190 300 90C300 190 490 190 490 380V730Z" fill="#0f4a37" />
    <path d="M170 730V400C170 260 300 250 300 180C300 250 430 260 430 400V730Z" fill="#0a2c22" /><circle cx="300" cy="430" r="72" fill="#d9a437" />
    <path d="M170 730V610Q300 540 430 610V730Z" fill="#b4552a" />`,
  ),
  svg(
    600,
    800,
    `<rect width="600" height="800" fill="#0f3a2c" />${Array.from({ length: 15 }, (_, index) => {
      const row = Math.floor((Math.sqrt(8 * index + 1) - 1) / 2);
      const place = index - (row * (row + 1)) / 2;
      const colours = ['#e9b93a', '#e7dcc0', '#b4552a', '#2f6d9a', '#0a1f18'];
      return `<circle cx="${300 + (place - row / 2) * 92}" cy="${220 + row * 80}" r="42" fill="${colours[(index * 3 + row) % 5] ?? IVORY}" />`;
    }).join(
      '',
    )}<circle cx="300" cy="680" r="42" fill="#f4efe2" /><rect x="36" y="36" width="528" height="728" fill="none" stroke="#e7dcc0" stroke-width="5" />`,
  ),
  svg(
    600,
    800,
    `<rect width="600" height="800" fill="#c98f45" /><circle cx="300" cy="330" r="200" fill="#e9dcbc" /><circle cx="300" cy="330" r="132" fill="#141a18" />
    <circle cx="256" cy="280" r="34" fill="#f4efe2" opacity=".85" /><path d="M60 760L540 470" stroke="#5a2313" stroke-width="16" /><path d="M540 760L60 470" stroke="#0f3a2c" stroke-width="16" />`,
  ),
];
