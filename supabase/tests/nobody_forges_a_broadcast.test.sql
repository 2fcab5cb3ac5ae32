-- Listening is for all who know a token; sending is for the trigger alone.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(12);

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

select is(
  (select string_agg(cmd || ' to ' || array_to_string(roles, ' and '), '; ')
    from pg_policies where schemaname = 'realtime' and tablename = 'messages'),
  'SELECT to anon and authenticated', 'the only policy on realtime.messages is for listening');

select set_config('realtime.topic', 'overlay:' || pg_temp.token(), true);
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values ('overlay:' || pg_temp.token(), 'broadcast', 'state', '{"s1": 99}', true)$$,
  '42501', null, 'not even the owner sends to the overlay''s channel');
select isnt_empty(
  $$select 1 from realtime.messages where topic = 'overlay:' || pg_temp.token()$$,
  'the owner listens to the overlay''s channel');

select pg_temp.become(pg_temp.badr());
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values ('overlay:' || pg_temp.token(), 'broadcast', 'state', '{"s1": 99}', true)$$,
  '42501', null, 'another owner does not send to it');

select pg_temp.become();
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values ('overlay:' || pg_temp.token(), 'broadcast', 'state', '{"s1": 99}', true)$$,
  '42501', null, 'anon does not send to it');
select throws_ok(
  $$insert into realtime.messages (topic, extension, payload, private)
    values ('overlay:' || pg_temp.token(), 'presence', '{}', true)$$,
  '42501', null, 'anon does not announce presence on it');
select isnt_empty(
  $$select 1 from realtime.messages where topic = 'overlay:' || pg_temp.token()$$,
  'anon listens to it');

select set_config('realtime.topic', 'overlay:' || left(pg_temp.token(), 23), true);
select is_empty('select 1 from realtime.messages', 'a topic that is too short shows nothing');
select set_config('realtime.topic', 'overlay:' || left(pg_temp.token(), 23) || '%', true);
select is_empty('select 1 from realtime.messages', 'a topic with a wrong character shows nothing');
select set_config('realtime.topic', 'overlay:' || pg_temp.token() || E'\nx', true);
select is_empty('select 1 from realtime.messages', 'a topic with a second line shows nothing');
select set_config('realtime.topic', 'lobby', true);
select is_empty('select 1 from realtime.messages', 'a topic of another kind shows nothing');
select set_config('realtime.topic', '', true);
select is_empty('select 1 from realtime.messages', 'no topic shows nothing');

reset role;
select * from finish();
rollback;
