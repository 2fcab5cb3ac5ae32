import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headlineFont } from '../../../scripts/headline-font.ts';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';

const cut = JSON.parse(readFileSync('src/assets/fonts/characters.json', 'utf8')) as string;

test('the cut typeface has every character of the texts: otherwise `npm run fonts`', () => {
  const texts = globSync('i18n/*/*.json').map((file) => readFileSync(file, 'utf8'));
  const missing = [...new Set(texts.join(''))].filter(
    (character) => character !== '\n' && !cut.includes(character),
  );
  expect(missing).toEqual([]);
});

test('it has the digits, and no character of scripts that the site does not use', () => {
  expect(Array.from('0123456789:–').every((character) => cut.includes(character))).toBe(true);
  expect(Array.from('Ж漢ő').some((character) => cut.includes(character))).toBe(false);
});

test.each(LOCALE_NAMES)('the letters of %s headlines are cut: otherwise `npm run fonts`', async (locale) => {
  const file = readFileSync(`src/assets/fonts/headlines-${locale}.woff2`);
  expect(file.equals(await headlineFont(locale))).toBe(true);
});
