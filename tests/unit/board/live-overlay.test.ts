import { atom, cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  DRESS_MILLIS,
  POLL_DOWN_MILLIS,
  POLL_MISSING_MILLIS,
  POLL_UP_MILLIS,
} from '../../../src/core/overlay/follow-overlay.ts';
import { BackendError } from '../../../src/core/failure.ts';
import { REFUSED_MILLIS } from '../../../src/core/follow/follow.ts';
import { createBoardClocks } from '../../../src/features/board/board-clocks.ts';
import { createLiveOverlay } from '../../../src/features/board/live.ts';
import { createOverlay } from '../../../src/features/board/overlay.ts';
import { BOARD, TOKEN } from '../../common/board.ts';
import { fakeServer } from '../fakes/overlay.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  browser = stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SCREEN = '0b7f2c0e5d3a4a439f2e0a1b2c3d4e5f';

const settle = () => vi.advanceTimersByTimeAsync(0);

const open = ({ server, backend } = fakeServer()) => {
  const live = createLiveOverlay({
    backend: () => backend,
    $key: atom(TOKEN),
    environment: fakeEnvironment(),
    screen: SCREEN,
  });
  return { server, ...live, close: live.$live.listen(() => {}) };
};

test('shows nothing, then the board, and is live', async () => {
  const { $live, server } = open();
  expect($live.get()).toMatchObject({ board: null, missing: false });
  await settle();
  expect($live.get()).toMatchObject({ board: BOARD, connection: 'live' });
  server.change({ s1: 1 });
  expect($live.get().board?.s1).toBe(1);
});

test('fetches again after joining, because changes in between weren’t announced', async () => {
  const network = fakeServer();
  const { $live, server } = open({
    ...network,
    backend: {
      ...network.backend,
      listen: (topic, listener) => {
        network.server.change({ s1: 8 }, false);
        return network.backend.listen(topic, listener);
      },
    },
  });
  await settle();
  expect($live.get()).toMatchObject({ board: { s1: 8 }, connection: 'live' });
  expect(server.fetches).toBe(2);
});

test('a refused page, such as a removed device’s, polls every few minutes, and at once when it becomes visible', async () => {
  const network = fakeServer();
  const getOverlay = vi.fn(() => Promise.reject(new BackendError({ kind: 'forbidden' })));
  const { refresh } = open({ ...network, backend: { ...network.backend, getOverlay } });
  await vi.advanceTimersByTimeAsync(REFUSED_MILLIS - 1000);
  expect(getOverlay).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(REFUSED_MILLIS);
  expect(getOverlay).toHaveBeenCalledTimes(2);
  await refresh();
  expect(getOverlay).toHaveBeenCalledTimes(3);
});

test('ignores boards that aren’t newer', async () => {
  const { $live, server } = open();
  await settle();
  server.change({ s1: 2 });
  server.announce({ ...BOARD, s1: 9, rev: 1 });
  expect($live.get().board?.s1).toBe(2);
});

test('keeps the board while the network is down and catches up within two seconds of its return', async () => {
  const { $live, server } = open();
  await settle();
  server.cut();
  expect($live.get()).toMatchObject({ board: BOARD, connection: 'reconnecting' });
  server.change({ p1: 'Amine' }, false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect($live.get().board?.p1).toBe('PLAYER A');
  server.restore();
  await vi.advanceTimersByTimeAsync(2000);
  expect($live.get()).toMatchObject({ board: { p1: 'Amine' }, connection: 'live' });
  expect(server.connections()).toBe(1);
});

test('a connection that never joins is given up and replaced', async () => {
  const { $live, server } = open();
  server.joins = false;
  await vi.advanceTimersByTimeAsync(5500);
  expect($live.get().connection).toBe('reconnecting');
  server.joins = true;
  await vi.advanceTimersByTimeAsync(POLL_DOWN_MILLIS);
  expect($live.get().connection).toBe('live');
  expect(server.connections()).toBe(1);
});

test('a lost broadcast is made up for by the slow poll', async () => {
  const { $live, server } = open();
  await settle();
  server.change({ s2: 6 }, false);
  await vi.advanceTimersByTimeAsync(POLL_UP_MILLIS);
  expect($live.get().board?.s2).toBe(6);
});

test('catches up at once when the network or the page comes back', async () => {
  const { $live, server } = open();
  await settle();
  server.change({ s2: 6 }, false);
  browser.document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect($live.get().board?.s2).toBe(6);
  browser.window.dispatchEvent(new Event('offline'));
  expect($live.get().connection).toBe('offline');
  server.change({ s2: 7 }, false);
  browser.window.dispatchEvent(new Event('online'));
  await settle();
  expect($live.get()).toMatchObject({ board: { s2: 7 }, connection: 'live' });
  expect(server.connections()).toBe(1);
});

test('is missing only when the server says so, and appears when it is made later', async () => {
  const network = fakeServer();
  const { server } = network;
  server.failure = { kind: 'offline' };
  const { $live } = open(network);
  await vi.advanceTimersByTimeAsync(10_000);
  expect($live.get()).toMatchObject({ board: null, missing: false });
  server.failure = null;
  server.board = null;
  await vi.advanceTimersByTimeAsync(POLL_DOWN_MILLIS);
  expect($live.get().missing).toBe(true);
  server.board = BOARD;
  await vi.advanceTimersByTimeAsync(POLL_MISSING_MILLIS);
  expect($live.get()).toMatchObject({ board: BOARD, missing: false });
});

test('a board that was on air goes dark when its record is gone, without a message', async () => {
  const { $live, server } = open();
  await settle();
  server.board = null;
  await vi.advanceTimersByTimeAsync(POLL_UP_MILLIS + POLL_DOWN_MILLIS);
  expect($live.get()).toMatchObject({ board: null, missing: false });
  expect(server.connections()).toBe(0);
  server.board = { ...BOARD, s1: 4 };
  await vi.advanceTimersByTimeAsync(POLL_MISSING_MILLIS);
  expect($live.get()).toMatchObject({ board: { s1: 4 }, connection: 'live' });
});

test('a link that was replaced goes dark at once', async () => {
  const network = fakeServer();
  let replace = (): void => {};
  const { $live } = open({
    ...network,
    backend: {
      ...network.backend,
      listen: (topic, listener) => {
        replace = listener.gone;
        return network.backend.listen(topic, listener);
      },
    },
  });
  await settle();
  network.server.board = null;
  replace();
  expect($live.get()).toMatchObject({ board: null, missing: false });
  await settle();
  expect($live.get()).toMatchObject({ board: null, missing: false });
  expect(network.server.connections()).toBe(0);
});

test('a screen doesn’t ask when who may score changes', async () => {
  const network = fakeServer();
  let tell = (): void => {};
  const { $live } = open({
    ...network,
    backend: {
      ...network.backend,
      listen: (topic, listener) => {
        tell = listener.rights;
        return network.backend.listen(topic, listener);
      },
    },
  });
  await settle();
  const { fetches } = network.server;
  tell();
  await vi.advanceTimersByTimeAsync(1000);
  expect($live.get().rights).toBe(1);
  expect(network.server.fetches).toBe(fetches);
});

test('a screen says which revision it shows, and a desk that only looks says nothing', async () => {
  for (const [screen, claims] of [
    [
      SCREEN,
      [
        { screen: SCREEN, rev: null },
        { screen: SCREEN, rev: 1 },
      ],
    ],
    [undefined, [undefined, undefined]],
  ] as const) {
    const { backend } = fakeServer();
    const getOverlay = vi.fn(backend.getOverlay);
    const { $live } = createLiveOverlay({
      backend: () => ({ ...backend, getOverlay }),
      $key: atom(TOKEN),
      environment: fakeEnvironment(),
      screen,
    });
    const close = $live.listen(() => {});
    await settle();
    expect(getOverlay.mock.calls).toEqual(claims.map((claim) => [TOKEN, claim]));
    close();
  }
});

test('stops everything without watchers', async () => {
  const { server, close } = open();
  await settle();
  close();
  await vi.advanceTimersByTimeAsync(1500);
  const { fetches } = server;
  await vi.advanceTimersByTimeAsync(10 * POLL_UP_MILLIS);
  expect(server.fetches).toBe(fetches);
  expect(server.connections()).toBe(0);
});

test('the clock shows server time and speaks only when its text changes', async () => {
  const { $live, server } = open();
  server.aheadMillis = 3_600_000;
  await settle();
  const texts: string[] = [];
  const { $clockText: $text } = createBoardClocks($live, () => Date.now());
  const close = $text.subscribe((text) => texts.push(text));
  server.change({
    clock: { running: true, startedAtMillis: Date.now() + 3_600_000 - 500, accumSeconds: 58 },
  });
  await vi.advanceTimersByTimeAsync(3000);
  expect(texts).toEqual(['00:00:00', '00:00:58', '00:00:59', '00:01:00', '00:01:01']);
  close();
  cleanStores($text, $live);
});

test('an address that can be no overlay’s is missing without asking', async () => {
  const { backend, server } = fakeServer();
  const { $live } = createOverlay({
    ...fakeEnvironment('https://cueboard.test/overlay/nope'),
    viewer: () => backend,
    newScreen: () => SCREEN,
  });
  const close = $live.listen(() => {});
  await vi.advanceTimersByTimeAsync(5000);
  expect($live.get().missing).toBe(true);
  expect(server.fetches).toBe(0);
  close();
});

test('the branding is fetched once when it changes, and once when the players change', async () => {
  const { $live, server } = open();
  await settle();
  const before = server.fetches;
  const face = { name: 'Zineb', flag: 'MA', picture: null };
  server.dress({ table: 'Table 4', faces: [face], sponsors: [] });
  server.dress({ table: 'Table 5', faces: [face], sponsors: [] });
  expect(server.fetches).toBe(before);
  await vi.advanceTimersByTimeAsync(DRESS_MILLIS);
  expect(server.fetches).toBe(before + 1);
  expect($live.get().branding).toMatchObject({ table: 'Table 5', faces: [face] });
  for (const p1 of ['Zineb', 'Amine', 'Zineb']) server.change({ p1 });
  await vi.advanceTimersByTimeAsync(DRESS_MILLIS);
  expect(server.fetches).toBe(before + 2);
  server.change({ s1: 1 });
  await vi.advanceTimersByTimeAsync(POLL_UP_MILLIS - 1);
  expect(server.fetches).toBe(before + 2);
});
