-- Actions are numbered 1, 2, 3 … in order of arrival, and the board sent with them is shown.
begin;
\ir ../scoring.psql
select plan(13);

select set_config('test.answer', pg_temp.append(0, pg_temp.actions(1, 2), pg_temp.board())::text, true);
select is(
  current_setting('test.answer')::jsonb - 'server_time' - 'entries',
  jsonb_build_object('outcome', 'ok', 'index', null, 'more', false, 'seq', 2, 'rev', 2, 'current', pg_temp.match()),
  'the answer has the current seq, revision and match');
select is(pg_temp.seqs(current_setting('test.answer')::jsonb), '{1,2}', 'the answer has the new entries');
select is(
  (current_setting('test.answer')::jsonb -> 'entries' -> 0) - 'at',
  jsonb_build_object('seq', 1, 'id', pg_temp.id(1), 'kind', 'set', 'body', '{}'::jsonb, 'by', pg_temp.amal()),
  'an entry says what was done and by whom');
select ok(
  abs(extract(epoch from clock_timestamp()
    - (current_setting('test.answer')::jsonb ->> 'server_time')::timestamptz)) < 5,
  'the answer carries the server''s time');
select results_eq(
  'select p1, p2, s1, s2, race_to, seq, rev, match_id from pg_temp.shown()',
  $$values ('Amal', 'Badr', 1::float8, 2::float8, 5::float8, 2, 2::bigint, pg_temp.match())$$,
  'the board is shown in one revision');
select is((pg_temp.played()).seq, 2, 'the match has its last seq');

select is(
  pg_temp.seqs(pg_temp.append(2, pg_temp.actions(3, 4), pg_temp.board('{"s1": 3}'))), '{3,4}',
  'the next call continues the numbering');
select is((pg_temp.shown()).s1, 3::float8, 'the next call''s board is shown');
select is(
  (select array_agg(id order by seq) from pg_temp.log()),
  array[pg_temp.id(1), pg_temp.id(2), pg_temp.id(3), pg_temp.id(4)], 'the log keeps the order within a call');

select is(
  pg_temp.append(4, pg_temp.actions(5, 5)) ->> 'outcome', 'ok', 'actions are accepted without a board');
select results_eq(
  'select s1, seq, rev from pg_temp.shown()', $$values (3::float8, 5, 4::bigint)$$,
  'actions without a board keep the scores and make a revision');

reset role;
select is(
  (select array_agg((payload ->> 'seq')::int order by (payload ->> 'rev')::int) from realtime.messages
    where topic = 'overlay:' || pg_temp.token()),
  '{0,2,4,5}', 'each revision is broadcast');
select is(
  (select payload ->> 'match' from realtime.messages
    where topic = 'overlay:' || pg_temp.token() and payload ->> 'rev' = '3'),
  pg_temp.match()::text, 'a broadcast names its match');

reset role;
select * from finish();
rollback;
