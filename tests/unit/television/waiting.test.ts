import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUEUE, queueCells } from '../../../src/core/television/queue-cells.ts';
import {
  CALL_MILLIS,
  callsOf,
  isCallNew,
  placeIn,
  queuesOf,
  waitingIn,
  type Queue,
  type TelevisionWaitingList,
  type TelevisionParty,
} from '../../../src/core/television/waiting.ts';
import { NOBODY_THERE } from '../../common/facts.ts';
import type { TableKind } from '../../../src/rules/table-kind.ts';

/** The waiting list as televisions show it. */

const table = (id: string, kind: TableKind = 'pool') => ({ id, title: `Table ${id}`, kind, ...NOBODY_THERE });
const party = (
  id: string,
  wants: TelevisionParty['wants'],
  tableId: string | null = null,
  calledAtMillis: number | null = null,
): TelevisionParty => ({ id, name: id, name2: null, size: 2, wants, tableId, calledAtMillis });

const list = (
  parties: readonly TelevisionParty[],
  tables = [table('1'), table('2'), table('3', 'snooker')],
) => ({ seq: 1, tables, parties }) satisfies TelevisionWaitingList;

const titled = ({ of, parties }: Queue) => [
  'table' in of ? of.table.title : `first ${of.kind ?? 'any'}`,
  parties.map(({ id }) => id).join(' '),
];

test('each requested table has a queue, then the first free one of each kind', () => {
  const parties = [
    party('a', 'pool'),
    party('b', 'table', '3'),
    party('c', 'any'),
    party('d', 'table', '1'),
    party('e', 'snooker'),
    party('f', 'table', '3'),
  ];
  expect(queuesOf(list(parties)).map(titled)).toEqual([
    ['Table 1', 'd'],
    ['Table 3', 'b f'],
    // A party that takes any table is in both, at its place.
    ['first pool', 'a c'],
    ['first snooker', 'c e'],
  ]);
});

test('kinds are named only where they differ', () => {
  expect(queuesOf(list([party('a', 'any'), party('b', 'any')])).map(titled)).toEqual([['first any', 'a b']]);
  expect(queuesOf(list([party('a', 'any'), party('b', 'pool')])).map(titled)).toEqual([
    ['first pool', 'a b'],
    ['first snooker', 'a'],
  ]);
  expect(queuesOf(list([party('a', 'any'), party('b', 'pool')], [table('1')])).map(titled)).toEqual([
    ['first any', 'a b'],
  ]);
  expect(queuesOf(list([]))).toEqual([]);
});

test('a called party is in the queue of that table’s kind alone', () => {
  const called = list([party('a', 'any', '2', 5000), party('b', 'any'), party('c', 'snooker')]);
  expect(queuesOf(called).map(titled)).toEqual([
    ['first pool', 'a b'],
    ['first snooker', 'b c'],
  ]);
});

test('no party is lost, whatever the list contains', () => {
  const anyParty = fc.record({
    wants: fc.constantFrom('any', 'pool', 'snooker', 'table'),
    tableId: fc.constantFrom('1', '2', '3', 'gone', null),
    called: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyParty, { maxLength: 12 }), (drawn) => {
      const parties = drawn.map(({ wants, tableId, called }, index) =>
        party(`${index}`, wants, tableId, called ? index : null),
      );
      const queues = queuesOf(list(parties));
      expect(new Set(queues.flatMap((queue) => queue.parties))).toEqual(new Set(parties));
      for (const queue of queues)
        expect(queue.parties).toEqual(parties.filter((each) => queue.parties.includes(each)));
    }),
  );
});

test('the latest call comes first, and is large for twenty seconds', () => {
  const { calls, largeUntilMillis } = callsOf(
    list([party('a', 'any', '2', 5000), party('b', 'any'), party('c', 'table', '1', 9000)]),
  );
  expect(calls.map((call) => [call.party.id, call.table?.title])).toEqual([
    ['c', 'Table 1'],
    ['a', 'Table 2'],
  ]);
  expect(largeUntilMillis).toBe(9000 + CALL_MILLIS);
  expect(callsOf(list([party('b', 'any')])).calls).toEqual([]);
  expect(waitingIn(list([party('a', 'any', '2', 5000), party('b', 'any')]))).toBe(1);
});

test('a call is new once, unless it is old already when a television sees it', () => {
  const one = callsOf(list([party('a', 'any', '2', 5000)])).calls;
  const two = callsOf(list([party('a', 'any', '2', 5000), party('c', 'any', '1', 9000)])).calls;
  expect(isCallNew([], one, 5001)).toBe(true);
  expect(isCallNew(one, one, 5001)).toBe(false);
  expect(isCallNew(one, two, 9001)).toBe(true);
  expect(isCallNew(two, one, 9001)).toBe(false);
  expect(isCallNew([], one, 5000 + CALL_MILLIS)).toBe(false);
  expect(isCallNew([], [], 0)).toBe(false);
});

test('rows are as large as the longest queue lets them be, and never too small to read', () => {
  fc.assert(
    fc.property(
      fc.record({ width: fc.integer({ min: 30, max: 180 }), height: fc.integer({ min: 45, max: 180 }) }),
      fc.integer({ min: 1, max: 200 }),
      (place, most) => {
        const { beside, rows, columns, row } = queueCells(place, most);
        expect(rows).toBeGreaterThanOrEqual(2);
        expect(columns).toBeGreaterThanOrEqual(1);
        expect(row).toBeGreaterThanOrEqual(QUEUE.row);
        expect(row).toBeLessThanOrEqual(QUEUE.largestRow);
        const down = place.height - 2 * QUEUE.padding - (beside ? 0 : QUEUE.head);
        if (down >= 2 * row) expect(rows * row).toBeLessThanOrEqual(down + 1e-9);
      },
    ),
  );
});

test('a short queue has the full width, a longer one a second column, and a flat queue’s heading is beside it', () => {
  const landscape = { width: 83, height: 88 };
  expect(queueCells(landscape, 3)).toMatchObject({ beside: false, columns: 1, row: QUEUE.largestRow });
  expect(queueCells(landscape, 8)).toMatchObject({ columns: 1, rows: 8 });
  expect(queueCells(landscape, 9)).toMatchObject({ columns: 2 });
  expect(queueCells({ width: 95, height: 80 }, 4)).toMatchObject({ beside: false, columns: 1 });
  expect(queueCells({ width: 95, height: 26 }, 4)).toMatchObject({ beside: true });
});

test('a party in two queues has one position, and a called one has none', () => {
  const parties = [
    party('a', 'any', '2', 5000),
    party('b', 'any'),
    party('c', 'pool'),
    party('d', 'snooker'),
    party('e', 'any'),
  ];
  const places = queuesOf(list(parties)).map((queue) =>
    queue.parties.map((each) => placeIn({ parties }, each)),
  );
  expect(places).toEqual([
    [0, 1, 2, 4],
    [1, 3, 4],
  ]);
});
