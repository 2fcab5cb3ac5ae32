-- Marks of direction that reach past a name are taken out wherever a name is stored; those within a name stay.
begin;
\ir ../results.psql
select plan(9);
reset role;
create function pg_temp.evil() returns text language sql as $$ select U&'Zoe\0308 \202Elive\202C\2066\0021\2069'::text $$;
create function pg_temp.straight() returns text language sql as $$ select U&'Zoe\0308 live\0021'::text $$;
create function pg_temp.kept_names() returns setof text language sql security definer as $$
  select p1 from public.public_overlays where owner_uid = pg_temp.amal() and p1 <> 'PLAYER A'
  union select p1 from public.results union select by_hand ->> 'p2' from public.results where by_hand is not null
  union select name from public.players union select name from public.waiting
$$;
select pg_temp.become(pg_temp.amal());
update public.public_overlays set p1 = pg_temp.evil() where table_id = pg_temp.table_id();
select is((pg_temp.shown()).p1, pg_temp.straight(), 'directly');
select is(
  (select body #>> '{changes,p1,to}' from pg_temp.log() order by seq desc limit 1), pg_temp.straight(), 'also in its log');
select public.save_player(pg_temp.evil());
select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', gen_random_uuid(), 'kind', 'add',
  'name', pg_temp.evil(), 'name2', pg_temp.evil(), 'size', 2, 'wants', 'any'));
reset role;
select pg_temp.fold(jsonb_build_object('p1', pg_temp.evil()));
select pg_temp.become(pg_temp.amal());
select public.correct_result((pg_temp.kept()).id, jsonb_build_object('p1', 'Amal', 'p2', pg_temp.evil(), 's1', 3, 's2', 1));
select results_eq('select pg_temp.kept_names()', 'select pg_temp.straight()', 'on the list, in the register and in results');
update public.user_overlays set title = pg_temp.evil() where id = pg_temp.table_id();
select public.update_venue(title => pg_temp.evil());
reset role;
insert into public.venue_pictures (id, venue_id, kind)
  select repeat('x', 22), id, 'logo' from public.venues where owner_uid = pg_temp.amal();
insert into public.sponsors (venue_id, title, picture, position, shown)
  select venue_id, pg_temp.evil(), id, 1, true from public.venue_pictures;
select results_eq(
  $$select title from public.user_overlays where id = pg_temp.table_id()
    union select title from public.venues where owner_uid = pg_temp.amal() union select title from public.sponsors$$,
  'select pg_temp.straight()', 'names of tables, venues and sponsors');
select is((select name2 from public.waiting), pg_temp.straight(), 'both names of a party');
update public.players set name = U&'\200Fعلي\200C رضا 👨\200D👩\200D👧';
select is((select name from public.players), U&'\200Fعلي\200C رضا 👨\200D👩\200D👧', 'what belongs to a name stays');
select is((select name_key from public.players), 'علي رضا 👨👩👧', 'and makes no other player');
select is_empty(
  $$select con.conrelid::regclass, att.attname
    from pg_constraint con join pg_attribute att on att.attrelid = con.conrelid and att.attnum = any(con.conkey)
    where con.contype = 'c' and pg_get_constraintdef(con.oid) ~ 'char_length.*<= 60' and not exists (
      select from pg_trigger where tgrelid = con.conrelid and tgfoid = 'private.keep_names_straight'::regproc
        and att.attname = any(string_to_array(encode(tgargs, 'escape'), '\000')))$$,
  'each name that is typed, labels of links and titles of screens too, is stored without those marks');
insert into public.upload_keys (venue_id, key_hash, label)
  select id, 'x', pg_temp.evil() from public.venues where owner_uid = pg_temp.amal();
select is((select label from public.upload_keys where key_hash = 'x'), pg_temp.straight(), 'such as an upload key''s label');
select * from finish();
rollback;
