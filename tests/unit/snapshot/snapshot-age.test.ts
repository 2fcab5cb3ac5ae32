import { describe, expect, test } from 'vitest';
import {
  readAge,
  type AgingPicture,
  type Contact,
  type PictureAge,
} from '../../../src/core/snapshot/snapshot-age.ts';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { template, textsIn } from '../i18n/texts.ts';
import { formatAge, formatAgeMark, formatPictureTime } from '../../../src/features/snapshot/words.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The device's time; the server's clock is an hour ahead. */
const NOW = 100 * DAY;
const OFFSET = { offsetMillis: HOUR, errorMillis: 0, atMillis: NOW };

const photo = (age: number): AgingPicture => ({
  capturedMillis: NOW + HOUR - age,
  isDrawn: false,
  loadedMillis: NOW,
});
const HEARING: Contact = { isListening: true, isCut: false, confirmedMillis: NOW };
const deaf = (since: number): Contact => ({
  isListening: false,
  isCut: false,
  confirmedMillis: NOW - since,
});

const ageOf = (picture: AgingPicture, contact: Contact = HEARING) => readAge(picture, contact, OFFSET, NOW);

describe('how old a picture is', () => {
  test.each([
    [0, 1, 'second', SECOND],
    [999, 1, 'second', 1],
    [12 * SECOND, 12, 'second', SECOND],
    [59_500, 59, 'second', 500],
    [MINUTE, 1, 'minute', MINUTE],
    [90 * SECOND, 1, 'minute', 30 * SECOND],
    [HOUR - 1, 59, 'minute', 1],
    [HOUR, 1, 'hour', HOUR],
    [DAY - 1, 23, 'hour', 1],
    [DAY, 1, 'day', DAY],
    [45 * DAY, 45, 'day', DAY],
    // A clock that goes ahead of the server's.
    [-5 * SECOND, 1, 'second', SECOND],
  ])('%i ms: %i %s(s), and another in %i ms', (age, count, unit, nextMillis) => {
    expect(ageOf(photo(age))).toMatchObject({ value: { of: 'taken', count, unit }, nextMillis });
  });

  test('without the server’s time the device’s has to do', () => {
    const picture = { capturedMillis: NOW - 3 * SECOND, isDrawn: false, loadedMillis: NOW };
    expect(readAge(picture, HEARING, null, NOW).value).toMatchObject({ count: 3, unit: 'second' });
  });

  test.each([
    [0, 'fresh'],
    [2 * MINUTE - 1, 'fresh'],
    [2 * MINUTE, 'ageing'],
    [15 * MINUTE - 1, 'ageing'],
    [15 * MINUTE, 'stale'],
  ])('a photograph of %i ms is %s, however good the connection', (age, tone) => {
    expect(ageOf(photo(age)).value.tone).toBe(tone);
  });

  test.each([
    ['listening', HEARING, 'live'],
    ['confirmed a minute ago', deaf(MINUTE), 'live'],
    ['confirmed, but then a question got no answer', { ...HEARING, isCut: true }, 'ageing'],
    ['not confirmed for two minutes', deaf(2 * MINUTE), 'ageing'],
    ['not confirmed for an hour', deaf(HOUR), 'stale'],
  ])('a drawn board ages with the connection, not with its score: %s', (_how, contact, tone) => {
    expect(ageOf({ ...photo(5 * HOUR), isDrawn: true }, contact).value).toEqual({
      of: 'score',
      count: 5,
      unit: 'hour',
      tone,
    });
  });

  test('an endpoint that doesn’t say when: since it was loaded', () => {
    const picture = { capturedMillis: undefined, isDrawn: false, loadedMillis: NOW - 20 * MINUTE };
    expect(ageOf(picture, deaf(10 * SECOND)).value).toEqual({
      of: 'loaded',
      count: 20,
      unit: 'minute',
      tone: 'fresh',
    });
    expect(ageOf(picture, deaf(20 * MINUTE)).value.tone).toBe('stale');
  });
});

const texts = (locale: Locale) => {
  const own = textsIn(locale);
  const age = template<'age'>('{{age}}');
  return { ...own, snapshot: { ...own.snapshot, age: { taken: age, score: age, loaded: age } } };
};
const age = (count: number, unit: PictureAge['unit'] = 'minute'): PictureAge => ({
  of: 'taken',
  count,
  unit,
  tone: 'fresh',
});

describe('in words', () => {
  test.each<[Locale, number, string]>([
    ['en', 1, '1 minute ago'],
    ['en', 2, '2 minutes ago'],
    ['fr', 1, 'il y a 1 minute'],
    ['fr', 2, 'il y a 2 minutes'],
    ['ar', 1, 'قبل دقيقة واحدة'],
    ['ar', 2, 'قبل دقيقتين'],
    ['ar', 3, 'قبل 3 دقائق'],
    ['ar', 11, 'قبل 11 دقيقة'],
    ['ar', 100, 'قبل 100 دقيقة'],
  ])('%s says %i as %j', (locale, count, words) => {
    expect(formatAge(age(count), texts(locale))).toBe(words);
  });

  test.each([...LOCALE_NAMES])('%s has Western digits and its own form for every unit', (locale) => {
    const words = (['second', 'minute', 'hour', 'day'] as const).map((unit) =>
      formatAge(age(12, unit), texts(locale)),
    );
    expect(new Set(words).size).toBe(4);
    for (const said of words) expect(said).toContain('12');
  });

  test('a board that is not confirmed is not old, only apart', () => {
    expect(formatAgeMark({ ...age(1), tone: 'stale' }, texts('en'))).toBe('Old picture');
    expect(formatAgeMark({ ...age(1), of: 'score', tone: 'stale' }, texts('en'))).toBe('Not connected');
    expect(formatAgeMark({ ...age(1), of: 'score', tone: 'live' }, texts('en'))).toBe('Live');
  });

  test('an earlier picture has its day where that isn’t today', () => {
    // Morocco is an hour ahead of UTC: there this is the next day.
    const at = Date.UTC(2024, 6, 1, 23, 5, 7);
    expect(formatPictureTime(at, at + HOUR, 'ar')).toBe('00:05:07');
    expect(formatPictureTime(at, at + 2 * DAY, 'fr')).toBe('2 juil., 00:05:07');
    expect(formatPictureTime(at, at - HOUR, 'en')).toBe('2 Jul, 00:05:07');
  });
});
