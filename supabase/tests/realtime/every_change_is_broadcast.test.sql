-- Each change raises the revision and is broadcast on the overlay's private channel, without the owner.
begin;
\ir ../helpers.psql
select plan(7);

select lives_ok($$update public.public_overlays set s1 = 4, p2 = 'ليلى'$$, 'the owner can save');
select is((select rev from public.public_overlays), 2::bigint, 'a change raises the revision by one');

reset role;
select results_eq(
  $$select topic, event, extension, private from realtime.messages
    where topic = 'overlay:' || pg_temp.token()$$,
  $$values ('overlay:' || pg_temp.token(), 'state', 'broadcast', true),
           ('overlay:' || pg_temp.token(), 'state', 'broadcast', true)$$,
  'creating and saving each sent one private message to the overlay''s topic');
select is(
  (select payload - 'id' - 'updated_at' from realtime.messages
    where topic = 'overlay:' || pg_temp.token() and payload ->> 'rev' = '2'),
  '{"p1": "PLAYER A", "p2": "ليلى", "event": "", "s1": 4, "s2": 0, "race_to": 0, "theme": "dark", "rev": 2,
    "clock": {"running": false, "started_at": null, "accum": 0}, "seq": 1, "detail": null, "shot": null,
    "visit_at": null}'::jsonb
    || jsonb_build_object('match', (select match_id from public.public_overlays where url_token = pg_temp.token())),
  'a message has the whole state, without the owner');
select is_empty(
  $$select 1 from realtime.messages where payload::text like '%' || pg_temp.amal() || '%'$$,
  'no message holds the owner''s id');

select pg_temp.become(pg_temp.amal());
select lives_ok('select public.start_clock(pg_temp.token())', 'the owner can start the clock');
reset role;
select is(
  (select payload #>> '{clock,running}' from realtime.messages
    where topic = 'overlay:' || pg_temp.token() and payload ->> 'rev' = '3'),
  'true', 'the clock''s start is broadcast');

reset role;
select * from finish();
rollback;
