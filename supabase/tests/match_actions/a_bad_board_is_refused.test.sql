-- An invalid board stores nothing; the answer has no index.
begin;
\ir ../scoring.psql
select plan(46);

create function pg_temp.outcome(board jsonb) returns text language sql as $$
  select concat_ws(' ', answer ->> 'outcome', answer ->> 'index')
  from pg_temp.append((pg_temp.played()).seq, jsonb_build_array(pg_temp.action((pg_temp.played()).seq + 1)), board)
    as answer
$$;
select is(
  pg_temp.outcome(pg_temp.board(jsonb_build_object(field, value))), 'bad',
  'a board with a ' || field || ' of ' || left(value::text, 20) || ' is bad')
from (values
  ('p1', 'null'::jsonb), ('p1', '5'), ('p1', '["x"]'), ('p2', to_jsonb(repeat('ن', 61))), ('p1', to_jsonb(repeat('x', 61))),
  ('event', 'null'), ('event', '5'), ('event', to_jsonb(repeat('x', 61))),
  ('s1', 'null'), ('s1', '"1"'), ('s1', '10000'), ('s1', '-10000'), ('s2', '1e300'), ('s2', '1e-310'), ('s2', '"NaN"'),
  ('race_to', '-1'), ('race_to', '10000'), ('race_to', 'null'),
  ('rules', '2'), ('rules', 'null'), ('rules', '"1"'), ('rules', '1.5'),
  ('detail', '[]'), ('detail', '"x"'), ('detail', '0'), ('detail', jsonb_build_object('x', repeat('x', 2048))),
  ('visit_ago', '-1'), ('visit_ago', '"5"'), ('visit_ago', '{}'),
  ('result', '[]'), ('result', 'true'), ('result', jsonb_build_object('x', repeat('x', 2048)))
) as odd (field, value);
select is(
  pg_temp.outcome(pg_temp.board() - field), 'bad', 'a board without ' || field || ' is bad')
from unnest(array['p1', 'p2', 's1', 's2', 'race_to', 'rules']) as field;
select is(pg_temp.outcome('[]'), 'bad', 'an array is not a board');
select is(pg_temp.outcome('"x"'), 'bad', 'a string is not a board');
select results_eq(
  'select seq, rev, p1 from pg_temp.shown()', $$values (0, 1::bigint, 'PLAYER A')$$, 'no bad board was shown');
select is((select count(*) from pg_temp.log()), 0::bigint, 'nothing sent with a bad board was logged');

select is(pg_temp.outcome('null'), 'ok', 'a null board counts as none');
select is(
  pg_temp.outcome(pg_temp.board() - 'detail' - 'result'), 'ok', 'detail and result can be left out');
select is(
  pg_temp.outcome(pg_temp.board(jsonb_build_object(
    'p1', repeat('🎱', 60), 's1', -9999, 's2', 9999, 'race_to', 9999, 'detail', jsonb_build_object('x', repeat('x', 2030)))
  )),
  'ok', 'values at the limits are accepted');
select is((pg_temp.shown()).detail, jsonb_build_object('x', repeat('x', 2030)), 'the detail is shown');

reset role;
select * from finish();
rollback;
