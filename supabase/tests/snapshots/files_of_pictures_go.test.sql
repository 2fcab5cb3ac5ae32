-- A picture that isn't listed leaves no file, whether its account was deleted or its upload failed.
begin;
\ir ../pictures.psql
select plan(16);
reset role;

create function pg_temp.due() returns text[] language sql as $$
  select coalesce(array_agg(id order by id), '{}') from unnest(public.expire_snapshots(1000)) as id
$$;
create function pg_temp.waiting() returns text[] language sql security definer as $$
  select coalesce(array_agg(id order by id), '{}') from public.snapshot_removals
$$;
create function pg_temp.pass(span interval) returns void language sql security definer as $$
  update public.snapshot_removals set due_at = due_at - span
$$;
-- As the service does with the ids it gets.
create function pg_temp.sweep() returns text[] language plpgsql as $$
declare
  ids constant text[] := pg_temp.due();
begin
  perform public.confirm_removed(ids);
  return ids;
end
$$;

select pg_temp.become_service();
-- An upload.
select set_config('test.begun', public.begin_upload(pg_temp.address(), pg_temp.key()) ->> 'id', true);
create function pg_temp.record(id text, sent text) returns jsonb language sql as $$
  select public.record_snapshot(
    pg_temp.address(), pg_temp.key(), id, 'image/jpeg', encode(sha256(sent::bytea), 'hex'), now())
$$;
select is(pg_temp.waiting(), array[current_setting('test.begun')], 'an upload in progress is listed for removal');
select is(pg_temp.due(), '{}', 'an upload in progress is not due yet');
select is(pg_temp.record(current_setting('test.begun'), 'A') ->> 'status', 'stored',
  'an upload in progress can be stored');
select is(pg_temp.waiting(), '{}', 'a stored upload is not listed for removal');
select throws_ok(
  $$select pg_temp.record(pg_temp.picture(1), 'B')$$, '55000', null, 'an upload that never began can''t be stored');

select set_config('test.late', public.begin_upload(pg_temp.address(), pg_temp.key()) ->> 'id', true);
select set_config('test.again', public.begin_upload(pg_temp.address(), pg_temp.key()) ->> 'id', true);
select is(pg_temp.record(current_setting('test.again'), 'A') ->> 'status', 'repeated',
  'the same picture again is a repeat');
select pg_temp.pass('59 minutes');
select is(pg_temp.due(), '{}', 'an unfinished or repeated upload is not due within the hour');
select pg_temp.pass('1 minute');
select set_config('test.due', pg_temp.due()::text, true);
select is(
  current_setting('test.due')::text[],
  (select array_agg(id order by id) from unnest(array[current_setting('test.late'), current_setting('test.again')]) as id),
  'an unfinished or repeated upload is due after an hour');
select is(pg_temp.due()::text, current_setting('test.due'), 'files that are due are listed until they are removed');
select pg_temp.pass('-2 hours');
select throws_ok(
  $$select pg_temp.record(current_setting('test.late'), 'C')$$, '55000', null,
  'a file that was due is never recorded, even if the clock is set back');
select is(pg_temp.sweep()::text, current_setting('test.due'), 'files that are due are removed');
select is(pg_temp.waiting(), '{}', 'removed files are forgotten');

-- An expired picture is removed at once; anything made from it meanwhile, an hour later.
select pg_temp.upload(2, '1 hour');
reset role;
update public.snapshots set received_at = now() - interval '40 days' where id = pg_temp.picture(2);
select pg_temp.become_service();
select is(pg_temp.sweep(), array[pg_temp.picture(2)], 'an expired picture''s file is removed');
select pg_temp.pass('1 hour');
select is(pg_temp.sweep(), array[pg_temp.picture(2)], 'an expired picture''s file is removed again an hour later');
select is(pg_temp.waiting(), '{}', 'an expired picture is then forgotten');

-- Deleting an account.
select pg_temp.score();
select set_config('test.drawn', pg_temp.latest() ->> 'id', true);
select pg_temp.sample(30, 'cam', '3 years');
reset role;
delete from auth.users where id = pg_temp.amal();
select pg_temp.become_service();
select is(
  pg_temp.waiting(), (select array_agg(id order by id) from unnest(
    array[current_setting('test.begun'), current_setting('test.drawn'), pg_temp.picture(30)]) as id),
  'every file of a deleted account is listed for removal: uploads, drawings, samples');

reset role;
select * from finish();
rollback;
