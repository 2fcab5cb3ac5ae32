-- What an earlier version stored is imported under its address, once, and becomes an owner's when the venue is named.
begin;
\ir ../pictures.psql
select plan(29);

create function pg_temp.import(n int, address text, key text default 'first key') returns void language sql as $$
  select public.import_snapshot(address, pg_temp.picture(n), 'image/webp', now() - make_interval(days => n), key)
$$;
create function pg_temp.venues() returns bigint language sql security definer as $$
  select count(*) from public.venues where owner_uid is null
$$;
select pg_temp.import(1, 'demo-b1');
select pg_temp.import(2, 'demo-b1');
select pg_temp.import(3, 'demo-b2');
select is(pg_temp.venues(), 1::bigint, 'what stands before the last dash is the venue');
select is(
  public.latest_snapshot('demo-b1') - 'server_time',
  jsonb_build_object(
    'status', 'shown', 'id', pg_temp.picture(1), 'source', 'upload', 'type', 'image/webp', 'title', 'B1',
    'captured_at', now() - interval '1 day', 'topic', 'snapshot:demo-b1'),
  'its newest picture is shown');
select pg_temp.import(4, 'dem0-b1', 'another key');
select pg_temp.import(5, 'cafe-de-paris-3');
select pg_temp.import(6, 'nodash');
select pg_temp.import(7, '-');
select pg_temp.import(8, '_-_-');
select pg_temp.import(9, repeat('a', 64));
select is(
  public.latest_snapshot(address) ->> 'id', pg_temp.picture(n), 'so is that of ' || address)
from (values (4, 'dem0-b1'), (5, 'cafe-de-paris-3'), (6, 'nodash'), (7, '-'), (8, '_-_-'), (9, repeat('a', 64)))
  as imported (n, address);
select is(pg_temp.venues(), 7::bigint, 'each of its own venue');
select is(
  public.begin_upload('demo-b1', 'first key') ->> 'status', 'ok', 'the key of that time goes on');
select is(public.begin_upload('nodash', 'first key') ->> 'status', 'ok', 'for all that it was good for');
select is(public.begin_upload('dem0-b1', 'first key') ->> 'status', 'table', 'and nothing else');

select set_config('test.before', (public.latest_snapshot('demo-b1') - 'server_time')::text, true);
select pg_temp.import(1, 'demo-b1');
select is(
  (public.latest_snapshot('demo-b1') - 'server_time')::text, current_setting('test.before'), 'imported again, it is one');
reset role;
select is((select count(*) from public.snapshots), 9::bigint, 'as each is');
select is((select count(*) from public.upload_keys where label = 'import'), 7::bigint, 'and each key');
update public.upload_keys set revoked_at = now() where label = 'import';
select pg_temp.become_service();
select pg_temp.import(1, 'demo-b1');
select is(public.begin_upload('demo-b1', 'first key') ->> 'status', 'key', 'a key that was revoked stays so');
reset role;
update public.upload_keys set revoked_at = null;
select pg_temp.become_service();
select throws_ok(
  $$select public.import_snapshot('../x', pg_temp.picture(50), 'image/png', now(), null)$$, '23514', null,
  'an address of other characters is none');

-- Amal's venue gets the name.
select pg_temp.upload(40, '30 days');
select public.fail_upload(pg_temp.address(), pg_temp.key(), 'late');
select public.name_venue(pg_temp.amal(), 'demo');
select is(public.latest_snapshot(pg_temp.address()), '{"status": "unknown"}', 'the drawn name is nobody''s any more');
select set_config('test.address', 'demo-b1', true);
select is(pg_temp.latest() ->> 'title', 'Overlay 1', 'the table is found by the new one');
select is(pg_temp.pictures(), '{1,2,40}', 'with what was uploaded to either');
select is(public.latest_snapshot('demo-b2') ->> 'id', pg_temp.picture(3), 'tables of which there are only pictures follow');
select is(
  count(*) filter (where public.begin_upload('demo-b1', key) ->> 'status' = 'ok'), 2::bigint,
  'keys of both are good for it')
from unnest(array['first key', pg_temp.key()]) as key;
select is(public.begin_upload('nodash', 'first key') ->> 'status', 'ok', 'another venue''s stay with it');
select is(pg_temp.venues(), 6::bigint, 'there is one venue less');
select pg_temp.become(pg_temp.amal());
select is(
  (select jsonb_agg(listed -> 'match_id') from jsonb_array_elements(public.get_venue() -> 'tables') as listed),
  '["demo-b1", "demo-b2"]', 'the owner sees them');
select is(public.get_venue() #>> '{failures,0,match_id}', 'demo-b1', 'and what failed before');
select set_config('test.before', (public.get_venue() - 'server_time')::text, true);
select pg_temp.become_service();
select public.name_venue(pg_temp.amal(), 'demo');
select pg_temp.import(1, 'demo-b1');
select pg_temp.import(3, 'demo-b2');
select pg_temp.become(pg_temp.amal());
select is(
  (public.get_venue() - 'server_time')::text, current_setting('test.before'), 'named and imported again, nothing changes');
select public.add_table('Next');
select is(public.get_venue() #>> '{tables,1,match_id}', 'demo-b3', 'the next table''s number is a free one');
select pg_temp.become_service();
select throws_ok(
  $$select public.name_venue(pg_temp.badr(), 'demo')$$, '23505', null, 'nobody takes another owner''s name');

reset role;
select * from finish();
rollback;
