import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../src/backend/contract.ts';
import type { BoardChanges } from '../../src/core/overlay/draft.ts';
import type { Changes } from '../../src/core/rules/corrections.ts';
import { fieldText, type DraftField } from '../../src/core/overlay/draft.ts';
import { createAccount } from '../../src/stores/account/account.ts';
import { createTableDesk, type Place } from '../../src/stores/match/table-desk.ts';
import { fakeVenue } from './fakes/venue.ts';
import { fakeAuth } from './fakes/auth.ts';
import { fakeStorage, stubBrowser } from './browser-fakes.ts';
import { fakeEnvironment } from './fake-environment.ts';
import { fakeDevice } from './sync/fake-device.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const SIGNED_IN: Session = { status: 'signedIn', userId: 'me' };

/** A server with the owner's one table, and the network of their page. */
const fakeServer = async () => {
  const venue = fakeVenue();
  const { matches, tables, network } = venue.connect({ owner: 'me' });
  const [table] = (await tables.listTables()).tables;
  if (!table) throw new Error('no table was made');
  const { id, token, match } = table;
  return {
    ...{ venue, id, token, network },
    matches,
    board: () => venue.board(id),
    /** Another page saves. */
    change: (changes: BoardChanges) => venue.save(id, changes),
    /** What was done to the clock, in order. */
    clockMoves: (): string[] =>
      venue.log(match.id).flatMap(({ kind }) => (kind.startsWith('clock.') ? [kind] : [])),
    /** What was saved, in order. */
    saves: (): unknown[] =>
      venue
        .log(match.id)
        .filter(({ kind }) => kind === 'set')
        .map(({ body }) =>
          Object.fromEntries(
            Object.entries(body['changes'] as Changes).map(([field, { to }]) => [field, to] as const),
          ),
        ),
  };
};

/** The desk of the server's table in a browser, for as long as somebody is signed in there. */
const open = async (
  session: Session = SIGNED_IN,
  storage = fakeStorage(),
  known?: Awaited<ReturnType<typeof fakeServer>>,
) => {
  const server = known ?? (await fakeServer());
  const { auth, control } = fakeAuth(session);
  const environment = {
    ...fakeEnvironment('https://cueboard.test/dashboard/', storage),
    ...fakeDevice(),
    auth: () => auth,
    matches: () => server.matches,
  };
  const account = createAccount(environment, { loginPath: '/login/', logOutFailed: 'Log-out failed' });
  const $place = atom<Place | null>(null);
  const { follow, ...desk } = createTableDesk(environment, $place, account.endedBy);
  const { id } = server;
  const stops = [
    // Anybody else has other tables.
    account.$user.subscribe((who) => $place.set(who === 'me' ? { who, id } : null)),
    follow(),
    desk.$live.listen(() => {}),
  ];
  await settle();
  return {
    desk,
    $place,
    account,
    control,
    storage,
    leave: environment.replaceBy,
    tell: environment.tell,
    server,
    text: (field: DraftField) => fieldText(desk.$live.get().board, desk.$draft.get().edits, field),
    close: () => stops.forEach((stop) => stop()),
  };
};

test('shows the board, and nothing of it before it is known', async () => {
  const { text, server } = await open();
  expect(text('p1')).toBe('PLAYER A');
  server.network.failure = { kind: 'offline' };
  const offline = await open(SIGNED_IN, fakeStorage(), server);
  expect(offline.text('p1')).toBe('');
});

test('somebody who is not signed in leaves', async () => {
  const { leave, desk } = await open({ status: 'signedOut' });
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login/');
  expect(desk.$scoring.get()).toBeNull();
});

test('a table that is heard of again goes on as it is', async () => {
  const { desk, $place, server } = await open();
  desk.edit('p1', 'Salma');
  const scoring = desk.$scoring.get();
  expect(scoring).not.toBeNull();
  $place.set({ who: 'me', id: server.id });
  expect(desk.$scoring.get()).toBe(scoring);
  expect(desk.$draft.get().edits.p1?.text).toBe('Salma');
  $place.set({ who: 'me', id: 'another' });
  expect(desk.$scoring.get()).not.toBe(scoring);
});

test('saves only what was changed, and says so', async () => {
  const { desk, server, text } = await open();
  desk.edit('p1', 'Salma');
  desk.step('s1', 1);
  desk.edit('s2', '');
  expect(desk.$saving.get().status).toBe('idle');
  await desk.save();
  expect(server.saves()).toEqual([{ p1: 'Salma', s1: 1, s2: 0 }]);
  expect(desk.$saving.get().status).toBe('saved');
  expect(text('s2')).toBe('0');
  expect(desk.$draft.get().edits).toEqual({});
});

test('what changed before a save and was not heard of shows after it', async () => {
  const { desk, server } = await open();
  const { matches } = server.venue.connect({ owner: 'me' });
  server.network.held = true;
  const start = { id: '00000000-0000-4000-9000-000000000001', kind: 'clock.start', body: {}, agoMillis: 0 };
  await matches.appendActions(desk.$live.get().board?.match ?? '', null, [start], null);
  expect(desk.$live.get().board?.clock.running).toBe(false);
  desk.edit('p1', 'Salma');
  const saved = desk.save();
  // Requests come through, announcements don't.
  for (let turn = 0; turn < 10; turn++) {
    for (const passing of server.network.waiting) if (passing.name !== 'state') passing.answer();
    await settle();
  }
  await saved;
  expect(desk.$live.get().board).toMatchObject({ p1: 'Salma', clock: { running: true } });
});

test('another scorer’s changes show at once, except in what is being typed', async () => {
  const { desk, server, text } = await open();
  desk.edit('p1', 'Sal');
  server.change({ p1: 'Youssef', s2: 4 });
  expect(text('s2')).toBe('4');
  expect(text('p1')).toBe('Sal');
  expect(desk.$draft.get().conflicts).toEqual(['p1']);
  desk.takeTheirs();
  expect(text('p1')).toBe('Youssef');
  expect(desk.$draft.get().conflicts).toEqual([]);
});

test('its own save is no conflict', async () => {
  const { desk } = await open();
  const conflicts: number[] = [];
  const stop = desk.$draft.listen((draft) => conflicts.push(draft.conflicts.length));
  desk.edit('p1', 'Salma');
  const saving = desk.save();
  desk.edit('p1', 'Salma B');
  await saving;
  expect(Math.max(...conflicts)).toBe(0);
  stop();
});

test('what is typed while saving is not lost, and a second press saves it', async () => {
  const { desk, server, text } = await open();
  desk.edit('p1', 'Salma');
  const saving = desk.save();
  desk.edit('p1', 'Salma B');
  void desk.save();
  await saving;
  expect(server.saves()).toEqual([{ p1: 'Salma' }, { p1: 'Salma B' }]);
  expect(text('p1')).toBe('Salma B');
  expect(desk.$saving.get().status).toBe('saved');
});

test('a failed save says why, keeps the input, and works when pressed again', async () => {
  const { desk, server, text } = await open();
  desk.edit('p2', 'Mehdi');
  server.network.failure = { kind: 'offline' };
  await desk.save();
  expect(desk.$saving.get()).toEqual({ status: 'failed', failure: { kind: 'offline' } });
  expect(text('p2')).toBe('Mehdi');
  server.network.failure = null;
  await desk.save();
  expect(server.board().p2).toBe('Mehdi');
  expect(desk.$saving.get().status).toBe('saved');
});

test('“saved” without changes still means that the server answered', async () => {
  const { desk, server } = await open();
  await desk.save();
  expect(desk.$saving.get().status).toBe('saved');
  server.network.failure = { kind: 'offline' };
  await desk.save();
  expect(desk.$saving.get().status).toBe('failed');
  expect(server.saves()).toEqual([]);
});

test('a name over the limit is kept to it with a hint; a score out of range is not saved', async () => {
  const { desk, server, text } = await open();
  desk.edit('p1', 'A'.repeat(75));
  expect(text('p1')).toBe('A'.repeat(60));
  expect(desk.$draft.get().hints).toEqual({ p1: 'nameTooLong' });
  desk.edit('s1', '10000');
  await desk.save();
  expect(server.saves()).toEqual([]);
  expect(desk.$draft.get().hints).toEqual({ p1: 'nameTooLong', s1: 'scoreOutOfRange' });
  desk.edit('s1', '1');
  expect(desk.$draft.get().hints).toEqual({ p1: 'nameTooLong' });
});

test('a session that ended leads to login, and the draft waits for its return', async () => {
  const storage = fakeStorage();
  const first = await open(SIGNED_IN, storage);
  first.desk.edit('p1', 'Hicham');
  first.server.network.failure = { kind: 'sessionExpired' };
  await first.desk.save();
  expect(first.control.calls).toEqual(['dropSession']);
  expect(first.leave).toHaveBeenCalled();
  first.close();
  first.server.network.failure = null;
  const second = await open(SIGNED_IN, storage, first.server);
  expect(second.text('p1')).toBe('Hicham');
  await second.desk.save();
  const third = await open(SIGNED_IN, storage, first.server);
  expect(third.desk.$draft.get().edits).toEqual({});
});

test('a session that ended leads to login where storage is forbidden too', async () => {
  const storage = fakeStorage();
  const { desk, leave, control, server } = await open(SIGNED_IN, storage);
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  desk.edit('p1', 'Hicham');
  server.network.failure = { kind: 'sessionExpired' };
  await desk.save();
  expect(control.calls).toEqual(['dropSession']);
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login/');
});

test('what the account may not do is said, and ends no session', async () => {
  const { desk, control, leave, server, text } = await open();
  desk.edit('p1', 'Hicham');
  server.network.failure = { kind: 'forbidden' };
  await desk.save();
  await desk.moveClock('start');
  expect(desk.$saving.get()).toEqual({ status: 'failed', failure: { kind: 'forbidden' } });
  expect(desk.$clockFailure.get()).toEqual({ kind: 'forbidden' });
  expect(text('p1')).toBe('Hicham');
  expect(control.calls).toEqual([]);
  expect(leave).not.toHaveBeenCalled();
});

test('the clock’s buttons show the server’s answer, and say when it failed', async () => {
  const { desk, server } = await open();
  await desk.moveClock('start');
  expect(desk.$live.get().board?.clock.running).toBe(true);
  server.network.failure = { kind: 'offline' };
  await desk.moveClock('stop');
  expect(desk.$clockFailure.get()).toEqual({ kind: 'offline' });
  expect(desk.$live.get().board?.clock.running).toBe(true);
});

test('a clock button that is pressed while others wait for their answers counts, as of when it was pressed', async () => {
  const { desk, server } = await open();
  const { network } = server;
  network.held = true;
  const beganMillis = Date.now();
  const moves = [];
  for (const action of ['start', 'stop', 'start'] as const) {
    moves.push(desk.moveClock(action));
    await settle();
    // The server has done the first; its answer is on its way.
    if (moves.length === 1) network.waiting.forEach(({ deliver }) => deliver());
    await vi.advanceTimersByTimeAsync(3000);
  }
  expect(server.clockMoves()).toEqual(['clock.start']);
  network.held = false;
  for (const passing of network.waiting) passing.answer();
  await Promise.all(moves);
  expect(server.clockMoves()).toEqual(['clock.start', 'clock.stop', 'clock.start']);
  expect(desk.$clockFailure.get()).toBeNull();
  expect(server.board().clock).toEqual({
    ...{ running: true, accumSeconds: 3 },
    startedAtMillis: beganMillis + 6000,
  });
});

test('a failed log-out says so and stays', async () => {
  const { account, control, leave, tell } = await open();
  control.failure = { kind: 'offline' };
  await account.logOut();
  expect(tell).toHaveBeenCalledExactlyOnceWith('Log-out failed');
  expect(leave).not.toHaveBeenCalled();
  control.failure = null;
  await account.logOut();
  expect(leave).toHaveBeenCalledOnce();
});

test('another account in the same browser sees nothing of the first one', async () => {
  const { desk, control, text } = await open();
  desk.edit('p1', 'Mine');
  control.become({ status: 'signedIn', userId: 'somebody else' });
  expect(text('p1')).not.toBe('Mine');
});

test('a field that somebody else changes while it is saved comes back as a conflict, the others are saved', async () => {
  const { desk, server, text } = await open();
  desk.edit('p1', 'Salma');
  desk.edit('s1', '3');
  server.network.held = true;
  const saving = desk.save();
  await settle();
  server.change({ p1: 'Youssef' });
  server.network.held = false;
  for (const passing of server.network.waiting) passing.answer();
  await saving;
  expect(server.board()).toMatchObject({ p1: 'Youssef', s1: 3 });
  expect(text('p1')).toBe('Salma');
  expect(desk.$draft.get().conflicts).toEqual(['p1']);
  expect(desk.$saving.get().status).toBe('idle');
  // Pressed again, having seen it: this scorer is right.
  await desk.save();
  expect(server.board().p1).toBe('Salma');
  expect(desk.$saving.get().status).toBe('saved');
});

test('an answer that is lost does no harm: pressed again, it is the same save', async () => {
  const { desk, server } = await open();
  desk.edit('p1', 'Salma');
  server.network.held = true;
  const saving = desk.save();
  await settle();
  for (const passing of server.network.waiting) {
    passing.deliver();
    passing.lose();
  }
  await saving;
  expect(desk.$saving.get()).toEqual({ status: 'failed', failure: { kind: 'offline' } });
  server.network.held = false;
  await desk.save();
  expect(desk.$saving.get().status).toBe('saved');
  expect(server.saves()).toEqual([{ p1: 'Salma' }]);
});

test('a match that begins meanwhile takes the save', async () => {
  const { desk, server } = await open();
  server.change({ s2: 1 });
  server.network.held = true;
  desk.edit('s1', '7');
  const saving = desk.save();
  const { matches } = server.venue.connect({ owner: 'me' });
  const { p1, p2, s1, s2, raceTo, match } = server.board();
  const start = { p1, p2, s1, s2, raceTo };
  const next = '00000000-0000-4000-9000-000000000001';
  await matches.beginMatch({
    ...{
      overlayId: server.id,
      expected: match ?? '',
      match: next,
      game: 'plain',
      rules: 1,
      start,
      agoMillis: 0,
    },
    board: { ...start, rules: 1, detail: null, result: null },
  });
  server.network.held = false;
  for (const passing of server.network.waiting) passing.answer();
  await saving;
  expect(desk.$saving.get().status).toBe('saved');
  expect(server.board()).toMatchObject({ s1: 7, s2: 1, match: next });
});

test('a table whose overlay link was replaced is followed as before', async () => {
  const { desk, server } = await open();
  const { tables } = server.venue.connect({ owner: 'me' });
  await tables.replaceOverlayLink(server.id);
  await vi.advanceTimersByTimeAsync(2000);
  server.change({ s1: 7 });
  await settle();
  expect(desk.$live.get()).toMatchObject({ board: { s1: 7 }, connection: 'live' });
});
