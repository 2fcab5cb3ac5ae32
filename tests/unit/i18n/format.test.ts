import { expect, test } from 'vitest';
import { around, formatMessage, formatCount } from '../../../src/i18n/format.ts';
import { template } from './texts.ts';

test('values replace their placeholders, however often these occur', () => {
  expect(formatMessage('{{who}}: {{ points }} – {{points}}', { who: 'Salma', points: 7 })).toBe(
    'Salma: 7 – 7',
  );
});

test('a value is said as it is, whatever it holds', () => {
  expect(formatMessage('Rack to {{who}}', { who: '$& {{who}} <b>' })).toBe('Rack to $& {{who}} <b>');
});

test('a place without a value stays', () => {
  expect(formatMessage('{{missing}} {{toString}}', {})).toBe('{{missing}} {{toString}}');
});

test('each count has the form of its language, and the other form where it has none', () => {
  const arabic = {
    zero: template<never>('لا جولات'),
    one: template<never>('جولة واحدة'),
    two: template<never>('جولتان'),
    few: template<'count'>('{{count}} جولات'),
    other: template<'count'>('{{count}} جولة'),
  };
  expect([0, 1, 2, 3, 11, 100].map((count) => formatCount(arabic, count, 'ar'))).toEqual([
    'لا جولات',
    'جولة واحدة',
    'جولتان',
    '3 جولات',
    '11 جولة',
    '100 جولة',
  ]);
  const french = {
    one: template<'count' | 'who'>('{{count}} partie pour {{who}}'),
    other: template<'count' | 'who'>('{{count}} parties pour {{who}}'),
  };
  expect([0, 1, 2].map((count) => formatCount(french, count, 'fr', { who: 'Salma' }))).toEqual([
    '0 partie pour Salma',
    '1 partie pour Salma',
    '2 parties pour Salma',
  ]);
});

test('an element goes between the parts of a text before and after its placeholder', () => {
  expect(around(template<'key'>('with {{key}} only'), 'key')).toEqual(['with ', ' only']);
});

test('a text with places is drawn, filled and counted by nothing that leaves one out', () => {
  const rule = template<'limit'>('At least {{limit}}');
  // @ts-expect-error -- It is no string.
  const drawn: string = rule;
  // @ts-expect-error -- Its place has no value.
  expect(formatMessage(rule, {})).toBe(drawn);
  // @ts-expect-error -- One of its places has no value.
  expect(formatCount({ other: template<'count' | 'who'>('{{who}}') }, 1, 'en')).toBe('{{who}}');
});
