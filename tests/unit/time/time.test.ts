import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DATE, isSameDay, TIME_OF_DAY, timeText, typedInstant } from '../../../src/core/time/text.ts';
import { createZone, VENUE_ZONE, type Zone } from '../../../src/core/time/zone.ts';
import { TIME_ZONE } from '../../../src/config/time.ts';
import { inEachLanguage } from '../../../src/i18n/locales.ts';

/** When Morocco's clocks went back for good. */
const CHANGE = Date.UTC(2026, 8, 20, 1);
const HOUR = 60 * 60 * 1000;
const DATE_AND_TIME = { ...DATE, ...TIME_OF_DAY, year: 'numeric' } as const;

/** A zone that every runtime has an hour ahead of UTC, as old time zone data have Morocco after the change. */
const BEHIND = 'Etc/GMT-1';
const old = createZone(BEHIND, { [BEHIND]: { fromMillis: CHANGE, offsetMillis: 0 } });

const clock = (millis: number, zone?: Zone): string => timeText(millis, TIME_OF_DAY, 'en', zone);

describe('a runtime whose data are older than the change', () => {
  test('is right before it and after it', () => {
    expect([CHANGE - 60_000, CHANGE, Date.UTC(2026, 10, 22, 16, 56)].map((at) => clock(at, old))).toEqual([
      '01:59',
      '01:00',
      '16:56',
    ]);
    expect(timeText(Date.UTC(2026, 10, 22, 23, 30), DATE_AND_TIME, 'en', old)).toBe('22 Nov 2026, 23:30');
    expect(isSameDay(Date.UTC(2026, 10, 22, 0, 30), Date.UTC(2026, 10, 22, 23, 30), old)).toBe(true);
  });

  test('takes times typed after it at face value', () => {
    expect(typedInstant('2026-11-22T16:56', old)).toBe(Date.UTC(2026, 10, 22, 16, 56));
    expect(typedInstant('2026-08-01T16:56', old)).toBe(Date.UTC(2026, 7, 1, 15, 56));
  });
});

describe('the venues’ clocks', () => {
  test.each([
    ['in summer', Date.UTC(2026, 6, 1, 12), '13:00'],
    ['in winter, before the change', Date.UTC(2025, 11, 1, 12), '13:00'],
    ['in Ramadan 2025', Date.UTC(2025, 2, 15, 12), '12:00'],
    ['in Ramadan 2026', Date.UTC(2026, 1, 20, 12), '12:00'],
    ['after Ramadan 2026', Date.UTC(2026, 2, 22, 2), '03:00'],
    ['a minute before the change', CHANGE - 60_000, '01:59'],
    ['at the change', CHANGE, '01:00'],
    ['after the change', Date.UTC(2026, 11, 1, 12), '12:00'],
    ['in Ramadan 2027', Date.UTC(2027, 1, 20, 12), '12:00'],
    ['after Ramadan 2027', Date.UTC(2027, 5, 20, 12), '12:00'],
  ])('%s', (_, millis, text) => {
    expect(clock(millis)).toBe(text);
  });

  test('are not corrected twice where the runtime knows', () => {
    const uncorrected = createZone(TIME_ZONE, {});
    // Node's data, tzdb 2026c or later, have the change.
    for (let at = CHANGE - 24 * HOUR; at < CHANGE + 24 * HOUR; at += HOUR / 2)
      expect(VENUE_ZONE.wallAt(at)).toBe(uncorrected.wallAt(at));
  });

  test('keep the typed time, around every change', () => {
    const changes = [CHANGE, Date.UTC(2026, 1, 15, 2), Date.UTC(2026, 2, 22, 2)];
    for (const change of changes)
      for (let at = change - 3 * HOUR; at <= change + 3 * HOUR; at += HOUR / 4) {
        const wall = VENUE_ZONE.wallAt(at);
        expect(VENUE_ZONE.wallAt(VENUE_ZONE.instantAt(wall))).toBe(wall);
      }
    expect(typedInstant('')).toBeNaN();
  });

  test('keep fractions of a second, also before 1970', () => {
    expect(VENUE_ZONE.wallAt(CHANGE - 1)).toBe(CHANGE - 1 + HOUR);
    expect(createZone('UTC').wallAt(-1)).toBe(-1);
  });
});

test('a time is written in the venues’ way in every language', () => {
  const at = Date.UTC(2026, 10, 22, 6, 5, 7);
  expect(inEachLanguage((locale) => timeText(at, DATE_AND_TIME, locale))).toMatchObject({
    en: '22 Nov 2026, 06:05',
    fr: '22 nov. 2026, 06:05',
    ar: '22 نونبر 2026، 06:05',
  });
});

test('no other file asks the runtime for a time of day', () => {
  const others = globSync(['src/**/*.{ts,tsx,astro}', 'supabase/functions/**/*.ts'], {
    exclude: ['src/core/time/**'],
  });
  const asks =
    /DateTimeFormat|toLocale(?:Date|Time)?String\(|\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(/;
  expect(others.filter((file) => asks.test(readFileSync(file, 'utf8')))).toEqual([]);
});
