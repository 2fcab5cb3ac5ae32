import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { snapshotHost } from '../../../src/config/snapshot.ts';
import type { Failure } from '../../../src/core/failure.ts';
import { sorted } from '../../../src/core/tables/order.ts';
import { createPictures } from '../../../src/features/pictures/pictures.ts';
import { fakeVenue } from '../fakes/venue.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment, fakeSnapshots } from '../fakes/fake-environment.ts';
import { fakeDevice } from '../match/fake-device.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T21:00:00Z') });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const OFFLINE = { kind: 'offline' } as const;
const SITE = 'https://cueboard.test';
const SERVICE = snapshotHost({}, SITE, 'en').endpoint;

/** The screen of pictures at a venue of two tables, with a service that draws whatever it is asked for. */
const open = async (settings: Parameters<typeof snapshotHost>[0] = {}) => {
  const server = fakeVenue();
  const { tables, pictures, network } = server.connect({ owner: 'me' });
  await tables.listTables();
  await tables.addTable('Two');
  const account = { signedIn: true, pictures };
  const snapshots = fakeSnapshots(SITE);
  snapshots.fetch.mockImplementation(async (address) => {
    server.service.draw(new URL(address).searchParams.get('matchId') ?? '');
    return new Response();
  });
  const endedBy = vi.fn<(failure: Failure) => boolean>(() => false);
  const store = createPictures(
    {
      ...fakeEnvironment(`${SITE}/dashboard/`),
      ...fakeDevice(),
      ...snapshots,
      snapshots: () => snapshotHost(settings, SITE, 'en'),
      pictures: () => account.pictures,
    },
    { isSignedIn: () => account.signedIn, endedBy },
  );
  onTestFinished(store.$pictures.listen(() => {}));
  await settle();
  const venue = () => store.$pictures.get().venue ?? expect.unreachable('nothing has arrived');
  const table = (place = 0) => venue().tables[place] ?? expect.unreachable('there is no table');
  return {
    server,
    tables,
    network,
    store,
    venue,
    table,
    account,
    endedBy,
    snapshots,
    asked: () => network.requests.filter((name) => name === 'getVenue').length,
    shown: () => store.$pictures.get().shown,
    score: (s1: number) => server.save(table().tableId ?? '', { s1 }),
  };
};

test('pictures are read at once, and again every few seconds', async () => {
  const { server, table, asked, shown } = await open();
  expect(shown()).toEqual({});
  server.service.upload(table().matchId, Date.now());
  const before = asked();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked()).toBe(before + 1);
  expect(shown()[table().matchId]).toMatchObject({ source: 'upload', capturedAtMillis: Date.now() - 5000 });
});

test('a board that was scored is drawn, once a minute at most; until then the picture before it stays', async () => {
  const { score, snapshots, shown, table } = await open();
  score(1);
  await vi.advanceTimersByTimeAsync(5000);
  const { matchId } = table();
  expect(snapshots.fetch.mock.calls.map(([address]) => address)).toEqual([
    `${SERVICE}?latest=1&matchId=${matchId}`,
  ]);
  const first = shown()[matchId];
  expect(first).toMatchObject({ source: 'board' });
  score(2);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(snapshots.fetch).toHaveBeenCalledOnce();
  expect(table().latest).toMatchObject({ id: null });
  expect(shown()[matchId]).toEqual(first);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(snapshots.fetch).toHaveBeenCalledTimes(2);
  expect(shown()[matchId]?.id).not.toBe(first?.id);
});

test('nothing is drawn while the public page is off, or of a table that was put away', async () => {
  const { store, tables, score, table, snapshots } = await open();
  await store.updateVenue({ isPublic: false });
  score(1);
  await vi.advanceTimersByTimeAsync(5000);
  await tables.archiveTable(table().tableId ?? '', true);
  await store.updateVenue({ isPublic: true });
  expect(snapshots.fetch).not.toHaveBeenCalled();
});

test('another service than our own is asked to draw nothing', async () => {
  const { snapshots, score } = await open({
    PUBLIC_SNAPSHOT_ENDPOINT: 'https://script.google.com/macros/s/a/exec',
  });
  score(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(snapshots.fetch).not.toHaveBeenCalled();
});

test('a service that doesn’t answer takes nothing away', async () => {
  const { snapshots, score, store, venue, asked } = await open();
  snapshots.fetch.mockRejectedValue(new TypeError('Failed to fetch'));
  score(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.$pictures.get()).toMatchObject({ failure: null, shown: {} });
  expect(venue().tables).toHaveLength(2);
  const before = asked();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked()).toBe(before + 1);
});

test('every failure is shown, and the pictures stay', async () => {
  const { network, store, venue } = await open();
  network.failure = OFFLINE;
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.$pictures.get().failure).toEqual(OFFLINE);
  expect(venue().tables).toHaveLength(2);
  network.restore();
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.$pictures.get().failure).toBeNull();
});

test('an ended session is reported', async () => {
  const { network, endedBy } = await open();
  network.failure = { kind: 'sessionExpired' };
  await vi.advanceTimersByTimeAsync(5000);
  expect(endedBy).toHaveBeenCalledWith({ kind: 'sessionExpired' });
});

test('the page is switched and pictures are kept as chosen, shown so at once', async () => {
  const { store, venue, network } = await open();
  expect(await store.updateVenue({ isPublic: false })).toBeNull();
  expect(await store.updateVenue({ keepDays: 7 })).toBeNull();
  expect(venue()).toMatchObject({ isPublic: false, keepDays: 7 });
  network.failure = OFFLINE;
  expect(await store.updateVenue({ isPublic: true })).toEqual(OFFLINE);
  expect(await store.updateVenue({ keepDays: 30 })).toEqual(OFFLINE);
  expect(venue()).toMatchObject({ isPublic: false, keepDays: 7 });
});

test('a new key’s secret is shown until it is hidden or revoked', async () => {
  const { store, venue } = await open();
  expect(await store.addKey(`  ${'🎱'.repeat(61)} `)).toBeNull();
  const { added } = store.$pictures.get();
  const [key] = venue().keys;
  expect(added).toEqual({ id: key?.id, label: '🎱'.repeat(60), secret: expect.any(String) as string });
  store.hideAdded();
  expect(store.$pictures.get().added).toBeNull();
  await store.addKey('Two');
  const two = venue().keys[0]?.id ?? '';
  expect(await store.revokeKey(key?.id ?? '')).toBeNull();
  expect(store.$pictures.get().added).toMatchObject({ id: two });
  expect(await store.revokeKey(two)).toBeNull();
  expect(store.$pictures.get().added).toBeNull();
  expect(venue().keys.map(({ revoked }) => revoked)).toEqual([true, true]);
});

test('a key that could not be made or revoked leaves the list', async () => {
  const { store, venue, network } = await open();
  await store.addKey('One');
  network.failure = OFFLINE;
  expect(await store.addKey('Two')).toEqual(OFFLINE);
  expect(await store.revokeKey(venue().keys[0]?.id ?? '')).toEqual(OFFLINE);
  expect(store.$pictures.get().added).toMatchObject({ label: 'One' });
  expect(venue().keys).toMatchObject([{ label: 'One', revoked: false }]);
});

test('nothing of another account’s is shown, whenever it arrives', async () => {
  const { store, account, server, network, venue } = await open();
  network.held = true;
  void store.addKey('Mine');
  const looking = store.refresh();
  account.pictures = server.connect({ owner: 'another' }).pictures;
  store.forget();
  for (const { answer } of [...network.waiting]) answer();
  await looking;
  await settle();
  expect(store.$pictures.get()).toMatchObject({ added: null });
  account.signedIn = false;
  store.forget();
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.$pictures.get()).toEqual({ venue: null, failure: null, shown: {}, added: null });
  account.signedIn = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(venue().tables).toHaveLength(1);
});

test('links lead to the public page, and the line to send a picture to the service', async () => {
  const { store, venue, table, tables } = await open();
  const [one, two] = [table(), table(1)];
  expect(store.publicLink(venue(), two)).toBe(
    `${SITE}/s/gd/?match=${two.matchId}&venue=${venue().slug}&boards=b1,b2`,
  );
  await tables.archiveTable(one.tableId ?? '', true);
  await store.refresh();
  expect(sorted(venue().tables).inUse.map(({ board }) => board)).toEqual(['b2']);
  expect(store.publicLink(venue(), two)).toBe(
    `${SITE}/s/gd/?match=${two.matchId}&venue=${venue().slug}&boards=b2`,
  );
  expect(store.signLink(two)).toBe(`${SITE}/s/gd/?match=${two.matchId}`);
  expect(store.smallAddress('a_b-c')).toBe(`${SERVICE}/small/a_b-c?lang=en`);
  expect(store.uploadLine(two, 'SECRET')).toContain(
    `"x-upload-key: SECRET" "${SERVICE}?matchId=${two.matchId}"`,
  );
});
