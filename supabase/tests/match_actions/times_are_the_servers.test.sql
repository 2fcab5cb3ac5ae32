-- An action's time is counted back from the server's now: never in the future, before the match or over a week ago.
begin;
\ir ../scoring.psql
select plan(6);

reset role;
update public.matches set started_at = now() - interval '30 days' where id = pg_temp.match();
select pg_temp.become(pg_temp.amal());
create function pg_temp.ago(n int) returns float8 language sql as $$
  select extract(epoch from stored_at - at)::float8 from pg_temp.log() where id = pg_temp.id(n)
$$;
select pg_temp.append(0, jsonb_build_array(
  pg_temp.action(1, ago => 0), pg_temp.action(2, ago => 12.25), pg_temp.action(3, ago => 604800),
  pg_temp.action(4, ago => 604801), pg_temp.action(5, ago => 1e100)));
select is(pg_temp.ago(1), 0::float8, 'an action done now is dated now');
select is(pg_temp.ago(2), 12.25::float8, 'fractions of a second count');
select is(pg_temp.ago(3), 604800::float8, 'an action of a week ago keeps its time');
select is(pg_temp.ago(4), 604800::float8, 'more than a week counts as a week');
select is(pg_temp.ago(5), 604800::float8, 'far more than a week counts as a week');

select pg_temp.begin_match(500, ago => 60);
select public.append_actions(pg_temp.id(500), 0, jsonb_build_array(pg_temp.action(1, 'pot', ago => 3600)));
select is(
  (select at from pg_temp.log(pg_temp.id(500))), (pg_temp.played(pg_temp.id(500))).started_at,
  'no action is dated before its match began');

reset role;
select * from finish();
rollback;
