import * as fake from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MatchRecord } from '../../../src/backend/contract.ts';
import type { MatchChanges, News, TableChanges } from '../../../src/core/match/kept.ts';
import type { KeptAction } from '../../../src/core/match/state.ts';
import type { OfflineStore } from '../../../src/browser/offline-store.ts';
import { fakeStorage } from '../fakes/browser-fakes.ts';
import { fakeDisk } from './fake-offline-store.ts';

/** What scoring may expect of an `OfflineStore`: the tests' own, and the browser's. */

const openFake = async (): Promise<[OfflineStore, OfflineStore]> => {
  const disk = fakeDisk();
  return [disk.connect(), disk.connect()];
};

/** Two pages of one browser. */
const openBrowser = async (): Promise<[OfflineStore, OfflineStore]> => {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fake.IDBFactory());
  const page = async (): Promise<OfflineStore> => {
    vi.resetModules();
    return (await import('../../../src/browser/offline-store.ts')).offlineStore;
  };
  return [await page(), await page()];
};

const TABLE = { who: 'me', table: 'table 1' };
const RECORD: MatchRecord = {
  id: 'match 1',
  tableId: 'table 1',
  number: 1,
  previous: null,
  game: 'eight-ball',
  rules: 1,
  start: {},
  seq: 0,
  startedAtMillis: 0,
  endedAtMillis: null,
};
const entry = (seq: number) => ({
  seq,
  id: `entry ${String(seq)}`,
  kind: 'rack',
  body: {},
  atMillis: seq,
  by: 'me',
});
const kept = (id: string): KeptAction => ({
  action: {
    id,
    kind: 'rack',
    body: { side: 'A' },
    seq: null,
    own: true,
    origin: 'pad',
    atMillis: 1,
    by: null,
    order: 1,
    seqAtTap: 0,
    tap: { wallMillis: 1, steadyMillis: 1, life: 'x' },
    positionAtTap: { unitsCompleted: 0, turn: null },
  },
  question: null,
});
const changes = (match: Partial<MatchChanges>, more: Partial<TableChanges> = {}): TableChanges => ({
  about: null,
  matches: [
    {
      match: 'match 1',
      about: null,
      forgets: false,
      entries: [],
      put: [],
      removed: [],
      gone: [],
      held: null,
      ...match,
    },
  ],
  dropped: [],
  ...more,
});
const FIRST = changes(
  {
    about: { match: RECORD, held: true, board: null },
    entries: [entry(1), entry(2)],
    put: [kept('a'), kept('b')],
    held: true,
  },
  { about: { current: 'match 1' } },
);

describe.each([
  ['the fake', openFake],
  ['the browser', openBrowser],
] as const)('%s', (_name, open) => {
  let offlineStore: OfflineStore;
  let other: OfflineStore;
  beforeEach(async () => {
    [offlineStore, other] = await open();
  });
  afterEach(() => vi.unstubAllGlobals());

  test('keeps a table’s matches, their logs and unsent actions, for the pages of one login', async () => {
    expect(await offlineStore.open(TABLE)).toEqual({ current: null, matches: [] });
    await offlineStore.keep(TABLE, FIRST);
    await offlineStore.keep(TABLE, changes({ entries: [entry(3)], removed: ['a'] }));
    expect(await other.open(TABLE)).toEqual({
      current: 'match 1',
      matches: [
        {
          match: RECORD,
          held: true,
          board: null,
          entries: [entry(1), entry(2), entry(3)],
          actions: [kept('b')],
        },
      ],
    });
    for (const key of [
      { ...TABLE, who: 'somebody else' },
      { ...TABLE, table: 'table 2' },
    ])
      expect((await other.open(key)).matches).toEqual([]);
  });

  test('forgets a log that is no longer the server’s, and a match that is settled', async () => {
    await offlineStore.keep(TABLE, FIRST);
    await offlineStore.keep(TABLE, changes({ forgets: true, entries: [entry(1)] }));
    expect((await offlineStore.open(TABLE)).matches[0]?.entries).toEqual([entry(1)]);
    await offlineStore.keep(TABLE, changes({}, { matches: [], dropped: ['match 1'] }));
    expect((await offlineStore.open(TABLE)).matches).toEqual([]);
  });

  test('tells the other pages of one login about new and settled actions', async () => {
    const received = vi.fn<(news: News) => void>();
    const itself = vi.fn<(news: News) => void>();
    const strange = vi.fn<(news: News) => void>();
    onTestFinished(offlineStore.watch(TABLE, itself));
    onTestFinished(other.watch(TABLE, received));
    onTestFinished(other.watch({ ...TABLE, who: 'somebody else' }, strange));
    await offlineStore.keep(TABLE, FIRST);
    await offlineStore.keep(TABLE, changes({ removed: ['a'], gone: ['a'] }));
    await expect.poll(() => received.mock.calls.length).toBe(2);
    expect(received.mock.calls).toEqual([
      [{ match: 'match 1', put: [kept('a'), kept('b')], gone: [], held: true }],
      [{ match: 'match 1', put: [], gone: ['a'], held: null }],
    ]);
    expect(itself).not.toHaveBeenCalled();
    expect(strange).not.toHaveBeenCalled();
  });
});

test('a database of version 1 keeps its unsent actions', async () => {
  const [offlineStore] = await openBrowser();
  onTestFinished(() => void vi.unstubAllGlobals());
  const {
    positionAtTap: { unitsCompleted, ...position },
    seqAtTap,
    ...action
  } = kept('a').action;
  const old = { ...action, seen: seqAtTap, saw: { ...position, given: unitsCompleted } };
  const asked = { id: 'b', reason: { refused: 'movedOn' } };
  const db = await openDB('scoring', 1, {
    upgrade: (fresh) => {
      for (const store of ['tables', 'matches', 'entries', 'actions']) fresh.createObjectStore(store);
    },
  });
  await db.put('tables', { current: 'match 1' }, ['me', 'table 1']);
  await db.put('matches', { match: RECORD, held: true, board: null }, ['me', 'table 1', 'match 1']);
  await db.put('entries', entry(1), ['me', 'table 1', 'match 1', 1]);
  await db.put('actions', { action: old, question: null }, ['me', 'table 1', 'match 1', 'a']);
  await db.put('actions', { action: { ...old, id: 'b' }, question: asked }, [
    'me',
    'table 1',
    'match 1',
    'b',
  ]);
  db.close();
  const actions = [kept('a'), { ...kept('b'), question: asked }];
  expect(await offlineStore.open(TABLE)).toEqual({
    current: 'match 1',
    matches: [{ match: RECORD, held: true, board: null, entries: [entry(1)], actions }],
  });
});

test('a write that the browser drops with its page is made by the next page, once', async () => {
  vi.stubGlobal('localStorage', fakeStorage());
  const leaving: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_type: string, leave: () => void) => leaving.push(leave));
  const [left] = await openBrowser();
  onTestFinished(() => void vi.unstubAllGlobals());
  await left.keep(TABLE, FIRST);
  const dropped = left.keep(TABLE, changes({ put: [kept('on the way out')] }));
  leaving.forEach((leave) => leave());
  await dropped;
  // Of the first write nothing is left to repeat.
  const [next, other] = await openBrowser();
  expect(await next.open(TABLE)).toEqual({ current: null, matches: [] });
  await next.keep(TABLE, FIRST);
  const { matches } = await other.open(TABLE);
  expect(matches.flatMap(({ actions }) => actions.map(({ action }) => action.id))).toContain(
    'on the way out',
  );
  expect(localStorage.getItem('scoring-left')).toBeNull();
});

test('where a browser has no database, keeping fails and says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  const { offlineStore } = await import('../../../src/browser/offline-store.ts');
  await expect(offlineStore.open(TABLE)).rejects.toThrow();
  await expect(offlineStore.keep(TABLE, FIRST)).rejects.toThrow();
});
