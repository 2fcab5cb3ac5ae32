-- Erasing a player returns whether the name was found.
begin;
\ir ../erasing.psql
select plan(12);

select pg_temp.become(pg_temp.amal());
select is(public.erase_player('Sara'), '{"after": null, "found": false}'::jsonb, 'an unknown name is not found');
select is(public.erase_player('Sara', gen_random_uuid()), '{"after": null, "found": false}'::jsonb, 'nor when it is gone on with');

-- Each of these is the only place that has the name.
create function pg_temp.found(name text) returns text language sql as $$
  select string_agg(public.erase_player(name) ->> 'found', ' then ') from generate_series(1, 2)
$$;
select public.save_player('Nadia', 'MA');
select is(pg_temp.found('nadia'), 'true then false', 'the register has one');
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', pg_temp.id(70), 'kind', 'add', 'before', null,
  'name', 'Adil', 'name2', 'Badr', 'size', 2, 'wants', 'any'));
select is(pg_temp.found('adil'), 'true then false', 'the waiting list has one');
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', pg_temp.id(70), 'kind', 'edit',
  'before', public.list_waiting() #>> '{entries,0,last_op,id}', 'name', 'Imane', 'name2', null, 'size', 2, 'wants', 'any'));
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', pg_temp.id(70), 'kind', 'edit',
  'before', public.list_waiting() #>> '{entries,0,last_op,id}', 'name', 'Karim', 'name2', null, 'size', 2, 'wants', 'any'));
select is(pg_temp.found('imane'), 'true then false', 'what a party was called before has one');
reset role;
select pg_temp.add(7, now() - interval '1 day', true, 'Hind', 'Badr');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.found('hind'), 'true then false', 'a result has one');
select public.correct_result(lpad('7', 22, '0'), '{"p1": "Rim", "p2": "Badr", "s1": 3, "s2": 2}');
select is(pg_temp.found('rim'), 'true then false', 'so has its correction');
select public.append_actions((pg_temp.shown()).match_id, (pg_temp.shown()).seq, jsonb_build_array(
  pg_temp.action(1, 'set', '{"changes": {"p1": {"from": "PLAYER A", "to": "Anas"}}}')
), pg_temp.board('{"p1": "Anass"}'));
select is(pg_temp.found('anas'), 'true then false', 'an entry of a log has one');
select public.begin_match(pg_temp.table_id(), (pg_temp.shown()).match_id, pg_temp.id(50), 'snooker', 1,
  '{"p1": "Taha", "p2": "Badr", "reds": 15}', pg_temp.board('{"p1": "Tahar", "p2": "Badr"}'), 0);
select is(pg_temp.found('taha'), 'true then false', 'the beginning of a match has one');
select public.begin_match(pg_temp.table_id(), (pg_temp.shown()).match_id, pg_temp.id(51), 'snooker', 1,
  '{"p1": "Ali", "p2": "Badr", "reds": 15}', pg_temp.board('{"p1": "Ali", "p2": "Mouna"}'), 0);
select is(pg_temp.found('mouna'), 'true then false', 'a board has one');
select public.save_player('Zoe Alami', 'MA');
select is(public.erase_player('Zoe  Alami') -> 'found', 'true', 'in any spelling');
reset role;
select isnt_empty($$select from public.result_sides where name_key = 'badr'$$, 'no other player is erased');
select * from finish();
rollback;
