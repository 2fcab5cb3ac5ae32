import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
