import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGuesses } from '../../../supabase/embedded/auth/guesses.ts';
import { Refusal } from '../../../supabase/embedded/http/http.ts';
import { createLimiter } from '../../../supabase/embedded/http/limits.ts';

/** How wrong passwords are counted, without hashing any. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOME = '10.0.0.1';
const OWNER = 'owner@example.test';

/** Tries passwords, so many times; gives what the last try met. */
const openDoor = () => {
  const guess = createGuesses();
  return async (address: string, email: string, isRight: boolean, times = 1) => {
    let met = '';
    for (let time = 0; time < times; time += 1) {
      met = await guess(address, email, () => Promise.resolve(isRight || null)).then(
        (right) => (right ? 'in' : 'wrong'),
        (error: unknown) => (error instanceof Refusal ? String(error.status) : 'failed'),
      );
    }
    return met;
  };
};

test('the right password resets an account’s count, and isn’t counted for its address', async () => {
  const attempt = openDoor();
  for (let round = 0; round < 3; round += 1) {
    expect(await attempt(HOME, OWNER, false, 9)).toBe('wrong');
    expect(await attempt(HOME, OWNER, true)).toBe('in');
  }
  expect(await attempt(HOME, OWNER, true, 40)).toBe('in');
  // 27 of 30 so far, which no right password of one's own takes back.
  expect(await attempt(HOME, 'other@example.test', false, 3)).toBe('wrong');
  expect(await attempt(HOME, OWNER, true)).toBe('429');
  vi.advanceTimersByTime(5 * 60 * 1000);
  expect(await attempt(HOME, OWNER, true)).toBe('in');
});

test('an account tried from many addresses is closed to new ones, and not where its owner has been', async () => {
  const attempt = openDoor();
  expect(await attempt(HOME, OWNER, true)).toBe('in');
  for (let host = 2; host < 12; host += 1) {
    expect(await attempt(`10.0.0.${host}`, OWNER, false, 10)).toBe('wrong');
  }
  expect(await attempt('10.0.0.99', OWNER, true)).toBe('429');
  expect(await attempt('10.0.0.99', 'other@example.test', true)).toBe('in');
  expect(await attempt(HOME, OWNER, false, 3)).toBe('wrong');
  expect(await attempt(HOME, OWNER, true)).toBe('in');
});

test('of the places where owners have been, the oldest is forgotten', async () => {
  const attempt = openDoor();
  expect(await attempt(HOME, OWNER, true)).toBe('in');
  for (let place = 0; place < 1000; place += 1) await attempt(`10.1.${place}`, 'busy@example.test', true);
  for (let host = 2; host < 12; host += 1) await attempt(`10.0.0.${host}`, OWNER, false, 10);
  expect(await attempt(HOME, OWNER, true)).toBe('429');
});

test('even right passwords are a hundred and fifty in five minutes', async () => {
  const attempt = openDoor();
  expect(await attempt(HOME, OWNER, true, 150)).toBe('in');
  expect(await attempt(HOME, OWNER, true)).toBe('429');
});

test('setting the clock back doesn’t prolong a lockout', async () => {
  const attempt = openDoor();
  expect(await attempt(HOME, OWNER, false, 11)).toBe('429');
  vi.setSystemTime(Date.now() - 5 * 60 * 60 * 1000);
  const guess = createLimiter({ points: 1, duration: 60 });
  await guess.take(HOME);
  vi.setSystemTime(Date.now() - 5 * 60 * 60 * 1000);
  await expect(guess.take(HOME)).rejects.toMatchObject({ headers: { 'retry-after': '60' } });
  vi.advanceTimersByTime(60 * 60 * 1000);
  expect(await attempt(HOME, OWNER, true)).toBe('in');
});
