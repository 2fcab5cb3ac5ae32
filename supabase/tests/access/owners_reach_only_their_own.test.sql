-- Owners can read and change only their own overlay.
begin;
\ir ../helpers.psql
select plan(15);

select results_eq(
  'select url_token from public.user_overlays', array[pg_temp.token()], 'the owner can read their private record');
select results_eq(
  'select url_token from public.public_overlays', array[pg_temp.token()], 'the owner can read their public record');
select lives_ok(
  $$update public.public_overlays set p1 = 'أمل "<b>" 🎱', s1 = 3.5 where url_token = pg_temp.token()$$,
  'the owner can write players and scores');
select is((select p1 from public.public_overlays), 'أمل "<b>" 🎱', 'names are stored exactly as typed');
select lives_ok($$update public.user_overlays set title = 'Table 1'$$, 'the owner can rename their overlay');

select pg_temp.become(pg_temp.badr());
select is_empty('select * from public.user_overlays', 'another owner cannot see the private record');
select is_empty('select * from public.public_overlays', 'another owner cannot see the public record');
select is_empty(
  'update public.public_overlays set s1 = 99 where url_token = pg_temp.token() returning 1',
  'another owner cannot change the score');
select is_empty(
  $$update public.user_overlays set title = 'mine' returning 1$$, 'another owner cannot rename the overlay');
select throws_ok('delete from public.public_overlays', '42501', null, 'an owner can''t delete a public record');
select throws_ok('delete from public.user_overlays', '42501', null, 'an owner can''t delete a private record');
select throws_ok(
  'insert into public.public_overlays (url_token, owner_uid) values (pg_temp.token(), pg_temp.badr())',
  '42501', null, 'an owner can''t insert a public record');
select throws_ok(
  'insert into public.user_overlays (owner_uid) values (pg_temp.badr())',
  '42501', null, 'an owner can''t insert a private record');

reset role;
select is((select s1 from public.public_overlays where url_token = pg_temp.token()), 3.5::float8,
  'the score is still what the owner set');
select is((select title from public.user_overlays where url_token = pg_temp.token()), 'Table 1',
  'the title is still what the owner set');

reset role;
select * from finish();
rollback;
