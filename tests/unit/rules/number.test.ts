import { expect, test } from 'vitest';
import { parseClock } from '../../../src/core/clock/count-up.ts';
import { typedValue } from '../../../src/rules/correction.ts';
import { draftProblems, nextDraft, startOf } from '../../../src/core/match/new-match-draft.ts';
import { isNotNumber, numberOrZero, parseNumber, stepped } from '../../../src/rules/number.ts';
import { changesOf, editField } from '../../../src/core/overlay/quick-update-fields.ts';
import { correctionBy, resultProblems } from '../../../src/core/results/correction.ts';
import { typedCode } from '../../../src/core/devices/code.ts';
import { BOARD as board } from '../../common/board.ts';

test.each([
  ['7', 7],
  [' 12 ', 12],
  ['-3', -3],
  ['+4', 4],
  ['2.5', 2.5],
  ['.5', 0.5],
  ['1e2', 100],
  ['007', 7],
  ['-0', 0],
  ['١٢', 12],
  ['۱۲', 12],
  ['٧۷7', 777],
  ['٢٫٥', 2.5],
  ['2,5', 2.5],
  ['\u200f-٣', -3],
  ['\u061c\u2212٣', -3],
  ['', null],
  ['-', null],
  ['abc', null],
  ['12abc', null],
  ['0x10', null],
  ['1,234,5', null],
  ['1e999', null],
  ['-1e999', null],
  ['Infinity', null],
  ['NaN', null],
  ['٧ نقاط', null],
])('%j is the number %d', (text, value) => {
  expect(parseNumber(text)).toBe(value);
  expect(numberOrZero(text)).toBe(value ?? 0);
});

test('an empty field is said to be nothing else than a number', () => {
  expect(['', ' ', '٨', 'x', '-'].map(isNotNumber)).toEqual([false, false, false, true, true]);
});

test('a typed number steps within its range', () => {
  const range = { min: 0, max: 9999 };
  expect(stepped('3', 1, range)).toBe('4');
  expect(stepped('٩', 1, range)).toBe('10');
  expect(stepped('', -1, range)).toBe('0');
  expect(stepped('9999', 1, range)).toBe('9999');
});

test.each(['٨', '۸', '8'])('every field reads %s', (eight) => {
  expect(changesOf(editField(board, editField(board, {}, 's1', eight), 'raceTo', eight))).toEqual({
    s1: 8,
    raceTo: 8,
  });
  expect(typedValue({ type: 'number', min: 0, max: 99 }, eight)).toBe(8);
  expect(typedValue({ type: 'number', min: -99, max: 99 }, `-${eight}.${eight}`)).toBe(-8.8);
  const typed = { p1: '', p2: '', s1: eight, s2: eight };
  expect(resultProblems(typed, { state: 'over' })).toEqual({});
  expect(correctionBy(typed).scores).toEqual([8, 8]);
  expect(parseClock(`${eight}:30`)).toBe(510);
  expect(typedCode(eight)).toBe('8');
});

test('a match is begun by Arabic digits, and by nothing that is no number', () => {
  const draft = nextDraft(null, { p1: '', p2: '' });
  const pool = {
    ...draft,
    game: 'eight-ball',
    raceTo: '٧',
    clock: 'own',
    seconds: '٤٠',
    warn: '١٠',
  } as const;
  expect(startOf(pool)?.start).toMatchObject({ raceTo: 7, shot: { seconds: 40, warnSeconds: 10 } });
  const timed = { ...pool, timed: true, minutes: '٤٥' };
  expect(startOf(timed)?.start).toMatchObject({ minutes: 45 });
  const snooker = { ...draft, game: 'snooker', bestOf: '٥', handicapA: '١٤', handicapB: '۰' } as const;
  expect(startOf(snooker)?.start).toMatchObject({ bestOf: 5, handicap: { A: 14, B: 0 } });
  const plain = { ...draft, game: 'plain', raceTo: '٩' } as const;
  expect(startOf(plain)?.start).toMatchObject({ raceTo: 9 });
  expect(draftProblems({ ...plain, raceTo: 'nine' }).raceTo?.problem).toBe('number');
});
