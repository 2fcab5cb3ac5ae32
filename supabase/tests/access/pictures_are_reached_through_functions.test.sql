-- What the public sees of pictures goes through the service; no role of the API reaches them, nor a scorer's link.
begin;
\ir ../pictures.psql
select plan(25);

create function pg_temp.tables() returns text[] language sql as $$
  select '{venues,snapshot_tables,upload_keys,snapshots,snapshot_removals,upload_failures}'::text[]
$$;
select is_empty(
  $$select r.rolname, t.name, p.privilege
    from unnest(array['anon', 'authenticated']) as r (rolname), unnest(pg_temp.tables()) as t (name),
      unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p (privilege)
    where has_table_privilege(r.rolname, 'public.' || t.name, p.privilege)
      or p.privilege not in ('delete', 'truncate', 'trigger')
        and has_any_column_privilege(r.rolname, 'public.' || t.name, p.privilege)$$,
  'anon and owners have no privilege on them');
reset role;
select is_empty(
  $$select 1 from pg_policies where schemaname = 'public' and tablename = any (pg_temp.tables())$$,
  'row-level security lets nobody through');
select is_empty(
  $$select r.rolname from unnest(array['anon', 'authenticated', 'service_role']) as r (rolname)
    where has_table_privilege(r.rolname, 'private.pictured_tables', 'select')
      and has_schema_privilege(r.rolname, 'private', 'usage')$$,
  'the view of schema private is nobody''s');

create function pg_temp.only(role text, other text) returns text[] language sql as $$
  select array_agg(proname::text order by proname) from pg_proc
  where pronamespace = 'public'::regnamespace
    and has_function_privilege(role, oid, 'execute') and not has_function_privilege(other, oid, 'execute')
$$;
select is(
  pg_temp.only('service_role', 'authenticated'),
  '{begin_mark,begin_upload,confirm_removed,expire_snapshots,fail_upload,find_mark,find_snapshot,import_snapshot,latest_snapshot,name_venue,record_mark,record_snapshot,snapshot_history}',
  'what the service alone may call');
select ok(
  pg_temp.only('authenticated', 'anon') @> '{add_upload_key,get_venue,revoke_upload_key,update_venue}',
  'what owners may call and anon may not');

create function pg_temp.denied(name text) returns setof text language sql as $$
  select throws_ok(call, '42501', null, name || ' does not call it: ' || call) from unnest(array[
    'select public.latest_snapshot(pg_temp.address())',
    'select public.find_snapshot(pg_temp.picture(1))',
    'select public.begin_upload(pg_temp.address(), pg_temp.key())',
    'select pg_temp.upload(1)',
    'select public.name_venue(pg_temp.amal(), ''demo'')'
  ]) as call
$$;
select pg_temp.become(pg_temp.amal());
select pg_temp.denied('an owner');
select pg_temp.become();
select pg_temp.denied('anon');
select throws_ok(call, '42501', null, 'anon has no venue: ' || call)
from unnest(array[
  'select public.get_venue()',
  'select public.update_venue(false)',
  'select public.add_upload_key(''x'')',
  'select public.revoke_upload_key(gen_random_uuid())'
]) as call;

select set_config('role', 'authenticated', true);
select throws_ok(
  'select public.get_venue()', '42501', 'sign in first', 'nor has a signed-in account that is none');

-- Two kinds of secrets, each good for its own.
select pg_temp.become(pg_temp.amal());
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'x') ->> 'secret', true);
select pg_temp.become_service();
select is(
  public.begin_upload(pg_temp.address(), current_setting('test.link')) ->> 'status', 'key',
  'a scorer''s link is no upload key');
select pg_temp.become();
select throws_ok(
  'select public.open_link(pg_temp.key())', '42501', 'this table is not yours', 'an upload key opens no table');

-- Other owners.
reset role;
select set_config('test.key_id', id::text, true) from public.upload_keys;
select pg_temp.become(pg_temp.badr());
select throws_ok(
  $$select public.revoke_upload_key(current_setting('test.key_id')::uuid)$$, '42501', 'this key is not yours',
  'another owner revokes no key');
select public.update_venue(false, 3);
select unalike(public.get_venue()::text, '%' || pg_temp.address() || '%', 'nor sees the venue');
reset role;
select results_eq(
  'select is_public, keep_days from public.venues where owner_uid = pg_temp.amal()', $$values (true, 30)$$,
  'nor changes it');

select * from finish();
rollback;
