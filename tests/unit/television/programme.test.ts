import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countAt,
  millisToNext,
  pageMillis,
  sponsorAt,
  sponsorMillis,
  TURN_SECONDS,
  TURNS,
  turnsFrom,
  type Programme,
} from '../../../src/core/television/programme.ts';

/** Whose turn it is, by server time alone. */

const SECONDS = { min: TURN_SECONDS.least, max: TURN_SECONDS.most };
const anyProgramme = fc.record({
  turns: fc.subarray([...TURNS], { minLength: 1 }),
  seconds: fc.integer(SECONDS),
});
const anyTime = fc.integer({ min: 0, max: 4e12 });

const orderAt = ({ turns, seconds }: Programme, serverMillis: number) =>
  turnsFrom(turns, countAt(seconds * 1000, serverMillis));

test('turns follow one another, all of the same length, and start over after the last', () => {
  const programme: Programme = { turns: ['tables', 'waiting', 'sponsors'], seconds: 10 };
  const shown = Array.from({ length: 8 }, (_, index) => orderAt(programme, index * 5000)[0]);
  expect(shown).toEqual([
    'tables',
    'tables',
    'waiting',
    'waiting',
    'sponsors',
    'sponsors',
    'tables',
    'tables',
  ]);
});

test('an empty turn leaves its time to the next, and no other moves', () => {
  fc.assert(
    fc.property(anyProgramme, anyTime, fc.constantFrom(...TURNS), (programme, serverMillis, empty) => {
      const order = orderAt(programme, serverMillis);
      expect([...order].sort()).toEqual([...programme.turns].sort());
      const filled = order.filter((turn) => turn !== empty);
      // Turns that aren't empty have their own time.
      if (order[0] !== empty) expect(filled[0]).toBe(order[0]);
      else if (order.length > 1) expect(filled[0]).toBe(order[1]);
    }),
  );
});

test('each wakes for the next turn, at its first moment', () => {
  fc.assert(
    fc.property(fc.integer(SECONDS), anyTime, (seconds, serverMillis) => {
      const wait = millisToNext(seconds * 1000, serverMillis);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(seconds * 1000);
      expect(countAt(seconds * 1000, serverMillis + wait)).toBe(countAt(seconds * 1000, serverMillis) + 1);
      expect(countAt(seconds * 1000, serverMillis + wait - 1)).toBe(countAt(seconds * 1000, serverMillis));
    }),
  );
});

test('a turn shows all pages, as often as each other, from the first on', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer(SECONDS),
      fc.integer({ min: 0, max: 1e5 }),
      (pages, seconds, turn) => {
        const turnMillis = seconds * 1000;
        const each = pageMillis(pages, turnMillis);
        const rounds = turnMillis / each / pages;
        expect(Math.round(rounds)).toBeCloseTo(rounds, 9);
        const pageIn = (part: number) => countAt(each, turn * turnMillis + part * each) % pages;
        expect(Array.from({ length: pages * Math.round(rounds) }, (_, part) => pageIn(part + 0.5))).toEqual(
          Array.from({ length: pages * Math.round(rounds) }, (_, part) => part % pages),
        );
      },
    ),
  );
  // Nobody waits minutes for the second page of a long turn, or of a television that shows nothing else.
  expect(pageMillis(2, 600_000)).toBe(15_000);
  expect(pageMillis(2, null)).toBe(15_000);
});

test('sponsors come one after the other, across turns', () => {
  const programme: Programme = { turns: ['tables', 'sponsors'], seconds: 16 };
  const each = sponsorMillis(programme);
  expect(each).toBe(8000);
  const seen = Array.from({ length: 12 }, (_, count) => count)
    .filter((count) => turnsFrom(programme.turns, countAt(16_000, count * each))[0] === 'sponsors')
    .map((count) => sponsorAt(5, programme, count));
  expect(seen).toEqual([0, 1, 2, 3, 4, 0]);
});
