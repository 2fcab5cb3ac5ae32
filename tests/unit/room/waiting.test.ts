import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryWaiting } from '../../common/memory-waiting.ts';
import { LIST_LIMIT, namesOf, type Change, type RoomTable, type Wish } from '../../../src/core/room/list.ts';
import {
  beforeOf,
  canTakeBack,
  firstFor,
  isLate,
  minutesSince,
  offersOf,
  partiesIn,
  usualWish,
} from '../../../src/core/room/queue.ts';
import { isFree, isOccupied } from '../../../src/core/room/table-state.ts';
import { NOBODY_THERE } from '../../common/facts.ts';
import { playCase, WAITING_CASES } from '../../common/waiting-cases.ts';
import { crowd, playCrowd } from '../../common/waiting-crowd.ts';

const table = (title: string, changes: Partial<RoomTable> = {}): RoomTable => ({
  id: randomUUID(),
  title,
  kind: 'pool',
  ...NOBODY_THERE,
  ...changes,
});
const TABLES = [
  table('Table 1'),
  table('Table 2', { kind: 'snooker' }),
  table('Table 3', { outOfUse: true }),
];

describe('the worked cases', () => {
  test.each(WAITING_CASES.map((one) => [one.title, one] as const))('%s', async (_title, one) => {
    await playCase(
      memoryWaiting(TABLES, () => 0, randomUUID),
      one,
    );
    expect.hasAssertions();
  });
});

test('three devices in any order: each op is done once, each table has one party, and every entry its place', async () => {
  await fc.assert(
    fc.asyncProperty(crowd, (happenings) =>
      playCrowd(
        memoryWaiting(TABLES, () => 0, randomUUID),
        happenings,
        () => {},
      ),
    ),
  );
});

test('however often parties are moved, each has a place, and who comes back finds the old one', async () => {
  // Most are moved before the same one, until no number is left there.
  const move = fc.record({ entry: fc.nat({ max: 3 }), next: fc.constantFrom(4, 4, 4, 4, 4, 0) });
  const moves = fc.array(move, { minLength: 150, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(moves, async (made) => {
      const backend = memoryWaiting(TABLES, () => 0, randomUUID);
      const ids = Array.from({ length: 6 }, () => randomUUID());
      let { entries } = await backend.listWaiting();
      const send = async (entry: string, change: Change): Promise<string> => {
        const before = entries.find(({ id }) => id === entry)?.lastOp.id ?? null;
        const { outcome, list } = await backend.changeWaiting({ ...change, id: randomUUID(), entry, before });
        ({ entries } = list);
        return outcome;
      };
      const party = { name: 'Amine', name2: null, size: 2, wants: 'any', wantedId: null } as const;
      for (const id of ids) await send(id, { kind: 'add', ...party, tableId: null, replace: false });
      const [first = '', ...rest] = ids;
      const last = rest.at(-1) ?? '';
      await send(last, { kind: 'place', next: first });
      let order = [first, ...rest.slice(0, -1)];
      for (const { entry, next } of made) {
        const [moved = '', before = ''] = [ids[entry], ids[next]];
        if (moved === before) continue;
        const others = order.filter((id) => id !== moved);
        const at = others.indexOf(before);
        order = [...others.slice(0, at), moved, ...others.slice(at)];
        expect(['done', 'already']).toContain(await send(moved, { kind: 'place', next: before }));
        expect(entries.map(({ id }) => id).filter((id) => id !== last)).toEqual(order);
      }
      expect(await send(last, { kind: 'undo' })).toBe('done');
      expect(entries.map(({ id }) => id)).toEqual([...order, last]);
    }),
    { numRuns: 10 },
  );
});

test('undoing a start restores no party to a full list', async () => {
  const backend = memoryWaiting(TABLES, () => 0, randomUUID);
  const [tableId = ''] = TABLES.map(({ id }) => id);
  const party = { name: '', name2: null, size: 2, wants: 'any', wantedId: null } as const;
  const add = (at: string | null, replace: boolean) => {
    const ids = { id: randomUUID(), entry: randomUUID(), before: null };
    return backend.changeWaiting({ kind: 'add', ...party, ...ids, tableId: at, replace });
  };
  await add(tableId, false);
  const { list } = await add(null, false);
  const waits = list.entries.find(({ state }) => state === 'waiting') ?? expect.unreachable();
  const start = { id: randomUUID(), entry: waits.id, before: waits.lastOp.id };
  await backend.changeWaiting({ kind: 'start', ...start, tableId, replace: true });
  for (let more = 1; more < LIST_LIMIT; more += 1) await add(null, false);
  const undo = { id: randomUUID(), entry: waits.id, before: start.id, kind: 'undo' } as const;
  expect(await backend.changeWaiting(undo)).toMatchObject({ outcome: 'full', reason: 'list' });
});

describe('the queries of a list', () => {
  const [pool, snooker, broken] = TABLES as [RoomTable, RoomTable, RoomTable];
  /** A list of those who were added, each with a wish. */
  const listOf = async (wishes: readonly (Wish & { readonly at?: RoomTable })[], tables = TABLES) => {
    const backend = memoryWaiting(tables, () => 0, randomUUID);
    for (const { at, ...wish } of wishes) {
      const party = { name: 'Amine', name2: null, size: 2, ...wish };
      const ids = { id: randomUUID(), entry: randomUUID(), before: null };
      await backend.changeWaiting({ kind: 'add', ...party, ...ids, tableId: at?.id ?? null, replace: false });
    }
    return backend.listWaiting();
  };
  const ANY: Wish = { wants: 'any', wantedId: null };
  const SNOOKER: Wish = { wants: 'snooker', wantedId: null };
  const POOL: Wish = { wants: 'pool', wantedId: null };
  const TABLE_1: Wish = { wants: 'table', wantedId: pool.id };

  test('a party has as many ahead as could take one of its tables', async () => {
    const list = await listOf([SNOOKER, TABLE_1, ANY, { ...POOL, at: pool }, POOL, SNOOKER, TABLE_1]);
    expect(list.entries.map((entry) => beforeOf(list, entry))).toEqual([0, 0, 2, 2, 2, 2, 3]);
  });

  test('a table is offered to the first party that fits, and is free while none is called or playing there', async () => {
    const list = await listOf([SNOOKER, TABLE_1, ANY]);
    expect([pool, snooker, broken].map((one) => firstFor(list, one))).toEqual([
      list.entries[1],
      list.entries[0],
      list.entries[2],
    ]);
    expect([...offersOf(list)]).toEqual([
      [list.entries[1], pool],
      [list.entries[0], snooker],
    ]);
    const match = { id: randomUUID(), game: 'snooker', over: false, scoredAtMillis: 0 };
    const played = await listOf([{ ...ANY, at: pool }, ANY], [pool, { ...snooker, match }, broken]);
    expect(played.tables.map((one) => [isOccupied(one), isFree(one)])).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ]);
    const over = { ...snooker, match: { ...match, over: true } };
    expect(isFree(over)).toBe(true);
  });

  test('minutes are whole, and a call may have been missed after five', async () => {
    const { entries } = await listOf([ANY]);
    const [entry] = entries;
    if (!entry) throw new Error('nobody was added');
    expect([-1, 59_999, 60_000].map((now) => minutesSince(0, now))).toEqual([0, 0, 1]);
    const called = { ...entry, state: 'called' as const, calledAtMillis: 0 };
    expect([299_999, 300_000].map((now) => isLate(called, now))).toEqual([false, true]);
    expect([599_999, 600_000].map((now) => canTakeBack(entry, now))).toEqual([true, false]);
  });

  test('what isn’t playing goes after six hours, and who ended after ten minutes', async () => {
    const scored = { id: randomUUID(), game: 'plain', over: false, scoredAtMillis: 60_000 };
    let now = 0;
    const backend = memoryWaiting([{ ...pool, match: scored }, snooker], () => now, randomUUID);
    const add = (tableId: string | null) =>
      backend.changeWaiting({
        kind: 'add',
        id: randomUUID(),
        entry: randomUUID(),
        before: null,
        tableId,
        replace: false,
        name: '',
        name2: null,
        size: 2,
        ...ANY,
      });
    for (const tableId of [pool.id, snooker.id, null]) await add(tableId);
    const left = (await add(null)).list.entries[3];
    const before = left?.lastOp.id ?? '';
    await backend.changeWaiting({ kind: 'leave', id: randomUUID(), entry: left?.id ?? '', before });
    const count = async (millis: number) => {
      now = millis;
      return (await backend.listWaiting()).entries.length;
    };
    expect([await count(599_999), await count(600_000)]).toEqual([4, 3]);
    const sixHours = 6 * 60 * 60_000;
    expect([await count(sixHours - 1), await count(sixHours), await count(sixHours + 60_000)]).toEqual([
      3, 1, 0,
    ]);
  });

  test('after one of a pair was erased, the other is whom the party is called by, at a table too', async () => {
    const list = await listOf([{ ...ANY, at: pool }]);
    const named = (name: string, name2: string | null) => {
      const entries = list.entries.map((entry) => ({ ...entry, name, name2 }));
      return partiesIn({ ...list, entries }).get(pool.id);
    };
    expect(named('', 'Salma')).toMatchObject({ name: '', name2: 'Salma' });
    expect(named('Salma', '')).toMatchObject({ name: 'Salma', name2: '' });
    expect(
      [
        { name: '', name2: 'Salma' },
        { name: 'Karima', name2: '' },
        { name: 'Karima', name2: 'Salma' },
        { name: 'Karima', name2: null },
        { name: '', name2: '' },
      ].map(namesOf),
    ).toEqual([['Salma'], ['Karima'], ['Karima', 'Salma'], ['Karima'], []]);
  });

  test('a new party waits for what most tables in use are; for any where none is the more usual', () => {
    const [pool, snooker] = [table('Pool'), table('Snooker', { kind: 'snooker' })];
    const closed = table('Closed', { outOfUse: true });
    expect(usualWish([snooker, pool, table('Another')])).toBe('pool');
    expect(usualWish([pool, snooker, table('Another', { kind: 'snooker' })])).toBe('snooker');
    expect(usualWish([pool, closed, snooker])).toBe('any');
    expect(usualWish([pool, table('Another'), { ...snooker, outOfUse: true }])).toBe('any');
    expect(usualWish([])).toBe('any');
  });
});
