import { expect, test, vi } from 'vitest';
import type { CopiesState } from '../../../supabase/embedded/data/copies.ts';
import { healthOf, watchHealth } from '../../../supabase/embedded/ops/health.ts';
import type { Sessions } from '../../../supabase/embedded/data/sessions.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const fine: CopiesState = {
  last: new Date('2026-11-24T09:00:00Z'),
  checked: true,
  failed: null,
  second: { place: '/mnt/b', last: new Date('2026-11-23T09:00:00Z'), checked: true, failed: null },
};
const never = () => new Promise<never>(() => undefined);
const down = () => Promise.reject(new Error('down'));
const yes = () => Promise.resolve();

const installation = (copies: CopiesState | undefined, query = yes, settle = yes) => ({
  folder: '.',
  copies: () => copies,
  now: () => NOW,
  sessions: { pg: { query }, settle } as unknown as Sessions,
});

test('a copy is reported with its age', async () => {
  expect(await healthOf(installation(fine))).toMatchObject({
    status: 'ok',
    troubles: [],
    database: 'ok',
    realtime: 'ok',
    copy: { last: '2026-11-24T09:00:00.000Z', ageSeconds: 10_800, checked: true, failed: null },
    second: { place: '/mnt/b', ageSeconds: 97_200 },
  });
});

test.each([
  ['copies that are on their way', { ...fine, last: null }, []],
  ['an old copy', { ...fine, last: new Date('2026-11-22T11:59:59Z') }, ['copy']],
  ['a failed copy', { ...fine, failed: 'No copy.' }, ['copy']],
  [
    'a second place that is away',
    { ...fine, second: { ...fine, place: '/mnt/b', failed: 'Gone.' } },
    ['second'],
  ],
  ['no copies at all, as in development', undefined, []],
])('%s', async (_what, copies, troubles) => {
  expect((await healthOf(installation(copies))).troubles).toEqual(troubles);
});

test('a failing database, and a listener that never answers, are reported in time', async () => {
  expect(await healthOf(installation(fine, down, yes))).toMatchObject({
    status: 'failing',
    database: 'failing',
    realtime: 'ok',
    troubles: ['database'],
  });
  const { troubles } = await healthOf(installation(fine, yes, never));
  expect(troubles).toEqual(['realtime']);
});

test('it is looked at once, however many ask', async () => {
  const query = vi.fn(yes);
  const look = watchHealth(installation(fine, query));
  await Promise.all([look(), look(), look()]);
  expect(query).toHaveBeenCalledTimes(1);
});
