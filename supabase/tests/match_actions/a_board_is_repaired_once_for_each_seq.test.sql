-- A board without actions corrects what is shown, once until the next action.
begin;
\ir ../scoring.psql
select plan(16);

select is(pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board()) ->> 'outcome', 'ok', 'a board is shown');
select is(pg_temp.append(1, '[]', pg_temp.board()) ->> 'outcome', 'ok', 'the same board is no repair');
select is((pg_temp.shown()).rev, 2::bigint, 'and changes nothing');

select set_config('test.answer', pg_temp.append(1, '[]', pg_temp.board('{"s1": 3, "detail": {"a": 1}}'))::text, true);
select is(
  current_setting('test.answer')::jsonb - 'server_time' - 'current',
  '{"outcome": "ok", "index": null, "entries": [], "more": false, "seq": 1, "rev": 3}', 'another is');
select results_eq(
  'select s1, detail, rev, seq from pg_temp.shown()', $$values (3::float8, '{"a": 1}'::jsonb, 3::bigint, 1)$$,
  'it is shown');
select is((select count(*) from pg_temp.log()), 1::bigint, 'without an entry');
select is(pg_temp.append(1, '[]', pg_temp.board('{"s1": 4}')) ->> 'outcome', 'ok', 'a second one is answered');
select results_eq('select s1, rev from pg_temp.shown()', $$values (3::float8, 3::bigint)$$, 'and not shown');

select is(pg_temp.append(1, pg_temp.actions(2, 2)) ->> 'outcome', 'ok', 'something is done');
select is(pg_temp.append(1, '[]', pg_temp.board('{"s1": 4}')) ->> 'outcome', 'stale', 'a repair may be stale');
select is((pg_temp.shown()).s1, 3::float8, 'which is not shown');
select is(pg_temp.append(2, '[]', pg_temp.board('{"s1": 4, "result": {"won": "A"}}')) ->> 'outcome', 'ok', 'it is repaired again');
select is((pg_temp.shown()).s1, 4::float8, 'once more');
select isnt((pg_temp.played()).ended_at, null, 'a repair says too how the match ended');
select is(pg_temp.append(2, '[]', pg_temp.board('{"rules": 2}')) ->> 'outcome', 'bad', 'older rules repair nothing');
select is(pg_temp.append(null, '[]', pg_temp.board('{"s1": 8}')) ->> 'outcome', 'ok', 'without a place there is no repair');

reset role;
select * from finish();
rollback;
