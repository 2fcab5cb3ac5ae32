-- The log is append-only for every role; it is deleted with its table.
begin;
\ir ../scoring.psql
select plan(7);

select is(pg_temp.append(0, pg_temp.actions(1, 3)) -> 'seq', '3', 'three actions are stored');
reset role;
select throws_ok(
  $$update public.match_actions set body = '{}'$$, '42501', 'the log of a match is append-only',
  'an entry can''t be changed');
select throws_ok('delete from public.match_actions', '42501', 'the log of a match is append-only',
  'an entry can''t be deleted');
select throws_ok('truncate public.match_actions', '42501', 'the log of a match is append-only',
  'the log can''t be truncated');
select throws_ok('delete from public.matches', '23503', null, 'the match that is shown can''t be deleted');
select is((select count(*) from pg_temp.log()), 3::bigint, 'all entries are still there');
delete from auth.users where id = pg_temp.amal();
select is(
  (select count(*) from public.matches) + (select count(*) from public.match_actions), 0::bigint,
  'deleting an account deletes its matches and their logs');

reset role;
select * from finish();
rollback;
