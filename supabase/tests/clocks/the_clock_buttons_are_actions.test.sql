-- start_clock, stop_clock and reset_clock append what they do to the log.
begin;
\ir ../scoring.psql
select plan(8);

select public.start_clock(pg_temp.token());
select public.start_clock(pg_temp.token());
select public.stop_clock(pg_temp.token());
select public.stop_clock(pg_temp.token());
select public.start_clock(pg_temp.token());
select public.reset_clock(pg_temp.token());
select public.reset_clock(pg_temp.token());
select results_eq(
  'select seq, kind, body, by_uid from pg_temp.log()',
  $$values (1, 'clock.start', '{}'::jsonb, pg_temp.amal()), (2, 'clock.stop', '{}', pg_temp.amal()),
    (3, 'clock.start', '{}', pg_temp.amal()), (4, 'clock.reset', '{}', pg_temp.amal())$$,
  'each press that changes the clock is logged');
select results_eq('select seq, rev from pg_temp.shown()', $$values (4, 5::bigint)$$,
  'each logged press is one revision');
select is(
  public.start_clock(pg_temp.token()), public.get_overlay(pg_temp.token()) - 'server_time' - 'topic' - 'branding',
  'the answer is the board that viewers see');
select is(pg_temp.append(5, pg_temp.actions(1, 1)) ->> 'outcome', 'ok', 'scoring continues after the clock''s entries');

-- Tapped on a phone a minute ago; stopped by a button now.
reset role;
update public.matches set started_at = now() - interval '1 hour' where id = pg_temp.match();
update public.public_overlays set clock_at = now() - interval '1 hour', clock_running = false, clock_started_at = null
  where table_id = pg_temp.table_id();
select pg_temp.become(pg_temp.amal());
select pg_temp.append(null, jsonb_build_array(pg_temp.action(2, 'clock.start', '{}', 60)));
select is(
  public.stop_clock(pg_temp.token()) #>> '{clock,accum}', '60', 'the button stops a clock started on a phone');
select is(
  pg_temp.append(null, jsonb_build_array(pg_temp.action(3, 'clock.start', '{}', 30))) ->> 'outcome', 'ok',
  'a start tapped before that stop is accepted');
select is((pg_temp.shown()).clock_running, false, 'a start tapped before that stop doesn''t run the clock');
select is((pg_temp.shown()).seq, 9, 'a start tapped before that stop is logged');

reset role;
select * from finish();
rollback;
