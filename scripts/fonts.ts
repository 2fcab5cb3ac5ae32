import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { LOCALE_NAMES } from '../src/i18n/locales.ts';
import { FEATURES, headlineFont } from './headline-font.ts';
import { PICTURE_FONTS, pictureFonts } from './picture-fonts.ts';
import { root } from './run.ts';

/**
 * `npm run fonts` subsets Readex Pro to the characters in the site's own texts, so a phone fetches one small file per
 * script. Run it when a text introduces a new character. Anything else a user types comes from the package's own files,
 * which browsers fetch only when needed. Also writes the snapshot service's fonts.
 */

const SOURCE = 'node_modules/@fontsource-variable/readex-pro/files/readex-pro-';
const NARROW_SOURCE = 'node_modules/@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-';
const TARGET = 'src/assets/fonts';
const WEIGHTS = { min: 300, max: 700 };

const span = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

const texts = globSync('i18n/*/*.json', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('');
const used = (isOfScript: (code: number) => boolean): string[] =>
  [...new Set(texts)].filter((character) => character >= ' ' && isOfScript(character.codePointAt(0) ?? 0));

/** Characters in each file: those in use plus the rest of the alphabet, so names come from one file too. */
const SUBSETS = {
  latin: [
    ...span(0x20, 0x7e),
    ...Array.from('ÀÂÄÆÇÉÈÊËÎÏÔŒÙÛÜŸàâäæçéèêëîïôœùûüÿ«»‘’“”–—…·×−€°\u00a0'),
    // Include invisible characters, or browsers would look for them in other files.
    ...used((code) => code < 0x600 || code > 0x6ff),
  ],
  arabic: [
    ...span(0x621, 0x63a),
    ...span(0x640, 0x652),
    // Letters of Moroccan names besides the standard ones.
    ...Array.from('،؛؟ٰٱپڤڭگ'),
    ...used((code) => code >= 0x600 && code <= 0x6ff),
  ],
};

mkdirSync(join(root, TARGET), { recursive: true });
const write = (name: string, font: Uint8Array): void => {
  writeFileSync(join(root, TARGET, `${name}.woff2`), font);
  console.log(`${name}  ${(font.length / 1000).toFixed(1)} kB`);
};
for (const [name, characters] of Object.entries(SUBSETS)) {
  const font = await subsetFont(
    readFileSync(join(root, `${SOURCE}${name}-wght-normal.woff2`)),
    characters.join(''),
    { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS }, keepFeatures: FEATURES },
  );
  write(`readex-pro-${name}`, font);
}

/** A narrow cut for long names on boards. Its stems are about as thick as those of the names beside it, which weigh less. */
const NARROW = { wdth: 75, wght: 660 };
const NARROW_SUBSETS = {
  latin: [...span(0x20, 0x7e), ...span(0xc0, 0xff), ...Array.from('ŒœŸ‘’–—·\u00a0\u00ad')],
  arabic: SUBSETS.arabic,
};
for (const [name, characters] of Object.entries(NARROW_SUBSETS)) {
  const font = await subsetFont(
    readFileSync(join(root, `${NARROW_SOURCE}${name}-wdth-normal.woff2`)),
    characters.join(''),
    { targetFormat: 'woff2', variationAxes: NARROW, keepFeatures: FEATURES },
  );
  write(`narrow-${name}`, font);
}

for (const locale of LOCALE_NAMES) write(`headlines-${locale}`, await headlineFont(locale));

// For the test that the texts need no other characters.
writeFileSync(
  join(root, TARGET, 'characters.json'),
  `${JSON.stringify(Object.values(SUBSETS).flat().sort().join(''))}\n`,
);

mkdirSync(join(root, PICTURE_FONTS), { recursive: true });
for (const [name, bytes] of await pictureFonts()) {
  writeFileSync(join(root, PICTURE_FONTS, name), bytes);
  console.log(`${name}  ${String(Math.ceil(bytes.length / 1000))} kB`);
}
