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
  type ReportLine,
} from '../../../src/core/results/report.ts';
import { createDays, daysLater } from '../../../src/core/time/days.ts';
import { createZone } from '../../../src/core/time/zone.ts';

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

  test('is recognised', () => {
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

const sumOf = (lines: readonly ReportLine[], of: keyof ReportLine): number =>
  lines.reduce((sum, line) => sum + line[of], 0);

test('a report has the sums of its requests, by days and by hours from the closing hour on', () => {
  const parts = partsOf({ from: '2026-09-01', to: '2026-10-15' }, days);
  expect(parts).toHaveLength(2);
  const answers = parts.map(({ windows }) => answer(windows.length));
  const report = reportOf(parts, answers);
  expect(report.total.matches).toBe(45 * 24);
  expect(report.days.map(({ date }) => date)).toEqual(datesBetween({ from: '2026-09-01', to: '2026-10-15' }));
  expect(report.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, n) => (n + 6) % 24));
  expect(report.tables).toEqual([
    { title: 'Table 1', matches: 45 * 24, frames: 6, minutes: report.total.minutes },
  ]);
  for (const lines of [report.days, report.hours]) {
    expect(sumOf(lines, 'matches')).toBe(report.total.matches);
    expect(sumOf(lines, 'frames')).toBe(report.total.frames);
  }
});

test('whole minutes of days, hours, tables and games add up to the total’s, and each is close to its seconds', () => {
  const parts = partsOf({ from: '2026-11-20', to: '2026-11-21' }, days);
  const windows = parts.flatMap((part) => part.windows.map(() => ({ matches: 0, frames: 0, seconds: 0 })));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: windows.length - 1 }), fc.integer({ min: 1, max: 9000 })), {
        minLength: 1,
        maxLength: 12,
      }),
      (played) => {
        const report = reportOf(parts, [
          {
            windows: windows.map((window, n) => ({
              ...window,
              seconds: played.reduce((sum, [part, seconds]) => sum + (part === n ? seconds : 0), 0),
            })),
            tables: played.map(([, seconds], n) => ({ title: `Table ${n}`, matches: 1, frames: 0, seconds })),
            games: played.map(([, seconds], n) => ({ game: `game-${n}`, matches: 1, frames: 0, seconds })),
          },
        ]);
        const all = played.reduce((sum, [, seconds]) => sum + seconds, 0);
        expect(report.total.minutes).toBe(Math.round(all / 60));
        for (const lines of [report.days, report.hours, report.tables, report.games])
          expect(sumOf(lines, 'minutes')).toBe(report.total.minutes);
        report.tables.forEach(({ minutes }, n) =>
          expect(Math.abs(minutes - (played[n]?.[1] ?? 0) / 60)).toBeLessThan(1.5),
        );
      },
    ),
  );
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
