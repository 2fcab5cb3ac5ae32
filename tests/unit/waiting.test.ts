import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryWaiting } from '../common/memory-waiting.ts';
import type { RoomTable, Wish } from '../../src/core/waiting/list.ts';
import {
  beforeOf,
  canTakeBack,
  firstFor,
  isFree,
  isLate,
  isOccupied,
  minutesWaited,
  offersOf,
} from '../../src/core/waiting/queue.ts';
import { playCase, WAITING_CASES } from '../common/waiting-cases.ts';
import { crowd, playCrowd } from '../common/waiting-crowd.ts';

const table = (title: string, changes: Partial<RoomTable> = {}): RoomTable => ({
  ...{ id: randomUUID(), title, kind: 'pool', outOfUse: false, match: null },
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

describe('what a list says', () => {
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

  test('so many are before somebody as could take one of their tables', async () => {
    const list = await listOf([SNOOKER, TABLE_1, ANY, { ...POOL, at: pool }, POOL, SNOOKER, TABLE_1]);
    expect(list.entries.map((entry) => beforeOf(list, entry))).toEqual([0, 0, 2, 2, 2, 2, 3]);
  });

  test('a table is for the first whom it fits, and free while nobody is called there or plays', async () => {
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
    expect(played.tables.map((one) => [isOccupied(played, one), isFree(played, one)])).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ]);
    const over = { ...snooker, match: { ...match, over: true } };
    expect(isFree(await listOf([], [over]), over)).toBe(true);
  });

  test('minutes are whole, and a call may have been missed after five', async () => {
    const { entries } = await listOf([ANY]);
    const [entry] = entries;
    if (!entry) throw new Error('nobody was added');
    expect([-1, 59_999, 60_000].map((now) => minutesWaited(entry, now))).toEqual([0, 0, 1]);
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
        ...{ kind: 'add', id: randomUUID(), entry: randomUUID(), before: null, tableId, replace: false },
        ...{ name: '', name2: null, size: 2, ...ANY },
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
});
