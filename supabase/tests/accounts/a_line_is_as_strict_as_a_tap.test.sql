-- A line of an account's file holds what could have been tapped, and nothing of anybody else's.
begin;
\ir ../results.psql
select plan(86);
reset role;
create function pg_temp.become_service() returns text language sql as $$ select set_config('role', 'service_role', true) $$;

create function pg_temp.entry(changed jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('seq', 1, 'id', pg_temp.id(904), 'kind', 'set', 'body', '{}'::jsonb,
    'at', '2026-01-01T00:00:00.5Z', 'stored_at', '2026-01-01T00:00:01+01:00', 'link', null, 'by_owner', true) || changed
$$;
create function pg_temp.fact(changed jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('seq', 1, 'key', 'out:1', 'value', null, 'op', pg_temp.id(906), 'at', '2026-01-01T00:00:00Z',
    'by_owner', true) || changed
$$;
-- A good line of each type, with some fields changed.
create function pg_temp.line(type text, changed jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('type', type) || case type
    when 'venue' then '{"is_public": true, "keep_days": 30, "time_zone": "Africa/Casablanca", "closing_hour": 6,
      "keep_log_days": 365, "shows_live": false, "shortens_names": false}'::jsonb
    when 'table' then jsonb_build_object('id', pg_temp.id(901), 'title', 'طاولة', 'position', 7, 'archived_at', null,
      'created_at', '2026-01-01T00:00:00Z')
    when 'board' then jsonb_build_object('table', pg_temp.id(901), 'match', pg_temp.id(902), 'theme', 'dark', 'shot', null,
      'clock', '{"running": false, "started_at": null, "accum": 0}'::jsonb, 'p1', U&'A\202E', 'p2', 'B', 's1', 0, 's2', 0,
      'race_to', 0, 'detail', null)
    when 'link' then jsonb_build_object('id', pg_temp.id(903), 'table', pg_temp.id(901), 'label', 'Bar',
      'created_at', '2026-01-01T00:00:00Z')
    when 'player' then '{"name": " Salma ", "flag": "MA"}'
    when 'merge' then '{"name": "Salma I.", "into": "salma"}'
    when 'match' then jsonb_build_object('id', pg_temp.id(902), 'table', pg_temp.id(901), 'number', 1, 'previous', null,
      'game', 'plain', 'rules', 1, 'start', '{}'::jsonb, 'seq', 1, 'result', null, 'last_board', null,
      'started_at', '2026-01-01T00:00:00Z', 'ended_at', null, 'left_at', null, 'created_at', '2026-01-01T00:00:00Z',
      'clock_before', null, 'continues', false, 'folded', false)
    when 'log' then jsonb_build_object('match', pg_temp.id(902), 'entries', jsonb_build_array(pg_temp.entry()))
    when 'result' then jsonb_build_object('id', repeat('z', 22), 'match', pg_temp.id(902), 'table', pg_temp.id(901),
      'table_title', 'T', 'game', 'plain', 'rules', 1, 'p1', 'Salma', 'p2', 'B', 's1', 1, 's2', 0, 'race_to', 0,
      'winner', null, 'over', false, 'started_at', '2026-01-01T00:00:00Z', 'last_at', '2026-01-01T00:00:00Z',
      'ended_at', null, 'rev', 3, 'by_hand', null, 'set_aside_at', null, 'detail', '{}'::jsonb)
    when 'tournament' then jsonb_build_object('id', pg_temp.id(905), 'created_at', '2026-01-01T00:00:00Z')
    when 'facts' then jsonb_build_object('tournament', pg_temp.id(905), 'facts', jsonb_build_array(pg_temp.fact()))
  end || changed
$$;
create function pg_temp.imported(line jsonb, stores boolean default false, email text default ' Badr@example.test')
returns text language sql as $$
  select public.import_lines(email, jsonb_build_array(line), stores) ->> 'problem'
$$;
insert into public.tournaments (id, venue_id, created_at) select pg_temp.id(907), id, now() from public.venues;
select pg_temp.become_service();

select is(pg_temp.imported(pg_temp.line('match', jsonb_build_object('fixture', jsonb_build_object(
  'tournament', pg_temp.id(905), 'slot', 'f1', 'pair', '[128, 7]'::jsonb)))), null, 'a match of a tournament is read');
select is(pg_temp.imported(pg_temp.line(type)), null, 'a ' || type || ' is read')
from unnest(array['venue', 'table', 'board', 'link', 'player', 'merge', 'match', 'log', 'result', 'tournament', 'facts']) as type;
select is(pg_temp.imported(pg_temp.line(type, changed)), 'shape', 'a ' || type || ' with ' || changed::text || ' is refused')
from (values
  ('venue', '{"keep_days": 0}'::jsonb), ('venue', '{"time_zone": "a b"}'), ('venue', '{"closing_hour": 6.5}'),
  ('venue', '{"is_public": null}'), ('venue', '{"full_names": "no"}'), ('table', '{"kind": "carom"}'),
  ('table', '{"out_of_use": 1}'),
  ('table', '{"id": "1"}'), ('table', jsonb_build_object('title', repeat('x', 61))), ('table', '{"position": null}'),
  ('table', '{"created_at": "2026-02-30T00:00:00Z"}'), ('table', '{"created_at": "infinity"}'),
  ('board', '{"s1": 10000}'), ('board', '{"theme": "blue"}'), ('board', '{"clock": {"running": true, "accum": 0}}'),
  ('board', '{"clock": null}'), ('board', '{"visit_at": "noon"}'),
  ('match', '{"last_board": {"p1": "A", "p2": "B", "s1": 0, "s2": 0, "race_to": 0, "visit_at": 5}}'),
  ('board', '{"match": null}'),
  ('link', '{"label": null}'), ('player', '{"name": "  "}'), ('player', '{"flag": "ma"}'),
  ('merge', '{"name": " "}'), ('merge', '{"name": "Player A"}'), ('merge', '{"into": null}'), ('merge', '{"into": "PLAYER B"}'),
  ('match', '{"game": "Snooker!"}'), ('match', '{"rules": 0}'), ('match', '{"number": 0}'), ('match', '{"start": []}'),
  ('match', '{"seq": 5001}'), ('match', '{"last_board": {"p1": 1}}'), ('match', '{"left_at": 5}'),
  ('match', '{"folded": "yes"}'),
  ('log', '{"entries": []}'), ('log', '{"entries": [{}]}'),
  ('result', '{"id": "x"}'), ('result', '{"over": true}'), ('result', '{"winner": "C"}'), ('result', '{"s2": "1"}'),
  ('result', '{"rev": 0}'), ('result', '{"can_end": 1}'), ('result', '{"by_hand": {"p1": "A"}}'), ('result', '{"detail": null}'),
  ('tournament', '{"id": "1"}'), ('tournament', '{"created_at": null}'), ('facts', '{"tournament": null}'),
  ('match', '{"fixture": {}}'), ('result', '{"fixture": {"slot": "w1.1", "pair": [1, 2]}}'), ('facts', '{"facts": []}'), ('facts', '{"facts": [{}]}'), ('nothing', '{}')
) as odd (type, changed);
select is(
  (select count(*) from (values
    ('{"kind": "Set"}'::jsonb), ('{"body": []}'), ('{"seq": 0}'), ('{"at": null}'), ('{"link": "x"}'), ('{"by_owner": null}'),
    (jsonb_build_object('body', jsonb_build_object('t', repeat('a', 1020))))
  ) as odd (changed)
  where pg_temp.imported(pg_temp.line('log', jsonb_build_object('entries', jsonb_build_array(pg_temp.entry(changed))))) = 'shape'),
  7::bigint, 'an entry is an action, with its times');
select is(
  (select count(*) from (values
    ('{"key": "out:129"}'::jsonb), ('{"key": "entry:1", "value": 1}'), ('{"seq": 0}'), ('{"op": 1}'), ('{"at": "noon"}'),
    ('{"by_owner": null}')
  ) as odd (changed)
  where pg_temp.imported(pg_temp.line('facts', jsonb_build_object('facts', jsonb_build_array(pg_temp.fact(changed))))) = 'shape'),
  6::bigint, 'a fact is one that could have been sent');

select is(
  pg_temp.imported(pg_temp.line('table', jsonb_build_object('id', pg_temp.table_id()))), 'taken', 'a table is its owner''s');
select is(
  pg_temp.imported(pg_temp.line('log', jsonb_build_object('match', pg_temp.match())), true), 'taken', 'so is a match');
select is(array[pg_temp.imported(pg_temp.line('tournament', jsonb_build_object('id', pg_temp.id(907)))),
    pg_temp.imported(pg_temp.line('facts', jsonb_build_object('tournament', pg_temp.id(907))))],
  array['taken', 'taken'], 'and a tournament');
select is(
  pg_temp.imported(pg_temp.line('result', jsonb_build_object('match', pg_temp.match(), 'table', null)), true), 'taken',
  'also before it has a result');
select is(pg_temp.imported(pg_temp.line('venue'), true, 'nobody@example.test'), 'nobody', 'there is such an account');
select throws_ok(
  $$select public.import_lines('badr@example.test', '[1e400]', true)$$, '22023', null, 'no JSON costs more than it weighs');
reset role;
select is_empty(
  'select 1 from public.user_overlays where owner_uid = pg_temp.badr()', 'what was only checked is not stored');

select pg_temp.become_service();
select pg_temp.imported(pg_temp.line(type), true)
from unnest(array['table', 'player', 'match', 'log', 'result', 'board', 'result', 'player', 'tournament', 'facts']) as type;

-- Merged names: not into another venue's player, not in a circle, and any number of times.
reset role;
select private.merge_name(private.venue_of(pg_temp.amal()), 'zoe', 'Zoe', 'zoé');
create function pg_temp.merges(owner uuid) returns text language sql security definer as $$
  select string_agg(name || ' > ' || into_key, ', ' order by name_key) from public.merged_players where venue_id = private.venue_of(owner)
$$;
select pg_temp.become_service();
select is(pg_temp.imported(pg_temp.line('merge', jsonb_build_object('name', name, 'into', into_name)), true), null, what)
from (values
  ('Salma I.', 'salma', 'a name is merged'), ('Salma I.', 'salma', 'again, it is'), ('SALMA  I.', 'other', 'it has one player'),
  ('Salma', 'zoe', 'a name merged in turn, into one that is another''s elsewhere'),
  ('Zoe', 'salma i.', 'a circle is left open'), ('Amal', ' AMAL', 'a player can''t be merged into themselves'),
  (U&'Live \202Evil', 'zoe', 'a name turns nothing around it')
) as given (name, into_name, what);
reset role;
select is(pg_temp.merges(pg_temp.badr()), 'Live vil > zoe, Salma > zoe, Salma I. > salma', 'each name is merged once, and leads to a player');
select is(pg_temp.merges(pg_temp.amal()), 'Zoe > zoé', 'another venue''s stay as they were');
select pg_temp.become_service();
select is(public.import_lines('badr@example.test', (
  select jsonb_agg(pg_temp.line('merge', jsonb_build_object('name', 'Name ' || n))) from generate_series(1, 998) as n
), true) ->> 'problem', 'many', 'there are at most 1000');
select pg_temp.become(pg_temp.badr());
select is(
  (select count(*) from public.list_results('2025-12-01', '2026-02-01') as listed, jsonb_array_elements(listed -> 'results') as one
    where one ->> 'imported' = 'true' and one ->> 'p1' = 'Salma'), 1::bigint, 'an imported result says so');
select is((select p1 from public.public_overlays where table_id = pg_temp.id(901)), 'A', 'a board''s name turns nothing around it');
select throws_ok($$select public.export_page('x')$$, '22023', null, 'a page begins where one ended');
select * from finish();
rollback;
