-- Start, stop and reset: whole seconds, in server time, by the owner only.
begin;
\ir ../helpers.psql
select plan(17);

select is(public.start_clock(pg_temp.token()) #>> '{clock,running}', 'true', 'start runs the clock');
select ok(
  (select abs(extract(epoch from clock_timestamp() - clock_started_at)) < 5 from public.public_overlays),
  'a started clock runs from the server''s now');
select is((select rev from public.public_overlays), 2::bigint, 'starting is one change');
select is(
  public.start_clock(pg_temp.token()) #>> '{clock,started_at}',
  (select to_jsonb(clock_started_at) #>> '{}' from public.public_overlays),
  'starting a running clock keeps its start');
select is((select rev from public.public_overlays), 2::bigint, 'starting a running clock makes no revision');

reset role;
update public.public_overlays
  set clock_started_at = clock_timestamp() - interval '65.9 seconds', clock_accum = 10
  where url_token = pg_temp.token();
select set_config('test.started', clock_started_at::text, true) from public.public_overlays;
create function pg_temp.counted() returns text language sql as $$
  select (10 + floor(extract(epoch from clock_timestamp() - current_setting('test.started')::timestamptz)))::text
$$;
select pg_temp.become(pg_temp.amal());
-- Allow for a slow machine: expect the time between just before and just after stopping.
select set_config('test.before', pg_temp.counted(), true);
select set_config('test.stopped', public.stop_clock(pg_temp.token()) ->> 'clock', true);
select set_config('test.after', pg_temp.counted(), true);
create function pg_temp.stopped() returns jsonb language sql as $$
  select current_setting('test.stopped')::jsonb
$$;
select is(
  pg_temp.stopped() - 'accum', '{"running": false, "started_at": null}'::jsonb, 'stop stops the clock');
select ok(
  (pg_temp.stopped() ->> 'accum')::numeric
    between current_setting('test.before')::numeric and current_setting('test.after')::numeric,
  'stop keeps the whole seconds of all runs');
select is(
  public.stop_clock(pg_temp.token()) -> 'rev', to_jsonb((select rev from public.public_overlays)),
  'stopping a stopped clock changes nothing');
select is(
  public.start_clock(pg_temp.token()) #>> '{clock,accum}', pg_temp.stopped() ->> 'accum',
  'starting again continues from the counted time');
select is(
  public.reset_clock(pg_temp.token()) -> 'clock',
  '{"running": false, "started_at": null, "accum": 0}'::jsonb, 'reset stops at zero');

reset role;
update public.public_overlays
  set clock_running = true, clock_started_at = clock_timestamp() + interval '1 hour'
  where url_token = pg_temp.token();
select pg_temp.become(pg_temp.amal());
select is(
  public.stop_clock(pg_temp.token()) #>> '{clock,accum}', '0', 'a start in the future counts as no time');

reset role;
update public.public_overlays
  set clock_running = true, clock_started_at = clock_timestamp() - interval '3 years', clock_accum = 0
  where url_token = pg_temp.token();
select pg_temp.become(pg_temp.amal());
select is(
  public.stop_clock(pg_temp.token()) #>> '{clock,accum}', '31536000',
  'a clock forgotten for years stops at one year');

select pg_temp.become(pg_temp.badr());
select throws_ok('select public.start_clock(pg_temp.token())', '42501', 'this table is not yours',
  'another owner can''t start the clock');
select throws_ok('select public.stop_clock(pg_temp.token())', '42501', 'this table is not yours',
  'another owner can''t stop the clock');
select throws_ok('select public.reset_clock(pg_temp.token())', '42501', 'this table is not yours',
  'another owner can''t reset the clock');
select throws_ok($$select public.start_clock('x')$$, '42501', 'this table is not yours', 'an unknown token is refused');
select throws_ok('select public.start_clock(null)', '42501', 'this table is not yours', 'a null token is refused');

reset role;
select * from finish();
rollback;
