import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type {
  MatchBackend,
  MatchRecord,
  BegunMatch,
  SentAction,
  SentBoard,
} from '../../src/backend/contract.ts';
import type { Board } from '../../src/core/overlay/board.ts';

/** What a page that scores a table may expect of any `MatchBackend`. */

export const SHOWN: SentBoard = {
  p1: 'Salma',
  p2: 'ليلى 🎱',
  event: 'Open d’Agadir · Finale',
  s1: 1,
  s2: 0,
  raceTo: 5,
  rules: 1,
  detail: null,
  result: null,
};

export const action = (changes: Partial<SentAction> = {}): SentAction => ({
  id: randomUUID(),
  kind: 'rack',
  body: { side: 'A' },
  agoMillis: 0,
  ...changes,
});

/** An action as the log has it. */
export const stored = ({ id, kind, body }: SentAction, seq: number) => ({
  id,
  kind,
  body,
  seq,
  atMillis: expect.any(Number) as number,
  by: expect.any(String) as string,
});

/** A match to start after another one at its table. */
export const matchAfter = (
  tableId: string,
  expected: string,
  changes: Partial<BegunMatch> = {},
): BegunMatch => ({
  tableId,
  expected,
  match: randomUUID(),
  game: 'eight-ball',
  rules: 1,
  start: { p1: 'Salma', p2: 'Anas', raceTo: 5 },
  board: { ...SHOWN, s1: 0, detail: { game: 'eight-ball' } },
  agoMillis: 0,
  ...changes,
});

/** A table whose first match nothing was done in. */
export interface Played {
  readonly matches: MatchBackend;
  readonly id: string;
  readonly token: string;
  readonly match: string;
}

export const testPlaying = (open: () => Promise<Played>): void => {
  let played: Played;
  let before: Board;
  let startedAtMillis: number;
  beforeEach(async () => {
    played = await open();
    before = await board();
    ({ startedAtMillis } = await logged(played.match));
  });

  const board = async (): Promise<Board> =>
    (await played.matches.getOverlay(played.token))?.board ?? expect.unreachable('there is no board');
  const logged = async (match: string): Promise<MatchRecord> => (await played.matches.getLog(match, 0)).match;
  const append = (
    actions: readonly SentAction[],
    after: number | null = 0,
    shown: SentBoard | null = SHOWN,
  ) => played.matches.appendActions(played.match, after, actions, shown);
  const newMatch = (changes: Partial<BegunMatch> = {}): BegunMatch =>
    matchAfter(played.id, played.match, changes);

  test('actions are stored in order, and viewers see the board that came with them', async () => {
    const { matches, token, match } = played;
    const listener = {
      joined: vi.fn(),
      branding: vi.fn(),
      seats: vi.fn(),
      rights: vi.fn(),
      gone: vi.fn(),
      lost: vi.fn(),
      changed: vi.fn<(board: Board) => void>(),
    };
    onTestFinished(matches.listen(`overlay:${token}`, listener));
    await expect.poll(() => listener.joined).toHaveBeenCalledOnce();
    const actions = [action(), action({ kind: 'foul', body: { side: 'B', name: '<b>ليلى</b>' } })];
    const answer = await append(actions);
    expect(answer).toEqual({
      outcome: 'ok',
      index: null,
      more: false,
      seq: 2,
      rev: before.rev + 1,
      current: match,
      entries: actions.map((sent, index) => stored(sent, index + 1)),
      serverMillis: expect.any(Number) as number,
    });
    const { p1, p2, event, s1, s2, raceTo } = SHOWN;
    const shown = { ...before, p1, p2, event, s1, s2, raceTo, match, seq: 2, rev: answer.rev };
    expect(await board()).toEqual(shown);
    await expect.poll(() => listener.changed).toHaveBeenCalledExactlyOnceWith(shown);
    expect(await matches.getLog(match, 1)).toMatchObject({
      match: { seq: 2 },
      entries: [stored(actions[1] ?? action(), 2)],
    });
  });

  test('a request that comes again changes nothing, and is answered as the first one', async () => {
    const actions = [action(), action()];
    const first = await append(actions);
    await append([action()], 2, { ...SHOWN, s1: 2 });
    const again = await append(actions);
    expect(again).toMatchObject({ outcome: 'ok', seq: 3, rev: first.rev + 1 });
    expect(again.entries.slice(0, 2)).toEqual(first.entries);
    expect(await board()).toMatchObject({ s1: 2, seq: 3 });
  });

  test('a page that doesn’t know the last action gets the missing ones, and nothing is stored', async () => {
    const { matches, match } = played;
    const first = await append([action(), action()]);
    const stale = await append([action()], 1, { ...SHOWN, s1: 9 });
    expect(stale).toMatchObject({ outcome: 'stale', seq: 2, rev: first.rev });
    expect(stale.entries).toEqual(first.entries.slice(1));
    expect((await matches.getLog(match, 0)).entries).toEqual(first.entries);
    expect(await board()).toMatchObject({ s1: 1 });
  });

  test('a clock runs from when it was tapped, and stops with its whole seconds', async () => {
    const tap = async (kind: string, body = {}, agoMillis = 0) => {
      const { outcome, entries, serverMillis } = await append(
        [action({ kind, body, agoMillis })],
        null,
        null,
      );
      expect(outcome).toBe('ok');
      expect(entries).toHaveLength(1);
      return { at: entries[0]?.atMillis ?? 0, serverMillis, ...(await board()) };
    };
    const started = await tap('clock.start');
    expect(started.clock).toEqual({ running: true, startedAtMillis: started.at, accumSeconds: 0 });
    expect(started.at).toBeGreaterThanOrEqual(startedAtMillis);
    const set = await tap('clock.set', { n: 600 });
    expect(set.clock).toEqual({ running: true, startedAtMillis: set.at, accumSeconds: 600 });
    // It can't have been stopped before it was set: it counts from then.
    const stopped = await tap('clock.stop', {}, 2000);
    expect(stopped.clock).toEqual({ running: false, startedAtMillis: null, accumSeconds: 600 });
    expect((await tap('clock.reset')).clock.accumSeconds).toBe(0);
  });

  test('an action was done when it was tapped, and not before its match began', async () => {
    const { entries, serverMillis } = await append([action({ agoMillis: 7 * 86_400_000 }), action()]);
    expect(entries[0]?.atMillis).toBe(startedAtMillis);
    expect(serverMillis - (entries[1]?.atMillis ?? 0)).toBeLessThan(60_000);
  });

  test('a visit began as long ago as its device says, and not before its match', async () => {
    const { matches, id, match } = played;
    const visitOf = async () => (await board()).visitAtMillis;
    const { entries } = await append([action()], 0, { ...SHOWN, visitAgoMillis: 0 });
    const visit = (await visitOf()) ?? 0;
    expect(visit).toBeGreaterThanOrEqual(entries[0]?.atMillis ?? Number.NaN);
    expect(visit - (entries[0]?.atMillis ?? 0)).toBeLessThan(1000);
    // Another match has none, and leaves this one's alone.
    const begun = newMatch();
    await matches.beginMatch(begun);
    expect(await visitOf()).toBeNull();
    await matches.resumeMatch(id, begun.match, match);
    expect(await visitOf()).toBe(visit);
    await append([action()], 1, { ...SHOWN, visitAgoMillis: 7 * 86_400_000 });
    expect(await visitOf()).toBe(startedAtMillis);
    await append([action()], 2);
    expect(await visitOf()).toBeNull();
  });

  test('a shot clock is started, lengthened, paused and put away', async () => {
    const tap = async (kind: string, body = {}) => {
      const { entries } = await append([action({ kind, body })], null, null);
      return { at: entries[0]?.atMillis ?? 0, shot: (await board()).shot };
    };
    const started = await tap('shot.start', { n: 30, warn: 10 });
    const ends = started.at + 30_000;
    const running = { seconds: 30, warnSeconds: 10, endsAtMillis: ends, leftSeconds: null };
    expect(started.shot).toEqual(running);
    const longer = await tap('shot.extend', { n: 25 });
    expect(longer.shot).toEqual({ ...running, seconds: 55, endsAtMillis: ends + 25_000 });
    const paused = await tap('shot.stop');
    expect(paused.shot).toMatchObject({ endsAtMillis: null });
    expect(paused.shot?.leftSeconds).toBeCloseTo((ends + 25_000 - paused.at) / 1000, 2);
    expect((await tap('shot.off')).shot).toBeNull();
  });

  test('a match ends with a result, and continues without one', async () => {
    const { match } = played;
    const ended = await append([action()], 0, { ...SHOWN, result: { winner: 'A' } });
    expect((await logged(match)).endedAtMillis).toBe(ended.entries[0]?.atMillis);
    await append([action()], 1, SHOWN);
    expect((await logged(match)).endedAtMillis).toBeNull();
  });

  test('a new match takes the table, and the one before it is still written to', async () => {
    const { matches, match } = played;
    await append([action()]);
    const begun = newMatch();
    const answer = await matches.beginMatch(begun);
    expect(answer).toMatchObject({ outcome: 'ok', seq: 0, current: begun.match, entries: [] });
    expect(await board()).toMatchObject({ match: begun.match, seq: 0, p2: SHOWN.p2, s1: 0 });
    expect(await logged(begun.match)).toMatchObject({
      number: 2,
      game: 'eight-ball',
      seq: 0,
      previous: match,
      start: begun.start,
    });

    const late = await append([action()], 1, { ...SHOWN, s1: 2 });
    expect(late).toMatchObject({ outcome: 'ok', seq: 2, current: begun.match, rev: answer.rev });
    expect(await board()).toMatchObject({ match: begun.match, s1: 0 });
  });

  test('a match begun twice is begun once, and one begun on another’s heels is stale', async () => {
    const { matches } = played;
    const begun = newMatch();
    const first = await matches.beginMatch(begun);
    const again = await matches.beginMatch(begun);
    expect(again).toMatchObject({ outcome: 'ok', rev: first.rev, current: begun.match });
    expect(await matches.beginMatch(newMatch())).toMatchObject({ outcome: 'stale', current: begun.match });
    expect((await logged(begun.match)).number).toBe(2);
  });

  test('the start of a match is undone: the previous one continues with its board', async () => {
    const { matches, id, match } = played;
    await append([action()]);
    const begun = newMatch();
    await matches.beginMatch(begun);
    await append([action()], 1, { ...SHOWN, s1: 2 });
    const stale = await matches.resumeMatch(id, match, match);
    expect(stale).toMatchObject({ outcome: 'stale', current: begun.match });
    const answer = await matches.resumeMatch(id, begun.match, match);
    expect(answer).toMatchObject({ outcome: 'ok', current: match, seq: 2 });
    expect(await board()).toMatchObject({ match, seq: 2, s1: 2, p1: 'Salma' });
    expect(await matches.resumeMatch(id, begun.match, match)).toMatchObject({
      outcome: 'ok',
      rev: answer.rev,
    });
    expect((await append([action()], 2)).outcome).toBe('ok');
    expect((await matches.getLog(begun.match, 0)).match.number).toBe(2);
  });

  test('a timed match starts with the clock at zero, and undoing that restores the clock', async () => {
    const { matches, id, match } = played;
    const clockOf = async () => (await board()).clock;
    await append([action({ kind: 'clock.start', body: {} })], null);
    const running = await clockOf();
    expect(running.running).toBe(true);
    const timed = newMatch({ start: { p1: 'Salma', p2: 'Anas', raceTo: null, minutes: 30 } });
    await matches.beginMatch(timed);
    expect(await clockOf()).toEqual({ running: false, startedAtMillis: null, accumSeconds: 0 });
    await matches.resumeMatch(id, timed.match, match);
    expect(await clockOf()).toEqual(running);
  });
};
