-- A table takes 60 pictures a minute, and says how long to wait.
begin;
\ir ../pictures.psql
select plan(11);

select is(
  count(*) filter (where pg_temp.upload(n) ->> 'status' = 'stored'), 60::bigint, '60 are stored')
from generate_series(1, 60) as n;
select is(public.begin_upload(pg_temp.address(), pg_temp.key()) ->> 'status', 'busy', 'one more is not begun');
select is(pg_temp.upload(61) ->> 'status', 'busy', 'nor stored');
select is(cardinality(pg_temp.pictures()), 60, 'there are 60');
select ok(
  (public.begin_upload(pg_temp.address(), pg_temp.key()) ->> 'retry_after')::int between 55 and 60,
  'the first of them makes room in a minute');
reset role;
update public.snapshots set received_at = clock_timestamp() - interval '59.9 seconds' where id = pg_temp.picture(1);
select pg_temp.become_service();
select is(
  public.begin_upload(pg_temp.address(), pg_temp.key()), '{"status": "busy", "retry_after": 1}',
  'a wait is a second at least');
select public.import_snapshot(
  split_part(pg_temp.address(), '-', 1) || '-b9', pg_temp.picture(90), 'image/jpeg', now(), null);
select is(
  pg_temp.upload(91, address => split_part(pg_temp.address(), '-', 1) || '-b9') ->> 'status', 'stored',
  'another table of the venue takes its own');
reset role;
update public.snapshots set received_at = clock_timestamp() - interval '61 seconds' where id = pg_temp.picture(1);
select pg_temp.become_service();
select is(public.begin_upload(pg_temp.address(), pg_temp.key()), '{"status": "ok"}', 'a minute later there is room');
select is(pg_temp.upload(61) ->> 'status', 'stored', 'for one');
select is(pg_temp.upload(62) ->> 'status', 'busy', 'not for two');
select is(
  public.begin_upload(pg_temp.address(), 'wrong'), '{"status": "key"}', 'whoever has no key learns nothing of it');

reset role;
select * from finish();
rollback;
