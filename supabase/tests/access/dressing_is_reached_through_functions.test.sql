-- No role of the API reaches what a venue puts around its boards, nor does anybody but its owner call what changes it.
begin;
\ir ../dressing.psql
select plan(14);

create function pg_temp.tables() returns text[] language sql as $$
  select '{venue_pictures,picture_tickets,players,sponsors}'::text[]
$$;
select is_empty(
  $$select r.rolname, t.name, p.privilege
    from unnest(array['anon', 'authenticated']) as r (rolname), unnest(pg_temp.tables()) as t (name),
      unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p (privilege)
    where has_table_privilege(r.rolname, 'public.' || t.name, p.privilege)
      or p.privilege not in ('delete', 'truncate', 'trigger')
        and has_any_column_privilege(r.rolname, 'public.' || t.name, p.privilege)$$,
  'anon and owners have no privilege on the tables');
reset role;
select is_empty(
  $$select relname from pg_class where relname = any (pg_temp.tables()) and not relrowsecurity
    union all select tablename from pg_policies where tablename = any (pg_temp.tables())$$,
  'row-level security is on, and lets nobody through');

select pg_temp.become();
select throws_ok(call, '42501', null, 'anon may not: ' || call)
from unnest(array[
  'select public.get_dressing()',
  'select public.save_player(''x'')',
  'select public.remove_player(gen_random_uuid())',
  'select public.save_sponsor(''x'', repeat(''-'', 22))',
  'select public.order_sponsors(''{}'')',
  'select public.remove_sponsor(gen_random_uuid())',
  'select public.begin_picture(''logo'')'
]) as call;
select set_config('role', 'authenticated', true);
select throws_ok(
  'select public.get_dressing()', '42501', 'sign in first', 'nor a signed-in account that is none');

select pg_temp.become(pg_temp.amal());
select throws_ok(call, '42501', null, 'the service alone may: ' || call)
from unnest(array[
  'select public.begin_mark(repeat(''x'', 24))',
  'select public.record_mark(repeat(''-'', 22))',
  'select public.find_mark(repeat(''-'', 22))'
]) as call;

-- Two kinds of secrets, each good for its own.
select set_config('test.key', public.add_upload_key('Camera') ->> 'secret', true),
  set_config('test.ticket', public.begin_picture('logo') ->> 'ticket', true);
reset role;
select pg_temp.become_service();
select is(
  array[
    public.begin_mark(current_setting('test.key')) ->> 'status',
    (select public.begin_upload(match_id, current_setting('test.ticket')) ->> 'status' from public.snapshot_tables limit 1)],
  '{key,key}', 'an upload key is no ticket, nor a ticket an upload key');

reset role;
select * from finish();
rollback;
