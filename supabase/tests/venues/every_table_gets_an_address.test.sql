-- Each table gets a picture address that can't be guessed and is never reused.
begin;
\ir ../pictures.psql
select plan(15);
reset role;

select matches(pg_temp.address(), '^[a-z0-9]{12}-b1$', 'an owner''s first table is b1 of a venue with a random name');
select is((select owner_uid from public.venues), pg_temp.amal(), 'the venue is the owner''s');
create function pg_temp.new_slug() returns text language sql as $$
  select private.random_text('abcdefghijklmnopqrstuvwxyz0123456789', 12)
$$;
select is(count(distinct slug), 2000::bigint, '2,000 random names are all different')
from (select pg_temp.new_slug() as slug from generate_series(1, 2000)) as drawn;
select ok(bool_and(slug ~ '^[a-z0-9]{12}$'), 'a name is 12 letters and digits')
from (select pg_temp.new_slug() as slug from generate_series(1, 500)) as drawn;
select is(count(distinct letter), 36::bigint, 'every letter and digit comes up')
from (select regexp_split_to_table(pg_temp.new_slug(), '') as letter from generate_series(1, 200)) as drawn;

create function pg_temp.board_of_added() returns text language sql security definer as $$
  select board from public.snapshot_tables where table_id = current_setting('test.added')::uuid
$$;
select pg_temp.become(pg_temp.amal());
select set_config('test.added', public.add_table('Second')::text, true);
reset role;
select is(pg_temp.board_of_added(), 'b2', 'the second table is b2');
select is(count(*), 1::bigint, 'the second table is in the same venue') from public.venues;
delete from public.user_overlays where id = current_setting('test.added')::uuid;
select is_empty($$select 1 from public.snapshot_tables where board = 'b2'$$, 'a deleted table has no address');
select pg_temp.become(pg_temp.amal());
select set_config('test.added', public.add_table('Third')::text, true);
select is(pg_temp.board_of_added(), 'b3', 'a deleted table''s number is not given again');

select pg_temp.become_service();
select pg_temp.sample(1, 'b4');
select pg_temp.become(pg_temp.amal());
select set_config('test.added', public.add_table('Fourth')::text, true);
select is(pg_temp.board_of_added(), 'b5', 'a number that uploaded pictures have is not given again');

select pg_temp.become(pg_temp.badr());
select is(public.get_venue() -> 'tables', '[]', 'an owner without a table has a venue without tables');
select isnt(public.get_venue() ->> 'slug', split_part(pg_temp.address(), '-', 1), 'another owner has another venue');
select is(public.get_venue() ->> 'slug', public.get_venue() ->> 'slug', 'a venue keeps its name');

select pg_temp.become_service();
select pg_temp.upload(2);
select public.fail_upload(pg_temp.address(), pg_temp.key(), 'late');
reset role;
select lives_ok($$delete from auth.users$$, 'an account can be deleted');
select is_empty(
  $$select 1 from public.venues union all select 1 from public.snapshot_tables union all select 1 from public.upload_keys
    union all select 1 from public.snapshots union all select 1 from public.upload_failures$$,
  'deleting an account deletes its venue and pictures');

select * from finish();
rollback;
