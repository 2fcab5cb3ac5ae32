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
select is((pg_temp.played(pg_temp.id(500))).left_at, null, 'the current match was not left');
select ok((pg_temp.played()).left_at between now() and clock_timestamp(), 'the previous match was left');

create function pg_temp.is_refused(statement text, who text default 'a link') returns text language sql as $$
  select throws_ok(statement, '42501', 'this table is not yours', who || ' cannot run ' || statement)
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
select is((pg_temp.played()).seq, 2, 'nothing was stored in the earlier match');
select is((pg_temp.shown()).match_id, pg_temp.id(500), 'the earlier match was not resumed');
select is(
  public.get_log(pg_temp.id(500), 0, pg_temp.link()) #> '{match,previous}', 'null',
    'a link doesn''t learn the earlier match''s id');

-- Only accounts see who did it.
select is(
  public.append_actions(pg_temp.id(500), 1, pg_temp.actions(2, 2), null, pg_temp.link()) #>> '{entries,0,by}',
  current_setting('test.link_id'), 'a link sees which entries are its own');
select is(
  public.get_log(pg_temp.id(500), 0, pg_temp.link()) #> '{entries,0,by}', 'null',
    'a log doesn''t tell a link which account scored');
select is(
  public.append_actions(pg_temp.id(500), 0, pg_temp.actions(9, 9), null, pg_temp.link()) #> '{entries,0,by}', 'null',
  'a stale answer doesn''t tell it either');
select is(
  public.append_actions(pg_temp.id(500), 0, pg_temp.actions(1, 1), null, pg_temp.link()) #> '{entries,0,by}', 'null',
  'an answer to a repeated call doesn''t tell it either');
select is(
  public.append_actions(pg_temp.id(500), null, jsonb_build_array(pg_temp.action(1, 'clock.start')), null, pg_temp.link())
    #> '{entries,0,by}', 'null', 'an answer to a call without a seq doesn''t tell it either');

-- A link can return to a match it left itself.
select is(
  pg_temp.begin_match(501, pg_temp.id(500), link => pg_temp.link()) ->> 'outcome', 'ok', 'a link can begin a match');
select is(
  public.get_log(pg_temp.id(501), 0, pg_temp.link()) #>> '{match,previous}', pg_temp.id(500)::text,
  'a link learns the id of the match it left');
select is(
  public.append_actions(pg_temp.id(500), 2, pg_temp.actions(3, 3), null, pg_temp.link()) ->> 'outcome', 'ok',
  'a link can add to a match left since it was made');
select is(
  public.resume_match(pg_temp.table_id(), pg_temp.id(501), pg_temp.id(500), pg_temp.link()) ->> 'outcome', 'ok',
  'a link can resume a match left since it was made');
select is((pg_temp.played(pg_temp.id(500))).left_at, null, 'a resumed match counts as not left');
select isnt((pg_temp.played(pg_temp.id(501))).left_at, null, 'the match before the resumption counts as left');
select is(
  pg_temp.begin_match(501, pg_temp.id(500), link => pg_temp.link()) ->> 'outcome', 'ok',
    'beginning that match again is ok');

-- The table's owner reaches everything, including who did it.
select pg_temp.become(pg_temp.amal());
select is(
  public.get_log(pg_temp.match()) #>> '{entries,0,by}', pg_temp.amal()::text,
    'an account can read the earliest log and who scored');
select is(pg_temp.append(2, pg_temp.actions(3, 3)) ->> 'outcome', 'ok', 'an account can add to the earliest match');

reset role;
select * from finish();
rollback;
