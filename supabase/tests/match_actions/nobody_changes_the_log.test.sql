-- The log is append-only for every role; it is deleted with its table.
begin;
\ir ../scoring.psql
select plan(7);

select is(pg_temp.append(0, pg_temp.actions(1, 3)) -> 'seq', '3', 'three are stored');
reset role;
select throws_ok(
  $$update public.match_actions set body = '{}'$$, '42501', 'the log of a match is append-only', 'no entry is changed');
select throws_ok('delete from public.match_actions', '42501', 'the log of a match is append-only', 'or deleted');
select throws_ok('truncate public.match_actions', '42501', 'the log of a match is append-only', 'or emptied');
select throws_ok('delete from public.matches', '23503', null, 'a match that is shown is not deleted');
select is((select count(*) from pg_temp.log()), 3::bigint, 'all are there');
delete from auth.users where id = pg_temp.amal();
select is(
  (select count(*) from public.matches) + (select count(*) from public.match_actions), 0::bigint,
  'a deleted account takes its matches and their logs along');

reset role;
select * from finish();
rollback;
