-- A party of the waiting list plays under whole names: its result has them, and the public sees them short unless the venue
-- wants them in full.
begin;
\ir ../results.psql
select plan(8);
reset role;
create function pg_temp.public_names() returns text language sql security definer as $$
  select concat_ws(' – ', shown ->> 'p1', shown ->> 'p2')
  from public.results as kept, private.public_result(kept, false, false) as shown where kept.match_id = pg_temp.match()
$$;
select pg_temp.become(pg_temp.amal());
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', gen_random_uuid(), 'kind', 'add',
  'name', 'Karima Idrissi', 'name2', 'Salma Ouazzani', 'size', 2, 'wants', 'any'));
select pg_temp.append(0, jsonb_build_array(
  pg_temp.action(1, 'set', '{"changes": {"p1": {"from": "PLAYER A", "to": "Karima Idrissi"}}}')
), pg_temp.board('{"p1": "Karima Idrissi", "p2": "Salma Ouazzani"}'));
reset role;
select pg_temp.fold('{"p1": "Karima Idrissi", "p2": "Salma Ouazzani"}');
select is((select p1 || ' – ' || p2 from public.results), 'Karima Idrissi – Salma Ouazzani', 'a result has whole names');
delete from public.waiting;
select is(pg_temp.public_names(), 'Karima I. – Salma O.', 'the public sees short ones, also when the list has forgotten them');
select pg_temp.fold('{"p1": "Karima Idrissi", "p2": "Salma Ouazzani", "s1": 2}');
select is(pg_temp.public_names(), 'Karima I. – Salma O.', 'and when it was folded again');
insert into public.players (venue_id, name) select id, 'karima idrissi' from public.venues where owner_uid = pg_temp.amal();
select is(pg_temp.public_names(), 'Karima Idrissi – Salma O.', 'players of the register are whole');
update public.venues set full_names = true;
select is(pg_temp.public_names(), 'Karima Idrissi – Salma Ouazzani', 'so is everybody where the venue wants that');
update public.venues set full_names = false;
select pg_temp.become(pg_temp.amal());
select is(
  (select public.get_player('karima idrissi') #>> '{player,name}'), 'karima idrissi', 'the venue''s own people see whole names, as the register has them');
select is(public.erase_player('Karima Idrissi') ->> 'after', null, 'erasing the whole name');
select is(pg_temp.public_names(), ' – Salma O.', 'leaves no short one');
select * from finish();
rollback;
