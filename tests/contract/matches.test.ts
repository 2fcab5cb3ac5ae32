import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MatchBackend, BegunMatch, SentAction, SentBoard, Table } from '../../src/backend/contract.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import type { Board } from '../../src/core/overlay/board.ts';
import { RACE_TO_RANGE, SCORE_RANGE } from '../../src/rules/score.ts';
import { kindOf } from './kind-of.ts';
import { action, matchAfter, SHOWN, stored, testPlaying } from './playing.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of any `MatchBackend`. */

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
  const newMatch = (changes: Partial<BegunMatch> = {}): BegunMatch => matchAfter(table.id, match, changes);

  describe('of one page', () =>
    testPlaying(async () => ({ matches, id: table.id, token: table.token, match })));

  test('a list of tables says when anything was scored in a match, and when its scorer was there', async () => {
    await append([action()]);
    expect((await listed()).scorerSeenAtMillis).toBeNull();
    await matches.getOverlay(table.id);
    expect((await listed()).scorerSeenAtMillis).toBeGreaterThanOrEqual(table.match.startedAtMillis);
    const { facts, match: summary } = await listed();
    expect(summary.seq).toBe(1);
    expect(facts.match?.scoredAtMillis).toBeGreaterThanOrEqual(table.match.startedAtMillis);
    await matches.beginMatch(newMatch());
    expect((await listed()).match).toMatchObject({ number: 2, game: 'eight-ball', seq: 0 });
  });

  test('a new table’s match is a plain one without actions', async () => {
    expect(await matches.getLog(match, 0)).toEqual({
      match: {
        id: match,
        tableId: table.id,
        number: 1,
        previous: null,
        game: 'plain',
        rules: 1,
        seq: 0,
        endedAtMillis: null,
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

  /** Whether a board like this is taken with the next rack. */
  const shows = async (changes: Partial<SentBoard>): Promise<boolean> => {
    const after = (await matches.getLog(match, 0)).match.seq;
    return (await append([action()], after, { ...SHOWN, ...changes })).outcome === 'ok';
  };

  test.each([
    ['s1', SCORE_RANGE],
    ['s2', SCORE_RANGE],
    ['raceTo', RACE_TO_RANGE],
  ] as const)('%s may be within its range, and nothing beyond', async (field, { min, max }) => {
    for (const value of [min, max]) expect(await shows({ [field]: value })).toBe(true);
    for (const value of [min - 1, max + 1]) expect(await shows({ [field]: value })).toBe(false);
    expect(await board()).toMatchObject({ [field]: max, seq: 2 });
  });

  test.each(['p1', 'p2'] as const)('%s may be as long as a field takes, and no longer', async (field) => {
    for (const letter of ['é', 'ن', '🎱']) {
      const name = letter.repeat(NAME_LIMIT);
      expect(await shows({ [field]: name })).toBe(true);
      expect(await shows({ [field]: name + letter })).toBe(false);
      expect(await board()).toMatchObject({ [field]: name });
    }
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

  test('only clocks go without knowing the last action', async () => {
    await append([action()]);
    const mixed = [action({ kind: 'clock.start', body: {} }), action()];
    expect(await append(mixed, null, null)).toMatchObject({ outcome: 'bad', index: 1 });
    expect(await append(mixed.slice(0, 1), null, null)).toMatchObject({ outcome: 'ok', seq: 2 });
    expect(await board()).toMatchObject({ s1: 1, clock: { running: true } });
  });

  test('a board without actions corrects the shown one, once for each action', async () => {
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

  test('actions for the table aren’t stored once another match is current, and stored ones stay', async () => {
    const save = { ...action(), onlyCurrent: true };
    const clock = { ...action({ kind: 'clock.start', body: {} }), onlyCurrent: true };
    expect(await append([save])).toMatchObject({ outcome: 'ok', seq: 1 });
    const begun = newMatch();
    await matches.beginMatch(begun);
    const stale = { outcome: 'stale', seq: 1, current: begun.match };
    expect(await append([{ ...action(), onlyCurrent: true }], 1)).toMatchObject({ ...stale, entries: [] });
    expect(await append([clock], null, null)).toMatchObject({ ...stale, entries: [] });
    expect(await append([save])).toMatchObject({ outcome: 'ok', seq: 1 });
    expect((await board()).clock.running).toBe(false);
    expect(await append([action()], 1)).toMatchObject({ outcome: 'ok', seq: 2 });
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

  test.each<[string, Partial<BegunMatch>]>([
    ['whose name is no word', { game: '8 Ball!' }],
    ['whose format is too large', { start: { text: 'x'.repeat(4097) } }],
    ['whose board is of other rules', { board: { ...SHOWN, rules: 2 } }],
  ])('a game %s is refused', async (_title, wrong) => {
    expect(await matches.beginMatch(newMatch(wrong))).toMatchObject({ outcome: 'bad' });
    expect((await listed()).match.id).toBe(match);
  });

  test('a scorer link scores its table and no other, until it is revoked', async () => {
    const { id, secret } = await venue.tables.addScorerLink(table.id, 'Yassine', null, { kind: 'scorer' });
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
        by.beginMatch(newMatch({ tableId: theirs.id, expected: theirs.match })),
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

  test('a link reaches matches since it was made, and reveals no account', async () => {
    await append([action()]);
    const begun = newMatch();
    await matches.beginMatch(begun);
    await matches.appendActions(begun.match, 0, [action()], SHOWN);
    const { secret } = await venue.tables.addScorerLink(table.id, 'Yassine', null, { kind: 'scorer' });
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

  test('a link starts at most twenty matches an hour', async () => {
    const { secret } = await venue.tables.addScorerLink(table.id, '', null, { kind: 'scorer' });
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
    const { secret } = await venue.tables.addScorerLink(table.id, '', ends, { kind: 'scorer' });
    if (how === 'archived') await venue.tables.archiveTable(table.id, true);
    expect(await kindOf(venue.byLink(secret).appendActions(match, 0, [action()], SHOWN))).toBe('forbidden');
    expect(await kindOf(venue.open(secret))).toBe('forbidden');
  });

  test.each([
    ['a signed-out caller scores nothing', 'sessionExpired'],
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
