import { describe, expect, test } from 'vitest';
import { Allowance, weightOf } from '../../../supabase/embedded/realtime/limits.ts';

describe('an allowance', () => {
  test('gives its burst at once, then as much as time brings', () => {
    const allowance = new Allowance({ burst: 2, perSecond: 4 }, 0);
    expect([allowance.take(0), allowance.take(0), allowance.take(0)]).toEqual([true, true, false]);
    expect(allowance.secondsUntilOne(0)).toBe(0.25);
    expect([allowance.take(250), allowance.take(250)]).toEqual([true, false]);
    expect(allowance.isFull(700)).toBe(false);
    expect(allowance.isFull(750)).toBe(true);
    expect([1, 2, 3].map(() => allowance.take(1e9))).toEqual([true, true, false]);
  });

  test('lends for a larger message, and is paid back first', () => {
    const allowance = new Allowance({ burst: 2, perSecond: 1 }, 0);
    expect(allowance.take(0, 10)).toBe(true);
    expect(allowance.secondsUntilOne(0)).toBe(9);
    expect([allowance.take(8900), allowance.take(9000)]).toEqual([false, true]);
  });

  test.each([
    [0, 1],
    [8191, 1],
    [8192, 2],
    [256 * 1024, 33],
  ])('%i bytes weigh %i', (bytes, weight) => {
    expect(weightOf(bytes)).toBe(weight);
  });
});
