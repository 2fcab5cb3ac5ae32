import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFetched } from '../../../src/kit/fetched.ts';
import { createTurns } from '../../../src/features/board/turns.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';

let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  vi.useFakeTimers();
  browser = stubBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('asks for a part until it comes, and keeps it', async () => {
  const bar = { part: 'bar' };
  const ask = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(bar);
  const other = vi.fn<() => Promise<object>>().mockResolvedValue({});
  const partOf = createFetched({ bar: ask, other });
  const $bar = partOf('bar');
  const stop = $bar.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(2999);
  expect([$bar.get(), ask.mock.calls.length]).toEqual([undefined, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([$bar.get(), ask.mock.calls.length]).toEqual([bar, 2]);
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  const seen: unknown[] = [];
  partOf('bar').subscribe((part) => seen.push(part));
  await vi.advanceTimersByTimeAsync(5000);
  expect([seen, ask.mock.calls.length, other.mock.calls.length]).toEqual([[bar], 2, 0]);
});

it('stops requesting a part that isn’t wanted any more', async () => {
  const ask = vi.fn<() => Promise<object>>().mockRejectedValue(new Error('offline'));
  const stop = createFetched({ bar: ask })('bar').listen(() => undefined);
  // After 3 and 6 more seconds.
  await vi.advanceTimersByTimeAsync(9000);
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('tells the page about a part that can’t run or wasn’t loaded', async () => {
  const reported: unknown[] = [];
  browser.window.addEventListener('error', (event) => reported.push((event as ErrorEvent).error));
  const missing = new TypeError('Failed to fetch dynamically imported module: /_astro/a.js');
  const broken = new SyntaxError('Unexpected token');
  const ask = vi.fn<() => Promise<object>>().mockRejectedValueOnce(missing).mockRejectedValue(broken);
  const stop = createFetched({ bar: ask })('bar').listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual([missing]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(reported).toEqual([missing, broken]);
  stop();
});

it('counts turns while the page is seen', () => {
  const $turn = createTurns(8000);
  const turns: number[] = [];
  $turn.subscribe((turn) => turns.push(turn));
  vi.advanceTimersByTime(16_000);
  browser.document.visibilityState = 'hidden';
  vi.advanceTimersByTime(80_000);
  browser.document.visibilityState = 'visible';
  vi.advanceTimersByTime(8000);
  expect(turns).toEqual([0, 1, 2, 3]);
});
