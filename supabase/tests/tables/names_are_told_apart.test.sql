-- Tables in use have different names; archived ones may share one.
begin;
\ir ../helpers.psql
select plan(18);

select pg_temp.become(pg_temp.amal());
select set_config('test.one', (public.ensure_overlay()).id::text, true),
  set_config('test.two', public.add_table('Table 2')::text, true), set_config('test.bar', public.add_table('Bar')::text, true);
create function pg_temp.table_of(name text) returns uuid language sql as $$
  select current_setting('test.' || name)::uuid
$$;
select throws_ok(format('select public.add_table(%L)', title), '23505', null, 'taken: ' || title)
from unnest(array['Table 1', 'الطاولة ١', 'table  2', 'BAR', E'Bar\u200f']) as title;
select lives_ok(format('select public.add_table(%L)', title), 'free: ' || title)
from unnest(array['Table 3', 'Bar 2', 'Overlay 2', '', '']) as title;
select throws_ok($$select public.update_table(pg_temp.table_of('bar'), 'طاولة 2')$$, '23505', null,
  'a table isn''t given another''s name');
select throws_ok($$update public.user_overlays set title = 'bar' where id = pg_temp.table_of('one')$$, '23505', null,
  'nor by its owner directly');
select lives_ok($$select public.update_table(pg_temp.table_of('bar'), 'bar')$$, 'a table may keep its own name');

-- Archived ones.
select public.update_table(pg_temp.table_of('two'), archived => true);
select lives_ok($$select public.update_table(pg_temp.table_of('bar'), 'Table 2')$$, 'an archived table''s name is free');
select throws_ok($$select public.update_table(pg_temp.table_of('two'), archived => false)$$, '23505', null,
  'it is not brought back beside one of its name');
select public.update_table(pg_temp.table_of('bar'), 'Bar');
select lives_ok($$select public.update_table(pg_temp.table_of('two'), archived => false)$$, 'once that is free, it is');
select pg_temp.become(pg_temp.badr());
select lives_ok($$select public.ensure_overlay(), public.add_table('Bar')$$, 'other owners have names of their own');

-- A file that is imported brings its tables, those whose name is taken by one like it.
reset role;
select is(
  array(select private.free_title(pg_temp.amal(), gen_random_uuid(), title)
    from unnest(array['Overlay 1', 'bar', 'Bar 2', 'Window', '']) as title),
  array['Table 1 (2)', 'bar (2)', 'Bar 2 (2)', 'Window', ''], 'a name that is taken becomes one like it');

select * from finish();
rollback;
