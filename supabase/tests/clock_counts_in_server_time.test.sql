-- Start, stop and reset: whole seconds, server time, the owner only.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(16);

insert into auth.users (id, email) values
  ('00000000-0000-4000-8000-00000000000a', 'amal@example.test'),
  ('00000000-0000-4000-8000-00000000000b', 'badr@example.test');
create function pg_temp.amal() returns uuid language sql as $$
  select '00000000-0000-4000-8000-00000000000a'::uuid
$$;
create function pg_temp.badr() returns uuid language sql as $$
  select '00000000-0000-4000-8000-00000000000b'::uuid
$$;

-- Who asks from here on: an owner, or anon without one.
create function pg_temp.become(owner uuid default null) returns void language sql as $$
  select set_config('request.jwt.claim.sub', coalesce(owner::text, ''), true),
         set_config('request.jwt.claims', coalesce(jsonb_build_object('sub', owner)::text, ''), true),
         set_config('role', case when owner is null then 'anon' else 'authenticated' end, true)
$$;

select pg_temp.become(pg_temp.amal());
select set_config('test.token', (public.ensure_overlay()).url_token, true);
create function pg_temp.token() returns text language sql as $$ select current_setting('test.token') $$;

select is(public.start_clock(pg_temp.token()) #>> '{clock,running}', 'true', 'start runs the clock');
select ok(
  (select abs(extract(epoch from clock_timestamp() - clock_started_at)) < 5 from public.public_overlays),
  'it runs from the server''s now');
select is((select rev from public.public_overlays), 2::bigint, 'starting is one change');
select is(
  public.start_clock(pg_temp.token()) #>> '{clock,started_at}',
  (select to_jsonb(clock_started_at) #>> '{}' from public.public_overlays),
  'starting a running clock keeps its start');
select is((select rev from public.public_overlays), 2::bigint, 'and changes nothing');

reset role;
update public.public_overlays
  set clock_started_at = clock_timestamp() - interval '65.9 seconds', clock_accum = 10
  where url_token = pg_temp.token();
select pg_temp.become(pg_temp.amal());
select is(
  public.stop_clock(pg_temp.token()) -> 'clock',
  '{"running": false, "started_at": null, "accum": 75}'::jsonb, 'stop keeps the whole seconds of all runs');
select is(
  public.stop_clock(pg_temp.token()) -> 'rev', to_jsonb((select rev from public.public_overlays)),
  'stopping a stopped clock changes nothing');
select is(
  public.start_clock(pg_temp.token()) #>> '{clock,accum}', '75', 'starting again goes on from what was counted');
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
select throws_ok('select public.start_clock(pg_temp.token())', '42501', 'this overlay is not yours', 'a foreign clock is not started');
select throws_ok('select public.stop_clock(pg_temp.token())', '42501', 'this overlay is not yours', 'a foreign clock is not stopped');
select throws_ok('select public.reset_clock(pg_temp.token())', '42501', 'this overlay is not yours', 'a foreign clock is not reset');
select throws_ok($$select public.start_clock('x')$$, '42501', 'this overlay is not yours', 'an unknown token is refused');
select throws_ok('select public.start_clock(null)', '42501', 'this overlay is not yours', 'no token is refused');

reset role;
select * from finish();
rollback;
