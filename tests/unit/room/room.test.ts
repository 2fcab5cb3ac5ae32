import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { memoryWaiting } from '../../common/memory-waiting.ts';
import { BackendError } from '../../../src/core/failure.ts';
import { newerList } from '../../../src/core/room/follow-room.ts';
import type { Op, Party, RoomTable, WaitingList } from '../../../src/core/room/list.ts';
import { watchUserInput } from '../../../src/browser/user-input.ts';
import { createRoom } from '../../../src/features/room/room.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';
import { fakeDevice } from '../match/fake-device.ts';
import { NOBODY_THERE } from '../../common/facts.ts';

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

/** A list in memory behind a network that a test can cut, and the devices that change it. */
const open = async () => {
  let ids = 0;
  const newId = () => `00000000-0000-4000-9000-${String((ids += 1)).padStart(12, '0')}`;
  const memory = memoryWaiting(TABLES, () => Date.now(), newId);
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
      newId,
      waiting: () => ({
        ...memory,
        listWaiting: () => through(memory.listWaiting),
        changeWaiting: (op: Op) => {
          sent.push(op);
          return through(async () => {
            const answer = await memory.changeWaiting(op);
            await network.arrives(op);
            return answer;
          });
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
      entry: (name: string) => {
        const found = view().list?.entries.find((entry) => entry.name === name);
        return found ?? expect.unreachable(`${name} is not on the list`);
      },
    };
  };
  return { connect };
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

test('a change is seen at once here, soon elsewhere, and can be taken back', async () => {
  const { connect } = await open();
  const [one, other] = [await connect(), await connect()];
  await one.room.add(party('Amine'));
  await one.room.add(party('Nadia'));
  void one.room.change(one.entry('Amine'), { kind: 'call', tableId: ONE });
  expect(one.entry('Amine')).toMatchObject({ state: 'called', tableId: ONE });
  expect(one.view().changing.size).toBe(1);
  // Until that is answered, it would take back that Nadia was added.
  one.room.undo();
  await settle();
  expect(other.entry('Nadia').state).toBe('waiting');
  expect(other.entry('Amine')).toMatchObject({ state: 'called', tableId: ONE });
  expect(other.view().undoable).toBeNull();
  expect(one.view().undoable).toMatchObject({ name: 'Amine' });
  one.room.undo();
  await settle();
  expect(other.entry('Amine').state).toBe('waiting');
  // The undo was the last change of Amine; what came before it can be taken back next.
  expect(one.view().undoable).toMatchObject({ name: 'Nadia' });
});

test('the last tap is undone first, whichever answer came last', async () => {
  const { connect } = await open();
  const one = await connect();
  await one.room.add(party('Amine'));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  one.network.arrives = async ({ kind }) => {
    if (kind === 'add') await promise;
  };
  void one.room.add(party('Nadia'));
  await vi.advanceTimersByTimeAsync(1);
  void one.room.change(one.entry('Amine'), { kind: 'call', tableId: ONE });
  await settle();
  expect(one.view().changing.size).toBe(1);
  resolve(undefined);
  await settle();
  expect(one.view().undoable).toMatchObject({ name: 'Amine', state: 'called' });
});

test('a reloaded page can undo its browser’s changes for ten minutes, but no newer change by another device', async () => {
  const { connect } = await open();
  const [left, other] = [await connect(), await connect()];
  /** Another page of the browser that was left. */
  const reload = async (who = 'me') => {
    const next = await connect();
    const stored = left.environment.lasting().getItem('room-made-1') ?? '';
    next.environment.lasting().setItem('room-made-1', stored);
    next.room.startWith(who);
    await next.room.refresh();
    return next;
  };
  await left.room.add(party('Amine'));
  await left.room.change(left.entry('Amine'), { kind: 'call', tableId: ONE });
  expect((await reload('somebody else')).view().undoable).toBeNull();

  vi.setSystemTime(Date.now() + 9 * 60_000);
  const next = await reload();
  expect(next.view().undoable).toMatchObject({ name: 'Amine', state: 'called' });
  next.room.undo();
  await settle();
  expect(other.entry('Amine').state).toBe('waiting');
  expect(next.view().undoable).toBeNull();

  await left.room.refresh();
  await left.room.change(left.entry('Amine'), { kind: 'call', tableId: TWO });
  expect((await reload()).view().undoable).toMatchObject({ name: 'Amine' });
  await other.room.refresh();
  await other.room.change(other.entry('Amine'), { kind: 'missed' });
  const overtaken = await reload();
  expect(overtaken.view().undoable).toBeNull();
  overtaken.room.undo();
  await settle();
  expect(other.entry('Amine').state).toBe('missed');

  await left.room.refresh();
  await left.room.change(left.entry('Amine'), { kind: 'back' });
  vi.setSystemTime(Date.now() + 10 * 60_000);
  expect((await reload()).view().undoable).toBeNull();
  await left.room.add(party('Nadia'));
  expect(JSON.parse(left.environment.lasting().getItem('room-made-1') ?? '')).toMatchObject({
    who: 'me',
    made: [{ id: left.entry('Nadia').lastOp.id }],
  });
  left.room.startWith(null);
  expect(left.environment.lasting().getItem('room-made-1')).toBeNull();
});

test('if two people call the same party at once, one sees who else did it', async () => {
  const { connect } = await open();
  const [one, other] = [await connect(), await connect()];
  await one.room.add(party('Amine'));
  await settle();
  const calls = [
    one.room.change(one.entry('Amine'), { kind: 'call', tableId: ONE }),
    other.room.change(other.entry('Amine'), { kind: 'call', tableId: TWO }),
  ];
  expect(await Promise.all(calls)).toEqual([true, false]);
  expect(one.view().unmade).toBeNull();
  expect(other.view().unmade).toMatchObject({ result: { outcome: 'refused', inTheWay: { kind: 'call' } } });
  expect(other.entry('Amine').tableId).toBe(ONE);
});

test('a change names the state that its user saw, however long they took', async () => {
  const { connect } = await open();
  const [one, other] = [await connect(), await connect()];
  for (const name of ['Amine', 'Salma', 'Karim']) await one.room.add(party(name));
  await one.room.change(one.entry('Salma'), { kind: 'start', tableId: ONE, replace: false });
  await one.room.change(one.entry('Karim'), { kind: 'start', tableId: TWO, replace: false });
  await settle();
  const seen = one.entry('Amine');
  // Both free a table for the same party: the second free is answered with the first call.
  const freed = [
    one.room.freeAndCall(one.entry('Salma'), seen, ONE),
    other.room.freeAndCall(other.entry('Karim'), other.entry('Amine'), TWO),
  ];
  expect((await Promise.all(freed)).filter(Boolean)).toHaveLength(1);
  await settle();
  // A form that was open meanwhile.
  expect(await one.room.change(seen, { kind: 'edit', ...party('Amine', 'Yassine') })).toBe(false);
  expect(one.entry('Amine').name2).toBeNull();
});

test('a change that fails once is sent again, with the functions of Safari 15.4 alone', async () => {
  vi.spyOn(Promise, 'withResolvers').mockImplementation(() => {
    throw new TypeError('Promise.withResolvers is not a function');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { connect } = await open();
  const [one, other] = [await connect(), await connect()];
  one.network.isCut = true;
  const added = one.room.add(party('Amine'));
  await vi.advanceTimersByTimeAsync(0);
  expect(one.network.sent).toHaveLength(1);
  one.network.isCut = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await added).toBe(true);
  expect(one.network.sent).toHaveLength(2);
  await settle();
  expect(other.entry('Amine').state).toBe('waiting');
});

test('a change whose sending breaks is shown as not made, and can be sent again', async () => {
  const { connect } = await open();
  const { room, network, view } = await connect();
  network.isCut = true;
  const wait = vi.spyOn(globalThis, 'setTimeout').mockImplementation(() => {
    throw new TypeError('Promise.withResolvers is not a function');
  });
  expect(await room.add(party('Amine'))).toBe(false);
  wait.mockRestore();
  network.isCut = false;
  const { unmade, changing } = view();
  expect([unmade?.remedy, changing.size]).toEqual(['again', 0]);
  if (unmade) room.again(unmade);
  await settle();
  expect(view().list?.entries.map(({ name }) => name)).toEqual(['Amine']);
});

test('a phone that slept does not send an old change', async () => {
  const { connect } = await open();
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

test('a change is sent again by the same id, and counts once', async () => {
  const { connect } = await open();
  const { room, network, entry, view } = await connect();
  network.losesAnswers = true;
  const added = room.add(party('Amine'));
  // Only one at a time for each party.
  await vi.advanceTimersByTimeAsync(100);
  expect(await room.change(entry('Amine'), { kind: 'leave' })).toBe(false);
  network.losesAnswers = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await added).toBe(true);
  expect(new Set(network.sent.map(({ id }) => id)).size).toBe(1);
  expect(network.sent.length).toBe(2);
  expect(view().list?.entries).toHaveLength(1);
});

test('what wasn’t answered when its page was left is made by the next page, or said not to be', async () => {
  const { connect } = await open();
  const left = await connect();
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
  const { connect } = await open();
  const { room, network, view } = await connect();
  network.isCut = true;
  const added = room.add(party('Amine'));
  expect(view().list?.entries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(121_000);
  expect(await added).toBe(false);
  expect(view()).toMatchObject({
    isReached: false,
    unmade: { op: { name: 'Amine' }, result: { failure: {} } },
  });
  expect(view().list?.entries).toHaveLength(0);
});

test('a party added without an answer is added once by a retry, whatever is changed meanwhile', async () => {
  const { connect } = await open();
  const { room, network, entry, view } = await connect();
  await room.add(party('Salma'));
  network.losesAnswers = true;
  const added = room.add(party('Amine'));
  await vi.advanceTimersByTimeAsync(121_000);
  expect(await added).toBe(false);
  network.losesAnswers = false;
  await room.refresh();
  await room.change(entry('Salma'), { kind: 'call', tableId: ONE });
  expect(view().unmade).toMatchObject({ op: { name: 'Amine' } });
  await settle();
  const { unmade } = view();
  if (unmade) room.again(unmade);
  await settle();
  expect(view().unmade).toBeNull();
  expect(view().list?.entries.map(({ name }) => name)).toEqual(['Salma', 'Amine']);
});

test('a refused change has a remedy, and is shown until its party changes or it is dismissed', async () => {
  const { connect } = await open();
  const [one, other] = [await connect(), await connect()];
  for (const name of ['Amine', 'Salma', 'Karim']) await one.room.add(party(name));
  await settle();
  const again = async () => {
    const { unmade } = one.view();
    if (unmade) one.room.again(unmade);
    await settle();
  };
  // Somebody else starts a party at the table first.
  const [amine, karim] = [one.entry('Amine'), one.entry('Karim')];
  await other.room.start(other.entry('Salma'), ONE);
  expect(await one.room.change(amine, { kind: 'call', tableId: ONE })).toBe(false);
  expect(one.view().unmade).toMatchObject({ op: { entry: amine.id }, remedy: 'freeAndCall' });
  expect(await one.room.change(karim, { kind: 'away' })).toBe(true);
  expect(one.view().unmade).toMatchObject({ op: { entry: amine.id } });
  await again();
  expect(one.entry('Salma').state).toBe('done');
  expect(one.entry('Amine')).toMatchObject({ state: 'called', tableId: ONE });
  expect(one.view().unmade).toBeNull();

  await other.room.add(party('Nadia'), TWO);
  await one.room.start(one.entry('Amine'), TWO);
  expect(one.view().unmade).toMatchObject({ remedy: 'replace' });
  await again();
  expect(one.entry('Nadia').state).toBe('done');
  expect(one.entry('Amine')).toMatchObject({ state: 'playing', tableId: TWO });

  // A change that conflicts is tried again on the current state; typed text goes back into its form.
  const seen = one.entry('Karim');
  await other.room.change(other.entry('Karim'), { kind: 'back' });
  expect(await one.room.change(seen, { kind: 'edit', ...party('Karim', 'Yassine') })).toBe(false);
  expect(one.view().unmade).toMatchObject({ op: { name2: 'Yassine' }, remedy: 'form' });
  expect(await one.room.change(seen, { kind: 'leave' })).toBe(false);
  expect(one.view().unmade).toMatchObject({ op: { kind: 'leave' }, remedy: 'again' });
  await again();
  expect(one.entry('Karim').state).toBe('left');
  expect(one.view().unmade).toBeNull();
});

test('leaving the room dismisses refusals, but not unanswered changes', async () => {
  const { connect } = await open();
  const [one, other] = [await connect(), await connect()];
  await one.room.add(party('Amine'));
  await settle();
  void one.room.change(one.entry('Amine'), { kind: 'call', tableId: ONE });
  await other.room.change(other.entry('Amine'), { kind: 'call', tableId: TWO });
  expect(other.view().unmade).not.toBeNull();
  other.room.leave();
  expect(other.view().unmade).toBeNull();
  other.network.isCut = true;
  void other.room.add(party('Nadia'));
  await vi.advanceTimersByTimeAsync(150_000);
  other.room.leave();
  expect(other.view().unmade).toMatchObject({ op: { name: 'Nadia' } });
});

test('a party that was called elsewhere meanwhile isn’t called to the freed table', async () => {
  const { connect } = await open();
  const [one, other] = [await connect(), await connect()];
  await one.room.add(party('Salma'), ONE);
  await one.room.add(party('Amine'));
  await settle();
  one.network.losesAnswers = true;
  const called = one.room.freeAndCall(one.entry('Salma'), one.entry('Amine'), ONE);
  await settle();
  await other.room.change(other.entry('Amine'), { kind: 'call', tableId: TWO });
  one.network.losesAnswers = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await called).toBe(false);
  expect(other.entry('Amine').tableId).toBe(TWO);
  expect(one.view().unmade).toMatchObject({ result: { outcome: 'refused', reason: 'changed' } });
});

test('without a network the list is read as it was kept, by its own people alone', async () => {
  const { connect } = await open();
  const first = await connect();
  await first.room.add(party('Amine'));
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
  const { connect } = await open();
  const { room, environment, entry } = await connect();
  await room.add(party('Amine', 'Karim'));
  await room.start(entry('Amine'), TWO);
  expect(environment.goTo).toHaveBeenCalledWith(`#${TWO}/newMatch`);
  expect(room.$parties.get().get(TWO)).toMatchObject({ name: 'Amine', name2: 'Karim', kind: 'pool' });
  await room.assign(party('Salma'), ONE);
  expect(room.$parties.get().get(ONE)).toMatchObject({ name: 'Salma', name2: null });
});

test('the form of a match doesn’t open once the user has moved on', async () => {
  const { connect } = await open();
  const { room, environment, entry } = await connect();
  await room.add(party('Amine'));
  const started = room.start(entry('Amine'), TWO);
  window.dispatchEvent(new Event('pointerdown'));
  await started;
  expect(entry('Amine').state).toBe('playing');
  expect(environment.goTo).not.toHaveBeenCalled();
});
