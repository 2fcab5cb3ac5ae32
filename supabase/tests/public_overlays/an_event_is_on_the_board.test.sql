-- A match's event is on its board, comes with it when the match is resumed, and ends with the match.
begin;
\ir ../scoring.psql
select plan(12);
create function pg_temp.event() returns text language sql as $$
  select public.get_overlay(pg_temp.token()) ->> 'event'
$$;

select is(pg_temp.event(), '', 'a new table''s match has none');
select pg_temp.begin_match(1, changed => '{"event": "Open d''Agadir · Quarter-final"}');
select is(pg_temp.event(), 'Open d''Agadir · Quarter-final', 'a match begins with its event');
select is(
  (select payload ->> 'event' from realtime.messages where topic = 'overlay:' || pg_temp.token() order by (payload -> 'rev')::int desc limit 1),
  'Open d''Agadir · Quarter-final', 'viewers are told');
select set_config('test.match', pg_temp.id(1)::text, true);
select set_config('test.shown_at', (pg_temp.shown()).shown_at::text, true);
select pg_temp.append(0, jsonb_build_array(pg_temp.action(2)), pg_temp.board(jsonb_build_object('event', U&'Semi\202E-final')));
select is(pg_temp.event(), 'Semi-final', 'it is corrected, without marks of direction');
select ok((pg_temp.shown()).shown_at > current_setting('test.shown_at')::timestamptz, 'which makes a new picture of the board');
select pg_temp.append(1, jsonb_build_array(pg_temp.action(3)), pg_temp.board(jsonb_build_object('event', repeat('ن', 60))));
select is(pg_temp.event(), repeat('ن', 60), 'it has up to 60 letters');
select throws_ok($$update public.public_overlays set event = 'x'$$, '42501', null, 'an owner updates only what the specification lists');

select pg_temp.begin_match(4, pg_temp.id(1));
select is(pg_temp.event(), '', 'a match without one shows none');
select public.resume_match(pg_temp.table_id(), pg_temp.id(4), pg_temp.id(1));
select is(pg_temp.event(), repeat('ن', 60), 'a match that is resumed shows its own');

select public.begin_match(
  pg_temp.table_id(), pg_temp.id(1), pg_temp.id(5), 'plain', 1, '{"event": "Final"}', pg_temp.board('{"event": "Final"}'), 0);
select set_config('test.match', pg_temp.id(5)::text, true);
select pg_temp.fill(1999);
update public.public_overlays set s1 = 3 where table_id = pg_temp.table_id();
select isnt((pg_temp.shown()).match_id, pg_temp.id(5), 'a long plain match goes on as another');
select is(pg_temp.event(), 'Final', 'of the same event');
select is((pg_temp.played((pg_temp.shown()).match_id)).start ->> 'event', 'Final', 'from its start');

reset role;
select * from finish();
rollback;
