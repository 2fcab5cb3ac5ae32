import { describe, expect, test } from 'vitest';
import { elapsedSeconds, formatClock, parseClock, type Clock } from '../../../src/core/clock/count-up.ts';
import {
  countedAt,
  isClockUsed,
  isTimeUp,
  matchMinutesText,
  matchTimeText,
  millisToNextShown,
} from '../../../src/core/clock/match-time.ts';
import { visitText } from '../../../src/core/clock/visit.ts';
import { betterOffset, measureOffset } from '../../../src/core/clock/offset.ts';

const stopped: Clock = { running: false, startedAtMillis: null, accumSeconds: 75 };
const running: Clock = { running: true, startedAtMillis: 1_000_000, accumSeconds: 75 };

test('elapsed time is the counted time plus the time since the start', () => {
  expect(elapsedSeconds(stopped, 9_999_999)).toBe(75);
  expect(elapsedSeconds(running, 1_000_000)).toBe(75);
  expect(elapsedSeconds(running, 1_002_500)).toBe(77.5);
});

test('a device that is behind the server never shows less than was counted', () => {
  expect(elapsedSeconds(running, 0)).toBe(75);
  expect(elapsedSeconds({ ...stopped, accumSeconds: -5 }, 0)).toBe(0);
});

test.each([
  [0, '00:00:00'],
  [59.999, '00:00:59'],
  [60, '00:01:00'],
  [3599, '00:59:59'],
  [3600, '01:00:00'],
  [359_999, '99:59:59'],
  [360_000, '100:00:00'],
  [31_536_000, '8760:00:00'],
  [-1, '00:00:00'],
  [Number.NaN, '00:00:00'],
  [Number.POSITIVE_INFINITY, '00:00:00'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text);
});

test('the next change of a running clock is at the next whole second', () => {
  const time = { clock: running, minutes: null };
  expect(millisToNextShown(time, 1_000_000)).toBe(1000);
  expect(millisToNextShown(time, 1_000_250)).toBe(750);
  expect(millisToNextShown({ ...time, clock: stopped }, 1_000_250)).toBeNull();
});

test('a match for two minutes counts down, and is up only when nothing is left', () => {
  const time = { clock: running, minutes: 2 };
  const at = (millis: number) => [
    matchTimeText(time, 1_000_000 + millis),
    isTimeUp(time, 1_000_000 + millis),
    millisToNextShown(time, 1_000_000 + millis),
  ];
  expect(at(0)).toEqual(['00:00:45', false, 1000]);
  expect(at(250)).toEqual(['00:00:45', false, 750]);
  expect(at(44_750)).toEqual(['00:00:01', false, 250]);
  expect(at(45_000)).toEqual(['00:00:00', true, null]);
  expect(at(99_000)).toEqual(['00:00:00', true, null]);
  expect(isTimeUp({ clock: running, minutes: null }, 9e9)).toBe(false);
});

test('a clock is set by its shown time, and can’t show more than the time to play', () => {
  expect([countedAt({ minutes: null }, 75), countedAt({ minutes: 2 }, 75)]).toEqual([75, 45]);
  expect([countedAt({ minutes: 2 }, 120), countedAt({ minutes: 2 }, 121)]).toEqual([0, null]);
});

test('a clock says something once it has run, or when there is time to play', () => {
  const zero = { ...stopped, accumSeconds: 0 };
  expect(isClockUsed({ clock: zero, minutes: null })).toBe(false);
  expect(isClockUsed({ clock: zero, minutes: 30 })).toBe(true);
  expect(isClockUsed({ clock: stopped, minutes: null })).toBe(true);
  expect(isClockUsed({ clock: { ...running, accumSeconds: 0 }, minutes: null })).toBe(true);
});

describe('the offset to server time', () => {
  test('is read at the middle of the round trip, with half of it as its error', () => {
    expect(measureOffset(1000, 1100, 5050)).toEqual({ offsetMillis: 4000, errorMillis: 50, atMillis: 1100 });
  });

  test('is kept when a slower round trip says nothing better', () => {
    const fast = measureOffset(1000, 1010, 6005);
    expect(betterOffset(null, fast)).toBe(fast);
    expect(betterOffset(fast, measureOffset(2000, 2400, 7150))).toBe(fast);
  });

  test('is replaced by a faster round trip', () => {
    const slow = measureOffset(1000, 1400, 6150);
    const fast = measureOffset(2000, 2010, 7005);
    expect(betterOffset(slow, fast)).toBe(fast);
  });

  test('is replaced when it has grown old: clocks drift', () => {
    const fast = measureOffset(1000, 1010, 6005);
    const later = measureOffset(3_601_000, 3_601_100, 3_606_050);
    expect(betterOffset(fast, later)).toBe(later);
  });

  test('is replaced when the two contradict each other: the device slept', () => {
    const before = measureOffset(1000, 1010, 6005);
    const after = measureOffset(2000, 2900, 60_000);
    expect(betterOffset(before, after)).toBe(after);
  });
});

test.each([
  ['00:00:00', 0],
  ['1:02:03', 3723],
  [' 12:30 ', 750],
  ['90:00', 5400],
  ['8760:00:00', 31_536_000],
])('%j typed is %i seconds', (text, seconds) => {
  expect(parseClock(text)).toBe(seconds);
});

test.each(['', '12', '1:60', '1:60:00', '8760:00:01', '-1:00', '1:2:3', 'a:bb'])(
  '%j typed is no time',
  (text) => {
    expect(parseClock(text)).toBeNull();
  },
);

test('a visit is shown in minutes and seconds, up to the most that fits', () => {
  const since = 1_000_000;
  const after = (seconds: number): string => visitText(since, since + seconds * 1000);
  expect([after(-5), after(0.9), after(61), after(3600)]).toEqual(['00:00', '00:00', '01:01', '60:00']);
  expect([after(5999), after(6000), after(1e9)]).toEqual(['99:59', '99:59', '99:59']);
});

test.each([
  [{ clock: stopped, minutes: null }, '0:01'],
  [{ clock: { ...stopped, accumSeconds: 3600 * 11 + 59 }, minutes: null }, '11:00'],
  [{ clock: { ...stopped, accumSeconds: 1 }, minutes: 90 }, '1:30'],
  [{ clock: { ...stopped, accumSeconds: 60 * 90 - 1 }, minutes: 90 }, '0:01'],
  [{ clock: { ...stopped, accumSeconds: 60 * 90 }, minutes: 90 }, '0:00'],
])(
  'a clock of many tables shows hours and minutes, and 0:00 left only once the time is up: %#',
  (time, text) => {
    expect(matchMinutesText(time, 0)).toBe(text);
  },
);
