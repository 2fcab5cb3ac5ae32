import { expect, test } from 'vitest';
import { oneLine, planOfPair } from '../../../src/features/board/fit-text.ts';
import { partySizes, partyText } from '../../../src/features/television/party.ts';

/** What screens call a party, and how it is fitted. */

test.each([
  ['Amine', 'Karim', '\u2068Amine\u2069 – \u2068Karim\u2069'],
  ['أمين', 'Karim', '\u2068أمين\u2069 – \u2068Karim\u2069'],
  ['Amine', null, 'Amine'],
  ['Amine', '', 'Amine'],
  ['', null, 'Nobody'],
])('%j and %j are called', (name, name2, text) => {
  expect(partyText({ name, name2 }, 'Nobody')).toBe(text);
});

test('one name is fitted as any text', () => {
  const sizes = oneLine(40, 20);
  expect(partySizes({ name: 'Amine', name2: null }, sizes)).toBe(sizes);
});

test('a pair is shown whole, then narrow, then with both names short', () => {
  const { ways } = planOfPair(['Abderrahmane Benabdellah', 'عبد الواحد بنشقرون'], oneLine(40, 20));
  const [whole, short] = [
    '\u2068Abderrahmane Benabdellah\u2069 – \u2068عبد الواحد بنشقرون\u2069',
    '\u2068A. Benabdellah\u2069 – \u2068ع. بنشقرون\u2069',
  ];
  expect(
    ways
      .filter(({ breaks }) => breaks === 'none')
      .map(({ text, narrow, from, to }) => [text, narrow, from, to]),
  ).toEqual([
    [whole, false, 40, 20],
    [whole, true, 40, 20],
    [short, false, 40, 20],
    [short, true, 40, 20],
  ]);
  expect(ways.slice(-1)).toMatchObject([{ text: short, to: 20 }]);
});
