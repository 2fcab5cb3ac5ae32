import { expect, test } from 'vitest';
import type { Sponsor } from '../../../src/core/branding/branding.ts';
import { sponsorsAt } from '../../../src/core/overlay/sponsors.ts';

const sponsors = (count: number): readonly Sponsor[] =>
  Array.from({ length: count }, (_, index) => ({ title: `${index}`, picture: `${index}` }));
const titles = (count: number, turn: number, atOnce: number): string =>
  sponsorsAt(sponsors(count), turn, atOnce)
    .map(({ title }) => title)
    .join('');

test('sponsors come in their order, over and over', () => {
  expect([0, 1, 2, 3, 4].map((turn) => titles(3, turn, 1))).toEqual(['0', '1', '2', '0', '1']);
  expect([0, 1, 2].map((turn) => titles(5, turn, 2))).toEqual(['01', '23', '40']);
});

test('those that there is room for stay where they are', () => {
  expect([0, 1, 7].map((turn) => titles(2, turn, 3))).toEqual(['01', '01', '01']);
  expect(titles(1, 9, 1)).toBe('0');
  expect(titles(0, 9, 3)).toBe('');
});
