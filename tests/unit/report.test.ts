import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  datesBetween,
  lengthOf,
  partsOf,
  periodAround,
  periodBeside,
  reportOf,
  type Report,
} from '../../src/core/record/report.ts';
import { createDays, daysLater } from '../../src/core/time/days.ts';
import { createZone } from '../../src/core/time/zone.ts';

const days = createDays(createZone('Africa/Casablanca'), 6);

describe('a period', () => {
  test('is a day, a week from Monday, or a month', () => {
    expect(periodAround('2026-11-20', 'day')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(periodAround('2026-11-22', 'week')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(periodAround('2028-02-10', 'month')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  test('leads to the one before and after, which is of its kind', () => {
    expect(periodBeside({ from: '2026-10-01', to: '2026-10-31' }, 1)).toEqual(
      periodAround('2026-11-20', 'month'),
    );
    expect(periodBeside({ from: '2026-03-01', to: '2026-03-31' }, -1)).toEqual(
      periodAround('2026-02-20', 'month'),
    );
    expect(periodBeside({ from: '2026-11-16', to: '2026-11-22' }, -1)).toEqual(
      periodAround('2026-11-15', 'week'),
    );
    expect(periodBeside({ from: '2026-11-19', to: '2026-11-20' }, 1)).toEqual({
      from: '2026-11-21',
      to: '2026-11-22',
    });
  });

  test('is known for what it is', () => {
    expect(lengthOf({ from: '2026-11-01', to: '2026-11-30' })).toBe('month');
    expect(lengthOf({ from: '2026-11-20', to: '2026-11-20' })).toBe('day');
    expect(lengthOf({ from: '2026-11-02', to: '2026-11-30' })).toBeNull();
  });
});

/** An answer with some matches in each window. */
const answer = (windows: number): Report => ({
  windows: Array.from({ length: windows }, (_, n) => ({ matches: 1, frames: n % 5, seconds: n })),
  tables: [{ title: 'Table 1', matches: windows, frames: 3, seconds: 7 }],
  games: [{ game: 'snooker', matches: windows, frames: 3, seconds: 7 }],
});

test('a report has the sums of its requests, by days and by hours from the closing hour on', () => {
  const parts = partsOf({ from: '2026-09-01', to: '2026-10-15' }, days);
  expect(parts).toHaveLength(2);
  const answers = parts.map(({ windows }) => answer(windows.length));
  const report = reportOf(parts, answers);
  expect(report.total.matches).toBe(45 * 24);
  expect(report.days.map(({ date }) => date)).toEqual(datesBetween({ from: '2026-09-01', to: '2026-10-15' }));
  expect(report.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, n) => (n + 6) % 24));
  expect(report.tables).toEqual([{ title: 'Table 1', matches: 45 * 24, frames: 6, seconds: 14 }]);
  const sum = (of: readonly { readonly seconds: number }[]): number =>
    of.reduce((all, { seconds }) => all + seconds, 0);
  expect(sum(report.days)).toBe(report.total.seconds);
  expect(sum(report.hours)).toBe(report.total.seconds);
});

test('requests follow each other without a gap, in windows that the server takes', () => {
  const zone = fc.constantFrom('Africa/Casablanca', 'Europe/Paris', 'Asia/Kathmandu', 'Africa/Cairo');
  fc.assert(
    fc.property(
      zone,
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 0, max: 120 }),
      (name, closingHour, start, length) => {
        const venue = createDays(createZone(name), closingHour);
        const from = daysLater('2025-01-01', start);
        const to = daysLater(from, length);
        const parts = partsOf({ from, to }, venue);
        const all = parts.flatMap(({ instants }, n) => (n === 0 ? instants : instants.slice(1)));
        expect(all[0]).toBe(venue.dayOf(from).fromMillis);
        expect(all.at(-1)).toBe(venue.dayOf(to).toMillis);
        expect(all.every((at, n) => n === 0 || at > (all[n - 1] ?? 0))).toBe(true);
        for (const { instants, windows } of parts) {
          expect(instants).toHaveLength(windows.length + 1);
          expect(instants.length).toBeLessThanOrEqual(1000);
        }
        parts.slice(1).forEach(({ instants }, n) => expect(instants[0]).toBe(parts[n]?.instants.at(-1)));
      },
    ),
    { numRuns: 10 },
  );
});
