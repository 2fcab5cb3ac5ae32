-- A table takes at most 100 new matches an hour.
begin;
\ir ../scoring.psql
select plan(4);

select is(
  (select count(*) from generate_series(1, 98) as n
    where pg_temp.begin_match(n, (pg_temp.shown()).match_id) ->> 'outcome' = 'ok'),
  98::bigint, '98 more matches can begin');
select is(pg_temp.begin_match(99, pg_temp.id(98)) ->> 'outcome', 'ok', 'the hundredth match can begin');
select is(pg_temp.begin_match(100, pg_temp.id(99)) ->> 'outcome', 'tooMany', 'one more match is refused');
reset role;
update public.matches set created_at = now() - interval '61 minutes' where id = pg_temp.id(1);
select pg_temp.become(pg_temp.amal());
select is(pg_temp.begin_match(100, pg_temp.id(99)) ->> 'outcome', 'ok', 'another match can begin after an hour');

reset role;
select * from finish();
rollback;
