-- Screens are told who is called and who waits, by short names that differ; the venue may want names in full.
begin;
\ir ../waiting.psql
select plan(23);
reset role;
create function pg_temp.screens() returns jsonb language sql security definer as $$
  select private.waiting_of((select id from public.venues where owner_uid = pg_temp.amal()), true)
$$;
create function pg_temp.since(n int) returns timestamptz language sql security definer as $$
  select coalesce(started_at, called_at) from public.waiting where id = pg_temp.id(n)
$$;
create function pg_temp.names() returns text language sql security definer as $$
  select string_agg(party ->> 'name', ', ') from jsonb_array_elements(pg_temp.screens() -> 'parties') as party
$$;
create function pg_temp.boarded(p1 text, p2 text default '') returns text language sql security definer as $$
  select concat_ws(' – ', names #>> '{screen_names,p1}', names #>> '{screen_names,p2}')
  from private.screen_names(pg_temp.amal(), p1, p2) as names
$$;
select pg_temp.become(pg_temp.amal());

select pg_temp.add(1, 'Youssef Benali', '{"name2": "Youssef Bennani"}');
select pg_temp.add(2, 'YOUSSEF  Berrada', jsonb_build_object('wants', 'table', 'wanted_id', pg_temp.table2()));
select pg_temp.add(3, 'يوسف بن علي', '{"wants": "snooker", "size": 4}');
select pg_temp.add(4, repeat('ط', 60));
select pg_temp.add(5, repeat('ط', 60));
select is(pg_temp.names(),
  'Youssef B., YOUSSEF B. 3, يوسف ع., ' || repeat('ط', 60) || ', ' || repeat('ط', 58) || ' 2',
  'names are short, differ whatever their case, and fit');
select is(pg_temp.boarded(' youssef BENALI', 'Youssef Bennani'), 'youssef B. – Youssef B. 2', 'so do those of one party on a board');
select is(pg_temp.boarded('Youssef Bakkali', 'PLAYER B'), '', 'who isn''t on the list is shown as typed');
select is(public.list_waiting() #>> '{entries,1,name}', 'YOUSSEF  Berrada', 'the venue''s people see what was typed');
select pg_temp.op(4, 'leave'), pg_temp.op(5, 'away');

select pg_temp.op(1, 'call', pg_temp.at(pg_temp.table1()));
reset role;
update public.waiting set called_at = clock_timestamp() - interval '20 seconds' where id = pg_temp.id(1);
select is(
  jsonb_set(pg_temp.screens(), '{parties,0,called_ago}', to_jsonb(floor((pg_temp.screens() #> '{parties,0,called_ago}')::numeric))),
  jsonb_build_object('seq', 10, 'tables', jsonb_build_array(
    jsonb_build_object('id', pg_temp.table1(), 'title', 'Overlay 1', 'kind', 'pool', 'out_of_use', false, 'match', null,
      'party', null, 'called', jsonb_build_object('entry', pg_temp.id(1), 'name', 'Youssef B.', 'name2', null, 'since', pg_temp.since(1))),
    jsonb_build_object('id', pg_temp.table2(), 'title', 'Table 2', 'kind', 'pool', 'out_of_use', false, 'match', null,
      'party', null, 'called', null)
  ), 'parties', jsonb_build_array(
    jsonb_build_object('id', pg_temp.id(1), 'name', 'Youssef B.', 'size', 2, 'wants', 'any', 'table_id', pg_temp.table1(),
      'state', 'called', 'called_ago', 20),
    jsonb_build_object('id', pg_temp.id(2), 'name', 'YOUSSEF B. 3', 'size', 2, 'wants', 'table',
      'table_id', pg_temp.table2(), 'state', 'waiting', 'called_ago', null),
    jsonb_build_object('id', pg_temp.id(3), 'name', 'يوسف ع.', 'size', 4, 'wants', 'snooker', 'table_id', null,
      'state', 'waiting', 'called_ago', null)
  )), 'screens see who is called and who waits, in order, and nobody else');
select pg_temp.become(pg_temp.amal());
select pg_temp.op(1, 'start', pg_temp.at(pg_temp.table1()));
select is(pg_temp.screens() #> '{tables,0,party}',
  jsonb_build_object('entry', pg_temp.id(1), 'name', 'Youssef B.', 'name2', null, 'since', pg_temp.since(1)),
  'who plays is shown at the table');
select pg_temp.add(6, '', pg_temp.at(pg_temp.table2()));
select is(pg_temp.screens() #>> '{tables,1,party,name}', '', 'a party without a name plays there unnamed');
select is(pg_temp.op(6, 'free') ->> 'outcome', 'done', 'until it is free');
update public.public_overlays set s1 = 1 where table_id = pg_temp.table2();
select is(pg_temp.screens() #>> '{tables,1,match,over}', 'false', 'so does a match that isn''t over');
reset role;
update public.matches set ended_at = now() where table_id = pg_temp.table2();
select is(pg_temp.screens() #>> '{tables,1,match,over}', 'true', 'a match''s end is told');
select pg_temp.become(pg_temp.amal());
select public.update_table(pg_temp.table2(), out_of_use => true, kind => 'snooker');
select is((pg_temp.screens() #> '{tables,1}') - '{id,title,match}'::text[],
  '{"kind": "snooker", "out_of_use": true, "party": null, "called": null}', 'and that a table is out of use');

select pg_temp.op(3, 'edit', pg_temp.party('Youssef Benali'));
select matches(pg_temp.names(), 'Youssef B\. 4$', 'a new name gets its own short one');
select pg_temp.op(1, 'free');
select is(pg_temp.names(), 'YOUSSEF B. 3, Youssef B. 4', 'a short name stays when others go');
select pg_temp.add(7, 'Youssef Bakkali');
select is(pg_temp.said(pg_temp.op(1, 'undo')), 'done', 'who comes back');
select is(pg_temp.screens() #>> '{tables,0,party,name}', 'Youssef B. 2', 'gets one that nobody has taken meanwhile');
-- Names are stored whole: a board knows which of them its screens show short, and follows the register and the venue.
select pg_temp.op(1, 'edit', pg_temp.party('Youssef Benali', '{"name2": "Salma Alaoui"}'));
select pg_temp.op(1, 'free');
reset role;
update public.public_overlays set p1 = 'Youssef Benali', p2 = 'Salma Alaoui' where table_id = pg_temp.table1();
create function pg_temp.board() returns jsonb language sql security definer as $$
  select private.overlay_state(shown) from public.public_overlays as shown where shown.table_id = pg_temp.table1()
$$;
select is(pg_temp.board() ->> 'p1', 'Youssef Benali', 'a board has names whole');
select matches(pg_temp.board() ->> 'screen_names', '"p1": "Youssef B\..*", "p2": "Salma A\."', 'screens show them short, also when the party has gone');
select is(private.public_board(shown, false) ->> 'p2', 'Salma A.', 'so does the public page')
from public.public_overlays as shown where shown.table_id = pg_temp.table1();
select pg_temp.become(pg_temp.badr());
select public.name_player('Salma Alaoui');
select pg_temp.become(pg_temp.amal());
select set_config('test.player', public.name_player(' youssef BENALI ')::text, true);
select is(pg_temp.board() ->> 'screen_names', '{"p2": "Salma A."}', 'a player of the venue''s own register is shown whole');
select public.hide_player(current_setting('test.player')::uuid, true);
select ok(pg_temp.board() -> 'screen_names' ? 'p1', 'hidden, nobody is');
select public.hide_player(current_setting('test.player')::uuid, false);
reset role;
update public.players set flag = 'MA' where id = current_setting('test.player')::uuid;
select is(private.dressing_of(shown) -> 'faces', '[{"flag": "MA", "name": "Youssef Benali", "picture": null}]',
  'and has a face')
from public.public_overlays as shown where shown.table_id = pg_temp.table1();
select pg_temp.become(pg_temp.amal());
select public.update_venue(full_names => true);
select is(pg_temp.names(), 'YOUSSEF  Berrada, Youssef Benali, Youssef Bakkali', 'names in full are as typed');
select is(pg_temp.board() ->> 'screen_names', null, 'on boards, too');

select * from finish();
rollback;
