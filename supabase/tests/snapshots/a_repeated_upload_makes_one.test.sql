-- A repeated upload is the same picture, dated by its last upload.
begin;
\ir ../pictures.psql
select plan(17);

create function pg_temp.captured(n int) returns interval language sql security definer as $$
  select now() - captured_at from public.snapshots where id = pg_temp.picture(n)
$$;
create function pg_temp.same_as(n int) returns jsonb language sql as $$
  select jsonb_build_object('status', 'repeated', 'id', pg_temp.picture(n), 'expired', '{}'::text[])
$$;
select pg_temp.upload(1, '10 minutes', 'A');
select is(pg_temp.upload(2, '10 minutes', 'A'), pg_temp.same_as(1), 'a retry gets the first one''s id');
select is(pg_temp.captured(1), '10 minutes', 'and changes nothing');
select is(pg_temp.upload(1, '10 minutes', 'A'), pg_temp.same_as(1), 'so does one by the same id');
select is(pg_temp.upload(2, '9 minutes', 'A'), pg_temp.same_as(1), 'the same picture with a later time is not a new one');
select is(pg_temp.captured(1), '9 minutes', 'but gets that time');
select is(pg_temp.upload(2, '20 minutes', 'A'), pg_temp.same_as(1), 'nor is one with an earlier time');
select is(pg_temp.captured(1), '9 minutes', 'which makes it no older');

select is(pg_temp.upload(2, '8 minutes', 'B') ->> 'status', 'stored', 'another picture is another');
select is(pg_temp.upload(3, '7 minutes', 'A') ->> 'status', 'stored', 'and the first again after it, too');
select is(pg_temp.upload(4, '9 minutes', 'A'), pg_temp.same_as(1), 'a late retry of the first is the first');
select is(pg_temp.pictures(), '{3,2,1}', 'that makes three');
select is(pg_temp.captured(1), '9 minutes', 'of unchanged times');

reset role;
update public.snapshots set received_at = now() - interval '29 days';
select pg_temp.become_service();
select pg_temp.upload(4, '5 minutes', 'A');
reset role;
select ok(
  (select received_at >= now() from public.snapshots where id = pg_temp.picture(3)),
  'the days of one that is sent again begin anew');
select is(
  (select count(*) from public.snapshots where received_at < now()), 2::bigint, 'those of the others go on');

select pg_temp.sample(50, 'b9');
select pg_temp.become_service();
select is(
  pg_temp.upload(5, '5 minutes', 'A', split_part(pg_temp.address(), '-', 1) || '-b9') ->> 'status', 'stored',
  'the same picture of another table is its own');
select pg_temp.upload(6, '1 minute', 'C');
select is(pg_temp.upload(7, '-1 day', 'C'), pg_temp.same_as(6), 'one from the future repeats the newest');
select ok(pg_temp.captured(6) <= '0', 'which was taken now');

reset role;
select * from finish();
rollback;
