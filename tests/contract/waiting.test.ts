import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Op } from '../../src/core/room/list.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import { playCase, WAITING_CASES } from '../common/waiting-cases.ts';
import { crowd, playCrowd } from '../common/waiting-crowd.ts';
import { kindOf } from './kind-of.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of any `WaitingBackend`. */

describeVenues('the waiting list', (open) => {
  let venue: Venue;
  beforeEach(async () => {
    venue = await open();
    await venue.tables.listTables();
    const snooker = await venue.tables.addTable('Two');
    await venue.tables.setTable(snooker, { kind: 'snooker' });
    await venue.tables.setTable(await venue.tables.addTable('Three'), { outOfUse: true });
  });

  const adding = (changes: Partial<Op> = {}): Op =>
    ({
      id: randomUUID(),
      entry: randomUUID(),
      before: null,
      kind: 'add',
      tableId: null,
      replace: false,
      name: 'يوسف <b>بن علي</b> 🎱',
      name2: null,
      size: 2,
      wants: 'any',
      wantedId: null,
      ...changes,
    }) as Op;

  test('the worked cases come to what they expect', async () => {
    for (const one of WAITING_CASES) await playCase(venue.waiting, one);
  });

  test('a party is shown as typed, with each op and who did it', async () => {
    const op = adding();
    const { list, ...result } = await venue.waiting.changeWaiting(op);
    expect(result).toEqual({ outcome: 'done', reason: null, inTheWay: null, retry: null });
    const [entry] = list.entries;
    expect(entry).toEqual({
      id: op.entry,
      name: 'يوسف <b>بن علي</b> 🎱',
      name2: null,
      size: 2,
      wants: 'any',
      wantedId: null,
      state: 'waiting',
      tableId: null,
      calledAtMillis: null,
      startedAtMillis: null,
      fixture: null,
      place: expect.any(Number) as number,
      joinedAtMillis: expect.any(Number) as number,
      lastOp: {
        id: op.id,
        kind: 'add',
        was: null,
        atMillis: entry?.joinedAtMillis,
        by: { id: expect.any(String) as string, name: null },
      },
    });
    expect(await venue.waiting.changeWaiting(adding({ size: 9 }))).toMatchObject({
      outcome: 'bad',
      reason: 'size',
      list: { seq: list.seq },
    });
    const long = adding({ name: '🎱'.repeat(NAME_LIMIT), name2: 'ط'.repeat(NAME_LIMIT) });
    expect(await venue.waiting.changeWaiting(long)).toMatchObject({ outcome: 'done' });
  });

  test('listeners are told of each change once, and of other changes that the list shows', async () => {
    const { topic, seq } = await venue.waiting.listWaiting();
    const listener = { joined: vi.fn(), changed: vi.fn(), lost: vi.fn() };
    onTestFinished(venue.waiting.listenRoom(topic, listener));
    await expect.poll(() => listener.joined).toHaveBeenCalledOnce();
    const op = adding();
    for (let times = 0; times < 3; times += 1) await venue.waiting.changeWaiting(op);
    const [table] = (await venue.waiting.listWaiting()).tables;
    await venue.tables.setTable(table?.id ?? '', { kind: 'snooker', outOfUse: true });
    await venue.pictures.updateVenue({ fullNames: true });
    await expect.poll(() => listener.changed.mock.calls).toEqual([[seq + 1], [seq + 2], [seq + 3]]);
    expect((await venue.waiting.listWaiting()).tables[0]).toMatchObject({ kind: 'snooker', outOfUse: true });
    expect(listener.lost).not.toHaveBeenCalled();
  });

  test('a match that isn’t over occupies its table', async () => {
    const [table] = (await venue.tables.listTables()).tables;
    const match = table?.match.id ?? '';
    const shown = async () => (await venue.waiting.listWaiting()).tables[0]?.match;
    expect(await shown()).toBeNull();
    const board = { p1: 'A', p2: 'B', s1: 1, s2: 0, raceTo: 0, rules: 1, detail: null, result: null };
    const set = { id: randomUUID(), kind: 'set', body: {}, agoMillis: 0, onlyCurrent: false };
    await venue.matches.appendActions(match, 0, [set], board);
    expect(await shown()).toMatchObject({ id: match, game: 'plain', over: false });
  });

  test('three devices in any order: each op is done once, each table has one party, and every entry its place', async () => {
    await fc.assert(
      fc.asyncProperty(crowd, (happenings) => playCrowd(venue.waiting, happenings)),
      { numRuns: 8 },
    );
  });

  test('another venue’s tables don’t exist', async () => {
    const requests = [
      adding({ tableId: venue.foreign.id }),
      adding({ wants: 'table', wantedId: venue.foreign.id }),
    ];
    expect(await Promise.all(requests.map((op) => kindOf(venue.waiting.changeWaiting(op))))).toEqual([
      'forbidden',
      'forbidden',
    ]);
    expect((await venue.waiting.listWaiting()).entries).toEqual([]);
  });

  test.each([
    ['a signed-out caller has no list', 'sessionExpired'],
    ['without a network everything fails as offline', 'offline'],
  ] as const)('%s', async (_title, kind) => {
    if (kind === 'offline') venue.cut();
    else await venue.dropSession();
    const requests = [venue.waiting.listWaiting(), venue.waiting.changeWaiting(adding())];
    expect(await Promise.all(requests.map(kindOf))).toEqual([kind, kind]);
  });
});
