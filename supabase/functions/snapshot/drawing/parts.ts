import { COLOURS } from './colours.ts';
import type { Content, Labelled, LabelledNotice, SideContent } from './content.ts';
import { row, type Piece } from './pieces.ts';
import { ball } from './shapes.ts';
import type { Anchor } from '../../../../src/core/drawing/svg.ts';
import {
  directionOf,
  fit,
  measure,
  words,
  type Direction,
  type Fit,
  type Fitted,
  type Weight,
} from './type.ts';

/** Text and numbers common to pictures of every size and game. */

/** Cap height, as a fraction of the type size. */
const CAPITAL = 0.7;

/** The baseline that centres capitals on `y`. */
export const baseline = (y: number, size: number): number => y + (CAPITAL / 2) * size;

/** Line spacing, in multiples of the type size. */
const LEADING = { ltr: 1.16, rtl: 1.36 } as const;

export interface Position {
  readonly x: number;
  /** The vertical centre of the text. */
  readonly y: number;
  readonly anchor: Anchor;
}

/** Centred lines of fitted text. */
export const linesOf = (
  { size, lines }: Fitted,
  weight: Weight,
  fill: string,
  { x, y, anchor }: Position,
): string => {
  const text = lines.join(' ');
  const leading = size * LEADING[/\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr'];
  return lines
    .map((line, index) => {
      const middle = y + (index - (lines.length - 1) / 2) * leading;
      const piece = words(line, { weight, size, fill }, directionOf(text));
      return piece.draw(x, baseline(middle, size), anchor);
    })
    .join('');
};

/** Lines of typed text, fitted and centred. */
export const fitted = (text: string, how: Fit, fill: string, place: Position): string =>
  linesOf(fit(text, how), how.weight, fill, place);

/** A table's name; beneath its venue's, which comes first, for people who see the picture elsewhere. */
export const heading = (
  { venue, title }: Pick<Content, 'venue' | 'title'>,
  how: Omit<Fit, 'weight'>,
  place: Position,
): string => {
  if (venue === '') return fitted(title, { ...how, weight: 700 }, COLOURS.ivory, place);
  const [large, small] = how.sizes.at(-1) ?? [0, 0];
  const line = (smallest: number) => ({ ...how, sizes: [[large, smallest]] as const });
  return (
    fitted(venue, { ...line(small * 0.75), weight: 700 }, COLOURS.ivory, {
      ...place,
      y: place.y - large * 0.56,
    }) +
    fitted(title, { ...line(small), sizes: [[small, small * 0.75]], weight: 500 }, COLOURS['brass-lit'], {
      ...place,
      y: place.y + large * 0.6,
    })
  );
};

/** A number as large as fits. */
export const figure = (
  value: string,
  { width, largest }: { readonly width: number; readonly largest: number },
  fill: string,
  { x, y, anchor }: Position,
): string => {
  const size = Math.min(largest, width / measure(value, 700));
  return words(value, { weight: 700, size, fill }, 'ltr').draw(x, baseline(y, size), anchor);
};

/** A piece, shrunk if it doesn't fit. */
export const within = (make: (size: number) => Piece, size: number, width: number): Piece => {
  const piece = make(size);
  return piece.width <= width ? piece : make((size * width) / piece.width);
};

export interface LabelStyle {
  readonly size: number;
  readonly label?: string;
  readonly value?: string;
  readonly dir: Direction;
}

/** A label followed by its number. */
export const labelled = (
  said: Labelled,
  { size, label = COLOURS['ivory-dim'], value = COLOURS.ivory, dir }: LabelStyle,
): Piece =>
  row(
    [
      words(said.label, { weight: 500, size, fill: label }, dir),
      ...(said.value === null ? [] : [words(said.value, { weight: 700, size, fill: value }, 'ltr')]),
    ],
    size * 0.32,
    dir,
  );

/** Labels with their numbers, side by side. */
export const allLabelled = (said: readonly Labelled[], style: LabelStyle): Piece =>
  row(
    said.map((one) => labelled(one, style)),
    style.size * 0.8,
    style.dir,
  );

/** The day and time the board last changed. */
export const stamp = ({ date, time, dir }: Pick<Content, 'date' | 'time' | 'dir'>, size: number): Piece =>
  row(
    [
      words(date, { weight: 500, size, fill: COLOURS['ivory-dim'] }, dir),
      words(time, { weight: 700, size, fill: COLOURS.ivory }, 'ltr'),
    ],
    size * 0.38,
    dir,
  );

/** A notice about a side; decisive ones are bright. */
const notice = (said: LabelledNotice, size: number, look: SideContent['look'], dir: Direction): Piece => {
  const ink = look === 'won' ? COLOURS.ink : undefined;
  const piece = labelled(said, {
    size,
    label: ink ?? (said.kind === 'fouls' ? COLOURS['ivory-dim'] : COLOURS.lamp),
    value: ink ?? COLOURS.ivory,
    dir,
  });
  return said.kind === 'breaks' ? row([ball('cue', size * 0.8, size * 0.35), piece], size * 0.3, dir) : piece;
};

/** All of a side's notices, side by side. */
export const notices = (
  { notices: said, look }: Pick<SideContent, 'notices' | 'look'>,
  { size, width, dir }: { readonly size: number; readonly width: number; readonly dir: Direction },
): Piece =>
  within(
    (at) =>
      row(
        said.map((one) => notice(one, at, look, dir)),
        at * 0.8,
        dir,
      ),
    size,
    width,
  );

/** The start and end of a line in a reading direction, and which side is there. */
export const ends = (
  width: number,
  margin: number,
  dir: Direction,
): Record<'start' | 'end', Pick<Position, 'x' | 'anchor'>> => {
  const left = { x: margin, anchor: 'start' } as const;
  const right = { x: width - margin, anchor: 'end' } as const;
  return dir === 'rtl' ? { start: right, end: left } : { start: left, end: right };
};
