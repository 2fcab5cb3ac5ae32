import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createOneTable, type DevicesTable } from '../../../src/features/score/one-table.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';
import { fakeVenue } from '../fakes/venue.ts';
import { fakeDevice } from '../match/fake-device.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const MINUTE = 60_000;

test('the form for a new match begins with the game of the remote’s table, which may change', async () => {
  const { matches, tables } = fakeVenue().connect({ owner: 'me' });
  const table = (await tables.listTables()).tables[0]?.id ?? '';
  const environment = { ...fakeEnvironment('https://cueboard.test/score/'), ...fakeDevice() };
  const $table = atom<DevicesTable>({ title: 'Table 1', kind: 'snooker' });
  const { $view, desk } = createOneTable(
    { ...environment, matches: () => matches },
    { who: 'me', table },
    $table,
  );
  for (const store of [$view, desk.$scored, desk.$live]) onTestFinished(store.listen(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  const game = () => desk.$newMatch.get()?.$draft.get()?.game;
  expect(game()).toBe('snooker');
  $table.set({ title: 'Table 1', kind: 'pool' });
  expect(game()).toBe('eight-ball');
});

test('a table that was left asks nothing more, even if it was refused last', async () => {
  const { matches, network, tables } = fakeVenue().connect({ owner: 'me' });
  const table = (await tables.listTables()).tables[0]?.id ?? '';
  const environment = { ...fakeEnvironment('https://cueboard.test/score/'), ...fakeDevice() };
  const { $view, desk } = createOneTable(
    { ...environment, matches: () => matches },
    { who: 'me', table },
    atom({ title: 'Table 1' }),
  );
  const stops = [$view, desk.$scored, desk.$live].map((store) => store.listen(() => {}));
  await vi.advanceTimersByTimeAsync(MINUTE);
  network.failure = { kind: 'forbidden' };
  desk.moveClock('clock.start');
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(network.requests).not.toEqual([]);

  for (const stop of stops) stop();
  await vi.advanceTimersByTimeAsync(2000);
  network.requests.length = 0;
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(network.requests).toEqual([]);
});
