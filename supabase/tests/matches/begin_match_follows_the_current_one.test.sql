-- A match begins after the one its device thinks is current; beginning it again changes nothing.
begin;
\ir ../scoring.psql
select plan(17);

select pg_temp.append(0, pg_temp.actions(1, 3), pg_temp.board());
select public.start_clock(pg_temp.token());
select public.append_actions(
  pg_temp.match(), null, jsonb_build_array(pg_temp.action(4, 'shot.start', '{"n": 30, "warn": 5}')));
select set_config('test.rev', ((pg_temp.shown()).rev + 1)::text, true);
select is(
  pg_temp.begin_match(500, changed => '{"p1": "نور", "s1": 0, "detail": {"frame": 1}}', ago => 90) - 'server_time',
  jsonb_build_object('outcome', 'ok', 'index', null, 'entries', '[]'::jsonb, 'more', false, 'seq', 0,
    'rev', current_setting('test.rev')::int, 'current', pg_temp.id(500)),
  'the answer names the new match');
select results_eq(
  'select table_id, number, previous_id, game, rules, start, seq, result, ended_at from pg_temp.played(pg_temp.id(500))',
  $$values (pg_temp.table_id(), 2, pg_temp.match(), 'snooker', 1, '{"reds": 15}'::jsonb, 0, null::jsonb,
    null::timestamptz)$$,
  'the match is stored as sent');
select ok(
  abs(extract(epoch from clock_timestamp() - interval '90 seconds' - (pg_temp.played(pg_temp.id(500))).started_at)) < 5,
  'the match began when it was tapped');
select results_eq(
  'select match_id, seq, p1, s1, detail from pg_temp.shown()',
  $$values (pg_temp.id(500), 0, 'نور', 0::float8, '{"frame": 1}'::jsonb)$$, 'its board is shown');
select is((pg_temp.shown()).clock_running, true, 'the clock keeps running');
select is((pg_temp.shown()).shot, null, 'the shot clock is gone');
select is((select count(*) from pg_temp.log()), 5::bigint, 'the previous match keeps its log');

select is(
  pg_temp.begin_match(500, changed => '{"p1": "other"}') - 'server_time' - 'rev',
  jsonb_build_object('outcome', 'ok', 'index', null, 'entries', '[]'::jsonb, 'more', false, 'seq', 0,
    'current', pg_temp.id(500)),
  'beginning it again is ok');
select is((pg_temp.shown()).p1, 'نور', 'beginning it again changes nothing');
select is(
  pg_temp.begin_match(501) - 'server_time' - 'rev',
  jsonb_build_object('outcome', 'stale', 'index', null, 'entries', '[]'::jsonb, 'more', false, 'seq', 0,
    'current', pg_temp.id(500)),
  'expecting another current match is stale');
select is(pg_temp.begin_match(501, null) ->> 'outcome', 'stale', 'expecting no current match is stale');
select is((pg_temp.played(pg_temp.id(501))).id, null, 'a stale match is not stored');

select is(
  pg_temp.begin_match(502, pg_temp.id(500), '{"result": {"won": "A"}}') ->> 'outcome', 'ok',
  'a match can begin with a result');
select isnt((pg_temp.played(pg_temp.id(502))).ended_at, null, 'a match that begins with a result is over');
select is(
  public.append_actions(pg_temp.id(500), 0, pg_temp.actions(1, 2)) ->> 'outcome', 'ok',
    'a previous match still takes actions');
select is(
  pg_temp.begin_match(500) - 'server_time' - 'rev' - 'current',
  '{"outcome": "ok", "index": null, "entries": [], "more": true, "seq": 2}',
  'beginning a previous match again says that it has a log');
select is((pg_temp.shown()).match_id, pg_temp.id(502), 'beginning a previous match again doesn''t make it current');

reset role;
select * from finish();
rollback;
