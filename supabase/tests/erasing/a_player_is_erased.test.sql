-- An erased player's name is nowhere; matches and results stay, without the name.
begin;
\ir ../erasing.psql
select plan(25);

select pg_temp.become(pg_temp.amal());

-- Amal has played "Zineb" under three spellings, in three matches; the second is corrected, the last is current.
select pg_temp.append(0, jsonb_build_array(
  pg_temp.action(1, 'set', '{"changes": {"p1": {"from": "PLAYER A", "to": " ZINEB "}, "s1": {"from": 0, "to": 3}}}')
), pg_temp.board('{"p1": " ZINEB "}'));
select public.begin_match(pg_temp.table_id(), pg_temp.match(), pg_temp.id(50), 'snooker', 1,
  '{"p1": "zineb", "p2": "Zineb the Second", "reds": 15}', pg_temp.board('{"p1": "zineb", "p2": "Zineb the Second"}'), 0);
reset role;
select pg_temp.fold('{"p1": " ZINEB "}');
select pg_temp.become(pg_temp.amal());
select public.append_actions(pg_temp.id(50), 0, jsonb_build_array(
  pg_temp.action(2, 'replace', jsonb_build_object('t', pg_temp.id(3), 'kind', 'set', 'body', '{}'::jsonb))
), null);
select public.append_actions(pg_temp.id(50), 0, jsonb_build_array(
  pg_temp.action(3, 'rack', '{"side": "A", "deep": [["Zineb"], {"to": " zineb "}]}')
), pg_temp.board('{"p1": "Zineb", "p2": "Zineb the Second"}'));
select pg_temp.add(7, now() - interval '1 day', true, 'Badr', 'Zineb');
select pg_temp.add(8, now() - interval '2 days', true, 'Amal', 'Badr');
select public.correct_result(lpad('8', 22, '0'), '{"p1": "Zineb", "p2": "Badr", "s1": 3, "s2": 2}');
select pg_temp.add(9, now() - interval '3 days', true, 'Zineb', 'Zineb');
select public.set_aside(lpad('9', 22, '0'), true);
select public.save_player('Zineb', 'MA');
select public.save_player('Zineb the Second', 'MA');
select set_config('test.key_id', public.add_scorer_link(pg_temp.table_id(), 'Bar', is_machine => true) ->> 'id', true);
reset role;
insert into public.machine_requests (link_id, request, body_hash, answer, created_at)
values (current_setting('test.key_id')::uuid, 'one', repeat('0', 64), '{"names": ["Zineb", "Badr"]}', now());
update public.venues set is_public = true, shows_live = true;
-- A match of others belongs to an event of her name.
select pg_temp.add(6, now() - interval '4 days');
update public.results set detail = detail || '{"event": "Zineb "}' where match_id = pg_temp.id(6);
-- She waits under one spelling, and the entry had another name before an edit.
select pg_temp.become(pg_temp.amal());
create function pg_temp.party(id uuid, kind text, before uuid, name text, name2 text) returns jsonb language sql as $$
  select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', id, 'kind', kind, 'before', before,
    'name', name, 'name2', name2, 'size', 2, 'wants', 'any'))
$$;
select pg_temp.party(pg_temp.id(70), 'add', null, 'Zineb ', 'Badr');
select pg_temp.party(pg_temp.id(71), 'add', null, 'Badr', 'ZINEB');
select pg_temp.party(pg_temp.id(71), 'edit', (public.list_waiting() #>> '{entries,1,last_op,id}')::uuid, 'Badr', null);
reset role;

select pg_temp.become();
reset role;
select public.latest_snapshot((select match_id from public.snapshot_tables where table_id = pg_temp.table_id()));
select is(
  pg_temp.places('zineb'),
  array['machine_requests', 'match_actions', 'matches', 'played_names', 'players', 'public_overlays',
    'realtime.messages', 'result_sides', 'results', 'snapshots', 'waiting', 'waiting_ops'],
  'a player''s name is in many places');

-- Somebody else's players are left alone.
select pg_temp.become(pg_temp.badr());
select public.save_player('Zineb', 'FR');
select is(public.erase_player('yasmine'), '{"after": null, "found": false}'::jsonb, 'erasing an unknown player does nothing, and says so');
select throws_ok($$select public.erase_player(' ')$$, '22023', null, 'an empty name can''t be erased');
select throws_ok($$select public.erase_player('player a')$$, '22023', null, 'a board''s default name can''t be erased');
select throws_ok($$select public.erase_player(null)$$, '22023', null, 'a name is needed');
select pg_temp.become();
select throws_ok($$select public.erase_player('zineb')$$, '42501', null, 'strangers can''t erase');

select pg_temp.become(pg_temp.amal());
select is(public.erase_player(' Zineb '), '{"after": null, "found": true}'::jsonb, 'one call erases what a second is enough for');
select is(public.erase_player('zineb') -> 'found', 'false', 'afterwards the name is unknown');
reset role;
select is(
  (select array_agg(name order by name) from public.players where name_key = 'zineb'), array['Zineb'],
  'another venue''s player stays');
delete from public.players where name_key = 'zineb';
select is(
  pg_temp.places('zineb'),
  array['matches', 'players'],
  'only those stay whose name is another');
create function pg_temp.texts() returns setof text language sql security definer as $$
  select stored::text from public.matches as stored union all select stored::text from public.match_actions as stored
  union all select stored::text from public.public_overlays as stored union all select stored::text from realtime.messages as stored
  union all select stored::text from public.waiting as stored union all select stored::text from public.waiting_ops as stored
  union all select stored::text from public.players as stored union all select stored::text from public.results as stored
$$;
select is_empty(
  $$select said from pg_temp.texts() as said
    where strpos(replace(lower(said), 'zineb the second', ''), 'zineb') > 0$$,
  'the erased name is nowhere');

select results_eq(
  'select id, erasures from public.matches where table_id = pg_temp.table_id() order by number desc limit 3',
  $$select * from (values ((pg_temp.shown()).match_id, 0), (pg_temp.id(50), 1), (pg_temp.match(), 1)) as named$$,
  'a device with the log of a match that named her reads it again');
select results_eq(
  'select name, name_key, name2, number2 from public.waiting order by id',
  $$values ('', null, 'Badr', 1), ('Badr', 'badr', null, 1)$$, 'a party without her waits on');
select results_eq(
  'select p1, p2, s1 from public.results where match_id = pg_temp.match()',
  $$values ('', ' BADR ', 3::float8)$$, 'a result stays, without the name');
select is(
  (select by_hand ->> 'p1' from public.results where match_id = pg_temp.id(8)), '', 'so does a correction');
select is(
  (select p2 from public.results where match_id = pg_temp.id(7)), '', 'on either side');
select results_eq(
  'select p1, detail, rev from public.results where match_id = pg_temp.id(6)',
  $$values ('Amal', '{"rows": []}'::jsonb, 2)$$, 'an event of that name is forgotten as well');
select results_eq(
  $$select name_key, other_key from public.result_sides where match_id in (pg_temp.id(7), pg_temp.match()) order by 1$$,
  $$values ('badr', null::text), ('badr', null)$$, 'their opponents have no opponent');
select is((select rev from public.results where match_id = pg_temp.id(7)), 2, 'cards are drawn again');
select is((select count(*) from public.snapshots where source = 'board'), 0::bigint, 'drawn pictures are gone');
select is(
  (select count(*) from public.snapshot_removals), 1::bigint, 'their files are due');

select results_eq(
  'select p1, p2, s1, s2, seq from pg_temp.shown()',
  $$values ('PLAYER A', 'PLAYER B', 0::float8, 0::float8, 0)$$, 'the board is as before anybody played');
select is(
  (select last_board ->> 's2' from pg_temp.played(pg_temp.id(50))), '2', 'the match that was left keeps its scores');
select pg_temp.become(pg_temp.amal());
select is(
  public.resume_match(pg_temp.table_id(), (pg_temp.shown()).match_id, pg_temp.id(50)) ->> 'outcome', 'bad',
  'it can''t be undone');
select is(
  public.append_actions(pg_temp.id(50), 1, '[]', pg_temp.board('{"p1": "Zineb"}')) ->> 'outcome', 'stale',
  'a device that knows the old log gets what takes the name from its board');
select * from finish();
rollback;
