import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PlayersBackend, ResultsBackend, ResultsPage } from '../../../src/backend/contract.ts';
import { BackendError } from '../../../src/core/failure.ts';
import type { Rows } from '../../../src/core/results/csv.ts';
import type { Result } from '../../../src/core/results/result.ts';
import type { FoundPlayer, PlayerRecord } from '../../../src/core/results/player.ts';
import { playerFragment, playerScreen, reportScreen } from '../../../src/core/venue/fragment.ts';
import { createDays, type Days } from '../../../src/core/time/days.ts';
import { VENUE_ZONE } from '../../../src/core/time/zone.ts';
import { createExporting } from '../../../src/features/results/exporting.ts';
import { createPlayerRecords } from '../../../src/features/results/player.ts';
import { createReports } from '../../../src/features/results/report.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment, fakeFiles } from '../fakes/fake-environment.ts';

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
const OFFLINE = new BackendError({ kind: 'offline' });

/** A backend whose questions a test answers. */
const fakeBackends = () => {
  const players = {
    findPlayers: vi.fn<PlayersBackend['findPlayers']>(async () => []),
    getPlayer: vi.fn<PlayersBackend['getPlayer']>(async () => null),
    getHeadToHead: vi.fn<PlayersBackend['getHeadToHead']>(async () => null),
    mergePlayers: vi.fn<PlayersBackend['mergePlayers']>(async () => 'merged'),
    partPlayer: vi.fn<PlayersBackend['partPlayer']>(async () => {}),
  } satisfies PlayersBackend;
  const listResults = vi.fn<ResultsBackend['listResults']>();
  const foldDue = vi.fn<ResultsBackend['foldDue']>(async () => 0);
  const getReport = vi.fn<ResultsBackend['getReport']>(async (instants) => ({
    windows: instants.slice(1).map(() => ({ matches: 1, frames: 2, seconds: 3 })),
    tables: [],
    games: [],
  }));
  const results = { listResults, getReport, foldDue } as unknown as ResultsBackend;
  return { players, results, listResults, getReport, foldDue };
};

const options = () => ({ isSignedIn: () => true, endedBy: vi.fn<() => boolean>(() => false) });

const found = (name: string): FoundPlayer => ({
  key: name.toLowerCase(),
  name,
  matches: 1,
  lastAtMillis: EVENING,
});

const record = (matches: number): PlayerRecord => ({
  player: {
    key: 'salma',
    name: 'Salma',
    matches,
    won: 0,
    frames: 0,
    framesLost: 0,
    high: null,
    breaks50: 0,
    centuries: 0,
    breakAndRuns: 0,
    runOuts: 0,
  },
  opponents: [],
  latest: [],
  merged: [],
});

describe('the search', () => {
  const open = () => {
    const backends = fakeBackends();
    const store = createPlayerRecords(
      { players: () => backends.players, results: () => backends.results },
      options(),
    );
    return { store, ...backends };
  };

  test('asks when the typing pauses, and shows no answer to something else', async () => {
    const { store, players } = open();
    const first = Promise.withResolvers<readonly FoundPlayer[]>();
    players.findPlayers.mockReturnValueOnce(first.promise);
    store.search('s');
    store.search('sa');
    await vi.advanceTimersByTimeAsync(150);
    store.search('sal');
    await vi.advanceTimersByTimeAsync(100);
    expect(players.findPlayers.mock.calls).toEqual([['sa']]);
    first.resolve([found('Sami')]);
    await settle();
    expect(store.$search.get()).toEqual({ typed: 'sal', found: null, failure: null });
    players.findPlayers.mockResolvedValueOnce([found('Salma')]);
    await vi.advanceTimersByTimeAsync(50);
    expect(store.$search.get().found).toEqual([found('Salma')]);
    store.search(' ');
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.$search.get()).toEqual({ typed: ' ', found: null, failure: null });
    expect(players.findPlayers).toHaveBeenCalledTimes(2);
  });

  test('shows why it failed, beside the earlier results', async () => {
    const { store, players } = open();
    players.findPlayers.mockResolvedValueOnce([found('Salma')]).mockRejectedValueOnce(OFFLINE);
    store.search('s');
    await vi.advanceTimersByTimeAsync(150);
    store.search('sa');
    await vi.advanceTimersByTimeAsync(150);
    expect(store.$search.get()).toEqual({
      typed: 'sa',
      found: [found('Salma')],
      failure: { kind: 'offline' },
    });
  });
});

describe('a player', () => {
  const open = (fragment: string) => {
    const backends = fakeBackends();
    const store = createPlayerRecords(
      { players: () => backends.players, results: () => backends.results },
      options(),
    );
    onTestFinished(store.$player.listen(() => {}));
    const screen = playerScreen(fragment) ?? expect.unreachable(fragment);
    return { store, show: () => store.open(screen), ...backends };
  };

  test('is shown at once, and again with the matches folded meanwhile', async () => {
    const { store, show, players, foldDue } = open(playerFragment('a/b %ي'));
    const fold = Promise.withResolvers<number>();
    foldDue.mockReturnValueOnce(fold.promise);
    players.getPlayer.mockResolvedValueOnce(record(1)).mockResolvedValueOnce(record(2));
    show();
    await settle();
    expect(players.getPlayer).toHaveBeenCalledWith('a/b %ي');
    expect(store.$player.get()).toMatchObject({ record: { player: { matches: 1 } }, missing: false });
    fold.resolve(1);
    await settle();
    expect(store.$player.get()).toMatchObject({ record: { player: { matches: 2 } } });
    expect(players.getPlayer).toHaveBeenCalledTimes(2);
  });

  test('is loaded again after a merge or its undo, and a failure is returned', async () => {
    const { store, show, players } = open(playerFragment('salma'));
    players.getPlayer.mockResolvedValueOnce(record(1)).mockResolvedValueOnce(record(2));
    show();
    await settle();
    store.search('sal');
    expect(await store.merge('selma', 'salma')).toBe('merged');
    expect(players.mergePlayers).toHaveBeenCalledWith('selma', 'salma');
    expect(store.$player.get()).toMatchObject({ record: { player: { matches: 2 } } });
    expect(store.$search.get()).toMatchObject({ typed: '', found: null });
    expect(await store.part('selma')).toBeNull();
    expect(players.getPlayer).toHaveBeenCalledTimes(3);
    players.partPlayer.mockRejectedValueOnce(OFFLINE);
    expect(await store.part('selma')).toMatchObject({ kind: 'offline' });
  });

  test('a player without matches is missing; without the network the shown player stays', async () => {
    const { store, show, players, foldDue } = open(playerFragment('salma', 'karim'));
    show();
    await settle();
    expect(players.getHeadToHead).toHaveBeenCalledWith('salma', 'karim');
    expect(store.$player.get()).toMatchObject({ record: null, missing: true });
    players.getHeadToHead.mockRejectedValueOnce(OFFLINE);
    await store.refresh();
    expect(store.$player.get()).toMatchObject({ missing: true, failure: { kind: 'offline' } });
    foldDue.mockRejectedValueOnce(OFFLINE);
    await store.refresh();
    expect(store.$player.get()).toMatchObject({ missing: true, failure: null });
  });
});

test.each([
  ['#player', null],
  ['#player/', null],
  ['#players', null],
  ['#player/%E0%A4%A', { key: '%E0%A4%A', versus: null }],
  ['#player/a%2Fb/c', { key: 'a/b', versus: 'c' }],
])('%s names a player, or none', (fragment, screen) => {
  expect(playerScreen(fragment)).toEqual(screen && { status: 'player', ...screen });
});

test.each([
  ['#report/2026-11-01/2026-11-30', { from: '2026-11-01', to: '2026-11-30' }],
  ['#report', null],
  ['#report/2026-02-30/2026-03-01', null],
  ['#report/2026-11-02/2026-11-01', null],
  ['#report/2025-01-01/2026-01-01', { from: '2025-01-01', to: '2026-01-01' }],
  ['#report/2025-01-01/2026-01-02', null],
])('%s names a period, or this month', (fragment, period) => {
  expect(reportScreen(fragment)).toEqual({ status: 'report', period });
});

describe('a report', () => {
  const open = async (fragment: string) => {
    const backends = fakeBackends();
    const $days = atom<Days | null>(createDays(VENUE_ZONE, 6));
    const environment = { ...fakeEnvironment(), results: () => backends.results };
    const store = createReports(environment, { ...options(), $days, serverNow: () => Date.now() });
    onTestFinished(store.$report.listen(() => {}));
    store.open(reportScreen(fragment) ?? expect.unreachable(fragment));
    await settle();
    return { store, $days, ...backends };
  };

  test('is of this month, by the hours of the venue’s days', async () => {
    const { store, getReport, $days } = await open('#report');
    expect(store.$report.get().period).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(store.$report.get().report?.total.matches).toBe(30 * 24);
    expect(getReport.mock.lastCall?.[0][0]).toBe(Date.parse('2026-11-01T06:00:00Z'));
    $days.set(createDays(VENUE_ZONE, 4));
    await settle();
    expect(getReport.mock.lastCall?.[0][0]).toBe(Date.parse('2026-11-01T04:00:00Z'));
  });

  test('of a year is asked for in parts, and of one game again', async () => {
    const { store, getReport } = await open('#report/2026-01-01/2026-12-31');
    expect(getReport).toHaveBeenCalledTimes(12);
    expect(store.$report.get().report?.days).toHaveLength(365);
    getReport.mockRejectedValueOnce(OFFLINE);
    store.filterBy({ game: 'snooker' });
    await settle();
    expect(store.$report.get()).toMatchObject({ report: null, failure: { kind: 'offline' } });
    await store.refresh();
    expect(getReport).toHaveBeenLastCalledWith(expect.anything(), { game: 'snooker' });
    expect(store.$report.get().failure).toBeNull();
  });
});

describe('a file', () => {
  const open = () => {
    const { results, listResults } = fakeBackends();
    const files = fakeFiles();
    const store = createExporting(
      { results: () => results, ...files },
      () => false,
      () => EVENING,
    );
    const rowsOf = (all: readonly Result[], nowMillis: number): Rows =>
      all.map(({ id }) => [id, nowMillis - EVENING + 1]);
    const save = () => store.saveResults('day', { fromMillis: 0, toMillis: 1 }, rowsOf, 'fr');
    return { store, listResults, save, ...files };
  };
  const page = (ids: readonly string[], next: string | null) =>
    ({ live: [], results: ids.map((id) => ({ id })), next }) as unknown as ResultsPage;

  test('has all pages, the earliest first, and says how many have arrived', async () => {
    const { store, listResults, save, saveFile } = open();
    const second = Promise.withResolvers<ResultsPage>();
    listResults.mockResolvedValueOnce(page(['d', 'c'], 'there')).mockReturnValueOnce(second.promise);
    void save();
    void save();
    await settle();
    expect(store.$export.get()).toEqual({ arrived: 2, failure: null });
    second.resolve(page(['b'], null));
    await settle();
    expect(listResults.mock.calls.map(([{ after }]) => after)).toEqual([undefined, 'there']);
    expect(saveFile.mock.calls).toEqual([['day.csv', '\uFEFFb;1\r\nc;1\r\nd;1\r\n', 'text/csv']]);
    expect(store.$export.get()).toEqual({ arrived: null, failure: null });
  });

  test('is not saved when it was stopped, or when a page failed', async () => {
    const { store, listResults, save, saveFile } = open();
    const first = Promise.withResolvers<ResultsPage>();
    listResults.mockReturnValueOnce(first.promise);
    void save();
    store.forget();
    first.resolve(page(['a'], null));
    await settle();
    listResults.mockRejectedValueOnce(OFFLINE);
    await save();
    expect(store.$export.get()).toEqual({ arrived: null, failure: { kind: 'offline' } });
    expect(saveFile).not.toHaveBeenCalled();
  });
});
