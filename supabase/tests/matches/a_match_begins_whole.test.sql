-- A match with an invalid value doesn't begin.
begin;
\ir ../scoring.psql
select plan(27);

create function pg_temp.outcome(
  game text default 'eight-ball', rules int default 3, start jsonb default '{}', ago float8 default 0,
  board jsonb default pg_temp.board('{"rules": 3}'), match uuid default pg_temp.id(500)
) returns text language sql as $$
  select concat_ws(' ', answer ->> 'outcome', answer ->> 'index')
  from public.begin_match(pg_temp.table_id(), pg_temp.match(), match, game, rules, start, board, ago) as answer
$$;
select is(pg_temp.outcome(game => game), 'bad', 'a game named ' || coalesce(game, 'null') || ' is bad')
from (values (null), (''), ('Pool'), ('8-ball'), ('pool '), (repeat('x', 33))) as odd (game);
select is(
  pg_temp.outcome(rules => rules, board => pg_temp.board(jsonb_build_object('rules', rules))), 'bad',
  'rules of version ' || coalesce(rules::text, 'null') || ' are bad')
from (values (null), (0), (-1), (10000)) as odd (rules);
select is(pg_temp.outcome(start => start), 'bad', 'a start like ' || coalesce(left(start::text, 20), 'null') || ' is bad')
from (values (null::jsonb), ('null'), ('[]'), ('"x"'), (jsonb_build_object('x', repeat('x', 4096)))) as odd (start);
select is(pg_temp.outcome(ago => ago), 'bad', 'an ago of ' || coalesce(ago::text, 'null') || ' is bad')
from (values (null::float8), (-1), ('NaN'), ('Infinity'), ('-Infinity')) as odd (ago);
select is(pg_temp.outcome(board => board), 'bad', 'a board like ' || coalesce(left(board::text, 20), 'null') || ' is bad')
from (values (null::jsonb), ('null'), (pg_temp.board('{"rules": 2}')), (pg_temp.board('{"rules": 3, "s1": 1e5}'))) as odd (board);
select is(pg_temp.outcome(match => null), 'bad', 'a match without an id is bad');
select results_eq(
  'select match_id, rev from pg_temp.shown()', $$values (pg_temp.match(), 1::bigint)$$, 'no bad match was begun');
select is(
  pg_temp.outcome(start => jsonb_build_object('x', repeat('x', 4080))), 'ok', 'a start at the size limit is accepted');

reset role;
select * from finish();
rollback;
