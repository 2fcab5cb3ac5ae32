-- A result has a public page while its venue's pages are on; a table's page shows its board and results as text once
-- the venue has switched that on. Nothing else is sent, and the topic falls silent with the page.
begin;
\ir ../pictures.psql
select plan(54);
reset role;

select set_config('test.match', match_id::text, true), set_config('test.venue', (select id from public.venues)::text, true)
from public.public_overlays;
create function pg_temp.owner(statement text) returns void language plpgsql as $$
begin
  perform pg_temp.become(pg_temp.amal());
  execute statement;
  perform pg_temp.become_service();
end
$$;
-- The nth result, of another match unless it is the current one's.
create function pg_temp.result(
  n int, match uuid default gen_random_uuid(), over boolean default true, ago interval default '0',
  detail jsonb default '{"units": [{"winner": "A"}]}'
) returns void language sql security definer as $$
  insert into public.results (match_id, id, venue_id, table_id, table_title, game, rules, p1, p2, s1, s2, race_to, winner,
    over, started_at, last_at, ended_at, detail)
  select match, lpad(n::text, 22, 'r'), current_setting('test.venue')::uuid, pg_temp.table_id(), 'Table 1', 'snooker', 1,
    'Youssef Benali', 'سلمى العلوي', 3, 1, 3, case when over then 'A' end, over, now() - ago - interval '1 hour',
    now() - ago, case when over then now() - ago end, detail
$$;
create function pg_temp.page(n int) returns jsonb language sql as $$ select public.show_result(lpad(n::text, 22, 'r')) $$;
create function pg_temp.heard() returns setof realtime.messages language sql security definer as $$
  update realtime.messages set topic = 'before' where topic = 'snapshot:' || pg_temp.address() returning *
$$;
-- The messages that a statement sends to the topic of Amal's table.
create function pg_temp.told(statement text) returns table (event text, payload jsonb) language plpgsql as $$
begin
  perform pg_temp.heard();
  execute statement;
  return query select heard.event, heard.payload - 'id' from pg_temp.heard() as heard;
end
$$;

-- A result's page.
select pg_temp.result(1);
select pg_temp.become_service();
select is(pg_temp.page(1) ->> 'status', 'shown', 'a result is shown by its address');
select set_eq(
  $$select jsonb_object_keys(pg_temp.page(1) -> 'result')$$,
  '{id,state,table_title,game,p1,p2,s1,s2,race_to,winner,started_at,last_at,ended_at,sides,rev,detail,tournament}'::text[],
  'its page is told this and nothing else');
select set_eq($$select jsonb_object_keys(pg_temp.page(1))$$, '{status,result,venue,time_zone}'::text[],
  'of its venue it is told the name and the time zone only');
select is(pg_temp.page(2), '{"status": "unknown"}', 'an unknown address is unknown');
select is(public.show_result(address), '{"status": "unknown"}', 'so is ' || left(address, 20))
from unnest(array['', repeat('r', 21) || '1' || 'x', repeat('x', 100000), ''' or true --']) as address;
select is(public.show_result(null), '{"status": "unknown"}', 'so is none');
select pg_temp.owner('select public.update_table(pg_temp.table_id(), archived => true)');
select is(pg_temp.page(1) ->> 'status', 'shown', 'archiving its table leaves it');
select pg_temp.owner('select public.update_table(pg_temp.table_id(), archived => false)');
select pg_temp.owner('select public.update_venue(is_public => false)');
select is(pg_temp.page(1), '{"status": "unknown"}', 'a venue whose pages are off shows none');
select pg_temp.owner('select public.update_venue(is_public => true)');
select pg_temp.owner('select public.set_aside(lpad(''1'', 22, ''r''), true)');
select is(pg_temp.page(1), '{"status": "unknown"}', 'one that is set aside is not shown');
select pg_temp.owner('select public.set_aside(lpad(''1'', 22, ''r''), false)');
select pg_temp.owner('select public.update_venue(shortens_names => true)');
select is(array[pg_temp.page(1) #>> '{result,p1}', pg_temp.page(1) #>> '{result,p2}'], array['Youssef B.', 'سلمى ع.'],
  'names are shortened where the venue says so');
select pg_temp.owner('select public.update_venue(shortens_names => false)');
select pg_temp.owner(
  $$select public.correct_result(lpad('1', 22, 'r'), '{"p1": "سلمى العلوي", "p2": "Youssef Benali", "s1": 1, "s2": 3}')$$);
select is(
  array[pg_temp.page(1) #>> '{result,p1}', pg_temp.page(1) #>> '{result,winner}', pg_temp.page(1) #>> '{result,sides}'],
  array['سلمى العلوي', 'B', 'exchanged'], 'a correction is shown, and how its frames go with it');
select is(pg_temp.page(1) -> 'result' ? 'by_hand', false, 'who corrected it is not told');
select pg_temp.owner('select public.delete_result(lpad(''1'', 22, ''r''))');
select is(pg_temp.page(1), '{"status": "gone"}', 'one that was deleted is gone');

-- Short names.
reset role;
select is(private.short_name(name), short, name || ' becomes ' || short) from (values
  ('Youssef  El Idrissi', 'Youssef I.'), ('Zidane', 'Zidane'), ('PLAYER A', 'PLAYER A'), ('Joueur 2', 'Joueur 2'),
  ('Amina 🎱 Benali', 'Amina B.'), ('🎱 🏆', '🎱 🏆'), ('  Omar Šimić ', 'Omar Š.'),
  ('يوسف الإدريسي', 'يوسف إ.'), ('عبد الله الإدريسي', 'عبد الله إ.'), ('يوسف عبد الله', 'يوسف ع.'), ('عبد الله', 'عبد الله'),
  ('علي بنعبد الله', 'علي ب.'), ('سعيد معبد النور', 'سعيد ن.'), ('علي الم', 'علي ا.'), ('نور الدين', 'نور الدين'),
  ('نور الدين العلوي', 'نور الدين ع.'), ('علي نور الدين', 'علي ن.'), ('Ilyas & Anas', 'Ilyas & Anas'), ('Ilyas et Anas', 'Ilyas et Anas'),
  ('Et Tayeb Benali', 'Et B.')
) as names (name, short);

-- A table's page.
select pg_temp.become_service();
select is(public.show_table(pg_temp.address()), null, 'nothing is told until the venue switches it on');
select is(pg_temp.latest() -> 'shows_live', 'false', 'and its page is told so');
select results_eq($$select * from pg_temp.told('select pg_temp.score()')$$, $$values ('changed', '{}'::jsonb)$$,
  'until then its topic carries nothing');
select pg_temp.owner('select public.update_venue(shows_live => true, shortens_names => true)');
select is(pg_temp.latest() -> 'shows_live', 'true', 'then its page is told that as well');
reset role;
select pg_temp.result(3), pg_temp.result(4, ago => '27 hours');
select pg_temp.result(5, current_setting('test.match')::uuid, false);
select pg_temp.score('p1 = ''Youssef Benali''');
select pg_temp.become_service();
select is(
  array[shown #>> '{board,p1}', shown #>> '{units,0,winner}', shown -> 'results' ->> 0, shown ->> 'closing_hour'],
  array['Youssef B.', 'A', shown -> 'results' ->> 0, '6'], 'it shows the board, with names as the venue says, and frames')
from public.show_table(pg_temp.address()) as shown;
select results_eq(
  $$select result ->> 'id' from jsonb_array_elements(public.show_table(pg_temp.address()) -> 'results') as result$$,
  array[lpad('3', 22, 'r')], 'it lists the latest results, without the match that is being played');
select ok(not public.show_table(pg_temp.address()) -> 'board' ?| '{match,seq,topic}', 'no match''s id and no topic');
select is(public.show_table(address), null, 'no other address shows anything')
from unnest(array['nobodys-b1', null, repeat('x', 100000)]) as address;
select results_eq(
  $$select event, payload ->> 'p1', payload ? 'clock' from pg_temp.told('select pg_temp.score()')$$,
  $$values ('changed', 'Youssef B.', true)$$, 'its topic carries the board');
select results_eq(
  $$select event, payload #>> '{clock,running}' from
    pg_temp.told('select pg_temp.owner(''select public.start_clock(pg_temp.token())'')')$$,
  $$values ('board', 'true')$$, 'and its clock');

-- Folding.
reset role;
update public.matches set seq = 1, folded_seq = 0 where id = current_setting('test.match')::uuid;
select pg_temp.become_service();
select is(public.show_table(pg_temp.address()) -> 'due', 'true', 'whether something is due is told');
select is(public.take_due(pg_temp.address(), '{"plain": 1}') -> 'matches',
  jsonb_build_array(current_setting('test.match')), 'and who looks may have it folded');
select is(public.take_due(pg_temp.address(), '{"plain": 1}') -> 'matches', '[]', 'once in five seconds');

-- Silence.
select pg_temp.owner('select public.update_venue(shows_live => false)');
select results_eq($$select * from pg_temp.told('select pg_temp.score()')$$, $$values ('changed', '{}'::jsonb)$$,
  'listeners get no board once it is switched off');
select pg_temp.owner('select public.update_venue(shows_live => true, is_public => false)');
select is_empty($$select * from pg_temp.told('select pg_temp.score()')$$, 'and nothing once the page is off');
select is(public.show_table(pg_temp.address()), null, 'a page that is off shows no board');

select * from finish();
rollback;
