-- A tournament's facts have one order, and the last of a key counts. A request adds all of its facts, or none.
begin;
\ir ../tournaments.psql
select plan(39);

select is(public.list_tournaments(), '[]', 'a venue has no tournament at first');
select pg_temp.has(pg_temp.run(pg_temp.fact('open', '{"title": "Friday"}'), pg_temp.entry(1, 'Amal'), pg_temp.entry(2, 'Badr')),
  '{"outcome": "done", "reason": null, "fact": null}', 'the first facts open it');
select is(pg_temp.known(), 'open 1, entry:1 2, entry:2 3', 'in their order');
select pg_temp.has(public.list_tournaments(), jsonb_build_array(jsonb_build_object(
  'id', pg_temp.cup(), 'title', 'Friday', 'closed', false)), 'it is listed');
select pg_temp.has(pg_temp.last('entry:1'), jsonb_build_object('seq', 2, 'was', null,
  'value', '{"name": "Amal", "seed": null, "headStart": 0}'::jsonb, 'by', jsonb_build_object('id', pg_temp.amal(), 'name', null)),
  'a fact is as it was sent, with who sent it');

select set_config('test.seq', public.list_waiting() ->> 'seq', true);
select is(pg_temp.said(pg_temp.run(pg_temp.entry(1, 'Amal B.', 2))), 'done', 'a fact that names the last one of its key is added');
select is((public.list_waiting() ->> 'seq')::int, current_setting('test.seq')::int + 1, 'and the room is told');
select is(pg_temp.known(), 'open 1, entry:2 3, entry:1 4', 'it is the one that counts');
select is(pg_temp.last('entry:1') #>> '{was,name}', 'Amal', 'with the value before it');
select pg_temp.with_phone('admin');
select pg_temp.has(pg_temp.run(pg_temp.entry(3, 'Chadi'), pg_temp.entry(1, 'Amal C.', 2)),
  jsonb_build_object('outcome', 'refused', 'reason', 'changed', 'fact', jsonb_build_object('key', 'entry:1', 'seq', 4,
    'value', '{"name": "Amal B.", "seed": null, "headStart": 0}'::jsonb, 'by', jsonb_build_object('id', pg_temp.amal(), 'name', null))),
  'it is refused if another came between: with that one and who sent it');
select is(pg_temp.known(), 'open 1, entry:2 3, entry:1 4', 'and nothing else of its request is added');
select is(pg_temp.said(pg_temp.run(pg_temp.entry(3, 'Chadi', 1))), 'refused changed', 'a key that has no fact has no last one');
select is(pg_temp.said(pg_temp.run(pg_temp.entry(1, 'Amal B.', 2))), 'already', 'what is known already is no conflict');
select is(pg_temp.said(pg_temp.run(pg_temp.fact('out:1', 'null'))), 'already', 'nor is taking back what isn''t there');
select is(pg_temp.said(pg_temp.run(pg_temp.entry(1, 'Amal B.', 2), pg_temp.entry(3, 'Chadi'))), 'done', 'the rest is added');
select is(pg_temp.known(), 'open 1, entry:2 3, entry:1 4, entry:3 5', 'once');
select is(pg_temp.last('entry:3') #>> '{by,name}', 'admin', 'a phone is named');
select pg_temp.with_phone();

select set_config('test.op', pg_temp.request(jsonb_build_array(pg_temp.entry(3, 'Driss', 5)))::text, true);
select is(pg_temp.said(public.run_tournament(current_setting('test.op')::jsonb)), 'done', 'a request');
select pg_temp.run(pg_temp.entry(3, 'Elias', 6));
select set_config('test.seq', public.list_waiting() ->> 'seq', true);
select is(pg_temp.said(public.run_tournament(current_setting('test.op')::jsonb)), 'done', 'that comes again is answered again');
select is(pg_temp.known(), 'open 1, entry:2 3, entry:1 4, entry:3 7', 'and changes nothing');
select is(public.list_waiting() ->> 'seq', current_setting('test.seq'), 'nor is the room told');

select pg_temp.run(pg_temp.fact('closed', 'true'), pg_temp.entry(4, U&'Fatima\202E', 0));
select is(public.list_tournaments() #> '{0,closed}', 'true', 'a closed one is listed as such');
select pg_temp.run(pg_temp.fact('places', '[1, null, 2]'));
select is(pg_temp.last('places') -> 'value', '[1, null, 2]', 'a list is as it was sent');
select is(pg_temp.last('entry:4') #>> '{value,name}', 'Fatima', 'a name turns nothing around it');
select is(pg_temp.said(pg_temp.run(pg_temp.fact('closed', 'null', 8))), 'done', 'it may be opened again');
select is(public.list_tournaments() #> '{0,closed}', 'false', 'which is listed');

select is(pg_temp.said(public.run_tournament(request)), 'bad op', 'no request: ' || left(request::text, 80))
from unnest(array[
  '{}', '[]',
  pg_temp.request('[]'),
  pg_temp.request('{}'),
  pg_temp.request(jsonb_build_array(pg_temp.fact('entry:129', 'null'))),
  pg_temp.request(jsonb_build_array(pg_temp.fact('outcome:w1.1 ', 'null'))),
  pg_temp.request(jsonb_build_array(pg_temp.fact('entry:1', '{"name": 1}'))),
  pg_temp.request(jsonb_build_array(pg_temp.fact('open', '"Friday"'))),
  pg_temp.request(jsonb_build_array(pg_temp.entry(5, 'A'), pg_temp.entry(5, 'B'))),
  pg_temp.request(jsonb_build_array(pg_temp.entry(5, 'A', -1))),
  pg_temp.request(jsonb_build_array(pg_temp.fact('out:1', to_jsonb(repeat('x', 1023))))),
  pg_temp.request(jsonb_build_array(pg_temp.fact('places', to_jsonb(repeat('x', 8191)))))
]::jsonb[]) as request;
select throws_ok($$select pg_temp.run(pg_temp.fact('places', to_jsonb(repeat('x', 65536))))$$, '22023', null, 'a request has 64 kB');

select * from finish();
rollback;
