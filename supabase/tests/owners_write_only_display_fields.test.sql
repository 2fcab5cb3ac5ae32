-- Clock, revision, owner and token are out of an owner's direct reach.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(11);

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

select throws_ok(
  $$update public.public_overlays set clock_running = true$$,
  '42501', null, 'an owner does not write public_overlays.clock_running');
select throws_ok(
  $$update public.public_overlays set clock_started_at = now()$$,
  '42501', null, 'an owner does not write public_overlays.clock_started_at');
select throws_ok(
  $$update public.public_overlays set clock_accum = 5$$,
  '42501', null, 'an owner does not write public_overlays.clock_accum');
select throws_ok(
  $$update public.public_overlays set rev = 99$$,
  '42501', null, 'an owner does not write public_overlays.rev');
select throws_ok(
  $$update public.public_overlays set updated_at = now()$$,
  '42501', null, 'an owner does not write public_overlays.updated_at');
select throws_ok(
  $$update public.public_overlays set owner_uid = pg_temp.badr()$$,
  '42501', null, 'an owner does not write public_overlays.owner_uid');
select throws_ok(
  $$update public.public_overlays set url_token = repeat('A', 24)$$,
  '42501', null, 'an owner does not write public_overlays.url_token');
select throws_ok(
  $$update public.user_overlays set id = gen_random_uuid()$$,
  '42501', null, 'an owner does not write user_overlays.id');
select throws_ok(
  $$update public.user_overlays set url_token = repeat('A', 24)$$,
  '42501', null, 'an owner does not write user_overlays.url_token');
select throws_ok(
  $$update public.user_overlays set owner_uid = pg_temp.badr()$$,
  '42501', null, 'an owner does not write user_overlays.owner_uid');
select throws_ok(
  $$update public.user_overlays set created_at = now()$$,
  '42501', null, 'an owner does not write user_overlays.created_at');

reset role;
select * from finish();
rollback;
