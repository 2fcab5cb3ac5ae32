import { advance, covers, faceOf, type FaceName } from './faces.ts';
import { row, type Piece } from './pieces.ts';
import { balance, directed, textElement, type Anchor } from '../../../../src/core/drawing/svg.ts';

/** Sets words that people typed: each stretch in the face that has it, ordered and measured. */

export type Weight = 500 | 700;
export type Direction = 'ltr' | 'rtl';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One written character after the other. */
const charactersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** What would reorder the words around it, or break a line. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

const RTL = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** The direction that a text gives itself by its first letter. */
export const directionOf = (text: string): Direction =>
  RTL.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';

interface Stretch {
  readonly face: FaceName;
  readonly text: string;
}

/** Stands for what no face has. */
const MISSING = '…';

const FALLBACKS = ['noto-emoji', 'noto-sans-arabic', 'noto-sans-tifinagh'] as const;

const set = (character: string, main: FaceName): Stretch => {
  if (covers(main, character)) return { face: main, text: character };
  const face = FALLBACKS.find((name) => covers(name, character));
  if (face) return { face, text: character };
  // Letters dressed up as others, and letters with marks that the typeface hasn't.
  const plain = character.normalize('NFKC');
  const bare = plain.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const text = [plain, bare].find((candidate) => covers(main, candidate)) ?? MISSING;
  return { face: main, text };
};

const join = (stretches: readonly Stretch[]): Stretch[] => {
  const joined: Stretch[] = [];
  for (const { face, text } of stretches) {
    const last = joined.at(-1);
    if (last?.face === face) {
      // One sign for all that is missing in one place.
      if (text === MISSING && last.text.endsWith(MISSING)) continue;
      joined.push({ face, text: `${joined.pop()?.text ?? ''}${text}` });
    } else {
      joined.push({ face, text });
    }
  }
  return joined;
};

/** Letters of one word join only in one face. */
const unify = (word: readonly Stretch[]): readonly Stretch[] =>
  word.some(({ face }) => face === 'noto-sans-arabic')
    ? word.map((stretch) =>
        covers('noto-sans-arabic', stretch.text) ? { ...stretch, face: 'noto-sans-arabic' } : stretch,
      )
    : word;

/** A stretch with the spaces at its ends by themselves: at the end of a line they would stand on the wrong side. */
const trimmed = ({ face, text }: Stretch): Stretch[] =>
  (/^( *)(.*?)( *)$/u.exec(text)?.slice(1) ?? []).flatMap((part) =>
    part === '' ? [] : [{ face, text: part }],
  );

/** The stretches of a text in the order in which they are read. */
const stretchesOf = (text: string, weight: Weight): Stretch[] => {
  const main = `readex-pro-${weight}` as const;
  const words = text.split(' ').map((word) => unify(charactersOf(word).map((letter) => set(letter, main))));
  return join(words.flatMap((word, index) => (index === 0 ? word : [{ face: main, text: ' ' }, ...word])));
};

/** A text as it is drawn: composed, on one line, with nothing in it that reorders what is around. */
export const clean = (text: string): string =>
  text.toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(CONTROLS, '').trim();

/** Whether there is anything in a text that a face has. */
export const isLegible = (text: string): boolean =>
  stretchesOf(clean(text), 700).some((stretch) => stretch.text.replaceAll(MISSING, '').trim() !== '');

const widthOf = ({ face, text }: Stretch): number =>
  faceOf(face).scale *
  (face === 'noto-emoji' ? charactersOf(text).length * advance(face, '🎱') : advance(face, text));

/** How wide a text is at 1 px. */
export const measure = (text: string, weight: Weight): number =>
  stretchesOf(text, weight).reduce((sum, stretch) => sum + widthOf(stretch), 0);

export interface Style {
  readonly weight: Weight;
  /** Pixels. */
  readonly size: number;
  readonly fill: string;
}

/** A line of words; `dir` is the text's own where it isn't given. */
export const words = (text: string, { weight, size, fill }: Style, dir = directionOf(text)): Piece => {
  const stretches = stretchesOf(text, weight);
  const width = stretches.reduce((sum, stretch) => sum + widthOf(stretch), 0) * size;
  const element = (stretch: Stretch, x: number, y: number, anchor: Anchor): string => {
    const { family, weight: own, scale } = faceOf(stretch.face);
    return textElement({
      // The emoji's face has no sign for a direction, and no need of one.
      text: stretch.face === 'noto-emoji' ? stretch.text : directed(stretch.text, dir),
      family,
      weight: own,
      size: size * scale,
      x,
      y,
      anchor,
      fill,
    });
  };
  return {
    width,
    draw: (x, y, anchor) => {
      const [only, ...others] = stretches;
      // The anchor is exact, the measure nearly so.
      if (only && others.length === 0) return element(only, x, y, anchor);
      const pieces = stretches.flatMap(trimmed).map((stretch) => ({
        width: widthOf(stretch) * size,
        draw: (at: number, baseline: number, to: Anchor) =>
          stretch.text.trim() === '' ? '' : element(stretch, at, baseline, to),
      }));
      return row(pieces, 0, dir).draw(x, y, anchor);
    },
  };
};

/** How a text is fitted; lengths in pixels. */
export interface Fit {
  readonly width: number;
  readonly weight: Weight;
  /** The largest and the smallest size of one line, of two and so on: below the last a text is cut. */
  readonly sizes: readonly (readonly [largest: number, smallest: number])[];
}

export interface Fitted {
  readonly size: number;
  readonly lines: readonly string[];
}

/** As many of the characters as have room, and a sign that there were more. */
const cut = (characters: readonly string[], has: (text: string) => boolean): string => {
  if (has(characters.join(''))) return characters.join('');
  const left = [...characters];
  while (left.length > 0 && !has(`${left.join('')}…`)) left.pop();
  return `${left.join('').trimEnd()}…`;
};

/** Lines filled to the end, though a word be broken. */
const filled = (text: string, lines: number, has: (text: string) => boolean): string[] => {
  const characters = charactersOf(text);
  const full = Array.from({ length: lines - 1 }, () => {
    let line = '';
    while (characters[0] !== undefined && has(line + characters[0])) line += characters.shift() ?? '';
    return line.trim();
  });
  return [...full, cut(characters, has).trim()].filter((line) => line !== '');
};

/** The largest size at which a text fits in lines of whole words, or else in lines that are filled, or else cut. */
export const fit = (typed: string, { width, weight, sizes }: Fit): Fitted => {
  const text = clean(typed);
  const of = (line: string): number => measure(line, weight);
  for (const [index, [largest, smallest]] of sizes.entries()) {
    const lines = balance(text.split(' '), of, index + 1);
    const widest = Math.max(...lines.map(of));
    if (widest * smallest <= width) return { size: Math.min(largest, width / widest), lines };
  }
  const [largest, smallest] = sizes.at(-1) ?? [0, 0];
  // A line is rarely filled to its last pixel.
  const size = Math.min(largest, Math.max(smallest, (0.95 * sizes.length * width) / of(text)));
  // Lines of about the same length, rather than one letter by itself.
  const even = Math.min(width, (of(text) * size) / sizes.length + size);
  return { size, lines: filled(text, sizes.length, (line) => of(line) * size <= even) };
};
