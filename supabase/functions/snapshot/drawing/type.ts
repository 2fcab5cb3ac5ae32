import anyAscii from 'any-ascii';
import { asRead, nameSteps } from '../../../../src/core/overlay/name-steps.ts';
import { advance, covers, faceOf, type FaceName } from './faces.ts';
import { row, type Piece } from './pieces.ts';
import { balance, directed, textElement, type Anchor } from '../../../../src/core/drawing/svg.ts';

/** Sets typed text: each stretch in a font that has its characters, ordered and measured. */

export type Weight = 500 | 700;
export type Direction = 'ltr' | 'rtl';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text's grapheme clusters. */
const charactersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Characters that would reorder nearby text or break a line. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

const RTL = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** A text's direction, by its first letter. */
export const directionOf = (text: string): Direction =>
  RTL.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';

interface Stretch {
  readonly face: FaceName;
  readonly text: string;
}

/** Replaces characters that no font has. */
const MISSING = '…';

const FALLBACKS = ['noto-emoji', 'noto-sans-arabic', 'noto-sans-tifinagh'] as const;

const set = (character: string, main: FaceName): Stretch => {
  if (covers(main, character)) return { face: main, text: character };
  const face = FALLBACKS.find((name) => covers(name, character));
  if (face) return { face, text: character };
  // Try compatibility forms of letters, letters without marks the font lacks, and Latin letters for other scripts.
  const plain = character.normalize('NFKC');
  const bare = plain.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const text = [plain, bare, anyAscii(plain)].find((candidate) => covers(main, candidate)) ?? MISSING;
  return { face: main, text };
};

const join = (stretches: readonly Stretch[]): Stretch[] => {
  const joined: Stretch[] = [];
  for (const { face, text } of stretches) {
    const last = joined.at(-1);
    if (last?.face === face) {
      // A single sign for consecutive missing characters.
      if (text === MISSING && last.text.endsWith(MISSING)) continue;
      joined.push({ face, text: `${joined.pop()?.text ?? ''}${text}` });
    } else {
      joined.push({ face, text });
    }
  }
  return joined;
};

/** Letters of a word only join within one font. */
const unify = (word: readonly Stretch[]): readonly Stretch[] =>
  word.some(({ face }) => face === 'noto-sans-arabic')
    ? word.map((stretch) =>
        covers('noto-sans-arabic', stretch.text) ? { ...stretch, face: 'noto-sans-arabic' } : stretch,
      )
    : word;

/** Splits off the spaces at a stretch's ends: at the end of a line they would land on the wrong side. */
const trimmed = ({ face, text }: Stretch): Stretch[] =>
  (/^( *)(.*?)( *)$/u.exec(text)?.slice(1) ?? []).flatMap((part) =>
    part === '' ? [] : [{ face, text: part }],
  );

/** A text's stretches in reading order. */
const stretchesOf = (text: string, weight: Weight): Stretch[] => {
  const main = `readex-pro-${weight}` as const;
  const words = text.split(' ').map((word) => unify(charactersOf(word).map((letter) => set(letter, main))));
  return join(words.flatMap((word, index) => (index === 0 ? word : [{ face: main, text: ' ' }, ...word])));
};

/** A text as drawn: composed, on one line, without bidi controls. */
export const clean = (text: string): string =>
  text.toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(CONTROLS, '').trim();

/** Whether any font has any of a text's characters. */
export const isLegible = (text: string): boolean =>
  stretchesOf(clean(text), 700).some((stretch) => stretch.text.replaceAll(MISSING, '').trim() !== '');

const widthOf = ({ face, text }: Stretch): number =>
  faceOf(face).scale *
  (face === 'noto-emoji' ? charactersOf(text).length * advance(face, '🎱') : advance(face, text));

/** A text's width at 1 px. */
export const measure = (text: string, weight: Weight): number =>
  stretchesOf(text, weight).reduce((sum, stretch) => sum + widthOf(stretch), 0);

export interface Style {
  readonly weight: Weight;
  /** Pixels. */
  readonly size: number;
  readonly fill: string;
}

/** A line of text; `dir` defaults to the text's own. */
export const words = (text: string, { weight, size, fill }: Style, dir = directionOf(text)): Piece => {
  const stretches = stretchesOf(text, weight);
  const width = stretches.reduce((sum, stretch) => sum + widthOf(stretch), 0) * size;
  const element = (stretch: Stretch, x: number, y: number, anchor: Anchor): string => {
    const { family, weight: own, scale } = faceOf(stretch.face);
    return textElement({
      // The emoji font has no direction marks, and needs none.
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
      // The anchor is exact; the measured width is approximate.
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

/** How to fit a text; lengths in pixels. */
export interface Fit {
  readonly width: number;
  readonly weight: Weight;
  /** The largest and smallest type size for one line, two lines and so on; below the last, the text is cut. */
  readonly sizes: readonly (readonly [largest: number, smallest: number])[];
}

export interface Fitted {
  readonly size: number;
  readonly lines: readonly string[];
}

/** As many characters as fit, then an ellipsis. */
const cut = (characters: readonly string[], has: (text: string) => boolean): string => {
  if (has(characters.join(''))) return characters.join('');
  const left = [...characters];
  while (left.length > 0 && !has(`${left.join('')}…`)) left.pop();
  return `${left.join('').trimEnd()}…`;
};

/** Fills lines completely, breaking words. */
const filled = (text: string, lines: number, has: (text: string) => boolean): string[] => {
  const characters = charactersOf(text);
  const full = Array.from({ length: lines - 1 }, () => {
    let line = '';
    while (characters[0] !== undefined && has(line + characters[0])) line += characters.shift() ?? '';
    return line.trim();
  });
  return [...full, cut(characters, has).trim()].filter((line) => line !== '');
};

/** The largest size at which a text fits in whole words, or else with words broken, or else cut. */
export const fit = (typed: string, { width, weight, sizes }: Fit): Fitted => {
  const text = clean(typed);
  const of = (line: string): number => measure(line, weight);
  for (const [index, [largest, smallest]] of sizes.entries()) {
    const lines = balance(text.split(' '), of, index + 1);
    const widest = Math.max(...lines.map(of));
    if (widest * smallest <= width) return { size: Math.min(largest, width / widest), lines };
  }
  const [largest, smallest] = sizes.at(-1) ?? [0, 0];
  // A line is rarely full to its last pixel.
  const size = Math.min(largest, Math.max(smallest, (0.95 * sizes.length * width) / of(text)));
  // Prefer lines of similar length to one stray letter.
  const even = Math.min(width, (of(text) * size) / sizes.length + size);
  return { size, lines: filled(text, sizes.length, (line) => of(line) * size <= even) };
};

/** How a player's name fits: the overlays' ways without the narrow cut, then as any text. */
export const fitName = (typed: string, other: string, how: Fit): Fitted => {
  const { width, weight, sizes } = how;
  const of = (line: string): number => measure(asRead(line), weight);
  const [[largest] = [0], [largestOfTwo, smallestOfTwo] = [0, 0]] = sizes;
  const steps = nameSteps(clean(typed), clean(other), {
    largest,
    smallestUnbroken: smallestOfTwo,
    smallest: smallestOfTwo,
  });
  for (const { text, narrow, breaks, from, to } of steps) {
    if (narrow) continue;
    const lines = balance(text.split(' '), of, breaks === 'none' ? 1 : 2);
    const widest = Math.max(...lines.map(of));
    const most = breaks === 'none' ? from : largestOfTwo;
    if (widest * to <= width) return { size: Math.min(most, width / widest), lines: lines.map(asRead) };
  }
  return fit(typed, how);
};
