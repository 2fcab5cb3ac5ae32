-- An owner and an Admin write every fact of the venue's tournaments, Service outcomes alone, and others none.
begin;
\ir ../tournaments.psql
select plan(33);

select is(pg_temp.said(pg_temp.run(pg_temp.entry(1, 'Amal'), pg_temp.entry(2, 'Badr'))), 'done', 'the owner writes every fact');
select pg_temp.with_phone('admin');
select is(pg_temp.said(pg_temp.run(pg_temp.fact('places', '[1, 2]'))), 'done', 'so does an Admin');
select pg_temp.with_phone('service');
select throws_ok($$select pg_temp.run(pg_temp.outcome('w1.1', 0))$$, '42501', null, 'Service runs no tournament');
select is(pg_temp.said(pg_temp.change(pg_temp.outcome('w1.1', 0))), 'done', 'it writes an outcome');
select is(pg_temp.last('outcome:w1.1') #>> '{by,name}', 'service', 'under its name');
select throws_ok(format($$select pg_temp.change(pg_temp.outcome('w1.1', 1, 4), pg_temp.fact(%L, 'null'))$$, key), '42501', null,
  'and with it nothing else: ' || key)
from unnest(array['entry:1', 'out:1', 'format', 'places', 'seats', 'tables', 'open', 'closed']) as key;
select is(pg_temp.last('outcome:w1.1') -> 'seq', '4', 'of such a request nothing is added');
select throws_ok($$select public.change_tournament(pg_temp.request(jsonb_build_array(pg_temp.outcome('w1.1', 1)),
  jsonb_build_object('tournament', pg_temp.id(1001))))$$, '42501', null, 'nor does it open one');
select pg_temp.with_phone();
select throws_ok($$select pg_temp.change(pg_temp.entry(1, 'Amal', 1))$$, '42501', null, 'an outcome''s function has no other fact');

select set_config('test.link', public.add_scorer_link(pg_temp.table1(), 'Bar') ->> 'secret', true);
create function pg_temp.calls() returns text[] language sql as $$
  select array['public.list_tournaments()', 'public.get_tournament(pg_temp.cup())',
    'pg_temp.run(pg_temp.entry(3, ''C''))', 'pg_temp.change(pg_temp.outcome(''w1.2'', 0))']
$$;
select pg_temp.with_phone('remote');
select throws_ok('select ' || call, '42501', null, 'a remote may not: ' || call) from unnest(pg_temp.calls()) as call;
select pg_temp.bring(), pg_temp.become();
select throws_ok('select ' || call, '42501', null, 'a stranger may not: ' || call) from unnest(pg_temp.calls()) as call;
select pg_temp.become(pg_temp.badr());
select is(public.list_tournaments(), '[]', 'another venue has its own');
select throws_ok('select ' || call, '42501', 'this table is not yours', 'and no other''s: ' || call)
from unnest((pg_temp.calls())[2:]) as call;

select pg_temp.with_phone();
reset role;
insert into public.tournament_facts (tournament_id, seq, key, value, op, by_device, at)
select pg_temp.cup(), seq, 'outcome:w1.2', to_jsonb(seq), gen_random_uuid(), current_setting('test.service')::uuid, now()
from generate_series(5, 502) as seq;
select pg_temp.with_phone('service');
select is(pg_temp.said(pg_temp.change(pg_temp.outcome('w1.1', 1, 4))), 'done', 'Service writes 500 facts');
select is(pg_temp.said(pg_temp.change(pg_temp.outcome('w1.1', 0, 503))), 'full facts', 'and no more');
select pg_temp.with_phone();
reset role;
insert into public.tournament_facts (tournament_id, seq, key, value, op, at)
select pg_temp.cup(), seq, 'tables', to_jsonb(seq), gen_random_uuid(), now() from generate_series(504, 1999) as seq;
select pg_temp.with_phone();
select is(pg_temp.said(pg_temp.run(pg_temp.entry(3, 'A'), pg_temp.entry(4, 'B'))), 'full facts', 'a tournament has 2,000');
select is(pg_temp.said(pg_temp.run(pg_temp.entry(3, 'A'))), 'done', 'up to the last');
select public.run_tournament(pg_temp.request(jsonb_build_array(pg_temp.entry(1, 'A')),
  jsonb_build_object('tournament', pg_temp.id(2000 + n)))) from generate_series(1, 19) as n;
select pg_temp.has(public.run_tournament(pg_temp.request(jsonb_build_array(pg_temp.entry(1, 'A')),
  jsonb_build_object('tournament', pg_temp.id(2020)))), '{"outcome": "full", "reason": "tournaments", "tournament": null}',
  'an hour has 20 tournaments');

select * from finish();
rollback;
