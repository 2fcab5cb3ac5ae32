-- An order lists at most as many tables or sponsors as there can be, because looking up a long list would be slow.
begin;
\ir ../scoring.psql
select plan(4);

select lives_ok(
  'select public.order_tables(array_fill(pg_temp.table_id(), array[64]))', 'as many tables as there can be are ordered');
select throws_ok(
  'select public.order_tables(array_fill(pg_temp.table_id(), array[100000]))', '22023', 'an owner has at most 64 tables',
  'and no more');
select throws_ok(
  'select public.order_sponsors(array_fill(pg_temp.table_id(), array[20]))', '42501', null,
  'as many sponsors as there can be are looked at');
select throws_ok(
  'select public.order_sponsors(array_fill(pg_temp.table_id(), array[21]))', '22023', 'a venue has at most 20 sponsors',
  'and no more');

reset role;
select * from finish();
rollback;
