-- An order lists at most as many tables or sponsors as there can be, because looking up a long list would be slow.
begin;
\ir ../scoring.psql
select plan(4);

select lives_ok(
  'select public.order_tables(array_fill(pg_temp.table_id(), array[64]))', 'an order of 64 tables is accepted');
select throws_ok(
  'select public.order_tables(array_fill(pg_temp.table_id(), array[100000]))', '22023', 'an owner has at most 64 tables',
  'an order of more tables is refused');
select throws_ok(
  'select public.order_sponsors(array_fill(pg_temp.table_id(), array[20]))', '42501', null,
  'an order of 20 sponsors is looked at');
select throws_ok(
  'select public.order_sponsors(array_fill(pg_temp.table_id(), array[21]))', '22023', 'a venue has at most 20 sponsors',
  'an order of 21 sponsors is refused');

reset role;
select * from finish();
rollback;
