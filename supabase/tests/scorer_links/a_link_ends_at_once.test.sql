-- A link that is revoked or expired, or whose table is archived, stops working at once.
begin;
\ir ../scoring.psql
select plan(32);

-- Everything a link allows, tried without an account.
create function pg_temp.refused(link text, what text) returns setof text language plpgsql as $$
begin
  perform pg_temp.become();
  return next throws_ok(
    format('select public.open_link(%L)', link), '42501', 'this table is not yours', what || ' opens nothing');
  return next throws_ok(
    format('select public.get_log(pg_temp.match(), 0, %L)', link), '42501', 'this table is not yours',
    what || ' reads nothing');
  return next throws_ok(
    format('select pg_temp.append(0, ''[]'', null, %L)', link), '42501', 'this table is not yours',
    what || ' scores nothing');
  return next throws_ok(
    format('select pg_temp.begin_match(500, link => %L)', link), '42501', 'this table is not yours',
    what || ' begins nothing');
  return next throws_ok(
    format('select public.resume_match(pg_temp.table_id(), pg_temp.match(), pg_temp.match(), %L)', link), '42501',
    'this table is not yours', what || ' resumes nothing');
  perform pg_temp.become(pg_temp.amal());
end;
$$;
create function pg_temp.made(ends_at timestamptz default null) returns text language sql as $$
  select set_config('test.made', public.add_scorer_link(pg_temp.table_id(), 'x', ends_at)::text, true)
$$;
create function pg_temp.link() returns text language sql as $$ select current_setting('test.made')::jsonb ->> 'secret' $$;

select pg_temp.made();
select is(pg_temp.append(0, pg_temp.actions(1, 1), null, pg_temp.link()) ->> 'outcome', 'ok', 'a link can score');
select public.revoke_scorer_link((current_setting('test.made')::jsonb ->> 'id')::uuid);
select pg_temp.refused(pg_temp.link(), 'a revoked link');
select is((select count(*) from pg_temp.log()), 1::bigint, 'what a revoked link scored stays');
select is(
  public.list_scorer_links(pg_temp.table_id()) #> '{0,revoked}', 'true', 'a revoked link is listed as revoked');
select lives_ok(
  $$select public.revoke_scorer_link((current_setting('test.made')::jsonb ->> 'id')::uuid)$$,
  'revoking a link again is harmless');
select throws_ok(
  'select public.open_link(pg_temp.link())', '42501', 'this table is not yours',
  'not even the owner can open a revoked link');

select pg_temp.made(now() + interval '1 hour');
select isnt(public.open_link(pg_temp.link()), null, 'a link that ends later can be opened');
reset role;
update public.scorer_links set ends_at = now() where revoked_at is null;
select pg_temp.refused(pg_temp.link(), 'an expired link');

select pg_temp.made();
select public.update_table(pg_temp.table_id(), archived => true);
select pg_temp.refused(pg_temp.link(), 'an archived table''s link');
select public.update_table(pg_temp.table_id(), archived => false);
select isnt(public.open_link(pg_temp.link()), null, 'a link opens its table again once that is brought back');

select pg_temp.refused(repeat('A', 24), 'an unknown link');
select pg_temp.refused(null, 'a null link');

reset role;
select * from finish();
rollback;
