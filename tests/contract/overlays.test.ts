import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OverlayListener, ScorerBackend, ViewerBackend } from '../../src/backend/contract.ts';
import { overlayKey } from '../../src/core/overlay/address.ts';
import type { Board } from '../../src/core/overlay/board.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { BOARD, fakeServer } from './fakes.ts';
import { kindOf } from './kind-of.ts';

/** What stores may expect of `ScorerBackend` and `ViewerBackend`, whichever stands behind them. */

interface World {
  /** Signed in, and without an overlay so far. */
  readonly scorer: ScorerBackend;
  readonly viewer: ViewerBackend;
  /** Changes a score past everything, as a page of the first version does; gives what viewers see then. */
  readonly change: (s1: number) => Promise<Board>;
  /** Ends the scorer's session in this browser. */
  readonly dropSession: () => Promise<void>;
  /** Ends every connection and lets none through. */
  readonly cut: () => void;
}

const openFake = async (): Promise<World> => {
  const { server, backend } = fakeServer();
  return {
    scorer: backend,
    viewer: backend,
    change: async (s1) => server.change({ s1 }),
    dropSession: async () => {
      server.signedIn = false;
    },
    cut: server.cut,
  };
};

let embedded: Embedded;

const openEmbedded = async (): Promise<World> => {
  const { id, email, password } = await embedded.addOwner();
  const { auth, scorer, viewer } = embedded;
  await auth.signIn(email, password);
  return {
    scorer,
    viewer,
    change: async (s1) => {
      await embedded.server.pg.query('update public.public_overlays set s1 = $2 where owner_uid = $1', [
        id,
        s1,
      ]);
      const { token } = await scorer.ensureOverlay();
      return (await viewer.getOverlay(token))?.board ?? expect.unreachable('there is no board');
    },
    dropSession: auth.dropSession,
    cut: () => {
      embedded.network.cut();
      onTestFinished(embedded.network.restore);
    },
  };
};

/** Listens until the test ends, and notes what comes. */
const listenTo = async (viewer: ViewerBackend, topic: string) => {
  const listener = {
    joined: vi.fn(),
    changed: vi.fn(),
    gone: vi.fn(),
    lost: vi.fn(),
  } satisfies OverlayListener;
  const close = viewer.listen(topic, listener);
  onTestFinished(close);
  await vi.waitFor(() => expect(listener.joined.mock.calls.length + listener.lost.mock.calls.length).toBe(1));
  return { ...listener, close };
};

const last = (changed: { mock: { lastCall?: unknown[] | undefined } }): unknown => changed.mock.lastCall?.[0];

describe.each([
  ['the fake', openFake],
  ['the embedded server', openEmbedded],
] as const)('the overlay backend of %s', (name, open) => {
  if (name === 'the embedded server') {
    beforeAll(async () => {
      embedded = await startEmbedded();
    });
    afterAll(() => embedded.close());
  }

  let world: World;
  let overlay: { id: string; token: string };
  beforeEach(async () => {
    world = await open();
    overlay = await world.scorer.ensureOverlay();
  });

  test('an owner has one overlay, and both its names open its page', async () => {
    expect(await world.scorer.ensureOverlay()).toEqual(overlay);
    for (const key of [overlay.token, overlay.id]) expect(overlayKey(`/overlay/${key}/`)).toBe(key);
  });

  test('a new overlay shows the defaults to whoever has a name of it', async () => {
    for (const backend of [world.scorer, world.viewer]) {
      for (const key of [overlay.token, overlay.id, overlay.id.toUpperCase()]) {
        expect(await backend.getOverlay(key)).toEqual({
          board: { ...BOARD, match: expect.any(String) as string },
          topic: `overlay:${overlay.token}`,
          serverMillis: expect.any(Number) as number,
        });
      }
    }
  });

  test.each(['', 'A'.repeat(24), '00000000-0000-4000-8000-00000000000a', 'طاولة'])(
    'nothing is found by %j',
    async (key) => {
      expect(await world.viewer.getOverlay(key)).toBeNull();
    },
  );

  test('whoever is signed out sees overlays, and has none', async () => {
    await world.dropSession();
    expect(await kindOf(world.scorer.ensureOverlay())).toBe('sessionExpired');
    expect(await world.scorer.getOverlay(overlay.token)).toMatchObject({ board: { p1: BOARD.p1 } });
  });

  test('whoever listens hears each change, until they stop', async () => {
    const first = await listenTo(world.viewer, `overlay:${overlay.token}`);
    const second = await listenTo(world.scorer, `overlay:${overlay.token}`);
    const boards = [await world.change(1), await world.change(2)];
    for (const { changed } of [first, second]) {
      await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
      expect(changed.mock.calls).toEqual(boards.map((board) => [board]));
    }
    first.close();
    const third = await world.change(3);
    await vi.waitFor(() => expect(last(second.changed)).toEqual(third));
    expect(first.changed).toHaveBeenCalledTimes(2);
    expect(
      [first.joined, first.lost, second.joined, second.lost].map(({ mock }) => mock.calls.length),
    ).toEqual([1, 0, 1, 0]);
  });

  test('while the network is down, listeners are lost and requests fail as offline', async () => {
    const listener = await listenTo(world.viewer, `overlay:${overlay.token}`);
    world.cut();
    await vi.waitFor(() => expect(listener.lost).toHaveBeenCalledOnce());
    const requests = [world.viewer.getOverlay(overlay.token), world.scorer.ensureOverlay()];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => 'offline'));
    const late = await listenTo(world.viewer, `overlay:${overlay.token}`);
    expect([late.joined, late.lost].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    expect(listener.changed).not.toHaveBeenCalled();
  });
});
