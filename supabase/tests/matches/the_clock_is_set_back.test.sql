-- The server's clock was a day ahead and has been corrected: nothing from that day counts, and limits work as before.
begin;
\ir ../scoring.psql
select plan(24);

create function pg_temp.screens() returns jsonb language sql as $$ select public.get_log(pg_temp.match()) -> 'screens' $$;
create function pg_temp.outcome(after_seq int, first int, last int) returns text language sql as $$
  select pg_temp.append(after_seq, pg_temp.actions(first, last)) ->> 'outcome'
$$;
create function pg_temp.ahead(at timestamptz) returns timestamptz language sql as $$
  select case when at <= clock_timestamp() then at + interval '1 day' else at end
$$;
-- Dates everything stored since the last call a day later.
create function pg_temp.set_back(asking uuid default pg_temp.amal()) returns void language plpgsql as $$
begin
  reset role;
  set local session_replication_role = replica;
  update public.match_actions set at = pg_temp.ahead(at), stored_at = pg_temp.ahead(stored_at);
  update public.matches set created_at = pg_temp.ahead(created_at), started_at = pg_temp.ahead(started_at),
    stored_at = pg_temp.ahead(stored_at), left_at = pg_temp.ahead(left_at);
  update public.scorer_links set created_at = pg_temp.ahead(created_at), last_used_at = pg_temp.ahead(last_used_at);
  update public.overlay_screens set seen_at = pg_temp.ahead(seen_at);
  update public.table_scorers set seen_at = pg_temp.ahead(seen_at);
  set local session_replication_role = origin;
  perform pg_temp.become(asking);
end
$$;

-- Actions.
select is(pg_temp.outcome(n * 200, n * 200 + 1, n * 200 + 200), 'ok', 'a minute takes 600 actions')
from generate_series(0, 2) as n;
select is(pg_temp.outcome(600, 601, 601), 'tooMany', 'a 601st action is refused');
select pg_temp.set_back();
select is(pg_temp.outcome(600, 601, 800), 'ok', 'actions of the day ahead don''t count towards the minute');
select ok(max(at) filter (where seq > 600) <= clock_timestamp(),
  'new actions are not dated in the future') from pg_temp.log();
select is(pg_temp.outcome(n * 200, n * 200 + 1, n * 200 + 200), 'ok',
  'this minute takes 600 actions of its own') from generate_series(4, 5) as n;
select is(pg_temp.outcome(1200, 1201, 1201), 'tooMany', 'one action more is refused again');

-- Screens.
select public.get_overlay(pg_temp.token(), 'screen-' || n, 1) from generate_series(100, 199) as n;
select is(pg_temp.screens() -> 'count', '100', 'a hundred screens are counted');
select pg_temp.set_back();
select is(pg_temp.screens() -> 'count', '0', 'screens of the day ahead are not counted');
select public.get_overlay(pg_temp.token(), 'screen-150', (pg_temp.shown()).rev);
select is(pg_temp.screens() -> 'count', '1', 'a screen that asks again is counted');
select public.get_overlay(pg_temp.token(), 'screen-900', (pg_temp.shown()).rev);
select is(pg_temp.screens() -> 'count', '2', 'there is room for a new screen');

-- Matches.
select is(
  (select count(*) from generate_series(1, 99) as n
    where pg_temp.begin_match(n, (pg_temp.shown()).match_id) ->> 'outcome' = 'ok'),
  99::bigint, 'the first match, of the day ahead, doesn''t count towards the hour');
select is(pg_temp.begin_match(100, pg_temp.id(99)) ->> 'outcome', 'ok', 'the hundredth match can begin');
select is(pg_temp.begin_match(101, pg_temp.id(100)) ->> 'outcome', 'tooMany', 'one match more is refused');
select pg_temp.set_back();
select is(pg_temp.begin_match(101, pg_temp.id(100)) ->> 'outcome', 'ok',
  'matches of the day ahead don''t count towards the hour');

-- One link made while the clock was ahead, and one made now.
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'x') ->> 'secret', true);
create function pg_temp.link() returns text language sql as $$ select current_setting('test.link') $$;
select pg_temp.become();
select public.open_link(pg_temp.link());
select pg_temp.set_back(null);
select is(pg_temp.begin_match(102, pg_temp.id(101), link => pg_temp.link()) ->> 'outcome', 'ok',
  'a link made on the day ahead can begin a match');
select is(
  public.append_actions(pg_temp.id(101), 0, pg_temp.actions(1, 1), null, pg_temp.link()) ->> 'outcome', 'ok',
  'a link made on the day ahead can add to the previous match');
select throws_ok(
  'select public.get_log(pg_temp.match(), 0, pg_temp.link())', '42501', 'this table is not yours',
  'a link made on the day ahead can''t reach a match left before it was made');
reset role;
select ok(last_used_at <= clock_timestamp(), 'a link''s last use is not in the future') from public.scorer_links;
select pg_temp.become(pg_temp.amal());
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'new') ->> 'secret', true);
select pg_temp.become();
select throws_ok(
  format('select public.get_log(%L, 0, pg_temp.link())', match), '42501', null, 'a link made now can''t reach a match ' || which)
from (values (pg_temp.id(101), 'left before it was made'), (pg_temp.id(100), 'left on the day ahead')) as played (match, which);
select is(
  public.get_log(pg_temp.id(102), 0, pg_temp.link()) #>> '{match,seq}', '0',
    'a link made now reaches the current match');

reset role;
select * from finish();
rollback;
