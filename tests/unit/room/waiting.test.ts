import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type PartyEntry,
  type Op,
  type RoomTable,
  type WaitingList,
  type Wish,
} from '../../../src/core/room/list.ts';
import { namesOf } from '../../../src/core/room/party.ts';
import {
  addedTo,
  beforeOf,
  canTakeBack,
  firstFor,
  freeTables,
  isLate,
  minutesSince,
  offersOf,
  pendingIn,
  usualWish,
} from '../../../src/core/room/queue.ts';
import { isFree, isOccupied } from '../../../src/core/room/table-state.ts';
import { NOBODY_THERE } from '../../common/facts.ts';
import { entry, listOf as listWith } from '../../common/waiting-list.ts';

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

describe('the queries of a list', () => {
  const [pool, snooker, broken] = TABLES as [RoomTable, RoomTable, RoomTable];
  /** A list of parties, each with a wish, some of them at a table. */
  const listOf = (
    wishes: readonly (Wish & { readonly at?: RoomTable })[],
    tables: readonly RoomTable[] = TABLES,
  ): WaitingList =>
    listWith(
      tables,
      wishes.map(({ at, ...wish }) =>
        entry('Amine', { ...wish, ...(at && { state: 'playing', tableId: at.id, startedAtMillis: 0 }) }),
      ),
    );
  const ANY: Wish = { wants: 'any', wantedId: null };
  const SNOOKER: Wish = { wants: 'snooker', wantedId: null };
  const POOL: Wish = { wants: 'pool', wantedId: null };
  const TABLE_1: Wish = { wants: 'table', wantedId: pool.id };

  test('a party has as many ahead as could take one of its tables', () => {
    const list = listOf([SNOOKER, TABLE_1, ANY, { ...POOL, at: pool }, POOL, SNOOKER, TABLE_1]);
    expect(list.entries.map((entry) => beforeOf(list, entry))).toEqual([0, 0, 2, 2, 2, 2, 3]);
  });

  test('a table is offered to the first party that fits, and is free while none is called or playing there', () => {
    const list = listOf([SNOOKER, TABLE_1, ANY]);
    const nothing = pendingIn(list, []);
    expect([pool, snooker, broken].map((one) => firstFor(list, nothing, one))).toEqual([
      list.entries[1],
      list.entries[0],
      list.entries[2],
    ]);
    expect([...offersOf(list, nothing)]).toEqual([
      [list.entries[1], pool],
      [list.entries[0], snooker],
    ]);
    const match = { id: randomUUID(), game: 'snooker', over: false, startedAtMillis: 0, scoredAtMillis: 0 };
    const played = listOf([{ ...ANY, at: pool }, ANY], [pool, { ...snooker, match }, broken]);
    expect(played.tables.map((one) => [isOccupied(one), isFree(one)])).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ]);
    const over = { ...snooker, match: { ...match, over: true } };
    expect(isFree(over)).toBe(true);
  });

  test('minutes are whole, and a call may have been missed after five', () => {
    const { entries } = listOf([ANY]);
    const [first] = entries;
    if (!first) throw new Error('nobody was added');
    expect([-1, 59_999, 60_000].map((now) => minutesSince(0, now))).toEqual([0, 0, 1]);
    const called = { ...first, state: 'called' as const, calledAtMillis: 0 };
    expect([299_999, 300_000].map((now) => isLate(called, now))).toEqual([false, true]);
    expect([599_999, 600_000].map((now) => canTakeBack(first, now))).toEqual([true, false]);
  });

  describe('what is pending', () => {
    /** Three parties for any table; two tables are free. */
    const list = listWith([pool, snooker, broken], [entry('Amine'), entry('Badr'), entry('Chadi')]);
    const [amine, badr, chadi] = list.entries as [PartyEntry, PartyEntry, PartyEntry];
    const op = (of: Pick<PartyEntry, 'id'>, change: object): Op =>
      ({ id: randomUUID(), entry: of.id, before: randomUUID(), ...change }) as Op;
    const offered = (of: WaitingList, ...ops: readonly Op[]) =>
      [...offersOf(of, pendingIn(of, ops))].map(([{ name }, { title }]) => `${name}: ${title}`);
    const free = (of: WaitingList, ...ops: readonly Op[]) =>
      freeTables(of, pendingIn(of, ops)).map(({ title }) => title);

    test('a party that is being called, and its table, are offered no more', () => {
      expect(offered(list)).toEqual(['Amine: Table 1', 'Badr: Table 2']);
      const call = op(amine, { kind: 'call', tableId: pool.id });
      expect(offered(list, call)).toEqual(['Badr: Table 2']);
      expect(free(list, call)).toEqual(['Table 2']);
      const start = op(badr, { kind: 'start', tableId: snooker.id, replace: false });
      expect(offered(list, call, start)).toEqual([]);
      expect(firstFor(list, pendingIn(list, [call, start]), pool)).toBe(chadi);
      // Another party, at the table of the first.
      expect(offered(list, op(chadi, { kind: 'call', tableId: pool.id }))).toEqual(['Amine: Table 2']);
    });

    test('a table is taken by a party that is added there, and by one that an undo brings back', () => {
      const add = op({ id: randomUUID() }, { kind: 'add', tableId: pool.id, name: '', name2: null });
      expect(free(list, add)).toEqual(['Table 2']);
      expect(addedTo(list, pendingIn(list, [add]))).toEqual([]);
      const was = { ...amine, state: 'playing' as const, tableId: snooker.id };
      const done = { ...amine, state: 'done' as const, lastOp: { ...amine.lastOp, was } };
      const after = listWith(list.tables, [done, badr]);
      expect(offered(after)).toEqual(['Badr: Table 1']);
      expect(free(after, op(done, { kind: 'undo' }))).toEqual(['Table 1']);
    });

    test('a party with another change on its way keeps its turn', () => {
      expect(offered(list, op(amine, { kind: 'edit', name: 'Amina' }))).toEqual(offered(list));
    });

    test('an added party follows the queue until the list has it', () => {
      const add = op({ id: randomUUID() }, { kind: 'add', tableId: null, name: 'Driss' });
      expect(addedTo(list, pendingIn(list, [add]))).toEqual([add]);
      const after = listWith(list.tables, [...list.entries, entry('Driss', { id: add.entry })]);
      expect(addedTo(after, pendingIn(after, [add]))).toEqual([]);
      expect(pendingIn(after, [add]).entries.get(add.entry)).toBe(add);
    });
  });

  test('after one of a pair was erased, the other is whom the party is called by', () => {
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
