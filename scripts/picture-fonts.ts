import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as hb from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { root } from './run.ts';

/** The snapshot service's fonts: resvg reads only static TTFs. */

export const PICTURE_FONTS = 'supabase/functions/snapshot/fonts';

const SOURCE = 'node_modules/@expo-google-fonts';

/** Each font's source, and the Unicode blocks needed if not all. */
const FACES: Readonly<Record<string, { file: string; blocks?: readonly (readonly [number, number])[] }>> = {
  'readex-pro-500': { file: 'readex-pro/500Medium/ReadexPro_500Medium.ttf' },
  'readex-pro-700': { file: 'readex-pro/700Bold/ReadexPro_700Bold.ttf' },
  'noto-emoji': { file: 'noto-emoji/700Bold/NotoEmoji_700Bold.ttf' },
  // Letters missing from Readex Pro: p and g in Moroccan names, and Amazigh.
  'noto-sans-arabic': {
    file: 'noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
    blocks: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
    ],
  },
  'noto-sans-tifinagh': {
    file: 'noto-sans-tifinagh/400Regular/NotoSansTifinagh_400Regular.ttf',
    blocks: [[0x2d30, 0x2d7f]],
  },
};

const faceOf = (font: Uint8Array): hb.Face => new hb.Face(new hb.Blob(font));

interface Shaped {
  readonly glyphs: string;
  /** In the font's units. */
  readonly width: number;
}

const shape = (font: hb.Font, text: string): Shaped => {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const infos = buffer.getGlyphInfos();
  return {
    // Characters that only join have no ink.
    glyphs: infos
      .filter(({ cluster }) => text[cluster] !== JOINER)
      .map(({ codepoint }) => codepoint)
      .join(),
    width: buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  };
};

const JOINER = '\u200d';
const LAM_ALEFS = ['لا', 'لأ', 'لإ', 'لآ'];

/** A letter's isolated width; if it joins, also its final, initial and medial widths. */
const widthsOf = (font: hb.Font, letter: string): number[] => {
  const alone = shape(font, letter);
  if (!/\p{Script=Arabic}/u.test(letter) || /\p{M}/u.test(letter)) return [alone.width];
  const last = shape(font, `${JOINER}${letter}`);
  if (last.glyphs === alone.glyphs) return [alone.width];
  const first = shape(font, `${letter}${JOINER}`);
  const inner = shape(font, `${JOINER}${letter}${JOINER}`);
  return first.glyphs === alone.glyphs && inner.glyphs === last.glyphs
    ? [alone.width, last.width]
    : [alone.width, last.width, first.width, inner.width];
};

const hex = (text: string): string =>
  Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16)).join('+');

/** A font's letters and their widths in thousandths of an em, separated by spaces: `628=915/966/349/381`. */
const advancesOf = (bytes: Uint8Array): string => {
  const face = faceOf(bytes);
  const font = new hb.Font(face);
  const letters = Array.from(face.collectUnicodes(), (code) => String.fromCodePoint(code)).filter(
    (letter) => letter >= ' ',
  );
  return [...letters, ...(letters.includes('ل') ? LAM_ALEFS : [])]
    .map((letter) => {
      const widths = widthsOf(font, letter).map((width) => Math.round((1000 * width) / face.upem));
      return `${hex(letter)}=${widths.join('/')}`;
    })
    .join(' ');
};

/** The files of `PICTURE_FONTS` by name, freshly built. */
export const pictureFonts = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const files = new Map<string, Uint8Array>();
  const advances: Record<string, string> = {};
  for (const [name, { file, blocks }] of Object.entries(FACES)) {
    const whole = readFileSync(join(root, SOURCE, file));
    const letters = (blocks ?? [])
      .flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
      )
      .join('');
    const font = blocks ? await subsetFont(whole, ` ${letters}`, { targetFormat: 'sfnt' }) : whole;
    files.set(`${name}.ttf`, font);
    advances[name] = advancesOf(font);
  }
  return files.set('advances.json', Buffer.from(`${JSON.stringify(advances, null, 2)}\n`));
};
