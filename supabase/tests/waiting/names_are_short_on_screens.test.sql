-- Screens get called and waiting parties under short names that differ; the venue may show names in full.
begin;
\ir ../waiting.psql
select plan(32);
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
  'Youssef Bena., YOUSSEF Ber., يوسف ع., ' || repeat('ط', 60) || ', ' || repeat('ط', 58) || ' 2',
  'names are short, differ whatever their case, and fit');
select is(pg_temp.boarded(' youssef BENALI', 'Youssef Bennani'), 'youssef BENA. – Youssef Benn.', 'so do those of one party on a board');
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
      'party', null, 'called', jsonb_build_object('entry', pg_temp.id(1), 'name', 'Youssef Bena.', 'name2', null, 'since', pg_temp.since(1))),
    jsonb_build_object('id', pg_temp.table2(), 'title', 'Table 2', 'kind', 'pool', 'out_of_use', false, 'match', null,
      'party', null, 'called', null)
  ), 'parties', jsonb_build_array(
    jsonb_build_object('id', pg_temp.id(1), 'name', 'Youssef Bena.', 'name2', null, 'size', 2, 'wants', 'any', 'table_id', pg_temp.table1(),
      'state', 'called', 'called_ago', 20),
    jsonb_build_object('id', pg_temp.id(2), 'name', 'YOUSSEF Ber.', 'name2', null, 'size', 2, 'wants', 'table',
      'table_id', pg_temp.table2(), 'state', 'waiting', 'called_ago', null),
    jsonb_build_object('id', pg_temp.id(3), 'name', 'يوسف ع.', 'name2', null, 'size', 4, 'wants', 'snooker', 'table_id', null,
      'state', 'waiting', 'called_ago', null)
  )), 'screens see only called and waiting parties, in order');
select pg_temp.become(pg_temp.amal());
select pg_temp.op(1, 'start', pg_temp.at(pg_temp.table1()));
select is(pg_temp.screens() #> '{tables,0,party}',
  jsonb_build_object('entry', pg_temp.id(1), 'name', 'Youssef Bena.', 'name2', null, 'since', pg_temp.since(1)),
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
select pg_temp.has(pg_temp.screens() #> '{tables,1}',
  '{"kind": "snooker", "out_of_use": true, "party": null, "called": null}', 'and that a table is out of use');

select pg_temp.op(3, 'edit', pg_temp.party('Youssef Benali'));
select matches(pg_temp.names(), 'Youssef Bena\. 2$', 'a namesake gets a number');
select pg_temp.op(1, 'free');
select is(pg_temp.names(), 'YOUSSEF Ber., Youssef Bena. 2', 'a short name stays when others go');
select pg_temp.add(7, 'Youssef Benali');
select is(pg_temp.said(pg_temp.op(1, 'undo')), 'done', 'a party that comes back');
select is(pg_temp.screens() #>> '{tables,0,party,name}', 'Youssef Bena. 3', 'gets one that no other party has taken meanwhile');
-- Names are stored whole: a board knows which of them its screens show short, and follows the register and the venue.
select pg_temp.op(1, 'edit', pg_temp.party('Youssef Benali', '{"name2": "Salma Alaoui"}'));
select pg_temp.op(1, 'free');
reset role;
update public.public_overlays set p1 = 'Youssef Benali', p2 = 'Salma Alaoui' where table_id = pg_temp.table1();
create function pg_temp.board() returns jsonb language sql security definer as $$
  select private.overlay_state(shown) from public.public_overlays as shown where shown.table_id = pg_temp.table1()
$$;
select is(pg_temp.board() ->> 'p1', 'Youssef Benali', 'a board has names whole');
select matches(pg_temp.board() ->> 'screen_names', '"p1": "Youssef Bena\..*", "p2": "Salma A\."', 'screens show them short, also when the party has gone');
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
select is(private.branding_of(shown) -> 'faces', '[{"flag": "MA", "name": "Youssef Benali", "picture": null}]',
  'and has a face')
from public.public_overlays as shown where shown.table_id = pg_temp.table1();
select pg_temp.become(pg_temp.amal());
select public.update_venue(full_names => true);
select is(pg_temp.names(), 'YOUSSEF  Berrada, Youssef Benali, Youssef Benali', 'names in full are as typed');
select is(pg_temp.board() ->> 'screen_names', null, 'on boards, too');

-- Two parties with the same short name both get more letters.
select public.update_venue(full_names => false);
select pg_temp.op(n, 'leave') from unnest(array[2, 3, 7]) as n;
select pg_temp.add(10, 'Karima Ibrahim'), pg_temp.op(10, 'start', pg_temp.at(pg_temp.table1()));
reset role;
update public.public_overlays set p1 = 'Karima Ibrahim', p2 = 'PLAYER B' where table_id = pg_temp.table1();
select is(pg_temp.board() #>> '{screen_names,p1}', 'Karima I.', 'alone, one letter says who it is');
insert into public.overlay_screens (table_id, screen, seen_at) values (pg_temp.table1(), 'television', clock_timestamp());
create function pg_temp.brandings_sent() returns bigint language sql security definer as $$
  select count(*) from realtime.messages where event = 'branding'
$$;
select set_config('test.brandings_sent', pg_temp.brandings_sent()::text, true);
select pg_temp.become(pg_temp.amal());
select pg_temp.add(11, 'Karima Idrissi');
select is(pg_temp.names() || ', ' || (pg_temp.screens() #>> '{tables,0,party,name}'), 'Karima Id., Karima Ib.', 'beside a like name, both have more');
select is(pg_temp.board() #>> '{screen_names,p1}', 'Karima Ib.', 'on boards, too');
select cmp_ok(pg_temp.brandings_sent(), '>', current_setting('test.brandings_sent')::bigint, 'whose screens are told');
select pg_temp.add(12, 'Karima  IDRISSI');
select is(pg_temp.names(), 'Karima Id., Karima ID. 2', 'those of one name have a number');
select pg_temp.op(11, 'leave');
select pg_temp.op(12, 'edit', pg_temp.party('Karima Amrani', '{"name2": "Karima Fatima Amrani"}'));
select is(pg_temp.names(), 'Karima Amrani', 'a name is whole where no letter of its last word tells it apart');
select pg_temp.op(12, 'edit', pg_temp.party('كريمة الإدريسي', '{"name2": "كريمة الإبراهيمي"}'));
reset role;
select is(pg_temp.boarded('كريمة الإدريسي', 'كريمة الإبراهيمي'), 'كريمة إد. – كريمة إب.', 'in Arabic as well');
select is(private.public_name(name, other, true), short, name || ' beside ' || other || ' is ' || short) from (values
  ('Karima Idrissi', 'Karima Ibrahim', 'Karima Id.'), ('Karima Idrissi', 'karima idrissi', 'Karima I.')
) as names (name, other, short);

select * from finish();
rollback;
