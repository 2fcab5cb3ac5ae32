-- A token is 24 letters and digits, drawn evenly, and stands for one overlay.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(8);

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

select matches(pg_temp.token(), '^[A-Za-z0-9]{24}$', 'an overlay''s token is 24 letters and digits');

reset role;
create temporary table drawn as select private.new_url_token() as token from generate_series(1, 2000);
select is((select count(distinct token) from drawn), 2000::bigint, 'no token comes twice');
select is(
  (select count(*) from drawn where token !~ '^[A-Za-z0-9]{24}$'), 0::bigint, 'every one has the format');
select is(
  (select count(distinct letter) from drawn, string_to_table(token, null) as letter), 62::bigint,
  'every letter and digit comes up');
-- 48,000 draws make 774 of each, give or take 28: 174 is more than six times that.
select is_empty(
  $$select letter from drawn, string_to_table(token, null) as letter
    group by letter having count(*) not between 600 and 948$$,
  'none comes up more often than the others');
select throws_ok(
  'insert into public.user_overlays (owner_uid, url_token) values (pg_temp.badr(), pg_temp.token())',
  '23505', null, 'a token stands for one overlay');
select throws_ok(
  $$insert into public.user_overlays (owner_uid, url_token) values (pg_temp.badr(), 'short')$$,
  '23514', null, 'a short token is refused');
select throws_ok(
  $$insert into public.user_overlays (owner_uid, url_token) values (pg_temp.badr(), repeat('-', 24))$$,
  '23514', null, 'a token with other characters is refused');

reset role;
select * from finish();
rollback;
