-- A request repeated because its answer was lost gets the same answer and changes nothing.
begin;
\ir ../scoring.psql
select plan(9);

select is(pg_temp.append(0, pg_temp.actions(1, 3), pg_temp.board()) ->> 'outcome', 'ok', 'three actions are stored');
select set_config('test.again', pg_temp.append(0, pg_temp.actions(1, 3), pg_temp.board())::text, true);
select is(current_setting('test.again')::jsonb ->> 'outcome', 'ok', 'a repeated call is ok');
select is(pg_temp.seqs(current_setting('test.again')::jsonb), '{1,2,3}', 'a repeated call gets the same entries');
select is(
  pg_temp.append(0, pg_temp.actions(2, 3), pg_temp.board('{"s1": 77}')) ->> 'outcome', 'ok',
  'repeating a part of it with another board is ok');
select results_eq(
  'select s1, seq, rev from pg_temp.shown()', $$values (1::float8, 3, 2::bigint)$$, 'the other board is not shown');
select is((select count(*) from pg_temp.log()), 3::bigint, 'the log is unchanged');

select is(
  pg_temp.seqs(pg_temp.append(3, pg_temp.actions(3, 4))), '{4}', 'of known and new actions, only the new are stored');
select is(
  pg_temp.seqs(pg_temp.append(4, pg_temp.actions(5, 5) || pg_temp.actions(5, 5))), '{5}',
  'the same action twice in a call is stored once');
select is((pg_temp.played()).seq, 5, 'the numbering has no gaps');

reset role;
select * from finish();
rollback;
