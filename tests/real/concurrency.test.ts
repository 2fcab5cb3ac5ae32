import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createCalls, type Caller } from '../../supabase/embedded/data/calls.ts';
import { preparedDatabase } from '../embedded/folders.ts';

/** What one connection can't show: sixteen that change the same venue at once, each as fast as it is answered. */

const CONNECTIONS = 16;
const MILLIS = 6000;

const { pg: looker, close } = await preparedDatabase();
const database = (await looker.query<{ name: string }>('select current_database() as name')).rows[0]?.name;
const open = (max: number) => new pg.Pool({ ...inject('prepared').address, user: 'postgres', database, max });

const OWNER = randomUUID();
const owner: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: OWNER } };
const anybody: Caller = { role: 'anon' };

const pool = open(CONNECTIONS);
const call = createCalls(pool);
const ask = async <Answer>(name: string, args: object, caller: Caller = owner): Promise<Answer> =>
  JSON.parse(
    (await call(name, { names: Object.keys(args), json: JSON.stringify(args) }, caller)) ?? 'null',
  ) as Answer;

interface Table {
  readonly id: string;
  readonly match: string;
}

const tables: Table[] = [];
const ACCEPTED = { p1: 'A', p2: 'B', s1: 1, s2: 0, race_to: 0, rules: 1, detail: null, result: null };

beforeAll(async () => {
  await looker.query('insert into auth.users (id, email) values ($1, $2)', [OWNER, 'owner@example.test']);
  await ask('ensure_overlay', {});
  for (const title of ['Two', 'Three']) await ask('add_table', { title });
  const { rows } = await looker.query<Table>(
    `select table_id as id, match_id as match from public.public_overlays
     join public.user_overlays on id = table_id order by position`,
  );
  tables.push(...rows);
});
afterAll(async () => {
  if (!pool.ended) await pool.end();
  await close();
});

/** This database's count of deadlocks, to which a session adds its own when it ends. */
const deadlocks = async (): Promise<number> => {
  const { rows } = await looker.query<{ deadlocks: number }>(
    `select pg_stat_clear_snapshot(), deadlocks from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.deadlocks ?? Number.NaN;
};

/** The acknowledged actions, by device. */
const done = {
  actions: new Map<string, string>(),
  undone: 0,
  titles: new Map<string, Set<string>>(),
  tokens: new Map<string, string[]>(),
  screens: new Set<string>(),
  paired: 0,
  ops: new Set<string>(),
  begun: new Set<string>(),
};

interface Appended {
  readonly outcome: string;
  readonly seq: number;
}

/**
 * Scores at a table, and undoes every third of its own actions; stale ones are sent again. A table takes so many a
 * minute.
 */
const score = async ({ match }: Table, until: () => boolean): Promise<void> => {
  let [seq, sent] = [0, ''];
  for (let number = 1; !until(); number += 1) {
    const undo = number % 3 === 0;
    const id = randomUUID();
    const action = undo
      ? { id, kind: 'undo', body: { t: sent }, ago: 0 }
      : { id, kind: 'set', body: { changes: { s1: { from: 0, to: number } } }, ago: 0 };
    for (let outcome = ''; outcome !== 'ok';) {
      const answer = await ask<Appended>('append_actions', {
        match,
        after_seq: seq,
        actions: [action],
        board: ACCEPTED,
      });
      expect(['ok', 'stale', 'tooMany']).toContain(answer.outcome);
      if (answer.outcome === 'tooMany') return;
      ({ outcome, seq } = answer);
    }
    done.actions.set(id, match);
    if (undo) done.undone += 1;
    sent = id;
  }
};

/** Starts and stops a table's clock, which needs no knowledge of the log. */
const clock = async ({ match }: Table, until: () => boolean): Promise<void> => {
  for (let number = 0; !until(); number += 1) {
    const action = { id: randomUUID(), kind: number % 2 ? 'clock.stop' : 'clock.start', body: {}, ago: 0 };
    const { outcome } = await ask<Appended>('append_actions', { match, after_seq: null, actions: [action] });
    expect(['ok', 'tooMany']).toContain(outcome);
    if (outcome === 'tooMany') return;
    done.actions.set(action.id, match);
  }
};

/** Renames the tables in turn, and puts them into another order. */
const rename = async (name: string, until: () => boolean): Promise<void> => {
  for (let number = 0; !until(); number += 1) {
    const { id } = tables[number % 2] ?? expect.unreachable();
    const title = `${name} ${number}`;
    await ask('update_table', { id, title });
    done.titles.set(id, (done.titles.get(id) ?? new Set()).add(title));
    const ids = tables.map((table) => table.id);
    if (number % 3 === 0) await ask('order_tables', { ids: number % 2 ? ids : ids.toReversed() });
  }
};

const replaceLinks = async (until: () => boolean): Promise<void> => {
  for (let number = 0; !until(); number += 1) {
    const { id } = tables[number % 2] ?? expect.unreachable();
    const token = await ask<string>('replace_overlay_link', { id });
    done.tokens.set(id, [...(done.tokens.get(id) ?? []), token]);
  }
};

/** Pairs a television, has it show another table, and unpairs every second one. */
const pair = async (until: () => boolean): Promise<void> => {
  for (let number = 0; !until(); number += 1) {
    const secret = randomUUID().replaceAll('-', '');
    const { code } = await ask<{ code: string }>('begin_pairing', { secret }, anybody);
    const [shown, next] = tables;
    const { status, id } = await ask<Record<'status' | 'id', string>>('pair_television', {
      code,
      title: `Screen ${number}`,
      table_id: shown?.id,
    });
    expect(status).toBe('paired');
    done.paired += 1;
    await ask('update_television', { id, title: `Screen ${number}`, table_id: next?.id });
    // A venue has so many at most.
    if (done.screens.size < 10) done.screens.add(id);
    else await ask('unpair_television', { id });
  }
};

/** Adds parties that wait for a table, and lets them go; so many a minute are taken. */
const wait = async (until: () => boolean): Promise<void> => {
  for (let number = 0; !until(); number += 1) {
    const entry = randomUUID();
    const change = async (
      op: Readonly<Record<string, unknown>> & { readonly id: string },
    ): Promise<boolean> => {
      const { outcome } = await ask<{ outcome: string }>('change_waiting', { op });
      expect(['done', 'full']).toContain(outcome);
      if (outcome === 'done') done.ops.add(op.id);
      return outcome === 'done';
    };
    const name = `Party ${number}`;
    const wish = { size: 2, wants: 'table', wanted_id: tables[number % 2]?.id };
    if (!(await change({ id: entry, entry, kind: 'add', name, ...wish }))) return;
    if (!(await change({ id: randomUUID(), entry, kind: 'leave', before: entry }))) return;
  }
};

/** Begins a match and takes that back; a table takes so many an hour. */
const begin = async ({ id, match }: Table, until: () => boolean): Promise<void> => {
  while (!until()) {
    const begun = randomUUID();
    const { outcome } = await ask<Appended>('begin_match', {
      table_id: id,
      expected: match,
      match: begun,
      game: 'plain',
      rules: 1,
      start: {},
      board: ACCEPTED,
      ago: 0,
    });
    expect(['ok', 'tooMany']).toContain(outcome);
    if (outcome === 'tooMany') return;
    done.begun.add(begun);
    expect(await ask<Appended>('resume_match', { table_id: id, expected: begun, match })).toMatchObject({
      outcome: 'ok',
    });
  }
};

test('sixteen connections score, undo, rename, replace links, pair and queue at once: no deadlock, and nothing acknowledged is lost', async () => {
  const [one = expect.unreachable(), two = expect.unreachable(), three = expect.unreachable()] = tables;
  const ends = performance.now() + MILLIS;
  const until = () => performance.now() > ends;
  const work = [
    score(one, until),
    score(one, until),
    score(one, until),
    clock(one, until),
    score(two, until),
    score(two, until),
    clock(two, until),
    begin(three, until),
    rename('Rose', until),
    rename('Blue', until),
    replaceLinks(until),
    replaceLinks(until),
    pair(until),
    pair(until),
    wait(until),
    wait(until),
  ];
  expect(work).toHaveLength(CONNECTIONS);
  const ended = await Promise.allSettled(work);
  // One of them met a deadlock, waited too long for a lock, or got a wrong answer.
  expect(ended.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))).toEqual(
    [],
  );
  await pool.end();
  expect(await deadlocks()).toBe(0);

  for (const { match } of [one, two]) {
    const { rows: entries } = await looker.query<{ id: string; seq: number }>(
      'select id, seq from public.match_actions where match_id = $1 order by seq',
      [match],
    );
    // Each once, in an order without gaps, and none that wasn't acknowledged.
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    const sent = [...done.actions].filter(([, at]) => at === match).map(([id]) => id);
    expect(entries.map(({ id }) => id).sort()).toEqual(sent.sort());
    const { rows: matches } = await looker.query('select seq from public.matches where id = $1', [match]);
    expect(matches).toEqual([{ seq: entries.length }]);
  }
  expect(done.undone).toBeGreaterThan(0);

  const { rows: boards } = await looker.query<{ id: string; title: string; token: string }>(
    `select user_overlays.id, title, public_overlays.url_token as token
     from public.user_overlays join public.public_overlays on table_id = user_overlays.id`,
  );
  for (const { id, title, token } of boards.filter((board) => board.id !== three.id)) {
    expect(done.titles.get(id)).toContain(title);
    expect(done.tokens.get(id)).toContain(token);
    expect(new Set(done.tokens.get(id)).size).toBe(done.tokens.get(id)?.length);
  }
  const stored = async (sql: string): Promise<string[]> =>
    (await looker.query<{ id: string }>(sql)).rows.map(({ id }) => id).sort();
  expect(await stored('select id from public.televisions')).toEqual([...done.screens].sort());
  expect(await stored('select code as id from public.pairing_codes')).toEqual([]);
  expect(await stored(`select id from public.waiting_ops where outcome = 'done'`)).toEqual(
    [...done.ops].sort(),
  );
  const begun = await stored(
    `select id from public.matches where table_id = '${three.id}' and id <> '${three.match}'`,
  );
  expect(begun).toEqual([...done.begun].sort());

  const counted = (all: ReadonlyMap<string, { readonly length: number } | { readonly size: number }>) =>
    [...all.values()].reduce((sum, each) => sum + ('size' in each ? each.size : each.length), 0);
  console.log(
    `In ${MILLIS / 1000} s on ${CONNECTIONS} connections: ${done.actions.size} actions, ${done.undone} of them undoing one; ` +
      `${counted(done.titles)} renamings, ${counted(done.tokens)} links, ${done.paired} televisions, ` +
      `${done.ops.size} changes of the list, ${done.begun.size} matches begun and taken back; no deadlock.`,
  );
});

test('a deadlock would be counted', async () => {
  const crossing = open(2);
  const [first, second] = [await crossing.connect(), await crossing.connect()];
  const [table, board] = ['user_overlays', 'public_overlays'].map(
    (name) => `select from public.${name} for update`,
  ) as [string, string];
  try {
    for (const client of [first, second]) await client.query('begin');
    await first.query(table);
    await second.query(board);
    const ended = await Promise.allSettled([first.query(board), second.query(table)]);
    const refused = ended.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as object] : [],
    );
    expect(refused).toEqual([expect.objectContaining({ code: '40P01' })]);
  } finally {
    for (const client of [first, second]) client.release(true);
    await crossing.end();
  }
  await expect.poll(deadlocks).toBe(1);
});
