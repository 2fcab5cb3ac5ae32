-- A repeated upload is the same picture, dated by its last upload.
begin;
\ir ../pictures.psql
select plan(17);
reset role;

create function pg_temp.captured(n int) returns interval language sql security definer as $$
  select now() - captured_at from public.snapshots where id = pg_temp.picture(n)
$$;
create function pg_temp.same_as(n int) returns jsonb language sql as $$
  select jsonb_build_object('status', 'repeated', 'id', pg_temp.picture(n), 'expired', '{}'::text[])
$$;
select pg_temp.become_service();
select pg_temp.upload(1, '10 minutes', 'A');
select is(pg_temp.upload(2, '10 minutes', 'A'), pg_temp.same_as(1), 'a retry gets the first one''s id');
select is(pg_temp.captured(1), '10 minutes', 'a retry doesn''t change the time');
select is(pg_temp.upload(1, '10 minutes', 'A'), pg_temp.same_as(1), 'a retry with the same id gets it too');
select is(pg_temp.upload(2, '9 minutes', 'A'), pg_temp.same_as(1), 'the same picture with a later time is a repeat');
select is(pg_temp.captured(1), '9 minutes', 'a repeat with a later time takes that time');
select is(pg_temp.upload(2, '20 minutes', 'A'), pg_temp.same_as(1),
  'the same picture with an earlier time is a repeat');
select is(pg_temp.captured(1), '9 minutes', 'a repeat with an earlier time doesn''t change the time');

select is(pg_temp.upload(2, '8 minutes', 'B') ->> 'status', 'stored', 'a different picture is stored');
select is(pg_temp.upload(3, '7 minutes', 'A') ->> 'status', 'stored',
  'the first picture again, after a different one, is stored');
select is(pg_temp.upload(4, '9 minutes', 'A'), pg_temp.same_as(1),
  'a late retry of the first gets the first one''s id');
select is(pg_temp.pictures(), '{3,2,1}', 'three pictures are listed');
select is(pg_temp.captured(1), '9 minutes', 'a late retry doesn''t change the time');

reset role;
update public.snapshots set received_at = now() - interval '29 days';
select pg_temp.become_service();
select pg_temp.upload(4, '5 minutes', 'A');
reset role;
select ok(
  (select received_at >= now() from public.snapshots where id = pg_temp.picture(3)),
  'sending a picture again restarts its days');
select is(
  (select count(*) from public.snapshots where received_at < now()), 2::bigint, 'the days of the other pictures keep counting');

select pg_temp.sample(50, 'b9');
select pg_temp.become_service();
select is(
  pg_temp.upload(5, '5 minutes', 'A', split_part(pg_temp.address(), '-', 1) || '-b9') ->> 'status', 'stored',
  'the same picture at another table is stored');
select pg_temp.upload(6, '1 minute', 'C');
select is(pg_temp.upload(7, '-1 day', 'C'), pg_temp.same_as(6), 'the same picture from the future is a repeat');
select ok(pg_temp.captured(6) <= '0', 'a repeat from the future is dated now');

reset role;
select * from finish();
rollback;
