-- A scored table's picture shows its current board; asking lists a new one if the board has changed.
begin;
\ir ../pictures.psql
select plan(34);
reset role;

create function pg_temp.source() returns text language sql as $$ select pg_temp.latest() ->> 'source' $$;
create function pg_temp.shown_at() returns timestamptz language sql security definer as $$
  select shown_at from public.public_overlays where table_id = pg_temp.table_id()
$$;
-- The latest picture, which asking may create.
create function pg_temp.found() returns jsonb language plpgsql as $$
declare
  latest constant text := pg_temp.latest() ->> 'id';
begin
  return public.find_snapshot(latest);
end
$$;

select pg_temp.become_service();
select is(pg_temp.latest() ->> 'status', 'none', 'a board that was never scored has no picture');
select pg_temp.score($$theme = 'light'$$);
select pg_temp.become(pg_temp.amal());
select public.start_clock(pg_temp.token());
select public.stop_clock(pg_temp.token());
select pg_temp.become_service();
select is(pg_temp.latest() ->> 'status', 'none', 'the theme and the clock give a board no picture');
select is(pg_temp.drawn(), 0::bigint, 'no picture is listed yet');

select pg_temp.score($$p1 = 'ليلى', s1 = 2, race_to = 5$$);
select is(pg_temp.drawn(), 0::bigint, 'scoring alone lists no picture');
select is(
  pg_temp.latest() - 'server_time' - 'id',
  jsonb_build_object(
    'status', 'shown', 'source', 'board', 'type', 'image/jpeg', 'captured_at', pg_temp.shown_at(),
    'topic', 'snapshot:' || pg_temp.address(), 'title', 'Overlay 1', 'venue', '',
    'tables', '[{"board": "b1", "title": "Overlay 1"}]'::jsonb, 'shows_live', false),
  'asking lists one, with the time of the score');
select is(pg_temp.latest() ->> 'id', pg_temp.latest() ->> 'id', 'asking again gives the same picture');
select matches(pg_temp.latest() ->> 'id', '^[A-Za-z0-9]{22}$', 'its id is 22 letters and digits');
select is(pg_temp.drawn(), 1::bigint, 'one picture is listed');
select is(
  pg_temp.found() -> 'board',
  '{"p1": "ليلى", "p2": "PLAYER B", "event": "", "s1": 2, "s2": 0, "race_to": 5, "detail": null}',
  'a picture holds what to draw and nothing else');
reset role;
select throws_ok(
  $$insert into public.snapshots (id, match_id, source, type, captured_at, received_at, board, title, venue_title, rev)
    select pg_temp.picture(1), match_id, source, type, captured_at, received_at, board, title, venue_title, rev
    from public.snapshots$$,
  '23505', null, 'one revision can''t have two pictures');
select pg_temp.become_service();

select set_config('test.first', pg_temp.latest() ->> 'id', true);
select pg_temp.become(pg_temp.amal());
select public.start_clock(pg_temp.token());
select pg_temp.become_service();
select pg_temp.score($$theme = 'dark'$$);
select pg_temp.score($$s1 = 2$$);
select is(pg_temp.latest() ->> 'id', current_setting('test.first'),
  'the clock, the theme and the same score make no new picture');
select pg_temp.score();
select isnt(pg_temp.latest() ->> 'id', current_setting('test.first'), 'a point makes a new picture');
select pg_temp.score($$p2 = 'Badr'$$);
select is(pg_temp.found() #>> '{board,p2}', 'Badr', 'a name makes a new picture');
select pg_temp.score($$detail = '{"break": 12}', seq = seq + 1$$);
select is(pg_temp.found() #>> '{board,detail,break}', '12', 'the game''s detail makes a new picture');
select is(pg_temp.drawn(), 4::bigint, 'four pictures are listed');
select is(
  public.find_snapshot(current_setting('test.first')) #> '{board,s1}', '2', 'the first picture is unchanged');
select pg_temp.score();
select pg_temp.score();
select pg_temp.latest();
select is(pg_temp.drawn(), 5::bigint, 'an unrequested picture is not listed');

-- It shows the table's name.
select set_config('test.named', pg_temp.latest() ->> 'id', true);
select pg_temp.become(pg_temp.amal());
select public.update_table(pg_temp.table_id(), title => 'Table 9');
select pg_temp.become_service();
select is(pg_temp.found() ->> 'title', 'Table 9', 'a renamed table has a new picture');
select is(
  public.find_snapshot(current_setting('test.named')) ->> 'title', 'Overlay 1',
    'the previous picture keeps the old name');
reset role;
select is(
  (select rev from public.snapshots where board is not null order by captured_at desc limit 1),
  (select rev from public.public_overlays where table_id = pg_temp.table_id()),
  'renaming makes no revision of the board');
select pg_temp.become_service();
select set_config('test.named', pg_temp.latest() ->> 'id', true);
select pg_temp.become(pg_temp.amal());
select public.update_table(pg_temp.table_id(), title => 'Table 9');
select pg_temp.become_service();
select is(pg_temp.latest() ->> 'id', current_setting('test.named'), 'the same name makes no new picture');

-- With a camera too, the later picture wins.
select pg_temp.upload(1, '1 hour');
select is(pg_temp.source(), 'board', 'a photo from before the score is not the latest');
select pg_temp.upload(2, '-1 hour');
select is(pg_temp.source(), 'upload', 'a photo from after the score is the latest');
select pg_temp.score();
select pg_temp.upload(4, '-1 hour');
select is(pg_temp.source(), 'upload', 'a photo is the latest even if the score before it wasn''t requested');
select is(pg_temp.drawn(), 6::bigint, 'an unrequested score is not listed');
select pg_temp.score();
select is(pg_temp.source(), 'board', 'the next score is the latest');
select pg_temp.upload(3, '-1 hour', '4');
select is(pg_temp.source(), 'upload', 'an unchanged photo is dated by its last upload');
select is(pg_temp.pictures(), '{4,2,1}', 'an unchanged photo is listed once');

-- The server's clock was an hour ahead when the last point was scored.
reset role;
alter table public.public_overlays disable trigger user;
select pg_temp.score($$shown_at = now() + interval '1 hour'$$);
alter table public.public_overlays enable trigger user;
select pg_temp.become_service();
select set_config('test.ahead', pg_temp.latest() ->> 'id', true);
select pg_temp.score();
select isnt(pg_temp.latest() ->> 'id', current_setting('test.ahead'),
  'a score after the clock was set back makes a new picture');
select ok(pg_temp.shown_at() > now() + interval '1 hour',
  'a score after the clock was set back is dated after the last one');

select pg_temp.become(pg_temp.amal());
select public.begin_match(
  pg_temp.table_id(), (select match_id from public.public_overlays where url_token = pg_temp.token()), gen_random_uuid(),
  'snooker', 1, '{}', '{"p1": "A", "p2": "B", "s1": 0, "s2": 0, "race_to": 3, "rules": 1, "detail": {"frame": 1}}', 0);
select pg_temp.become_service();
select is(
  pg_temp.found() -> 'board',
  '{"p1": "A", "p2": "B", "event": "", "s1": 0, "s2": 0, "race_to": 3, "detail": {"frame": 1}}', 'the next match is shown as it begins');
select unalike(
  pg_temp.found()::text, '%' || secret || '%', 'a picture holds no ' || what)
from (values
  (pg_temp.token(), 'overlay link'), (pg_temp.amal()::text, 'owner'), (pg_temp.table_id()::text, 'table''s id')
) as secrets (secret, what);

reset role;
select * from finish();
rollback;
