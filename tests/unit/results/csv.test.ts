import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csv } from '../../../src/core/results/csv.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { unbroken } from '../../../src/i18n/unbroken.ts';

const separatorIn = (locale: Locale): string => (locale === 'en' ? ',' : ';');

/** Somebody else's reader of RFC 4180. */
const read = (text: string, delimiter: string): string[][] =>
  parse(text, {
    bom: true,
    record_delimiter: '\r\n',
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
  });
const cellOf = (text: string, locale: Locale = 'en'): string =>
  read(csv([[text, 0]], locale), separatorIn(locale))[0]?.[0] ?? '';

test('it is UTF-8 with a byte order mark, in lines that end as RFC 4180 says', () => {
  expect(
    csv(
      [
        ['Player', 'Score'],
        ['يوسف', 12],
      ],
      'en',
    ),
  ).toBe('\uFEFFPlayer,Score\r\nيوسف,12\r\n');
});

test.each(['fr', 'ar'] as const)('Excel in %s sees columns, and numbers in them', (locale) => {
  expect(
    csv(
      [
        ['Joueur', 'Score'],
        ['يوسف', 12],
        ['Zoé', -1.5],
      ],
      locale,
    ),
  ).toBe('\uFEFFJoueur;Score\r\nيوسف;12\r\nZoé;-1,5\r\n');
  expect(csv([[-1.5]], 'en')).toBe('\uFEFF-1.5\r\n');
});

describe.each(LOCALE_NAMES)('in %s', (locale) => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=x', ' =1', '\u200F=1', '\u00A0=1', '\r=x', '＝1', '＠x'])(
    '%j is no formula',
    (text) => {
      expect(cellOf(text, locale)).toMatch(/^'[^'\s]/);
    },
  );

  // A file for one country is opened in another.
  test.each([',', ';'])('no cell is a formula to a program that separates by %j', (delimiter) => {
    const part = fc.constantFrom('=1+1', '@A1', ',', ';', '"', ' ', 'Ali', '\u202B', '\n', '+', '-', '＝');
    const name = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
        for (const cell of csv([names], locale)
          .slice(1)
          .split(/\r?\n/)
          .flatMap((line) => line.split(delimiter)))
          expect(cell).not.toMatch(/^["\s]*[=@]/);
      }),
    );
  });

  test('a game and a name are found by typed text', () => {
    expect(cellOf(unbroken('8-Ball'), locale)).toBe('8-Ball');
    expect(cellOf(' \u202BYoussef\u00A0Benali\u202C \u200F', locale)).toBe('Youssef Benali');
    expect(cellOf('👨‍👩‍👧 Zoé', locale)).toBe('👨‍👩‍👧 Zoé');
  });

  test('another CSV reader gets the same values', () => {
    const cell = fc
      .array(
        fc.oneof(
          fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
          fc.constantFrom('"', ',', ';', 'يوسف', '🎱'),
        ),
      )
      .map((parts) =>
        parts
          .join('')
          .replaceAll(/[=+\-@]/g, '')
          .trim(),
      );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
        expect(read(csv(rows, locale), separatorIn(locale))).toEqual(rows);
      }),
    );
  });
});
