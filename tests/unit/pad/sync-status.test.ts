import { describe, expect, test } from 'vitest';
import { ageIn, behindSince, isFresh, syncStatusOf } from '../../../src/features/pad/sync-status.ts';

const FINE = { pending: 0, held: false, kept: true, late: false, sync: 'upToDate' } as const;

describe('this device’s state compared with the one on air', () => {
  test.each([
    ['onAir', {}],
    ['onAir', { pending: 2, sync: 'sending' }],
    ['pending', { pending: 2, late: true, sync: 'sending' }],
    ['held', { held: true }],
    ['held', { held: true, pending: 2, sync: 'offline' }],
    ['offline', { sync: 'offline' }],
    ['offline', { pending: 3, late: true, sync: 'offline' }],
    ['notKept', { pending: 3, late: true, kept: false, sync: 'offline' }],
    ['onAir', { kept: false }],
    ['forbidden', { pending: 3, kept: false, sync: 'forbidden' }],
    ['readOnly', { sync: 'readOnly' }],
  ] as const)('is %s with %o', (status, change) => {
    expect(syncStatusOf({ ...FINE, ...change })).toBe(status);
  });

  test.each([
    [true, {}],
    [true, { held: true }],
    [true, { pending: 1 }],
    [false, { pending: 1, held: true }],
    [false, { pending: 1, late: true }],
    [false, { sync: 'offline' }],
    [false, { sync: 'forbidden' }],
    [true, { sync: 'readOnly' }],
  ] as const)('viewers see everything: %s with %o', (fresh, change) => {
    expect(isFresh({ ...FINE, ...change })).toBe(fresh);
  });

  test('is behind since the oldest line that waits', () => {
    const line = (seq: number | null, atMillis: number) =>
      ({ action: { id: '', kind: 'pot', body: {}, seq, atMillis, by: null, own: true } }) as never;
    expect(behindSince({ lines: [line(1, 100), line(null, 200), line(null, 300)] })).toBe(200);
    expect(behindSince({ lines: [line(1, 100)] })).toBeNull();
  });

  test.each([
    [-5, 'seconds', 0],
    [42_900, 'seconds', 42],
    [60_000, 'minutes', 1],
    [3_599_999, 'minutes', 59],
    [7_200_000, 'hours', 2],
  ] as const)('%i ms is an age in %s', (millis, unit, n) => {
    expect(ageIn(millis)).toEqual({ unit, n });
  });
});
