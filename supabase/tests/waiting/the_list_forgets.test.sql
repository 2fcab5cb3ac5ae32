-- What isn't playing goes after six hours, an op can be taken back for ten minutes, and names are kept for 7 days.
begin;
\ir ../waiting.psql
select plan(17);
reset role;
-- Everything on the list happened so long ago.
create function pg_temp.pass(how_long interval) returns void language sql security definer as $$
  update public.waiting set changed_at = changed_at - how_long, joined_at = joined_at - how_long,
    called_at = called_at - how_long, started_at = started_at - how_long, ended_at = ended_at - how_long;
  update public.waiting_ops set at = at - how_long;
  update public.matches set stored_at = stored_at - how_long, started_at = started_at - how_long
$$;
create function pg_temp.kept() returns text language sql security definer as $$
  select concat_ws(' ', (select count(*) from public.waiting), (select count(*) from public.waiting_ops))
$$;
select pg_temp.become(pg_temp.amal());

select pg_temp.add(1, 'Amine'), pg_temp.add(2, 'Badr', pg_temp.at(pg_temp.table1())),
  pg_temp.add(3, 'Chadi', pg_temp.at(pg_temp.table2())), pg_temp.add(4, 'Driss');
select set_config('test.op', pg_temp.last_op(pg_temp.id(1))::text, true);
select pg_temp.pass('9 minutes 50 seconds');
select is(pg_temp.said(pg_temp.op(4, 'undo')), 'done', 'an op can be taken back within ten minutes');
select is(pg_temp.listed(), '1 waiting, 2 playing at 1, 3 playing at 2, 4 left', 'whose entry is listed for as long');
select pg_temp.pass('11 seconds');
select is(pg_temp.said(pg_temp.op(1, 'undo')), 'refused late', 'and not later');
select is(public.list_waiting() #>> '{entries,0,last_op,was}', null, 'what was before is told no longer');
select pg_temp.pass('10 minutes');
select is(pg_temp.listed(), '1 waiting, 2 playing at 1, 3 playing at 2', 'who left isn''t listed any more');
select is(pg_temp.said(pg_temp.op(4, 'leave', jsonb_build_object('before', pg_temp.id(99)))), 'already', 'but known');

select pg_temp.pass('5 hours 39 minutes');
select is(pg_temp.listed(), '1 waiting, 2 playing at 1, 3 playing at 2', 'nothing moved for almost six hours');
update public.public_overlays set s1 = 1 where table_id = pg_temp.table1();
select pg_temp.pass('1 minute');
select is(pg_temp.listed(), '2 playing at 1', 'after six, only those stay who were scored');
select is(pg_temp.said(pg_temp.op(5, 'add', pg_temp.party('Ezzine', pg_temp.at(pg_temp.table2())))), 'done',
  'the other table is free again');
select is(pg_temp.said(pg_temp.op(1, 'call', pg_temp.at(pg_temp.table1()) || '{"before": null}'
  || jsonb_build_object('before', current_setting('test.op')))), 'refused state', 'who went can''t be called');
reset role;
select is(
  (select ended_at - changed_at from public.waiting where id = pg_temp.id(1)), '6 hours', 'and went when six hours were over');
select is(pg_temp.kept(), '5 9', 'parties that ended are kept, and so are ops');
select pg_temp.pass('18 hours');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.listed(), null, 'no party plays all night');
select is(pg_temp.kept(), '5 5', 'ops are kept for a day');
select pg_temp.pass('5 days 23 hours');
select public.list_waiting();
select is(pg_temp.kept(), '5 0', 'names for 7 days');
select pg_temp.pass('7 hours');
select public.list_waiting();
select is(pg_temp.kept(), '2 0', 'after their end');
select pg_temp.pass('12 hours');
select public.list_waiting();
select is(pg_temp.kept(), '0 0', 'and then nothing is left');

select * from finish();
rollback;
