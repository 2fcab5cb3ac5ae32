-- Clock actions are accepted even from a device that has no entries, so nothing delays them.
begin;
\ir ../scoring.psql
select plan(12);

select is(pg_temp.append(0, pg_temp.actions(1, 3), pg_temp.board()) ->> 'outcome', 'ok', 'three actions are stored');
select set_config('test.answer', pg_temp.append(
  null, jsonb_build_array(pg_temp.action(4, 'clock.start'), pg_temp.action(5, 'shot.start', '{"n": 30, "warn": 5}')),
  pg_temp.board('{"s1": 77}'))::text, true);
select is(current_setting('test.answer')::jsonb ->> 'outcome', 'ok', 'clock actions are accepted without a seq');
select is(pg_temp.seqs(current_setting('test.answer')::jsonb), '{4,5}', 'the answer has the actions sent');
select results_eq(
  'select clock_running, shot is not null, seq from pg_temp.shown()', $$values (true, true, 5)$$,
  'clock actions sent without a seq move the clocks');
select is((pg_temp.shown()).s1, 1::float8, 'a board sent without a seq is ignored');

select set_config('test.again', pg_temp.append(
  null, jsonb_build_array(pg_temp.action(4, 'clock.start'), pg_temp.action(6, 'clock.stop')))::text, true);
select is(pg_temp.seqs(current_setting('test.again')::jsonb), '{4,6}', 'a known and a new action both come back');
select is(
  pg_temp.seqs(pg_temp.append(null, jsonb_build_array(pg_temp.action(4, 'clock.start')))), '{4}',
    'a known action alone comes back');
select is((pg_temp.shown()).clock_running, false, 'a known action is not done twice');

select is(
  pg_temp.append(null, jsonb_build_array(pg_temp.action(7, 'clock.start'), pg_temp.action(8, kind))) ->> 'index', '1',
  kind || ' without a seq is bad')
from unnest(array['set', 'pot', 'clockwork']) as kind;
select is((pg_temp.played()).seq, 6, 'no bad call stored anything');

reset role;
select * from finish();
rollback;
