import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isExpired,
  isWarning,
  millisToNextShotSecond,
  parseShotClock,
  SHOT_DEFAULTS,
  shotLeftSeconds,
  shotSecond,
  type ShotClock,
} from '../../../src/rules/shot.ts';

const running: ShotClock = { seconds: 30, warnSeconds: 10, endsAtMillis: 30_000, leftSeconds: null };
const paused: ShotClock = { seconds: 30, warnSeconds: 10, endsAtMillis: null, leftSeconds: 9.5 };

describe('a running shot clock', () => {
  test.each([
    [0, 30, false, false],
    [19_999, 11, false, false],
    [20_000, 10, true, false],
    [29_999, 1, true, false],
    [30_000, 0, false, true],
    [99_000, 0, false, true],
  ])('after %i ms shows %i', (now, second, warning, expired) => {
    expect(shotSecond(running, now)).toBe(second);
    expect(isWarning(running, now)).toBe(warning);
    expect(isExpired(running, now)).toBe(expired);
  });

  test('another second is shown exactly when it is said to be, and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 29_999 }), (now) => {
        const wait = millisToNextShotSecond(running, now) ?? Number.NaN;
        expect(shotSecond(running, now + wait - 1)).toBe(shotSecond(running, now));
        expect(shotSecond(running, now + wait)).toBe(shotSecond(running, now) - 1);
      }),
    );
    expect(millisToNextShotSecond(running, 30_000)).toBeNull();
  });
});

test('a paused one doesn’t move, and keeps its warning', () => {
  expect([shotLeftSeconds(paused, 0), shotSecond(paused, 5e12)]).toEqual([9.5, 10]);
  expect([isWarning(paused, 0), isExpired(paused, 0)]).toEqual([true, false]);
  expect(millisToNextShotSecond(paused, 0)).toBeNull();
  expect(isExpired({ ...paused, leftSeconds: 0 }, 0)).toBe(true);
});

test('every published clock warns before it runs out, and gives no longer shot without naming it', () => {
  for (const { seconds, warnSeconds, afterBreakSeconds, extensions, extensionSeconds } of Object.values(
    SHOT_DEFAULTS,
  )) {
    expect(warnSeconds).toBeLessThan(seconds);
    expect(afterBreakSeconds ?? seconds + 1).toBeGreaterThan(seconds);
    expect(extensions > 0).toBe(extensionSeconds > 0);
  }
});

describe('what the server sends', () => {
  const sent = { n: 30, warn: 10, ends: '1970-01-01T00:00:30Z', left: null };

  test('is read while it runs and while it is paused', () => {
    expect(parseShotClock(sent)).toEqual(running);
    expect(parseShotClock({ ...sent, ends: null, left: 9.5 })).toEqual(paused);
  });

  test.each([
    null,
    [],
    'shot',
    {},
    { ...sent, n: '30' },
    { ...sent, n: -1 },
    { ...sent, n: 1e9 },
    { ...sent, warn: null },
    { ...sent, ends: null },
    { ...sent, ends: 'soon', left: '9' },
    { ...sent, ends: 30, left: -1 },
  ])('is no shot clock when it is %j', (value) => {
    expect(parseShotClock(value)).toBeNull();
  });

  test('nothing breaks it', () => {
    fc.assert(
      fc.property(fc.anything(), fc.double({ noNaN: true }), (value, now) => {
        const shot = parseShotClock(value);
        if (shot) expect(shotLeftSeconds(shot, now)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
