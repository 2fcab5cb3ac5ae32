-- No role of the API has any privilege on what a match is made of, nor on the functions that decide.
begin;
\ir ../scoring.psql
select plan(15);

select is_empty(
  $$select r.rolname, t.name, p.privilege
    from unnest(array['anon', 'authenticated']) as r (rolname),
      unnest(array['matches', 'match_actions', 'scorer_links', 'overlay_screens']) as t (name),
      unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p (privilege)
    where has_table_privilege(r.rolname, 'public.' || t.name, p.privilege)$$,
  'anon and owners have no privilege on them');
select is_empty(
  $$select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity$$,
  'every table has row-level security');
select is_empty(
  $$select 1 from pg_policies where schemaname = 'public'
    and tablename in ('matches', 'match_actions', 'scorer_links', 'overlay_screens')$$, 'which lets nobody through');
select results_eq(
  $$select p.oid::regprocedure::text from pg_proc as p
    where pronamespace = 'private'::regnamespace
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
    order by 1$$,
  $$values ('private.is_shown_topic(text)'), ('private.is_television_topic(text)')$$,
  'no function of schema private is anybody''s to call, but those that policies ask');
select is_empty(
  $$select r.rolname from unnest(array['anon', 'authenticated', 'service_role']) as r (rolname)
    where has_schema_privilege(r.rolname, 'private', 'usage')$$,
  'and that not by its name');
select is_empty(
  $$select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prolang <> (select oid from pg_language where lanname = 'c')
      and not coalesce(array_to_string(proconfig, ' '), '') like '%search_path=""%'$$,
  'every function names its search path');
select is(
  (select array_agg(proname::text order by proname) from pg_proc
    where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')),
  '{append_actions,ask_television,begin_match,begin_pairing,get_log,get_overlay,open_link,resume_match}',
  'what anon may call, each asks for a secret or is for viewers');
select throws_ok('select * from public.' || name, '42501', null, 'an owner does not read ' || name)
from unnest(array['matches', 'match_actions', 'scorer_links', 'overlay_screens']) as name;
select throws_ok(
  'update public.public_overlays set ' || change, '42501', null, 'an owner does not write public_overlays: ' || change)
from unnest(array['seq = 9', 'match_id = gen_random_uuid()', 'detail = ''{}''', 'shot = null']) as change;

reset role;
select * from finish();
rollback;
