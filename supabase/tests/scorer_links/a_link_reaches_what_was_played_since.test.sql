-- A link reaches its table's current match and those current since it was made, but not earlier ones.
begin;
\ir ../scoring.psql
select plan(26);

-- The first match is left before the link is made.
select pg_temp.append(0, pg_temp.actions(1, 2), pg_temp.board());
select pg_temp.begin_match(500);
select public.append_actions(pg_temp.id(500), 0, pg_temp.actions(1, 1));
select set_config('test.link', made ->> 'secret', true), set_config('test.link_id', made ->> 'id', true)
from public.add_scorer_link(pg_temp.table_id(), 'Yassine') as made;
create function pg_temp.link() returns text language sql as $$ select current_setting('test.link') $$;
select is((pg_temp.played(pg_temp.id(500))).left_at, null, 'what is current was not left');
select ok((pg_temp.played()).left_at between now() and clock_timestamp(), 'what was before it, was');

create function pg_temp.is_refused(statement text, who text default 'a link') returns text language sql as $$
  select throws_ok(statement, '42501', 'this table is not yours', who || ' does not ' || statement)
$$;
select pg_temp.become();
select pg_temp.is_refused(statement) from unnest(array[
  'select public.get_log(pg_temp.match(), 0, pg_temp.link())',
  'select pg_temp.append(2, pg_temp.actions(3, 3), pg_temp.board(), pg_temp.link())',
  'select pg_temp.append(0, pg_temp.actions(1, 1), null, pg_temp.link())',
  'select pg_temp.append(0, ''[]'', null, pg_temp.link())',
  'select pg_temp.append(null, jsonb_build_array(pg_temp.action(3, ''clock.start'')), null, pg_temp.link())',
  'select public.resume_match(pg_temp.table_id(), pg_temp.id(500), pg_temp.match(), pg_temp.link())',
  'select public.begin_match(pg_temp.table_id(), pg_temp.id(500), pg_temp.match(), ''plain'', 1, ''{}'',
    pg_temp.board(), 0, pg_temp.link())'
]) as statement;
select is((pg_temp.played()).seq, 2, 'nothing was stored there');
select is((pg_temp.shown()).match_id, pg_temp.id(500), 'and nothing resumed');
select is(
  public.get_log(pg_temp.id(500), 0, pg_temp.link()) #> '{match,previous}', 'null', 'nor does it learn which match it was');

-- Only accounts see who did it.
select is(
  public.append_actions(pg_temp.id(500), 1, pg_temp.actions(2, 2), null, pg_temp.link()) #>> '{entries,0,by}',
  current_setting('test.link_id'), 'a link knows its own entries');
select is(
  public.get_log(pg_temp.id(500), 0, pg_temp.link()) #> '{entries,0,by}', 'null', 'an account''s are nobody''s in a log');
select is(
  public.append_actions(pg_temp.id(500), 0, pg_temp.actions(9, 9), null, pg_temp.link()) #> '{entries,0,by}', 'null',
  'nor in what a stale device gets');
select is(
  public.append_actions(pg_temp.id(500), 0, pg_temp.actions(1, 1), null, pg_temp.link()) #> '{entries,0,by}', 'null',
  'nor in the answer to what comes again');
select is(
  public.append_actions(pg_temp.id(500), null, jsonb_build_array(pg_temp.action(1, 'clock.start')), null, pg_temp.link())
    #> '{entries,0,by}', 'null', 'nor without a place');

-- A link can return to a match it left itself.
select is(
  pg_temp.begin_match(501, pg_temp.id(500), link => pg_temp.link()) ->> 'outcome', 'ok', 'a link begins a match');
select is(
  public.get_log(pg_temp.id(501), 0, pg_temp.link()) #>> '{match,previous}', pg_temp.id(500)::text,
  'and knows what was before');
select is(
  public.append_actions(pg_temp.id(500), 2, pg_temp.actions(3, 3), null, pg_temp.link()) ->> 'outcome', 'ok',
  'what was left since takes its actions');
select is(
  public.resume_match(pg_temp.table_id(), pg_temp.id(501), pg_temp.id(500), pg_temp.link()) ->> 'outcome', 'ok',
  'and is resumed');
select is((pg_temp.played(pg_temp.id(500))).left_at, null, 'then it is current again');
select isnt((pg_temp.played(pg_temp.id(501))).left_at, null, 'but the other is');
select is(
  pg_temp.begin_match(501, pg_temp.id(500), link => pg_temp.link()) ->> 'outcome', 'ok', 'whose beginning is known');

-- The table's owner reaches everything, including who did it.
select pg_temp.become(pg_temp.amal());
select is(
  public.get_log(pg_temp.match()) #>> '{entries,0,by}', pg_temp.amal()::text, 'an account reads the oldest log, and whose it is');
select is(pg_temp.append(2, pg_temp.actions(3, 3)) ->> 'outcome', 'ok', 'and adds to it');

reset role;
select * from finish();
rollback;
