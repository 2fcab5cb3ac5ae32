-- A device that lacks the last entry stores nothing, and gets the entries it lacks.
begin;
\ir ../scoring.psql
select plan(13);

select is(pg_temp.append(0, pg_temp.actions(1, 3), pg_temp.board()) ->> 'outcome', 'ok', 'three actions are stored');
select set_config('test.stale', pg_temp.append(1, pg_temp.actions(9, 9), pg_temp.board('{"s1": 77}'))::text, true);
select is(
  current_setting('test.stale')::jsonb - 'server_time' - 'entries',
  jsonb_build_object('outcome', 'stale', 'index', null, 'more', false, 'seq', 3, 'rev', 2, 'current', pg_temp.match()),
  'a device that has only the first entry is stale');
select is(pg_temp.seqs(current_setting('test.stale')::jsonb), '{2,3}', 'a stale device gets the entries it lacks');
select is((pg_temp.shown()).s1, 1::float8, 'a stale device''s board is not shown');
select is((select count(*) from pg_temp.log()), 3::bigint, 'a stale device''s action is not stored');
select is(
  pg_temp.append(4, pg_temp.actions(9, 9)) - 'server_time' - 'rev' - 'current',
  '{"outcome": "stale", "index": null, "entries": [], "more": false, "seq": 3}',
  'a device that claims more entries than there are is stale');
select is(pg_temp.seqs(pg_temp.append(-2147483648, pg_temp.actions(9, 9))), '{1,2,3}',
  'the smallest possible seq gets all entries');
select is(pg_temp.seqs(pg_temp.append(2147483647, pg_temp.actions(9, 9))), '{}', 'the largest possible seq gets none');
select is(pg_temp.append(3, '[]') ->> 'outcome', 'ok', 'without actions, a device that has every entry gets ok');
select is(pg_temp.seqs(pg_temp.append(2, '[]')), '{3}', 'without actions, a device that lacks entries gets them');
select is((pg_temp.shown()).rev, 2::bigint, 'asking changes nothing');

select pg_temp.fill(700);
select is(
  (select array[min(seq), max(seq)] from unnest(pg_temp.seqs(pg_temp.append(3, pg_temp.actions(9, 9)))) as seq),
  '{4,503}', 'at most 500 entries come at once');
select is(pg_temp.append(3, pg_temp.actions(9, 9)) -> 'more', 'true', 'the answer says that there are more entries');

reset role;
select * from finish();
rollback;
