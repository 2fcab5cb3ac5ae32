import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createDays,
  datesOf,
  daysLater,
  isDate,
  monthOf,
  monthsLater,
  weekdayOf,
} from '../../../src/core/time/days.ts';
import { createZone, zoneNamed, VENUE_ZONE, zoneNames } from '../../../src/core/time/zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Zones around their changes: Morocco's Ramadan of 2026 and its last change, Europe's hours, a quarter of an hour, half
 * an hour, a change at midnight, changes a minute after it, and a day that Samoa never had.
 */
const CHANGES = [
  ['Africa/Casablanca', Date.UTC(2026, 1, 15, 2)],
  ['Africa/Casablanca', Date.UTC(2026, 2, 22, 2)],
  ['Africa/Casablanca', Date.UTC(2026, 8, 20, 1)],
  ['Europe/Paris', Date.UTC(2026, 2, 29, 1)],
  ['Europe/Paris', Date.UTC(2026, 9, 25, 1)],
  ['Asia/Kathmandu', Date.UTC(2026, 5, 1)],
  ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 15, 30)],
  ['Africa/Cairo', Date.UTC(2026, 3, 23, 22)],
  ['Africa/Cairo', Date.UTC(2026, 9, 29, 21)],
  ['America/Asuncion', Date.UTC(2023, 9, 1, 4)],
  ['America/St_Johns', Date.UTC(2010, 10, 7, 2, 31)],
  ['Pacific/Apia', Date.UTC(2011, 11, 30, 10)],
] as const;

const nearChange = fc.record({
  change: fc.constantFrom(...CHANGES),
  nearMillis: fc.integer({ min: -4 * 24 * HOUR, max: 4 * 24 * HOUR }),
  closingHour: fc.integer({ min: 0, max: 12 }),
});
const zones = new Map(CHANGES.map(([name]) => [name, createZone(name)]));
const zoneOf = (name: (typeof CHANGES)[number][0]) => zones.get(name) ?? VENUE_ZONE;

describe('days', () => {
  test('partition time: each instant belongs to one day, which ends where the next begins', () => {
    fc.assert(
      fc.property(nearChange, ({ change: [name, at], nearMillis, closingHour }) => {
        const { dayOf, dateAt } = createDays(zoneOf(name), closingHour);
        const millis = at + nearMillis;
        const date = dateAt(millis);
        const { fromMillis, toMillis } = dayOf(date);
        expect(isDate(date)).toBe(true);
        expect(fromMillis).toBeLessThanOrEqual(millis);
        expect(toMillis).toBeGreaterThan(millis);
        expect(dayOf(daysLater(date, 1)).fromMillis).toBe(toMillis);
        expect(dateAt(fromMillis)).toBe(date);
        expect(dateAt(toMillis - 1)).toBe(date);
      }),
      { numRuns: 2000 },
    );
  });

  test('are the sum of their hours', () => {
    fc.assert(
      fc.property(nearChange, ({ change: [name, at], nearMillis, closingHour }) => {
        const { dayOf, dateAt, hoursOf } = createDays(zoneOf(name), closingHour);
        const date = dateAt(at + nearMillis);
        const { fromMillis, toMillis } = dayOf(date);
        const hours = hoursOf(date);
        expect(hours.map(({ hour }) => hour)).toEqual(
          Array.from({ length: 24 }, (_, index) => (closingHour + index) % 24),
        );
        expect(hours.flatMap((hour) => [hour.fromMillis, hour.toMillis])).toEqual([
          fromMillis,
          ...hours.slice(1).flatMap((hour) => [hour.fromMillis, hour.fromMillis]),
          toMillis,
        ]);
        expect(hours.every((hour) => hour.toMillis >= hour.fromMillis)).toBe(true);
      }),
    );
  });

  test('last from closing hour to closing hour: two in the morning is of the evening before', () => {
    const { dateAt, dayOf } = createDays(VENUE_ZONE, 6);
    expect(dateAt(Date.UTC(2026, 10, 21, 2))).toBe('2026-11-20');
    expect(dayOf('2026-11-20')).toEqual({
      fromMillis: Date.UTC(2026, 10, 20, 6),
      toMillis: Date.UTC(2026, 10, 21, 6),
    });
    // An hour before UTC until September, and as long as Morocco's clocks went back.
    expect(dayOf('2026-08-01').fromMillis).toBe(Date.UTC(2026, 7, 1, 5));
    const { fromMillis, toMillis } = dayOf('2026-09-19');
    expect((toMillis - fromMillis) / HOUR).toBe(25);
  });

  test('begin at the first of two readings, or at the change if theirs is skipped', () => {
    expect(createDays(zoneOf('Europe/Paris'), 2).dayOf('2026-10-25').fromMillis).toBe(
      Date.UTC(2026, 9, 25, 0),
    );
    expect(createDays(zoneOf('Europe/Paris'), 2).dayOf('2026-03-29').fromMillis).toBe(
      Date.UTC(2026, 2, 29, 1),
    );
    expect(createDays(zoneOf('Africa/Cairo'), 0).dayOf('2026-04-24').fromMillis).toBe(
      Date.UTC(2026, 3, 23, 22),
    );
    // Samoa went from the 29th to the 31st.
    const { fromMillis, toMillis } = createDays(zoneOf('Pacific/Apia'), 6).dayOf('2011-12-30');
    expect(toMillis - fromMillis).toBe(6 * HOUR);
  });
});

describe('a calendar', () => {
  test.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '',
    '20261120',
    '0026-11-20',
  ])('has no %j', (text) => {
    expect(isDate(text)).toBe(false);
  });

  test('has a 29 February every four years', () => {
    expect(isDate('2028-02-29')).toBe(true);
    expect(datesOf('2028-02')).toHaveLength(29);
    expect(daysLater('2028-02-28', 1)).toBe('2028-02-29');
  });

  test('knows months and days of the week', () => {
    expect([monthOf('2026-11-20'), monthsLater('2026-11', 2), monthsLater('2026-01', -1)]).toEqual([
      '2026-11',
      '2027-01',
      '2025-12',
    ]);
    expect([datesOf('2026-11')[0], datesOf('2026-11').at(-1)]).toEqual(['2026-11-01', '2026-11-30']);
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-22')]).toEqual([0, 6]);
  });
});

test('a zone that the runtime doesn’t know is the venues’', () => {
  expect(zoneNamed('Africa/Nowhere')).toBe(VENUE_ZONE);
  expect(zoneNamed('Asia/Kathmandu').wallAt(0)).toBe(5.5 * HOUR);
  expect(zoneNames()[0]).toBe('Africa/Casablanca');
  expect(zoneNames().filter((name) => name === 'Africa/Casablanca')).toHaveLength(1);
});
