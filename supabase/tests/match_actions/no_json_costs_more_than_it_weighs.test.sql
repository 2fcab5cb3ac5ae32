-- JSON that no device would send is refused before it is serialised: a few bytes could become gigabytes of text.
begin;
\ir ../scoring.psql
select plan(43);

select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'x') ->> 'secret', true);
create function pg_temp.link() returns text language sql as $$ select current_setting('test.link') $$;
-- A list repeating one value.
create function pg_temp.list(item text, n int default 3000) returns jsonb language sql as $$
  select ('[' || repeat(item || ',', n - 1) || item || ']')::jsonb
$$;
create function pg_temp.nested(levels int, innermost text default '1') returns jsonb language sql as $$
  select (repeat('[', levels) || innermost || repeat(']', levels))::jsonb
$$;
create function pg_temp.append_with(field text, value jsonb) returns jsonb language sql as $$
  select pg_temp.append(0, jsonb_build_array(pg_temp.action(1) || jsonb_build_object(field, value)), null, pg_temp.link())
$$;
create function pg_temp.append_board(field text, value jsonb) returns jsonb language sql as $$
  select pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board(jsonb_build_object(field, value)), pg_temp.link())
$$;
create function pg_temp.begin_with(start jsonb, board jsonb default pg_temp.board()) returns jsonb language sql as $$
  select public.begin_match(
    pg_temp.table_id(), pg_temp.match(), pg_temp.id(9), 'plain', 1, start, board, 0, pg_temp.link())
$$;

select pg_temp.become();
select set_config('test.began', clock_timestamp()::text, true);
select throws_ok(
  format('select pg_temp.append_with(%L, pg_temp.list(%L))', field, item), '22023', null,
  'an action''s ' || field || ' of 3,000 times ' || item || ' is refused')
from unnest(array['id', 'kind', 'ago', 'body', 'else']) as field, unnest(array['1e131071', '0e-16383']) as item;
select throws_ok(
  format('select pg_temp.append_with(''body'', jsonb_build_object(''n'', pg_temp.list(%L, %s)))', item, n), '22023', null,
  'a body with ' || n || ' times ' || item || ' is refused')
from (values ('1e131071', 3000), ('-1e131071', 1), ('1e309', 1), ('-1e309', 1), ('1e-325', 1), ('0e-325', 1))
  as odd (item, n);
select throws_ok(
  format('select pg_temp.append_board(%L, jsonb_build_object(''n'', pg_temp.list(''1e131071'')))', field), '22023', null,
  'a board''s ' || field || ' of huge numbers is refused')
from unnest(array['p1', 's1', 'rules', 'detail', 'result', 'else']) as field;
select throws_ok(
  $$select pg_temp.begin_with(jsonb_build_object('n', pg_temp.list('1e131071')))$$, '22023', null,
  'a start of huge numbers is refused');
select throws_ok(
  $$select pg_temp.begin_with('{}', pg_temp.board() || jsonb_build_object('detail', pg_temp.list('1e131071')))$$,
  '22023', null, 'a new match''s board of huge numbers is refused');

select throws_ok(
  $$select pg_temp.append_with('body', jsonb_build_object('n', pg_temp.nested(14)))$$, '22023', null,
  'an action nested 17 deep is refused');
select throws_ok(
  $$select pg_temp.append_with('body', jsonb_build_object('n', pg_temp.nested(5000)))$$, '22023', null,
  'an action nested 5,000 deep is refused');
select throws_ok(
  $$select pg_temp.append_board('detail', jsonb_build_object('n', pg_temp.nested(15)))$$, '22023', null,
  'a board nested 17 deep is refused');
select throws_ok(
  $$select pg_temp.begin_with(jsonb_build_object('n', pg_temp.nested(16)))$$, '22023', null,
  'a start nested 17 deep is refused');
select throws_ok(
  $$select pg_temp.append(0, pg_temp.list('1', 100000), null, pg_temp.link())$$, '22023', null,
  'a megabyte of actions is refused');
select throws_ok(
  $$select pg_temp.append(0, to_jsonb(repeat('x', 2000000)), null, pg_temp.link())$$, '22023', null,
  'two megabytes of text are refused');
select throws_ok(
  $$select pg_temp.append_board('detail', jsonb_build_object('n', pg_temp.list('1', 2000)))$$, '22023', null,
  'a board of twenty kilobytes is refused');
select throws_ok(
  $$select pg_temp.begin_with(jsonb_build_object('n', pg_temp.list('1', 2000)))$$, '22023', null,
  'a start of twenty kilobytes is refused');
select ok(
  clock_timestamp() - current_setting('test.began')::timestamptz < interval '3 seconds',
  'refusing them all takes less time than serialising one');

-- Text containing JSON.
select throws_ok(
  $$select pg_temp.append(0, to_jsonb(pg_temp.actions(1, 1)::text), null, pg_temp.link())$$, '22023', 'actions are an array',
  'actions as JSON in a string are refused');
select is(pg_temp.append_with('body', '"{}"') ->> 'outcome', 'bad', 'a body as JSON in a string is bad');
select is(pg_temp.append_board('detail', '"{}"') ->> 'outcome', 'bad', 'a detail as JSON in a string is bad');
select is(pg_temp.begin_with('"{}"') ->> 'outcome', 'bad', 'a start as JSON in a string is bad');

-- Callers who may not score learn nothing from this.
select throws_ok(
  $$select pg_temp.append(0, pg_temp.list('1e131071'), null, 'nobody''s')$$, '42501', null,
  'with a wrong link, the actions are not looked at');
select results_eq('select seq, rev from pg_temp.shown()', $$values (0, 1::bigint)$$,
  'nothing that was refused is shown');

-- What JavaScript produces, up to the limits.
select is(
  pg_temp.append(0, jsonb_build_array(pg_temp.action(
    1, 'set', '{"n": [1.7976931348623157e308, -1.7976931348623157e308, 5e-324, 0.30000000000000004]}', 0.005300000000745058
  )), pg_temp.board('{"s1": 0.30000000000000004}'), pg_temp.link()) ->> 'outcome', 'ok',
    'the extremes of JavaScript''s numbers are accepted');
select is(
  pg_temp.append(1, (
    select jsonb_agg(pg_temp.action(n, 'set', jsonb_build_object('n', pg_temp.list('1', 338)))) from generate_series(2, 101) as n
  ) || (
    select jsonb_agg(pg_temp.action(n, 'set', jsonb_build_object('n', repeat('🎱', 1015)))) from generate_series(102, 201) as n
  ), pg_temp.board(jsonb_build_object('detail', jsonb_build_object('n', pg_temp.list('1', 680)))), pg_temp.link())
    ->> 'outcome', 'ok', 'the longest 200 actions and the longest detail are accepted');
select is(
  pg_temp.append(201, jsonb_build_array(
    pg_temp.action(202, 'set', jsonb_build_object('n', pg_temp.nested(13)))), null, pg_temp.link()) ->> 'outcome', 'ok',
  'an action nested 16 deep is accepted');
select is(
  pg_temp.begin_with(jsonb_build_object('n', pg_temp.list('1', 1362))) ->> 'outcome', 'ok',
    'the longest start is accepted');

reset role;
select * from finish();
rollback;
