-- Each op is done, already or refused, once; what isn't one changes nothing.
begin;
\ir ../waiting.psql
select plan(37);

select is(pg_temp.said(pg_temp.add(1, 'Amine Berrada')), 'done', 'a party is added');
select is(public.list_waiting() ->> 'seq', '3', 'the list has a number');
select set_config('test.op', jsonb_build_object('id', pg_temp.id(90), 'entry', pg_temp.id(1), 'kind', 'call',
  'before', pg_temp.last_op(pg_temp.id(1)), 'table_id', pg_temp.table1())::text, true);
select is(pg_temp.said(public.change_waiting(current_setting('test.op')::jsonb)), 'done', 'it is called');
select is(pg_temp.listed(), '1 called at 1', 'to its table');
select is(pg_temp.said(pg_temp.op(1, 'uncall')), 'done', 'it waits again');
select is(pg_temp.said(public.change_waiting(current_setting('test.op')::jsonb)), 'done', 'a repeated op has its outcome');
select is(pg_temp.listed(), '1 waiting', 'and is not done again');
select is(public.list_waiting() ->> 'seq', '5', 'nor counted');
select pg_temp.has(
  public.change_waiting(current_setting('test.op')::jsonb || jsonb_build_object('id', pg_temp.id(91))),
  jsonb_build_object('outcome', 'refused', 'reason', 'changed', 'retry', 'done', 'entry', pg_temp.id(1), 'kind', 'uncall',
    'by', '{"name": null}'::jsonb),
  'who saw the list of before is told what happened since');
select is(pg_temp.said(public.change_waiting(current_setting('test.op')::jsonb || jsonb_build_object('id', pg_temp.id(91)))),
  'refused changed', 'and again when repeated');
select is(pg_temp.said(pg_temp.op(1, 'uncall')), 'already', 'what is so already is not done again');
select is(pg_temp.said(pg_temp.op(1, 'missed')), 'refused state', 'a party that isn''t called can''t be missed');
select is(pg_temp.said(pg_temp.add(1, 'Somebody else')), 'already', 'an entry is added once');
select is(public.list_waiting() #>> '{entries,0,name}', 'Amine Berrada', 'with its party');
select is(public.list_waiting() ->> 'seq', '5', 'what isn''t done doesn''t count');

select is(pg_temp.said(pg_temp.add(2, 'X', changed::jsonb)), 'bad ' || problem, description)
from (values
  ('{"size": 0}', 'size', 'a party of none is no party'), ('{"size": 9}', 'size', 'nine are none'),
  ('{"size": 1.5}', 'size', 'nor one and a half'), ('{"name": null}', 'name', 'a name is a text'),
  (jsonb_build_object('name', repeat('ط', 61))::text, 'name', 'of 60 letters'),
  ('{"name2": 7}', 'name', 'so is a second one'), ('{"wants": "carom"}', 'wants', 'a wish is known'),
  ('{"wants": "table"}', 'wants', 'a wanted table is named'), ('{"kind": "steal"}', 'op', 'a kind is known'),
  ('{"id": "1"}', 'op', 'an id is one'), ('{"table_id": "1"}', 'op', 'so is a table''s'),
  ('{"before": "00000000-0000-4000-8000-000000000001"}', 'op', 'nothing is before an add')
) as odd (changed, problem, description);
select is(pg_temp.said(pg_temp.add(2, '<b>"ياسين" 🎱</b>' || repeat('x', 60 - char_length('<b>"ياسين" 🎱</b>')))), 'done',
  'a name is any 60 letters');
select throws_ok($$select public.change_waiting(jsonb_build_object('id', repeat('x', 10000)))$$, '22023', null,
  'what no device writes is refused');
select pg_temp.has(pg_temp.op(7, 'undo', '{"before": "00000000-0000-4000-8000-000000000001"}'),
  '{"outcome": "refused", "reason": "changed", "retry": null}', 'an unknown entry has changed, nobody knows how');
select is(pg_temp.said(pg_temp.add(n, 'Party ' || n)), 'done', 'the list has room for 200')
from generate_series(200, 200) as n;
reset role;
insert into public.waiting (venue_id, id, name, size, wants, state, place, joined_at, last_op, changed_at)
select venue_id, pg_temp.id(n), '', 2, 'any', 'waiting', n, now(), last_op, changed_at
from public.waiting, generate_series(3, 199) as n where id = pg_temp.id(1);
select pg_temp.become(pg_temp.amal());
select is(pg_temp.said(pg_temp.add(201, 'One more')), 'full list', 'and not for one more');
select is(pg_temp.said(pg_temp.op(1, 'leave')) || ', ' || pg_temp.said(pg_temp.add(202, 'One more')), 'done, done',
  'until a party leaves');
-- A start that ended who played is two ops: taken back, both are there again.
select pg_temp.op(3, 'start', pg_temp.at(pg_temp.table1())), pg_temp.op(4, 'start', pg_temp.at(pg_temp.table1(), '{"replace": true}'));
select is(pg_temp.said(pg_temp.add(203, 'One more')), 'done', 'there is room for one more once a party has ended');
select is(pg_temp.said(pg_temp.op(4, 'undo')), 'full list', 'and then not for who ended');
select is(pg_temp.said(pg_temp.op(203, 'leave')) || ', ' || pg_temp.said(pg_temp.op(4, 'undo')), 'done, done',
  'until a party leaves again');
reset role;
insert into public.waiting_ops (venue_id, id, entry, kind, outcome, at)
select venue_id, gen_random_uuid(), id, 'call', 'refused', clock_timestamp() from public.waiting, generate_series(1, 3) limit 600;
select pg_temp.become(pg_temp.amal());
select is(pg_temp.said(pg_temp.op(2, 'away')), 'full minute', 'a minute has 600 ops');

select * from finish();
rollback;
