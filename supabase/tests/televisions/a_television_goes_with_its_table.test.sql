-- Deleting a table or an account removes its televisions.
begin;
\ir ../televisions.psql
select plan(7);

select pg_temp.become(pg_temp.amal());
select set_config('test.two', public.add_table('Two')::text, true);
select pg_temp.pair(1, 'Two', current_setting('test.two')::uuid), pg_temp.pair(2, 'One', pg_temp.table_id()), pg_temp.pair(3, 'All');
select pg_temp.become(pg_temp.badr());
select public.ensure_overlay(), pg_temp.pair(4, 'Badr''s');
reset role;
delete from public.user_overlays where id = current_setting('test.two')::uuid;
select is(pg_temp.ask(1) ->> 'status', 'unknown', 'a deleted table''s television is unknown');
select is(pg_temp.begin_pairing(1) ->> 'status', 'waiting', 'a deleted table''s television can wait again');
select is(pg_temp.ask(2) #>> '{tables,0,title}', 'Overlay 1', 'a television of another table is unchanged');
select is(jsonb_array_length(pg_temp.ask(3) -> 'tables'), 1, 'a television of all tables shows one fewer');
delete from auth.users where id = pg_temp.amal();
select results_eq('select title from public.televisions', $$values ('Badr''s')$$,
  'deleting an account deletes its televisions');
select is(pg_temp.ask(3) ->> 'status', 'unknown', 'a deleted account''s television is unknown');
select is(pg_temp.ask(4) ->> 'status', 'paired', 'another account''s television stays paired');

select * from finish();
rollback;
