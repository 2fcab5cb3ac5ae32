import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryWaiting } from '../../src/backend/memory-waiting.ts';
import type { RoomTable } from '../../src/core/waiting/list.ts';
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
