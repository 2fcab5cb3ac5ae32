-- A link can do nothing but score its table: not other tables, not anything that an owner does, signed in or not.
begin;
\ir ../scoring.psql
select plan(59);

-- Amal's second table, and Badr's; Amal's first has the link.
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'x') ->> 'secret', true),
       set_config('test.link_id', public.list_scorer_links(pg_temp.table_id()) #>> '{0,id}', true),
       set_config('test.second', public.add_table('Table 2')::text, true);
select set_config('test.second_token', url_token, true), set_config('test.second_match', match_id::text, true)
from public.public_overlays where overlay_id = current_setting('test.second')::uuid;
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
        format(statement, place), '42501', 'this table is not yours', who || ' does not ' || left(statement, 30) || ' ' || place);
    end loop;
  end loop;
  foreach statement in array array[
    'select public.update_table(pg_temp.table_id(), ''mine'')',
    'select public.update_table(pg_temp.table_id(), null, true)',
    'select public.order_tables(array[pg_temp.table_id()])',
    'select public.replace_overlay_link(pg_temp.table_id())',
    'select public.list_scorer_links(pg_temp.table_id())',
    'select public.add_scorer_link(pg_temp.table_id(), ''mine'')',
    'select public.revoke_scorer_link(current_setting(''test.link_id'')::uuid)',
    'select public.start_clock(pg_temp.token())',
    'select public.stop_clock(pg_temp.token())',
    'select public.reset_clock(pg_temp.token())'
  ] loop
    return next throws_ok(statement, '42501', null, who || ' does not ' || statement);
  end loop;
end;
$$;

-- What an owner has without a table of theirs being named.
select pg_temp.become();
select throws_ok(statement, '42501', null, 'without an account, a link does not ' || statement)
from unnest(array[
  'select public.list_tables()', 'select public.ensure_overlay()', 'select public.add_table(''mine'')',
  'select * from public.public_overlays', 'select * from public.user_overlays',
  'update public.public_overlays set s1 = 9', 'update public.user_overlays set title = ''mine'''
]) as statement;
select pg_temp.is_closed('without an account, a link');

-- Karim, who has an account and no table, and the link.
reset role;
insert into auth.users (id, email) values ('00000000-0000-4000-8000-00000000000c', 'karim@example.test');
select pg_temp.become('00000000-0000-4000-8000-00000000000c');
select pg_temp.is_closed('with an account, a link');

reset role;
select * from finish();
rollback;
