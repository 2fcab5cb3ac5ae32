-- A party of the waiting list plays, finishes and is erased, in any spelling: no table has its name, whole or short,
-- and its table is free.
begin;
\ir ../erasing.psql
select plan(21);
select pg_temp.become(pg_temp.amal());
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', pg_temp.id(70), 'kind', 'add',
  'name', 'Karima Idrissi', 'name2', 'Salma Ouazzani', 'size', 2, 'wants', 'any'));
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', pg_temp.id(70), 'kind', 'start',
  'before', (public.list_waiting() #>> '{entries,0,last_op,id}'), 'table_id', pg_temp.table_id()));
select public.begin_match(pg_temp.table_id(), pg_temp.match(), pg_temp.id(50), 'snooker', 1,
  '{"p1": "Karima Idrissi", "p2": "Salma Ouazzani", "reds": 15}',
  pg_temp.board('{"p1": "Karima Idrissi", "p2": "Salma Ouazzani", "race_to": 3}'), 0);
select public.append_actions(pg_temp.id(50), 0, jsonb_build_array(pg_temp.action(1, 'rack', '{"side": "A"}')),
  pg_temp.board('{"p1": "Karima Idrissi", "p2": "Salma Ouazzani", "s1": 3, "race_to": 3, "result": {"winner": "A"}}'));
select public.start_clock((pg_temp.shown()).url_token);
reset role;
select isnt((select ended_at from public.matches where id = pg_temp.id(50)), null, 'the match is over');
select pg_temp.fold('{"p1": "Karima Idrissi", "p2": "Salma Ouazzani"}', pg_temp.id(50));
update public.venues set is_public = true, shows_live = true;
select pg_temp.become();
reset role;
select public.latest_snapshot((select match_id from public.snapshot_tables where table_id = pg_temp.table_id()));
select is(
  (select board #>> '{screen_names,p1}' from public.snapshots where source = 'board'), 'Karima I.', 'its picture shows a short name');

select pg_temp.become(pg_temp.amal());
select is(public.erase_player(U&'\200Fkarima\00A0 IDRISSI') ->> 'after', null, 'one of them is erased');
reset role;
select is(pg_temp.places('karima'), '{}', 'the name is nowhere, whole or short');
select is((select p1 || '/' || p2 from public.results), '/Salma Ouazzani', 'the result stays, without the name');
select results_eq(
  'select p1, p2, s1, s2, race_to, clock_running, clock_accum from pg_temp.shown()',
  $$values ('PLAYER A', 'PLAYER B', 0::float8, 0::float8, 0::float8, false, 0::float8)$$, 'the table is as before anybody played');
select results_eq(
  'select name, name2, state from public.waiting', $$values ('', 'Salma Ouazzani', 'playing')$$, 'the party plays on without the name');
select is((select screen_name from private.parties), 'Salma O.', 'under the name of who stayed');
select pg_temp.become(pg_temp.amal());
select is(
  (select body #>> '{changes,p1,to}' from pg_temp.log(pg_temp.id(50)) order by seq desc limit 1), '', 'its log says no default name');
select is(public.erase_player('salma ouazzani') ->> 'after', null, 'so is the other');
reset role;
select is(pg_temp.places('salma') || pg_temp.places('ouazzani'), '{}', 'who is nowhere either');
select is((select screen_name from private.parties), '', 'and shown as nameless');

-- Of a party of four that waits: the second name has a number, which stays with it.
select pg_temp.become(pg_temp.amal());
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', pg_temp.id(71), 'kind', 'add',
  'name', 'Karim Idrissi', 'name2', 'Karim Idrissi Junior', 'size', 4, 'wants', 'any'));
reset role;
update public.waiting set number2 = 2 where id = pg_temp.id(71);
select pg_temp.become(pg_temp.amal());
select public.erase_player('Karim Idrissi');
reset role;
create function pg_temp.called() returns text language sql security definer as $$
  select party ->> 'name' from jsonb_array_elements(
    private.waiting_of((select id from public.venues where owner_uid = pg_temp.amal()), true) -> 'parties') as party
$$;
select is(pg_temp.called(), 'Karim J. 2', 'a waiting party is called by the name that is left');
update public.venues set full_names = true;
select is(pg_temp.called(), 'Karim Idrissi Junior', 'in full where the venue wants that');
update public.venues set full_names = false;
select pg_temp.become(pg_temp.amal());
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', pg_temp.id(71), 'kind', 'call',
  'before', (select entry #>> '{last_op,id}' from jsonb_array_elements(public.list_waiting() -> 'entries') as entry
    where entry ->> 'id' = pg_temp.id(71)::text), 'table_id', public.add_table('Table 2')));
reset role;
select is((select private.table_facts(owned, true, clock_timestamp()) #>> '{called,name}'
  from public.user_overlays as owned where owned.title = 'Table 2'), pg_temp.called(), 'so is who is called to a table');
select pg_temp.become(pg_temp.amal());
select public.erase_player('Karim Idrissi Junior');
reset role;
select is(pg_temp.called(), '', 'a number goes with its name');

-- A board of plain scores, in mid-match: nothing of that match is left on it, and the match stays.
select pg_temp.become(pg_temp.amal());
select public.begin_match(pg_temp.table_id(), (pg_temp.shown()).match_id, pg_temp.id(51), 'plain', 1,
  '{"p1": "Zineb", "p2": "Badr"}', pg_temp.board('{"p1": "Zineb", "p2": "Badr", "race_to": 9}'), 0);
select public.append_actions(pg_temp.id(51), 0, jsonb_build_array(
  pg_temp.action(1, 'set', '{"changes": {"s1": {"from": 0, "to": 4}}}')
), pg_temp.board('{"p1": "Zineb", "p2": "Badr", "s1": 4, "race_to": 9}'));
select public.start_clock((pg_temp.shown()).url_token);
select public.erase_player('zineb');
reset role;
select results_eq(
  'select p1, p2, s1, s2, race_to, detail, clock_running, clock_accum, shot, visit_at from pg_temp.shown()',
  $$values ('PLAYER A', 'PLAYER B', 0::float8, 0::float8, 0::float8, null::jsonb, false, 0::float8, null::jsonb, null::timestamptz)$$,
  'a board in mid-match is as before anybody played');
select is((select start from public.matches where id = (pg_temp.shown()).match_id),
  private.plain_start('PLAYER A', 'PLAYER B', 0, 0, 0), 'so is the match that it shows');
select is((select private.table_facts(owned, false, clock_timestamp()) -> 'match' from public.user_overlays as owned where owned.id = pg_temp.table_id()), 'null', 'for rooms and televisions, its table is free of it');
select is((select last_board - 'visit_at' from public.matches where id = pg_temp.id(51)),
  '{"p1": "", "p2": "Badr", "event": "", "s1": 4, "s2": 2, "race_to": 9, "detail": null}', 'the match that was left keeps who played it, and the score');
select is((select body #>> '{changes,p1,to}' from public.match_actions where match_id = pg_temp.id(51) order by seq desc limit 1),
  '', 'as its log does, from which its result is made');
select * from finish();
rollback;
