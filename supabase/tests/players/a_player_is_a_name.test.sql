-- A player is a name as compared: found by any part of it, counted over the results that count.
begin;
\ir ../players.psql
select plan(22);

select pg_temp.result('Youssef Benali', 'يوسف', 3, 1, 0, rows => pg_temp.high(64, 12));
select pg_temp.result('Salma', ' YOUSSEF benali ', 3, 2, 100, rows => pg_temp.high(20, 87));
select set_config('test.aside', pg_temp.result('Youssef Benali', 'Salma', 3, 0, 200, rows => pg_temp.high(140, 0))::text, true);
select pg_temp.result('Player A', '', 3, 0, 300);
select pg_temp.result('Salma', 'Youssef Benali', 2, 2, 400);
select pg_temp.result('Imad', 'imad', 1, 0, 500);
update public.results set set_aside_at = now() where match_id = current_setting('test.aside')::uuid;
select private.save_sides(id, current_setting('test.aside')::uuid) from public.venues where owner_uid = pg_temp.amal();

select pg_temp.become(pg_temp.amal());
create function pg_temp.found(search text) returns text language sql as $$
  select string_agg(hit ->> 'key', ',' order by place)
  from jsonb_array_elements(public.find_players(search)) with ordinality as hits (hit, place)
$$;
select is(pg_temp.found(search), keys, 'found by ' || coalesce(quote_literal(search), 'null'))
from (values
  ('ben', 'youssef benali'), ('NALI', 'youssef benali'), ('  ali   YOU ', 'youssef benali'), ('وسف', 'يوسف'),
  ('sal', 'salma'), ('%', null), ('\', null), ('player', null),
  ('', 'imad,salma,youssef benali,يوسف'), (null, 'imad,salma,youssef benali,يوسف'),
  ('a', 'imad,salma,youssef benali'), (repeat('x', 100000), null)
) as given (search, keys);
select is(
  public.find_players('youssef'),
  '[{"key": "youssef benali", "name": "Youssef Benali", "matches": 3, "last_at": "2026-11-20T18:40:00+00:00"}]',
  'a player is told by the latest spelling, with the results that count');
select is(jsonb_array_length(public.find_players('', 2)), 2, 'no more than asked for');

select is(
  public.get_player('youssef benali') -> 'player' #- '{high_id}', jsonb_build_object(
    'key', 'youssef benali', 'name', 'Youssef Benali', 'matches', 3, 'won', 1, 'frames', 7, 'frames_lost', 6,
    'high_break', 87, 'high_at', '2026-11-20T13:40:00+00:00', 'breaks_50', 0, 'centuries', 0,
    'break_and_runs', 0, 'run_outs', 0),
  'figures are of the results that count, on either side');
select is(
  public.get_player('youssef benali') -> 'opponents',
  '[{"key": "salma", "name": "Salma", "matches": 2, "won": 0, "lost": 1},
    {"key": "يوسف", "name": "يوسف", "matches": 1, "won": 1, "lost": 0}]',
  'against each opponent: a match that isn''t over has no winner');
select is(
  (select array_agg(one ->> 's1') from jsonb_array_elements(public.get_player('youssef benali') -> 'latest') as one),
  '{2,3,3}', 'the latest results come first');
select is(
  (select jsonb_build_array(told #> '{player,won}', told #> '{versus,won}', told #> '{versus,name}',
    told -> 'opponents', jsonb_array_length(told -> 'latest'))
  from public.get_player('youssef benali', 'salma') as told),
  '[0, 1, "Salma", null, 2]', 'head to head is of their matches against each other');
select is(
  public.get_player('imad') #> '{player,matches}', '1', 'a player who plays a namesake played one match');
select is(public.get_player('nobody'), '{"status": "unknown"}'::jsonb, 'a name without results is unknown');

select pg_temp.become(pg_temp.badr());
select is(
  jsonb_build_array(public.find_players(''), public.get_player('youssef benali')), '[[], {"status": "unknown"}]',
  'another venue''s players are unknown');

reset role;
update public.results set set_aside_at = null where match_id = current_setting('test.aside')::uuid;
delete from public.results where p1 <> 'Imad';
select results_eq(
  'select name_key from public.played_names', $$values ('imad')$$,
  'a name that no result has any more is forgotten');

select * from finish();
rollback;
