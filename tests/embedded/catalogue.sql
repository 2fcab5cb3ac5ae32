-- Everything a database consists of, one row a thing. The order of a table's columns is left out, because later
-- migrations add theirs last.
with ours as (
  select oid from pg_namespace where nspname in ('public', 'private')
), acls as (
  select acl, array(select entry::text from unnest(acl) as entry order by 1)::text as sorted
  from (
    select nspacl from pg_namespace
    union select relacl from pg_class
    union select attacl from pg_attribute
    union select proacl from pg_proc
  ) as given (acl)
)
select 'schema' as kind, nspname as name, sorted as definition, obj_description(pg_namespace.oid) as comment
from pg_namespace left join acls on acl = nspacl where pg_namespace.oid in (select oid from ours)
union all
select concat('relation ', relkind), pg_class.oid::regclass::text,
  concat_ws(' ', relrowsecurity, relforcerowsecurity, reloptions, sorted, pg_get_viewdef(pg_class.oid)),
  obj_description(pg_class.oid, 'pg_class')
from pg_class left join acls on acl = relacl
where relnamespace in (select oid from ours) and relkind not in ('i', 'S')
union all
select 'column', attrelid::regclass || '.' || attname,
  concat_ws(
    ' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, sorted, pg_get_expr(adbin, adrelid),
    case relkind when 'c' then attnum end
  ),
  col_description(attrelid, attnum)
from pg_attribute join pg_class on pg_class.oid = attrelid left join acls on acl = attacl
left join pg_attrdef on adrelid = attrelid and adnum = attnum
where relnamespace in (select oid from ours) and relkind in ('r', 'v', 'c') and attnum > 0 and not attisdropped
union all
select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid), obj_description(oid)
from pg_constraint where connamespace in (select oid from ours) and conrelid <> 0
union all
select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid), obj_description(indexrelid)
from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace in (select oid from ours)
union all
select 'function', pg_proc.oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(pg_proc.oid), sorted),
  obj_description(pg_proc.oid)
from pg_proc left join acls on acl = proacl where pronamespace in (select oid from ours)
union all
select 'trigger', tgrelid::regclass || '.' || tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled),
  obj_description(pg_trigger.oid)
from pg_trigger join pg_class on pg_class.oid = tgrelid
where relnamespace in (select oid from ours) and not tgisinternal
union all
select 'policy', concat_ws('.', schemaname, tablename, policyname), concat_ws(' ', permissive, roles, cmd, qual, with_check), null
from pg_policies
union all
select 'type', oid::regtype::text, typtype::text, obj_description(oid)
from pg_type where typnamespace in (select oid from ours) and typelem = 0
union all
select 'right', act, concat_ws(' ', place, who), null from private.rights
order by 1, 2
