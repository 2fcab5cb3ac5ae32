import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAuth } from '../../supabase/embedded/auth/index.ts';
import { connect, migrate } from '../../supabase/embedded/data/database.ts';
import { against } from './common/goal.ts';
import { percentile } from './common/statistics.ts';

/**
 * The time of a change of a full waiting list, on the embedded server's PostgreSQL: all parties of the same name, at
 * 20 tables; and after a night in which a device asked for as many changes as the limits let it.
 */

const PARTIES = 200;
const TABLES = 20;
const ROUNDS = 200;
const GOAL_MILLIS = 40;
/** After such a night, of which the list tells some 2,700 parties that may be taken back. */
const NIGHT_GOAL_MILLIS = 250;
/** Changes of eight hours, 600 a minute; every other one ended a party. */
const NIGHT = 280_000;
const OWNER = '00000000-0000-4000-8000-00000000000a';

const folder = mkdtempSync(join(tmpdir(), 'cueboard-bench-'));
const { pg, close } = await connect(join(folder, 'postgres'));
const client = await pg.connect();

interface Answer {
  readonly outcome: string;
  readonly list: {
    readonly entries: readonly {
      readonly id: string;
      readonly state: string;
      readonly last_op: { readonly id: string };
    }[];
  };
}

const change = async (op: object): Promise<Answer> => {
  const { rows } = await client.query<{ answer: Answer }>('select public.change_waiting($1) as answer', [
    JSON.stringify({ id: randomUUID(), ...op }),
  ]);
  const answer = rows[0]?.answer;
  if (answer?.outcome !== 'done') throw new Error(`${JSON.stringify(op)} is ${answer?.outcome}`);
  return answer;
};

try {
  await prepareAuth(pg);
  await migrate(pg);
  await client.query(`insert into auth.users (id, email) values ('${OWNER}', 'owner@example.test')`);
  await client.query(`select set_config('request.jwt.claim.sub', '${OWNER}', false),
    set_config('request.jwt.claims', '{"sub": "${OWNER}"}', false)`);
  await client.query(`select public.add_table('Table ' || n) from generate_series(1, ${TABLES}) as n`);
  const tables = (await client.query<{ id: string }>('select id from public.user_overlays')).rows;

  const millis: Record<string, number[]> = {};
  const timed = async (kind: string, op: object): Promise<Answer> => {
    const begun = performance.now();
    const answer = await change({ kind, ...op });
    (millis[kind] ??= []).push(performance.now() - begun);
    return answer;
  };
  const party = { name: 'Youssef Benali', name2: 'Salma Idrissi', size: 2, wants: 'any' };
  let list: Answer['list'] = { entries: [] };
  for (let count = 0; count < PARTIES; count += 1)
    ({ list } = await timed('add', { entry: randomUUID(), ...party }));
  // As if the minute were over.
  const rest = () => client.query(`update public.waiting_ops set at = at - interval '1 minute'`);
  await rest();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: entry, last_op } = list.entries[(round * 7) % PARTIES] ?? { id: '', last_op: { id: '' } };
    const called = await timed('call', { entry, before: last_op.id, table_id: tables[round % TABLES]?.id });
    const before = called.list.entries.find(({ id }) => id === entry)?.last_op.id;
    ({ list } = await timed('undo', { entry, before }));
    if (round === ROUNDS / 2) await rest();
  }

  for (const when of ['as the day ends', 'a day later']) {
    await client.query('set statement_timeout = 0');
    if (when === 'as the day ends') {
      await client.query(
        `insert into public.waiting_ops (venue_id, id, entry, kind, outcome, by_uid, at, was)
         select venue_id, gen_random_uuid(), id, 'place', 'done', $1, now() - op * interval '0.1 second', to_jsonb(held)
         from (select * from public.waiting where ended_at is null limit 1) as held, generate_series(601, $2 + 600) as op`,
        [OWNER, NIGHT],
      );
      await client.query(
        `insert into public.waiting
           (venue_id, id, name, size, wants, state, place, joined_at, ended_at, last_op, changed_at)
         select venue_id, gen_random_uuid(), name, size, wants, 'left', place + ended::float8 / $1, joined_at,
           now() - ended * interval '0.2 second', last_op, now() - ended * interval '0.2 second'
         from (select * from public.waiting where ended_at is null limit 1) as held, generate_series(301, $1 / 2) as ended`,
        [NIGHT],
      );
    } else {
      await client.query(`update public.waiting_ops set at = at - interval '1 day'`);
      await client.query('analyze');
    }
    await client.query(`set statement_timeout = '5s'`);
    for (let round = 0; round < 120; round += 1) {
      const begun = performance.now();
      const { rows } = await client.query<{ list: Answer['list'] }>('select public.list_waiting() as list');
      (millis[`list, ${when}`] ??= []).push(performance.now() - begun);
      const entries = rows[0]?.list.entries.filter(({ state }) => state !== 'left') ?? [];
      // Two take turns before the last one: after some fifty times the gap is full.
      const [entry, next] = [entries[10 + (round % 2)], entries.at(-1)];
      const moving = performance.now();
      await change({ kind: 'place', entry: entry?.id, before: entry?.last_op.id, next: next?.id });
      (millis[`place, ${when}`] ??= []).push(performance.now() - moving);
    }
  }

  console.log(`${PARTIES} parties, ms of a call, the 95th percentile and the most`);
  console.table(
    Object.fromEntries(
      Object.entries(millis).map(([kind, taken]) => [
        kind,
        {
          ...against(percentile(taken, 0.95), kind.includes(',') ? NIGHT_GOAL_MILLIS : GOAL_MILLIS),
          most: Math.round(Math.max(...taken)),
        },
      ]),
    ),
  );
} finally {
  client.release();
  await close();
  rmSync(folder, { recursive: true, force: true });
}
