import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type {
  printFailure as PrintFailure,
  printOnce as PrintOnce,
} from '../../../supabase/embedded/http/log.ts';

/** What repeats itself is printed once a minute, and counted. */

const printed: string[] = [];
const consoleError = console.error;
let printFailure: typeof PrintFailure;
let printOnce: typeof PrintOnce;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  printed.length = 0;
  console.error = (...parts) => void printed.push(parts.join(' '));
  ({ printFailure, printOnce } = await import('../../../supabase/embedded/http/log.ts'));
});
afterEach(() => {
  vi.advanceTimersByTime(60_000);
  console.error = consoleError;
  vi.useRealTimers();
});

const refuse = (code: string): void => {
  printOnce(`Refused: database error ${code}`);
};

test('the first of its kind is printed at once, its repeats as their number, once a minute', () => {
  for (let count = 0; count < 1205; count += 1) refuse('42501');
  refuse('23514');
  expect(printed).toEqual(['Refused: database error 42501', 'Refused: database error 23514']);
  vi.advanceTimersByTime(60_000);
  expect(printed.slice(2)).toEqual(['Refused: database error 42501 (1,204 more in the last minute)']);
  vi.advanceTimersByTime(600_000);
  refuse('42501');
  expect(printed.slice(3)).toEqual(['Refused: database error 42501']);
});

test('a failure says once where it came from', () => {
  for (let count = 0; count < 3; count += 1) printFailure('It failed', new Error('so'));
  vi.advanceTimersByTime(60_000);
  expect(printed).toEqual([
    expect.stringMatching(/^It failed: Error "so" at .+ at [^\n]+$/),
    'It failed: Error "so" (2 more in the last minute)',
  ]);
});

test('a full disk is explained to the operator', () => {
  printFailure('It failed', Object.assign(new Error('could not extend file'), { code: '53100' }));
  expect(printed[0]).toMatch(/^It failed: the disk is full: make some room on it at /);
});

test('a database error is logged by code, because its message may contain user data', () => {
  const words = {
    message: 'duplicate key (email)=(salma@example.test)',
    detail: 'Key (token)=(secret-token) of Yassine',
    where: 'PL/pgSQL function for Yassine',
  };
  printFailure('It failed', Object.assign(new Error(words.message), { ...words, code: '23505' }));
  expect(printed).toEqual([expect.stringMatching(/^It failed: database error 23505 at [^\n]+$/)]);
  expect(printed.join()).not.toMatch(/salma|secret|Yassine/);
});

test('a thousand different lines are some, and a number', () => {
  for (let count = 0; count < 1000; count += 1) printFailure('It failed', `for ${count}`);
  expect(printed).toHaveLength(21);
  vi.advanceTimersByTime(60_000);
  expect(printed.slice(21)).toEqual(['Other lines (979 more in the last minute)']);
});

test('pending counts aren’t lost when the process ends', () => {
  refuse('42501');
  refuse('42501');
  process.listeners('exit').at(-1)?.(0);
  expect(printed[1]).toBe('Refused: database error 42501 (1 more in the last minute)');
});
