-- Who scores a table gets the parties there and what a tournament orders for their match, with the board. Nobody else does.
begin;
\ir ../tournaments.psql
select plan(23);

select pg_temp.run(pg_temp.fact('open', '{"title": "Friday"}'), pg_temp.entry(1, 'Amal'), pg_temp.entry(2, 'Badr'));
select set_config('test.link', public.add_scorer_link(pg_temp.table1(), 'Yassine') ->> 'secret', true),
  set_config('test.token1', (public.ensure_overlay()).url_token, true),
  set_config('test.other', public.add_scorer_link(pg_temp.table2(), 'Salma') ->> 'secret', true);
create function pg_temp.facts(table_id uuid, link text default null) returns jsonb language sql as $$
  select public.get_overlay(table_id::text, link => link) -> 'facts'
$$;
create function pg_temp.seat(facts jsonb, state text) returns jsonb language sql as $$
  select (facts -> state) - 'since'
$$;

select pg_temp.with_phone('service');
select pg_temp.call(1, 'w1.1', '[1, 2]', pg_temp.table1());
select set_config('test.seat', jsonb_build_object('entry', pg_temp.id(1), 'name', 'Amal', 'name2', 'Badr',
  'order', pg_temp.ordered())::text, true);
create function pg_temp.expected() returns jsonb language sql as $$ select current_setting('test.seat')::jsonb $$;
select is(pg_temp.seat(pg_temp.facts(pg_temp.table1()), 'called'), pg_temp.expected(), 'Service gets the called pair with its order');
select is(pg_temp.seat(public.list_waiting() #> '{tables,0}', 'called'), pg_temp.expected(), 'as in its list');
select pg_temp.with_phone('remote');
select is(pg_temp.seat(pg_temp.facts(pg_temp.table1()), 'called'), pg_temp.expected(), 'the table''s remote does');
select is(pg_temp.facts(pg_temp.table2()), null, 'but no other table''s');
select pg_temp.become(), pg_temp.bring(null);
select is(pg_temp.seat(pg_temp.facts(pg_temp.table1(), current_setting('test.link')), 'called'), pg_temp.expected(),
  'and a scorer link of the table');
select is(pg_temp.facts(pg_temp.table2(), current_setting('test.link')), null, 'but no other table''s');
select is(pg_temp.facts(pg_temp.table1(), current_setting('test.other')), null, 'nor another table''s link');
select is(pg_temp.facts(pg_temp.table1()), null, 'nor who has no link');
select is(public.get_overlay(current_setting('test.token1'), link => current_setting('test.link')) -> 'facts', null, 'nor an overlay');
select is(public.get_overlay(pg_temp.table1()::text, 'screen-0001', link => current_setting('test.link')) -> 'facts', null, 'nor a screen');
select pg_temp.become(pg_temp.badr());
select is(pg_temp.facts(pg_temp.table1()), null, 'nor another owner');

-- The pair plays, and guests do.
select pg_temp.with_phone('service');
select pg_temp.op(1, 'start', pg_temp.at(pg_temp.table1()));
select pg_temp.add(2, 'Guest', pg_temp.at(pg_temp.table2()));
select pg_temp.become(), pg_temp.bring(null);
select is(pg_temp.seat(pg_temp.facts(pg_temp.table1(), current_setting('test.link')), 'party'), pg_temp.expected(), 'it is theirs while they play');
select is(pg_temp.seat(pg_temp.facts(pg_temp.table2(), current_setting('test.other')), 'party'),
  jsonb_build_object('entry', pg_temp.id(2), 'name', 'Guest', 'name2', null), 'guests have no order');
reset role;
select is(private.waiting_of((select id from public.venues where owner_uid = pg_temp.amal()), true) #> '{tables,0,party,order}', null,
  'screens get none');
select pg_temp.become(pg_temp.amal());
select public.revoke_scorer_link((public.list_scorer_links(pg_temp.table1()) #>> '{0,id}')::uuid);
select pg_temp.become();
select is(pg_temp.facts(pg_temp.table1(), current_setting('test.link')), null, 'a revoked link gets nothing');

-- What is ordered has a shape.
select pg_temp.with_phone('service');
select is(pg_temp.said(pg_temp.call(3, 'w1.2', '[3, 4]', pg_temp.table2(), jsonb_build_object('order', odd))), 'bad op', 'no order: ' || what)
from (values
  ('none', 'null'::jsonb),
  ('no game', pg_temp.ordered() || '{"game": "Nine Ball"}'),
  ('no length', pg_temp.ordered() || '{"raceTo": 0}'),
  ('one head start', pg_temp.ordered() || '{"handicap": [1]}'),
  ('a head start below 0', pg_temp.ordered() || '{"handicap": [-1, 0]}'),
  ('a long event', pg_temp.ordered() || jsonb_build_object('event', repeat('x', 61))),
  ('more than that', pg_temp.ordered() || '{"name": "Amal"}')
) as given (what, odd);

-- Those who score a table are told of its parties.
reset role;
update realtime.messages set topic = 'before';
select pg_temp.with_phone('service');
select pg_temp.op(1, 'free'), pg_temp.add(4, 'Late');
reset role;
select is((select string_agg(title || ' ' || event || ' ' || (payload - 'id')::text, ', ') from realtime.messages
  join public.user_overlays on topic = 'overlay:' || url_token), 'Overlay 1 seats {}', 'its viewers hear that they changed, and not how');

select * from finish();
rollback;
