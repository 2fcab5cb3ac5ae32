import { afterAll, expect, test } from 'vitest';
import { createCalls } from '../../supabase/embedded/data/calls.ts';
import { preparedDatabase } from './folders.ts';

/** What calls of the database's functions leave behind in its sessions, which last as long as the server. */

const { pg, close } = await preparedDatabase();
afterAll(close);

/** The numbered one of the orders of a list. */
const ordered = <Item>(items: readonly Item[], number: number): Item[] => {
  const left = [...items];
  return items.map((_, index) => {
    const choices = items.length - index;
    const [chosen] = left.splice(number % choices, 1);
    number = Math.floor(number / choices);
    return chosen as Item;
  });
};

/** The session's memory for statements, in kB. A pool with one question at a time has one session. */
const keptKilobytes = async (): Promise<number> => {
  const { rows } = await pg.query<{ kilobytes: number }>(
    `select total_bytes::int / 1024 as kilobytes from pg_backend_memory_contexts where name = 'CacheMemoryContext'`,
  );
  return rows[0]?.kilobytes ?? NaN;
};

test('arguments in whatever order are one statement: a session would keep something of each', async () => {
  const call = createCalls(pg);
  const args = ['table_id', 'expected', 'match', 'game', 'rules', 'start', 'board', 'ago', 'link'];
  const json = JSON.stringify(Object.fromEntries(args.map((name) => [name, null])));
  const begin = (number: number): Promise<unknown> =>
    call('begin_match', { names: ordered(args, number), json }, { role: 'anon' });
  await expect(begin(0)).rejects.toThrow('this table is not yours');
  const before = await keptKilobytes();
  for (let number = 1; number <= 1500; number += 1) await begin(number).catch(() => undefined);
  expect((await keptKilobytes()) - before).toBeLessThan(100);
});
