-- A signed-out caller can't list or write overlays.
begin;
\ir ../helpers.psql
select plan(12);

select pg_temp.become();
select throws_ok('select * from public.user_overlays', '42501', null, 'anon cannot read user_overlays');
select throws_ok('select * from public.public_overlays', '42501', null, 'anon cannot read public_overlays');
select throws_ok('select url_token from public.public_overlays', '42501', null, 'anon cannot list tokens');
select throws_ok('select count(*) from public.public_overlays', '42501', null, 'anon cannot count overlays');
select throws_ok(
  'insert into public.user_overlays (owner_uid) values (pg_temp.amal())',
  '42501', null, 'anon cannot insert a private record');
select throws_ok(
  'insert into public.public_overlays (url_token, owner_uid) values (pg_temp.token(), pg_temp.amal())',
  '42501', null, 'anon cannot insert a public record');
select throws_ok('update public.public_overlays set s1 = 9', '42501', null, 'anon cannot update a public record');
select throws_ok($$update public.user_overlays set title = 'x'$$, '42501', null, 'anon cannot rename an overlay');
select throws_ok('delete from public.public_overlays', '42501', null, 'anon cannot delete a public record');
select throws_ok('delete from public.user_overlays', '42501', null, 'anon cannot delete a private record');
select throws_ok('truncate public.user_overlays cascade', '42501', null, 'anon cannot truncate a table');
select throws_ok('select private.new_url_token()', '42501', null, 'anon cannot reach the private schema');

reset role;
select * from finish();
rollback;
