import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Failure } from '../../../src/core/failure.ts';
import { resultsScreen } from '../../../src/core/venue/fragment.ts';
import { createDays, type Days } from '../../../src/core/time/days.ts';
import { VENUE_ZONE } from '../../../src/core/time/zone.ts';
import { createResults } from '../../../src/features/results/results.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';
import { fakeVenue } from '../fakes/venue.ts';

const HOUR = 60 * 60_000;
/** A Friday evening; the venue's day began at six in the morning. */
const EVENING = Date.parse('2026-11-20T22:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: EVENING });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const OFFLINE = { kind: 'offline' } as const;

/** A venue's screen of results, as its address opens it; `played` before it is opened. */
const open = async (hash: string, played: (server: ReturnType<typeof fakeVenue>) => void = () => {}) => {
  const server = fakeVenue();
  const { results, network } = server.connect({ owner: 'me' });
  played(server);
  const endedBy = vi.fn<(failure: Failure) => boolean>(() => false);
  const $days = atom<Days | null>(createDays(VENUE_ZONE, 6));
  const environment = { ...fakeEnvironment(), results: () => results };
  const store = createResults(environment, {
    isSignedIn: () => true,
    endedBy,
    $days,
    serverNow: () => Date.now(),
  });
  onTestFinished(store.$day.listen(() => {}));
  onTestFinished(store.$result.listen(() => {}));
  const go = async (to: string) => {
    const screen = resultsScreen(to) ?? expect.unreachable(`${to} names no screen`);
    store.open(screen);
    await settle();
  };
  await go(hash);
  return {
    store,
    server,
    network,
    endedBy,
    environment,
    $days,
    go,
    day: () => store.$day.get(),
    ids: () => store.$day.get().listed?.results.map(({ id }) => id),
    result: () => store.$result.get(),
    asked: (name: string) => network.requests.filter((request) => request === name).length,
  };
};

test('today is listed, and live matches first; two in the morning is still the evening before', async () => {
  let [early, live] = ['', ''];
  const { day, ids } = await open('#results', ({ results }) => {
    results.add('me', EVENING - 24 * HOUR);
    early = results.add('me', EVENING - HOUR);
    live = results.add('me', EVENING, { state: 'live', endedAtMillis: null });
  });
  expect(day()).toMatchObject({ date: '2026-11-20', today: '2026-11-20', failure: null });
  expect(ids()).toEqual([early]);
  expect(day().listed?.live.map(({ id }) => id)).toEqual([live]);

  await vi.advanceTimersByTimeAsync(4 * HOUR);
  expect(day().date).toBe('2026-11-20');
  // The closing hour is past.
  await vi.advanceTimersByTimeAsync(4 * HOUR + 10_000);
  expect(day()).toMatchObject({ date: '2026-11-21', today: '2026-11-21' });
});

test('another day is listed, with its month counted; one that isn’t in the calendar is today', async () => {
  let friday = '';
  const { ids, day, store, go } = await open('#results/2026-10-16', ({ results }) => {
    friday = results.add('me', Date.parse('2026-10-17T01:30:00Z'));
    results.add('me', Date.parse('2026-10-17T20:00:00Z'), { setAside: true });
  });
  expect(ids()).toEqual([friday]);
  const { month, counts } = store.$month.get() ?? expect.unreachable('no month');
  expect(month).toBe('2026-10');
  expect(Object.keys(counts ?? {})).toHaveLength(31);
  expect(Object.entries(counts ?? {}).filter(([, count]) => count > 0)).toEqual([['2026-10-16', 1]]);
  await go('#results/2026-02-30');
  expect(day().date).toBe('2026-11-20');
  expect(store.$month.get()?.month).toBe('2026-11');
});

test('an empty day names the nearest with matches', async () => {
  const { day } = await open('#results/2026-11-10', ({ results }) => {
    results.add('me', Date.parse('2026-11-07T02:00:00Z'));
    results.add('me', Date.parse('2026-11-12T20:00:00Z'));
  });
  expect(day().listed).toMatchObject({
    results: [],
    nearest: { before: '2026-11-06', after: '2026-11-12' },
  });
});

test('due results are folded and listed until none was folded', async () => {
  const { ids, asked, network } = await open('#results', ({ results }) => {
    for (const ago of [3, 2, 1]) results.play('me', EVENING - ago * HOUR);
  });
  expect(ids()).toHaveLength(3);
  expect(asked('foldDue')).toBe(3);
  expect(network.waiting).toEqual([]);
});

test('what can’t be folded is asked for once, not at every look', async () => {
  const { server, asked } = await open('#results');
  server.results.stick('me', 2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked('foldDue')).toBe(1);
  server.results.play('me', EVENING);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked('foldDue')).toBeGreaterThan(1);
});

test('pages bring each result once while others arrive', async () => {
  const { store, server, ids, day } = await open('#results', ({ results }) => {
    for (let at = 1; at <= 250; at++) results.add('me', EVENING - at * 60_000);
  });
  expect(ids()).toHaveLength(100);
  server.results.add('me', EVENING);
  expect(await store.more()).toBeNull();
  server.results.add('me', EVENING + 1000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await store.more()).toBeNull();
  expect(ids()).toHaveLength(252);
  expect(new Set(ids()).size).toBe(252);
  expect(day().listed?.next).toBeNull();
});

test('a filter asks again, and is kept from day to day', async () => {
  let snooker = '';
  const { store, ids, go } = await open('#results', ({ results }) => {
    results.add('me', EVENING - HOUR);
    snooker = results.add('me', EVENING - 2 * HOUR, { game: 'snooker' });
    results.add('me', EVENING - 24 * HOUR);
  });
  store.filterBy({ game: 'snooker' });
  expect(ids()).toBeUndefined();
  await settle();
  expect(ids()).toEqual([snooker]);
  await go('#results/2026-11-19');
  expect(ids()).toEqual([]);
  store.filterBy({ game: null });
  await settle();
  expect(ids()).toHaveLength(1);
});

test('an answer about the day before is not shown for the next', async () => {
  const { network, go, ids, day } = await open('#results', ({ results }) => {
    results.add('me', EVENING - HOUR);
  });
  network.held = true;
  await go('#results/2026-11-19');
  expect(day()).toMatchObject({ date: '2026-11-19', listed: null });
  await go('#results');
  const [older, newer] = network.waiting.filter(({ name }) => name === 'listResults');
  newer?.answer();
  await settle();
  expect(ids()).toHaveLength(1);
  older?.answer();
  await settle();
  expect(ids()).toHaveLength(1);
});

test('without a network the list stays, with a note; it is loaded again when the network is back', async () => {
  const { network, day, ids, server, store } = await open('#results', ({ results }) => {
    results.add('me', EVENING - HOUR);
  });
  network.failure = OFFLINE;
  await vi.advanceTimersByTimeAsync(5000);
  expect(day().failure).toEqual(OFFLINE);
  expect(ids()).toHaveLength(1);
  expect(await store.setAside(ids()?.[0] ?? '', true)).toEqual(OFFLINE);
  network.failure = null;
  server.results.add('me', EVENING);
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(day().failure).toBeNull();
  expect(ids()).toHaveLength(2);
});

test('a result opened by its address has its own day beside it', async () => {
  let id = '';
  const { result, day, ids } = await open('#result/none', ({ results }) => {
    id = results.add('me', Date.parse('2026-11-07T02:00:00Z'));
  });
  expect(result()).toMatchObject({ missing: true, full: null });
  expect(day().date).toBe('2026-11-20');
  const other = await open(`#result/${id}`, ({ results }) => {
    id = results.add('me', Date.parse('2026-11-07T02:00:00Z'));
  });
  expect(other.result()).toMatchObject({ id, missing: false, full: { scores: [5, 3] } });
  expect(other.day().date).toBe('2026-11-06');
  expect(other.ids()).toEqual([id]);
  expect(ids()).toEqual([]);
});

test('a result is corrected, shown beside the folded one, and the correction removed', async () => {
  let id = '';
  const { store, result, go, day } = await open('#results', ({ results }) => {
    id = results.add('me', EVENING - HOUR);
  });
  await go(`#result/${id}`);
  expect(await store.correct(id, { names: ['Karim', 'Salma'], scores: [3, 5] })).toBeNull();
  expect(result().full).toMatchObject({
    names: ['Karim', 'Salma'],
    byHand: true,
    corrected: { names: ['Salma', 'Karim'], scores: [5, 3], atMillis: EVENING },
  });
  expect(day().listed?.results[0]).toMatchObject({ names: ['Karim', 'Salma'], byHand: true });
  expect(await store.correct(id, null)).toBeNull();
  expect(result().full).toMatchObject({ names: ['Salma', 'Karim'], byHand: false, corrected: null });
});

test('a result set aside isn’t counted and can be restored; deleting goes back to the day', async () => {
  let [id, live] = ['', ''];
  const { store, result, go, environment, ids } = await open('#results', ({ results }) => {
    id = results.add('me', EVENING - HOUR);
    live = results.add('me', EVENING, { state: 'live', endedAtMillis: null });
  });
  const counted = () => store.$month.get()?.counts?.['2026-11-20'];
  await go(`#result/${id}`);
  expect(counted()).toBe(2);
  expect(await store.setAside(id, true)).toBeNull();
  expect(result().full?.setAside).toBe(true);
  expect(counted()).toBe(1);
  expect(await store.setAside(id, false)).toBeNull();
  expect(counted()).toBe(2);
  expect(await store.remove(live)).toBe('current');
  expect(await store.remove(id)).toBe('deleted');
  expect(environment.replaceBy).toHaveBeenCalledExactlyOnceWith('#results/2026-11-20');
  expect(ids()).toEqual([]);
});

test('another closing hour regroups past results', async () => {
  const { $days, ids } = await open('#results/2026-11-13', ({ results }) => {
    results.add('me', Date.parse('2026-11-14T02:00:00Z'));
  });
  expect(ids()).toHaveLength(1);
  $days.set(createDays(VENUE_ZONE, 0));
  await settle();
  expect(ids()).toEqual([]);
});

test('nothing of another account stays', async () => {
  const { store, day, result } = await open('#results', ({ results }) => {
    results.add('me', EVENING - HOUR);
  });
  store.forget();
  expect(day()).toMatchObject({ date: null, listed: null, filter: {} });
  expect(result().id).toBeNull();
  expect(store.$month.get()).toBeNull();
});
