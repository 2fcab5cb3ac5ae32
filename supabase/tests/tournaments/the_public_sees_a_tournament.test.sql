-- A tournament has a public page while its venue's pages are on. Its page gets names as the venue shows them, and who is
-- called to where or plays there.
begin;
\ir ../tournaments.psql
select plan(32);

reset role;
create function pg_temp.as_service() returns void language sql as $$
  select pg_temp.become(), pg_temp.bring(), set_config('role', 'service_role', true)
$$;
create function pg_temp.owner(statement text) returns void language plpgsql as $$
begin
  perform pg_temp.with_phone();
  execute statement;
  perform pg_temp.as_service();
end
$$;
create function pg_temp.shown() returns jsonb language sql as $$ select public.show_tournament(pg_temp.cup()::text) -> 'tournament' $$;
create function pg_temp.names() returns text language sql as $$
  select string_agg(fact #>> '{value,name}', ', ' order by fact ->> 'key') from jsonb_array_elements(pg_temp.shown() -> 'facts') as fact
  where fact ->> 'key' like 'entry:%'
$$;
create function pg_temp.at_now() returns jsonb language sql as $$ select pg_temp.shown() -> 'at' $$;

select pg_temp.as_service();
select is(public.show_tournament(pg_temp.cup()::text), '{"status": "unknown"}', 'a tournament that nobody opened is unknown');
select pg_temp.owner($$select pg_temp.run(pg_temp.fact('open', '{"title": "Friday"}'), pg_temp.fact('tables', '[]'),
  pg_temp.entry(1, 'Amal'), pg_temp.entry(2, 'Badr Benali'), pg_temp.entry(3, 'Chadi'), pg_temp.entry(4, 'Badr Bennani'),
  pg_temp.entry(5, '<b>'), pg_temp.entry(6, 'Badr Benali'))$$);
select pg_temp.owner('select public.update_venue(full_names => true)');

-- Who may read it.
select is(public.show_tournament(pg_temp.cup()::text) ->> 'status', 'shown', 'the service shows an open one');
select pg_temp.become();
select throws_ok('select public.show_tournament(pg_temp.cup()::text)', '42501', null, 'a stranger has no right to ask');
select throws_ok('select private.shown_tournament(null, pg_temp.cup(), false)', '42501', null, 'nor for what televisions get');
select pg_temp.with_phone();
select throws_ok('select public.show_tournament(pg_temp.cup()::text)', '42501', null, 'nor has an account');
select pg_temp.as_service();
select throws_ok('select private.shown_tournament(null, pg_temp.cup(), false)', '42501', null,
  'the service gets no names but the public''s');
select is(public.show_tournament(address), '{"status": "unknown"}', 'unknown is ' || coalesce(left(address, 40), 'null'))
from unnest(array[pg_temp.id(1001)::text, '', pg_temp.cup() || 'x', repeat('x', 100000), ''' or true --', null]) as address;
select set_eq($$select jsonb_object_keys(public.show_tournament(pg_temp.cup()::text))$$, '{status,tournament,venue,time_zone}'::text[],
  'of its venue the page is told the name and the time zone only');
select set_eq($$select jsonb_object_keys(pg_temp.shown())$$, '{id,created_at,facts,played,at,server_time}'::text[],
  'of the tournament it is told this');
select is((select array_agg(distinct keys.key order by keys.key) from jsonb_array_elements(pg_temp.shown() -> 'facts') as fact,
  jsonb_object_keys(fact) as keys (key)), '{key,value}', 'of facts neither who wrote them nor when');
select is(pg_temp.shown() @> '{"facts": [{"key": "tables"}]}', false, 'the desk''s tables are no part of it');

-- Names.
select is(pg_temp.names(), 'Amal, Badr Benali, Chadi, Badr Bennani, <b>, Badr Benali 2', 'full names, and namesakes with numbers');
select pg_temp.owner('select public.update_venue(shortens_names => true)');
select is(pg_temp.names(), 'Amal, Badr Bena., Chadi, Badr Benn., <b>, Badr Bena. 2', 'short ones with as many letters as tell them apart');
select pg_temp.owner('select public.update_venue(shortens_names => false, full_names => false)');
select is(pg_temp.names(), 'Amal, Badr Bena., Chadi, Badr Benn., <b>, Badr Bena. 2', 'and where screens show no full names');
select pg_temp.owner('select public.update_venue(full_names => true)');
select pg_temp.owner($$select public.erase_player('Chadi')$$);
select is(pg_temp.names(), 'Amal, Badr Benali, , Badr Bennani, <b>, Badr Benali 2', 'an erased name stays empty');

-- Tables.
select pg_temp.owner($$select pg_temp.call(1, 'w1.1', '[1, 2]', pg_temp.table1())$$);
select is(pg_temp.at_now(), '[{"slot": "w1.1", "pair": [1, 2], "state": "called", "table": "Overlay 1", "units": null}]',
  'a called match has its table');
select pg_temp.owner($$select pg_temp.op(1, 'start', pg_temp.at(pg_temp.table1()))$$);
select pg_temp.owner($$select pg_temp.play(100, pg_temp.table1(), 'Badr', 'Amal')$$);
select is(pg_temp.at_now(), '[{"slot": "w1.1", "pair": [2, 1], "state": "playing", "table": "Overlay 1", "units": null}]',
  'one that is played has its board''s sides, without the score');
select pg_temp.owner('select public.update_venue(shows_live => true)');
select is(pg_temp.at_now() #> '{0,units}', '[1, 1]', 'unless the venue shows boards as text');
select pg_temp.owner($$select pg_temp.win(100, pg_temp.table1(), 'A')$$);
select is(array[pg_temp.shown() #> '{played,0,pair}', pg_temp.shown() #> '{played,0,winner}'], array['[2, 1]', '0']::jsonb[],
  'its result decides it');

-- The result's own page names it, and loses it with the tournament.
reset role;
create function pg_temp.of_result() returns jsonb language sql security definer as $$
  select public.show_result(kept.id) -> 'result' -> 'tournament' from public.results as kept where kept.match_id = pg_temp.id(100)
$$;
select is(pg_temp.fold(100, 'Badr', 'Amal', 'A') is null, false, 'the match is folded');
select pg_temp.as_service();
select is(pg_temp.of_result(), jsonb_build_object('id', pg_temp.cup(), 'title', 'Friday'), 'its result names the tournament');

-- Switched off, and deleted.
create function pg_temp.is_public_at(role text) returns jsonb language plpgsql as $$
declare
  answer jsonb;
begin
  perform pg_temp.with_phone(role);
  answer := public.get_tournament(pg_temp.cup()) -> 'is_public';
  perform pg_temp.as_service();
  return answer;
end
$$;
select is(pg_temp.is_public_at('service'), 'true', 'the venue''s people are told that its page is public');
select pg_temp.owner('select public.update_venue(is_public => false)');
select is(public.show_tournament(pg_temp.cup()::text), '{"status": "unknown"}', 'a venue whose pages are off shows none');
select is(pg_temp.is_public_at('service'), 'false', 'which its people are told');
reset role;
delete from public.tournaments where id = pg_temp.cup();
select pg_temp.as_service();
select is(public.show_tournament(pg_temp.cup()::text), '{"status": "gone"}', 'a deleted one is gone');
select is(public.show_result(pg_temp.cup()::text), '{"status": "unknown"}', 'which no result''s address is');
select pg_temp.owner('select public.update_venue(is_public => true)');
select is(pg_temp.of_result(), 'null', 'its result names none then');
select * from finish();
rollback;
