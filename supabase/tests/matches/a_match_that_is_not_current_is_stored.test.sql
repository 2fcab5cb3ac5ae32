-- Actions in a match that isn't shown go into its log, leaving the board and clocks alone.
begin;
\ir ../scoring.psql
select plan(11);

select pg_temp.begin_match(500);
select set_config('test.rev', ((pg_temp.shown()).rev)::text, true);
select pg_temp.has(
  pg_temp.append(0, pg_temp.actions(1, 2) || pg_temp.action(3, 'clock.start'), pg_temp.board('{"s1": 77}')),
  jsonb_build_object('outcome', 'ok', 'index', null, 'more', false, 'seq', 3,
    'rev', current_setting('test.rev')::int, 'current', pg_temp.id(500)),
  'its actions are accepted, and the answer names the current match');
select is((select count(*) from pg_temp.log()), 3::bigint, 'its actions are logged');
select results_eq(
  'select match_id, seq, s1, clock_running, rev from pg_temp.shown()',
  $$values (pg_temp.id(500), 0, 1::float8, false, current_setting('test.rev')::bigint)$$,
  'the board and the clock are unchanged');
select is(pg_temp.append(2, pg_temp.actions(9, 9)) ->> 'outcome', 'stale',
  'a device that lacks its last entry is stale');
select is(pg_temp.append(3, '[]', pg_temp.board('{"s1": 78}')) ->> 'outcome', 'ok',
  'a repair of its board is answered with ok');
select is((pg_temp.shown()).rev, current_setting('test.rev')::bigint, 'a repair of its board is not shown');
select is(
  pg_temp.append(3, pg_temp.actions(4, 4), pg_temp.board('{"result": {"won": "B"}}')) ->> 'outcome', 'ok',
    'a result for it is accepted');
select isnt((pg_temp.played()).ended_at, null, 'a result ends it');

select is(
  pg_temp.append(4, pg_temp.actions(5, 5), pg_temp.board(jsonb_build_object(
    'p1', repeat('🎱', 60), 'p2', repeat(E'\x01', 60), 's1', ('1.' || repeat('0', 300))::jsonb,
    'detail', jsonb_build_object('x', repeat('x', 2030)), 'junk', repeat('x', 15000)))) ->> 'outcome',
  'ok', 'a board with extra fields is accepted');
select is(
  (pg_temp.played()).last_board,
  jsonb_build_object('p1', repeat('🎱', 60), 'p2', repeat(E'\x01', 60), 'event', '', 's1', 1, 's2', 2, 'race_to', 5,
    'visit_at', null, 'detail', jsonb_build_object('x', repeat('x', 2030))), 'only the fields that are shown are kept');
reset role;
select throws_ok(
  $$update public.matches set last_board = jsonb_build_object('p1', repeat('x', 8192)) where id = pg_temp.match()$$,
  '23514', null, 'a larger board can''t be kept');

reset role;
select * from finish();
rollback;
