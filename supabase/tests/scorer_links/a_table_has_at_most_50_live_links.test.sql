-- A table has at most 50 working links; ended ones don't count.
begin;
\ir ../scoring.psql
select plan(8);

select is(
  (select count(distinct public.add_scorer_link(pg_temp.table_id(), 'link ' || n) ->> 'secret')
    from generate_series(1, 50) as n),
  50::bigint, '50 different links can be made');
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), 'one more')$$, '23514', 'a table has at most 50 scorer links',
  'a 51st link is refused');
select public.revoke_scorer_link((public.list_scorer_links(pg_temp.table_id()) #>> '{0,id}')::uuid);
select lives_ok($$select public.add_scorer_link(pg_temp.table_id(), 'one more')$$,
  'a revoked link makes room for another');
reset role;
update public.scorer_links set ends_at = now()
where id = (select id from public.scorer_links where revoked_at is null limit 1);
select pg_temp.become(pg_temp.amal());
select lives_ok($$select public.add_scorer_link(pg_temp.table_id(), 'another')$$,
  'an expired link makes room for another');
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), 'x')$$, '23514', null, 'a 51st working link is still refused');

select public.revoke_scorer_link((link ->> 'id')::uuid)
from jsonb_array_elements(public.list_scorer_links(pg_temp.table_id())) as link;
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), repeat('x', 61))$$, '23514', null,
  'a label has 60 characters at most');
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), null)$$, '23502', null, 'a label is not null');
select lives_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), repeat('🎱', 60))$$, 'a label of 60 emoji is accepted');

reset role;
select * from finish();
rollback;
