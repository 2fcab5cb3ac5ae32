-- A player's names are merged into another: all questions about them follow, results keep the stored names, and it can
-- be undone.
begin;
\ir ../players.psql
select plan(38);

select pg_temp.result('Zoé Alami', 'Karim', 3, 1, 0, rows => pg_temp.high(64, 12));
select pg_temp.result('Zoe Alami', 'Karim', 3, 2, 100, rows => pg_temp.high(80, 12));
select pg_temp.result('Z. Alami', 'Karime', 1, 3, 200);
select pg_temp.result('Zoe Alami', 'Zoé Alami', 3, 0, 300);
create function pg_temp.found(search text) returns text language sql as $$
  select string_agg(hit ->> 'name' || ' ' || (hit ->> 'matches'), ', ' order by place)
  from jsonb_array_elements(public.find_players(search)) with ordinality as hits (hit, place)
$$;
create function pg_temp.merged(key text) returns text language sql as $$
  select string_agg(one ->> 'name' || ' ' || (one ->> 'matches'), ', ' order by place)
  from jsonb_array_elements(public.get_player(key) -> 'merged') with ordinality as names (one, place)
$$;
create function pg_temp.keys() returns text language sql security definer as $$
  select string_agg(name_key || '/' || coalesce(other_key, ''), ', ' order by placed_at, side) from public.result_sides
$$;
create function pg_temp.stored() returns text language sql security definer as $$
  select md5(string_agg(kept::text, '|' order by kept.match_id)) from public.results as kept
$$;
select set_config('test.keys', pg_temp.keys(), true), set_config('test.stored', pg_temp.stored(), true);

-- Who may, and what.
select pg_temp.become(pg_temp.badr());
select is(public.merge_players('zoe alami', 'zoé alami'), 'unknown', 'another venue''s players are unknown here');
select pg_temp.become();
select throws_ok($$select public.merge_players('zoe alami', 'zoé alami')$$, '42501', null, 'strangers can''t merge');
select throws_ok($$select public.part_player('zoe alami')$$, '42501', null, 'nor part anybody');
select pg_temp.become(pg_temp.amal());
select is(public.merge_players(one, other), outcome, what)
from (values
  ('zoe alami', 'nobody', 'unknown', 'the target has played or is listed'),
  ('nobody', 'karim', 'unknown', 'so has the merged player'),
  ('karim', ' KARIM ', 'same', 'a player can''t be merged into themselves'),
  ('player a', 'karim', 'unknown', 'a default name is no player'), ('', 'karim', 'unknown', 'nor is none'),
  (null, 'karim', 'unknown', 'a name is needed'), ('karim', null, 'unknown', 'and another')
) as given (one, other, outcome, what);

select public.merge_players('z. alami', 'zoe alami');
select public.merge_players('Zoe Alami', 'zoé alami');
select is(pg_temp.found('zoe'), 'Zoé Alami 4', 'one player is found, with all matches');
select is(pg_temp.found('z.'), 'Zoé Alami 4', 'by any of the names');
select is(
  (select array[told ->> 'key', told ->> 'name', told ->> 'matches', told ->> 'won', told ->> 'high_break']
    from (select public.get_player('zoé alami') -> 'player') as made (told)),
  array['zoé alami', 'Zoé Alami', '4', '3', '80'], 'figures are of all, and a match between the names is one');
select is(public.get_player('z. alami') -> 'player', public.get_player('zoé alami') -> 'player', 'each name leads to the player');
select is(pg_temp.merged('zoé alami'), 'Zoe Alami 3', 'merged names are listed with their matches, also those merged in turn');
select is(public.get_player('karim', 'zoe alami') #> '{versus,name}', '"Zoé Alami"', 'a pair follows');
select is(public.get_player('karim') #> '{opponents,0}',
  '{"key": "zoé alami", "name": "Zoé Alami", "matches": 2, "won": 0, "lost": 2}', 'opponents are counted as one');
select is(
  jsonb_array_length(public.list_results('2026-01-01', '2027-01-01', player => 'z. alami') -> 'results'), 4, 'so do lists');
select is(
  (select array_agg(distinct one ->> 'key1') from jsonb_array_elements(public.list_results('2026-01-01', '2027-01-01') -> 'results') as one),
  array['zoé alami'], 'results lead to the player');
select is(pg_temp.stored(), current_setting('test.stored'), 'results keep what was stored');
select is(public.merge_players('zoé alami', 'z. alami'), 'same', 'a circle is one player');
reset role;
select pg_temp.result('z. ALAMI', 'Karim', 3, 1, 400);
select pg_temp.become(pg_temp.amal());
select is(pg_temp.found('z.'), 'Zoé Alami 5', 'later matches count as well');
reset role;
delete from public.results where p1 = 'z. ALAMI';

-- The register.
select pg_temp.become(pg_temp.amal());
select public.save_player('Zoe Alami', 'FR');
create function pg_temp.listed() returns text language sql as $$
  select string_agg(one ->> 'name', ', ') from jsonb_array_elements(public.get_branding() -> 'players') as one
$$;
select is(pg_temp.listed(), 'Zoe Alami', 'the register has a name that was merged as long as it has no other of the player''s');
select public.save_player('Zoé Alami', 'MA');
select is(pg_temp.listed(), 'Zoé Alami', 'then that one');
reset role;
update public.public_overlays set p1 = 'Z. Alami' where owner_uid = pg_temp.amal();
select is(private.branding_of(shown) #>> '{faces,0}', '{"flag": "MA", "name": "Z. Alami", "picture": null}', 'whose face boards show')
from public.public_overlays as shown where owner_uid = pg_temp.amal();
select pg_temp.become(pg_temp.amal());

-- Undone, in any order.
select public.part_player('zoe alami');
select is(pg_temp.found('alami'), 'Zoé Alami 2, Zoe Alami 3', 'parted, each has their own again');
select is(pg_temp.merged('zoe alami'), 'Z. Alami 1', 'with the names that were merged before');
select public.part_player('z. alami'), public.part_player('z. alami');
select is(pg_temp.keys(), current_setting('test.keys'), 'nothing is left of it');
select is(pg_temp.listed(), 'Zoe Alami, Zoé Alami', 'also in the register');

-- Erasing one erases all.
select public.merge_players('z. alami', 'zoe alami'), public.merge_players('zoe alami', 'zoé alami');
select is(public.list_other_names(' zoé  alami'), '["Z. Alami", "Zoe Alami"]', 'all that goes is told before, whatever was merged first');
select is(public.list_other_names('Z. Alami'), '["Zoé Alami", "Zoe Alami"]', 'by any of the names');
select is(public.list_other_names(name), '[]', name || ' has no other name') from (values ('Karim'), ('Player A')) as one (name);
select pg_temp.become(pg_temp.badr());
select is(public.list_other_names('zoe alami'), '[]', 'nor has another venue''s player here');
select pg_temp.become(pg_temp.amal());
select is(public.erase_player('Z. Alami') ->> 'after', null, 'erased by any of the names');
reset role;
select is_empty(
  $$select name_key from public.played_names where name_key like '%alami' union all select name from public.players
    union all select name from public.merged_players
    union all select p1 || p2 from public.results where p1 || p2 ilike '%alami%'$$,
  'nothing of any is left');

-- Of whose names only another's spelling counts any more.
select pg_temp.result('Anne', 'Karim', 3, 1, 400);
select pg_temp.result('Ana', 'Karim', 3, 1, 500);
select set_config('test.ana', (select id from public.results where p1 = 'Ana'), true);
select pg_temp.become(pg_temp.amal());
select public.merge_players('anne', 'ana'), public.set_aside(current_setting('test.ana'), true);
select is(public.merge_players('ana', 'karime'), 'merged', 'a player known only by another spelling can be merged');
select is(public.get_player('anne') #>> '{player,key}', 'karime', 'with all spellings');

select * from finish();
rollback;
