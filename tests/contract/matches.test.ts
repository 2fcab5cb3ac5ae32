import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { MatchBackend, NewMatch, SentAction, SentBoard, Table } from '../../src/backend/contract.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import type { Board } from '../../src/core/overlay/board.ts';
import { rangeOf } from '../../src/core/overlay/draft.ts';
import { SCORE_RANGE } from '../../src/core/overlay/score.ts';
import { kindOf } from './kind-of.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of `MatchBackend`, whatever stands behind it. */

const SHOWN: SentBoard = {
  ...{ p1: 'Salma', p2: 'ليلى 🎱', s1: 1, s2: 0, raceTo: 5 },
  ...{ rules: 1, detail: null, result: null },
};

const action = (changes: Partial<SentAction> = {}): SentAction => ({
  ...{ id: randomUUID(), kind: 'rack', body: { side: 'A' }, agoMillis: 0 },
  ...changes,
});

/** What the log has of an action. */
const stored = ({ id, kind, body }: SentAction, seq: number) => ({
  ...{ id, kind, body, seq },
  atMillis: expect.any(Number) as number,
  by: expect.any(String) as string,
});

describeVenues('matches', (open) => {
  let venue: Venue;
  let matches: MatchBackend;
  let table: Table;
  /** The table's match. */
  let match: string;
  beforeEach(async () => {
    venue = await open();
    ({ matches } = venue);
    const [first] = (await venue.tables.listTables()).tables;
    table = first ?? expect.unreachable('there is no table');
    match = table.match.id;
  });

  const board = async (): Promise<Board> =>
    (await matches.getOverlay(table.token))?.board ?? expect.unreachable('there is no board');
  const listed = async (): Promise<Table> =>
    (await venue.tables.listTables()).tables[0] ?? expect.unreachable('there is no table');
  const append = (
    actions: readonly SentAction[],
    after: number | null = 0,
    shown: SentBoard | null = SHOWN,
  ) => matches.appendActions(match, after, actions, shown);
  const newMatch = (changes: Partial<NewMatch> = {}): NewMatch => ({
    ...{ overlayId: table.id, expected: match, match: randomUUID(), game: 'pool', rules: 1 },
    start: { p1: 'Salma', p2: 'Anas', raceTo: 5 },
    board: { ...SHOWN, s1: 0, detail: { game: 'pool' } },
    agoMillis: 0,
    ...changes,
  });

  test('a new table’s match is a plain one without actions', async () => {
    expect(await matches.getLog(match, 0)).toEqual({
      match: {
        ...{
          id: match,
          overlayId: table.id,
          number: 1,
          previous: null,
          game: 'plain',
          rules: 1,
          seq: 0,
          endedAtMillis: null,
        },
        start: { p1: 'PLAYER A', p2: 'PLAYER B', s1: 0, s2: 0, raceTo: 0 },
        startedAtMillis: table.match.startedAtMillis,
      },
      entries: [],
      more: false,
      current: match,
      serverMillis: expect.any(Number) as number,
      screens: { count: 0, behind: null },
    });
  });

  test('actions are stored in order, and viewers see the board that came with them', async () => {
    const heard = {
      ...{ joined: vi.fn(), dressed: vi.fn(), gone: vi.fn(), lost: vi.fn() },
      changed: vi.fn<(board: Board) => void>(),
    };
    onTestFinished(matches.listen(`overlay:${table.token}`, heard));
    await vi.waitFor(() => expect(heard.joined).toHaveBeenCalledOnce());
    const actions = [action(), action({ kind: 'foul', body: { side: 'B', name: '<b>ليلى</b>' } })];
    const answer = await append(actions);
    expect(answer).toEqual({
      ...{ outcome: 'ok', index: null, more: false, seq: 2, rev: table.board.rev + 1, current: match },
      entries: actions.map((sent, index) => stored(sent, index + 1)),
      serverMillis: expect.any(Number) as number,
    });
    const { p1, p2, s1, s2, raceTo } = SHOWN;
    const shown = { ...table.board, p1, p2, s1, s2, raceTo, match, seq: 2, rev: answer.rev };
    expect(await board()).toEqual(shown);
    await vi.waitFor(() => expect(heard.changed).toHaveBeenCalledExactlyOnceWith(shown));
    expect(await matches.getLog(match, 1)).toMatchObject({
      match: { seq: 2 },
      entries: [stored(actions[1] ?? action(), 2)],
    });
    const { scoredAtMillis, match: summary } = await listed();
    expect(summary.seq).toBe(2);
    expect(scoredAtMillis).toBeGreaterThanOrEqual(table.match.startedAtMillis);
  });

  /** Whether a board like this is taken with the next rack. */
  const shows = async (changes: Partial<SentBoard>): Promise<boolean> => {
    const after = (await matches.getLog(match, 0)).match.seq;
    return (await append([action()], after, { ...SHOWN, ...changes })).outcome === 'ok';
  };

  test.each(['s1', 's2', 'raceTo'] as const)(
    '%s may be what a field takes, and nothing beyond',
    async (field) => {
      const { min, max } = rangeOf(field);
      for (const value of [min, max]) expect(await shows({ [field]: value })).toBe(true);
      for (const value of [min - 1, max + 1]) expect(await shows({ [field]: value })).toBe(false);
      expect(await board()).toMatchObject({ [field]: max, seq: 2 });
    },
  );

  test.each(['p1', 'p2'] as const)('%s may be as long as a field takes, and no longer', async (field) => {
    for (const letter of ['é', 'ن', '🎱']) {
      const name = letter.repeat(NAME_LIMIT);
      expect(await shows({ [field]: name })).toBe(true);
      expect(await shows({ [field]: name + letter })).toBe(false);
      expect(await board()).toMatchObject({ [field]: name });
    }
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

  test('who doesn’t know the last action gets what they lack, and nothing is stored', async () => {
    const first = await append([action(), action()]);
    const stale = await append([action()], 1, { ...SHOWN, s1: 9 });
    expect(stale).toMatchObject({ outcome: 'stale', seq: 2, rev: first.rev });
    expect(stale.entries).toEqual(first.entries.slice(1));
    expect((await matches.getLog(match, 0)).entries).toEqual(first.entries);
    expect(await board()).toMatchObject({ s1: 1 });
  });

  test.each<[string, Partial<SentAction>]>([
    ['an id that is none', { id: 'mine' }],
    ['an id in capitals', { id: '3F0C8B1E-5D5A-4C1C-9A43-7D3B6F1F2A10' }],
    ['a kind that is no word', { kind: 'Rack!' }],
    ['a body that is too large', { body: { text: 'x'.repeat(1025) } }],
    ['a time yet to come', { agoMillis: -1000 }],
    ['a target that nobody did', { kind: 'undo', body: { t: randomUUID() } }],
    ['a replacement by nothing', { kind: 'replace', body: { t: randomUUID() } }],
    ['a clock set below nought', { kind: 'clock.set', body: { n: -1 } }],
    ['a shot of no length', { kind: 'shot.start', body: { n: 0, warn: 0 } }],
  ])('%s is named, and nothing is stored', async (_title, wrong) => {
    const answer = await append([action(), action(wrong)]);
    expect(answer).toMatchObject({ outcome: 'bad', index: 1, seq: 0, entries: [] });
    expect((await matches.getLog(match, 0)).entries).toEqual([]);
    expect(await board()).toEqual(table.board);
  });

  test.each<[string, Partial<SentBoard>]>([
    ['of other rules', { rules: 2 }],
    ['with a name that is too long', { p1: 'x'.repeat(NAME_LIMIT + 1) }],
    ['with a score out of range', { s1: SCORE_RANGE.max + 1 }],
    ['with a detail that is too large', { detail: { text: 'x'.repeat(2048) } }],
  ])('a board %s is refused with its actions', async (_title, wrong) => {
    expect(await append([action()], 0, { ...SHOWN, ...wrong })).toMatchObject({
      outcome: 'bad',
      index: null,
    });
    expect((await matches.getLog(match, 0)).entries).toEqual([]);
  });

  test('an action is undone, redone and replaced by its id, also one that comes with it', async () => {
    const rack = action();
    const amendments = [
      action({ kind: 'undo', body: { t: rack.id } }),
      action({ kind: 'redo', body: { t: rack.id } }),
      action({ kind: 'replace', body: { t: rack.id, kind: 'rack', body: { side: 'B' } } }),
    ];
    expect((await append([rack, ...amendments])).outcome).toBe('ok');
    const undo = amendments[0] ?? action();
    expect(await append([action({ kind: 'undo', body: { t: undo.id } })], 4)).toMatchObject({
      outcome: 'bad',
      index: 0,
    });
  });

  test('a clock runs from when it was tapped, and stops with its whole seconds', async () => {
    const { startedAtMillis } = table.match;
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
    expect(entries[0]?.atMillis).toBe(table.match.startedAtMillis);
    expect(serverMillis - (entries[1]?.atMillis ?? 0)).toBeLessThan(60_000);
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

  test('only clocks go without knowing the last action', async () => {
    await append([action()]);
    const mixed = [action({ kind: 'clock.start', body: {} }), action()];
    expect(await append(mixed, null, null)).toMatchObject({ outcome: 'bad', index: 1 });
    expect(await append(mixed.slice(0, 1), null, null)).toMatchObject({ outcome: 'ok', seq: 2 });
    expect(await board()).toMatchObject({ s1: 1, clock: { running: true } });
  });

  test('a board alone corrects what is shown, once for each action', async () => {
    await append([action()]);
    const correct = (s1: number) => append([], 1, { ...SHOWN, s1 });
    const corrected = await correct(3);
    expect(corrected).toMatchObject({ outcome: 'ok', seq: 1 });
    expect(await board()).toMatchObject({ s1: 3, seq: 1 });
    expect(await correct(4)).toMatchObject({ outcome: 'ok', rev: corrected.rev });
    expect(await board()).toMatchObject({ s1: 3 });
    expect(await append([], 0, { ...SHOWN, s1: 5 })).toMatchObject({ outcome: 'stale' });
    await append([action()], 1, SHOWN);
    await append([], 2, { ...SHOWN, s1: 6 });
    expect(await board()).toMatchObject({ s1: 6, seq: 2 });
  });

  test('a match ends with a result, and goes on without one', async () => {
    const ended = await append([action()], 0, { ...SHOWN, result: { winner: 'A' } });
    expect((await listed()).match.endedAtMillis).toBe(ended.entries[0]?.atMillis);
    await append([action()], 1, SHOWN);
    expect((await listed()).match.endedAtMillis).toBeNull();
  });

  test('a log comes in pages, and a flood of actions waits', async () => {
    const many = (count: number) => Array.from({ length: count }, () => action());
    for (const after of [0, 200, 400]) {
      const answer = await append(many(200), after);
      expect(answer).toMatchObject({ outcome: 'ok', seq: after + 200, more: false });
    }
    expect(await append([action()], 600)).toMatchObject({ outcome: 'tooMany', seq: 600 });
    expect(await append(many(201), 600)).toMatchObject({ outcome: 'bad', index: 200 });
    const first = await matches.getLog(match, 0);
    const rest = await matches.getLog(match, 500);
    expect([first.entries.length, first.more, rest.entries.length, rest.more]).toEqual([
      500,
      true,
      100,
      false,
    ]);
    expect([...first.entries, ...rest.entries].map(({ seq }) => seq)).toEqual(
      Array.from({ length: 600 }, (_, index) => index + 1),
    );
    expect(await append([], 0, null)).toMatchObject({ outcome: 'stale', more: true });
  });

  test('a new match makes no room for a flood', async () => {
    const many = Array.from({ length: 600 }, () => action());
    for (const after of [0, 200, 400]) await append(many.slice(after, after + 200), after);
    const begun = newMatch();
    await matches.beginMatch(begun);
    expect(await matches.appendActions(begun.match, 0, [action()], SHOWN)).toMatchObject({
      outcome: 'tooMany',
      seq: 0,
    });
  });

  test('a new match takes the table, and the one before it is still written to', async () => {
    await append([action()]);
    const begun = newMatch();
    const answer = await matches.beginMatch(begun);
    expect(answer).toMatchObject({ outcome: 'ok', seq: 0, current: begun.match, entries: [] });
    expect(await board()).toMatchObject({ match: begun.match, seq: 0, p2: SHOWN.p2, s1: 0 });
    expect(await listed()).toMatchObject({
      match: { number: 2, game: 'pool', seq: 0 },
      scoredAtMillis: null,
    });
    const { start, game } = (await matches.getLog(begun.match, 0)).match;
    expect({ start, game }).toEqual({ start: begun.start, game: 'pool' });

    const late = await append([action()], 1, { ...SHOWN, s1: 2 });
    expect(late).toMatchObject({ outcome: 'ok', seq: 2, current: begun.match, rev: answer.rev });
    expect(await board()).toMatchObject({ match: begun.match, s1: 0 });
  });

  test('a match begun twice is begun once, and one begun on another’s heels is stale', async () => {
    const begun = newMatch();
    const first = await matches.beginMatch(begun);
    const again = await matches.beginMatch(begun);
    expect(again).toMatchObject({ outcome: 'ok', rev: first.rev, current: begun.match });
    expect(await matches.beginMatch(newMatch())).toMatchObject({ outcome: 'stale', current: begun.match });
    expect((await listed()).match.number).toBe(2);
  });

  test.each<[string, Partial<NewMatch>]>([
    ['whose name is no word', { game: '8 Ball!' }],
    ['whose format is too large', { start: { text: 'x'.repeat(4097) } }],
    ['whose board is of other rules', { board: { ...SHOWN, rules: 2 } }],
  ])('a game %s is refused', async (_title, wrong) => {
    expect(await matches.beginMatch(newMatch(wrong))).toMatchObject({ outcome: 'bad' });
    expect((await listed()).match.id).toBe(match);
  });

  test('the beginning of a match is taken back: the one before goes on with its board', async () => {
    await append([action()]);
    const begun = newMatch();
    await matches.beginMatch(begun);
    await append([action()], 1, { ...SHOWN, s1: 2 });
    const stale = await matches.resumeMatch(table.id, match, match);
    expect(stale).toMatchObject({ outcome: 'stale', current: begun.match });
    const answer = await matches.resumeMatch(table.id, begun.match, match);
    expect(answer).toMatchObject({ outcome: 'ok', current: match, seq: 2 });
    expect(await board()).toMatchObject({ match, seq: 2, s1: 2, p1: 'Salma' });
    expect(await matches.resumeMatch(table.id, begun.match, match)).toMatchObject({
      outcome: 'ok',
      rev: answer.rev,
    });
    expect((await append([action()], 2)).outcome).toBe('ok');
    expect((await matches.getLog(begun.match, 0)).match.number).toBe(2);
  });

  test('whoever has a scorer link scores its table and no other, until it is revoked', async () => {
    const { id, secret } = await venue.tables.addScorerLink(table.id, 'Yassine', null);
    const scorer = venue.byLink(secret);
    const sent = [action()];
    const answer = await scorer.appendActions(match, 0, sent, SHOWN);
    expect(answer).toMatchObject({ outcome: 'ok', entries: [{ ...stored(sent[0] ?? action(), 1), by: id }] });
    expect((await scorer.getLog(match, 0)).entries).toEqual(answer.entries);
    expect(await scorer.getOverlay(table.token)).toMatchObject({ board: { seq: 1 } });
    const begun = newMatch();
    expect(await scorer.beginMatch(begun)).toMatchObject({ outcome: 'ok' });
    expect(await scorer.resumeMatch(table.id, begun.match, match)).toMatchObject({ outcome: 'ok' });

    const { foreign } = venue;
    const attempts = (by: MatchBackend, theirs: { id: string; match: string }) =>
      [
        by.appendActions(theirs.match, 0, [action()], SHOWN),
        by.appendActions(theirs.match, null, [action({ kind: 'clock.start', body: {} })], null),
        by.beginMatch(newMatch({ overlayId: theirs.id, expected: theirs.match })),
        by.resumeMatch(theirs.id, theirs.match, theirs.match),
        by.getLog(theirs.match, 0),
      ].map(kindOf);
    const denied = Array.from({ length: 5 }, () => 'forbidden');
    expect(await Promise.all(attempts(scorer, foreign))).toEqual(denied);
    expect(await Promise.all(attempts(matches, foreign))).toEqual(denied);
    const nobodys = { id: randomUUID(), match: randomUUID() };
    expect(await Promise.all(attempts(scorer, nobodys))).toEqual(denied);
    const own = { id: table.id, match };
    expect(await Promise.all(attempts(venue.byLink('A'.repeat(24)), own))).toEqual(denied);
    await venue.tables.revokeScorerLink(id);
    expect(await Promise.all(attempts(scorer, own))).toEqual(denied);
    expect((await matches.getLog(match, 0)).entries).toEqual(answer.entries);
  });

  test('a link reaches what was played since it was made, and learns nobody’s account', async () => {
    await append([action()]);
    const begun = newMatch();
    await matches.beginMatch(begun);
    await matches.appendActions(begun.match, 0, [action()], SHOWN);
    const { secret } = await venue.tables.addScorerLink(table.id, 'Yassine', null);
    const scorer = venue.byLink(secret);
    const refused = [
      scorer.getLog(match, 0),
      scorer.appendActions(match, 1, [action()], SHOWN),
      scorer.resumeMatch(table.id, begun.match, match),
      scorer.beginMatch(newMatch({ expected: begun.match, match })),
    ];
    expect(await Promise.all(refused.map(kindOf))).toEqual(refused.map(() => 'forbidden'));
    expect(await scorer.getLog(begun.match, 0)).toMatchObject({
      match: { previous: null },
      entries: [{ by: null }],
    });
    const next = newMatch({ expected: begun.match });
    expect(await scorer.beginMatch(next)).toMatchObject({ outcome: 'ok' });
    expect((await scorer.getLog(next.match, 0)).match.previous).toBe(begun.match);
    expect(await scorer.resumeMatch(table.id, next.match, begun.match)).toMatchObject({ outcome: 'ok' });
    expect((await matches.getLog(match, 0)).entries).toHaveLength(1);
  });

  test('a link begins twenty matches an hour at most', async () => {
    const { secret } = await venue.tables.addScorerLink(table.id, '', null);
    const scorer = venue.byLink(secret);
    let expected = match;
    for (let count = 1; count < 20; count++) {
      const begun = newMatch({ expected });
      expect(await scorer.beginMatch(begun)).toMatchObject({ outcome: 'ok' });
      expected = begun.match;
    }
    expect(await scorer.beginMatch(newMatch({ expected }))).toMatchObject({
      outcome: 'tooMany',
      current: expected,
    });
    expect(await matches.beginMatch(newMatch({ expected }))).toMatchObject({ outcome: 'ok' });
  });

  test.each(['ended', 'archived'] as const)('a link of an %s table scores nothing', async (how) => {
    const ends = how === 'ended' ? Date.now() - 1000 : null;
    const { secret } = await venue.tables.addScorerLink(table.id, '', ends);
    if (how === 'archived') await venue.tables.archiveTable(table.id, true);
    expect(await kindOf(venue.byLink(secret).appendActions(match, 0, [action()], SHOWN))).toBe('forbidden');
    expect(await kindOf(venue.open(secret))).toBe('forbidden');
  });

  test.each([
    ['whoever is signed out scores nothing', 'sessionExpired'],
    ['without a network everything fails as offline', 'offline'],
  ] as const)('%s', async (_title, kind) => {
    if (kind === 'offline') venue.cut();
    else await venue.dropSession();
    const requests = [
      append([action()]),
      matches.beginMatch(newMatch()),
      matches.resumeMatch(table.id, match, match),
      matches.getLog(match, 0),
    ];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => kind));
  });
});
