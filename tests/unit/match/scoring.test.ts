import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Appended } from '../../../src/backend/contract.ts';
import { CHANGES_PER_SECOND } from '../../../src/core/overlay/board.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';
import { openTable, POOL, SNOOKER } from './devices.ts';
import { fakeDisk } from './fake-offline-store.ts';
import { syncStatusOf } from '../../../src/features/pad/sync-status.ts';
import { matchWords } from '../../../src/features/match/words.ts';
import { textsIn } from '../i18n/texts.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);

/** A table at which pool is played, and one page that scores it. */
const openPool = async () => {
  const table = await openTable();
  const page = table.open();
  await settle();
  expect(await page.scoring.begin('eight-ball', POOL)).toBe(true);
  await settle();
  return { ...table, page };
};

type Guest = ReturnType<Awaited<ReturnType<typeof openTable>>['open']>;

test('a tap shows at once, and is on air when the server has it', async () => {
  const { page, server, table } = await openPool();
  const made = page.scoring.score('rack', { side: 'A' });
  expect(made).toEqual({ id: page.scored().undoable?.action.id });
  expect(page.seen()).toMatchObject({ s1: 1, s2: 0 });
  expect(page.onAir()).toMatchObject({ s1: 0, s2: 0 });
  expect(page.scored()).toMatchObject({ pending: 1, sync: 'sending', late: false });
  await settle();
  expect(page.onAir()).toMatchObject({ s1: 1, s2: 0 });
  expect(page.scored()).toMatchObject({ pending: 0, sync: 'upToDate' });
  expect(server.board(table.id)).toMatchObject({ p1: 'Salma', s1: 1, seq: 1 });
});

test('a request that was sent before the network was back, and fails after it, is repeated soon', async () => {
  const { page } = await openPool();
  const { network } = page;
  network.cut();
  page.scoring.score('rack', { side: 'A' });
  await pass(120);
  network.restore();
  network.held = true;
  page.sync.wake();
  for (const { lose } of network.waiting) lose();
  network.held = false;
  await pass(0.7);
  expect(page.scored()).toMatchObject({ pending: 0, sync: 'upToDate' });
});

test('another device follows the announcements', async () => {
  const { page, open } = await openPool();
  const other = open();
  await settle();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  expect(other.onAir()).toMatchObject({ s1: 1 });
  expect(other.scored().lines.map(({ action }) => action.own)).toEqual([false]);
});

test('an answer that takes longer than 400 ms is late until it comes', async () => {
  const { page } = await openPool();
  page.network.held = true;
  page.scoring.score('rack', { side: 'A' });
  await pass(0.399);
  expect(page.scored().late).toBe(false);
  await pass(0.001);
  expect(page.scored().late).toBe(true);
  for (const passing of page.network.waiting) passing.answer();
  await settle();
  expect(page.scored()).toMatchObject({ late: false, pending: 0 });
});

test('without a network scoring continues, retries after 0.5, 1, 2 … 15 s, and sends everything once and in order', async () => {
  const { page, server } = await openPool();
  page.network.cut();
  for (const side of ['A', 'B', 'A']) page.scoring.score('rack', { side });
  await settle();
  expect(page.scored()).toMatchObject({ pending: 3, sync: 'offline', late: true });
  expect(page.seen()).toMatchObject({ s1: 2, s2: 1 });
  const attempts = () => page.network.requests.filter((name) => name === 'appendActions').length;
  for (const seconds of [0.5, 1, 2, 4, 8, 15, 15]) {
    const before = attempts();
    await pass(seconds - 0.001);
    expect(attempts()).toBe(before);
    await pass(0.001);
    expect(attempts()).toBe(before + 1);
  }
  page.network.restore();
  await pass(15);
  expect(page.scored()).toMatchObject({ pending: 0, sync: 'upToDate', late: false });
  const { id } = page.scored().match;
  expect(server.log(id).map(({ body }) => body['side'])).toEqual(['A', 'B', 'A']);
});

test('taps survive a reload without a network, and a day', async () => {
  const { page, server, open } = await openPool();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  page.network.cut();
  page.scoring.score('rack', { side: 'B' });
  page.scoring.score('clock.start');
  await settle();
  const { disk, device } = page;
  page.close();
  const offline = open({ disk, device });
  offline.network.cut();
  await settle();
  expect(offline.seen()).toMatchObject({ s1: 1, s2: 1 });
  expect(offline.scored()).toMatchObject({ pending: 2, kept: true });
  expect(offline.scored().clock.running).toBe(true);
  offline.close();
  await pass(86_400);
  const next = open({ disk, device });
  await settle();
  await settle();
  expect(next.scored()).toMatchObject({ pending: 0, question: null });
  const log = server.log(next.scored().match.id);
  expect(log.map(({ kind }) => kind).toSorted()).toEqual(['clock.start', 'rack', 'rack']);
  const started = log.find(({ kind }) => kind === 'clock.start');
  expect(Date.now() - (started?.atMillis ?? 0)).toBe(86_400_000);
  expect(disk.actions()).toEqual([]);
});

const racks = (server: Awaited<ReturnType<typeof openTable>>['server'], match: string): unknown[] =>
  server.log(match).filter(({ kind }) => kind === 'rack');

test('6: the same rack given by two devices counts once, and given to the other side it is a question', async () => {
  const { page, open, server } = await openPool();
  const other = open();
  await settle();
  const { id } = page.scored().match;
  other.network.cut();
  page.scoring.score('rack', { side: 'A', how: 'runOut' });
  other.scoring.score('rack', { side: 'A' });
  await settle();
  other.network.restore();
  await pass(2);
  expect(racks(server, id)).toHaveLength(1);
  expect(other.scored()).toMatchObject({ pending: 0, question: null });
  other.network.cut();
  page.scoring.score('rack', { side: 'A' });
  other.scoring.score('rack', { side: 'B' });
  await settle();
  other.network.restore();
  await pass(2);
  expect(racks(server, id)).toHaveLength(2);
  expect(other.scored().question).toMatchObject({ reason: { key: 'refused.movedOn' } });
  expect(other.seen()).toMatchObject({ s1: 2, s2: 0 });
  // It was another rack after all.
  other.scoring.answer(other.scored().question?.id ?? '', 'again');
  await settle();
  expect(page.seen()).toMatchObject({ s1: 2, s2: 1 });
  expect(other.scored()).toMatchObject({ pending: 0, question: null });
});

/** Two pages of one match in pool, one of which is away for fourteen seconds while both score. */
const whileAway = async (away: (page: Guest) => void, others: (page: Guest) => void) => {
  const { page, open, server } = await openPool();
  const guest = open();
  await settle();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  guest.network.cut();
  away(guest);
  others(page);
  await pass(14);
  guest.network.restore();
  await pass(20);
  return { page, guest, kinds: () => server.log(page.scored().match.id).map(({ kind }) => kind) };
};

const rack = (side: 'A' | 'B') => (page: Guest) => void page.scoring.score('rack', { side });

/** A question's lines in English. */
const asked = (page: Guest) => {
  const { format } = matchWords(textsIn('en'));
  const { question } = page.scored();
  return {
    meanwhile: question?.meanwhile.map(({ what, who }) => `${format(what)}, ${format(who)}`),
    lines: question?.actions.map(({ what, then }) => [format(what), then && format(then)]),
  };
};

test('6: a rack also scored elsewhere while this device was away is the same rack, without a question', async () => {
  const { page, guest, kinds } = await whileAway(rack('B'), rack('B'));
  expect(guest.scored()).toMatchObject({ question: null, pending: 0 });
  for (const one of [page, guest]) expect(one.seen()).toMatchObject({ s1: 1, s2: 1 });
  expect(kinds()).toEqual(['rack', 'rack']);
});

test('6: of several racks from an absence, only those not scored elsewhere are asked about, each as it was tapped', async () => {
  const { page, guest } = await whileAway(
    (one) => ['B' as const, 'B' as const, 'A' as const].forEach((side) => rack(side)(one)),
    rack('B'),
  );
  expect(asked(guest)).toEqual({
    meanwhile: ['Rack 2 to \u2068Youssef\u2069, Another device'],
    lines: [
      ['Rack 3 to \u2068Youssef\u2069', 'The score becomes 1–2'],
      ['Rack 4 to \u2068Salma\u2069', 'The score becomes 2–1'],
    ],
  });
  const { question } = guest.scored();
  guest.scoring.answer(question?.id ?? '', 'again', question?.actions[1]?.id);
  await settle();
  expect(page.onAir()).toMatchObject({ s1: 2, s2: 1 });
  expect(asked(guest).lines).toEqual([['Rack 3 to \u2068Youssef\u2069', 'The score becomes 2–2']]);
  guest.scoring.answer(guest.scored().question?.id ?? '', 'drop');
  await settle();
  expect(guest.scored().question).toBeNull();
  expect(page.onAir()).toMatchObject({ s1: 2, s2: 1 });
  expect(guest.disk.actions()).toEqual([]);
});

test('6: another scorer of the same move settles a question', async () => {
  const { page, guest } = await whileAway(
    (one) => ['B' as const, 'A' as const].forEach((side) => rack(side)(one)),
    rack('B'),
  );
  expect(asked(guest).lines).toHaveLength(1);
  rack('A')(page);
  await settle();
  expect(guest.scored()).toMatchObject({ question: null, pending: 0 });
  expect(guest.seen()).toMatchObject({ s1: 2, s2: 1 });
  expect(guest.disk.actions()).toEqual([]);
});

test('6: a question says that its move would end the match', async () => {
  const { page, open } = await openPool();
  await page.scoring.begin('eight-ball', { ...POOL, raceTo: 2 });
  const guest = open();
  await settle();
  rack('A')(page);
  await settle();
  guest.network.cut();
  rack('B')(guest);
  rack('A')(guest);
  page.scoring.score('foul', { side: 'A' });
  await pass(14);
  guest.network.restore();
  await pass(20);
  expect(asked(guest)).toEqual({
    meanwhile: ['Foul by \u2068Salma\u2069, Another device'],
    lines: [
      ['Rack 2 to \u2068Youssef\u2069', 'The score becomes 1–1'],
      ['Rack 3 to \u2068Salma\u2069', 'The score becomes 2–0, and the match ends'],
    ],
  });
});

test('6: the ending of a rack goes to the rack scored elsewhere, and undoing one’s own leaves that one', async () => {
  const { page, guest } = await whileAway((one) => {
    rack('B')(one);
    one.scoring.replace(one.scored().undoable?.action.id ?? '', 'rack', { side: 'B', how: 'runOut' });
  }, rack('B'));
  expect(guest.scored()).toMatchObject({ question: null, pending: 0 });
  expect(page.scored().state).toMatchObject({ racks: { A: 1, B: 1 }, played: [{}, { how: 'runOut' }] });

  guest.network.cut();
  rack('A')(guest);
  guest.scoring.undo();
  rack('A')(page);
  await settle();
  guest.network.restore();
  await pass(20);
  expect(guest.scored()).toMatchObject({ question: null, pending: 0 });
  expect(page.seen()).toMatchObject({ s1: 2, s2: 1 });
});

test.each(['at once', 'after fourteen seconds'])(
  '6: the same strokes of a break count once %s, also where they would be legal again',
  async (when) => {
    const { page, open } = await openPool();
    await page.scoring.begin('snooker', SNOOKER);
    const guest = open();
    await settle();
    guest.network.cut();
    const pots = (one: Guest, balls: readonly string[]): void =>
      balls.forEach((ball) => expect(one.scoring.score('pot', { balls: [ball] })).toHaveProperty('id'));
    pots(guest, ['red', 'black', 'red', 'blue']);
    pots(page, ['red', 'black', 'red']);
    await pass(when === 'at once' ? 1 : 14);
    guest.network.restore();
    await pass(20);
    const isLate = when !== 'at once';
    expect(page.onAir().detail).toMatchObject({ points: [isLate ? 9 : 14, 0], break: isLate ? 9 : 14 });
    expect(asked(guest).lines).toEqual(
      isLate ? [['\u2068Salma\u2069: blue 5', 'The score becomes 14–0']] : undefined,
    );
  },
);

test('a stroke isn’t slipped in after others than those that its scorer saw', async () => {
  const { page, open } = await openPool();
  await page.scoring.begin('snooker', SNOOKER);
  const guest = open();
  await settle();
  guest.network.cut();
  for (const ball of ['red', 'black']) guest.scoring.score('pot', { balls: [ball] });
  for (const ball of ['red', 'blue', 'red']) page.scoring.score('pot', { balls: [ball] });
  await settle();
  guest.network.restore();
  await pass(2);
  expect(page.onAir().detail).toMatchObject({ points: [7, 0] });
  expect(guest.scored().question).toMatchObject({ reason: { key: 'refused.movedOn' } });
  expect(asked(guest).lines).toEqual([['\u2068Salma\u2069: black 7', 'The score becomes 14–0']]);
});

test('a question says whether its move could be made again now', async () => {
  const { page, open } = await openPool();
  await page.scoring.begin('snooker', SNOOKER);
  const other = open();
  await settle();
  other.network.cut();
  for (const ball of ['red', 'black']) other.scoring.score('pot', { balls: [ball] });
  page.scoring.score('pot', { balls: ['red'] });
  page.scoring.score('endVisit');
  await settle();
  other.network.restore();
  await pass(2);
  expect(other.scored().question).toMatchObject({
    reason: { key: 'refused.movedOn' },
    actions: [{ fits: false }],
  });
  other.scoring.undo();
  expect(other.scored().question).toMatchObject({ actions: [{ fits: true }] });
});

test('a visit lasts as long here as on air, whichever device scores it and whatever waited for a network', async () => {
  const { page, open, server, table } = await openPool();
  const visits = (): unknown[] => [page.scored().visitAtMillis, server.board(table.id).visitAtMillis];
  expect(visits()).toEqual([null, null]);
  await page.scoring.begin('snooker', SNOOKER);
  await settle();
  const began = Date.now();
  expect(visits()).toEqual([began, began]);
  await pass(30);
  const other = open();
  await settle();
  other.scoring.score('pot', { balls: ['red'] });
  await settle();
  expect(visits()).toEqual([began, began]);

  other.network.cut();
  other.scoring.score('endVisit');
  const ended = Date.now();
  await pass(60);
  other.scoring.score('pot', { balls: ['red'] });
  expect(other.scored().visitAtMillis).toBe(ended);
  other.network.restore();
  await pass(20);
  expect(visits()).toEqual([ended, ended]);

  page.scoring.undo();
  page.scoring.undo();
  await settle();
  expect(visits()).toEqual([began, began]);
  page.scoring.score('concede', { side: 'A' });
  await settle();
  expect(visits()).toEqual([null, null]);
});

test('6: the same foul counts once, whatever the order of its fields', async () => {
  const { page, open } = await openPool();
  await page.scoring.begin('snooker', SNOOKER);
  const other = open();
  await settle();
  other.network.cut();
  page.scoring.score('foul', { points: 4, miss: true });
  other.scoring.score('foul', { miss: true, points: 4 });
  await settle();
  other.network.restore();
  await pass(2);
  expect(other.scored()).toMatchObject({ pending: 0, question: null });
  expect(other.scored().lines).toHaveLength(1);
});

test('how a rack ended is said afterwards, and is no rack that was given already', async () => {
  const { page } = await openPool();
  page.scoring.score('rack', { side: 'A' });
  const id = page.scored().undoable?.action.id ?? '';
  for (const how of ['breakAndRun', 'runOut']) {
    expect(page.scoring.replace(id, 'rack', { side: 'A', how })).toHaveProperty('id');
    await settle();
    expect(page.scored().state).toMatchObject({ racks: { A: 1, B: 0 }, played: [{ how }] });
  }
  const done = page.scored().actions.length;
  page.scoring.replace(id, 'rack', { how: 'runOut', side: 'A' });
  expect(page.scored().actions).toHaveLength(done);
});

test('a correction that is corrected to other values is another correction', async () => {
  const { page } = await openPool();
  page.scoring.score('set', { changes: { s1: { from: 0, to: 3 } } });
  const id = page.scored().lines[0]?.action.id ?? '';
  for (const to of [4, 5]) {
    expect(page.scoring.replace(id, 'set', { changes: { s1: { from: 0, to } } })).toHaveProperty('id');
    expect(page.seen()).toMatchObject({ s1: to });
  }
});

test('a device that was away while another scored asks once about all its moves, and sends the rest', async () => {
  const { page, open, server } = await openPool();
  const away = open();
  await settle();
  away.network.cut();
  for (const side of ['A', 'B']) away.scoring.score('foul', { side });
  away.scoring.score('set', { changes: { p1: { from: 'Salma', to: 'Salma B' } } });
  away.scoring.undo(away.scored().lines[0]?.action.id);
  await pass(3600);
  page.scoring.score('foul', { side: 'A' });
  await settle();
  away.network.restore();
  await pass(20);
  const { question, pending } = away.scored();
  expect(pending).toBe(0);
  expect(question).toMatchObject({ reason: { key: 'refused.scoredMeanwhile' } });
  expect(question?.actions.map(({ what }) => what.key)).toEqual(['log.foul', 'log.foul', 'log.amended.undo']);
  expect(server.log(away.scored().match.id).map(({ kind }) => kind)).toEqual(['foul', 'set']);
  away.scoring.answer(question?.id ?? '', 'drop');
  expect(away.scored().question).toBeNull();
  await settle();
  expect(away.disk.actions()).toEqual([]);
});

test('names and scores merge by their fields; one that was changed elsewhere is asked about', async () => {
  const { page, open } = await openPool();
  const other = open();
  await settle();
  other.network.cut();
  page.scoring.score('set', { changes: { p1: { from: 'Salma', to: 'Amina' } } });
  other.scoring.score('set', { changes: { p2: { from: 'Youssef', to: 'Yusuf' } } });
  other.scoring.score('set', { changes: { p1: { from: 'Salma', to: 'Samira' } } });
  await settle();
  other.network.restore();
  await pass(2);
  expect(page.onAir()).toMatchObject({ p1: 'Amina', p2: 'Yusuf' });
  const { question } = other.scored();
  expect(question?.reason).toEqual({
    key: 'refused.changedElsewhere',
    values: { field: { key: 'fields.p1' } },
  });
  other.scoring.answer(question?.id ?? '', 'again');
  await settle();
  expect(page.onAir()).toMatchObject({ p1: 'Samira', p2: 'Yusuf' });
});

test('the undo button undoes the last action by any device, and two simultaneous presses count once', async () => {
  const { page, open } = await openPool();
  const other = open();
  await settle();
  page.scoring.score('rack', { side: 'A' });
  page.scoring.score('rack', { side: 'B' });
  await settle();
  expect(other.scored().undoable?.action).toMatchObject({ body: { side: 'B' }, own: false });
  for (const one of [page, other]) {
    one.network.cut();
    expect(one.scoring.undo()).toHaveProperty('id');
    expect(one.seen()).toMatchObject({ s1: 1, s2: 0 });
  }
  for (const one of [page, other]) one.network.restore();
  await pass(4);
  expect(page.onAir()).toMatchObject({ s1: 1, s2: 0 });
  expect(page.scored().actions.filter(({ kind }) => kind === 'undo')).toHaveLength(1);
  expect(other.scoring.redo()).toHaveProperty('id');
  await settle();
  expect(page.onAir()).toMatchObject({ s1: 1, s2: 1 });
  expect(page.scoring.redo()).toEqual({ refused: 'nothingThere' });
});

test('held actions stay off air, even across a reload, and go on air in one step', async () => {
  const { page, server, table, open } = await openPool();
  page.scoring.hold();
  page.scoring.score('rack', { side: 'A' });
  page.scoring.score('rack', { side: 'A' });
  page.scoring.score('clock.start');
  await pass(60);
  expect(page.scored()).toMatchObject({ held: true, pending: 2, sync: 'upToDate', late: false });
  // Clocks wait for nothing.
  expect(server.board(table.id)).toMatchObject({ s1: 0, clock: { running: true } });
  const { disk, device } = page;
  page.close();
  const next = open({ disk, device });
  await settle();
  expect(next.scored()).toMatchObject({ held: true, pending: 2 });
  const { rev } = server.board(table.id);
  next.scoring.release();
  await settle();
  expect(server.board(table.id)).toMatchObject({ s1: 2, rev: rev + 1 });
});

test('10: two pages of one browser send one queue, and settle each other’s questions', async () => {
  const { page, server, open } = await openPool();
  const { disk, device } = page;
  const second = open({ disk, device });
  await settle();
  page.network.cut();
  second.network.cut();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  expect(second.seen()).toMatchObject({ s1: 1 });
  second.scoring.score('rack', { side: 'B' });
  await settle();
  expect(page.seen()).toMatchObject({ s1: 1, s2: 1 });
  page.network.restore();
  second.network.restore();
  await pass(4);
  expect(racks(server, page.scored().match.id)).toHaveLength(2);
  expect([page.scored().pending, second.scored().pending]).toEqual([0, 0]);
  expect(disk.actions()).toEqual([]);
});

test('10: what two pages of one browser hear of each other, they neither keep nor tell again', async () => {
  const { page, open } = await openPool();
  const { disk, device } = page;
  const second = open({ disk, device });
  await settle();
  for (const { network } of [page, second]) network.cut();
  const before = disk.writes;
  page.scoring.score('rack', { side: 'A' });
  await settle();
  expect(second.scored().pending).toBe(1);
  expect(disk.writes).toBe(before + 1);
});

test('10: actions held on one page of a browser are held on the others, and any page can put them on air', async () => {
  const { page, open, server, table } = await openPool();
  const { disk, device } = page;
  const second = open({ disk, device });
  await settle();
  page.scoring.hold();
  page.scoring.score('rack', { side: 'A' });
  await pass(60);
  expect(second.scored()).toMatchObject({ held: true, pending: 1 });
  expect(server.board(table.id)).toMatchObject({ s1: 0 });
  second.scoring.release();
  await settle();
  expect(page.scored()).toMatchObject({ held: false, pending: 0 });
  expect(server.board(table.id)).toMatchObject({ s1: 1 });
});

test('actions held at a match are sent when another one begins, even by a later page', async () => {
  const { page, open, server, table } = await openPool();
  const other = open();
  await settle();
  const { id } = page.scored().match;
  page.scoring.hold();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  page.network.cut();
  expect(await other.scoring.begin('snooker', SNOOKER)).toBe(true);
  await pass(1);
  page.network.restore();
  await pass(4);
  expect(racks(server, id)).toHaveLength(1);
  expect(page.scored()).toMatchObject({ match: { game: 'snooker' }, held: false, pending: 0 });

  const current = page.scored().match.id;
  page.scoring.hold();
  page.scoring.score('pot', { balls: ['red'] });
  await settle();
  const { disk, device } = page;
  page.close();
  expect(await other.scoring.begin('eight-ball', POOL)).toBe(true);
  await settle();
  // The page closed before it could release its held actions.
  const about = { current: other.scored().match.id };
  await disk.connect().keep({ who: 'me', table: table.id }, { about, matches: [], dropped: [] });
  open({ disk, device });
  await pass(4);
  expect(server.log(current).map(({ kind }) => kind)).toEqual(['pot']);
  expect(disk.actions()).toEqual([]);
});

test('what waits at a match that was left counts until it is sent', async () => {
  const { page, open } = await openPool();
  const other = open();
  await settle();
  page.network.failure = { kind: 'offline' };
  page.scoring.score('rack', { side: 'A' });
  await settle();
  page.network.restore();
  expect(await other.scoring.begin('snooker', SNOOKER)).toBe(true);
  await settle();
  expect(page.scored()).toMatchObject({
    match: { game: 'snooker' },
    pending: 1,
    sync: 'offline',
    late: true,
  });
});

test('what a page does that has not heard of the next match is sent by another, the desk’s there and the pad’s where it was', async () => {
  const { page, open, server, table } = await openPool();
  const { disk, device } = page;
  const deaf = open({ disk, device });
  const other = open();
  await settle();
  deaf.network.cut();
  expect(await other.scoring.begin('snooker', SNOOKER)).toBe(true);
  await settle();
  expect(deaf.scored().match.game).toBe('eight-ball');
  const changes = { p1: { from: server.board(table.id).p1, to: 'Imane' } };
  expect(deaf.sync.submit('set', { changes }, 'desk')).toHaveProperty('id');
  // The pad's actions belong to the match that they were made at.
  expect(deaf.scoring.score('rack', { side: 'A' })).toHaveProperty('id');
  const { id } = deaf.scored().match;
  await settle();
  deaf.close();
  await pass(5);
  expect(racks(server, id)).toHaveLength(1);
  expect(server.board(table.id).p1).toBe('Imane');
  expect(page.scored()).toMatchObject({ match: { game: 'snooker' }, pending: 0 });
  expect(disk.actions()).toEqual([]);
});

test('a tap is kept at once, also while the one before it is being kept', async () => {
  const { page } = await openPool();
  const { disk } = page;
  page.network.cut();
  disk.silent = true;
  for (const taps of [1, 2, 3]) {
    page.scoring.score('rack', { side: 'A' });
    expect(disk.actions()).toHaveLength(taps);
  }
});

test('a tap is sent, then kept, then drawn, and none waits for another', async () => {
  const { page } = await openPool();
  const { disk } = page;
  page.network.held = true;
  disk.silent = true;
  page.network.requests.length = disk.writes = 0;
  const seen: unknown[] = [];
  disk.onWrite = () => seen.push({ sent: page.network.requests.length, drawn: page.seen().s1 });
  onTestFinished(page.scoring.$scored.listen(() => seen.push({ kept: disk.writes, drawn: page.seen().s1 })));
  page.scoring.score('rack', { side: 'A' });
  expect(seen.slice(0, 2)).toEqual([
    { sent: 1, drawn: 0 },
    { kept: 1, drawn: 1 },
  ]);
});

test.each(['before its request arrives', 'before it is kept', 'after both'])(
  'a tap whose page dies %s counts once',
  async (when) => {
    const { page, open, server, table } = await openPool();
    const { disk, device, network } = page;
    network.held = true;
    disk.full = when === 'before it is kept';
    page.scoring.score('rack', { side: 'A' });
    const [passing] = network.waiting;
    if (when === 'before its request arrives') passing?.lose();
    else passing?.deliver();
    page.close();
    disk.full = false;
    const next = open({ disk, device });
    const other = open();
    await settle();
    for (const one of [next, other]) {
      expect(one.seen()).toMatchObject({ s1: 1 });
      expect(one.scored()).toMatchObject({ pending: 0, question: null });
    }
    expect(server.board(table.id)).toMatchObject({ s1: 1, seq: 1 });
    next.scoring.score('rack', { side: 'A' });
    await settle();
    expect(server.board(table.id)).toMatchObject({ s1: 2, seq: 2 });
  },
);

test('another page of the browser sends a tap again whose answer is still coming, and it counts once', async () => {
  const { page, open, server, table } = await openPool();
  const { disk, device, network } = page;
  const other = open({ disk, device });
  await settle();
  network.held = true;
  page.scoring.score('rack', { side: 'A' });
  page.scoring.score('rack', { side: 'B' });
  network.waiting[0]?.deliver();
  await settle();
  expect(other.scored().pending).toBe(0);
  network.held = false;
  for (const passing of [...network.waiting]) passing.answer();
  await settle();
  expect(page.scored()).toMatchObject({ pending: 0, question: null });
  expect(disk.actions()).toEqual([]);
  expect(server.board(table.id)).toMatchObject({ s1: 1, s2: 1, seq: 2 });
});

test('an action that couldn’t be stored is stored with the next one, and only then reported as stored', async () => {
  const { page } = await openPool();
  const { disk } = page;
  page.network.cut();
  disk.full = true;
  for (const side of ['A', 'A']) page.scoring.score('rack', { side });
  await settle();
  expect(page.scored().kept).toBe(false);
  // There is room for the next one before this one is refused.
  page.scoring.score('rack', { side: 'A' });
  disk.full = false;
  page.scoring.score('rack', { side: 'B' });
  await settle();
  expect(page.scored().kept).toBe(false);
  page.scoring.score('foul', { side: 'A' });
  await settle();
  expect(page.scored().kept).toBe(true);
  expect(disk.actions()).toHaveLength(5);
});

test('data stored beside a tap that couldn’t be is deleted once the tap is on air', async () => {
  const { page } = await openPool();
  const { disk } = page;
  disk.full = true;
  page.scoring.score('rack', { side: 'A' });
  disk.full = false;
  page.scoring.score('rack', { side: 'B' });
  expect(disk.actions()).toHaveLength(1);
  disk.full = true;
  await settle();
  expect(page.scored()).toMatchObject({ pending: 0, kept: false });
  disk.full = false;
  page.scoring.score('rack', { side: 'A' });
  await settle();
  expect(page.scored()).toMatchObject({ pending: 0, kept: true });
  expect(disk.actions()).toEqual([]);
});

test('a settled match of yesterday is kept no longer than until the next page comes', async () => {
  const { page, open } = await openPool();
  const other = open();
  await settle();
  const { disk, device } = page;
  const { id } = page.scored().match;
  page.scoring.score('rack', { side: 'A' });
  await settle();
  page.close();
  expect(await other.scoring.begin('snooker', SNOOKER)).toBe(true);
  open({ disk, device });
  await settle();
  expect(disk.matches()).toHaveLength(1);
  expect(disk.matches()).not.toContain(id);
});

test('10: another login of the same browser neither sees nor sends what the first one kept', async () => {
  const { page, open, server } = await openPool();
  const { disk, device } = page;
  page.network.cut();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  page.close();
  const other = open({ disk, device, who: 'somebody else' });
  await settle();
  expect(other.scoring.$scored.get()).toBeNull();
  const again = open({ disk, device });
  await settle();
  await pass(2);
  expect(racks(server, again.scored().match.id)).toHaveLength(1);
});

test('10: a revoked link stops without a tap, and keeps its unsent actions', async () => {
  const { page, open, server, table } = await openPool();
  const owner = server.connect({ owner: 'me' }).tables;
  const link = await owner.addScorerLink(table.id, 'Table 1', null, { kind: 'scorer' });
  const guest = open({ who: link.id, link: link.secret });
  await settle();
  guest.scoring.score('foul', { side: 'A' });
  await settle();
  expect(page.scored().lines[0]?.action).toMatchObject({ by: link.id, own: false });
  guest.scoring.hold();
  guest.scoring.score('rack', { side: 'A' });
  await owner.revokeScorerLink(link.id);
  await settle();
  expect(guest.scored()).toMatchObject({ sync: 'forbidden', pending: 1 });
  expect(page.scored()).toMatchObject({ sync: 'upToDate' });
  const asked = guest.network.requests.length;
  await pass(59);
  expect(guest.network.requests).toHaveLength(asked);
  expect(guest.scoring.score('rack', { side: 'A' })).toEqual({ refused: 'forbidden' });
  expect(guest.scoring.unsent().flatMap(matchWords(textsIn('en')).unsent)).toEqual([
    'Rack 1 to \u2068Salma\u2069',
  ]);
  expect(guest.disk.actions()).toHaveLength(1);
});

test('a link that stored as much as it may in a day asks again only then, follows the others, and says when', async () => {
  const { page, open, server, table } = await openPool();
  const owner = server.connect({ owner: 'me' }).tables;
  const link = await owner.addScorerLink(table.id, 'Table 1', null, { kind: 'scorer' });
  const guest = open({ who: link.id, link: link.secret });
  await settle();
  const endsMillis = server.limit(link.id, 6 * 3_600_000);
  const attempts = () => guest.network.requests.filter((name) => name === 'appendActions').length;
  for (const side of ['A', 'B']) guest.scoring.score('rack', { side });
  await settle();
  expect(guest.scored()).toMatchObject({ sync: 'limited', limitedMillis: endsMillis, pending: 2 });
  expect(syncStatusOf(guest.scored())).toBe('limited');
  const asked = attempts();
  guest.scoring.score('rack', { side: 'A' });
  await pass(3 * 3600);
  expect(attempts()).toBe(asked);
  // What others score meanwhile arrives.
  page.scoring.score('clock.start');
  await settle();
  expect(guest.scored().actions).toContainEqual(expect.objectContaining({ kind: 'clock.start', own: false }));
  expect(guest.scored().clock.running).toBe(true);
  expect(guest.scored()).toMatchObject({ sync: 'limited', pending: 3 });
  await pass(3 * 3600 + 1);
  expect(guest.scored()).toMatchObject({ sync: 'upToDate', limitedMillis: null, pending: 0 });
  expect(server.board(table.id)).toMatchObject({ s1: 2, s2: 1 });
});

test('a table that was archived and restored takes the stored actions', async () => {
  const { open, server, table } = await openPool();
  const owner = server.connect({ owner: 'me' }).tables;
  const link = await owner.addScorerLink(table.id, 'Table 1', null, { kind: 'scorer' });
  const guest = open({ who: link.id, link: link.secret });
  await settle();
  await owner.archiveTable(table.id, true);
  guest.scoring.score('rack', { side: 'A' });
  await pass(59);
  expect(guest.scored()).toMatchObject({ sync: 'forbidden', pending: 1 });
  await owner.archiveTable(table.id, false);
  await settle();
  expect(guest.scored()).toMatchObject({ sync: 'upToDate', pending: 0 });
  expect(server.board(table.id)).toMatchObject({ s1: 1 });
});

test('a page that is woken while it may not score continues to ask once a minute', async () => {
  const { open, server, table } = await openPool();
  const owner = server.connect({ owner: 'me' }).tables;
  const link = await owner.addScorerLink(table.id, 'Table 1', null, { kind: 'scorer' });
  const guest = open({ who: link.id, link: link.secret });
  await settle();
  await owner.archiveTable(table.id, true);
  guest.scoring.score('rack', { side: 'A' });
  await pass(10);
  guest.sync.wake();
  await pass(10);
  guest.sync.wake();
  await settle();
  expect(guest.scored()).toMatchObject({ sync: 'forbidden', pending: 1 });
  const appended = vi.spyOn(guest.sync.environment.matches(), 'appendActions');
  await pass(180);
  expect(appended).toHaveBeenCalledTimes(3);
});

test.each<[string, (guest: Guest, revoke: () => Promise<void>) => Promise<void>]>([
  [
    'while it had no network',
    async ({ network }, revoke) => {
      network.cut();
      await revoke();
      network.restore();
      await pass(2);
    },
  ],
  [
    'while an answer was on its way that still let it score',
    async ({ network, scoring }, revoke) => {
      network.held = true;
      scoring.score('rack', { side: 'A' });
      network.waiting.forEach(({ deliver }) => deliver());
      await revoke();
      network.held = false;
      for (const passing of [...network.waiting].reverse()) passing.answer();
      await settle();
    },
  ],
])('a link that was revoked %s stops without a tap', async (_when, revoked) => {
  const { open, server, table } = await openPool();
  const owner = server.connect({ owner: 'me' }).tables;
  const link = await owner.addScorerLink(table.id, 'Table 1', null, { kind: 'scorer' });
  const guest = open({ who: link.id, link: link.secret });
  await settle();
  await revoked(guest, () => owner.revokeScorerLink(link.id));
  expect(guest.scored()).toMatchObject({ sync: 'forbidden', pending: 0 });
});

test('a page that opens from storage learns that its link was revoked', async () => {
  const { open, server, table } = await openPool();
  const owner = server.connect({ owner: 'me' }).tables;
  const link = await owner.addScorerLink(table.id, 'Table 1', null, { kind: 'scorer' });
  const before = open({ who: link.id, link: link.secret });
  await settle();
  before.close();
  await owner.revokeScorerLink(link.id);
  const after = open({ who: link.id, link: link.secret, disk: before.disk, device: before.device });
  await settle();
  expect(after.scored().sync).toBe('forbidden');
});

test('a page that may not score and has nothing to send asks again, and at once when it wakes', async () => {
  const { page, server, table } = await openPool();
  const { id } = page.scored().match;
  page.sync.dispatchTo(id, { type: 'failed', queue: 'log', failure: { kind: 'forbidden' }, chance: 0 });
  await pass(59);
  expect(page.scored().sync).toBe('forbidden');
  await pass(1);
  expect(page.scored().sync).toBe('upToDate');
  page.sync.dispatchTo(id, { type: 'failed', queue: 'log', failure: { kind: 'forbidden' }, chance: 0 });
  page.sync.dispatchTo(id, { type: 'woke' });
  await settle();
  expect(page.scored().sync).toBe('upToDate');
  expect(page.scoring.score('rack', { side: 'A' })).toHaveProperty('id');
  await settle();
  expect(server.board(table.id)).toMatchObject({ s1: 1 });
});

test('only an answer older than the known state at its request drops the log, and the match stays visible', async () => {
  const { page } = await openPool();
  for (const side of ['A', 'B']) page.scoring.score('rack', { side });
  await settle();
  const { id } = page.scored().match;
  const fetches = () => page.network.requests.filter((name) => name === 'getLog').length;
  const before = fetches();
  const answer: Appended = {
    index: null,
    entries: [],
    more: false,
    seq: 1,
    rev: 1,
    current: id,
    serverMillis: 0,
    outcome: 'stale',
  };
  const stale = { type: 'appended', queue: 'log', ids: [], chance: 0.5, answer } as const;
  page.sync.dispatchTo(id, { ...stale, afterSeq: 0 });
  expect(page.onAir()).toMatchObject({ s1: 1, s2: 1 });
  expect(fetches()).toBe(before);
  page.sync.dispatchTo(id, { ...stale, afterSeq: 2 });
  expect(page.seen()).toMatchObject({ s1: 1, s2: 1 });
  await settle();
  expect(fetches()).toBe(before + 1);
  expect(page.onAir()).toMatchObject({ s1: 1, s2: 1 });
});

test('a board numbered by a restored server forgets the log, and only what the server lacks is sent again', async () => {
  const { page, server } = await openPool();
  for (const side of ['A', 'B']) page.scoring.score('rack', { side });
  await settle();
  const { id } = page.scored().match;
  const { board } = page.live.$live.get();
  if (!board) throw new Error('there is no board');
  const fetches = () => page.network.requests.filter((name) => name === 'getLog').length;
  const before = fetches();
  page.sync.dispatchTo(id, { type: 'onAir', board: { ...board, rev: board.rev + CHANGES_PER_SECOND } });
  expect(page.seen()).toMatchObject({ s1: 1, s2: 1 });
  expect(page.scored().pending).toBe(2);
  await settle();
  expect(fetches()).toBe(before + 1);
  expect(page.scored()).toMatchObject({ pending: 0 });
  expect(page.onAir()).toMatchObject({ s1: 1, s2: 1 });
  expect(server.log(id)).toHaveLength(2);
});

test('an ended session leaves the page and keeps the taps', async () => {
  const { page } = await openPool();
  page.network.failure = { kind: 'sessionExpired' };
  page.scoring.score('rack', { side: 'A' });
  await settle();
  expect(page.sessionEnded).toHaveBeenCalledOnce();
  expect(page.disk.actions()).toHaveLength(1);
});

test('where a browser stores nothing, scoring continues and says so', async () => {
  const { open } = await openPool();
  const disk = fakeDisk();
  disk.full = true;
  const page = open({ disk });
  await settle();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  expect(page.scored()).toMatchObject({ kept: false, pending: 0 });
  expect(page.onAir()).toMatchObject({ s1: 1 });
});

test('a match with newer rules than the page’s is shown but not scored; the page reloads once for each', async () => {
  const { server, table, open } = await openTable();
  const storage = fakeStorage();
  const { matches } = server.connect({ owner: 'me' });
  const begin = (expected: string, match: string) =>
    matches.beginMatch({
      tableId: table.id,
      expected,
      match,
      game: 'snooker',
      rules: 99,
      start: SNOOKER,
      agoMillis: 0,
      board: { p1: 'Salma', p2: 'Youssef', s1: 2, s2: 1, raceTo: 3, rules: 99, detail: null, result: null },
    });
  const [first, second] = ['00000000-0000-4000-9000-000000000001', '00000000-0000-4000-9000-000000000002'];
  await begin(table.match.id, first);
  const page = open({ storage });
  await settle();
  expect(page.scored().sync).toBe('readOnly');
  expect(page.seen()).toMatchObject({ s1: 2, s2: 1 });
  expect(page.scoring.score('pot', { balls: ['red'] })).toEqual({ refused: 'readOnly' });
  expect(page.reload).toHaveBeenCalledOnce();
  page.close();
  const next = open({ storage });
  await settle();
  expect(next.scored().sync).toBe('readOnly');
  expect(next.reload).not.toHaveBeenCalled();
  await begin(first, second);
  await settle();
  expect(next.scored().match.id).toBe(second);
  expect(next.reload).toHaveBeenCalledOnce();
});

test('a match of older rules is scored on, with boards of the version that it began with', async () => {
  const versions: unknown[] = [];
  const { server, table, open } = await openTable((call) => {
    if (call.name === 'appendActions') versions.push(call.sent[3]?.rules);
  });
  await server.connect({ owner: 'me' }).matches.beginMatch({
    tableId: table.id,
    expected: table.match.id,
    match: '00000000-0000-4000-9000-000000000001',
    game: 'eight-ball',
    rules: 1,
    start: POOL,
    agoMillis: 0,
    board: { p1: 'Salma', p2: 'Youssef', s1: 0, s2: 0, raceTo: 3, rules: 1, detail: null, result: null },
  });
  const page = open();
  await settle();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  expect(page.onAir()).toMatchObject({ s1: 1 });
  expect(versions.length).toBeGreaterThan(0);
  expect(new Set(versions)).toEqual(new Set([1]));
});

test('a new match takes the table on every device, and its beginning is taken back', async () => {
  const { page, open, server } = await openPool();
  const other = open();
  await settle();
  page.scoring.score('rack', { side: 'A' });
  await settle();
  const first = page.scored().match.id;
  other.network.cut();
  other.scoring.score('rack', { side: 'B' });
  await settle();
  expect(await page.scoring.begin('snooker', SNOOKER)).toBe(true);
  await settle();
  expect(page.scored().match).toMatchObject({ game: 'snooker' });
  other.network.restore();
  await pass(4);
  // What it had for the match before is sent there, and changes nothing on air.
  expect(other.scored().match.game).toBe('snooker');
  expect(racks(server, first)).toHaveLength(2);
  expect(other.disk.actions()).toEqual([]);
  expect(await page.scoring.takeBackBeginning()).toBe(true);
  await settle();
  expect(page.scored().match.id).toBe(first);
  expect(page.seen()).toMatchObject({ s1: 1, s2: 1 });
});

test('an action that the server doesn’t take is a question, and blocks nothing behind it', async () => {
  const { page, server } = await openPool();
  page.network.held = true;
  page.scoring.score('set', { changes: { p1: { from: 'Salma', to: 'Amina' } }, note: 'x'.repeat(1100) });
  page.scoring.score('rack', { side: 'A' });
  page.network.held = false;
  for (const passing of page.network.waiting) passing.answer();
  await settle();
  expect(page.scored().question).toMatchObject({ reason: { key: 'refused.notTaken' } });
  expect(racks(server, page.scored().match.id)).toHaveLength(1);
});

test('9: with a second to the server and two taps a second on two devices, everything is in within 30 s', async () => {
  const { page, open, server } = await openPool();
  const other = open();
  await settle();
  const pages = [page, other];
  for (const one of pages) one.network.held = true;
  const travelling = new Set<unknown>();
  /** Half a second there, half a second back, one before the other in turns. */
  const halfASecond = async (turn: number): Promise<void> => {
    for (const { network } of turn % 3 ? pages : pages.toReversed()) {
      for (const passing of network.waiting.filter((one) => !travelling.has(one))) {
        travelling.add(passing);
        setTimeout(passing.deliver, 500);
        setTimeout(passing.name === 'state' ? passing.lose : passing.answer, 1000);
      }
    }
    await pass(0.5);
  };
  let taps = 0;
  for (let turn = 0; turn < 120; turn++) {
    for (const one of pages) {
      expect(one.scoring.score('foul', { side: 'A' })).toHaveProperty('id');
      taps++;
    }
    await halfASecond(turn);
  }
  for (let turn = 0; turn < 60; turn++) await halfASecond(turn);
  expect(pages.map((one) => one.scored())).toMatchObject(
    pages.map(() => ({ pending: 0, question: null, sync: 'upToDate' })),
  );
  expect(server.log(page.scored().match.id)).toHaveLength(taps);
});

test('after a rack, a foul, or any play once time is up, the shot clock waits at its full time', async () => {
  const { page } = await openPool();
  const { score } = page.scoring;
  const shot = () => page.scored().shot;
  const WAITS = { seconds: 30, warnSeconds: 10, endsAtMillis: null, leftSeconds: 30 };
  score('shot.start', { n: 30, warn: 10 });
  await pass(31);
  // Neither a correction nor an extension is a shot.
  score('extend', { side: 'A' });
  score('shot.extend', { n: 30 });
  await settle();
  expect(shot()).toMatchObject({ seconds: 60, endsAtMillis: Date.now() + 30_000 });
  await pass(31);
  score('set', { changes: { p1: { from: 'Salma', to: 'Amina' } } });
  expect(shot()).toMatchObject({ seconds: 60, leftSeconds: null });
  score('rack', { side: 'A' });
  expect(shot()).toEqual({ ...WAITS, seconds: 60, leftSeconds: 60 });
  for (const kind of ['foul', 'rack']) {
    score('shot.start', { n: 30, warn: 10 });
    await pass(5);
    score(kind, { side: 'B' });
    expect(shot(), kind).toEqual(WAITS);
  }
  await settle();
  expect(page.scored()).toMatchObject({ sync: 'upToDate', shot: WAITS });
});

test('a shot that is still on is not stopped by a pot, and one whose time is up is', async () => {
  const { page } = await openPool();
  expect(await page.scoring.begin('snooker', SNOOKER)).toBe(true);
  await settle();
  const { score } = page.scoring;
  score('shot.start', { n: 15, warn: 5 });
  await pass(5);
  expect(score('pot', { balls: ['red'] })).toHaveProperty('id');
  expect(page.scored().shot).toMatchObject({ leftSeconds: null });
  await pass(11);
  expect(score('pot', { balls: ['black'] })).toHaveProperty('id');
  expect(page.scored().shot).toMatchObject({ seconds: 15, endsAtMillis: null, leftSeconds: 15 });
});
