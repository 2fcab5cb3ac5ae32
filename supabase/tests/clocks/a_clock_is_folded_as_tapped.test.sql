-- The effect of each action on a clock, by when it was tapped: no second is lost or counted twice.
begin;
\ir ../scoring.psql
select plan(20);

reset role;
-- This many seconds after noon.
create function pg_temp.noon(seconds float8) returns timestamptz language sql as $$
  select timestamptz '2026-11-21 12:00:00+00' + make_interval(secs => seconds)
$$;
-- The clock after actions, each [kind, at, n], in order of arrival at 13:00: whether it runs, since when, what it has
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
  ('[]'::jsonb, 'stands on 0 moved', 'a new clock is stopped at zero'),
  ('[["start", 10]]', 'runs 10 on 0 moved 10', 'a start counts from its tap'),
  ('[["start", 10], ["start", 20]]', 'runs 10 on 0 moved 10', 'starting a running clock changes nothing'),
  ('[["start", 10], ["stop", 75.9]]', 'stands on 65 moved 75.9', 'a stop keeps whole seconds'),
  ('[["stop", 10]]', 'stands on 0 moved', 'stopping a stopped clock changes nothing'),
  ('[["start", 10], ["stop", 20], ["start", 30], ["stop", 45]]', 'stands on 25 moved 45', 'runs add up'),
  ('[["start", 10], ["reset", 20]]', 'stands on 0 moved 20', 'a reset stops the clock at zero'),
  ('[["set", 10, 90]]', 'stands on 90 moved 10', 'setting a stopped clock leaves it stopped'),
  ('[["start", 10], ["set", 20, 90]]', 'runs 20 on 90 moved 20', 'setting a running clock leaves it running'),
  ('[["start", 10], ["set", 20, 90.5], ["stop", 30]]', 'stands on 100 moved 30',
    'a running clock counts on from what was set'),
  ('[["start", 20], ["stop", 17]]', 'stands on 0 moved 20',
    'a tap up to 5 s before the last change counts as made with it'),
  ('[["start", 20], ["stop", 15]]', 'stands on 0 moved 20', 'so does a tap exactly 5 s before it'),
  ('[["start", 20], ["stop", 14.9]]', 'runs 20 on 0 moved 20', 'a tap more than 5 s before it has no effect'),
  ('[["start", 10], ["stop", 20], ["start", 16], ["stop", 30]]', 'stands on 20 moved 30',
    'no second is counted twice'),
  ('[["reset", 100], ["start", 50]]', 'stands on 0 moved 100', 'a start long before a reset has no effect'),
  ('[["set", 10, 31536000], ["start", 10], ["stop", 3000]]', 'stands on 31536000 moved 3000',
    'a clock counts a year at most'),
  ('[["pause", 10]]', 'stands on 0 moved', 'an unknown action changes nothing'),
  ('[["start", 5000]]', 'runs 3600 on 0 moved 3600', 'a start in the future counts as now')
) as cases (actions, result, what);

-- The server's clock has since been set back an hour.
select is(
  pg_temp.folded('[["stop", 30]]', jsonb_populate_record(pg_temp.shown(), jsonb_build_object(
    'clock_running', true, 'clock_started_at', pg_temp.noon(7200), 'clock_at', pg_temp.noon(7200)))),
  'runs 7200 on 0 moved 7200', 'after the clock is set back, an old tap has no effect');
select is(
  pg_temp.folded('[["stop", 3600]]', jsonb_populate_record(pg_temp.shown(), jsonb_build_object(
    'clock_running', true, 'clock_started_at', pg_temp.noon(7200), 'clock_at', pg_temp.noon(7200)))),
  'stands on 0 moved 3600', 'after the clock is set back, a tap made now counts');

reset role;
select * from finish();
rollback;
