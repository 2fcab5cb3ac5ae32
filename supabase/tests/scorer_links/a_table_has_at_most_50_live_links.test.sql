-- A table has at most 50 working links; ended ones don't count.
begin;
\ir ../scoring.psql
select plan(8);

select is(
  (select count(distinct public.add_scorer_link(pg_temp.table_id(), 'link ' || n) ->> 'secret')
    from generate_series(1, 50) as n),
  50::bigint, '50 are made, each another one');
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), 'one more')$$, '23514', 'a table has at most 50 scorer links',
  'one more is not');
select public.revoke_scorer_link((public.list_scorer_links(pg_temp.table_id()) #>> '{0,id}')::uuid);
select lives_ok($$select public.add_scorer_link(pg_temp.table_id(), 'one more')$$, 'in a revoked one''s place it is');
reset role;
update public.scorer_links set ends_at = now()
where id = (select id from public.scorer_links where revoked_at is null limit 1);
select pg_temp.become(pg_temp.amal());
select lives_ok($$select public.add_scorer_link(pg_temp.table_id(), 'another')$$, 'in that of one that has ended, too');
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), 'x')$$, '23514', null, 'but there are not more than 50');

select public.revoke_scorer_link((link ->> 'id')::uuid)
from jsonb_array_elements(public.list_scorer_links(pg_temp.table_id())) as link;
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), repeat('x', 61))$$, '23514', null, 'a label has 60 letters at most');
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), null)$$, '23502', null, 'and is never null');
select lives_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), repeat('🎱', 60))$$, 'in any script');

reset role;
select * from finish();
rollback;
