-- A timed match starts with the clock at zero; undoing the start restores the clock.
begin;
\ir ../scoring.psql
select plan(8);

reset role;
create function pg_temp.begin_timed(n int, expected uuid default pg_temp.match()) returns text language sql as $$
  select public.begin_match(
    pg_temp.table_id(), expected, pg_temp.id(n), 'eight-ball', 1, '{"raceTo": null, "minutes": 30}', pg_temp.board(), 0
  ) ->> 'outcome'
$$;
create function pg_temp.clock() returns jsonb language sql security definer as $$
  select private.overlay_state(pg_temp.shown()) -> 'clock'
$$;
select pg_temp.become(pg_temp.amal());

select public.append_actions(pg_temp.match(), null, jsonb_build_array(
  pg_temp.action(1, 'clock.set', '{"n": 75}', 60), pg_temp.action(2, 'clock.start', '{}', 50)));
select set_config('test.clock', pg_temp.clock()::text, true);
select is(pg_temp.clock() - 'started_at', '{"running": true, "accum": 75}', 'the clock runs');
select is(pg_temp.begin_timed(500), 'ok', 'a timed match begins');
select is(pg_temp.clock(), '{"running": false, "started_at": null, "accum": 0}', 'its clock is stopped at zero');
select public.append_actions(pg_temp.id(500), null, jsonb_build_array(pg_temp.action(4, 'clock.start')));
select is(pg_temp.clock() ->> 'running', 'true', 'it is started as any other');
select is(
  public.resume_match(pg_temp.table_id(), pg_temp.id(500), pg_temp.match()) ->> 'outcome', 'ok', 'it is taken back');
select is(pg_temp.clock(), current_setting('test.clock')::jsonb, 'the clock runs on as if nothing had been');

select pg_temp.begin_match(501);
select public.append_actions(pg_temp.id(501), null, jsonb_build_array(pg_temp.action(5, 'clock.set', '{"n": 9}')));
select public.resume_match(pg_temp.table_id(), pg_temp.id(501), pg_temp.match());
select is(pg_temp.clock() ->> 'accum', '9', 'taking back any other match leaves the clock alone');
reset role;
select throws_ok(
  $$update public.matches set clock_before = jsonb_build_object('x', repeat('x', 256)) where id = pg_temp.match()$$,
  '23514', null, 'nothing larger than a clock is kept');

select * from finish();
rollback;
