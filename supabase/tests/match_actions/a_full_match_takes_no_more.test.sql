-- A match has at most 5,000 entries.
begin;
\ir ../scoring.psql
select plan(9);

select pg_temp.begin_match(500);
select set_config('test.match', pg_temp.id(500)::text, true);
select pg_temp.fill(4998);
select is(
  pg_temp.append(4998, pg_temp.actions(1, 3), pg_temp.board('{"s1": 77}')) - 'server_time' - 'rev' - 'current',
  '{"outcome": "full", "index": null, "entries": [], "more": false, "seq": 4998}',
  'a call that doesn''t fit is refused');
select isnt((pg_temp.shown()).s1, 77::float8, 'the board of a call that doesn''t fit is not shown');
select is(pg_temp.append(4998, pg_temp.actions(1, 2)) ->> 'outcome', 'ok', 'a call that just fits is accepted');
select is((pg_temp.shown()).match_id, pg_temp.id(500), 'a full match stays the current one');
select is(
  pg_temp.append(null, jsonb_build_array(pg_temp.action(3, 'clock.start'))) ->> 'outcome', 'full',
    'a full match takes no clock action either');
select is(pg_temp.append(4000, pg_temp.actions(1, 2)) ->> 'outcome', 'ok', 'repeating actions that it has is ok');

select lives_ok($$update public.public_overlays set s1 = 4$$, 'the owner can still save a score');
select is(
  (select array[game, start ->> 's1'] from pg_temp.played((pg_temp.shown()).match_id)), '{plain,1}',
  'the saved score begins a plain match with the last board');
select is(
  (select body from pg_temp.log((pg_temp.shown()).match_id)), '{"changes": {"s1": {"from": 1, "to": 4}}}',
  'the saved score is that match''s first entry');

reset role;
select * from finish();
rollback;
