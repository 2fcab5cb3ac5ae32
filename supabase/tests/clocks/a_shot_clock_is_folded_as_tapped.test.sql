-- The effect of each action on a shot clock, by when it was tapped.
begin;
\ir ../scoring.psql
select plan(17);

reset role;
create function pg_temp.noon(seconds float8) returns timestamptz language sql as $$
  select timestamptz '2026-11-21 12:00:00+00' + make_interval(secs => seconds)
$$;
-- The shot clock after actions, each [kind, at, n], in order of arrival at 13:00.
create function pg_temp.folded(actions jsonb) returns text language plpgsql as $$
declare
  action jsonb;
  shown public.public_overlays := pg_temp.shown();
begin
  foreach action in array array(select jsonb_array_elements(actions)) loop
    shown := private.fold_clock(
      shown, 'shot.' || (action ->> 0), jsonb_build_object('n', action -> 2, 'warn', 10),
      pg_temp.noon((action ->> 1)::float8), pg_temp.noon(3600));
  end loop;
  return concat_ws(' ', coalesce(shown.shot ->> 'n', 'none'),
    'ends ' || extract(epoch from (shown.shot ->> 'ends')::timestamptz - pg_temp.noon(0))::float8,
    'left ' || (shown.shot ->> 'left')::float8);
end;
$$;
select is(pg_temp.folded(actions), result, what) from (values
  ('[]'::jsonb, 'none', 'there is no shot clock at first'),
  ('[["start", 10, 30]]', '30 ends 40', 'a start counts down from its tap'),
  ('[["start", 10, 30], ["start", 25, 60]]', '60 ends 85', 'starting again restarts it'),
  ('[["start", 10, 30], ["stop", 25.5]]', '30 left 14.5', 'a stop keeps the time left'),
  ('[["start", 10, 30], ["stop", 99]]', '30 left 0', 'the time left is never negative'),
  ('[["start", 10, 30], ["stop", 20], ["stop", 30]]', '30 left 20', 'a second stop changes nothing'),
  ('[["start", 10, 30], ["extend", 20, 30]]', '60 ends 70', 'extending a running shot clock moves its end'),
  ('[["start", 10, 30], ["stop", 20], ["extend", 30, 30]]', '60 left 50',
    'extending a stopped shot clock adds to the time left'),
  ('[["start", 10, 30], ["extend", 50, 30]]', '60 ends 80', 'a shot clock that ran out is extended from the tap'),
  ('[["extend", 10, 30]]', 'none', 'extending without a shot clock does nothing'),
  ('[["stop", 10]]', 'none', 'stopping without a shot clock does nothing'),
  ('[["start", 10, 30], ["off", 20]]', 'none', 'a shot clock can be switched off'),
  ('[["start", 20, 30], ["start", 14, 60]]', '30 ends 50', 'a tap more than 5 s before the last change has no effect'),
  ('[["start", 20, 30], ["start", 16, 60]]', '60 ends 80',
    'a tap up to 5 s before the last change counts from that change'),
  ('[["off", 20], ["start", 10, 30]]', 'none', 'a start from before it was switched off has no effect'),
  ('[["start", 10, 30], ["pause", 20]]', '30 ends 40', 'an unknown action changes nothing')
) as cases (actions, result, what);

select pg_temp.become(pg_temp.amal());
select public.append_actions(pg_temp.match(), null, jsonb_build_array(
  pg_temp.action(1, 'shot.start', '{"n": 30, "warn": 10}'), pg_temp.action(2, 'shot.stop')));
select is(
  public.get_overlay(pg_temp.token()) -> 'shot', '{"n": 30, "warn": 10, "ends": null, "left": 30}',
  'viewers get its length and warning');

reset role;
select * from finish();
rollback;
