import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { RoomListener } from '../../../src/backend/contract.ts';
import { BackendError } from '../../../src/core/failure.ts';
import { newerList } from '../../../src/core/room/follow-room.ts';
import type { PartyEntry, Op, OpResult, Party, RoomTable, WaitingList } from '../../../src/core/room/list.ts';
import { watchUserInput } from '../../../src/browser/user-input.ts';
import { createRoom, type Remedy, type Room } from '../../../src/features/room/room.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';
import { fakeDevice } from '../match/fake-device.ts';
import { NOBODY_THERE } from '../../common/facts.ts';
import { changed, entry, listOf } from '../../common/waiting-list.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const [ONE, TWO] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const TABLES: readonly RoomTable[] = [ONE, TWO].map((id, index) => ({
  id,
  title: `Table ${index + 1}`,
  kind: 'pool',
  ...NOBODY_THERE,
}));
const party = (name: string, name2: string | null = null): Party => ({
  name,
  name2,
  size: 2,
  wants: 'any',
  wantedId: null,
});
const OFFLINE = new BackendError({ kind: 'offline' });

const DONE: OpResult = { outcome: 'done', reason: null, inTheWay: null, retry: null };

/** An entry as its op added it. */
const added = (op: Op): PartyEntry => {
  if (op.kind !== 'add') return expect.unreachable(`${op.kind} adds nobody`);
  const { id, kind, entry: of, tableId, name, name2 } = op;
  const place = tableId === null ? {} : { state: 'playing' as const, tableId, startedAtMillis: Date.now() };
  return changed(entry(name, { id: of, name2, ...place }), { id, kind }, {}, Date.now());
};

/** A server whose list and answers a test gives, behind a network that it can cut, and the devices that use it. */
const open = (...entries: readonly PartyEntry[]) => {
  let list = listOf(TABLES, entries);
  const listeners = new Set<RoomListener>();
  const answers: ((op: Op) => OpResult)[] = [];
  /** A repeated op is answered as before. */
  const known = new Map<string, OpResult>();
  /** Puts entries as they now are on the list, and tells every device. */
  const put = (...now: readonly PartyEntry[]): void => {
    const { seq, entries } = list;
    const others = now.filter(({ id }) => !entries.some((known) => known.id === id));
    const kept = entries.map((known) => now.find(({ id }) => id === known.id) ?? known);
    list = listOf(TABLES, [...kept, ...others], seq + 1);
    for (const { changed } of listeners) changed(list.seq);
  };
  const named = (name: string, { entries }: WaitingList): PartyEntry =>
    entries.find((entry) => entry.name === name) ?? expect.unreachable(`${name} is not on the list`);
  /** Another device's change of a party. */
  const change = (name: string, kind: Op['kind'], changes: Partial<PartyEntry>): void =>
    put(changed(named(name, list), { id: crypto.randomUUID(), kind }, changes, Date.now()));
  const server = {
    change,
    /** The next op is done: it adds a party, or changes its own and others as given. */
    does: (changes: Partial<PartyEntry> = {}, ...others: readonly PartyEntry[]): void => {
      answers.push((op) => {
        const held = list.entries.find(({ id }) => id === op.entry);
        put(held ? changed(held, { id: op.id, kind: op.kind }, changes, Date.now()) : added(op), ...others);
        return DONE;
      });
    },
    refuses: (result: Partial<OpResult>): void => {
      answers.push(() => ({ ...DONE, outcome: 'refused', reason: 'changed', ...result }));
    },
    /** A party as the list has it now. */
    entry: (name: string) => named(name, list),
  };
  const answer = (op: Op): OpResult => {
    const result =
      known.get(op.id) ?? answers.shift()?.(op) ?? expect.unreachable(`${op.kind} was not expected`);
    known.set(op.id, result);
    return result;
  };
  const connect = async () => {
    const sent: Op[] = [];
    const network = {
      isCut: false,
      losesAnswers: false,
      sent,
      /** Until when an op's answer is on its way. */
      arrives: (async () => {}) as (op: Op) => Promise<void>,
    };
    const through = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      if (network.isCut) throw OFFLINE;
      const answer = await ask();
      if (network.losesAnswers) throw OFFLINE;
      return answer;
    };
    const environment = {
      ...fakeEnvironment(),
      ...fakeDevice(),
      watchUserInput,
      waiting: () => ({
        listWaiting: () => through(async () => list),
        changeWaiting: (op: Op) => {
          sent.push(op);
          return through(async () => {
            const result = answer(op);
            const then = list;
            await network.arrives(op);
            return { ...result, list: then };
          });
        },
        listenRoom: (_topic: string, listener: RoomListener) => {
          listeners.add(listener);
          queueMicrotask(() => {
            if (listeners.has(listener)) listener.joined();
          });
          return () => void listeners.delete(listener);
        },
      }),
    };
    const room = createRoom(environment, { serverNow: () => Date.now(), endedBy: () => false });
    room.startWith('me');
    onTestFinished(room.$room.listen(() => {}));
    await vi.advanceTimersByTimeAsync(0);
    const view = () => room.$room.get();
    return {
      room,
      network,
      environment,
      view,
      entry: (name: string) => named(name, view().list ?? expect.unreachable('there is no list')),
    };
  };
  return { connect, server };
};

test('of two lists the higher number counts, however late the other was written, unless the database was restored', () => {
  const list = (seq: number, serverMillis: number): WaitingList => ({
    seq,
    topic: '',
    fullNames: false,
    serverMillis,
    tables: [],
    entries: [],
  });
  const known = list(7, 100_000);
  // It was read before the seventh change, and dated after it.
  expect(newerList(known, list(6, 100_040))).toBe(known);
  expect(newerList(known, list(6, 99_000))).toBe(known);
  // The next answers to this page: from a backup, and after the server's clock was set back.
  for (const next of [list(3, 130_000), list(8, 100_000), list(7, 50_000)])
    expect(newerList(known, next)).toBe(next);
});

const settle = () => vi.advanceTimersByTimeAsync(500);

/** Holds the answers of ops of a kind until the returned function is called. */
const hold = (
  { network }: { readonly network: { arrives: (op: Op) => Promise<void> } },
  kind: Op['kind'],
): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  network.arrives = async (op) => {
    if (op.kind === kind) await promise;
  };
  return () => resolve(undefined);
};

test('a change is pending at once here, is seen elsewhere once it is made, and can be taken back', async () => {
  const { connect, server } = open(entry('Amine'));
  const [one, other] = [await connect(), await connect()];
  server.does();
  await one.room.add(party('Nadia'));
  server.does({ state: 'called', tableId: ONE });
  expect(one.room.isUnsent()).toBe(false);
  void one.room.change(one.entry('Amine'), { kind: 'call', tableId: ONE });
  expect(one.entry('Amine')).toMatchObject({ state: 'waiting', tableId: null });
  expect(one.room.isUnsent()).toBe(true);
  const { entries, tables } = one.view().pending;
  expect([...entries.keys(), ...tables.keys()]).toEqual([one.entry('Amine').id, ONE]);
  // Until that is answered, it would take back that Nadia was added.
  one.room.undo();
  await settle();
  expect(other.entry('Amine')).toMatchObject({ state: 'called', tableId: ONE });
  expect(one.view().pending.entries.size).toBe(0);
  expect(one.room.isUnsent()).toBe(false);
  expect(other.view().undoable).toBeNull();
  expect(one.view().undoable).toMatchObject({ name: 'Amine' });
  server.does({ state: 'waiting', tableId: null });
  one.room.undo();
  await settle();
  expect(one.network.sent.map(({ kind }) => kind)).toEqual(['add', 'call', 'undo']);
  expect(other.entry('Amine').state).toBe('waiting');
  // The undo was the last change of Amine; what came before it can be taken back next.
  expect(one.view().undoable).toMatchObject({ name: 'Nadia' });
});

test('of two quick calls both are pending, until each is answered', async () => {
  const { connect, server } = open(entry('Amine'), entry('Nadia'));
  const one = await connect();
  const release = hold(one, 'call');
  server.does({ state: 'called', tableId: ONE });
  server.does({ state: 'called', tableId: TWO });
  const calls = [
    one.room.change(one.entry('Amine'), { kind: 'call', tableId: ONE }),
    one.room.change(one.entry('Nadia'), { kind: 'call', tableId: TWO }),
  ];
  expect([...one.view().pending.tables.keys()]).toEqual([ONE, TWO]);
  release();
  expect(await Promise.all(calls)).toEqual([true, true]);
  expect(one.view().pending.tables.size).toBe(0);
  expect(one.view().undoable).toMatchObject({ name: 'Nadia' });
});

test('an added party is pending until the list has it, and is counted once', async () => {
  const { connect, server } = open();
  const one = await connect();
  const release = hold(one, 'add');
  server.does();
  const made = one.room.add(party('Amine'));
  expect([...one.view().pending.entries.values()]).toMatchObject([{ kind: 'add', name: 'Amine' }]);
  expect(one.view().list?.entries).toEqual([]);
  // The others are told before this device has its answer.
  await settle();
  expect(one.view().list?.entries).toHaveLength(1);
  release();
  expect(await made).toBe(true);
  expect(one.view().pending.entries.size).toBe(0);
});

test('the last tap is undone first, whichever answer came last', async () => {
  const { connect, server } = open(entry('Amine'));
  const one = await connect();
  const release = hold(one, 'add');
  server.does();
  void one.room.add(party('Nadia'));
  await vi.advanceTimersByTimeAsync(1);
  server.does({ state: 'called', tableId: ONE });
  void one.room.change(one.entry('Amine'), { kind: 'call', tableId: ONE });
  await settle();
  expect(one.view().pending.entries.size).toBe(1);
  release();
  await settle();
  expect(one.view().undoable).toMatchObject({ name: 'Amine', state: 'called' });
});

test('a reloaded page can undo its browser’s changes for ten minutes, but no newer change by another device', async () => {
  const { connect, server } = open();
  const left = await connect();
  /** Another page of the browser that was left. */
  const reload = async (who = 'me') => {
    const next = await connect();
    const stored = left.environment.lasting().getItem('room-made-1') ?? '';
    next.environment.lasting().setItem('room-made-1', stored);
    next.room.startWith(who);
    await next.room.refresh();
    return next;
  };
  server.does();
  await left.room.add(party('Amine'));
  server.does({ state: 'called', tableId: ONE });
  await left.room.change(left.entry('Amine'), { kind: 'call', tableId: ONE });
  expect((await reload('somebody else')).view().undoable).toBeNull();

  vi.setSystemTime(Date.now() + 9 * 60_000);
  const next = await reload();
  expect(next.view().undoable).toMatchObject({ name: 'Amine', state: 'called' });
  server.does({ state: 'waiting', tableId: null });
  next.room.undo();
  await settle();
  expect(server.entry('Amine').state).toBe('waiting');
  expect(next.view().undoable).toBeNull();

  await left.room.refresh();
  server.does({ state: 'called', tableId: TWO });
  await left.room.change(left.entry('Amine'), { kind: 'call', tableId: TWO });
  expect((await reload()).view().undoable).toMatchObject({ name: 'Amine' });
  server.change('Amine', 'missed', { state: 'missed', tableId: null });
  const overtaken = await reload();
  expect(overtaken.view().undoable).toBeNull();
  overtaken.room.undo();
  await settle();
  expect(overtaken.network.sent).toEqual([]);

  await left.room.refresh();
  server.does({ state: 'waiting' });
  await left.room.change(left.entry('Amine'), { kind: 'back' });
  vi.setSystemTime(Date.now() + 10 * 60_000);
  expect((await reload()).view().undoable).toBeNull();
  server.does();
  await left.room.add(party('Nadia'));
  expect(JSON.parse(left.environment.lasting().getItem('room-made-1') ?? '')).toMatchObject({
    who: 'me',
    made: [{ id: left.entry('Nadia').lastOp.id }],
  });
  left.room.startWith(null);
  expect(left.environment.lasting().getItem('room-made-1')).toBeNull();
});

test('a change names the state that its user saw, however long they took', async () => {
  const { connect, server } = open(entry('Amine'));
  const one = await connect();
  const seen = one.entry('Amine');
  server.change('Amine', 'call', { state: 'called', tableId: ONE });
  await settle();
  expect(one.entry('Amine').lastOp.id).not.toBe(seen.lastOp.id);
  server.refuses({ retry: 'done' });
  // A form that was open meanwhile.
  expect(await one.room.change(seen, { kind: 'edit', ...party('Amine', 'Yassine') })).toBe(false);
  expect(one.network.sent).toMatchObject([{ before: seen.lastOp.id }]);
});

test('a change that fails once is sent again, with the functions of Safari 15.4 alone', async () => {
  vi.spyOn(Promise, 'withResolvers').mockImplementation(() => {
    throw new TypeError('Promise.withResolvers is not a function');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { connect, server } = open();
  const one = await connect();
  server.does();
  one.network.isCut = true;
  const added = one.room.add(party('Amine'));
  await vi.advanceTimersByTimeAsync(0);
  expect(one.network.sent).toHaveLength(1);
  one.network.isCut = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await added).toBe(true);
  expect(one.network.sent).toHaveLength(2);
  expect(one.entry('Amine').state).toBe('waiting');
});

test('a change whose sending breaks is shown as not made, and can be sent again', async () => {
  const { connect, server } = open();
  const { room, network, view } = await connect();
  server.does();
  network.isCut = true;
  const wait = vi.spyOn(globalThis, 'setTimeout').mockImplementation(() => {
    throw new TypeError('Promise.withResolvers is not a function');
  });
  expect(await room.add(party('Amine'))).toBe(false);
  wait.mockRestore();
  network.isCut = false;
  const { unmade, pending } = view();
  expect([unmade?.remedy, pending.entries.size]).toEqual(['again', 0]);
  if (unmade) room.again(unmade);
  await settle();
  expect(view().list?.entries.map(({ name }) => name)).toEqual(['Amine']);
});

test('a phone that slept does not send an old change', async () => {
  const { connect } = open();
  const { room, network } = await connect();
  network.isCut = true;
  const added = room.add(party('Amine'));
  await vi.advanceTimersByTimeAsync(100);
  network.isCut = false;
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await added).toBe(false);
  expect(network.sent).toHaveLength(1);
});

test('a change is sent again by the same id, and only one at a time for each party', async () => {
  const { connect, server } = open(entry('Amine'));
  const { room, network, entry: named } = await connect();
  server.does({ state: 'away' });
  network.losesAnswers = true;
  const made = room.change(named('Amine'), { kind: 'away' });
  await vi.advanceTimersByTimeAsync(100);
  expect(await room.change(named('Amine'), { kind: 'leave' })).toBe(false);
  network.losesAnswers = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await made).toBe(true);
  expect(network.sent.map(({ id, kind }) => [id, kind])).toEqual(
    Array.from({ length: 2 }, () => [server.entry('Amine').lastOp.id, 'away']),
  );
});

test('what wasn’t answered when its page was left is made by the next page, or said not to be', async () => {
  const { connect, server } = open();
  const left = await connect();
  server.does();
  left.network.isCut = true;
  void left.room.add(party('Amine', '<b>كريم</b>'));
  await vi.advanceTimersByTimeAsync(100);
  /** Another page of the same browser. */
  const reload = async (who: string) => {
    const next = await connect();
    const stored = left.environment.lasting().getItem('room-changes-1') ?? '';
    next.environment.lasting().setItem('room-changes-1', stored);
    next.room.startWith(who);
    await settle();
    return { ...next, stored: () => next.environment.lasting().getItem('room-changes-1') };
  };
  const somebodyElse = await reload('somebody else');
  const next = await reload('me');
  expect([somebodyElse.network.sent.length, next.network.sent.length]).toEqual([0, 1]);
  expect(next.view()).toMatchObject({ unmade: null, list: { entries: [{ name: 'Amine' }] } });
  expect(next.stored()).toBeNull();

  vi.setSystemTime(Date.now() + 180_000);
  const late = await reload('me');
  expect(late.network.sent).toEqual([]);
  expect(late.view()).toMatchObject({
    unmade: { op: { name: 'Amine', name2: '<b>كريم</b>' }, result: { failure: { kind: 'offline' } } },
  });
  expect(late.stored()).not.toBeNull();
  const { unmade } = late.view();
  if (unmade) late.room.read(unmade);
  expect([late.view().unmade, late.stored()]).toEqual([null, null]);
});

test('after two minutes without an answer a change is given up, and said to be', async () => {
  const { connect } = open();
  const { room, network, view } = await connect();
  network.isCut = true;
  const added = room.add(party('Amine'));
  expect(view().pending.entries.size).toBe(1);
  await vi.advanceTimersByTimeAsync(121_000);
  expect(await added).toBe(false);
  expect(view()).toMatchObject({
    isReached: false,
    unmade: { op: { name: 'Amine' }, result: { failure: {} } },
  });
  expect(view().pending.entries.size).toBe(0);
});

test('a party added without an answer is added once by a retry, whatever is changed meanwhile', async () => {
  const { connect, server } = open(entry('Salma'));
  const { room, network, entry: named, view } = await connect();
  server.does();
  network.losesAnswers = true;
  const added = room.add(party('Amine'));
  await vi.advanceTimersByTimeAsync(121_000);
  expect(await added).toBe(false);
  network.losesAnswers = false;
  await room.refresh();
  server.does({ state: 'called', tableId: ONE });
  await room.change(named('Salma'), { kind: 'call', tableId: ONE });
  expect(view().unmade).toMatchObject({ op: { name: 'Amine' } });
  await settle();
  const { unmade } = view();
  if (unmade) room.again(unmade);
  await settle();
  expect(view().unmade).toBeNull();
  expect(new Set(network.sent.filter(({ kind }) => kind === 'add').map(({ id }) => id)).size).toBe(1);
});

test.each<[string, Parameters<Room['change']>[1] | null, Partial<OpResult>, Remedy]>([
  ['a state that rules it out', { kind: 'away' }, { reason: 'state', retry: null }, null],
  ['a newer change', { kind: 'leave' }, { reason: 'changed', retry: 'done' }, 'again'],
  ['a newer change that rules it out', { kind: 'away' }, { reason: 'changed', retry: null }, null],
  [
    'a party called there',
    { kind: 'call', tableId: ONE },
    { reason: 'table', retry: 'table' },
    'freeAndCall',
  ],
  [
    'a party playing there',
    { kind: 'start', tableId: TWO, replace: false },
    { reason: 'changed', retry: 'table' },
    'replace',
  ],
  ['a party in the way of a move', { kind: 'move', tableId: TWO }, { reason: 'table', retry: 'table' }, null],
  ['an edit', { kind: 'edit', ...party('Amina') }, { reason: 'changed', retry: 'done' }, 'form'],
  ['an undo', { kind: 'undo' }, { reason: 'late', retry: null }, null],
  ['a full list', null, { outcome: 'full', reason: 'list', retry: null }, 'again'],
  ['a wanted table that is closed', null, { reason: 'closed', retry: null }, 'form'],
])('a refusal has its remedy: %s', async (_title, change, result, remedy) => {
  const { connect, server } = open(
    entry('Amine'),
    entry('Called', { state: 'called', tableId: ONE }),
    entry('Playing', { state: 'playing', tableId: TWO }),
  );
  const { room, entry: named, view } = await connect();
  server.refuses(result);
  expect(await (change ? room.change(named('Amine'), change) : room.add(party('Badr')))).toBe(false);
  expect(view().unmade).toMatchObject({ remedy });
});

test('what is in the way of a party is freed for it; what has gone meanwhile is not', async () => {
  const { connect, server } = open(entry('Amine'), entry('Salma', { state: 'playing', tableId: ONE }));
  const { room, network, entry: named, view } = await connect();
  const again = async () => {
    const { unmade } = view();
    if (unmade) room.again(unmade);
    await settle();
  };
  server.refuses({ reason: 'table', retry: 'table' });
  await room.change(named('Amine'), { kind: 'call', tableId: ONE });
  server.does({ state: 'done', tableId: null });
  server.does({ state: 'called', tableId: ONE });
  const release = hold({ network }, 'free');
  void again();
  // Both are pending from the tap on, and neither is offered for anything else.
  expect([...view().pending.entries.values()].map(({ kind }) => kind)).toEqual(['free', 'call']);
  expect([...view().pending.tables.keys()]).toEqual([ONE]);
  release();
  await settle();
  expect(network.sent.map(({ kind }) => kind)).toEqual(['call', 'free', 'call']);
  expect([named('Amine').state, view().unmade, view().pending.entries.size]).toEqual(['called', null, 0]);
  // In the order of the taps, the call is the last.
  expect(view().undoable).toMatchObject({ name: 'Amine' });

  server.change('Salma', 'undo', { state: 'playing', tableId: ONE });
  server.refuses({ reason: 'table', retry: 'table' });
  await settle();
  await room.start(named('Amine'), ONE);
  expect(view().unmade).toMatchObject({ remedy: 'replace' });
  server.does(
    { state: 'playing', tableId: ONE },
    changed(server.entry('Salma'), { id: 'free', kind: 'free' }, { state: 'done', tableId: null }),
  );
  await again();
  expect(network.sent.at(-1)).toMatchObject({ kind: 'start', replace: true });

  server.change('Salma', 'back', { state: 'waiting' });
  await settle();
  server.refuses({ reason: 'table', retry: 'table' });
  await room.change(named('Salma'), { kind: 'call', tableId: ONE });
  expect(view().unmade).toMatchObject({ remedy: 'freeAndCall' });
  server.change('Amine', 'free', { state: 'done', tableId: null });
  await settle();
  expect(view().unmade).toMatchObject({ remedy: 'again' });
});

test('a refused change is shown until its party changes or it is dismissed', async () => {
  const { connect, server } = open(entry('Amine'), entry('Karim'));
  const { room, network, entry: named, view } = await connect();
  server.refuses({ retry: 'done' });
  await room.change(named('Amine'), { kind: 'leave' });
  server.does({ state: 'away' });
  expect(await room.change(named('Karim'), { kind: 'away' })).toBe(true);
  expect(view().unmade).toMatchObject({ op: { kind: 'leave' }, remedy: 'again' });
  server.change('Amine', 'away', { state: 'away' });
  await settle();
  const { unmade } = view();
  server.does({ state: 'left' });
  if (unmade) room.again(unmade);
  await settle();
  expect(network.sent.at(-1)).toMatchObject({
    kind: 'leave',
    before: expect.not.stringMatching(unmade?.op.before ?? '') as string,
  });
  expect(view().unmade).toBeNull();
});

test('leaving the room dismisses refusals, but not unanswered changes', async () => {
  const { connect, server } = open(entry('Amine'));
  const { room, network, entry: named, view } = await connect();
  server.refuses({ retry: 'done' });
  await room.change(named('Amine'), { kind: 'call', tableId: TWO });
  expect(view().unmade).not.toBeNull();
  room.leave();
  expect(view().unmade).toBeNull();
  network.isCut = true;
  void room.add(party('Nadia'));
  await vi.advanceTimersByTimeAsync(150_000);
  room.leave();
  expect(view().unmade).toMatchObject({ op: { name: 'Nadia' } });
});

test('if a table can’t be freed, no party is called to it', async () => {
  const { connect, server } = open(entry('Salma', { state: 'playing', tableId: ONE }), entry('Amine'));
  const { room, network, entry: named, view } = await connect();
  server.refuses({ retry: null });
  expect(await room.freeAndCall(named('Salma'), named('Amine'), ONE)).toBe(false);
  expect(network.sent.map(({ kind }) => kind)).toEqual(['free']);
  expect(view().pending.entries.size).toBe(0);
});

test('a party that was called elsewhere meanwhile isn’t called to the freed table', async () => {
  const { connect, server } = open(entry('Salma', { state: 'playing', tableId: ONE }), entry('Amine'));
  const { room, network, entry: named, view } = await connect();
  const seen = named('Amine').lastOp.id;
  server.does({ state: 'done', tableId: null });
  network.losesAnswers = true;
  const called = room.freeAndCall(named('Salma'), named('Amine'), ONE);
  await settle();
  server.change('Amine', 'call', { state: 'called', tableId: TWO });
  server.refuses({ retry: 'done' });
  network.losesAnswers = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await called).toBe(false);
  expect(network.sent.at(-1)).toMatchObject({ kind: 'call', before: seen });
  expect(view().unmade).toMatchObject({ result: { outcome: 'refused', reason: 'changed' } });
});

test('without a network the list is read as it was kept, by its own people alone', async () => {
  const { connect } = open(entry('Amine'));
  const first = await connect();
  const { room, network, environment, view } = await connect();
  environment.lasting().setItem('room-2', first.environment.lasting().getItem('room-2') ?? '');
  network.isCut = true;
  room.startWith('me');
  expect(view().list?.entries).toMatchObject([{ name: 'Amine' }]);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(view()).toMatchObject({ isReached: false });
  room.startWith('somebody else');
  expect(view().list).toBeNull();
});

test('a table’s next match is for the party started there', async () => {
  const { connect, server } = open(entry('Amine', { name2: 'Karim' }));
  const { room, environment, entry: named } = await connect();
  server.does({ state: 'playing', tableId: TWO, startedAtMillis: 0 });
  await room.start(named('Amine'), TWO);
  expect(environment.goTo).toHaveBeenCalledWith(`#${TWO}/newMatch`);
  expect(room.$tables.get().get(TWO)).toMatchObject({
    kind: 'pool',
    party: { name: 'Amine', name2: 'Karim' },
  });
  server.does();
  await room.assign(party('Salma'), ONE);
  expect(room.$tables.get().get(ONE)?.party).toMatchObject({ name: 'Salma', name2: null });
});

test('the form of a match doesn’t open once the user has moved on', async () => {
  const { connect, server } = open(entry('Amine'));
  const { room, environment, entry: named } = await connect();
  server.does({ state: 'playing', tableId: TWO, startedAtMillis: 0 });
  const started = room.start(named('Amine'), TWO);
  window.dispatchEvent(new Event('pointerdown'));
  await started;
  expect(named('Amine').state).toBe('playing');
  expect(environment.goTo).not.toHaveBeenCalled();
});
