import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNDRESSED, type Dressing } from '../../src/core/overlay/dressing.ts';
import {
  DRESS_MILLIS,
  NOT_FOLLOWING,
  POLL_DOWN_MILLIS,
  POLL_MISSING_MILLIS,
  POLL_UP_MILLIS,
  reduceConnection,
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
} from '../../src/core/sync/connection.ts';
import { BOARD, TOKEN } from '../common/board.ts';

const TOPIC = `overlay:${TOKEN}`;

/** A connection after events, and what the last of them asked for. */
const after = (...events: ConnectionEvent[]): { state: Connection; effects: readonly ConnectionEffect[] } =>
  events.reduce<{ state: Connection; effects: readonly ConnectionEffect[] }>(
    ({ state }, event) => {
      const [next, effects] = reduceConnection(state, event);
      return { state: next, effects };
    },
    { state: NOT_FOLLOWING, effects: [] },
  );

const FOLLOW: ConnectionEvent = { kind: 'follow', key: TOKEN };
const ASK: ConnectionEvent = { kind: 'ask' };

/** What stands around a table's board, by the table's name. */
const dressed = (table: string): Dressing => ({ ...UNDRESSED, table });

const answered = (
  fetch: number,
  rev: number | null,
  topic = TOPIC,
  dressing = UNDRESSED,
): ConnectionEvent => ({
  kind: 'answered',
  fetch,
  answer: rev === null ? null : { board: { ...BOARD, rev }, dressing, topic, serverMillis: 5000 },
  sentMillis: 1000,
  receivedMillis: 1100,
});

const joined = (channel: number): ConnectionEvent => ({ kind: 'joined', channel });
const lost = (channel: number, online = true): ConnectionEvent => ({ kind: 'lost', channel, online });
const gone = (channel: number): ConnectionEvent => ({ kind: 'gone', channel });
const changed = (channel: number, rev: number): ConnectionEvent => ({
  kind: 'changed',
  channel,
  board: { ...BOARD, rev },
});

/** Joined and up to date: of the two fetches the second is under way. */
const LIVE = [FOLLOW, answered(1, 3), joined(1)] as const;

test('asks, shows what comes, listens where the answer says, and asks again when it has joined', () => {
  expect(after(FOLLOW).effects).toContainEqual({ kind: 'fetch', fetch: 1, key: TOKEN, shown: null });
  const first = after(FOLLOW, answered(1, 3));
  expect(first.state.live).toMatchObject({
    board: { rev: 3 },
    connection: 'connecting',
    offset: { offsetMillis: 3950, errorMillis: 50 },
  });
  expect(first.effects).toEqual([{ kind: 'listen', channel: 1, topic: TOPIC }]);
  const live = after(...LIVE);
  expect(live.state.live.connection).toBe('live');
  expect(live.effects).toEqual([
    { kind: 'poll', afterMillis: POLL_UP_MILLIS },
    { kind: 'fetch', fetch: 2, key: TOKEN, shown: 3 },
  ]);
});

describe('a dressing', () => {
  const SOON = { kind: 'poll', afterMillis: DRESS_MILLIS };
  const named = (channel: number, rev: number, p1: string): ConnectionEvent => ({
    kind: 'changed',
    channel,
    board: { ...BOARD, rev, p1 },
  });
  const told: ConnectionEvent = { kind: 'dressed', channel: 1 };

  test('comes with what is fetched, and stays the same object while nothing of it is new', () => {
    const first = after(FOLLOW, answered(1, 3, TOPIC, dressed('Table 4'))).state.live.dressing;
    expect(first).toEqual(dressed('Table 4'));
    const second = after(
      FOLLOW,
      answered(1, 3, TOPIC, first),
      joined(1),
      answered(2, 3, TOPIC, dressed('Table 4')),
    );
    expect(second.state.live.dressing).toBe(first);
    expect(after(FOLLOW, answered(1, 3), ASK, answered(2, 3, TOPIC, first)).state.live.dressing).toBe(first);
  });

  test('is asked for when it is said to be another, and when a board names others', () => {
    expect(after(...LIVE, told).effects).toEqual([SOON]);
    expect(after(...LIVE, named(1, 4, 'Zineb')).effects).toEqual([SOON]);
    expect(after(...LIVE, { kind: 'applied', board: { ...BOARD, rev: 4, p2: 'Zineb' } }).effects).toEqual([
      SOON,
    ]);
    expect(after(...LIVE, changed(1, 4)).effects).toEqual([]);
    expect(after(...LIVE, named(1, 3, 'Zineb')).effects).toEqual([]);
    expect(after(...LIVE, { kind: 'dressed', channel: 9 }).effects).toEqual([]);
  });

  test('is asked for once, whatever is said meanwhile, and never because of an answer', () => {
    const busy = [...LIVE, answered(2, 3), told, named(1, 4, 'Zineb'), named(1, 5, 'Amine'), told] as const;
    const { state, effects } = after(...busy);
    expect(effects).toEqual([SOON]);
    expect(state.asked).toBe(2);
    const asked = after(...busy, ASK);
    expect(asked.effects).toEqual([
      { kind: 'poll', afterMillis: POLL_UP_MILLIS },
      { kind: 'fetch', fetch: 3, key: TOKEN, shown: 5 },
    ]);
    // The answer names others still: those that the board has by then.
    expect(after(...busy, ASK, answered(3, 9, TOPIC, dressed('Table 4'))).effects).toEqual([]);
  });

  test('goes with its board, and of nobody who rests is anything asked', () => {
    const shown = [FOLLOW, answered(1, 3, TOPIC, dressed('Table 4')), joined(1)] as const;
    expect(after(...shown, gone(1)).state.live.dressing).toBe(UNDRESSED);
    expect(after(...shown, { kind: 'follow', key: 'Z'.repeat(24) }).state.live.dressing).toBe(UNDRESSED);
    const late = after(
      ...shown,
      { kind: 'rest' },
      { kind: 'applied', board: { ...BOARD, rev: 9, p1: 'Zineb' } },
    );
    expect(late.effects).toEqual([]);
  });
});

describe('lost', () => {
  test('keeps the board, closes the channel and asks soon; the next answer opens another', () => {
    const { state, effects } = after(...LIVE, lost(1));
    expect(state.live).toMatchObject({ board: { rev: 3 }, connection: 'reconnecting' });
    expect(effects).toEqual([
      { kind: 'close', channel: 1 },
      { kind: 'poll', afterMillis: expect.any(Number) as number },
    ]);
    expect(after(...LIVE, lost(1), ASK).effects).toContainEqual({
      kind: 'poll',
      afterMillis: POLL_DOWN_MILLIS,
    });
    expect(after(...LIVE, lost(1), ASK, answered(3, 3)).effects).toEqual([
      { kind: 'listen', channel: 2, topic: TOPIC },
    ]);
    expect(after(...LIVE, lost(1, false)).state.live.connection).toBe('offline');
  });

  test('is what a channel is that never joined, and not one that did', () => {
    const overdue: ConnectionEvent = { kind: 'overdue', channel: 1, online: true };
    expect(after(FOLLOW, answered(1, 3), overdue).effects).toContainEqual({ kind: 'close', channel: 1 });
    expect(after(...LIVE, overdue).effects).toEqual([]);
  });

  test('is nothing that an earlier channel could still be', () => {
    const second = [...LIVE, lost(1), ASK, answered(3, 3), joined(2)] as const;
    const { state } = after(...second);
    for (const late of [lost(1), joined(1), changed(1, 9), gone(1)]) {
      expect(after(...second, late)).toEqual({ state, effects: [] });
    }
  });
});

test('a channel that joins late finds what was announced before it', () => {
  const events = [FOLLOW, answered(1, 3), joined(1), answered(2, 7)] as const;
  expect(after(...events).state.live.board?.rev).toBe(7);
  expect(after(...events, changed(1, 6)).state.live.board?.rev).toBe(7);
});

describe('offline', () => {
  test('is said at once, and on return the channel is made anew and the board asked for', () => {
    expect(after(...LIVE, { kind: 'offline' }).state.live).toMatchObject({
      board: { rev: 3 },
      connection: 'offline',
    });
    expect(after(...LIVE, { kind: 'offline' }, { kind: 'online' }).effects).toEqual([
      { kind: 'close', channel: 1 },
      { kind: 'listen', channel: 2, topic: TOPIC },
      { kind: 'poll', afterMillis: POLL_DOWN_MILLIS },
      { kind: 'fetch', fetch: 3, key: TOKEN, shown: 3 },
    ]);
  });

  test('a failed fetch says so only while the channel is down', () => {
    const failed = (fetch: number): ConnectionEvent => ({ kind: 'failed', fetch, online: false });
    expect(after(FOLLOW, failed(1)).state.live).toMatchObject({
      board: null,
      missing: false,
      connection: 'offline',
    });
    expect(after(...LIVE, failed(2)).state.live.connection).toBe('live');
  });
});

describe('gone', () => {
  test('is dark at once, whatever was asked before, and never missing', () => {
    const dark = after(...LIVE, gone(1));
    expect(dark.state.live).toMatchObject({ board: null, missing: false });
    expect(dark.effects).toEqual([
      { kind: 'close', channel: 1 },
      { kind: 'poll', afterMillis: POLL_DOWN_MILLIS },
      { kind: 'fetch', fetch: 3, key: TOKEN, shown: null },
    ]);
    expect(after(...LIVE, gone(1), answered(2, 4)).state.live.board).toBeNull();
    const asked = after(...LIVE, gone(1), answered(3, null));
    expect(asked.state.live).toMatchObject({ board: null, missing: false });
    expect(asked.effects).toEqual([{ kind: 'poll', afterMillis: POLL_MISSING_MILLIS }]);
  });

  test('leads who came by the id to the new channel, with the board it had', () => {
    const moved = after(...LIVE, gone(1), answered(3, 3, 'overlay:new'));
    expect(moved.state.live.board?.rev).toBe(3);
    expect(moved.effects).toEqual([{ kind: 'listen', channel: 2, topic: 'overlay:new' }]);
  });

  test('is also what an overlay is that the server no longer knows, when it says so twice', () => {
    const doubted = after(...LIVE, answered(2, null));
    expect(doubted.state.live.board?.rev).toBe(3);
    expect(doubted.effects).toEqual([{ kind: 'poll', afterMillis: POLL_DOWN_MILLIS }]);
    expect(
      after(...LIVE, answered(2, null), ASK, answered(3, 2), ASK, answered(4, null)).state.live.board,
    ).not.toBeNull();
    const { state, effects } = after(...LIVE, answered(2, null), ASK, answered(3, null));
    expect(state.live).toMatchObject({ board: null, missing: false });
    expect(effects).toEqual([
      { kind: 'close', channel: 1 },
      { kind: 'poll', afterMillis: POLL_MISSING_MILLIS },
    ]);
  });
});

test('a copy of an earlier day that was brought back is shown, and what comes late is not', () => {
  const restored = after(...LIVE, changed(1, 620), ASK, answered(3, 500));
  expect(restored.state.live.board?.rev).toBe(500);
  expect(after(...LIVE, ASK, changed(1, 620), answered(3, 500)).state.live.board?.rev).toBe(620);
  expect(after(...LIVE, changed(1, 620), ASK, ASK, answered(3, 500)).state.live.board?.rev).toBe(620);
});

test('missing is what never was; it appears when it is made', () => {
  const missing = after(FOLLOW, answered(1, null));
  expect(missing.state.live).toMatchObject({ board: null, missing: true });
  expect(missing.effects).toEqual([{ kind: 'poll', afterMillis: POLL_MISSING_MILLIS }]);
  expect(after(FOLLOW, answered(1, null), ASK, answered(2, 1)).state.live).toMatchObject({
    board: { rev: 1 },
    missing: false,
  });
});

test('of two answers out of order the later question’s counts, even where it is that there is none', () => {
  expect(after(FOLLOW, ASK, answered(2, 5), answered(1, 4)).state.live.board?.rev).toBe(5);
  expect(after(FOLLOW, ASK, answered(2, 5), answered(1, null)).state.live).toMatchObject({
    board: { rev: 5 },
    missing: false,
  });
  expect(after(FOLLOW, ASK, answered(2, null), answered(1, 5)).state.live.board).toBeNull();
});

test('another overlay begins with nothing of the one before, and the same one with its board', () => {
  const other = after(...LIVE, { kind: 'follow', key: 'Z'.repeat(24) });
  expect(other.state.live).toEqual(NOT_FOLLOWING.live);
  expect(other.effects).toContainEqual({ kind: 'close', channel: 1 });
  expect(after(...LIVE, { kind: 'follow', key: 'Z'.repeat(24) }, answered(2, 9)).state.live.board).toBeNull();
  const again = after(...LIVE, { kind: 'rest' }, FOLLOW);
  expect(again.state.live.board?.rev).toBe(3);
  expect(again.effects).toContainEqual({ kind: 'fetch', fetch: 3, key: TOKEN, shown: 3 });
});

const events: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc.constantFrom<ConnectionEvent>(FOLLOW, ASK, { kind: 'rest' }, { kind: 'online' }, { kind: 'offline' }),
  fc
    .record({ fetch: fc.integer({ min: 1, max: 9 }), rev: fc.option(fc.nat(9)) })
    .map(({ fetch, rev }) => answered(fetch, rev)),
  fc
    .record({ fetch: fc.integer({ min: 1, max: 9 }), online: fc.boolean() })
    .map((failure) => ({ kind: 'failed' as const, ...failure })),
  fc
    .record({ channel: fc.integer({ min: 1, max: 5 }), rev: fc.nat(9), which: fc.nat(5) })
    .map(({ channel, rev, which }): ConnectionEvent => {
      const overdue = { kind: 'overdue', channel, online: true } as const;
      const told = { kind: 'dressed', channel } as const;
      return (
        [joined(channel), changed(channel, rev), gone(channel), lost(channel), overdue, told][which] ?? ASK
      );
    }),
);

test('whatever happens: one channel at most, none at rest, and revisions that only grow while a board is shown', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 60 }), (all) => {
      const open = new Set<number>();
      let state = NOT_FOLLOWING;
      for (const event of all) {
        const [next, effects] = reduceConnection(state, event);
        for (const effect of effects) {
          if (effect.kind === 'listen') open.add(effect.channel);
          if (effect.kind === 'close') expect(open.delete(effect.channel)).toBe(true);
          if (effect.kind === 'fetch') expect(next.watched).toBe(true);
        }
        expect([...open]).toEqual(next.channel ? [next.channel.id] : []);
        if (!next.watched) expect(open.size).toBe(0);
        const [before, now] = [state.live.board, next.live.board];
        if (before && now) expect(now.rev).toBeGreaterThanOrEqual(before.rev);
        if (next.wasShown) expect(next.live.missing).toBe(false);
        state = next;
      }
    }),
  );
});
