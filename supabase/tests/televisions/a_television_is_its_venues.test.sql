-- Only a television itself and its venue's owner can read it, and it can't show another venue's tables.
begin;
\ir ../televisions.psql
select plan(29);

select pg_temp.become(pg_temp.amal());
select pg_temp.pair(1, 'Bar', pg_temp.table_id());
select set_config('test.television', pg_temp.television()::text, true);
create function pg_temp.amals() returns uuid language sql as $$ select current_setting('test.television')::uuid $$;

select is_empty(
  $$select r.rolname, t.name, p.privilege
    from unnest(array['anon', 'authenticated']) as r (rolname), unnest(array['televisions', 'pairing_codes']) as t (name),
      unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p (privilege)
    where has_table_privilege(r.rolname, 'public.' || t.name, p.privilege)$$,
  'anon and owners have no privileges on televisions and codes');
reset role;
select is_empty(
  $$select 1 from pg_policies where schemaname = 'public' and tablename in ('televisions', 'pairing_codes')$$,
  'no policy lets anyone reach televisions and codes');

create function pg_temp.calls() returns text[] language sql as $$
  select array[
    'select pg_temp.pair(9)',
    'select public.list_televisions()',
    'select public.update_television(pg_temp.amals(), ''x'')',
    'select public.unpair_television(pg_temp.amals())'
  ]
$$;
select pg_temp.become();
select throws_ok(call, '42501', null, 'anon cannot run ' || call) from unnest(pg_temp.calls()) as call;
select throws_ok('select * from public.' || name, '42501', null, 'anon cannot read ' || name)
from unnest(array['televisions', 'pairing_codes']) as name;
select set_config('role', 'authenticated', true);
select throws_ok(call, '42501', null, 'a signed-in caller without an account cannot run ' || call)
from unnest(pg_temp.calls()) as call;

select pg_temp.become(pg_temp.badr());
select public.list_tables();
select is(public.list_televisions() -> 'televisions', '[]', 'another owner sees none of the televisions');
select throws_ok(call, '42501', 'this television is not yours', 'another owner cannot run ' || call)
from unnest(array[
  'select public.update_television(pg_temp.amals(), ''x'')',
  'select public.unpair_television(pg_temp.amals())',
  'select public.unpair_television(gen_random_uuid())',
  'select public.unpair_television(null)'
]) as call;
select throws_ok('select * from public.' || name, '42501', null, 'another owner cannot read ' || name)
from unnest(array['televisions', 'pairing_codes']) as name;
select throws_ok(
  'select pg_temp.pair(2, ''TV'', pg_temp.table_id())', '42501', 'this table is not yours',
  'a television can''t be paired to another owner''s table');
select throws_ok(
  'select pg_temp.pair(2, ''TV'', gen_random_uuid())', '42501', 'this table is not yours',
  'a television can''t be paired to an unknown table');
select is(pg_temp.pair(3) ->> 'status', 'paired', 'another owner can pair a television to all their tables');
select throws_ok(
  'select public.update_television(pg_temp.television(3), ''TV'', pg_temp.table_id())', '42501', 'this table is not yours',
  'a paired television can''t be switched to another owner''s table');
select unalike(pg_temp.ask(3)::text, '%' || pg_temp.token() || '%', 'all tables means the venue''s own');

-- A paired screen can't be taken by another venue, whatever its code was.
select is(public.begin_pairing(pg_temp.secret()) ->> 'status', 'paired', 'a paired television gets no code');
select set_config('test.code', pg_temp.begin_pairing(4) ->> 'code', true);
select pg_temp.become(pg_temp.amal());
select is(public.pair_television(current_setting('test.code'), 'TV') ->> 'status', 'paired',
  'the first owner to type a code pairs the screen');
select pg_temp.become(pg_temp.badr());
select is(public.pair_television(current_setting('test.code'), 'TV') ->> 'status', 'wrong',
  'the second owner to type the code is told that it is wrong');

reset role;
select results_eq(
  'select title, table_id from public.televisions where id = pg_temp.amals()',
  $$values ('Bar', pg_temp.table_id())$$, 'the first owner''s television is unchanged');
select is(
  (select count(*) from public.televisions where venue_id <> (select venue_id from public.televisions where id = pg_temp.amals())),
  1::bigint, 'another owner has only their own television');

select * from finish();
rollback;
