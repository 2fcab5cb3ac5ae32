-- The effect of each action on a clock, by when it was tapped: no second is lost or counted twice.
begin;
\ir ../scoring.psql
select plan(20);

reset role;
-- Minutes after noon, in seconds.
create function pg_temp.noon(seconds float8) returns timestamptz language sql as $$
  select timestamptz '2026-11-21 12:00:00+00' + make_interval(secs => seconds)
$$;
-- The clock after actions, each {kind, at, n}, in order of arrival at 13:00: whether it runs, since when, what it has
-- counted, and when it last changed.
create function pg_temp.folded(actions jsonb, shown public.public_overlays default pg_temp.shown())
returns text language plpgsql as $$
declare
  action jsonb;
begin
  foreach action in array array(select jsonb_array_elements(actions)) loop
    shown := private.fold_clock(
      shown, 'clock.' || (action ->> 0), jsonb_build_object('n', action -> 2), pg_temp.noon((action ->> 1)::float8),
      pg_temp.noon(3600));
  end loop;
  return concat_ws(' ', case when shown.clock_running then 'runs' else 'stands' end,
    extract(epoch from shown.clock_started_at - pg_temp.noon(0))::float8, 'on', shown.clock_accum, 'moved',
    extract(epoch from shown.clock_at - pg_temp.noon(0))::float8);
end;
$$;
select is(pg_temp.folded(actions), result, what) from (values
  ('[]'::jsonb, 'stands on 0 moved', 'nothing is done'),
  ('[["start", 10]]', 'runs 10 on 0 moved 10', 'a start counts from its tap'),
  ('[["start", 10], ["start", 20]]', 'runs 10 on 0 moved 10', 'a running clock keeps its start'),
  ('[["start", 10], ["stop", 75.9]]', 'stands on 65 moved 75.9', 'a stop keeps whole seconds'),
  ('[["stop", 10]]', 'stands on 0 moved', 'a stop of a stopped clock is nothing'),
  ('[["start", 10], ["stop", 20], ["start", 30], ["stop", 45]]', 'stands on 25 moved 45', 'runs add up'),
  ('[["start", 10], ["reset", 20]]', 'stands on 0 moved 20', 'a reset stops at zero'),
  ('[["set", 10, 90]]', 'stands on 90 moved 10', 'a stopped clock is set'),
  ('[["start", 10], ["set", 20, 90]]', 'runs 20 on 90 moved 20', 'a running one goes on from there'),
  ('[["start", 10], ["set", 20, 90.5], ["stop", 30]]', 'stands on 100 moved 30', 'and counts on'),
  ('[["start", 20], ["stop", 17]]', 'stands on 0 moved 20', 'a tap up to 5 s before counts from the last'),
  ('[["start", 20], ["stop", 15]]', 'stands on 0 moved 20', 'also of exactly 5 s'),
  ('[["start", 20], ["stop", 14.9]]', 'runs 20 on 0 moved 20', 'an earlier one comes too late'),
  ('[["start", 10], ["stop", 20], ["start", 16], ["stop", 30]]', 'stands on 20 moved 30',
    'seconds that are counted are not counted again'),
  ('[["reset", 100], ["start", 50]]', 'stands on 0 moved 100', 'a start before a reset comes too late'),
  ('[["set", 10, 31536000], ["start", 10], ["stop", 3000]]', 'stands on 31536000 moved 3000', 'a year is the most'),
  ('[["pause", 10]]', 'stands on 0 moved', 'what is not known moves nothing'),
  ('[["start", 5000]]', 'runs 3600 on 0 moved 3600', 'nothing starts later than now')
) as cases (actions, result, what);

-- The server's clock has since been set back an hour.
select is(
  pg_temp.folded('[["stop", 30]]', jsonb_populate_record(pg_temp.shown(), jsonb_build_object(
    'clock_running', true, 'clock_started_at', pg_temp.noon(7200), 'clock_at', pg_temp.noon(7200)))),
  'runs 7200 on 0 moved 7200', 'an old tap comes too late to count');
select is(
  pg_temp.folded('[["stop", 3600]]', jsonb_populate_record(pg_temp.shown(), jsonb_build_object(
    'clock_running', true, 'clock_started_at', pg_temp.noon(7200), 'clock_at', pg_temp.noon(7200)))),
  'stands on 0 moved 3600', 'a tap made now does not');

reset role;
select * from finish();
rollback;
