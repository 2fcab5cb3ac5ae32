import { COLOURS } from './colours.ts';
import type { Labelled, Said, SideContent } from './content.ts';
import { row, type Piece } from './pieces.ts';
import { ball } from './shapes.ts';
import type { Anchor } from './svg.ts';
import { fit, measure, words, type Direction, type Fit } from './type.ts';

/** The parts that pictures of every size and game have in common. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of a type's size that capitals and figures are high. */
export const CAPITAL = 0.7;

/** From line to line, in the type's size. */
const LEADING = { ltr: 1.16, rtl: 1.36 } as const;

export interface Place {
  readonly x: number;
  /** The middle of the words' height. */
  readonly y: number;
  readonly anchor: Anchor;
}

/** Lines of a typed text, fitted, around the middle of a place. */
export const fitted = (text: string, how: Fit, fill: string, { x, y, anchor }: Place): string => {
  const { size, lines } = fit(text, how);
  const leading = size * LEADING[/\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr'];
  return lines
    .map((line, index) => {
      const middle = y + (index - (lines.length - 1) / 2) * leading;
      return words(line, { weight: how.weight, size, fill }).draw(x, middle + (CAPITAL / 2) * size, anchor);
    })
    .join('');
};

/** A number as large as there is room for. */
export const figure = (
  value: string,
  { width, largest }: { readonly width: number; readonly largest: number },
  fill: string,
  { x, y, anchor }: Place,
): string => {
  const size = Math.min(largest, width / measure(value, 700));
  return words(value, { weight: 700, size, fill }, 'ltr').draw(x, y + (CAPITAL / 2) * size, anchor);
};

interface LabelledStyle {
  readonly size: number;
  readonly label: string;
  readonly value: string;
  readonly dir: Direction;
}

export const labelled = (said: Labelled, { size, label, value, dir }: LabelledStyle): Piece =>
  row(
    [
      words(said.label, { weight: 500, size, fill: label }, dir),
      ...(said.value === null ? [] : [words(said.value, { weight: 700, size, fill: value }, 'ltr')]),
    ],
    size * 0.32,
    dir,
  );

/** A piece in the middle of a place, smaller where there is no room for it. */
export const within = (make: (size: number) => Piece, size: number, width: number): Piece => {
  const piece = make(size);
  return piece.width <= width ? piece : make((size * width) / piece.width);
};

/** What is said of a side; what decides something is bright. */
const notice = (said: Said, size: number, won: boolean, dir: Direction): Piece => {
  if (won) return labelled(said, { size, label: COLOURS.ink, value: COLOURS.ink, dir });
  const quiet = said.kind === 'fouls';
  const piece = labelled(said, {
    size,
    label: quiet ? COLOURS['ivory-dim'] : COLOURS.lamp,
    value: COLOURS.ivory,
    dir,
  });
  return said.kind === 'breaks' ? row([ball('cue', size * 0.8, size * 0.35), piece], size * 0.3, dir) : piece;
};

/** All that is said of a side, beside each other. */
export const notices = (
  { notices: said, look }: SideContent,
  size: number,
  width: number,
  dir: Direction,
): Piece =>
  within(
    (at) =>
      row(
        said.map((one) => notice(one, at, look === 'won', dir)),
        at * 0.8,
        dir,
      ),
    size,
    width,
  );

/** The room's ground and the light that falls into it from above. */
export const ground = ({ width, height }: Size): string => `
<defs>
  <radialGradient id="room" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(${width / 2} ${-0.04 * height}) scale(${0.62 * width} ${0.98 * height})">
    <stop offset="0" stop-color="#2a5a45"/><stop offset="0.35" stop-color="${COLOURS['room-700']}"/>
    <stop offset="0.7" stop-color="${COLOURS['room-900']}"/><stop offset="1" stop-color="${COLOURS['room-950']}"/>
  </radialGradient>
  <linearGradient id="lit" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#2f7657"/><stop offset="0.55" stop-color="#1b4e39"/><stop offset="1" stop-color="#12291f"/>
  </linearGradient>
  <radialGradient id="glow" cx="0.5" cy="0" r="0.75" gradientTransform="translate(0 0)">
    <stop offset="0" stop-color="${COLOURS.lamp}" stop-opacity="0.34"/><stop offset="1" stop-color="${COLOURS.lamp}" stop-opacity="0"/>
  </radialGradient>
  <linearGradient id="won" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${COLOURS['brass-lit']}"/><stop offset="1" stop-color="${COLOURS.brass}"/>
  </linearGradient>
</defs>
<rect width="${width}" height="${height}" fill="url(#room)"/>`;

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

const rect = ({ x, y, width, height }: Box, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

/** The dark strips above and below, and the line where they meet the room. */
export const strip = (box: Box, fill: string, edge: number): string =>
  rect(box, fill) + rect({ ...box, y: edge, height: 2 }, '#ffe7b026');

/** A side's ground: the lamp over whoever is at the table, brass under whoever has won. */
export const plate = (look: SideContent['look'], box: Box, lamp: number): string => {
  if (look === 'won') return rect(box, 'url(#won)');
  if (look !== 'lit') return '';
  const inset = box.width * 0.09;
  return (
    rect(box, 'url(#lit)') +
    rect({ ...box, height: box.height * 0.42 }, 'url(#glow)') +
    `<path fill="${COLOURS.lamp}" d="M${box.x + inset} ${box.y}h${box.width - 2 * inset}v${lamp - 6}q0 6-6 6h${-(box.width - 2 * inset - 12)}q-6 0-6-6Z"/>`
  );
};

export const inkOf = (look: SideContent['look']): string =>
  look === 'won' ? COLOURS.ink : look === 'waiting' ? COLOURS['ivory-dim'] : COLOURS.ivory;
