-- A match that begins under a called party's name starts that party, as the list's own start does.
begin;
\ir ../tournaments.psql
select plan(20);

select pg_temp.run(pg_temp.fact('open', '{"title": "Friday"}'), pg_temp.entry(1, 'Amal'), pg_temp.entry(2, 'Badr'));
select set_config('test.link', public.add_scorer_link(pg_temp.table1(), 'Yassine') ->> 'secret', true);
create function pg_temp.entry_of(n int) returns jsonb language sql as $$
  select entry from jsonb_array_elements(public.list_waiting() -> 'entries') as entry where entry ->> 'id' = pg_temp.id(n)::text
$$;
create function pg_temp.seq() returns int language sql as $$ select (public.list_waiting() ->> 'seq')::int $$;

-- A tournament's pair, by a remote.
select pg_temp.with_phone('service');
select pg_temp.call(1, 'w1.1', '[1, 2]', pg_temp.table1());
select set_config('test.seq', pg_temp.seq()::text, true);
select pg_temp.with_phone('remote');
select pg_temp.play(100, pg_temp.table1(), 'Samir', 'Tarik');
select pg_temp.with_phone('service');
select is(pg_temp.listed(), '1 called at 1', 'a match of others starts nobody');
select is(pg_temp.seq(), current_setting('test.seq')::int, 'and changes no list');
select pg_temp.with_phone('remote');
select is(public.begin_match(pg_temp.table1(), pg_temp.match_at(pg_temp.table1()), pg_temp.id(101), 'nine-ball', 1, '{}',
  pg_temp.shown_board('Badr', 'Amal', null), 90) ->> 'outcome', 'ok', 'a match that began a while ago');
select pg_temp.with_phone('service');
select is(pg_temp.listed(), '1 playing at 1', 'starts the pair whose names it has');
select is(pg_temp.stamp(101), pg_temp.fixture('w1.1', '[2, 1]'), 'and is theirs, with the sides they took');
select is(pg_temp.seq(), current_setting('test.seq')::int + 1, 'as one change, which is told');
select pg_temp.has(pg_temp.entry_of(1) -> 'last_op', jsonb_build_object('kind', 'start',
  'by', jsonb_build_object('id', current_setting('test.remote'), 'name', 'remote')), 'by the device that began it');
select is((pg_temp.entry_of(1) ->> 'started_at')::timestamptz,
  (public.get_log(pg_temp.id(101)) #>> '{match,started_at}')::timestamptz, 'since the match began');
select is(pg_temp.said(pg_temp.op(1, 'start', pg_temp.at(pg_temp.table1()))), 'already', 'the desk''s own start comes too late');
select pg_temp.with_phone('remote');
select pg_temp.play(102, pg_temp.table1(), 'Amal', 'Badr');
select pg_temp.with_phone('service');
select is(pg_temp.seq(), current_setting('test.seq')::int + 1, 'their next match changes nothing more');
select is(pg_temp.said(pg_temp.op(1, 'undo')), 'done', 'the start can be taken back');
select is(pg_temp.listed(), '1 called at 1', 'and the pair is called again');
select pg_temp.op(1, 'leave');

-- Guests, by a scorer link.
select pg_temp.add(2, 'Hind'), pg_temp.op(2, 'call', pg_temp.at(pg_temp.table1()));
select pg_temp.become(), pg_temp.bring(null);
select is(public.begin_match(pg_temp.table1(), pg_temp.match_at(pg_temp.table1()), pg_temp.id(103), 'nine-ball', 1, '{}',
  pg_temp.shown_board('Zineb', ' hind', null), 0, current_setting('test.link')) ->> 'outcome', 'ok', 'by a link, a match begins');
select pg_temp.with_phone('service');
select is(pg_temp.listed(), '1 left, 2 playing at 1', 'it starts guests, too');
select is(pg_temp.entry_of(2) #> '{last_op,by}', 'null', 'by nobody who is known');
select is(pg_temp.stamp(103), null, 'it is for no tournament');

-- Where another party plays, as for the list's own start.
select pg_temp.add(3, 'Ilyas'), pg_temp.op(3, 'call', pg_temp.at(pg_temp.table2()));
select is(pg_temp.said(pg_temp.add(4, 'Jad', pg_temp.at(pg_temp.table2()))), 'done', 'others sit down at a called party''s table');
select is(pg_temp.play(104, pg_temp.table2(), 'Ilyas', 'Kenza'), 'ok', 'its match begins there nevertheless');
select is(pg_temp.listed(), '1 left, 2 playing at 1, 3 called at 2, 4 playing at 2', 'a match sends nobody away');
select pg_temp.op(4, 'free'), pg_temp.play(105, pg_temp.table2(), 'Ilyas', 'Kenza');
select is(pg_temp.listed(), '1 left, 2 playing at 1, 3 playing at 2, 4 done', 'and once they went, it starts its party');

select * from finish();
rollback;
