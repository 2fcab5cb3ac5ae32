import advances from '../fonts/advances.json' with { type: 'json' };

/** The faces in `../fonts`, which `npm run fonts` writes together with the widths of their letters. */

export type FaceName = keyof typeof advances;

interface Face {
  readonly family: string;
  readonly weight: number;
  /** What a letter's size is multiplied by to look as large as the others. */
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

/** The faces that a drawing uses: each that resvg has to read costs time. */
export const facesIn = (svg: string): FaceName[] =>
  FACE_NAMES.filter((name) => {
    const { family, weight } = FACES[name];
    return svg.includes(`font-family="${family}" font-weight="${weight}"`);
  });

/**
 * In thousandths of the type's size: how wide a letter is alone; of one that joins also at a word's end; of one that
 * joins on both sides also at its beginning and in its middle.
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

/** What shapes its neighbours and has no ink of its own. */
const INVISIBLE = /\u200c|\u200d|\ufe0e|\ufe0f/gu;

/** Whether a face has everything that a written character is made of. */
export const covers = (name: FaceName, character: string): boolean => {
  const widths = widthsOf(name);
  const visible = character.replaceAll(INVISIBLE, '');
  return visible !== '' && Array.from(visible).every((letter) => widths.has(letter));
};

const TATWEEL = 'ـ';
const LAM = 'ل';

/** Letters with the ligatures that Arabic must have, without what stands above and below them. */
const lettersOf = (text: string, widths: ReadonlyMap<string, Widths>): string[] => {
  const letters: string[] = [];
  for (const letter of text.replaceAll(/\p{M}/gu, '')) {
    if (letters.at(-1) === LAM && widths.has(LAM + letter)) letters.push(`${letters.pop() ?? ''}${letter}`);
    else letters.push(letter);
  }
  return letters;
};

/** How wide a text is at 1 px, its letters joined as their neighbours have it; without kerning. */
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
