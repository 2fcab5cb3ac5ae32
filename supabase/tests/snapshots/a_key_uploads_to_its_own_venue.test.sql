-- A key uploads only to its venue's tables, until it is revoked.
begin;
\ir ../pictures.psql
select plan(47);

select pg_temp.become(pg_temp.badr());
select public.ensure_overlay();
select set_config('test.badrs_key', public.add_upload_key('Badr''s') ->> 'secret', true);
reset role;
select set_config('test.badrs', match_id, true) from public.snapshot_tables where match_id <> pg_temp.address();

-- Both steps of an upload refuse it, and its failure isn't recorded.
create function pg_temp.refused(address text, key text, why text, what text) returns setof text language plpgsql as $$
begin
  perform pg_temp.become_service();
  return next is(public.begin_upload(address, key), jsonb_build_object('status', why), what || ' begins nothing');
  return next is(
    pg_temp.upload(90, address => address, key => key), jsonb_build_object('status', why), what || ' stores nothing');
  perform public.fail_upload(address, key, 'late');
  reset role;
  return next is_empty(
    $q$select 1 from public.snapshots union all select 1 from public.upload_failures$q$, what || ' leaves nothing');
  perform pg_temp.become_service();
end
$$;
create function pg_temp.owner(statement text) returns void language plpgsql as $$
begin
  perform pg_temp.become(pg_temp.amal());
  execute statement;
  perform pg_temp.become_service();
end
$$;

select pg_temp.refused(pg_temp.address(), 'wrong', 'key', 'a wrong key');
select pg_temp.refused(pg_temp.address(), null, 'key', 'a null key');
select pg_temp.refused(pg_temp.address(), repeat('x', 3000000), 'key', 'a key of 3 MB');
select pg_temp.refused('nowhere', 'wrong', 'key', 'a wrong key for an unknown table');
select pg_temp.refused(pg_temp.address(), current_setting('test.badrs_key'), 'table', 'another venue''s key');
select pg_temp.refused(current_setting('test.badrs'), pg_temp.key(), 'table', 'a key for another venue''s table');
select pg_temp.refused('nowhere', pg_temp.key(), 'table', 'a key for an unknown table');
select pg_temp.refused(address, pg_temp.key(), 'table', 'an address of ' || octet_length(address) || ' bytes')
from unnest(array['../' || pg_temp.address(), pg_temp.address() || E'\n', repeat('ب', 1000000)]) as address;

select pg_temp.owner('select public.update_table(pg_temp.table_id(), archived => true)');
select pg_temp.refused(pg_temp.address(), pg_temp.key(), 'table', 'a key for an archived table');
select pg_temp.owner('select public.update_table(pg_temp.table_id(), archived => false)');

reset role;
select is((select last_used_at from public.upload_keys where label = 'Camera'), null,
  'a refused upload doesn''t count as a use of the key');
select pg_temp.become_service();
select is(public.begin_upload(pg_temp.address(), pg_temp.key()) ->> 'status', 'ok',
  'a table that is brought back takes pictures');
reset role;
select ok((select last_used_at >= now() from public.upload_keys where label = 'Camera'), 'a key''s last use is noted');
select pg_temp.become_service();
select pg_temp.owner('select public.update_venue(is_public => false)');
select is(pg_temp.upload(1) ->> 'status', 'stored', 'a venue whose page is off still takes pictures');

select pg_temp.owner($$select public.revoke_upload_key((public.get_venue() #>> '{keys,0,id}')::uuid)$$);
select is(public.begin_upload(pg_temp.address(), pg_temp.key()) ->> 'status', 'key', 'a revoked key begins nothing');
select is(pg_temp.upload(2) ->> 'status', 'key', 'a revoked key can''t finish an upload');
select public.fail_upload(pg_temp.address(), pg_temp.key(), 'late');
select pg_temp.owner($$select public.revoke_upload_key((public.get_venue() #>> '{keys,0,id}')::uuid)$$);
reset role;
select is_empty('select 1 from public.upload_failures', 'a revoked key''s failures are not noted');
select is(pg_temp.pictures(), '{1}', 'what was uploaded with a revoked key stays');

select pg_temp.become(pg_temp.amal());
select set_config('test.key', public.add_upload_key('Second') ->> 'secret', true);
select pg_temp.become_service();
select is(pg_temp.upload(2) ->> 'status', 'stored', 'another key can still upload');
select throws_ok(
  format('select public.record_snapshot(pg_temp.address(), pg_temp.key(), %L, %L, %L, now())', id, type, digest),
  code, null, 'an upload is refused with ' || why)
from (values
  ('../../../../etc/passwd', 'image/jpeg', repeat('ab', 32), '23514', 'an id with dots and slashes'),
  (repeat('a', 23), 'image/jpeg', repeat('ab', 32), '23514', 'a longer id'),
  (repeat('c', 22), 'image/svg+xml', repeat('ab', 32), '23514', 'another type'),
  (repeat('c', 22), 'image/jpeg', 'no digest', '22023', 'an invalid digest'),
  (repeat('c', 22), 'image/jpeg', null, '22023', 'no digest')
) as bad (id, type, digest, code, why);

reset role;
select * from finish();
rollback;
