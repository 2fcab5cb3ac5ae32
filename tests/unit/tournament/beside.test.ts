import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { MatchOrder } from '../../../src/core/match/new-match-draft.ts';
import type { Fixture } from '../../../src/core/tournament/facts.ts';
import { createOrder } from '../../../src/features/tournament/beside.ts';
import type { Tournaments } from '../../../src/features/tournament/tournament.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';

beforeEach(() => {
  vi.useFakeTimers();
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const FIXTURE: Fixture = { tournament: 'cup', slot: 'w1.1', pair: [1, 2] };
const ORDER: MatchOrder = { game: 'eight-ball', raceTo: 3, handicap: [0, 0], event: 'Cup · Final' };

const open = (orderOf: Tournaments['orderOf']) => {
  const $fixture = atom<Fixture | null>(null);
  const $order = createOrder($fixture, atom({ orderOf } as Tournaments));
  onTestFinished($order.listen(() => {}));
  return { $fixture, $order };
};

test('what a tournament orders is awaited, and nothing is where there is no fixture', async () => {
  const answer = Promise.withResolvers<MatchOrder | null>();
  const { $fixture, $order } = open(() => answer.promise);
  expect($order.get()).toBeNull();
  $fixture.set(FIXTURE);
  expect($order.get()).toBeUndefined();
  answer.resolve(ORDER);
  await vi.advanceTimersByTimeAsync(10_000);
  expect($order.get()).toEqual(ORDER);
  $fixture.set(null);
  expect($order.get()).toBeNull();
});

test('a match isn’t held up for long by a network that is down', async () => {
  const { $fixture, $order } = open(() => new Promise(() => {}));
  $fixture.set(FIXTURE);
  await vi.advanceTimersByTimeAsync(3000);
  expect($order.get()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2000);
  expect($order.get()).toBeNull();
});
