-- What is done in a match that is not shown is kept in its log, and leaves board and clocks alone.
begin;
\ir ../scoring.psql
select plan(8);

select pg_temp.begin_match(500);
select set_config('test.rev', ((pg_temp.shown()).rev)::text, true);
select is(
  pg_temp.append(0, pg_temp.actions(1, 2) || pg_temp.action(3, 'clock.start'), pg_temp.board('{"s1": 77}'))
    - 'server_time' - 'entries',
  jsonb_build_object('outcome', 'ok', 'index', null, 'more', false, 'seq', 3,
    'rev', current_setting('test.rev')::int, 'current', pg_temp.id(500)),
  'it is taken, and the answer names the current match');
select is((select count(*) from pg_temp.log()), 3::bigint, 'it is in the log');
select results_eq(
  'select match_id, seq, s1, clock_running, rev from pg_temp.shown()',
  $$values (pg_temp.id(500), 0, 1::float8, false, current_setting('test.rev')::bigint)$$, 'nothing else has changed');
select is(pg_temp.append(2, pg_temp.actions(9, 9)) ->> 'outcome', 'stale', 'order holds there too');
select is(pg_temp.append(3, '[]', pg_temp.board('{"s1": 78}')) ->> 'outcome', 'ok', 'a repair of it is answered');
select is((pg_temp.shown()).rev, current_setting('test.rev')::bigint, 'and shows nothing');
select is(
  pg_temp.append(3, pg_temp.actions(4, 4), pg_temp.board('{"result": {"won": "B"}}')) ->> 'outcome', 'ok', 'it may end');
select isnt((pg_temp.played()).ended_at, null, 'which is kept');

reset role;
select * from finish();
rollback;
