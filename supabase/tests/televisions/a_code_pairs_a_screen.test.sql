-- Typing a screen's code on the dashboard pairs it; from then on the dashboard controls what it shows.
begin;
\ir ../televisions.psql
select plan(38);

select set_config('test.code', pg_temp.begin_pairing() ->> 'code', true), set_config('test.topic', pg_temp.begin_pairing() ->> 'topic', true);
select pg_temp.become(pg_temp.amal());
select is(
  public.pair_television(current_setting('test.code'), 'البار 📺', pg_temp.table_id(), '?theme=light&layout=tv') ->> 'status',
  'paired', 'a code pairs a screen');
select pg_temp.has(
  pg_temp.ask(),
  jsonb_build_object('status', 'paired', 'query', '?theme=light&layout=tv', 'topic', current_setting('test.topic'),
    'programme', '{"turns": ["table"], "seconds": 20}'::jsonb, 'table_id', pg_temp.table_id(),
    'tables', jsonb_build_array(jsonb_build_object('id', pg_temp.table_id(), 'token', pg_temp.token(), 'title', 'Overlay 1'))),
  'the screen is told its table and its look');
select is(
  pg_temp.begin_pairing() - 'server_time', pg_temp.ask() - 'server_time', 'a paired screen gets no new code');
select pg_temp.has(
  public.list_televisions() #> '{televisions,0}',
  jsonb_build_object('id', pg_temp.television(), 'title', 'البار 📺', 'table_id', pg_temp.table_id(),
    'query', '?theme=light&layout=tv', 'programme', '{"turns": ["table"], "seconds": 20}'::jsonb),
  'the owner''s list has the television');
select ok(
  (select abs(extract(epoch from clock_timestamp() - (shown ->> at)::timestamptz)) < 5
    from jsonb_array_elements(public.list_televisions() -> 'televisions') as shown),
  'the owner''s list has a recent ' || at)
from unnest(array['paired_at', 'seen_at']) as at;
select is(
  public.pair_television(current_setting('test.code'), 'again') ->> 'status', 'wrong', 'a used code no longer works');
reset role;
select is_empty('select 1 from public.pairing_codes', 'a used code is not kept');
select is_empty(
  $$select 1 from public.televisions as stored where stored::text like '%' || pg_temp.secret() || '%'$$,
  'the screen''s secret is not stored');

select pg_temp.become(pg_temp.amal());
select set_config('test.two', public.add_table('Two')::text, true);
select public.update_television(pg_temp.television(), 'Bar');
select pg_temp.has(
  pg_temp.ask(),
  jsonb_build_object('status', 'paired', 'query', '', 'topic', current_setting('test.topic'),
    'programme', '{"turns": ["tables"], "seconds": 20}'::jsonb, 'table_id', null,
    'tables', jsonb_build_array(
      jsonb_build_object('id', pg_temp.table_id(), 'token', pg_temp.token(), 'title', 'Overlay 1'),
      jsonb_build_object('id', current_setting('test.two'), 'token', (select url_token from public.user_overlays where title = 'Two'), 'title', 'Two'))),
  'a television can be switched to all tables');
select public.order_tables(array[current_setting('test.two')::uuid]);
select is(pg_temp.ask() #>> '{tables,0,title}', 'Two', 'all tables are in the venue''s order');
select public.update_table(current_setting('test.two')::uuid, archived => true);
select is(jsonb_array_length(pg_temp.ask() -> 'tables'), 1, 'all tables are without the archived ones');
select public.update_television(pg_temp.television(), 'Bar', current_setting('test.two')::uuid);
select is(pg_temp.ask() #>> '{tables,0,title}', 'Two', 'an archived table is shown on a television of its own');
select is(
  pg_temp.ask() #> '{tables,0,match_id}', 'null', 'a screen is told no address of an archived table, which has no page');
select public.update_table(current_setting('test.two')::uuid, archived => false);
select is(
  pg_temp.ask() #>> '{tables,0,match_id}',
  (select value ->> 'match_id' from jsonb_array_elements(public.get_venue() -> 'tables') where value ->> 'title' = 'Two'),
  'a screen is told the address of its table''s public page');
select public.update_venue(is_public => false);
select is(
  pg_temp.ask() #> '{tables,0,match_id}', 'null', 'a screen is told no address while public pages are off');
select public.replace_overlay_link(current_setting('test.two')::uuid);
select is(
  pg_temp.ask() #>> '{tables,0,token}', (select url_token from public.user_overlays where title = 'Two'),
  'a television follows its table to a new token');

select pg_temp.pass('29 seconds');
select set_config('test.seen', public.list_televisions() #>> '{televisions,0,seen_at}', true);
select pg_temp.ask();
select is(
  public.list_televisions() #>> '{televisions,0,seen_at}', current_setting('test.seen'),
    'asking within half a minute is not noted again');
select pg_temp.pass('2 seconds');
select pg_temp.ask();
select isnt(
  public.list_televisions() #>> '{televisions,0,seen_at}', current_setting('test.seen'),
    'asking after half a minute is noted');

select throws_ok(call, '23514', null, 'refused: ' || left(call, 70))
from unnest(array[
  $$select pg_temp.pair(2, repeat('x', 61))$$,
  $$select public.update_television(pg_temp.television(), repeat('x', 61))$$,
  $$select public.update_television(pg_temp.television(), 'x', null, 'theme=dark')$$,
  $$select public.update_television(pg_temp.television(), 'x', null, '?' || repeat('x', 201))$$,
  $$select public.update_television(pg_temp.television(), 'x', null, '?<script>')$$,
  $$select public.update_television(pg_temp.television(), 'x', null, '?theme=dark' || E'\n')$$
]) as call;
select is(pg_temp.pair(2, repeat('ط', 60)) ->> 'status', 'paired', 'a name of 60 characters is accepted');

select public.unpair_television(pg_temp.television());
select is(pg_temp.ask() ->> 'status', 'unknown', 'an unpaired television is unknown');
select is(jsonb_array_length(public.list_televisions() -> 'televisions'), 1, 'an unpaired television is not listed');
select is(pg_temp.begin_pairing() ->> 'status', 'waiting', 'an unpaired television can wait again');

select pg_temp.pass('11 minutes');
reset role;
select set_config('test.code', code, true) from public.pairing_codes;
select pg_temp.become(pg_temp.amal());
select is(
  public.pair_television(current_setting('test.code'), 'late') ->> 'status', 'expired',
    'an expired code is reported as expired');
select pg_temp.pass('10 minutes');
select is(
  public.pair_television(current_setting('test.code'), 'late') ->> 'status', 'wrong',
    'ten minutes later, the code is reported as wrong');
reset role;
select is_empty('select 1 from public.pairing_codes', 'ten minutes later, the code is deleted');
select pg_temp.become(pg_temp.amal());
select is(public.pair_television(code, 'x') ->> 'status', 'wrong', 'reported as wrong: ' || left(code, 20))
from unnest(array['', 'cdfhjk', repeat('C', 100000)]) as code;

select is((select count(pg_temp.pair(n)) from generate_series(3, 51) as n), 49::bigint,
  'a venue can have fifty televisions');
select is(pg_temp.pair(52) ->> 'status', 'full', 'one television more is refused');
select public.unpair_television(pg_temp.television(3));
select is(pg_temp.pair(52) ->> 'status', 'paired', 'unpairing a television makes room for another');

reset role;
select * from finish();
rollback;
