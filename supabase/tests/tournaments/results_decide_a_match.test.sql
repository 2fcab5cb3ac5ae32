-- A tournament reads its matches' results: as boards show them, as they were folded, and as they were corrected.
begin;
\ir ../tournaments.psql
select plan(23);

select pg_temp.run(pg_temp.fact('open', '{"title": "Friday"}'), pg_temp.entry(1, 'Amal'), pg_temp.entry(2, 'Badr'));
select pg_temp.call(1, 'w1.1', '[1, 2]', pg_temp.table1());
select pg_temp.op(1, 'start', pg_temp.at(pg_temp.table1()));
select pg_temp.play(100, pg_temp.table1(), 'Badr', 'Amal');
create function pg_temp.played() returns jsonb language sql as $$ select public.get_tournament(pg_temp.cup()) -> 'played' $$;
-- The matches in short: the pair, who won and the units.
create function pg_temp.short() returns text language sql as $$
  select string_agg(concat_ws(' ', match ->> 'pair', match ->> 'winner', match ->> 'units'), ', ') from jsonb_array_elements(pg_temp.played()) as match
$$;
select is(pg_temp.played(), '[]', 'a match that is played decides nothing');
select pg_temp.win(100, pg_temp.table1(), 'A');
select pg_temp.has(pg_temp.played(), '[{"slot": "w1.1", "pair": [2, 1], "game": "nine-ball", "race_to": 3, "units": [3, 1], "winner": 0, "result": null}]',
  'a match that is over does, with the sides as they were');
select pg_temp.win(100, pg_temp.table1(), null);
select is(pg_temp.played(), '[]', 'until it goes on');
select pg_temp.win(100, pg_temp.table1(), 'A');
select pg_temp.play(101, pg_temp.table1(), 'Amal', 'Badr');
select pg_temp.win(101, pg_temp.table1(), 'B');
select is(pg_temp.short(), '[2, 1] 0 [3, 1], [1, 2] 1 [1, 3]', 'each is there, the first that ended before');
select is(pg_temp.said(pg_temp.call(2, 'w1.2', '[1, 2]', pg_temp.table2())), 'done', 'another match of the two');
select pg_temp.op(2, 'leave');

reset role;
select pg_temp.fold(100, 'Badr', 'Amal', 'A');
select set_config('test.result', id, true) from public.results;
select pg_temp.with_phone();
select is(pg_temp.played() #>> '{0,result}', current_setting('test.result'), 'once folded, it has its result');
select is(pg_temp.short(), '[2, 1] 0 [3, 1], [1, 2] 1 [1, 3]', 'which says the same');
select is(public.get_player('badr') #> '{latest,0,tournament}', jsonb_build_object('id', pg_temp.cup(), 'title', 'Friday'),
  'and its players'' results name the tournament');
select is(public.get_player('amal', 'badr') #>> '{latest,0,tournament,title}', 'Friday', 'also those of the two');
select set_config('test.topic', public.list_waiting() ->> 'topic', true);
select set_config('test.heard', pg_temp.heard(null, current_setting('test.topic'))::text, true);
select pg_temp.with_phone();
select public.correct_result(current_setting('test.result'), '{"p1": "Badr", "p2": "Amal", "s1": 1, "s2": 3}');
select is(pg_temp.short(), '[2, 1] 1 [1, 3], [1, 2] 1 [1, 3]', 'a corrected score is who won');
select is(pg_temp.heard(null, current_setting('test.topic')), current_setting('test.heard')::bigint + 1, 'which the room is told');
select pg_temp.with_phone();
select public.correct_result(current_setting('test.result'), '{"p1": "Amal", "p2": "Badr", "s1": 3, "s2": 1}');
select is(pg_temp.short(), '[1, 2] 0 [3, 1], [1, 2] 1 [1, 3]', 'corrected names are whose sides they are');
select public.set_aside(current_setting('test.result'), true);
select is(pg_temp.short(), '[1, 2] 1 [1, 3]', 'a result that is set aside decides nothing');
select public.set_aside(current_setting('test.result'), false);
select public.correct_result(current_setting('test.result'), null);
select is(pg_temp.short(), '[2, 1] 0 [3, 1], [1, 2] 1 [1, 3]', 'without correction it is as folded');
select pg_temp.change(pg_temp.outcome('w1.1', 0));
select is(pg_temp.short(), '[2, 1] 0 [3, 1], [1, 2] 1 [1, 3]', 'and stays beside what is stored');

-- Names that were swapped during the match, and a log that is gone.
reset role;
select pg_temp.fold(101, 'Badr', 'Amal', 'B');
select is((select fixture from public.results where match_id = pg_temp.id(101)), pg_temp.fixture('w1.1', '[2, 1]'), 'names swapped in a match swap its pair');
select is((select fixture from public.results where match_id = pg_temp.id(100)), pg_temp.fixture('w1.1', '[2, 1]'), 'and others'' stay');
delete from public.matches where id = pg_temp.id(100);
select pg_temp.with_phone();
select is(pg_temp.short(), '[2, 1] 0 [3, 1], [2, 1] 1 [1, 3]', 'a result is read without its log');
select public.correct_result(current_setting('test.result'), '{"p1": "Amal", "p2": "Badr", "s1": 3, "s2": 1}');
select is(pg_temp.short(), '[1, 2] 0 [3, 1], [2, 1] 1 [1, 3]', 'with its correction');
select is(public.delete_result(current_setting('test.result')), 'deleted', 'until it is deleted');
select is(pg_temp.short(), '[2, 1] 1 [1, 3]', 'and is gone');

-- Another venue's.
select pg_temp.become(pg_temp.badr());
select public.ensure_overlay();
reset role;
update public.matches set fixture = pg_temp.fixture('w1.1', '[1, 2]'), ended_at = now(), result = '{"winner": "A"}'
where table_id <> all (array[pg_temp.table1(), pg_temp.table2()]);
update public.results set fixture = pg_temp.fixture('w2.1', '[1, 2]');
select pg_temp.with_phone();
select is(pg_temp.short(), '[2, 1] 1 [1, 3]', 'another venue''s match decides nothing here');
select is(pg_temp.played() #>> '{0,slot}', 'w1.1', 'a match''s slot is that of its beginning');

select * from finish();
rollback;
