import { expect, test } from 'vitest';
import { randomFrom } from '../../../src/core/random-from.ts';
import type { Format } from '../../../src/core/tournament/facts.ts';
import { forecastOf } from '../../../src/core/tournament/forecast.ts';
import { FORMAT } from '../../common/tournament-facts.ts';

const SHORT = { ...FORMAT, secondFinal: true, raceTo: 1, finalRaceTo: 1 };

const forecast = (entries: number, tables: number, format: Partial<Format> = {}, unitMinutes = [7]) =>
  forecastOf({ entries, tables, format: { ...SHORT, ...format }, unitMinutes, random: randomFrom(1) });

test.each([
  // Three rounds of a rack, with three minutes between them.
  [8, 4, 7, 30],
  // A table for all.
  [8, 1, 7, 70],
  [1, 2, 0, 0],
  [2, 2, 1, 10],
] as const)('%i entries on %i tables play %i matches in %i minutes', (entries, tables, matches, minutes) => {
  expect(forecast(entries, tables)).toEqual({ matches, minutes });
});

test('a second final is one match more, and a longer final takes longer', () => {
  expect(forecast(8, 2, { kind: 'double' }).matches).toBe(15);
  const { minutes } = forecast(2, 1, { raceTo: 5, finalRaceTo: 9 });
  expect(minutes).toBeGreaterThanOrEqual(3 + 9 * 7);
});

test('nobody knows how long matches take in a venue that has played none', () => {
  expect(forecast(8, 2, {}, [])).toEqual({ matches: 7, minutes: null });
});
