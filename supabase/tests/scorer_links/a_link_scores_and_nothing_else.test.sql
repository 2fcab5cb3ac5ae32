-- A link can only score its own table, signed in or not.
begin;
\ir ../scoring.psql
select plan(32);

-- Amal's second table, and Badr's; the link is for Amal's first.
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'x') ->> 'secret', true),
       set_config('test.link_id', public.list_scorer_links(pg_temp.table_id()) #>> '{0,id}', true),
       set_config('test.second', public.add_table('Table 2')::text, true);
select set_config('test.second_token', url_token, true), set_config('test.second_match', match_id::text, true)
from public.public_overlays where table_id = current_setting('test.second')::uuid;
select pg_temp.become(pg_temp.badr());
select set_config('test.badrs', (public.ensure_overlay()).id::text, true);
select set_config('test.badrs_match', (select match_id::text from public.public_overlays), true);
create function pg_temp.link() returns text language sql as $$ select current_setting('test.link') $$;

create function pg_temp.is_closed(who text) returns setof text language plpgsql as $$
declare
  place text;
  statement text;
begin
  foreach place in array array['second', 'badrs'] loop
    foreach statement in array array[
      'select public.append_actions(current_setting(''test.%1$s_match'')::uuid, 0, pg_temp.actions(1, 1), null, pg_temp.link())',
      'select public.append_actions(current_setting(''test.%1$s_match'')::uuid, null,
        jsonb_build_array(pg_temp.action(1, ''clock.start'')), null, pg_temp.link())',
      'select public.append_actions(current_setting(''test.%1$s_match'')::uuid, 0, ''[]'', pg_temp.board(), pg_temp.link())',
      'select public.get_log(current_setting(''test.%1$s_match'')::uuid, 0, pg_temp.link())',
      'select public.begin_match(current_setting(''test.%1$s'')::uuid, current_setting(''test.%1$s_match'')::uuid,
        pg_temp.id(500), ''plain'', 1, ''{}'', pg_temp.board(), 0, pg_temp.link())',
      'select public.resume_match(current_setting(''test.%1$s'')::uuid, current_setting(''test.%1$s_match'')::uuid,
        current_setting(''test.%1$s_match'')::uuid, pg_temp.link())',
      'select public.begin_match(pg_temp.table_id(), pg_temp.match(), current_setting(''test.%1$s_match'')::uuid,
        ''plain'', 1, ''{}'', pg_temp.board(), 0, pg_temp.link())',
      'select public.resume_match(pg_temp.table_id(), pg_temp.match(), current_setting(''test.%1$s_match'')::uuid, pg_temp.link())'
    ] loop
      return next throws_ok(
        format(statement, place), '42501', 'this table is not yours', who || ' cannot run ' || left(statement, 30) || ' ' || place);
    end loop;
  end loop;
end;
$$;

select pg_temp.become();
select pg_temp.is_closed('without an account, a link');

-- Karim has an account, no table, and the link.
reset role;
insert into auth.users (id, email) values ('00000000-0000-4000-8000-00000000000c', 'karim@example.test');
select pg_temp.become('00000000-0000-4000-8000-00000000000c');
select pg_temp.is_closed('with an account, a link');

reset role;
select * from finish();
rollback;
