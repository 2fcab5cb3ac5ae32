-- An owner creates, names, orders, archives and restores tables.
begin;
\ir ../scoring.psql
select plan(28);

-- Titles in the owner's order, archived ones in brackets.
create function pg_temp.titles() returns text[] language sql as $$
  select array_agg(case when (listed -> 'archived')::boolean then '(' || (listed ->> 'title') || ')'
    else listed ->> 'title' end order by number)
  from jsonb_array_elements(public.list_tables() -> 'tables') with ordinality as tables (listed, number)
$$;
select is(
  (public.list_tables() #> '{tables,0}') #- '{state,updated_at}' #- '{match,started_at}',
  jsonb_build_object('id', pg_temp.table_id(), 'token', pg_temp.token(), 'title', 'Overlay 1', 'archived', false, 'kind', 'pool',
    'facts', '{"out_of_use": false, "match": null, "party": null, "called": null}'::jsonb,
    'state', public.get_overlay(pg_temp.token()) - 'updated_at' - 'topic' - 'server_time' - 'branding',
    'match', jsonb_build_object('id', pg_temp.match(), 'number', 1, 'game', 'plain', 'seq', 0, 'ended_at', null),
    'screens', '{"count": 0, "behind": null}'::jsonb, 'scorer_seen_at', null),
  'a listed table has its board, its match and its screens');
select ok(
  abs(extract(epoch from clock_timestamp() - (public.list_tables() ->> 'server_time')::timestamptz)) < 5,
  'the list has the server''s time');
select pg_temp.append(0, pg_temp.actions(1, 2));
select is(
  (public.list_tables() #>> '{tables,0,facts,match,scored_at}')::timestamptz, (select stored_at from pg_temp.log() where seq = 2),
  'a listed table says when it was last scored');

select set_config('test.second', public.add_table('طاولة 2')::text, true);
select set_config('test.third', public.add_table('Table 3')::text, true);
select is(pg_temp.titles(), '{Overlay 1,طاولة 2,Table 3}', 'new tables come last');
select is(
  (public.list_tables() #> '{tables,1,match}') - 'id' - 'started_at',
  '{"number": 1, "game": "plain", "seq": 0, "ended_at": null}', 'a new table has its own match');
select is(
  public.get_overlay(current_setting('test.second')) ->> 'p1', 'PLAYER A', 'a new table has its own overlay');
select is(
  (select count(distinct listed ->> 'token') from jsonb_array_elements(public.list_tables() -> 'tables') as listed),
  3::bigint, 'each table has its own token');

select public.update_table(current_setting('test.second')::uuid, 'Table 2');
select is(pg_temp.titles(), '{Overlay 1,Table 2,Table 3}', 'a table can be renamed');
select throws_ok(
  $$select public.update_table(pg_temp.table_id(), repeat('x', 61))$$, '23514', null,
  'a table''s name has 60 characters at most');
select throws_ok($$select public.add_table(repeat('ن', 61))$$, '23514', null,
  'a new table''s name has 60 characters at most');
select throws_ok('select public.add_table(null)', '23502', null, 'a new table needs a name');

select public.order_tables(array[current_setting('test.third')::uuid, pg_temp.table_id(), current_setting('test.second')::uuid]);
select is(pg_temp.titles(), '{Table 3,Overlay 1,Table 2}', 'tables can be put in order');
select public.order_tables(array[current_setting('test.second')::uuid, current_setting('test.second')::uuid]);
select is(pg_temp.titles(), '{Table 2,Table 3,Overlay 1}',
  'tables left out of an order come after, in their old order');
select public.order_tables('{}');
select public.order_tables(null);
select is(pg_temp.titles(), '{Table 2,Table 3,Overlay 1}', 'an empty order changes nothing');
select is((public.ensure_overlay()).title, 'Table 2', 'the first table is the one that ensure_overlay gives');

select public.update_table(current_setting('test.second')::uuid, archived => true);
select is(pg_temp.titles(), '{"(Table 2)",Table 3,Overlay 1}', 'a table can be archived');
select is((public.ensure_overlay()).title, 'Table 3', 'ensure_overlay passes over an archived table');
select isnt(public.get_overlay(current_setting('test.second')), '{"status": "unknown"}'::jsonb, 'an archived table is still shown');
select public.update_table(current_setting('test.second')::uuid, 'Old 2');
select is(pg_temp.titles(), '{"(Old 2)",Table 3,Overlay 1}', 'an archived table can be renamed');
select set_config('test.archived_at', (select archived_at::text from public.user_overlays where archived_at is not null), true);
select public.update_table(current_setting('test.second')::uuid, archived => true);
select is(
  (select archived_at::text from public.user_overlays where archived_at is not null), current_setting('test.archived_at'),
  'archiving a table again keeps the time');
select public.update_table(current_setting('test.second')::uuid, archived => false);
select is(pg_temp.titles(), '{Old 2,Table 3,Overlay 1}', 'a table that is brought back returns to its place');

select public.update_table((listed ->> 'id')::uuid, archived => true)
from jsonb_array_elements(public.list_tables() -> 'tables') as listed;
select is(cardinality(pg_temp.titles()), 3, 'all tables can be archived');
select is((public.ensure_overlay()).title, 'Overlay 1', 'ensure_overlay then makes a new table');
select is(pg_temp.titles(), '{"(Old 2)","(Table 3)","(Overlay 1)",Overlay 1}',
  'a table made by ensure_overlay comes last');

select pg_temp.become(pg_temp.badr());
select is(pg_temp.titles(), '{Overlay 1}', 'listing tables makes another owner''s first');
select is((public.ensure_overlay()).id::text, public.list_tables() #>> '{tables,0,id}',
  'ensure_overlay gives that first table');
select is(
  (select count(public.add_table('Table ' || n)) from generate_series(2, 64) as n), 63::bigint,
    'an owner can have 64 tables');
select throws_ok(
  $$select public.add_table('Table 65')$$, '23514', 'an owner has at most 64 tables', 'a 65th table is refused');

reset role;
select * from finish();
rollback;
