-- An erased player stays in a tournament as a number, withdrawn if it is open, and no device brings the name back.
begin;
\ir ../erasing.psql
select plan(10);
select pg_temp.become(pg_temp.amal());
create function pg_temp.facts(cup int, facts jsonb) returns text language sql as $$
  select public.run_tournament(jsonb_build_object(
    'id', gen_random_uuid(), 'tournament', pg_temp.id(cup), 'facts', facts)) ->> 'outcome'
$$;
create function pg_temp.entry(key text, name text, before int default 0) returns jsonb language sql as $$
  select jsonb_build_object('key', key, 'before', before, 'value', jsonb_build_object('name', name, 'seed', 2, 'headStart', 1))
$$;
create function pg_temp.value(cup int, key text) returns jsonb language sql as $$
  select fact -> 'value' from jsonb_array_elements(public.get_tournament(pg_temp.id(cup)) -> 'facts') as fact
  where fact ->> 'key' = value.key
$$;
select pg_temp.facts(cup, jsonb_build_array(pg_temp.entry('entry:7', 'ZINEB'), pg_temp.entry('entry:8', 'Badr')))
from unnest(array[90, 91]) as cup;
select pg_temp.facts(90, jsonb_build_array(pg_temp.entry('entry:7', 'Zineb', 1)));
select pg_temp.facts(91, '[{"key": "closed", "value": true, "before": 0}]');
select pg_temp.facts(92, jsonb_build_array(pg_temp.entry('entry:1', 'Zineb')));
select pg_temp.facts(92, jsonb_build_array(pg_temp.entry('entry:1', 'Badr', 1)));
select set_config('test.seq', public.list_waiting() ->> 'seq', true);
select is(public.erase_player('zineb') -> 'found', 'true', 'a tournament has the name');
reset role;
select is(pg_temp.places('zineb'), '{}', 'then it is nowhere');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.value(90, 'entry:7'), '{"name": "", "seed": 2, "headStart": 1}', 'the entry is a number');
select is(pg_temp.value(90, 'out:7'), 'true', 'that is withdrawn');
select is(pg_temp.value(91, 'entry:7') ->> 'name', '', 'so it is in a closed tournament');
select is(pg_temp.value(91, 'out:7'), null, 'where it played to the end');
select is(pg_temp.value(92, 'entry:1') ->> 'name', 'Badr', 'who took its place stays');
select is(pg_temp.facts(90, jsonb_build_array(pg_temp.entry('entry:7', 'Zineb', 3))), 'refused', 'no device brings it back');
select cmp_ok((public.list_waiting() ->> 'seq')::int, '>', current_setting('test.seq')::int, 'the room is told');
select is(public.erase_player('zineb') -> 'found', 'false', 'and nothing is left to find');
select * from finish();
rollback;
