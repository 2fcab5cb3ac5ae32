-- Only a venue's owner corrects, sets aside and deletes its results; old logs go, results stay.
begin;
\ir ../results.psql
select plan(18);
select pg_temp.append(0, pg_temp.actions(1, 1));
reset role;
select pg_temp.fold();
create function pg_temp.result_id() returns text language sql as $$ select (pg_temp.kept()).id $$;

select pg_temp.become(pg_temp.badr());
select is(public.get_result(pg_temp.result_id()), '{"status": "unknown"}'::jsonb, 'another owner finds nothing');
select throws_ok(format('select public.%s', call), '42501', null, 'another owner is refused: ' || call)
from unnest(array[
  'set_aside(pg_temp.result_id(), true)', 'correct_result(pg_temp.result_id(), null)', 'delete_result(pg_temp.result_id())'
]) as call;
select pg_temp.become();
select throws_ok(format('select public.%s', call), '42501', null, 'so is a signed-out caller: ' || call)
from unnest(array[
  'get_result(pg_temp.result_id())', 'list_results(now(), now() + interval ''1 day'')', 'get_due(pg_temp.match())',
  'store_result(pg_temp.match(), 1, null, null)'
]) as call;

select pg_temp.become(pg_temp.amal());
select throws_ok(format('select public.correct_result(pg_temp.result_id(), %L)', correction), '22023', null,
  'no correction: ' || correction)
from unnest(array[
  '{}', '{"p1": "A", "p2": "B", "s1": 10000, "s2": 0}', '{"p1": "A", "p2": 5, "s1": 1, "s2": 0}',
  '{"p1": "A", "p2": "' || repeat('b', 61) || '", "s1": 1, "s2": 0}'
]) as correction;
select public.correct_result(pg_temp.result_id(), '{"p1": "A", "p2": "B", "s1": 2, "s2": 2}');
select is(public.get_result(pg_temp.result_id()) ->> 'winner', null, 'a corrected draw has no winner');
select is(public.get_result(pg_temp.result_id()) #>> '{corrected,s1}', '3', 'what the match came to stays known');
select is(public.delete_result(pg_temp.result_id()), 'current', 'a current match isn''t deleted');

select pg_temp.begin_match(50);
reset role;
select pg_temp.fold();
update public.matches set stored_at = now() - interval '364 days' where id = pg_temp.match();
select is(public.purge_logs((select id from public.venues where owner_uid = pg_temp.amal())), 0, 'a log is kept for a year');
update public.venues set keep_log_days = 30;
select is(public.purge_logs((select id from public.venues where owner_uid = pg_temp.amal())), 1,
  'or for as long as the venue says');
select is((pg_temp.played()).id is null and (select count(*) = 0 from pg_temp.log()) and pg_temp.result_id() is not null, true,
  'its result stays without it');

select * from finish();
rollback;
