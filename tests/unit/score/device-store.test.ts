import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DEVICE_ROLES, type DeviceAnswer } from '../../../src/core/devices/follow-device.ts';
import { BackendError } from '../../../src/core/failure.ts';
import type { KeptTable } from '../../../src/core/match/table.ts';
import { createDevice } from '../../../src/features/score/device.ts';
import { createFetchedJson } from '../../../src/browser/fetched-json.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';

/** A phone from its first visit to its removal: the data it keeps and deletes. */

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const [, SERVICE] = DEVICE_ROLES;
const LET_IN: DeviceAnswer = {
  status: 'letIn',
  topic: 'device:1',
  device: { id: '1', title: 'Karim', role: SERVICE, table: null },
};
const ONE = '00000000-0000-4000-8000-000000000001';
const TWO = '00000000-0000-4000-8000-000000000002';
const THREE = '00000000-0000-4000-8000-000000000003';

const WAITING: DeviceAnswer = {
  status: 'waiting',
  code: 'CDFHJK',
  expiresInMillis: 600_000,
  topic: 'device:1',
};

/** A browser with storage, and a server that returns `answer`; null for no network. */
const fakeWorld = () => {
  const world = {
    storage: fakeStorage(),
    answer: { status: 'unknown' } as DeviceAnswer | null,
    /** The requests, in order. */
    asked: [] as string[],
    /** The tables on which something was not sent. */
    unsent: [] as string[],
    /** The matches that were forgotten. */
    dropped: [] as string[],
    secrets: 0,
  };
  const ask = (what: string) => async (secret: string) => {
    world.asked.push(`${what} ${secret}`);
    if (!world.answer) throw new BackendError({ kind: 'offline' });
    if (what === 'code') world.answer = WAITING;
    return world.answer;
  };
  let changed = (): void => {};
  const open = async (hash = '') => {
    const { $view, $left, letIn, goOn, pairingAddress } = createDevice({
      ...fakeEnvironment(`https://cueboard.test/score/${hash}`, world.storage),
      backend: () => ({
        askDevice: ask('ask'),
        beginPairing: ask('code'),
        listenDevice: (_topic, listener) => {
          changed = listener.changed;
          listener.joined();
          return () => {};
        },
      }),
      newSecret: () => `secret-${++world.secrets}`,
      venueAs: () => expect.unreachable('no venue is opened'),
      offlineStore: () => ({
        open: async ({ table }) => {
          const matches = ['old', 'last']
            .map((id) => `${table} ${id}`)
            .filter((id) => !world.dropped.includes(id))
            .map((id) => ({
              match: { id },
              actions: world.unsent.includes(table) && id.endsWith('last') ? [{}] : [],
            }));
          return { current: null, matches } as unknown as KeptTable;
        },
        keep: async (_key, { dropped }) => void world.dropped.push(...dropped),
        watch: () => () => {},
      }),
    });
    const close = $view.listen(() => {});
    onTestFinished(close);
    await settle();
    return { view: () => $view.get(), left: () => $left.get(), letIn, goOn, pairingAddress, close };
  };
  return { world, open, tell: () => changed() };
};

test('a visitor takes no code and asks nothing; one tap asks for a code', async () => {
  const { world, open } = fakeWorld();
  const { view, letIn, pairingAddress } = await open();
  expect([view(), world.asked, world.storage.length]).toEqual([{ status: 'offering' }, [], 0]);
  letIn();
  await settle();
  expect(view()).toEqual({ status: 'waiting', code: 'CDFHJK' });
  expect(world.asked[0]).toBe('code secret-1');
  expect(pairingAddress('/fr/dashboard/', 'CDFHJK')).toBe(
    'https://cueboard.test/fr/dashboard/#paired/CDFHJK',
  );
});

test('let in, it opens at once on its next visit, without a network too', async () => {
  const { world, open, tell } = fakeWorld();
  const first = await open();
  first.letIn();
  await settle();
  world.answer = LET_IN;
  tell();
  await settle();
  expect(first.view()).toMatchObject({ status: 'letIn', device: { title: 'Karim' } });
  first.close();
  world.answer = null;
  expect((await open()).view()).toMatchObject({ status: 'letIn', device: { role: SERVICE } });
});

test('removed, it forgets the venue except for unsent actions and the open table', async () => {
  const { world, open } = fakeWorld();
  world.storage.setItem('device-secret-1', '"secret-0"');
  world.storage.setItem('device-1', JSON.stringify('device' in LET_IN ? LET_IN.device : null));
  const tables = [ONE, TWO, THREE].map((id) => ({ id, title: id, token: 'told to nobody' }));
  world.storage.setItem('venue-2', JSON.stringify({ who: '1', tables }));
  world.storage.setItem('room-2', JSON.stringify({ who: '1', list: 'told to nobody' }));
  world.storage.setItem('room-changes-1', JSON.stringify({ who: '1', changes: 'told to nobody' }));
  world.storage.setItem('room-made-1', JSON.stringify({ who: '1', made: 'told to nobody' }));
  world.unsent.push(TWO);
  world.answer = { status: 'removed', id: '1' };
  const { view, left, close, letIn } = await open(`#${ONE}/pad`);
  expect(view()).toEqual({ status: 'removed', id: '1' });
  expect(left()).toMatchObject({ device: '1', isUnsent: true, tables: [{ id: ONE }, { id: TWO }] });
  const keys = Array.from({ length: world.storage.length }, (_, at) => world.storage.key(at));
  expect(keys.sort()).toEqual(['device-left-1', 'device-secret-1']);
  expect(world.storage.getItem('device-left-1')).not.toContain('told to nobody');
  expect(world.dropped).toEqual([`${TWO} old`, `${THREE} old`, `${THREE} last`]);
  close();

  // Without a network, it is still known what became of it.
  world.answer = null;
  const again = await open(`#${ONE}/pad`);
  expect(again.left()).toMatchObject({ tables: [{ id: TWO }] });
  expect(world.dropped.slice(3)).toEqual([`${ONE} old`, `${ONE} last`]);
  // It may come in again, as another device.
  letIn();
  await settle();
  expect(world.asked.at(-1)).toBe('code secret-1');
});

test('a remote that is moved to another table shows its unsent actions until they were seen', async () => {
  const { world, open, tell } = fakeWorld();
  const remoteAt = (id: string): DeviceAnswer => ({
    status: 'letIn',
    topic: 'device:1',
    device: { id: '1', title: 'Karim', role: 'remote', table: { id, title: id, kind: 'pool' } },
  });
  world.storage.setItem('device-secret-1', '"secret"');
  world.answer = remoteAt(ONE);
  const first = await open();
  expect(first.left()).toBeNull();
  world.unsent = [ONE];
  world.answer = remoteAt(TWO);
  tell();
  await settle();
  expect(first.left()).toEqual({ device: '1', isUnsent: true, tables: [{ id: ONE, title: ONE }] });
  first.close();

  // After a reload, and beside a table that it has next.
  const again = await open();
  expect(again.left()).toMatchObject({ tables: [{ id: ONE }] });
  world.answer = remoteAt(THREE);
  tell();
  await settle();
  expect(again.left()).toMatchObject({ tables: [{ id: ONE }] });
  again.goOn();
  expect(again.left()).toBeNull();
  again.close();
  expect((await open()).left()).toBeNull();

  // Its first table again: there it is sent.
  world.unsent = [THREE];
  world.answer = remoteAt(ONE);
  const back = await open();
  expect(back.left()).toMatchObject({ tables: [{ id: THREE }] });
  world.answer = remoteAt(THREE);
  tell();
  await settle();
  expect(back.left()).toBeNull();
});

test('a desk’s texts are fetched until they arrive, once for each address', async () => {
  const environment = fakeEnvironment();
  environment.fetchJson.mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ said: 1 });
  const watch = (address: string) => {
    const $props = createFetchedJson(environment, address, 'desk-1');
    onTestFinished($props.listen(() => {}));
    return $props;
  };
  const $first = watch('/desk.json?1');
  await settle();
  expect($first.get()).toEqual({ value: null, failed: true });
  await vi.advanceTimersByTimeAsync(5000);
  expect($first.get()).toEqual({ value: { said: 1 }, failed: false });
  expect(watch('/desk.json?1').get().value).toEqual({ said: 1 });
  expect(environment.fetchJson).toHaveBeenCalledTimes(2);
  watch('/desk.json?2');
  await settle();
  expect(environment.fetchJson).toHaveBeenLastCalledWith('/desk.json?2');
});
