-- A machine's request is made once in a day, whatever happened since; under its name there is no other.
begin;
\ir ../machines.psql
select plan(19);

select pg_temp.become_service();
select is(
  pg_temp.move(1, changed => '{"s1": 7}') - 'answer', '{"outcome": "ok"}', 'a move is appended');
select results_eq(
  'select s1, seq from pg_temp.shown()', 'values (7::float8, 1)', 'its board is shown');
select results_eq(
  'select by_link::text, by_uid from pg_temp.log()',
  $$values (current_setting('test.machine_id'), null::uuid)$$, 'the log says which key it was');
select set_config('test.answer', pg_temp.move(1) ->> 'answer', true);
select is(
  current_setting('test.answer')::jsonb - 'rev', '{"said": "move 1", "seq": 1}',
  'the same request is answered as it was the first time, with what the board became');
select is(pg_temp.move(1) ->> 'outcome', 'repeated', 'a repeated request is said to be one');
select is((pg_temp.played()).seq, 1, 'a repeated request appends nothing');
select is(pg_temp.move(1, '1'), '{"outcome": "reused"}', 'another body under the same name is refused');
select is(
  public.open_machine(pg_temp.machine(), 0, 'request 1', repeat('0', 64)) -> 'answer',
  current_setting('test.answer')::jsonb, 'a repeated request is answered before the table is looked at');
select is(
  public.open_machine(pg_temp.machine(), 0, 'request 1', repeat('1', 64)), '{"outcome": "reused"}',
  'so is a reused name');
select is(pg_temp.move(2, after_seq => 0), '{"outcome": "stale"}', 'a move after an older state isn''t made');
select is(pg_temp.move(2) ->> 'outcome', 'ok', 'nor is its name used up');

reset role;
update public.machine_requests set created_at = now() - interval '25 hours' where request = 'request 1';
select pg_temp.become_service();
select is(
  public.open_machine(pg_temp.machine(), 0, 'request 1', repeat('1', 64)) ->> 'outcome', 'ok',
  'after a day, a name can be used again');
select pg_temp.move(3);
reset role;
select results_eq(
  'select request from public.machine_requests order by 1', array['request 2', 'request 3'],
  'old requests are forgotten');

-- The next match.
select pg_temp.become_service();
create function pg_temp.begin_by_machine(n int, id int) returns text language sql as $$
  select public.begin_by_machine(pg_temp.machine(), 'request ' || n, repeat('0', 64), pg_temp.match(), pg_temp.id(id),
    'snooker', 1, '{"reds": 15}', pg_temp.board(), '{}') ->> 'outcome'
$$;
select is(pg_temp.begin_by_machine(4, 100), 'ok', 'a machine begins a match');
select is((pg_temp.shown()).match_id, pg_temp.id(100), 'the match is current');
select is(pg_temp.begin_by_machine(4, 101), 'repeated', 'a repeated beginning is said to be one');
select is((pg_temp.shown()).match_id, pg_temp.id(100), 'a repeated beginning begins nothing');
select is(pg_temp.begin_by_machine(5, 102), 'stale', 'a beginning after another match isn''t made');

-- A machine that another owner has.
reset role;
update public.scorer_links set revoked_at = now() where id = current_setting('test.machine_id')::uuid;
select pg_temp.become_service();
select throws_ok('select pg_temp.move(2)', '42501', 'this table is not yours', 'a revoked key isn''t told what it did');

reset role;
select * from finish();
rollback;
