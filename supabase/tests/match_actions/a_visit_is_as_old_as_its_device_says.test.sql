-- A board's visit began as long ago as its device says: never in the future, before the match or over a week ago.
begin;
\ir ../scoring.psql
select plan(17);

reset role;
update public.matches set started_at = now() - interval '30 days' where id = pg_temp.match();
select pg_temp.become(pg_temp.amal());
-- Shows a board with one more action, and returns how many seconds before that action's own time its visit began.
create function pg_temp.ago(changed jsonb) returns float8 language plpgsql as $$
declare
  last constant int := (pg_temp.played()).seq;
begin
  perform pg_temp.append(last, jsonb_build_array(pg_temp.action(last + 1)), pg_temp.board(changed));
  return (select extract(epoch from at - (pg_temp.shown()).visit_at) from pg_temp.log() where seq = last + 1);
end;
$$;
select is(pg_temp.ago('{"visit_ago": 12.25}'), 12.25::float8, 'a visit began as long ago as was said');
select is(pg_temp.ago('{"visit_ago": 0}'), 0::float8, 'a visit may have begun with the action');
select is(pg_temp.ago('{"visit_ago": 604801}'), 604800::float8, 'more than a week counts as a week');
select is(pg_temp.ago('{"visit_ago": 1e100}'), 604800::float8, 'far more than a week counts as a week');
select isnt((pg_temp.shown()).visit_at, null, 'until then there was a visit');
select is(
  (public.get_overlay(pg_temp.token()) ->> 'visit_at')::timestamptz, (pg_temp.shown()).visit_at, 'viewers are told');
select is(pg_temp.ago('{"visit_ago": null}'), null, 'a board without a visit has none');
select pg_temp.ago('{"visit_ago": 5}');
select is(pg_temp.ago('{}'), null, 'nor has that of a page that doesn''t know of visits');

-- Direct updates leave the visit, as they leave the game.
select pg_temp.ago('{"visit_ago": 5}');
select set_config('test.visit', (pg_temp.shown()).visit_at::text, true);
update public.public_overlays set p1 = 'Zineb' where url_token = pg_temp.token();
select is(
  (pg_temp.shown()).visit_at, current_setting('test.visit')::timestamptz, 'a direct update leaves the visit as it is');
select throws_ok(
  $$update public.public_overlays set visit_at = now() where url_token = pg_temp.token()$$, '42501', null,
  'it can''t be set directly');
-- A repair of a board that only dates the visit otherwise changes nothing.
select set_config('test.rev', (pg_temp.shown()).rev::text, true);
select pg_temp.append((pg_temp.played()).seq, '[]', pg_temp.board('{"p1": "Zineb", "visit_ago": 9}'));
select is((pg_temp.shown()).rev, current_setting('test.rev')::bigint, 'the visit alone is no reason for a repair');

select pg_temp.begin_match(500, changed => '{"visit_ago": 0}', ago => 60);
select is(
  (pg_temp.shown()).visit_at - (pg_temp.played(pg_temp.id(500))).started_at, interval '60 seconds',
  'a match begins with the visit on its board');
select public.append_actions(
  pg_temp.id(500), 0, jsonb_build_array(pg_temp.action(1, 'pot')), pg_temp.board('{"visit_ago": 3600}'));
select is(
  (pg_temp.shown()).visit_at, (pg_temp.played(pg_temp.id(500))).started_at, 'no visit is older than its match');

-- Actions of a match that isn't current are kept for when it is resumed.
select public.append_actions(
  pg_temp.match(), (pg_temp.played()).seq, jsonb_build_array(pg_temp.action(99, ago => 7)),
  pg_temp.board('{"visit_ago": 7}'));
select is(
  (pg_temp.shown()).visit_at, (pg_temp.played(pg_temp.id(500))).started_at, 'a match that isn''t current shows no visit');
select public.resume_match(pg_temp.table_id(), pg_temp.id(500), pg_temp.match());
select is(
  (pg_temp.shown()).visit_at, (select at from pg_temp.log() where id = pg_temp.id(99)), 'a resumed match has its own');
select pg_temp.begin_match(501);
select is((pg_temp.shown()).visit_at, null, 'a match of a game without visits begins without one');
select public.resume_match(pg_temp.table_id(), pg_temp.id(501), pg_temp.match());
select is(
  (pg_temp.shown()).visit_at, (select at from pg_temp.log() where id = pg_temp.id(99)), 'the left match kept it');

reset role;
select * from finish();
rollback;
