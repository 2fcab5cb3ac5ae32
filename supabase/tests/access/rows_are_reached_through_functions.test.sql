-- API roles have no privileges on stored rows, except owners on their own overlay records.
begin;
\ir ../scoring.psql
select plan(10);
reset role;

select is_empty(
  $$select role, relname, privilege
    from unnest(array['anon', 'authenticated']) as role,
      unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege, pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
      and (role = 'anon' or relname not in ('user_overlays', 'public_overlays'))
      and (has_table_privilege(role, pg_class.oid, privilege)
        or privilege not in ('delete', 'truncate', 'trigger')
          and has_any_column_privilege(role, pg_class.oid, privilege))$$,
  'anon and owners have no privileges on other tables');
select is_empty(
  $$select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity$$,
  'every table has row-level security');
select is_empty(
  $$select p.oid::regprocedure::text from pg_proc as p
    where pronamespace = 'public'::regnamespace and prorettype = 'void'::regtype
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')$$,
  'every function returns something: a 204, as for void, is also a captive portal''s answer');
select is_empty(
  $$select tablename, policyname from pg_policies where schemaname = 'public' and not coalesce(
      tablename in ('user_overlays', 'public_overlays') and roles = '{authenticated}' and cmd in ('SELECT', 'UPDATE')
      and qual = '(owner_uid = ( SELECT auth.uid() AS uid))' and coalesce(with_check, qual) = qual, false)$$,
  'the only policies let owners read and update their own rows of the two overlay tables');
select results_eq(
  $$select p.oid::regprocedure::text from pg_proc as p
    where pronamespace = 'private'::regnamespace
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
    order by 1$$,
  $$values ('private.is_paired_topic(text)'), ('private.is_shown_topic(text)'), ('private.table_key(text)')$$,
  'API roles can execute only the private functions used by policies and by the index of names');
select is_empty(
  $$select role from unnest(array['anon', 'authenticated', 'service_role']) as role
    where has_schema_privilege(role, 'private', 'usage')$$,
  'API roles have no usage on the private schema');
select is_empty(
  $$select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(array_to_string(proconfig, ' '), '') like '%search_path=""%'$$,
  'every function sets an empty search path');
select pg_temp.become(pg_temp.amal());
select throws_ok(
  'update public.public_overlays set ' || change, '42501', null, 'an owner cannot write public_overlays: ' || change)
from unnest(array['seq = 9', 'match_id = gen_random_uuid()', 'detail = null, shot = null']) as change;

reset role;
select * from finish();
rollback;
