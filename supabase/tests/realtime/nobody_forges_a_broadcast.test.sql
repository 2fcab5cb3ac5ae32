-- Anyone who knows a token can listen; only the trigger can send.
begin;
\ir ../helpers.psql
select plan(12);

select is(
  (select string_agg(distinct cmd || ' to ' || array_to_string(roles, ' and '), '; ')
    from pg_policies where schemaname = 'realtime' and tablename = 'messages'),
  'SELECT to anon and authenticated', 'all policies on realtime.messages are for listening');

select set_config('realtime.topic', 'overlay:' || pg_temp.token(), true);
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values ('overlay:' || pg_temp.token(), 'broadcast', 'state', '{"s1": 99}', true)$$,
  '42501', null, 'not even the owner can send to the overlay''s channel');
select isnt_empty(
  $$select 1 from realtime.messages where topic = 'overlay:' || pg_temp.token()$$,
  'the owner can listen to the overlay''s channel');

select pg_temp.become(pg_temp.badr());
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values ('overlay:' || pg_temp.token(), 'broadcast', 'state', '{"s1": 99}', true)$$,
  '42501', null, 'another owner can''t send to the overlay''s channel');

select pg_temp.become();
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values ('overlay:' || pg_temp.token(), 'broadcast', 'state', '{"s1": 99}', true)$$,
  '42501', null, 'anon can''t send to the overlay''s channel');
select throws_ok(
  $$insert into realtime.messages (topic, extension, payload, private)
    values ('overlay:' || pg_temp.token(), 'presence', '{}', true)$$,
  '42501', null, 'anon can''t announce presence on the overlay''s channel');
select isnt_empty(
  $$select 1 from realtime.messages where topic = 'overlay:' || pg_temp.token()$$,
  'anon can listen to the overlay''s channel');

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
