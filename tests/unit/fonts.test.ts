import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ranges = [
  ...readFileSync('src/styles/settings/_font-ranges.scss', 'utf8').matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g),
].map(([, first = '', last = first]) => [parseInt(first, 16), parseInt(last, 16)] as const);

const isCut = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
};

test('the cut typeface has every character of the texts: otherwise `npm run fonts`', () => {
  const texts = globSync('i18n/*/*.json').map((file) => readFileSync(file, 'utf8'));
  const missing = [...new Set(texts.join(''))].filter((character) => character !== '\n' && !isCut(character));
  expect(missing).toEqual([]);
});

test('it has the digits, and no character of scripts that the site does not use', () => {
  expect(Array.from('0123456789:–').every(isCut)).toBe(true);
  expect(Array.from('Ж漢ő').some(isCut)).toBe(false);
});
