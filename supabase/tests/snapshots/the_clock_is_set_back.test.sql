-- The server's clock was ahead and has been corrected: anything arriving now is newer than what came before.
begin;
\ir ../pictures.psql
select plan(12);

select pg_temp.upload(n, make_interval(secs => 61 - n)) from generate_series(1, 60) as n;
select pg_temp.score();
select is(pg_temp.latest() ->> 'source', 'board', 'the board is newer than the uploads');
reset role;
update public.snapshots set captured_at = captured_at + interval '1 hour', received_at = received_at + interval '1 hour';
update public.upload_keys set last_used_at = clock_timestamp() + interval '1 hour';
update public.snapshot_tables set begun_at = array(
  select clock_timestamp() + interval '1 hour' - make_interval(secs => n) from generate_series(1, 60) as n);
alter table public.public_overlays disable trigger user;
update public.public_overlays set shown_at = shown_at + interval '1 hour', rev = 7;
alter table public.public_overlays enable trigger user;
select pg_temp.become_service();

select is(pg_temp.latest() ->> 'source', 'board', 'the order stays the same until something arrives');
select is(
  public.begin_upload(pg_temp.address(), pg_temp.key()) ->> 'status', 'ok',
    'uploads of the hour ahead don''t count towards the minute');
select is(pg_temp.upload(61) ->> 'status', 'stored', 'another upload is stored');
select is(pg_temp.latest() ->> 'id', pg_temp.picture(61), 'the new upload is the latest');
select is(pg_temp.pictures(), (select array_agg(n::text order by n desc) from generate_series(1, 61) as n),
  'the uploads keep their order');
reset role;
select ok(max(captured_at) <= clock_timestamp(), 'no picture is dated in the future') from public.snapshots;
select ok(last_used_at <= clock_timestamp(), 'the key''s last use is not in the future') from public.upload_keys;
select is(rev, 7::bigint, 'the board''s revision is unchanged')
from public.public_overlays where table_id = pg_temp.table_id();
select pg_temp.become_service();
select is(pg_temp.drawn(), 1::bigint, 'the board is not drawn again');
select pg_temp.score();
select is(pg_temp.latest() ->> 'source', 'board', 'the board''s next change is the latest');
select pg_temp.upload(62, '-1 hour');
select is(pg_temp.latest() ->> 'id', pg_temp.picture(62), 'the next upload is the latest');

reset role;
select * from finish();
rollback;
