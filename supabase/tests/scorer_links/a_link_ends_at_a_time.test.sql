-- A link never ends, or ends at a time that browsers can parse, since every listing includes it.
begin;
\ir ../scoring.psql
select plan(7);

select throws_ok(
  format('select public.add_scorer_link(pg_temp.table_id(), ''x'', %L)', ends_at), '23514', null, ends_at || ' is refused as an end')
from unnest(array['infinity', '-infinity', '10000-01-01 00:00+00', '294276-12-31', '0044-03-15 BC']) as ends_at;
select lives_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), 'x', '9999-12-31 23:59:59.999999+00')$$,
  'the last moment of 9999 is accepted');
select is(
  (public.list_scorer_links(pg_temp.table_id()) #>> '{0,ends_at}')::timestamptz, '9999-12-31 23:59:59.999999+00',
  'the end is listed');

reset role;
select * from finish();
rollback;
