-- A match with its log, at most 500 entries at a time.
begin;
\ir ../scoring.psql
select plan(10);

select pg_temp.append(0, pg_temp.actions(1, 2), pg_temp.board());
select is(
  public.get_log(pg_temp.match()) - 'server_time' - 'entries' #- '{match,started_at}',
  jsonb_build_object(
    'match', jsonb_build_object('id', pg_temp.match(), 'table_id', pg_temp.table_id(), 'number', 1, 'previous', null,
      'game', 'plain', 'rules', 1, 'start', '{"p1": "PLAYER A", "p2": "PLAYER B", "s1": 0, "s2": 0, "raceTo": 0}'::jsonb,
      'seq', 2, 'ended_at', null),
    'more', false, 'current', pg_temp.match(), 'screens', '{"count": 0, "behind": null}'::jsonb),
  'it says what is played, and who looks at it');
select is(
  (public.get_log(pg_temp.match()) #>> '{match,started_at}')::timestamptz, (pg_temp.played()).started_at, 'and since when');
select is(
  public.get_log(pg_temp.match()) -> 'entries',
  public.append_actions(pg_temp.match(), 0, pg_temp.actions(1, 2)) -> 'entries', 'entries are those of an answer');
select is(pg_temp.seqs(public.get_log(pg_temp.match(), 1)), '{2}', 'from where one asks');
select is(pg_temp.seqs(public.get_log(pg_temp.match(), null)), '{1,2}', 'which may be nowhere');
select is(pg_temp.seqs(public.get_log(pg_temp.match(), 2147483647)), '{}', 'or far');
select is(pg_temp.seqs(public.get_log(pg_temp.match(), -2147483648)), '{1,2}', 'or before the first');
select pg_temp.fill(1002);
select is(
  (select array[min(seq), max(seq)] from unnest(pg_temp.seqs(public.get_log(pg_temp.match(), 2))) as seq), '{3,502}',
  '500 come at once');
select is(public.get_log(pg_temp.match(), 501) -> 'more', 'true', 'there may be more');
select is(public.get_log(pg_temp.match(), 502) -> 'more', 'false', 'or none');

reset role;
select * from finish();
rollback;
