-- A match is over while its board has a result; that can be undone.
begin;
\ir ../scoring.psql
select plan(9);

select public.append_actions(pg_temp.match(), null, jsonb_build_array(
  pg_temp.action(1, 'clock.start'), pg_temp.action(2, 'shot.start', '{"n": 30, "warn": 5}')));
reset role;
update public.matches set started_at = now() - interval '1 hour' where id = pg_temp.match();
select pg_temp.become(pg_temp.amal());
select is(
  pg_temp.append(2, jsonb_build_array(pg_temp.action(3, 'rack', '{}', 60)), pg_temp.board('{"result": {"won": "A"}}'))
    ->> 'outcome', 'ok', 'a board with a result is accepted');
select is((pg_temp.played()).result, '{"won": "A"}', 'the result is kept');
select is(
  (pg_temp.played()).ended_at, (select at from pg_temp.log() where seq = 3),
    'the match ended when that action was done');
select is((pg_temp.shown()).shot, null, 'the shot clock is gone');
select is((pg_temp.shown()).clock_running, true, 'the clock keeps running');
select pg_temp.append(null, jsonb_build_array(pg_temp.action(4, 'shot.start', '{"n": 30, "warn": 5}')));
select is((pg_temp.shown()).shot, null, 'no shot clock starts after the end');
select pg_temp.append(4, pg_temp.actions(5, 5), pg_temp.board('{"result": {"won": "B"}}'));
select is(
  (pg_temp.played()).ended_at, (select at from pg_temp.log() where seq = 3),
    'another result keeps the time of the end');
select pg_temp.append(5, pg_temp.actions(6, 6));
select isnt((pg_temp.played()).ended_at, null, 'an action without a board doesn''t open the match again');
select pg_temp.append(6, pg_temp.actions(7, 7), pg_temp.board());
select results_eq(
  'select result, ended_at from pg_temp.played()', 'values (null::jsonb, null::timestamptz)',
  'a board without a result opens the match again');

reset role;
select * from finish();
rollback;
