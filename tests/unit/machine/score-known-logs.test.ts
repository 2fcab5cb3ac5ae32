import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createFairQueue } from '../../../supabase/embedded/http/fair-queue.ts';
import { createScoreHandler, TURNS } from '../../../supabase/functions/score/handler.ts';
import { createKnownLogs } from '../../../supabase/functions/score/known-logs.ts';
import { FORMATS, PLAIN } from '../match/matches.ts';

/** The logs that the score service keeps, the reads it repeats, and the requests that wait. */

const AT = '2026-11-23T19:00:00Z';

interface Entry {
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly body: object;
  readonly at: string;
  readonly by: null;
}

/** A table in a database, and the service that reads it. */
const openTable = () => {
  const table = {
    match: randomUUID() as string,
    game: 'eight-ball',
    start: FORMATS['eight-ball'] as object,
    erasures: 0,
    entries: [] as Entry[],
    /** How many entries each call brought, in order. */
    read: [] as number[],
    /** Calls wait for this. */
    gate: Promise.resolve() as Promise<unknown>,
  };
  const page = (after: number) => {
    const entries = table.entries.filter(({ seq }) => seq > after && seq <= after + 500);
    table.read.push(entries.length);
    return {
      match: {
        id: table.match,
        table_id: 'table',
        number: 1,
        previous: null,
        game: table.game,
        rules: 1,
        start: table.start,
        seq: table.entries.length,
        started_at: AT,
        ended_at: null,
      },
      entries,
      more: table.entries.length > after + 500,
      server_time: AT,
    };
  };
  const open = async (after: number) => {
    await table.gate;
    return {
      outcome: 'ok',
      link_id: 'link',
      title: 'Table 1',
      erasures: table.erasures,
      board: { rev: table.entries.length, clock: {} },
      log: page(after),
    };
  };
  const number = (values: Readonly<Record<string, unknown>>): number => Number(values['after_seq']);
  const handle = createScoreHandler({
    database: {
      call: async (_name, values) => page(number(values)),
      callAsService: async (_name, values) => open(number(values)),
    },
    turns: createFairQueue(TURNS),
    now: () => 0,
    report: vi.fn(),
  });
  const add = (kind: string, body: object): string => {
    const id = randomUUID();
    table.entries.push({ seq: table.entries.length + 1, id, kind, body, at: AT, by: null });
    return id;
  };
  const ask = (key: string, init: RequestInit = {}, sender = 'sender'): Promise<Response> => {
    const headers = { authorization: `Bearer ${key}` };
    return handle(
      new Request('https://project.test/functions/v1/score/v1/state', { ...init, headers }),
      sender,
    );
  };
  /** The state as a key reads it, and how many entries were read for it. */
  const state = async (key = 'key') => {
    table.read.length = 0;
    const said = (await (await ask(key)).json()) as { seq: number; scores: number[]; players: string[] };
    return { ...said, read: table.read.reduce((sum, count) => sum + count, 0) };
  };
  return { table, add, ask, state };
};

const RACK = { side: 'A' };

test('a read returns newer entries, and the last one again', async () => {
  const { add, state } = openTable();
  for (let number = 0; number < 1200; number += 1) add('foul', { side: 'A' });
  expect(await state()).toMatchObject({ seq: 1200, read: 1200 });
  expect(await state()).toMatchObject({ seq: 1200, read: 1 });
  add('rack', RACK);
  expect(await state()).toMatchObject({ seq: 1201, scores: [1, 0], read: 2 });
  // Another key's first read doesn't know its match yet.
  expect(await state('another')).toMatchObject({ seq: 1201, scores: [1, 0], read: 501 });
  expect(await state('another')).toMatchObject({ read: 1 });
});

test('what amends an entry that is known counts', async () => {
  const { add, state } = openTable();
  const rack = add('rack', RACK);
  expect(await state()).toMatchObject({ scores: [1, 0] });
  add('undo', { t: rack });
  expect(await state()).toMatchObject({ scores: [0, 0] });
  add('redo', { t: rack });
  expect(await state()).toMatchObject({ scores: [1, 0] });
  add('replace', { t: rack, kind: 'rack', body: { side: 'B' } });
  expect(await state()).toMatchObject({ scores: [0, 1], read: 2 });
  add('set', { changes: { p1: { from: 'Salma', to: 'سلمى' } } });
  expect(await state()).toMatchObject({ players: ['سلمى', 'Mehdi'] });
});

test('another match is another log, and so is the one before when it is resumed', async () => {
  const { table, add, state } = openTable();
  add('rack', RACK);
  const before = { match: table.match, entries: [...table.entries] };
  await state();
  Object.assign(table, { match: randomUUID(), entries: [], game: 'plain', start: PLAIN });
  expect(await state()).toMatchObject({ seq: 0, scores: [3, 0] });
  Object.assign(table, { ...before, game: 'eight-ball', start: FORMATS['eight-ball'] });
  expect(await state()).toMatchObject({ seq: 1, scores: [1, 0] });
});

test('an erased name isn’t returned any more', async () => {
  const { table, add, state } = openTable();
  add('set', { changes: { p1: { from: 'Salma', to: 'Yasmine' } } });
  expect(await state()).toMatchObject({ players: ['Yasmine', 'Mehdi'] });
  const body = { changes: { p1: { from: 'Salma', to: '' } } };
  table.entries = table.entries.map((entry) => ({ ...entry, body }));
  table.erasures = 1;
  expect((await state()).players).toEqual(['', 'Mehdi']);
});

test('a log that was restored from a backup and went on otherwise is read as it is', async () => {
  const { table, add, state } = openTable();
  for (let number = 0; number < 3; number += 1) add('rack', RACK);
  await state();
  table.entries = table.entries.slice(0, 1);
  expect(await state()).toMatchObject({ seq: 1, scores: [1, 0] });
  for (let number = 0; number < 3; number += 1) add('foul', { side: 'B' });
  expect(await state()).toMatchObject({ seq: 4, scores: [1, 0] });
});

test('abandoned reads never start', async () => {
  const { table, ask } = openTable();
  const gate = Promise.withResolvers<undefined>();
  table.gate = gate.promise;
  const running = [ask('key'), ask('key', {}, 'another sender')];
  const gone = new AbortController();
  const abandoned = Array.from({ length: 20 }, () => ask('key', { signal: gone.signal }));
  gone.abort(new Error('hung up'));
  expect((await Promise.all(abandoned)).map(({ status }) => status)).toEqual(Array(20).fill(499));
  gate.resolve(undefined);
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
  expect(table.read).toHaveLength(2);
});

test('of one key’s requests sixty are under way, from however many addresses, and another key’s come in', async () => {
  const { table, ask } = openTable();
  const gate = Promise.withResolvers<undefined>();
  table.gate = gate.promise;
  const waiting = Array.from({ length: 60 }, (_, index) => ask('key', {}, `sender ${index}`));
  const refused = await ask('key', {}, 'one more');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  const other = ask('another', {}, 'one more');
  gate.resolve(undefined);
  expect((await Promise.all([...waiting, other])).map(({ status }) => status)).toEqual(Array(61).fill(200));
  expect((await ask('key')).status).toBe(200);
});

test('logs beyond the memory for them are forgotten, those first that were asked for the longest ago', () => {
  const logs = createKnownLogs(4000);
  const done = (letters: number) => ({
    actions: [
      { id: 'x', kind: 'set', body: { x: 'x'.repeat(letters) }, seq: 1, atMillis: 0, by: null, own: false },
    ],
    fold: { state: {}, lines: [], visit: null },
  });
  for (const match of ['a', 'b']) logs.keep(match, match, '1', done(500));
  expect(logs.get('a', '1')).toBeDefined();
  expect(logs.get('a', '2')).toBeUndefined();
  logs.keep('c', 'c', '1', done(500));
  expect(['a', 'b', 'c'].map((match) => logs.get(match, '1') !== undefined)).toEqual([true, false, true]);
  expect(['a', 'b', 'c'].map((secret) => logs.lengthFor(secret))).toEqual([1, 0, 1]);
  logs.keep('d', 'd', '1', done(5000));
  expect([logs.bytes(), logs.get('d', '1')]).toEqual([0, undefined]);
});
