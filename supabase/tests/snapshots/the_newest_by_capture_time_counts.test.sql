-- A table's latest picture is the one taken last, whatever order pictures arrive in.
begin;
\ir ../pictures.psql
select plan(17);

create function pg_temp.latest_upload() returns text language sql as $$
  select trim(leading '-' from pg_temp.latest() ->> 'id')
$$;
select is(
  pg_temp.latest(), jsonb_build_object(
    'status', 'none', 'topic', 'snapshot:' || pg_temp.address(), 'title', 'Overlay 1', 'venue', '',
    'tables', '[{"board": "b1", "title": "Overlay 1"}]'::jsonb, 'shows_live', false),
  'a table without a picture gives the topic that announces the first');
select is(
  pg_temp.upload(1, '5 minutes'),
  jsonb_build_object('status', 'stored', 'id', pg_temp.picture(1), 'expired', '{}'::text[]),
    'the first picture is stored');
select is(
  pg_temp.latest() - 'server_time',
  jsonb_build_object(
    'status', 'shown', 'id', pg_temp.picture(1), 'source', 'upload', 'type', 'image/jpeg',
    'captured_at', now() - interval '5 minutes', 'topic', 'snapshot:' || pg_temp.address(), 'title', 'Overlay 1',
    'venue', '', 'tables', '[{"board": "b1", "title": "Overlay 1"}]'::jsonb, 'shows_live', false),
  'the first picture is shown with its time');
select ok((pg_temp.latest() ->> 'server_time')::timestamptz >= now(), 'the answer has the server''s time');
select pg_temp.upload(2, '3 minutes');
select is(pg_temp.latest_upload(), '2', 'a picture taken later is the latest');
select pg_temp.upload(3, '4 minutes');
select is(pg_temp.latest_upload(), '2', 'a picture taken earlier and received later is not the latest');
select is(pg_temp.pictures(), '{2,3,1}', 'pictures are listed by the time they were taken');
select pg_temp.upload(4, '3 minutes');
select is(pg_temp.latest_upload(), '4', 'of two taken at once, the later received is the latest');
select pg_temp.upload(5, '-1 year');
select ok((pg_temp.latest() ->> 'captured_at')::timestamptz <= clock_timestamp(),
  'a picture from the future is dated now');
select is(pg_temp.latest_upload(), '5', 'a picture from the future is the latest');
select pg_temp.upload(6, '-1 day');
select is(pg_temp.latest_upload(), '6', 'the next picture replaces one from the future');
select throws_ok(
  $$select public.record_snapshot(
    pg_temp.address(), pg_temp.key(), pg_temp.picture(9), 'image/jpeg', repeat('99', 32), '-infinity')$$,
  '23514', null, 'a picture from before all time is refused');
select is(
  (select array_agg(trim(leading '-' from listed ->> 'id'))
    from jsonb_array_elements(public.snapshot_history(pg_temp.address())) as listed),
  '{6,5,4,2,3,1}', 'the history is newest first');
select is(
  public.snapshot_history(pg_temp.address()) -> 5,
  jsonb_build_object('id', pg_temp.picture(1), 'source', 'upload', 'captured_at', now() - interval '5 minutes'),
  'each picture of the history has its time');
select pg_temp.upload(n, '1 hour') from generate_series(10, 39) as n;
select is(jsonb_array_length(public.snapshot_history(pg_temp.address())), 24, 'the history has 24 pictures at most');
select is(
  public.find_snapshot(pg_temp.picture(3)),
  jsonb_build_object(
    'id', pg_temp.picture(3), 'match_id', pg_temp.address(), 'source', 'upload', 'type', 'image/jpeg',
    'captured_at', now() - interval '4 minutes', 'board', null, 'title', 'Overlay 1', 'venue', ''),
  'a picture is found by its id');
select pg_temp.become(pg_temp.amal());
select public.update_table(pg_temp.table_id(), title => '  ');
select pg_temp.become_service();
select is(pg_temp.latest() ->> 'title', 'B1', 'a table without a title has its board''s name');

reset role;
select * from finish();
rollback;
