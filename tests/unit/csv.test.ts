import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv } from '../../src/core/record/csv.ts';

/** Somebody else's reader of RFC 4180. */
const read = (text: string): unknown => parse(text, { bom: true, record_delimiter: '\r\n' });

test('it is UTF-8 with a byte order mark, in lines that end as RFC 4180 says', () => {
  expect(
    csv([
      ['Player', 'Score'],
      ['يوسف', 12],
    ]),
  ).toBe('\uFEFFPlayer,Score\r\nيوسف,12\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is no formula', (text) => {
  expect(read(csv([[text]]))).toEqual([[`'${text}`]]);
});

test('a number stays one, whatever its sign', () => {
  expect(csv([[-1.5]])).toBe('\uFEFF-1.5\r\n');
});

test('another reader reads what was written', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', ',', '\r\n', '\n', 'يوسف', '🎱'),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const expected = rows.map((row) => row.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)));
      expect(read(csv(rows))).toEqual(expected);
    }),
  );
});
