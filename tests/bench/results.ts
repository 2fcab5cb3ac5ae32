import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAuth } from '../../supabase/embedded/auth/index.ts';
import { connect, migrate } from '../../supabase/embedded/data/database.ts';
import { against } from './common/goal.ts';
import { percentile } from './common/statistics.ts';

/**
 * A venue owner's questions about 100,000 results, on the embedded server's PostgreSQL: two years of 16 tables, some
 * 5,000 players of whom a few play much, and each page, day and player asked for as the desk asks. `--explain` prints
 * the plans of what doesn't keep its goal.
 */

const RESULTS = 100_000;
const PLAYERS = 5_000;
const DAYS = 730;
const ROUNDS = 40;
const GOAL_MILLIS = 15;
const REPORT_GOAL_MILLIS = 40;

const OWNER = '00000000-0000-4000-8000-00000000000a';
const HOUR_MILLIS = 60 * 60 * 1000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** Results as the service stores them: every venue's regulars are few and play most. Chance repeats itself. */
const FILL = `
  with drawn as (
    select n, random() as a, random() as b, random() as c, random() as d, random() as e
    from generate_series(1, ${RESULTS}) as n
  ),
  played as (
    select n, (d * 16)::int % 16 as place, (array['plain', 'eight-ball', 'nine-ball', 'snooker'])[1 + (e * 4)::int % 4] as game,
      1 + floor(${PLAYERS} * a * a)::int as one, 1 + floor(${PLAYERS} * b * b)::int as other,
      timestamptz '2026-11-20 22:00Z' - n * interval '${DAYS} days' / ${RESULTS} as at, (c * 130)::int as high,
      (a * 7)::int as racks
    from drawn
  )
  insert into public.results (
    match_id, venue_id, table_id, table_title, game, rules, p1, p2, s1, s2, race_to, winner, over, started_at, last_at, ended_at,
    detail, counts_units, can_end
  )
  select gen_random_uuid(), (select id from public.venues), owned.id, owned.title, played.game, 1,
    case played.one % 3 when 0 then 'يوسف بن علي ' else 'Youssef Benali ' end || played.one,
    case played.other % 3 when 0 then 'سلمى الإدريسي ' else 'Salma Idrissi ' end || played.other,
    5, played.racks % 5, 5, 'A', true, played.at - (20 + played.high) * interval '1 minute', played.at, played.at,
    jsonb_build_object('units', (
      select jsonb_agg(jsonb_build_object('winner', 'A', 'points', null, 'how', null, 'high', null, 'ended_at', played.at - rack * interval '5 minutes'))
      from generate_series(0, 8) as rack
    ), 'rows', jsonb_build_array(jsonb_build_object('name', 'highBreak', 'values', jsonb_build_array(played.high, 12))),
    'faults', jsonb_build_array()), played.game <> 'plain', true
  from played
  join (
    select *, row_number() over (order by position) - 1 as place from public.user_overlays
  ) as owned on owned.place = played.place`;

const folder = mkdtempSync(join(tmpdir(), 'cueboard-bench-'));
const { pg, close } = await connect(join(folder, 'postgres'));
const client = await pg.connect();
const explains = process.argv.includes('--explain');
try {
  await prepareAuth(pg);
  await migrate(pg);
  await client.query(`insert into auth.users (id, email) values ('${OWNER}', 'owner@example.test')`);
  await client.query(`select set_config('request.jwt.claim.sub', '${OWNER}', false),
    set_config('request.jwt.claims', '{"sub": "${OWNER}"}', false), setseed(0.5)`);
  await client.query(`select public.add_table('Table ' || n) from generate_series(1, 16) as n`);
  await client.query('set statement_timeout = 0');
  await client.query(FILL);
  await client.query('select private.save_sides(venue_id, match_id) from public.results');
  // As autovacuum does within a minute of so many new rows.
  await client.query('vacuum analyze');

  const day = Date.UTC(2026, 9, 16, 6);
  const instants = (from: number, step: number, count: number): string =>
    `{${Array.from({ length: count + 1 }, (_, n) => new Date(from + n * step).toISOString()).join(',')}}`;
  const dayOf = (from: number, days = 1): string[] =>
    [from, from + days * DAY_MILLIS].map((at) => new Date(at).toISOString());
  const [everFrom, everTo] = ['2020-01-01T00:00:00Z', '2027-01-01T00:00:00Z'];
  const busiest = (
    await client.query<{ name_key: string; other_key: string }>(
      `select name_key, (array_agg(other_key))[1] as other_key from public.result_sides group by 1 order by count(*) desc limit 1`,
    )
  ).rows[0] ?? { name_key: '', other_key: '' };

  /** The `next` of a page deep in the list. */
  const deepPage = async (): Promise<string | null> => {
    let after: string | null = null;
    for (let page = 0; page < 100; page += 1) {
      const { rows }: { rows: { list: { next: string | null } }[] } = await client.query(
        'select public.list_results($1, $2, after => $3, most => 500) as list',
        [everFrom, everTo, after],
      );
      after = rows[0]?.list.next ?? after;
    }
    return after;
  };

  const LIST = 'select public.list_results($1, $2)';
  const asked: readonly (readonly [what: string, goal: number, sql: string, values: readonly unknown[]])[] = [
    ['a day', GOAL_MILLIS, LIST, dayOf(day)],
    ['an empty day', GOAL_MILLIS, LIST, dayOf(Date.UTC(2022, 0, 1))],
    ['a page of 100 of all', GOAL_MILLIS, LIST, [everFrom, everTo]],
    [
      'a deep page of 100',
      GOAL_MILLIS,
      'select public.list_results($1, $2, after => $3)',
      [everFrom, everTo, await deepPage()],
    ],
    [
      'a page of a table',
      GOAL_MILLIS,
      'select public.list_results($1, $2, table_id => (select id from public.user_overlays limit 1))',
      [everFrom, everTo],
    ],
    [
      'a page of a player',
      GOAL_MILLIS,
      'select public.list_results($1, $2, player => $3)',
      [everFrom, everTo, busiest.name_key],
    ],
    [
      'a page of a pair',
      GOAL_MILLIS,
      'select public.list_results($1, $2, player => $3, versus => $4)',
      [everFrom, everTo, busiest.name_key, busiest.other_key],
    ],
    ["a month's counts", GOAL_MILLIS, 'select public.count_results($1)', [instants(day, DAY_MILLIS, 31)]],
    ['the player with most matches', GOAL_MILLIS, 'select public.get_player($1)', [busiest.name_key]],
    [
      'two players head to head',
      GOAL_MILLIS,
      'select public.get_player($1, $2)',
      [busiest.name_key, busiest.other_key],
    ],
    ['players found by a letter', GOAL_MILLIS, 'select public.find_players($1)', ['y']],
    ['players found by an ending', GOAL_MILLIS, 'select public.find_players($1)', ['4321']],
    ['players found by nothing', GOAL_MILLIS, 'select public.find_players($1)', ['']],
    [
      "a month's report",
      REPORT_GOAL_MILLIS,
      'select public.get_report($1)',
      [instants(day, HOUR_MILLIS, 31 * 24)],
    ],
    [
      "an old month's report",
      REPORT_GOAL_MILLIS,
      'select public.get_report($1)',
      [instants(day - 600 * DAY_MILLIS, HOUR_MILLIS, 31 * 24)],
    ],
  ];

  console.log(`${RESULTS} results, ms of ${ROUNDS} calls each, the 95th percentile`);
  const rows: Record<string, Record<string, string>> = {};
  for (const [what, goal, sql, values] of asked) {
    const millis: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await client.query(sql, [...values]);
      millis.push(performance.now() - began);
    }
    rows[what] = against(percentile(millis, 0.95), goal);
    if (explains && percentile(millis, 0.95) > goal) {
      await client.query(`load 'auto_explain'`);
      await client.query(`set auto_explain.log_min_duration = 1; set auto_explain.log_analyze = on;
        set auto_explain.log_nested_statements = on; set client_min_messages = log`);
      client.on('notice', ({ message }) => console.log(message));
      await client.query(sql, [...values]);
      await client.query('set auto_explain.log_min_duration = -1');
      client.removeAllListeners('notice');
    }
  }
  console.table(rows);
} finally {
  client.release();
  await close();
  rmSync(folder, { recursive: true, force: true });
}
