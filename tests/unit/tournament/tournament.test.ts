import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ChangedTournament, KnownFact, TournamentOp } from '../../../src/backend/contract.ts';
import { BackendError } from '../../../src/core/failure.ts';
import type { RoomView } from '../../../src/features/room/room.ts';
import { createTournaments } from '../../../src/features/tournament/tournament.ts';
import type { PartyEntry } from '../../../src/core/room/list.ts';
import { entry, listOf } from '../../common/waiting-list.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';
import { fakeDevice } from '../match/fake-device.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const CUP = '00000000-0000-4000-8000-00000000000c';
const OTHER = '00000000-0000-4000-8000-00000000000d';
const ADMIN = { id: 'a', name: 'Bar' };

/** A server with one tournament, and the desk of its organiser. */
const open = async () => {
  const facts: KnownFact[] = [];
  const sent: TournamentOp[] = [];
  const network: { isCut: boolean; cut: string | null } = { isCut: false, cut: null };
  /** What was asked for: the list, or a tournament by its id. */
  const asked: string[] = [];
  const add = (key: string, value: unknown, by: KnownFact['by'] = null): void => {
    const last = facts.findLast((fact) => fact.key === key);
    facts.push({ key, value, seq: facts.length + 1, atMillis: Date.now(), by, was: last?.value ?? null });
  };
  add('open', { title: 'Cup' });
  const lastOf = (key: string) => facts.findLast((fact) => fact.key === key);
  const kept = () => ({
    id: CUP,
    createdAtMillis: 0,
    facts: facts.filter((fact) => lastOf(fact.key) === fact),
    played: [],
    isPublic: true,
    serverMillis: Date.now(),
  });
  const through = async <Answer>(answer: () => Answer): Promise<Answer> => {
    if (network.isCut) throw new BackendError({ kind: 'offline' });
    return answer();
  };
  const ask = <Answer>(what: string, answer: () => Answer): Promise<Answer> => {
    asked.push(what);
    return through(() => {
      if (network.cut === what) throw new BackendError({ kind: 'offline' });
      return answer();
    });
  };
  const runTournament = (op: TournamentOp): Promise<ChangedTournament> => {
    sent.push(op);
    return through(() => {
      const inTheWay = op.facts.map(({ key, before }) => {
        const last = lastOf(key);
        return last && last.seq !== before ? last : null;
      });
      const [fact = null] = inTheWay.filter((one) => one !== null);
      if (!fact) op.facts.forEach(({ key, value }) => add(key, value));
      return { outcome: fact ? 'refused' : 'done', inTheWay: fact, tournament: kept() };
    });
  };
  const unreachable = () => expect.unreachable('it is not asked for');
  const environment = {
    ...fakeEnvironment(),
    ...fakeDevice(),
    chance: () => 0.5,
    results: unreachable,
    tournaments: () => ({
      listTournaments: () =>
        ask('list', () => [{ id: CUP, title: 'Cup', isClosed: false, createdAtMillis: 0 }]),
      getTournament: (id: string) =>
        ask(id, () => {
          if (id !== CUP) throw new BackendError({ kind: 'forbidden' });
          return kept();
        }),
      runTournament,
      changeTournament: unreachable,
    }),
  };
  const $room = atom<RoomView>({
    list: listOf([], []),
    failure: null,
    isReached: true,
    pending: { entries: new Map(), tables: new Map() },
    unmade: null,
    undoable: null,
  });
  const tournaments = createTournaments(environment, {
    room: { $room },
    mayRun: () => true,
    serverNow: () => Date.now(),
    endedBy: () => false,
  });
  tournaments.open(CUP);
  onTestFinished(tournaments.$view.listen(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  return {
    tournaments,
    network,
    sent,
    asked,
    add,
    view: () => tournaments.$view.get(),
    valueOf: (key: string) => lastOf(key)?.value,
    /** The room is told of every change. */
    announce: async (entries: readonly PartyEntry[] = []) => {
      $room.set({ ...$room.get(), list: listOf([], entries, 2) });
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

test('Undo writes what the keys were before, unless another device has changed one since', async () => {
  const { tournaments, view, valueOf, add, announce, sent } = await open();
  await tournaments.say([{ key: 'tables', value: ['one'] }]);
  await tournaments.say([{ key: 'tables', value: ['one', 'two'] }]);
  expect(sent.map(({ facts }) => facts[0]?.before)).toEqual([0, 2]);
  expect(view().undoing?.facts).toEqual([{ key: 'tables', value: ['one'] }]);
  await tournaments.undo();
  expect(valueOf('tables')).toEqual(['one']);
  expect(view().undoing).toBeNull();

  await tournaments.say([{ key: 'tables', value: [] }]);
  add('tables', ['three'], ADMIN);
  await announce();
  expect(view().undoing).toBeNull();
});

test('a second change of a key waits for the first, and is based on it', async () => {
  const { tournaments, valueOf } = await open();
  const first = tournaments.say([{ key: 'tables', value: ['one'] }]);
  const second = tournaments.say([{ key: 'tables', value: ['two'] }]);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(valueOf('tables')).toEqual(['two']);
});

test('a refused fact says what came between, and by whom', async () => {
  const { tournaments, view, add } = await open();
  add('entry:1', { name: 'Amal', seed: null, headStart: 0 }, ADMIN);
  expect(await tournaments.say([{ key: 'entry:1', value: { name: 'Badr' } }])).toBe(false);
  expect(view().unsaid?.result).toMatchObject({ outcome: 'refused', inTheWay: { by: ADMIN } });
  // What this device couldn't know is on its screen now.
  expect(view().kept?.facts.at(-1)).toMatchObject({ key: 'entry:1', by: ADMIN });
  tournaments.read();
  expect(view().unsaid).toBeNull();
});

test('without an answer facts are repeated for two minutes, and then said not to be there', async () => {
  const { tournaments, view, network, sent, valueOf } = await open();
  network.isCut = true;
  const saying = tournaments.say([{ key: 'outcome:w1.1', value: null }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(view().isSending).toBe(true);
  const ids = new Set(sent.map(({ id }) => id));
  expect([sent.length > 5, ids.size]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await saying).toBe(false);
  const { unsaid } = view();
  expect(unsaid?.result).toEqual({ failure: { kind: 'offline' } });

  network.isCut = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(valueOf('outcome:w1.1')).toBeUndefined();
  if (unsaid) tournaments.again(unsaid);
  await vi.advanceTimersByTimeAsync(0);
  expect(view().unsaid).toBeNull();
  expect(sent.at(-1)?.id).toBe([...ids][0]);
});

test.each([CUP, null])(
  'the list and the tournament %s are asked for at once when it is known',
  async (id) => {
    const { tournaments, asked, view } = await open();
    tournaments.open(id);
    await vi.advanceTimersByTimeAsync(0);
    asked.splice(0);
    const refreshed = tournaments.refresh();
    expect(asked).toEqual([CUP, 'list']);
    await refreshed;
    expect(asked).toHaveLength(2);
    expect(view().kept?.id).toBe(CUP);
  },
);

test('one that the venue hasn’t got is missing, which is no failure, and isn’t asked for again', async () => {
  const { tournaments, asked, view } = await open();
  tournaments.open(OTHER);
  await vi.advanceTimersByTimeAsync(0);
  expect(view()).toMatchObject({ isMissing: true, kept: null, failure: null });
  asked.splice(0);
  await tournaments.refresh();
  expect(asked).toEqual(['list']);
  expect(view()).toMatchObject({ isMissing: true, kept: null, failure: null });
});

test('while either answer fails, what was known stays', async () => {
  const { tournaments, view, network } = await open();
  for (const cut of ['list', CUP]) {
    network.cut = cut;
    await tournaments.refresh();
    expect(view()).toMatchObject({ kept: { id: CUP }, isMissing: false, failure: { kind: 'offline' } });
    network.cut = null;
    await tournaments.refresh();
    expect(view().failure).toBeNull();
  }
});

test('it is asked for anew whenever the room is told of a change', async () => {
  const { view, add, announce } = await open();
  add('closed', true, ADMIN);
  expect(view().kept?.facts).toHaveLength(1);
  await announce();
  expect(view().kept?.facts.at(-1)).toMatchObject({ key: 'closed', value: true });
});

test('it keeps the list’s entries that were known when it was asked for', async () => {
  const { view, network, announce } = await open();
  const left = entry('Amal', { state: 'playing' });
  await announce([left]);
  expect(view().seen).toEqual([left]);
  network.isCut = true;
  await announce([]);
  expect(view().seen).toEqual([left]);
});
