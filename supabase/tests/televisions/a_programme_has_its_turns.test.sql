-- A television's programme lists its turns, and continues when tables are deleted.
begin;
\ir ../televisions.psql
select plan(48);

select pg_temp.become(pg_temp.amal());
select set_config('test.two', public.add_table('Two')::text, true);
create function pg_temp.two() returns uuid language sql as $$ select current_setting('test.two')::uuid $$;
create function pg_temp.programme() returns jsonb language sql as $$
  select '{"turns": ["tables", "table", "waiting", "sponsors"], "seconds": 20}'::jsonb
$$;
select public.update_venue(title => 'Salle Atlas 🎱', time_zone => 'Europe/Paris');
select is(
  public.pair_television(pg_temp.begin_pairing() ->> 'code', 'Bar', pg_temp.two(), '?theme=dark', pg_temp.programme()) ->> 'status',
  'paired', 'a screen is paired with a programme');
select pg_temp.has(
  pg_temp.ask(),
  jsonb_build_object('status', 'paired', 'query', '?theme=dark',
    'programme', pg_temp.programme(), 'table_id', pg_temp.two(), 'venue', 'Salle Atlas 🎱', 'time_zone', 'Europe/Paris',
    'tables', jsonb_build_array(
      jsonb_build_object('id', pg_temp.table_id(), 'token', pg_temp.token(), 'title', 'Overlay 1'),
      jsonb_build_object('id', pg_temp.two(), 'token', (select url_token from public.user_overlays where title = 'Two'),
        'title', 'Two'))),
  'the screen is told its turns, all tables, and the venue''s name and zone');
select matches(pg_temp.ask() ->> 'room', '^room:[A-Za-z0-9]{24}$', 'the screen is told where the waiting list is announced');
select is(
  pg_temp.ask() #> '{waiting}' #- '{tables}', '{"seq": 2, "parties": []}', 'the screen is told who waits: nobody yet');
select is(public.list_televisions() #> '{televisions,0,programme}', pg_temp.programme(), 'the owner''s list has the programme');

-- Invalid programmes.
select throws_ok(
  format('select public.update_television(pg_temp.television(), ''Bar'', null, '''', %L)', programme), '23514', null,
  'refused: ' || programme)
from unnest(array[
  '{}', '[]', '1', '"tables"', 'true', '{"turns": ["tables"]}', '{"seconds": 20}', '{"turns": [], "seconds": 20}',
  '{"turns": ["waiting", "tables"], "seconds": 20}', '{"turns": ["tables", "tables"], "seconds": 20}',
  '{"turns": ["scores"], "seconds": 20}', '{"turns": ["tables", null], "seconds": 20}', '{"turns": "tables", "seconds": 20}',
  '{"turns": {"tables": 1}, "seconds": 20}', '{"turns": ["tables"], "seconds": 7}', '{"turns": ["tables"], "seconds": 601}',
  '{"turns": ["tables"], "seconds": 20.5}', '{"turns": ["tables"], "seconds": "20"}', '{"turns": ["tables"], "seconds": null}',
  '{"turns": ["tables"], "seconds": 20, "more": 1}', 'null'
]) as programme;
select lives_ok(
  format('select public.update_television(pg_temp.television(), ''Bar'', pg_temp.two(), ''?theme=dark'', %L)', programme),
  'accepted: ' || programme)
from unnest(array[
  '{"turns": ["sponsors"], "seconds": 8}', '{"turns": ["tables", "sponsors"], "seconds": 600}',
  '{"turns": ["tables", "table", "waiting", "tournament", "sponsors"], "seconds": 20}'
]) as programme;

-- The televisions that are told.
select pg_temp.become(pg_temp.badr());
select public.ensure_overlay();
select throws_ok(
  $$select public.update_television(pg_temp.television(), 'x', null, '', pg_temp.programme())$$, '42501', null,
  'another owner can''t set its programme');
select throws_ok(
  $$select public.pair_television('CCCCCC', 'x', pg_temp.two(), '', pg_temp.programme())$$, '42501', null,
  'a programme can''t name another owner''s table');
select pg_temp.become(pg_temp.amal());
select pg_temp.pair(2, 'Without');
reset role;
create function pg_temp.told(television uuid) returns bigint language plpgsql security definer as $$
declare
  name constant text := 'told.t' || translate(television::text, '-', '_');
  before constant bigint := coalesce(nullif(current_setting(name, true), '')::bigint, 0);
begin
  perform set_config(name, count(*)::text, true) from realtime.messages where topic = 'paired:' || television;
  return current_setting(name)::bigint - before;
end
$$;
create function pg_temp.tells(change text) returns bigint[] language plpgsql as $$
begin
  perform pg_temp.told(pg_temp.television(1)), pg_temp.told(pg_temp.television(2));
  execute change;
  return array[pg_temp.told(pg_temp.television(1)), pg_temp.told(pg_temp.television(2))];
end
$$;
select pg_temp.become(pg_temp.amal());
select is(pg_temp.tells(change), told::bigint[], 'who is told: ' || left(change, 70)) from (values
  ('select public.update_television(pg_temp.television(), ''Bar'', pg_temp.two(), ''?theme=dark'', ''{"turns": ["table"], "seconds": 9}'')',
    '{1,0}'),
  ('select public.update_television(pg_temp.television(), ''Bar'', pg_temp.two(), ''?theme=dark'', pg_temp.programme())', '{1,0}'),
  ('select public.update_table(pg_temp.table_id(), ''Renamed'')', '{1,1}'),
  ('select public.update_venue(title => ''Atlas'')', '{1,1}'),
  ('select public.update_venue(time_zone => ''Africa/Casablanca'')', '{1,1}'),
  ('select public.update_venue(title => ''Atlas'', keep_days => 5)', '{0,0}')
) as changes (change, told);

-- Tables that go.
select public.update_table(pg_temp.two(), archived => true);
select is(jsonb_array_length(pg_temp.ask() -> 'tables'), 1, 'an archived table isn''t in a programme');
select public.update_table(pg_temp.two(), archived => false);
reset role;
delete from public.user_overlays where id = pg_temp.two();
select pg_temp.has(
  pg_temp.ask(),
  jsonb_build_object('status', 'paired', 'programme', pg_temp.programme(), 'table_id', null,
    'venue', 'Atlas', 'time_zone', 'Africa/Casablanca'),
  'a programme goes on without a table that is deleted');
select is(jsonb_array_length(pg_temp.ask() -> 'tables'), 1, 'the other tables stay');
select pg_temp.become(pg_temp.amal());
select pg_temp.pair(3, 'One', pg_temp.table_id());
select is(pg_temp.ask(3) - array['topic', 'tables', 'table_id', 'query', 'server_time', 'programme'],
  pg_temp.ask() - array['topic', 'tables', 'table_id', 'query', 'server_time', 'programme'],
  'a television of one table is told the same of the venue, its list and its calls');
select is(pg_temp.ask(3) #> '{programme,turns}', '["table"]', 'one that is given a table alone always shows it');
select public.update_television(pg_temp.television(), 'Bar');
select is(pg_temp.ask() #> '{programme,turns}', '["tables"]', 'one that is given nothing always shows all tables');
select throws_ok($$select public.update_television(pg_temp.television(), 'Bar', null, '', '{"turns": ["table"], "seconds": 9}')$$,
  '23514', null, 'a television of one table has a table');
reset role;
select is_empty(
  $$select 1 from pg_proc where proname in ('pair_television', 'update_television') group by proname having count(*) > 1$$,
  'each function is there once');
select ok(not has_function_privilege('anon', called.oid, 'execute'), 'anon can''t call ' || called.proname)
from pg_proc as called where called.proname in ('is_programme', 'drop_turn', 'venue_changed') order by called.proname;

select * from finish();
rollback;
