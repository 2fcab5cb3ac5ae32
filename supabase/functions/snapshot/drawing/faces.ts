import advances from '../fonts/advances.json' with { type: 'json' };

/** The fonts in `../fonts`, which `npm run fonts` generates together with their glyph widths. */

export type FaceName = keyof typeof advances;

interface Face {
  readonly family: string;
  readonly weight: number;
  /** Scale that makes letters look as large as in the other fonts. */
  readonly scale: number;
}

const FACES: Readonly<Record<FaceName, Face>> = {
  'readex-pro-500': { family: 'Readex Pro', weight: 500, scale: 1 },
  'readex-pro-700': { family: 'Readex Pro', weight: 700, scale: 1 },
  'noto-emoji': { family: 'Noto Emoji', weight: 700, scale: 0.82 },
  'noto-sans-arabic': { family: 'Noto Sans Arabic', weight: 700, scale: 1 },
  'noto-sans-tifinagh': { family: 'Noto Sans Tifinagh', weight: 400, scale: 1 },
};

export const FACE_NAMES = Object.keys(FACES) as readonly FaceName[];

export const faceOf = (name: FaceName): Face => FACES[name];

/** A face's file in `../fonts`. */
export const fontFile = (name: FaceName): string => `${name}.ttf`;

/** The fonts a drawing uses: loading each one takes resvg time. */
export const facesIn = (svg: string): FaceName[] =>
  FACE_NAMES.filter((name) => {
    const { family, weight } = FACES[name];
    return svg.includes(`font-family="${family}" font-weight="${weight}"`);
  });

/**
 * Widths in thousandths of an em: isolated; for letters that join, final; for those that join on both sides, initial
 * and medial.
 */
type Widths = readonly [alone: number, last?: number, first?: number, inner?: number];

const parse = (line: string): ReadonlyMap<string, Widths> =>
  new Map(
    line.split(' ').map((entry) => {
      const [codes = '', widths = ''] = entry.split('=');
      const letter = String.fromCodePoint(...codes.split('+').map((code) => parseInt(code, 16)));
      return [letter, widths.split('/').map(Number) as unknown as Widths];
    }),
  );

const parsed = new Map<FaceName, ReadonlyMap<string, Widths>>();

const widthsOf = (name: FaceName): ReadonlyMap<string, Widths> => {
  const known = parsed.get(name) ?? parse(advances[name]);
  parsed.set(name, known);
  return known;
};

/** Characters that only shape their neighbours and have no ink. */
const INVISIBLE = /\u200c|\u200d|\ufe0e|\ufe0f/gu;

/** Whether a font has every part of a character. */
export const covers = (name: FaceName, character: string): boolean => {
  const widths = widthsOf(name);
  const visible = character.replaceAll(INVISIBLE, '');
  return visible !== '' && Array.from(visible).every((letter) => widths.has(letter));
};

const TATWEEL = 'ـ';
const LAM = 'ل';

/** Letters with the required Arabic ligatures, without diacritics. */
const lettersOf = (text: string, widths: ReadonlyMap<string, Widths>): string[] => {
  const letters: string[] = [];
  for (const letter of text.replaceAll(/\p{M}/gu, '')) {
    if (letters.at(-1) === LAM && widths.has(LAM + letter)) letters.push(`${letters.pop() ?? ''}${letter}`);
    else letters.push(letter);
  }
  return letters;
};

/** A text's width at 1 px with contextual letter forms, without kerning. */
export const advance = (name: FaceName, text: string): number => {
  const widths = widthsOf(name);
  const letters = lettersOf(text, widths);
  const joinsBefore = (letter = ''): boolean => letter === TATWEEL || (widths.get(letter)?.length ?? 0) > 1;
  const joinsAfter = (letter = ''): boolean => letter === TATWEEL || (widths.get(letter)?.length ?? 0) > 2;
  const thousandths = letters.reduce((sum, letter, index) => {
    const [alone, last = alone, first = alone, inner = last] = widths.get(letter) ?? [0];
    const before = joinsAfter(letters[index - 1]) && joinsBefore(letter);
    const after = joinsAfter(letter) && joinsBefore(letters[index + 1]);
    return sum + (before ? (after ? inner : last) : after ? first : alone);
  }, 0);
  return thousandths / 1000;
};
