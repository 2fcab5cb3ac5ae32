-- undo, redo and replace must name an action already in the log, or earlier in the same call.
begin;
\ir ../scoring.psql
select plan(13);

create function pg_temp.on(n int, kind text, target int) returns jsonb language sql as $$
  select pg_temp.action(n, kind, jsonb_build_object('t', pg_temp.id(target), 'kind', 'pot', 'body', '{}'::jsonb))
$$;
create function pg_temp.outcome(variadic actions jsonb[]) returns text language sql as $$
  select concat_ws(' ', answer ->> 'outcome', answer ->> 'index')
  from pg_temp.append((pg_temp.played()).seq, to_jsonb(actions)) as answer
$$;
select is(
  pg_temp.outcome(pg_temp.action(1, 'pot'), pg_temp.action(2, 'clock.start')), 'ok',
    'a pot and a clock action are accepted');
select is(pg_temp.outcome(pg_temp.on(3, 'undo', 1)), 'ok', 'a pot can be undone');
select is(pg_temp.outcome(pg_temp.on(4, 'redo', 1)), 'ok', 'a pot can be redone');
select is(pg_temp.outcome(pg_temp.on(5, 'replace', 1)), 'ok', 'a pot can be replaced');
select is(
  pg_temp.outcome(pg_temp.action(6, 'pot'), pg_temp.on(7, 'undo', 6)), 'ok',
    'an action of the same call can be undone');
select is(pg_temp.outcome(pg_temp.action(8), pg_temp.on(9, 'undo', 99)), 'bad 1', 'an unknown action can''t be undone');
select is(
  pg_temp.outcome(pg_temp.on(9, 'undo', 8), pg_temp.action(8, 'pot')), 'bad 0',
    'an action later in the call can''t be undone');
select is(pg_temp.outcome(pg_temp.on(8, 'redo', 3)), 'bad 0', 'an undo can''t be redone');
select is(pg_temp.outcome(pg_temp.on(8, 'undo', 5)), 'bad 0', 'a replacement can''t be undone');
select is(pg_temp.outcome(pg_temp.on(8, 'undo', 2)), 'bad 0', 'a clock action can''t be undone');
select is(
  pg_temp.outcome(pg_temp.on(8, 'undo', 1), pg_temp.on(9, 'undo', 8)), 'bad 1',
    'an undo of the same call can''t be undone');
select is((pg_temp.played()).seq, 7, 'no bad call stored anything');

select pg_temp.begin_match(500);
select is(
  public.append_actions(pg_temp.id(500), 0, jsonb_build_array(pg_temp.on(8, 'undo', 1))) ->> 'index', '0',
  'another match''s action can''t be undone');

reset role;
select * from finish();
rollback;
