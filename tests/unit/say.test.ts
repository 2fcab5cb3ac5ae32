import { expect, test } from 'vitest';
import { say, sayCount } from '../../src/i18n/say.ts';

test('values stand in the places that name them, as often as they are named', () => {
  expect(say('{{who}}: {{ points }} – {{points}}', { who: 'Salma', points: 7 })).toBe('Salma: 7 – 7');
});

test('a value is said as it is, whatever it holds', () => {
  expect(say('Rack to {{who}}', { who: '$& {{who}} <b>' })).toBe('Rack to $& {{who}} <b>');
});

test('a place without a value stays', () => {
  expect(say('{{missing}} {{toString}}', {})).toBe('{{missing}} {{toString}}');
});

test('each count has the form of its language, and the other form where it has none', () => {
  const arabic = {
    zero: 'لا جولات',
    one: 'جولة واحدة',
    two: 'جولتان',
    few: '{{count}} جولات',
    other: '{{count}} جولة',
  };
  expect([0, 1, 2, 3, 11, 100].map((count) => sayCount(arabic, count, 'ar'))).toEqual([
    'لا جولات',
    'جولة واحدة',
    'جولتان',
    '3 جولات',
    '11 جولة',
    '100 جولة',
  ]);
  const french = { one: '{{count}} partie pour {{who}}', other: '{{count}} parties pour {{who}}' };
  expect([0, 1, 2].map((count) => sayCount(french, count, 'fr', { who: 'Salma' }))).toEqual([
    '0 partie pour Salma',
    '1 partie pour Salma',
    '2 parties pour Salma',
  ]);
});
