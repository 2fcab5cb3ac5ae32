import { expect, test } from 'vitest';
import {
  correctionBy,
  resultProblems,
  swappedResult,
  typedResult,
} from '../../../src/core/results/correction.ts';
import { keepLogChoices } from '../../../src/core/results/keep-logs.ts';

const RESULT = { names: ['Salma', ''], scores: [5, 3] } as const;
const typed = typedResult(RESULT);

test('a result is shown for editing as it is, without default names', () => {
  expect(typed).toEqual({ p1: 'Salma', p2: '', s1: '5', s2: '3' });
  expect(correctionBy(typed)).toEqual(RESULT);
  expect(correctionBy(swappedResult(typed))).toEqual({ names: ['', 'Salma'], scores: [5, 3] });
});

test.each([
  ['5', 'over', undefined],
  ['99', 'unfinished', undefined],
  ['', 'over', 'range'],
  ['2.5', 'over', 'range'],
  ['-1', 'over', 'range'],
  ['100', 'over', 'range'],
  ['0x10', 'over', 'range'],
  ['2.5', 'scored', undefined],
  ['-7', 'scored', undefined],
  ['10000', 'scored', 'number'],
  ['', 'scored', 'number'],
] as const)('a score of %j in a match that is %s: %s', (s1, state, problem) => {
  expect(resultProblems({ ...typed, s1 }, { state }).s1?.problem).toBe(problem);
});

test('a name that is too long is cut, and says so', () => {
  const p1 = 'م'.repeat(61);
  expect(resultProblems({ ...typed, p1 }, { state: 'over' }).p1?.problem).toBe('nameTooLong');
  expect(correctionBy({ ...typed, p1 }).names[0]).toHaveLength(60);
});

test('logs are kept as long as chosen, for ever last', () => {
  expect(keepLogChoices(365)).toEqual([30, 90, 180, 365, 730, 1825, 0]);
  expect(keepLogChoices(45)).toContain(45);
});
