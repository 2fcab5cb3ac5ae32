import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createHall } from '../../../src/features/demo/hall/hall.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';

const GUESTS = Array.from({ length: 20 }, (_, index) => `Guest ${index + 1}`);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000, toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  stubBrowser();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the sample venue’s television calls guests by the first name alone, as `private.parties` does', async () => {
  const { television } = createHall({
    venue: 'Venue',
    tables: ['1', '2', '3', '4'],
    guests: GUESTS,
    tournament: 'Cup',
  });
  const { $view } = television();
  onTestFinished($view.listen(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  const view = $view.get();
  const list = view.status === 'paired' ? view.assignment.programme.waiting : null;
  const { parties, tables } = list ?? expect.unreachable('there is no list');
  const seats = tables.flatMap(({ party, called }) => [party, called].filter((seat) => seat !== null));
  expect(parties.length).toBeGreaterThan(0);
  expect(seats.length).toBeGreaterThan(0);
  for (const called of [...parties, ...seats]) {
    expect(GUESTS).toContain(called.name);
    expect(called.name2).toBeNull();
  }
});
