-- The first visit creates an overlay with its defaults; later ones find it.
begin;
\ir ../helpers.psql
select plan(7);

select is((public.ensure_overlay()).url_token, pg_temp.token(), 'asking again gives the same overlay');
select results_eq(
  'select title, owner_uid from public.user_overlays', $$values ('Overlay 1', pg_temp.amal())$$,
  'there is one private record, with the default title');
select results_eq(
  'select p1, p2, s1, s2, race_to, theme, clock_running, clock_accum, rev from public.public_overlays',
  $$values ('PLAYER A', 'PLAYER B', 0::float8, 0::float8, 0::float8, 'dark', false, 0::float8, 1::bigint)$$,
  'there is one public record, with the defaults');
select pg_temp.become(pg_temp.badr());
select isnt((public.ensure_overlay()).url_token, pg_temp.token(), 'another owner gets another overlay');

reset role;
select set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claims', '', true);
set local role authenticated;
select throws_ok(
  'select public.ensure_overlay()', '42501', 'sign in first', 'an access token without a user makes no overlay');

reset role;
delete from auth.users where id = pg_temp.amal();
select is(
  (select count(*) from public.user_overlays where owner_uid = pg_temp.amal()), 0::bigint,
  'deleting an account deletes its private record');
select is(
  (select count(*) from public.public_overlays where url_token = pg_temp.token()), 0::bigint,
  'deleting an account deletes its public record');

reset role;
select * from finish();
rollback;
