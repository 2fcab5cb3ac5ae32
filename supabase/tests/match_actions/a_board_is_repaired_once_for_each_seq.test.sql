-- A board without actions corrects the shown one, once until the next action.
begin;
\ir ../scoring.psql
select plan(16);

select is(pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board()) ->> 'outcome', 'ok',
  'an action with a board is accepted');
select is(pg_temp.append(1, '[]', pg_temp.board()) ->> 'outcome', 'ok', 'the same board again is ok');
select is((pg_temp.shown()).rev, 2::bigint, 'the same board changes nothing');

select set_config('test.answer', pg_temp.append(1, '[]', pg_temp.board('{"s1": 3, "detail": {"a": 1}}'))::text, true);
select is(
  current_setting('test.answer')::jsonb - 'server_time' - 'current',
  '{"outcome": "ok", "index": null, "entries": [], "more": false, "seq": 1, "rev": 3}',
  'a different board is accepted as a repair');
select results_eq(
  'select s1, detail, rev, seq from pg_temp.shown()', $$values (3::float8, '{"a": 1}'::jsonb, 3::bigint, 1)$$,
  'a repair is shown');
select is((select count(*) from pg_temp.log()), 1::bigint, 'a repair adds no entry');
select is(pg_temp.append(1, '[]', pg_temp.board('{"s1": 4}')) ->> 'outcome', 'ok',
  'a second repair is answered with ok');
select results_eq('select s1, rev from pg_temp.shown()', $$values (3::float8, 3::bigint)$$,
  'a second repair is not shown');

select is(pg_temp.append(1, pg_temp.actions(2, 2)) ->> 'outcome', 'ok', 'the next action is accepted');
select is(pg_temp.append(1, '[]', pg_temp.board('{"s1": 4}')) ->> 'outcome', 'stale',
  'a repair of an older seq is stale');
select is((pg_temp.shown()).s1, 3::float8, 'a stale repair is not shown');
select is(pg_temp.append(2, '[]', pg_temp.board('{"s1": 4, "result": {"won": "A"}}')) ->> 'outcome', 'ok',
  'after an action, a repair is accepted again');
select is((pg_temp.shown()).s1, 4::float8, 'the repair after an action is shown');
select isnt((pg_temp.played()).ended_at, null, 'a repair with a result ends the match');
select is(pg_temp.append(2, '[]', pg_temp.board('{"rules": 2}')) ->> 'outcome', 'bad',
  'a repair by other rules is bad');
select is(pg_temp.append(null, '[]', pg_temp.board('{"s1": 8}')) ->> 'outcome', 'ok',
  'a repair without a seq is answered with ok');

reset role;
select * from finish();
rollback;
