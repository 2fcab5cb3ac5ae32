import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OverlayListener, ScorerBackend, ViewerBackend } from '../../src/backend/contract.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import { overlayKey } from '../../src/core/overlay/address.ts';
import type { Board } from '../../src/core/overlay/board.ts';
import { rangeOf, type BoardChanges } from '../../src/core/overlay/draft.ts';
import { inRange } from '../../src/core/overlay/score.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { BOARD, fakeServer } from './fakes.ts';
import { kindOf } from './kind-of.ts';

/** What a new overlay shows; what it says of its match is another contract's. */
const SHOWN: Board = {
  ...BOARD,
  match: expect.toBeOneOf([null, expect.any(String)]) as string | null,
  seq: expect.any(Number) as number,
};

/** What stores may expect of `ScorerBackend` and `ViewerBackend`, whichever stands behind them. */

interface World {
  /** Signed in, and without an overlay so far. */
  readonly scorer: ScorerBackend;
  readonly viewer: ViewerBackend;
  /** The token of another owner's overlay. */
  readonly foreignToken: string;
  /** Ends the scorer's session in this browser. */
  readonly dropSession: () => Promise<void>;
  /** Lets seconds pass on a running clock. */
  readonly elapse: (seconds: number) => Promise<void>;
  /** Ends every connection and lets none through. */
  readonly cut: () => void;
}

const openFake = async (): Promise<World> => {
  const { server, backend } = fakeServer();
  return {
    scorer: backend,
    viewer: backend,
    foreignToken: 'Z'.repeat(24),
    dropSession: async () => {
      server.signedIn = false;
    },
    elapse: async (seconds) => {
      server.aheadMillis += seconds * 1000;
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
    foreignToken: overlayKey(new URL(embedded.server.overlayLink).pathname) ?? '',
    dropSession: auth.dropSession,
    elapse: async (seconds) => {
      await embedded.server.pg.query(
        `update public.public_overlays set clock_started_at = clock_started_at - make_interval(secs => $2)
          where owner_uid = $1`,
        [id, seconds],
      );
    },
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
  await expect.poll(() => listener.joined.mock.calls.length + listener.lost.mock.calls.length).toBe(1);
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

  const board = async (): Promise<Board | undefined> => (await world.viewer.getOverlay(overlay.token))?.board;

  test('an owner has one overlay, and both its names open its page', async () => {
    expect(await world.scorer.ensureOverlay()).toEqual(overlay);
    for (const key of [overlay.token, overlay.id]) expect(overlayKey(`/overlay/${key}/`)).toBe(key);
  });

  test('a new overlay shows the defaults to whoever has a name of it', async () => {
    for (const backend of [world.scorer, world.viewer]) {
      for (const key of [overlay.token, overlay.id, overlay.id.toUpperCase()]) {
        expect(await backend.getOverlay(key)).toEqual({
          board: SHOWN,
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

  test('a save changes what it names, and gives the whole new state', async () => {
    const first = { p1: 'Salma "<b>" ليلى 🎱', s2: -3.5 };
    expect(await world.scorer.saveBoard(overlay.token, first)).toEqual({ ...SHOWN, ...first, rev: 2 });
    const second = { p2: '', s1: 7, raceTo: 9 };
    const both = { ...SHOWN, ...first, ...second, rev: 3 };
    expect(await world.scorer.saveBoard(overlay.token, second)).toEqual(both);
    expect(await board()).toEqual(both);
  });

  test('a save gives what viewers get, its match too', async () => {
    const saved = await world.scorer.saveBoard(overlay.token, { s1: 3 });
    expect(saved).toStrictEqual(await board());
  });

  const save = (changes: BoardChanges) => world.scorer.saveBoard(overlay.token, changes);

  test.each(['s1', 's2', 'raceTo'] as const)(
    '%s may be what a field takes, and nothing beyond',
    async (field) => {
      const range = rangeOf(field);
      for (const value of [range.min, range.max])
        expect(await save({ [field]: value })).toMatchObject({ [field]: value });
      const before = await board();
      for (const value of [range.min - 1, range.max + 1]) {
        expect(inRange(value, range)).toBe(false);
        expect(await kindOf(save({ [field]: value }))).toBe('other');
      }
      expect(await board()).toEqual(before);
    },
  );

  test.each(['p1', 'p2'] as const)('%s may be as long as a field takes, and no longer', async (field) => {
    for (const letter of ['é', 'ن', '🎱']) {
      const name = letter.repeat(NAME_LIMIT);
      expect(await save({ [field]: name })).toMatchObject({ [field]: name });
      expect(await kindOf(save({ [field]: name + letter }))).toBe('other');
    }
  });

  test('a clock starts at the server’s now, and once', async () => {
    const started = await world.scorer.moveClock(overlay.token, 'start');
    const { serverMillis = 0 } = (await world.viewer.getOverlay(overlay.token)) ?? {};
    expect(started).toEqual({
      ...SHOWN,
      clock: { running: true, startedAtMillis: expect.any(Number) as number, accumSeconds: 0 },
      rev: 2,
    });
    expect(serverMillis - (started.clock.startedAtMillis ?? 0)).toBeGreaterThanOrEqual(0);
    expect(serverMillis - (started.clock.startedAtMillis ?? 0)).toBeLessThan(60_000);
    expect(await world.scorer.moveClock(overlay.token, 'start')).toEqual(started);
    expect(await board()).toEqual(started);
  });

  test('stopping keeps the whole seconds of all runs, resetting none', async () => {
    const move = async (action: 'start' | 'stop' | 'reset') =>
      (await world.scorer.moveClock(overlay.token, action)).clock;
    await move('start');
    await world.elapse(65.5);
    const stopped = await move('stop');
    // A slow machine adds its own.
    expect(stopped).toEqual({
      running: false,
      startedAtMillis: null,
      accumSeconds: expect.any(Number) as number,
    });
    expect(stopped.accumSeconds).toBeGreaterThanOrEqual(65);
    expect(Number.isInteger(stopped.accumSeconds)).toBe(true);

    expect(await move('start')).toMatchObject({ running: true, accumSeconds: stopped.accumSeconds });
    await world.elapse(10);
    expect((await move('stop')).accumSeconds).toBeGreaterThanOrEqual(stopped.accumSeconds + 10);
    expect(await move('reset')).toEqual(SHOWN.clock);
  });

  test('a clock that is forgotten for years stops at one year', async () => {
    await world.scorer.moveClock(overlay.token, 'start');
    await world.elapse(3 * 366 * 86_400);
    const { clock } = await world.scorer.moveClock(overlay.token, 'stop');
    expect(clock.accumSeconds).toBe(365 * 86_400);
  });

  test.each(['stop', 'reset'] as const)(
    '%s of a clock that stands at zero changes nothing',
    async (action) => {
      expect(await world.scorer.moveClock(overlay.token, action)).toEqual(SHOWN);
      await world.scorer.moveClock(overlay.token, 'start');
      const stopped = await world.scorer.moveClock(overlay.token, action);
      expect(await world.scorer.moveClock(overlay.token, action)).toEqual(stopped);
    },
  );

  test('another owner’s overlay is neither saved nor timed', async () => {
    expect(await kindOf(world.scorer.saveBoard(world.foreignToken, { s1: 9 }))).toBe('forbidden');
    expect(await kindOf(world.scorer.moveClock(world.foreignToken, 'start'))).toBe('forbidden');
  });

  test('whoever is signed out sees overlays, and changes none', async () => {
    await world.dropSession();
    const requests = [
      world.scorer.ensureOverlay(),
      save({ s1: 1 }),
      world.scorer.moveClock(overlay.token, 'start'),
    ];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => 'sessionExpired'));
    expect(await world.scorer.getOverlay(overlay.token)).toMatchObject({ board: SHOWN });
  });

  test('whoever listens hears each change, until they stop', async () => {
    const first = await listenTo(world.viewer, `overlay:${overlay.token}`);
    const second = await listenTo(world.scorer, `overlay:${overlay.token}`);
    const saved = await save({ s1: 1 });
    const started = await world.scorer.moveClock(overlay.token, 'start');
    for (const { changed } of [first, second]) {
      await expect.poll(() => changed.mock.calls.length).toBe(2);
      expect(changed.mock.calls).toEqual([[saved], [started]]);
    }
    first.close();
    const third = await save({ s1: 2 });
    await expect.poll(() => last(second.changed)).toEqual(third);
    expect(first.changed).toHaveBeenCalledTimes(2);
    expect(
      [first.joined, first.lost, second.joined, second.lost].map(({ mock }) => mock.calls.length),
    ).toEqual([1, 0, 1, 0]);
  });

  test('while the network is down, listeners are lost and requests fail as offline', async () => {
    const listener = await listenTo(world.viewer, `overlay:${overlay.token}`);
    world.cut();
    await expect.poll(() => listener.lost.mock.calls.length).toBe(1);
    const requests = [
      world.viewer.getOverlay(overlay.token),
      world.scorer.ensureOverlay(),
      save({ s1: 1 }),
      world.scorer.moveClock(overlay.token, 'start'),
    ];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => 'offline'));
    const late = await listenTo(world.viewer, `overlay:${overlay.token}`);
    expect([late.joined, late.lost].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    expect(listener.changed).not.toHaveBeenCalled();
  });
});
