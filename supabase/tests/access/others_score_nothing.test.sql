-- Without a link, only a table's owner can score and manage it. Nobody else can learn whether something exists.
begin;
\ir ../scoring.psql
select plan(34);

select set_config('test.link_id', public.add_scorer_link(pg_temp.table_id(), 'x') ->> 'id', true);
select pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board());

-- `%s` is one of Amal's ids, or one that doesn't exist.
create function pg_temp.refused(who text, message text, statements text[], ids uuid[]) returns setof text
language plpgsql as $$
declare
  statement text;
  id uuid;
begin
  foreach statement in array statements loop
    foreach id in array ids loop
      return next throws_ok(format(statement, id), '42501', message, who || ' cannot run ' || format(statement, id));
    end loop;
  end loop;
end;
$$;
create function pg_temp.of_a_match() returns text[] language sql as $$
  select array[
    'select public.append_actions(''%s'', 0, pg_temp.actions(1, 1))',
    'select public.append_actions(''%s'', 0, ''"no array"'')',
    'select public.append_actions(''%s'', null, jsonb_build_array(pg_temp.action(2, ''clock.stop'')))',
    'select public.get_log(''%s'')'
  ]
$$;
create function pg_temp.of_a_table() returns text[] language sql as $$
  select array[
    'select public.begin_match(''%s'', pg_temp.match(), pg_temp.id(500), ''plain'', 1, ''{}'', pg_temp.board(), 0)',
    'select public.resume_match(''%s'', pg_temp.match(), pg_temp.match())'
  ]
$$;
create function pg_temp.of_an_owner() returns text[] language sql as $$
  select array[
    'select public.update_table(''%s'', ''mine'')',
    'select public.order_tables(''{%s}'')',
    'select public.replace_overlay_link(''%s'')',
    'select public.list_scorer_links(''%s'')',
    'select public.add_scorer_link(''%s'', ''mine'')'
  ]
$$;

select pg_temp.become();
select pg_temp.refused('anon', 'this table is not yours', pg_temp.of_a_match(), array[pg_temp.match(), pg_temp.id(9)]);
select pg_temp.refused('anon', 'this table is not yours', pg_temp.of_a_table(), array[pg_temp.table_id(), pg_temp.id(9)]);
select pg_temp.become(pg_temp.badr());
select pg_temp.refused('another owner', 'this table is not yours', pg_temp.of_a_match(), array[pg_temp.match()]);
select pg_temp.refused('another owner', 'this table is not yours', pg_temp.of_a_table(), array[pg_temp.table_id()]);
select pg_temp.refused(
  'another owner', 'this table is not yours', pg_temp.of_an_owner(), array[pg_temp.table_id(), pg_temp.id(9)]);
select throws_ok(
  format('select public.revoke_scorer_link(%L)', id), '42501', 'this table is not yours',
    'another owner cannot revoke a link')
from unnest(array[current_setting('test.link_id'), pg_temp.id(9)::text]) as id;
select throws_ok(
  format('select public.open_link(%L)', link), '42501', 'this table is not yours', 'a made-up link is refused')
from unnest(array['', repeat('x', 100000), current_setting('test.link_id')]) as link;

reset role;
select results_eq(
  $$select seq, s1, (select count(*) from public.scorer_links where revoked_at is null) from pg_temp.shown()$$,
  $$values (1, 1::float8, 1::bigint)$$, 'none of these calls changed anything');

reset role;
select * from finish();
rollback;
