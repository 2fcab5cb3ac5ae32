-- The first visit makes an overlay with its defaults; every later one finds it.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(7);

insert into auth.users (id, email) values
  ('00000000-0000-4000-8000-00000000000a', 'amal@example.test'),
  ('00000000-0000-4000-8000-00000000000b', 'badr@example.test');
create function pg_temp.amal() returns uuid language sql as $$
  select '00000000-0000-4000-8000-00000000000a'::uuid
$$;
create function pg_temp.badr() returns uuid language sql as $$
  select '00000000-0000-4000-8000-00000000000b'::uuid
$$;

-- Who asks from here on: an owner, or anon without one.
create function pg_temp.become(owner uuid default null) returns void language sql as $$
  select set_config('request.jwt.claim.sub', coalesce(owner::text, ''), true),
         set_config('request.jwt.claims', coalesce(jsonb_build_object('sub', owner)::text, ''), true),
         set_config('role', case when owner is null then 'anon' else 'authenticated' end, true)
$$;

select pg_temp.become(pg_temp.amal());
select set_config('test.token', (public.ensure_overlay()).url_token, true);
create function pg_temp.token() returns text language sql as $$ select current_setting('test.token') $$;

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
  'select public.ensure_overlay()', '42501', 'sign in first', 'a token without a user makes none');

reset role;
delete from auth.users where id = pg_temp.amal();
select is(
  (select count(*) from public.user_overlays where owner_uid = pg_temp.amal()), 0::bigint,
  'a deleted account takes its private record along');
select is(
  (select count(*) from public.public_overlays where url_token = pg_temp.token()), 0::bigint,
  'a deleted account takes its public record along');

reset role;
select * from finish();
rollback;
