-- A device that lacks the last entry stores nothing, and gets the entries it lacks.
begin;
\ir ../scoring.psql
select plan(13);

select is(pg_temp.append(0, pg_temp.actions(1, 3), pg_temp.board()) ->> 'outcome', 'ok', 'three are stored');
select set_config('test.stale', pg_temp.append(1, pg_temp.actions(9, 9), pg_temp.board('{"s1": 77}'))::text, true);
select is(
  current_setting('test.stale')::jsonb - 'server_time' - 'entries',
  jsonb_build_object('outcome', 'stale', 'index', null, 'more', false, 'seq', 3, 'rev', 2, 'current', pg_temp.match()),
  'a device that knows the first only is stale');
select is(pg_temp.seqs(current_setting('test.stale')::jsonb), '{2,3}', 'it gets those after');
select is((pg_temp.shown()).s1, 1::float8, 'its board is not shown');
select is((select count(*) from pg_temp.log()), 3::bigint, 'its action is not stored');
select is(
  pg_temp.append(4, pg_temp.actions(9, 9)) - 'server_time' - 'rev' - 'current',
  '{"outcome": "stale", "index": null, "entries": [], "more": false, "seq": 3}',
  'a device that claims more entries is stale too');
select is(pg_temp.seqs(pg_temp.append(-2147483648, pg_temp.actions(9, 9))), '{1,2,3}', 'whatever number it names');
select is(pg_temp.seqs(pg_temp.append(2147483647, pg_temp.actions(9, 9))), '{}', 'however large');
select is(pg_temp.append(3, '[]') ->> 'outcome', 'ok', 'without actions, a device that knows all is told so');
select is(pg_temp.seqs(pg_temp.append(2, '[]')), '{3}', 'and one that does not gets the rest');
select is((pg_temp.shown()).rev, 2::bigint, 'asking changes nothing');

select pg_temp.fill(700);
select is(
  (select array[min(seq), max(seq)] from unnest(pg_temp.seqs(pg_temp.append(3, pg_temp.actions(9, 9)))) as seq),
  '{4,503}', 'at most 500 come at once');
select is(pg_temp.append(3, pg_temp.actions(9, 9)) -> 'more', 'true', 'and the answer says that there are more');

reset role;
select * from finish();
rollback;
