import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { POLL_DOWN_MILLIS, POLL_UP_MILLIS } from '../../../src/core/devices/pairing.ts';
import { createTelevision } from '../../../src/features/television/television.ts';
import { BEAT_MILLIS, GRACE_MILLIS } from '../../../src/features/television/television-tables.ts';
import { alwaysShowing } from '../../../src/core/television/programme.ts';
import { fakeVenue } from '../fakes/venue.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';

/** A television from its first start to its table: its storage, and its messages without a network. */

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(BEAT_MILLIS);

/** A venue, and a device on whose storage televisions are switched on, one after the other. */
const open = (storage = fakeStorage()) => {
  const server = fakeVenue();
  const owner = server.connect({ owner: 'me' });
  let secrets = 0;
  const switchOn = async () => {
    const { matches, television, network } = server.connect({ link: '' });
    const { $view, tables, pairingAddress } = createTelevision({
      ...fakeEnvironment('https://cueboard.test/fr/tv/', storage),
      viewer: () => matches,
      television: () => television,
      newScreen: () => 'screen-1',
      newSecret: () => `${++secrets}`.padStart(48, 'f'),
    });
    const ends = [
      $view.listen(() => {}),
      tables.$tables.listen(() => {}),
      tables.$staleSince.listen(() => {}),
    ];
    const off = (): void => ends.splice(0).forEach((end) => end());
    onTestFinished(off);
    await settle();
    const boards = () =>
      tables.$tables.get().map(({ title, $live }) => {
        const end = $live.listen(() => {});
        onTestFinished(end);
        const { board } = $live.get();
        return board ? `${title}: ${board.s1}–${board.s2}` : `${title}: –`;
      });
    return {
      network,
      off,
      boards,
      pairingAddress,
      view: () => $view.get(),
      code: () => {
        const view = $view.get();
        return view.status === 'pairing' ? (view.code ?? '') : expect.unreachable(view.status);
      },
      staleSince: () => tables.$staleSince.get(),
    };
  };
  const pair = async (code: string, tableId: string | null = null) => {
    expect(
      await owner.televisions.pairTelevision(code, {
        title: 'Bar',
        tableId,
        query: '',
        programme: alwaysShowing(tableId === null ? 'tables' : 'table'),
      }),
    ).toBe('paired');
    await settle();
  };
  const table = async () => (await owner.tables.listTables()).tables[0]?.id ?? '';
  return { server, owner, storage, switchOn, pair, table };
};

test('a code leads to the desk, and pairs the television with a table that it follows', async () => {
  const { switchOn, pair, table, server } = open();
  const television = await switchOn();
  const code = television.code();
  expect(television.pairingAddress('/fr/dashboard/', code)).toBe(
    `https://cueboard.test/fr/dashboard/#paired/${code}`,
  );
  const id = await table();
  await pair(code, id);
  expect(television.boards()).toEqual(['Overlay 1: 0–0']);
  server.save(id, { s1: 3 });
  await settle();
  expect(television.boards()).toEqual(['Overlay 1: 3–0']);
});

test('an unused code is replaced before it expires', async () => {
  const { switchOn } = open();
  const television = await switchOn();
  const first = television.code();
  await vi.advanceTimersByTimeAsync(7 * 60_000);
  expect(television.code()).toBe(first);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(television.code()).not.toBe(first);
});

test('after a power cut it shows its tables at once, without a network as they were last', async () => {
  const { switchOn, pair, table, server, owner } = open();
  const before = await switchOn();
  const id = await table();
  await owner.tables.addTable('Two');
  await pair(before.code());
  server.save(id, { s1: 4 });
  await settle();
  before.off();
  await vi.advanceTimersByTimeAsync(5000);

  // The server is back later than the power.
  const after = await switchOn();
  after.network.cut();
  const lastSeen = Date.now();
  expect(after.view()).toMatchObject({ status: 'paired', assignment: { programme: { turns: ['tables'] } } });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(after.boards()).toEqual(['Overlay 1: 4–0', 'Two: 0–0']);
  expect(after.staleSince()).toBeLessThanOrEqual(lastSeen);
  server.save(id, { s1: 5 });
  after.network.restore();
  await vi.advanceTimersByTimeAsync(POLL_DOWN_MILLIS);
  expect(after.boards()).toEqual(['Overlay 1: 5–0', 'Two: 0–0']);
  expect(after.staleSince()).toBeNull();
});

test('behind a captive portal it asks less and less often, with each of its tables', async () => {
  const { switchOn, pair, owner } = open();
  for (const title of ['Two', 'Three', 'Four', 'Five', 'Six']) await owner.tables.addTable(title);
  const television = await switchOn();
  await pair(television.code());
  const asked = () => television.network.requests.length;
  television.network.cut({ kind: 'other', message: '' });
  const before = asked();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked() - before).toBeLessThanOrEqual(7 * 5);
  const steady = asked();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked() - steady).toBeLessThanOrEqual((7 * 600) / 15);
  // Once the portal lets it through, it continues by itself.
  television.network.restore();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(television.staleSince()).toBeNull();
});

test('a network that is gone for longer than a moment is said, with when the board was right', async () => {
  const { switchOn, pair, table } = open();
  const television = await switchOn();
  await pair(television.code(), await table());
  await vi.advanceTimersByTimeAsync(120_000);
  const cut = Date.now();
  television.network.cut();
  await vi.advanceTimersByTimeAsync(GRACE_MILLIS - 1);
  expect(television.staleSince()).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(television.staleSince()).toBe(cut);
  expect(television.boards()).toEqual(['Overlay 1: 0–0']);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(television.staleSince()).toBe(cut);
});

test('unpaired, it shows a code, and nothing of the venue is left on the device', async () => {
  const { switchOn, pair, table, owner, storage, server } = open();
  const television = await switchOn();
  await pair(television.code(), await table());
  server.save(await table(), { p1: 'Salma' });
  await settle();
  const kept = () =>
    JSON.stringify(
      Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')),
    );
  expect(kept()).toContain('Salma');
  const [shown] = (await owner.televisions.listTelevisions()).televisions;
  await owner.televisions.unpairTelevision(shown?.id ?? '');
  await settle();
  expect(television.code()).not.toBe('');
  expect(television.boards()).toEqual([]);
  expect(kept()).not.toContain('Salma');
  expect(kept()).not.toContain('Overlay 1');
  // With another secret: the former one is useless.
  expect(kept()).toContain(`${'f'.repeat(47)}2`);
});

test('it is switched to other tables, and keeps none that it shows no more', async () => {
  const { switchOn, pair, table, owner, storage } = open();
  const television = await switchOn();
  const id = await table();
  await owner.tables.addTable('Two');
  await pair(television.code());
  expect(television.boards()).toEqual(['Overlay 1: 0–0', 'Two: 0–0']);
  const [shown] = (await owner.televisions.listTelevisions()).televisions;
  await owner.televisions.updateTelevision(shown?.id ?? '', {
    title: 'Bar',
    tableId: id,
    query: '',
    programme: alwaysShowing('table'),
  });
  await settle();
  expect(television.boards()).toEqual(['Overlay 1: 0–0']);
  expect(Object.keys(JSON.parse(storage.getItem('television-boards-2') ?? '{}') as object)).toHaveLength(1);
});

test('a table whose link is replaced stays on the television', async () => {
  const { switchOn, pair, table, owner, server } = open();
  const television = await switchOn();
  const id = await table();
  await pair(television.code(), id);
  await owner.tables.replaceOverlayLink(id);
  server.save(id, { s2: 2 });
  await settle();
  expect(television.boards()).toEqual(['Overlay 1: 0–2']);
});

test('where nothing can be kept it works as long as it is on', async () => {
  const refuse = (): never => {
    throw new Error('forbidden');
  };
  const forbidden = Object.assign(fakeStorage(), { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { switchOn, pair, table } = open(forbidden);
  const television = await switchOn();
  await pair(television.code(), await table());
  await vi.advanceTimersByTimeAsync(2 * POLL_UP_MILLIS);
  expect(television.boards()).toEqual(['Overlay 1: 0–0']);
  television.off();
  await vi.advanceTimersByTimeAsync(5000);
  expect((await switchOn()).code()).not.toBe('');
});
