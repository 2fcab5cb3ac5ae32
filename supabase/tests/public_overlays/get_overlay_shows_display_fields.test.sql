-- A viewer finds an overlay by token or id, and never learns whose it is.
begin;
\ir ../helpers.psql
select plan(13);

select set_config('test.id', table_id::text, true), set_config('test.match', match_id::text, true)
from public.public_overlays;
select pg_temp.become();
select is(
  public.get_overlay(pg_temp.token()) - 'server_time' - 'updated_at',
  jsonb_build_object(
    'p1', 'PLAYER A', 'p2', 'PLAYER B', 'event', '', 's1', 0, 's2', 0, 'race_to', 0, 'theme', 'dark', 'rev', 1,
    'clock', jsonb_build_object('running', false, 'started_at', null, 'accum', 0),
    'match', current_setting('test.match')::uuid, 'seq', 0, 'detail', null, 'shot', null, 'visit_at', null,
    'topic', 'overlay:' || pg_temp.token(),
    'branding', '{"table": "Overlay 1", "faces": [], "sponsors": []}'::jsonb),
  'anon sees the display fields and nothing else');
select is(
  public.get_overlay(current_setting('test.id')) ->> 'topic', 'overlay:' || pg_temp.token(),
  'the overlay''s id finds the same overlay');
select is(
  public.get_overlay(upper(current_setting('test.id'))) ->> 'topic', 'overlay:' || pg_temp.token(),
  'an id in capitals finds it too');
select ok(
  abs(extract(epoch from clock_timestamp()
    - (public.get_overlay(pg_temp.token()) ->> 'server_time')::timestamptz)) < 5,
  'the answer carries the server''s time');
select is(public.get_overlay(null), '{"status": "unknown"}'::jsonb, 'null finds nothing');
select is(public.get_overlay(''), '{"status": "unknown"}'::jsonb, 'an empty key finds nothing');
select is(public.get_overlay('%'), '{"status": "unknown"}'::jsonb, 'a wildcard finds nothing');
select is(public.get_overlay($$' or true --$$), '{"status": "unknown"}'::jsonb, 'a quote finds nothing');
select is(public.get_overlay('طاولة 🎱'), '{"status": "unknown"}'::jsonb, 'wrong characters find nothing, without an error');
select is(public.get_overlay(repeat('A', 24)), '{"status": "unknown"}'::jsonb, 'an unknown token finds nothing');
select is(public.get_overlay(repeat('x', 100000)), '{"status": "unknown"}'::jsonb, 'an oversized key finds nothing');
select is(
  public.get_overlay(translate(pg_temp.token(),
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')),
  '{"status": "unknown"}'::jsonb, 'a token in the wrong case finds nothing');
select is(public.get_overlay(pg_temp.amal()::text), '{"status": "unknown"}'::jsonb, 'the owner''s id finds nothing');

reset role;
select * from finish();
rollback;
