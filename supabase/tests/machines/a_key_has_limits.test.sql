-- A key makes 60 moves and reads 100 states in ten seconds; buttons are counted apart from links.
begin;
\ir ../machines.psql
select plan(12);

create function pg_temp.opened(n int, is_move boolean) returns bigint language sql as $$
  select count(*) filter (where public.open_machine(
      pg_temp.machine(), 0, case when is_move then 'request ' || number end, repeat('0', 64)) ->> 'outcome' = 'ok')
  from generate_series(1, n) as number
$$;
select pg_temp.become_service();
select is(pg_temp.opened(61, true), 60::bigint, 'a key makes 60 moves');
select ok(
  (public.open_machine(pg_temp.machine(), 0, 'x', '0') ->> 'wait')::int between 1 and 10, 'then it waits for seconds');
reset role;
update public.machine_uses set since = since - interval '11 seconds';
select pg_temp.become_service();
select is(pg_temp.opened(101, false), 100::bigint, 'a key reads 100 states');
select is(
  public.open_button(pg_temp.button()) ->> 'outcome', 'ok', 'another secret of the table isn''t slowed down');
create function pg_temp.pages(n int, counts boolean) returns bigint language sql as $$
  select count(*) filter (where public.open_button(pg_temp.button(), 500, counts) ->> 'outcome' = 'ok')
  from generate_series(1, n)
$$;
select is(pg_temp.pages(70, false), 70::bigint, 'further pages of a log are no presses of its button');
select is(pg_temp.pages(61, true), 59::bigint, 'a press is one wherever it begins to read');
reset role;
update public.machine_uses set since = since + interval '1 hour';
select pg_temp.become_service();
select is(pg_temp.opened(1, false), 1::bigint, 'nor is a key once the clock was set back');

select pg_temp.become(pg_temp.amal());
select is(
  (select count(public.add_scorer_link(pg_temp.table_id(), 'x', move => '{"move": "undo", "fields": {}}')) from generate_series(1, 63)),
  63::bigint, 'a table has 64 buttons');
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), 'x', move => '{"move": "undo", "fields": {}}')$$, '23514', 'a table has at most 64 buttons',
  'but no more');
select is(
  (select count(public.add_scorer_link(pg_temp.table_id(), 'x', is_machine => number % 2 = 0))
    from generate_series(1, 49) as number),
  49::bigint, 'keys and links are 50 beside them');
select throws_ok(
  $$select public.add_scorer_link(pg_temp.table_id(), 'x', is_machine => true)$$, '23514',
  'a table has at most 50 scorer links', 'but no more, either');
select results_eq(
  $$select link ->> 'kind', count(*) from jsonb_array_elements(public.list_scorer_links(pg_temp.table_id())) as link
    group by 1 order by 1$$,
  $$values ('button', 64::bigint), ('machine', 25), ('scorer', 25)$$, 'the owner sees which is which');

reset role;
select * from finish();
rollback;
