-- Owners can't write the clock, revision, owner or token directly.
begin;
\ir ../helpers.psql
select plan(11);

select throws_ok(
  $$update public.public_overlays set clock_running = true$$,
  '42501', null, 'an owner cannot write public_overlays.clock_running');
select throws_ok(
  $$update public.public_overlays set clock_started_at = now()$$,
  '42501', null, 'an owner cannot write public_overlays.clock_started_at');
select throws_ok(
  $$update public.public_overlays set clock_accum = 5$$,
  '42501', null, 'an owner cannot write public_overlays.clock_accum');
select throws_ok(
  $$update public.public_overlays set rev = 99$$,
  '42501', null, 'an owner cannot write public_overlays.rev');
select throws_ok(
  $$update public.public_overlays set updated_at = now()$$,
  '42501', null, 'an owner cannot write public_overlays.updated_at');
select throws_ok(
  $$update public.public_overlays set owner_uid = pg_temp.badr()$$,
  '42501', null, 'an owner cannot write public_overlays.owner_uid');
select throws_ok(
  $$update public.public_overlays set url_token = repeat('A', 24)$$,
  '42501', null, 'an owner cannot write public_overlays.url_token');
select throws_ok(
  $$update public.user_overlays set id = gen_random_uuid()$$,
  '42501', null, 'an owner cannot write user_overlays.id');
select throws_ok(
  $$update public.user_overlays set url_token = repeat('A', 24)$$,
  '42501', null, 'an owner cannot write user_overlays.url_token');
select throws_ok(
  $$update public.user_overlays set owner_uid = pg_temp.badr()$$,
  '42501', null, 'an owner cannot write user_overlays.owner_uid');
select throws_ok(
  $$update public.user_overlays set created_at = now()$$,
  '42501', null, 'an owner cannot write user_overlays.created_at');

reset role;
select * from finish();
rollback;
