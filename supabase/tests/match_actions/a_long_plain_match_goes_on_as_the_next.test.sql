-- At 2,000 actions a plain match is followed by the next one, so that saving never stops.
begin;
\ir ../scoring.psql
select plan(13);

select pg_temp.fill(1998);
select is(
  pg_temp.append(1998, pg_temp.actions(1, 1), pg_temp.board()) ->> 'current', pg_temp.match()::text,
  'with 1,999 actions, the match is current');
select public.start_clock(pg_temp.token());
select isnt((pg_temp.shown()).match_id, pg_temp.match(), 'with 2,000 actions, another match is current');
select is((pg_temp.played()).seq, 2000, 'the 2,000th action is in the old match');
select results_eq(
  'select number, game, rules, start, seq, previous_id, ended_at from pg_temp.played((pg_temp.shown()).match_id)',
  $$values (2, 'plain', 1, '{"p1": "Amal", "p2": "Badr", "s1": 1, "s2": 2, "raceTo": 5}'::jsonb, 0, pg_temp.match(),
    null::timestamptz)$$,
  'the next match begins with the board as shown');
select results_eq(
  'select p1, s1, seq, clock_running from pg_temp.shown()', $$values ('Amal', 1::float8, 0, true)$$,
  'the board and the running clock carry over');

select set_config('test.match', (pg_temp.shown()).match_id::text, true);
select pg_temp.fill(1990);
select set_config('test.answer',
  pg_temp.append(1990, pg_temp.actions(1, 200), pg_temp.board('{"s1": 9}'))::text, true);
select is(
  current_setting('test.answer')::jsonb -> 'seq', '2190', 'a call is stored in one match');
select isnt(current_setting('test.answer')::jsonb ->> 'current', pg_temp.match()::text,
  'the answer names the next match');
select is((pg_temp.shown()).s1, 9::float8, 'the next match shows the last board');
select is(
  pg_temp.append(1990, pg_temp.actions(1, 200)) ->> 'outcome', 'ok', 'repeating the call is ok');

select set_config('test.match', (pg_temp.shown()).match_id::text, true);
select pg_temp.fill(1999);
select lives_ok($$update public.public_overlays set s2 = 7$$, 'a direct update can be the 2,000th action');
select is(
  (select body from pg_temp.log() where seq = 2000), '{"changes": {"s2": {"from": 2, "to": 7}}}',
    'a direct update is logged in the old match');
select results_eq(
  'select number, start from pg_temp.played((pg_temp.shown()).match_id)',
  $$values (4, '{"p1": "Amal", "p2": "Badr", "s1": 9, "s2": 7, "raceTo": 5}'::jsonb)$$,
  'the next match begins with the updated score');
select is((select count(*) from pg_temp.log((pg_temp.shown()).match_id)), 0::bigint,
  'the next match doesn''t log the update again');

reset role;
select * from finish();
rollback;
