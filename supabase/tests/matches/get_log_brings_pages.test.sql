-- A match with its log, at most 500 entries at a time.
begin;
\ir ../scoring.psql
select plan(10);

select pg_temp.append(0, pg_temp.actions(1, 2), pg_temp.board());
select pg_temp.has(
  public.get_log(pg_temp.match()),
  jsonb_build_object(
    'match', jsonb_build_object('id', pg_temp.match(), 'table_id', pg_temp.table_id(), 'number', 1, 'previous', null,
      'game', 'plain', 'rules', 1, 'start', '{"p1": "PLAYER A", "p2": "PLAYER B", "s1": 0, "s2": 0, "raceTo": 0}'::jsonb,
      'seq', 2, 'ended_at', null),
    'more', false, 'current', pg_temp.match(), 'screens', '{"count": 0, "behind": null}'::jsonb),
  'the answer has the match and counts its screens');
select is(
  (public.get_log(pg_temp.match()) #>> '{match,started_at}')::timestamptz, (pg_temp.played()).started_at,
    'the answer says when the match began');
select is(
  public.get_log(pg_temp.match()) -> 'entries',
  public.append_actions(pg_temp.match(), 0, pg_temp.actions(1, 2)) -> 'entries',
    'entries are the same as append_actions gives');
select is(pg_temp.seqs(public.get_log(pg_temp.match(), 1)), '{2}', 'entries start after the given seq');
select is(pg_temp.seqs(public.get_log(pg_temp.match(), null)), '{1,2}', 'a null seq gets all entries');
select is(pg_temp.seqs(public.get_log(pg_temp.match(), 2147483647)), '{}', 'the largest possible seq gets none');
select is(pg_temp.seqs(public.get_log(pg_temp.match(), -2147483648)), '{1,2}',
  'the smallest possible seq gets all entries');
select pg_temp.fill(1002);
select is(
  (select array[min(seq), max(seq)] from unnest(pg_temp.seqs(public.get_log(pg_temp.match(), 2))) as seq), '{3,502}',
  'at most 500 entries come at once');
select is(public.get_log(pg_temp.match(), 501) -> 'more', 'true', 'the answer says when there are more entries');
select is(public.get_log(pg_temp.match(), 502) -> 'more', 'false', 'the answer says when there are no more entries');

reset role;
select * from finish();
rollback;
