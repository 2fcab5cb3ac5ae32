import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OverlayListener, ViewerBackend } from '../../src/backend/contract.ts';
import { overlayKey } from '../../src/core/overlay/address.ts';
import type { Board } from '../../src/core/overlay/board.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { BOARD } from '../common/board.ts';
import { kindOf } from './kind-of.ts';

/** What stores may expect of `ViewerBackend`. */

interface World {
  readonly viewer: ViewerBackend;
  readonly id: string;
  readonly token: string;
  /** Changes player A's score. */
  readonly score: (s1: number) => Promise<void>;
  /** Ends every connection and lets none through. */
  readonly cut: () => void;
}

/** A new overlay's board. Another contract tests its match. */
const NEW: Board = {
  ...BOARD,
  match: expect.toBeOneOf([null, expect.any(String)]) as string | null,
  seq: expect.any(Number) as number,
};

let embedded: Embedded;

const open = async (): Promise<World> => {
  const { email, password } = await embedded.addOwner();
  const { auth, tables, viewer, network, server } = embedded;
  await auth.signIn(email, password);
  const [table] = (await tables.listTables()).tables;
  const { id, token } = table ?? expect.unreachable('there is no table');
  return {
    viewer,
    id,
    token,
    score: async (s1) => {
      await server.pg.query('update public.public_overlays set s1 = $2 where url_token = $1', [token, s1]);
    },
    cut: () => {
      network.cut();
      onTestFinished(network.restore);
    },
  };
};

/** Listens until the test ends, and records the messages. */
const listenTo = async (viewer: ViewerBackend, topic: string) => {
  const listener = {
    joined: vi.fn(),
    branding: vi.fn(),
    seats: vi.fn(),
    rights: vi.fn(),
    gone: vi.fn(),
    lost: vi.fn(),
    changed: vi.fn<OverlayListener['changed']>(),
  };
  const close = viewer.listen(topic, listener);
  onTestFinished(close);
  await expect.poll(() => listener.joined.mock.calls.length + listener.lost.mock.calls.length).toBe(1);
  return { ...listener, close };
};

describe('the overlay backend', () => {
  beforeAll(async () => {
    embedded = await startEmbedded();
  });
  afterAll(() => embedded.close());

  let world: World;
  beforeEach(async () => {
    world = await open();
  });

  const board = async (): Promise<Board | undefined> => (await world.viewer.getOverlay(world.token))?.board;

  test('a new overlay shows the defaults by token and by id', async () => {
    for (const key of [world.token, world.id, world.id.toUpperCase()]) {
      expect(overlayKey(`/overlay/${key}/`)).toBe(key);
      expect(await world.viewer.getOverlay(key)).toEqual({
        board: NEW,
        branding: { table: expect.any(String) as string, faces: [], sponsors: [] },
        topic: `overlay:${world.token}`,
        serverMillis: expect.any(Number) as number,
      });
    }
  });

  test.each(['', 'A'.repeat(24), '00000000-0000-4000-8000-00000000000a', 'طاولة'])(
    'nothing is found by %j',
    async (key) => {
      expect(await world.viewer.getOverlay(key)).toBeNull();
    },
  );

  test('a listener receives each change in its current state until it stops', async () => {
    const first = await listenTo(world.viewer, `overlay:${world.token}`);
    const second = await listenTo(world.viewer, `overlay:${world.token}`);
    await world.score(1);
    const one = await board();
    expect(one).toEqual({ ...NEW, s1: 1, rev: 2 });
    await world.score(2);
    const two = await board();
    for (const { changed } of [first, second]) {
      await expect.poll(() => changed).toHaveBeenCalledTimes(2);
      expect(changed.mock.calls).toEqual([[one], [two]]);
    }
    first.close();
    await world.score(3);
    await expect.poll(() => second.changed.mock.lastCall?.[0]).toMatchObject({ s1: 3 });
    expect(first.changed).toHaveBeenCalledTimes(2);
    expect(
      [first.joined, first.lost, first.gone, second.joined, second.lost].map(({ mock }) => mock.calls.length),
    ).toEqual([1, 0, 0, 1, 0]);
  });

  test('while the network is down, listeners are lost and requests fail as offline', async () => {
    const listener = await listenTo(world.viewer, `overlay:${world.token}`);
    world.cut();
    await expect.poll(() => listener.lost).toHaveBeenCalledOnce();
    expect(await kindOf(world.viewer.getOverlay(world.token))).toBe('offline');
    const late = await listenTo(world.viewer, `overlay:${world.token}`);
    expect([late.joined, late.lost].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    expect(listener.changed).not.toHaveBeenCalled();
  });
});
