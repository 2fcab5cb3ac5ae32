import { describe, expect, test } from 'vitest';
import { limitName } from '../../../src/rules/name.ts';
import { formatScore } from '../../../src/rules/score.ts';

test('a board shows two decimals at most', () => {
  expect([3, -12, 2.5, 0.1 + 0.2, 9999.999, -0.001].map(formatScore)).toEqual([
    '3',
    '-12',
    '2.5',
    '0.3',
    '10000',
    '0',
  ]);
});

describe('a name', () => {
  test.each([`"O'Neil" & <b>Sons</b>`, 'محمد أمين', '👩🏽‍🚀 Zineb', 'W'.repeat(60), ''])(
    '%j stays as typed',
    (name) => {
      expect(limitName(name)).toEqual({ name, cut: false });
    },
  );

  test('over the limit is kept to it', () => {
    expect(limitName('W'.repeat(75))).toEqual({ name: 'W'.repeat(60), cut: true });
  });

  test('counts an emoji as its code points, as the database does, and never cuts one in two', () => {
    expect(limitName('🎱'.repeat(60))).toEqual({ name: '🎱'.repeat(60), cut: false });
    // The family is five code points; two of them would fit.
    expect(limitName(`${'a'.repeat(58)}👨‍👩‍👧`)).toEqual({ name: 'a'.repeat(58), cut: true });
  });

  test('has no marks that turn the text around it, but those that join emoji and Persian letters', () => {
    expect(limitName('\u202eevil\u202c \u2067Zoe\u2069')).toEqual({ name: 'evil Zoe', cut: false });
    expect(limitName('می\u200cخواهم \u200f👨\u200d👩')).toEqual({
      name: 'می\u200cخواهم \u200f👨\u200d👩',
      cut: false,
    });
  });

  test('has no control characters or halves of surrogate pairs, which Postgres refuses', () => {
    expect(limitName('A\u0000B\u0007\ud83c')).toEqual({ name: 'AB\ufffd', cut: false });
  });
});
