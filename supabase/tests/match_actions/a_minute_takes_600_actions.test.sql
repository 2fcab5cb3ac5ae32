-- A table takes at most 600 actions a minute, across all its matches and devices.
begin;
\ir ../scoring.psql
select plan(13);

select public.add_table('Table 2');
select set_config('test.second', match_id::text, true) from public.public_overlays where match_id <> pg_temp.match();
-- The first 500 are all an hour old.
select pg_temp.fill(500);
select is(pg_temp.append(500, pg_temp.actions(1, 200)) ->> 'outcome', 'ok', '200 actions are accepted');
select is(pg_temp.append(700, pg_temp.actions(201, 400)) ->> 'outcome', 'ok', '400 actions are accepted');
select is(pg_temp.append(900, pg_temp.actions(401, 599)) ->> 'outcome', 'ok', '599 actions are accepted');
select is(
  pg_temp.append(1099, pg_temp.actions(600, 601), pg_temp.board('{"s1": 77}')) - 'server_time' - 'rev' - 'current',
  '{"outcome": "tooMany", "index": null, "entries": [], "more": false, "seq": 1099}',
  'a call that makes it 601 is refused');
select isnt((pg_temp.shown()).s1, 77::float8, 'a refused call''s board is not shown');
select is(pg_temp.append(1099, pg_temp.actions(600, 600)) ->> 'outcome', 'ok', 'the 600th action is accepted');
select is(
  pg_temp.append(null, jsonb_build_array(pg_temp.action(9999, 'clock.start'))) ->> 'outcome', 'tooMany',
  'clock actions count too');
select is(pg_temp.append(0, pg_temp.actions(1, 9)) ->> 'outcome', 'ok', 'repeating known actions is still ok');

select is(pg_temp.begin_match(9000) ->> 'outcome', 'ok', 'another match can begin');
select is(
  public.append_actions(pg_temp.id(9000), 0, pg_temp.actions(1, 1), pg_temp.board('{"s1": 77}')) ->> 'outcome', 'tooMany',
  'the limit holds across matches');
select is((select count(*) from pg_temp.log(pg_temp.id(9000))), 0::bigint, 'nothing is stored in the other match');
select is(
  public.append_actions(current_setting('test.second')::uuid, 0, pg_temp.actions(1, 1)) ->> 'outcome', 'ok',
  'another table has its own limit');
reset role;
update public.matches set stored_at = now() - interval '61 seconds';
select pg_temp.become(pg_temp.amal());
select is(
  public.append_actions(pg_temp.id(9000), 0, pg_temp.actions(1, 200)) ->> 'outcome', 'ok',
    'actions are accepted again after a minute');

reset role;
select * from finish();
rollback;
