-- Tables have a kind, may be out of use, and have no party waiting for them once archived.
begin;
\ir ../waiting.psql
select plan(18);

select results_eq(
  $$select table_ ->> 'kind', table_ #>> '{facts,out_of_use}' from jsonb_array_elements(public.list_tables() -> 'tables') as table_$$,
  $$values ('pool', 'false'), ('pool', 'false')$$, 'a new table is for pool, and in use');
select public.update_table(pg_temp.table2(), kind => 'snooker');
select is(public.list_tables() #>> '{tables,1,kind}', 'snooker', 'its kind is a setting');
select throws_ok($$select public.update_table(pg_temp.table2(), kind => 'carom')$$, '23514', null, 'a kind is known');
select pg_temp.add(1, 'Amine', pg_temp.at(pg_temp.table2())), pg_temp.add(2, 'Badr'),
  pg_temp.add(3, 'Chadi', jsonb_build_object('wants', 'table', 'wanted_id', pg_temp.table2()));
select pg_temp.op(1, 'free');
select pg_temp.op(2, 'call', pg_temp.at(pg_temp.table2()));
select pg_temp.add(4, 'Driss', pg_temp.at(pg_temp.table2()));
select set_config('test.seq', public.list_waiting() ->> 'seq', true);
select public.update_table(pg_temp.table2(), archived => true);
select is(pg_temp.listed(), '1 done, 2 waiting, 3 waiting, 4 done', 'once archived, no party is called to it or plays at it');
select results_eq(
  $$select entry ->> 'wants', entry ->> 'wanted_id', entry #>> '{last_op,kind}'
    from jsonb_array_elements(public.list_waiting() -> 'entries') as entry where entry ->> 'state' = 'waiting'$$,
  $$values ('any', null, 'uncall'), ('snooker', null, 'add')$$, 'who wanted it wants its kind');
select cmp_ok((public.list_waiting() ->> 'seq')::int, '>', current_setting('test.seq')::int, 'which is told');
select is(jsonb_array_length(public.list_waiting() -> 'tables'), 1, 'it is listed no longer');
select is(pg_temp.said(pg_temp.op(1, 'undo')), 'refused closed', 'no party is brought back to it');
select is(pg_temp.said(pg_temp.op(2, 'call', pg_temp.at(pg_temp.table2()))), 'refused closed', 'no party is called to it');
select is(pg_temp.said(pg_temp.op(3, 'edit', pg_temp.party('Chadi', jsonb_build_object(
  'wants', 'table', 'wanted_id', pg_temp.table2())))), 'refused closed', 'no party waits for it');
select public.update_table(pg_temp.table1(), out_of_use => true);
select is(pg_temp.said(pg_temp.op(3, 'edit', pg_temp.party('Chadi', jsonb_build_object(
  'wants', 'table', 'wanted_id', pg_temp.table1())))), 'done', 'one can wait for a table that is out of use');
select is(pg_temp.said(pg_temp.op(3, 'call', pg_temp.at(pg_temp.table1()))), 'refused closed', 'and not be called to it');
reset role;
select throws_ok(
  format($$update public.waiting set state = %L, table_id = pg_temp.table1(), called_at = now(), ended_at = null
    where id in (pg_temp.id(2), pg_temp.id(3))$$, state), '23505', null, 'a table has one party ' || state)
from unnest(array['called', 'playing']) as state;

select pg_temp.become(pg_temp.badr());
select is(public.list_waiting() -> 'entries', '[]', 'another venue''s list is its own');
select is(pg_temp.said(pg_temp.op(n, 'leave', jsonb_build_object('before', pg_temp.id(1)))), 'refused changed',
  'whether an entry is another''s or nobody''s is not told') from unnest(array[2, 99]) as n;
select pg_temp.become();
select throws_ok($$select public.list_waiting()$$, '42501', null, 'strangers have none');

select * from finish();
rollback;
