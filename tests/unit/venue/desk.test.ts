import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../../src/backend/contract.ts';
import type { BoardChanges } from '../../../src/core/overlay/quick-update-fields.ts';
import type { Changes } from '../../../src/rules/corrections.ts';
import { fieldText, type DraftField } from '../../../src/core/overlay/quick-update-fields.ts';
import { createAccount } from '../../../src/features/account/account.ts';
import type { TableKey } from '../../../src/browser/offline-store.ts';
import { createTableDesk } from '../../../src/features/desk/table-desk.ts';
import { fakeVenue } from '../fakes/venue.ts';
import { fakeAuth } from '../fakes/auth.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';
import { fakeDevice } from '../match/fake-device.ts';
import { fakeDisk } from '../match/fake-offline-store.ts';

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
    venue,
    id,
    token,
    network,
    matches,
    board: () => venue.board(id),
    /** The actions on the match that it started with. */
    log: () => venue.log(match.id),
    /** Another page starts a match with the same fields. Returns its id. */
    beginNext: async (): Promise<string> => {
      const { p1, p2, s1, s2, raceTo } = venue.board(id);
      const start = { p1, p2, s1, s2, raceTo };
      const next = '00000000-0000-4000-9000-000000000001';
      await venue.connect({ owner: 'me' }).matches.beginMatch({
        tableId: id,
        expected: match.id,
        match: next,
        game: 'plain',
        rules: 1,
        start,
        agoMillis: 0,
        board: { ...start, rules: 1, detail: null, result: null },
      });
      return next;
    },
    /** Another page saves. */
    change: (changes: BoardChanges) => venue.save(id, changes),
    /** The clock's actions, in order. */
    clockMoves: (): string[] =>
      venue.log(match.id).flatMap(({ kind }) => (kind.startsWith('clock.') ? [kind] : [])),
    /** The saves, in order. */
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

/** The desk of the server's table in a browser, as long as that is signed in. */
const open = async (
  session: Session = SIGNED_IN,
  storage = fakeStorage(),
  known?: Awaited<ReturnType<typeof fakeServer>>,
  disk = fakeDisk(),
) => {
  const server = known ?? (await fakeServer());
  const { auth, control } = fakeAuth(session);
  const environment = {
    ...fakeEnvironment('https://cueboard.test/dashboard/', storage),
    ...fakeDevice(1, disk),
    auth: () => auth,
    matches: () => server.matches,
  };
  const account = createAccount(
    environment,
    { loginPath: '/login/', logOutFailed: 'Log-out failed' },
    () => false,
  );
  const $tableKey = atom<TableKey | null>(null);
  const { follow, ...desk } = createTableDesk(environment, $tableKey, account.endedBy);
  const { id } = server;
  const stops = [
    // Anybody else has other tables.
    account.$user.subscribe((who) => $tableKey.set(who === 'me' ? { who, table: id } : null)),
    follow(),
    desk.$live.listen(() => {}),
    desk.$time.listen(() => {}),
  ];
  await settle();
  return {
    desk,
    $tableKey,
    account,
    control,
    storage,
    disk,
    leave: environment.replaceBy,
    tell: environment.tell,
    server,
    text: (field: DraftField) => {
      const { fields, edits } = desk.$draft.get();
      return fieldText(fields, edits, field);
    },
    save: async () => {
      desk.save();
      await settle();
    },
    moveClock: async (kind: 'clock.start' | 'clock.stop') => {
      desk.moveClock(kind);
      await settle();
    },
    status: () => desk.$saving.get().status,
    close: () => stops.forEach((stop) => stop()),
  };
};

test('shows the board, and nothing of it before it is known', async () => {
  const { text, server } = await open();
  expect(text('s1')).toBe('0');
  server.network.failure = { kind: 'offline' };
  const offline = await open(SIGNED_IN, fakeStorage(), server);
  expect(offline.text('s1')).toBe('');
});

test('a visitor who isn’t signed in is sent away', async () => {
  const { leave, desk } = await open({ status: 'signedOut' });
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login/');
  expect(desk.$scoring.get()).toBeNull();
});

test('a table that is loaded again continues unchanged', async () => {
  const { desk, $tableKey, server } = await open();
  desk.edit('p1', 'Salma');
  const scoring = desk.$scoring.get();
  expect(scoring).not.toBeNull();
  $tableKey.set({ who: 'me', table: server.id });
  expect(desk.$scoring.get()).toBe(scoring);
  expect(desk.$draft.get().edits.p1?.text).toBe('Salma');
  $tableKey.set({ who: 'me', table: 'another' });
  expect(desk.$scoring.get()).not.toBe(scoring);
});

test('saves only changed fields, and says so', async () => {
  const { desk, server, text, save, status } = await open();
  desk.edit('p1', 'Salma');
  desk.step('s1', 1);
  desk.edit('s2', '');
  expect(status()).toBe('idle');
  await save();
  expect(server.saves()).toEqual([{ p1: 'Salma', s1: 1, s2: 0 }]);
  expect(status()).toBe('saved');
  expect(text('s2')).toBe('0');
  expect(desk.$draft.get().edits).toEqual({});
});

test('another scorer’s changes show at once, except in a field being typed in', async () => {
  const { desk, server, text } = await open();
  desk.edit('p1', 'Sal');
  server.change({ p1: 'Youssef', s2: 4 });
  await settle();
  expect(text('s2')).toBe('4');
  expect(text('p1')).toBe('Sal');
  expect(desk.$draft.get().conflicts).toEqual(['p1']);
  desk.takeTheirs();
  expect(text('p1')).toBe('Youssef');
  expect(desk.$draft.get().conflicts).toEqual([]);
});

test('its own save is no conflict', async () => {
  const { desk, save } = await open();
  const conflicts: number[] = [];
  const stop = desk.$draft.listen((draft) => conflicts.push(draft.conflicts.length));
  desk.edit('p1', 'Salma');
  desk.save();
  desk.edit('p1', 'Salma B');
  await save();
  expect(Math.max(...conflicts)).toBe(0);
  stop();
});

test('edits made while saving aren’t lost, and a second press saves them', async () => {
  const { desk, server, text, save, status } = await open();
  desk.edit('p1', 'Salma');
  desk.save();
  desk.edit('p1', 'Salma B');
  expect(status()).toBe('saving');
  await save();
  expect(server.saves()).toEqual([{ p1: 'Salma' }, { p1: 'Salma B' }]);
  expect(text('p1')).toBe('Salma B');
  expect(status()).toBe('saved');
});

test('a save without a network waits, and is made once when the network is back', async () => {
  const { desk, server, text, save, status } = await open();
  desk.edit('p2', 'Mehdi');
  server.network.cut();
  await save();
  expect(desk.$scored.get()).toMatchObject({ pending: 1, sync: 'offline', kept: true });
  expect(status()).toBe('saving');
  expect(text('p2')).toBe('Mehdi');
  // Pressed again, it is the same save.
  await save();
  expect(status()).toBe('saving');
  server.network.restore();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(status()).toBe('saved');
  expect(server.saves()).toEqual([{ p2: 'Mehdi' }]);
});

test('what waits is sent at once when Save is pressed again', async () => {
  const { desk, server, save, status } = await open();
  desk.edit('p2', 'Mehdi');
  server.network.failure = { kind: 'offline' };
  await save();
  server.network.failure = null;
  await save();
  expect(status()).toBe('saved');
  expect(server.saves()).toEqual([{ p2: 'Mehdi' }]);
});

test('a save that waits is sent once by the page that comes after', async () => {
  const first = await open();
  const { server, storage, disk } = first;
  first.desk.edit('p1', 'Salma');
  server.network.cut();
  await first.save();
  first.desk.edit('s1', '3');
  first.close();
  const offline = await open(SIGNED_IN, storage, server, disk);
  expect([offline.text('p1'), offline.text('s1')]).toEqual(['Salma', '3']);
  expect(offline.status()).toBe('saving');
  offline.close();
  server.network.restore();
  const second = await open(SIGNED_IN, storage, server, disk);
  await settle();
  expect(server.saves()).toEqual([{ p1: 'Salma' }]);
  expect(second.text('p1')).toBe('Salma');
  // Unsaved text is still unsaved.
  expect(second.status()).toBe('idle');
  expect(Object.keys(second.desk.$draft.get().edits)).toEqual(['s1']);
  expect(disk.actions()).toEqual([]);
});

test('where a browser stores nothing, a save waits in memory', async () => {
  const disk = fakeDisk();
  disk.full = true;
  const { desk, server, save, status } = await open(SIGNED_IN, fakeStorage(), undefined, disk);
  desk.edit('p1', 'Salma');
  server.network.failure = { kind: 'offline' };
  await save();
  expect(desk.$scored.get()).toMatchObject({ pending: 1, kept: false });
  server.network.failure = null;
  await vi.advanceTimersByTimeAsync(2000);
  expect(status()).toBe('saved');
  expect(server.board().p1).toBe('Salma');
});

test('held edits are saved when they are put on air', async () => {
  const { desk, server, save, status } = await open();
  desk.$scoring.get()?.hold();
  desk.edit('p1', 'Salma');
  await save();
  expect(status()).toBe('saving');
  expect(server.saves()).toEqual([]);
  desk.$scoring.get()?.release();
  await settle();
  expect(status()).toBe('saved');
  expect(server.saves()).toEqual([{ p1: 'Salma' }]);
});

test('“saved” without changes still means that the server answered', async () => {
  const { server, save, status } = await open();
  await save();
  expect(status()).toBe('saved');
  server.network.failure = { kind: 'offline' };
  await save();
  expect(status()).toBe('failed');
  expect(server.saves()).toEqual([]);
});

test('a name over the limit is kept to it with a hint; a score out of range is not saved', async () => {
  const { desk, server, text, save } = await open();
  desk.edit('p1', 'A'.repeat(75));
  expect(text('p1')).toBe('A'.repeat(60));
  expect(desk.$draft.get().hints).toEqual({ p1: 'nameTooLong' });
  desk.edit('s1', '10000');
  await save();
  expect(server.saves()).toEqual([]);
  expect(desk.$draft.get().hints).toEqual({ p1: 'nameTooLong', s1: 'scoreOutOfRange' });
  desk.edit('s1', '1');
  expect(desk.$draft.get().hints).toEqual({ p1: 'nameTooLong' });
});

test('a session that ended leads to login, and the draft waits for its return', async () => {
  const { desk, server, storage, disk, control, leave, save, close } = await open();
  desk.edit('p1', 'Hicham');
  server.network.failure = { kind: 'sessionExpired' };
  await save();
  expect(control.calls).toEqual(['dropSession']);
  expect(leave).toHaveBeenCalled();
  expect(disk.actions()).toEqual([]);
  close();
  server.network.failure = null;
  const second = await open(SIGNED_IN, storage, server, disk);
  expect(second.text('p1')).toBe('Hicham');
  expect(server.saves()).toEqual([]);
  await second.save();
  expect(server.saves()).toEqual([{ p1: 'Hicham' }]);
  const third = await open(SIGNED_IN, storage, server, disk);
  expect(third.desk.$draft.get().edits).toEqual({});
});

test('a session that ended leads to login where storage is forbidden too', async () => {
  const storage = fakeStorage();
  const { desk, leave, control, server, save } = await open(SIGNED_IN, storage);
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  desk.edit('p1', 'Hicham');
  server.network.failure = { kind: 'sessionExpired' };
  await save();
  expect(control.calls).toEqual(['dropSession']);
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login/');
});

test.each([{ kind: 'forbidden' }, { kind: 'tooMany' }, { kind: 'other', message: 'no' }] as const)(
  'a refusal is shown, returns the typed text, and ends no session: $kind',
  async (failure) => {
    const { desk, control, leave, server, text, save, moveClock, disk } = await open();
    desk.edit('p1', 'Hicham');
    server.network.failure = failure;
    await moveClock('clock.start');
    await save();
    expect(desk.$saving.get()).toEqual({ status: 'failed', failure });
    expect(desk.$clockFailure.get()).toEqual(failure);
    expect(desk.$draft.get().edits.p1?.text).toBe('Hicham');
    expect(desk.$time.get()?.clock.running).toBe(false);
    expect(disk.actions()).toEqual([]);
    server.network.failure = null;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(server.saves()).toEqual([]);
    expect(text('p1')).toBe('Hicham');
    await save();
    expect(desk.$saving.get().status).toBe('saved');
    expect(server.saves()).toEqual([{ p1: 'Hicham' }]);
    expect(server.clockMoves()).toEqual([]);
    expect(control.calls).toEqual([]);
    expect(leave).not.toHaveBeenCalled();
  },
);

test('the clock moves at once, and waits for the network as of when it was tapped', async () => {
  const { desk, server, moveClock } = await open();
  await moveClock('clock.start');
  const { startedAtMillis } = server.board().clock;
  expect(desk.$time.get()?.clock).toEqual({ running: true, startedAtMillis, accumSeconds: 0 });
  server.network.cut();
  await vi.advanceTimersByTimeAsync(5000);
  await moveClock('clock.stop');
  expect(desk.$time.get()?.clock).toMatchObject({ running: false, accumSeconds: 5 });
  expect(desk.$clockFailure.get()).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.board().clock.running).toBe(true);
  server.network.restore();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(server.clockMoves()).toEqual(['clock.start', 'clock.stop']);
  expect(server.board().clock).toMatchObject({ running: false, accumSeconds: 5 });
});

test('clock buttons that are pressed while others wait for their answers count as of when they were pressed', async () => {
  const { desk, server } = await open();
  const { network } = server;
  network.held = true;
  const beganMillis = Date.now();
  for (const kind of ['clock.start', 'clock.stop', 'clock.start'] as const) {
    desk.moveClock(kind);
    // The server has done the first; its answer is on its way.
    if (desk.$scored.get()?.pending === 1) network.waiting.forEach(({ deliver }) => deliver());
    await vi.advanceTimersByTimeAsync(3000);
  }
  network.held = false;
  for (const passing of network.waiting) passing.answer();
  await settle();
  expect(server.clockMoves()).toEqual(['clock.start', 'clock.stop', 'clock.start']);
  expect(server.board().clock).toEqual({
    running: true,
    accumSeconds: 3,
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

test('a field changed elsewhere while saving returns as a conflict; the others are saved', async () => {
  const { desk, server, text, save, status, disk } = await open();
  desk.edit('p1', 'Salma');
  desk.edit('s1', '3');
  server.network.cut();
  await save();
  server.change({ p1: 'Youssef' });
  server.network.restore();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(server.board()).toMatchObject({ p1: 'Youssef', s1: 3 });
  expect(text('p1')).toBe('Salma');
  expect(desk.$draft.get().conflicts).toEqual(['p1']);
  expect(status()).toBe('idle');
  expect(desk.$scored.get()?.question).toBeNull();
  expect(disk.actions()).toEqual([]);
  // Pressed again, having seen it: this scorer is right.
  await save();
  expect(server.board().p1).toBe('Salma');
  expect(status()).toBe('saved');
});

test('newer edits stay when a save is returned', async () => {
  const { desk, server, text, save } = await open();
  desk.edit('p1', 'Salma');
  server.network.cut();
  await save();
  desk.edit('p1', 'Salma B');
  server.change({ p1: 'Youssef' });
  server.network.restore();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(text('p1')).toBe('Salma B');
  expect(desk.$draft.get().conflicts).toEqual(['p1']);
  desk.takeTheirs();
  expect(text('p1')).toBe('Youssef');
});

test('an answer that is lost does no harm: it is the same save', async () => {
  const { desk, server, status } = await open();
  desk.edit('p1', 'Salma');
  server.network.held = true;
  desk.save();
  await settle();
  for (const passing of server.network.waiting) {
    passing.deliver();
    passing.lose();
  }
  await settle();
  expect(status()).toBe('saving');
  server.network.held = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(status()).toBe('saved');
  expect(server.saves()).toEqual([{ p1: 'Salma' }]);
});

test('a match that starts meanwhile takes the save', async () => {
  const { desk, server, save, status, disk } = await open();
  server.change({ s2: 1 });
  await settle();
  server.network.cut();
  desk.edit('s1', '7');
  await save();
  const next = await server.beginNext();
  server.network.restore();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(status()).toBe('saved');
  expect(server.board()).toMatchObject({ s1: 7, s2: 1, match: next });
  expect(server.saves()).toEqual([{ s2: 1 }]);
  expect(disk.actions()).toEqual([]);
});

test('a match whose start isn’t announced takes the save and the clock', async () => {
  const { desk, server, status, disk } = await open();
  const { network } = server;
  network.held = true;
  const next = await server.beginNext();
  desk.edit('s1', '7');
  desk.save();
  desk.moveClock('clock.start');
  await settle();
  // The action arrives; the announcement of the match, and questions about it, don't.
  const requests = network.waiting.filter(({ name }) => name === 'appendActions');
  expect(requests).toHaveLength(2);
  for (const { answer } of requests) answer();
  await settle();
  expect(status()).toBe('saving');
  expect(server.log()).toEqual([]);
  network.held = false;
  for (const { answer } of network.waiting) answer();
  await vi.advanceTimersByTimeAsync(2000);
  expect(status()).toBe('saved');
  expect(server.board()).toMatchObject({ s1: 7, match: next, clock: { running: true } });
  expect(server.log()).toEqual([]);
  expect(disk.actions()).toEqual([]);
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
