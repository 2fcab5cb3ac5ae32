-- A party of the waiting list plays, finishes and is erased, in any spelling: no table has its name, whole or short, and its
-- table is free.
begin;
\ir ../erasing.psql
select plan(11);
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
select is((select p1 || '/' || p2 from public.results), '/Salma Ouazzani', 'the result stays, played by nobody');
select results_eq(
  'select p1, p2, s1, s2, race_to, clock_running, clock_accum from pg_temp.shown()',
  $$values ('PLAYER A', 'PLAYER B', 0::float8, 0::float8, 0::float8, false, 0::float8)$$, 'the table is as before anybody played');
select results_eq(
  'select name, name2, state from public.waiting', $$values ('', 'Salma Ouazzani', 'playing')$$, 'the party plays on without the name');
select pg_temp.become(pg_temp.amal());
select is(
  (select body #>> '{changes,p1,to}' from pg_temp.log(pg_temp.id(50)) order by seq desc limit 1), '', 'its log says no default name');
select is(public.erase_player('salma ouazzani') ->> 'after', null, 'so is the other');
reset role;
select is(pg_temp.places('salma') || pg_temp.places('ouazzani'), '{}', 'who is nowhere either');
select is((select screen_name from private.parties), '', 'and shown as nameless');
select * from finish();
rollback;
