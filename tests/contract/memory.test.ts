import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryBackend, type MemoryTable } from '../../src/backend/memory.ts';
import { NO_BRANDING } from '../../src/core/branding/branding.ts';
import { playCase, WAITING_CASES } from '../common/waiting-cases.ts';
import { crowd, playCrowd } from '../common/waiting-crowd.ts';
import { fakeVenue } from '../unit/fakes/venue.ts';
import { kindOf } from './kind-of.ts';
import { action, SHOWN, testPlaying } from './playing.ts';

const tableOf = (actions: MemoryTable['first']['actions'] = []): MemoryTable => ({
  id: randomUUID(),
  token: 'abcdefghijklmnopqrstuv12',
  branding: { ...NO_BRANDING, table: 'Table 3' },
  first: {
    match: randomUUID(),
    game: 'eight-ball',
    rules: 1,
    actions,
    start: { p1: 'Salma', p2: 'Anas', raceTo: 5 },
    board: { ...SHOWN, s1: actions.length, s2: 0 },
  },
});

describe('a table in memory', () => {
  testPlaying(async () => {
    const table = tableOf();
    const { id, token, first } = table;
    return { matches: memoryBackend(table, () => Date.now()), id, token, match: first.match };
  });

  test('it starts from the played part of its match', async () => {
    const table = tableOf([action({ agoMillis: 90_000 }), action({ agoMillis: 1000 })]);
    const matches = memoryBackend(table, () => 1_000_000);
    const { match, entries } = await matches.getLog(table.first.match, 0);
    expect(match).toMatchObject({ startedAtMillis: 910_000, seq: 2 });
    expect(entries.map(({ atMillis }) => atMillis)).toEqual([910_000, 999_000]);
    expect(await matches.getOverlay(table.id)).toMatchObject({
      board: { s1: 2, seq: 2 },
      branding: table.branding,
    });
  });

  test('it counts the screens that show it, and knows nothing of other tables', async () => {
    const table = tableOf();
    let now = 0;
    const matches = memoryBackend(table, () => now);
    await matches.getOverlay(table.token, { screen: 'television', rev: 1 });
    const screens = async () => (await matches.getLog(table.first.match, 0)).screens;
    expect(await screens()).toEqual({ count: 1, behind: 0 });
    now = 90_000;
    expect(await screens()).toEqual({ count: 0, behind: null });
    expect(await matches.getOverlay('abcdefghijklmnopqrstuv34')).toBeNull();
    expect(await kindOf(matches.getLog(randomUUID(), 0))).toBe('forbidden');
  });
});

describe('a venue in memory', () => {
  const open = async () => {
    const { matches, tables, waiting } = fakeVenue(Math.random).connect({ owner: 'me' });
    const [table] = (await tables.listTables()).tables;
    return { matches, tables, waiting, table: table ?? expect.unreachable('there is no table') };
  };

  testPlaying(async () => {
    const { matches, table } = await open();
    return { matches, id: table.id, token: table.token, match: table.match.id };
  });

  /** With the tables that the cases name. */
  const openList = async () => {
    const { tables, waiting } = await open();
    const snooker = await tables.addTable('Two');
    await tables.setTable(snooker, { kind: 'snooker' });
    await tables.setTable(await tables.addTable('Three'), { outOfUse: true });
    return waiting;
  };

  test('the waiting list’s worked cases come to what they expect', async () => {
    const waiting = await openList();
    for (const one of WAITING_CASES) await playCase(waiting, one);
  });

  test('three devices change the waiting list in any order', async () => {
    const waiting = await openList();
    await fc.assert(
      fc.asyncProperty(crowd, (happenings) => playCrowd(waiting, happenings)),
      { numRuns: 50 },
    );
  });
});
