import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SentAction } from '../../src/backend/contract.ts';
import { startEmbedded, type Embedded } from './embedded.ts';

/** What stores may expect of `ResultsBackend` and `PlayersBackend`: matches of a table, folded by the score service. */

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded();
  const { email, password } = await embedded.addOwner();
  await embedded.auth.signIn(email, password);
});
afterAll(() => embedded.close());

const DAY = 86_400_000;
const EVER = { fromMillis: Date.now() - 30 * DAY, toMillis: Date.now() + DAY };

const action = (kind: string, body: SentAction['body']): SentAction => ({
  id: randomUUID(),
  kind,
  body,
  agoMillis: 0,
});

/** Plays a race to 2 in 8-ball to its end; the board sent with it says otherwise. */
const playMatch = async (
  names: readonly [string, string],
  changes: object = {},
): Promise<{ tableId: string; match: string }> => {
  const { tables, matches } = embedded;
  const [table] = (await tables.listTables()).tables;
  if (!table) return expect.unreachable('there is no table');
  const match = randomUUID();
  const [p1, p2] = names;
  const start = {
    p1,
    p2,
    raceTo: 2,
    breaks: 'winner',
    first: 'A',
    extensions: 1,
    balls: 'solidsAndStripes',
    ...changes,
  };
  const board = { p1: 'Liar', p2, s1: 0, s2: 99, raceTo: 2, rules: 1, detail: null, result: null };
  const begun = { tableId: table.id, expected: table.match.id, match, game: 'eight-ball', rules: 1, start };
  expect((await matches.beginMatch({ ...begun, board, agoMillis: 0 })).outcome).toBe('ok');
  const racks = ['runOut', 'breakAndRun'].map((how) => action('rack', { side: 'A', how }));
  expect((await matches.appendActions(match, 0, racks, board)).outcome).toBe('ok');
  return { tableId: table.id, match };
};

test('a match is folded by the rules, whatever its board said', async () => {
  const { results } = embedded;
  const { tableId } = await playMatch(['Youssef <b>', 'أمل']);
  expect(await results.listResults(EVER)).toMatchObject({ results: [], live: [], due: 1 });
  expect(await results.foldDue()).toBe(1);
  expect(await results.foldDue()).toBe(0);
  const { results: listed, due, next } = await results.listResults(EVER);
  expect([due, next]).toEqual([0, null]);
  expect(listed).toMatchObject([
    {
      state: 'over',
      tableId,
      game: 'eight-ball',
      names: ['Youssef <b>', 'أمل'],
      players: ['youssef <b>', 'أمل'],
      scores: [2, 0],
      raceTo: 2,
      winner: 'A',
      byHand: false,
      rev: 1,
    },
  ]);
  const [{ id } = { id: '' }] = listed;
  const full = await results.getResult(id);
  expect(full?.detail.units).toMatchObject([
    { winner: 'A', how: 'runOut', points: null },
    { winner: 'A', how: 'breakAndRun', points: null },
  ]);
  expect(full?.detail.rows).toContainEqual({ name: 'racks', values: [2, 0] });
  expect(full?.corrected).toBeNull();
  expect(await results.getResult('x'.repeat(22))).toBeNull();
});

test('a head start is in the score, but nobody won its racks', async () => {
  const { players, results } = embedded;
  const framesNow = async () => {
    const [from, until] = [Date.now() - 86_400_000, Date.now() + 86_400_000];
    return (await results.getReport([from, until], {})).windows[0]?.frames ?? 0;
  };
  const before = await framesNow();
  await playMatch(['Ghita', 'Hamza'], { raceTo: 4, handicap: { A: 2, B: 1 } });
  await results.foldDue();
  const [listed] = (await results.listResults({ ...EVER, player: 'ghita' })).results;
  const id = listed?.id ?? '';
  expect(listed).toMatchObject({ scores: [4, 1], winner: 'A' });
  const detail = (await results.getResult(id))?.detail;
  expect(detail?.handicap).toEqual([2, 1]);
  expect(detail?.rows).toContainEqual({ name: 'racks', values: [2, 0] });
  expect(await players.getPlayer('ghita')).toMatchObject({ player: { frames: 2, framesLost: 0 } });
  expect(await framesNow()).toBe(before + 2);

  // The sides were entered the wrong way round.
  await results.correctResult(id, { names: ['Hamza', 'Ghita'], scores: [1, 4] });
  expect((await results.getResult(id))?.detail.handicap).toEqual([1, 2]);
  expect(await players.getPlayer('ghita')).toMatchObject({ player: { frames: 2, framesLost: 0 } });
  await results.correctResult(id, { names: ['Ghita', 'Hamza'], scores: [4, 2] });
  expect(await players.getPlayer('hamza')).toMatchObject({ player: { frames: 1, framesLost: 2 } });
  expect(await framesNow()).toBe(before + 3);
  await results.setAside(id, true);
  expect(await framesNow()).toBe(before);
});

test('players are found by their names, with what their matches came to', async () => {
  const { players, results } = embedded;
  await playMatch(['Zineb', 'Imad']);
  await results.foldDue();
  const [found, ...more] = await players.findPlayers(' INE ');
  expect(found).toEqual({
    key: 'zineb',
    name: 'Zineb',
    matches: 1,
    lastAtMillis: expect.any(Number) as number,
  });
  expect(more).toEqual([]);
  const sums = { matches: 1, high: null, breaks50: 0, centuries: 0 };
  const player = {
    ...sums,
    key: 'zineb',
    name: 'Zineb',
    won: 1,
    frames: 2,
    framesLost: 0,
    breakAndRuns: 1,
    runOuts: 1,
  };
  const versus = {
    ...sums,
    key: 'imad',
    name: 'Imad',
    won: 0,
    frames: 0,
    framesLost: 2,
    breakAndRuns: 0,
    runOuts: 0,
  };
  expect(await players.getPlayer('zineb')).toMatchObject({
    player,
    opponents: [{ key: 'imad', name: 'Imad', matches: 1, won: 1, lost: 0 }],
    latest: [{ names: ['Zineb', 'Imad'] }],
  });
  expect(await players.getHeadToHead('zineb', 'imad')).toMatchObject({ player, versus });
  expect(await players.getHeadToHead('zineb', 'youssef <b>')).toBeNull();
  expect(await players.getPlayer('nobody')).toBeNull();
});

test('players are merged, and parted again', async () => {
  const { players, results } = embedded;
  expect(await players.mergePlayers('imad', 'zineb')).toBe('merged');
  expect(await players.mergePlayers('imad', 'zineb')).toBe('same');
  expect(await players.mergePlayers('nobody', 'zineb')).toBe('unknown');
  expect(await players.getPlayer('imad')).toMatchObject({
    player: { key: 'zineb', name: 'Zineb', matches: 1 },
    merged: [{ key: 'imad', name: 'Imad', matches: 1 }],
  });
  expect((await results.listResults({ ...EVER, player: 'imad' })).results[0]?.names).toEqual([
    'Zineb',
    'Imad',
  ]);
  await players.partPlayer('imad');
  expect(await players.getPlayer('imad')).toMatchObject({ player: { key: 'imad' }, merged: [] });
});

test('a report counts play in windows', async () => {
  const { results } = embedded;
  const instants = [EVER.fromMillis, Date.now() - DAY, EVER.toMillis];
  const { windows, tables, games } = await results.getReport(instants, { game: 'eight-ball' });
  expect(windows).toMatchObject([
    { matches: 0, frames: 0 },
    { matches: 2, frames: 4 },
  ]);
  expect(tables).toMatchObject([{ title: 'Overlay 1', matches: 2, frames: 4 }]);
  expect(games).toMatchObject([{ game: 'eight-ball', matches: 2, frames: 4 }]);
  expect((await results.getReport(instants, { game: 'snooker' })).games).toEqual([]);
});

test('the owner corrects a result, sets it aside and deletes it', async () => {
  const { results, tables, matches } = embedded;
  const { tableId, match } = await playMatch(['Amal', 'Badr']);
  await results.foldDue();
  const find = async () =>
    (await results.listResults({ ...EVER, player: 'amal', versus: 'badr' })).results[0];
  const id = (await find())?.id ?? '';
  const correction = { names: ['Badr', 'Amal'], scores: [0, 2] } as const;
  await results.correctResult(id, correction);
  expect(await results.getResult(id)).toMatchObject({
    ...correction,
    winner: 'B',
    byHand: true,
    rev: 2,
    corrected: { names: ['Amal', 'Badr'], scores: [2, 0] },
  });
  await results.correctResult(id, null);
  expect(await find()).toMatchObject({ names: ['Amal', 'Badr'], winner: 'A', byHand: false });
  const instants = [EVER.fromMillis, EVER.toMillis];
  const [before = 0] = await results.countResults(instants);
  await results.setAside(id, true);
  expect(await find()).toBeUndefined();
  expect(await results.countResults(instants)).toEqual([before - 1]);
  await results.setAside(id, false);
  expect(await find()).toBeDefined();
  expect(await results.deleteResult(id)).toBe('current');
  const next = { tableId, expected: match, match: randomUUID(), game: 'plain', rules: 1, agoMillis: 0 };
  const fresh = { p1: 'Amal', p2: 'Badr', s1: 0, s2: 0, raceTo: 0 };
  await matches.beginMatch({
    ...next,
    start: fresh,
    board: { ...fresh, rules: 1, detail: null, result: null },
  });
  expect(await results.deleteResult(id)).toBe('deleted');
  expect(await results.getResult(id)).toBeNull();
  expect((await tables.listTables()).venue).toEqual({
    timeZone: 'Africa/Casablanca',
    closingHour: 6,
    title: '',
  });
});

test('the longest match that keeps its racks fits', async () => {
  const { results, tables, matches } = embedded;
  const [table] = (await tables.listTables()).tables;
  const match = randomUUID();
  const start = { p1: 'Long', p2: 'Longer', raceTo: 50, breaks: 'loser', first: 'A', extensions: 1 };
  const board = { p1: '', p2: '', s1: 0, s2: 0, raceTo: 50, rules: 1, detail: null, result: null };
  const begun = { tableId: table?.id ?? '', expected: table?.match.id ?? '', match, rules: 1, agoMillis: 0 };
  await matches.beginMatch({ ...begun, game: 'nine-ball', start, board });
  const racks = Array.from({ length: 99 }, (_, number) =>
    action('rack', { side: number % 2 ? 'B' : 'A', how: 'nineOnBreak' }),
  );
  // Only the breaker can win on the break.
  expect((await matches.appendActions(match, 0, racks, board)).outcome).toBe('ok');
  expect(await results.foldDue()).toBe(1);
  const [listed] = (await results.listResults({ ...EVER, player: 'longer' })).results;
  expect((await results.getResult(listed?.id ?? ''))?.detail.units.length).toBe(99);
});
