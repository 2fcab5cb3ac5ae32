-- A called match of a tournament is a party: its slot and its players have no other, and matches begun there are its.
begin;
\ir ../tournaments.psql
select plan(48);

select pg_temp.run(pg_temp.fact('open', '{"title": "Friday"}'), pg_temp.entry(1, 'Amal'), pg_temp.entry(2, 'Badr'),
  pg_temp.entry(3, 'Chadi'), pg_temp.entry(4, 'Driss'));

-- A call.
select pg_temp.with_phone('service');
select is(pg_temp.said(pg_temp.call(1, 'w1.1', '[1, 2]', pg_temp.table1())), 'done', 'Service calls a pair');
select is(pg_temp.listed(), '1 called at 1', 'it is a party that is called');
select is(public.list_waiting() #> '{entries,0,fixture}', pg_temp.fixture('w1.1', '[1, 2]'), 'with its match');
select pg_temp.has(pg_temp.call(2, 'w1.1', '[1, 2]', pg_temp.table2()), jsonb_build_object('outcome', 'refused', 'reason', 'match',
  'entry', pg_temp.id(1), 'kind', 'add', 'by', jsonb_build_object('id', current_setting('test.service'), 'name', 'service')),
  'it isn''t called twice');
select is(pg_temp.said(pg_temp.call(2, 'w2.1', '[3, 2]', pg_temp.table2())), 'refused match', 'nor is one of the pair to another match');
select is(pg_temp.said(pg_temp.call(2, 'w1.2', '[3, 4]', pg_temp.table1())), 'refused table', 'nor another pair to their table');
select is(pg_temp.said(pg_temp.call(2, 'w1.2', '[3, 4]', pg_temp.table2())), 'done', 'another pair is called to another table');
select is(pg_temp.said(pg_temp.op(1, 'missed')), 'done', 'a pair may be missed');
select is(pg_temp.said(pg_temp.call(3, 'w1.1', '[1, 2]', pg_temp.table1())), 'refused match', 'and keeps its match');
select pg_temp.op(1, 'leave');
select is(pg_temp.said(pg_temp.call(3, 'w1.1', '[1, 2]', pg_temp.table1())), 'done', 'until it leaves');
select is(pg_temp.said(pg_temp.op(1, 'undo')), 'refused match', 'it doesn''t come back beside another for its match');
select pg_temp.op(3, 'leave');
select is(pg_temp.said(pg_temp.op(1, 'undo')), 'done', 'but does alone');
select pg_temp.op(1, 'leave');
select pg_temp.add(4, 'Guest', pg_temp.at(pg_temp.table1()));
select is(pg_temp.said(pg_temp.call(5, 'w1.1', '[1, 2]', pg_temp.table1(), '{"replace": true}')), 'refused table', 'guests are never sent away');
select pg_temp.op(4, 'free');

select is(pg_temp.said(pg_temp.call(5, slot, pair, table_id, fields)), 'bad op', 'no call: ' || what)
from (values
  ('to no table', 'w1.1', '[1, 2]'::jsonb, null::uuid, '{}'::jsonb),
  ('for no slot', 'W1', '[1, 2]', pg_temp.table1(), '{}'),
  ('of one player', 'w1.1', '[1]', pg_temp.table1(), '{}'),
  ('of one against himself', 'w1.1', '[1, 1]', pg_temp.table1(), '{}'),
  ('with facts that are none', 'w1.1', '[1, 2]', pg_temp.table1(), '{"facts": [1]}'),
  ('with other facts than outcomes', 'w1.1', '[1, 2]', pg_temp.table1(), jsonb_build_object('facts', jsonb_build_array(pg_temp.entry(5, 'E')))),
  ('of facts alone', 'w1.1', '[1, 2]', pg_temp.table1(), jsonb_build_object('fixture', null, 'facts', jsonb_build_array(pg_temp.outcome('w1.1', 0))))
) as odd (what, slot, pair, table_id, fields);
select is(pg_temp.said(pg_temp.op(2, 'edit', pg_temp.party('X', jsonb_build_object('fixture', pg_temp.fixture('w1.1', '[1, 2]'))))),
  'bad op', 'a party changes its match for no other');
select throws_ok($$select pg_temp.call(5, 'w1.1', '[1, 2]', pg_temp.table1(), jsonb_build_object('fixture',
  pg_temp.fixture('w1.1', '[1, 2]') || jsonb_build_object('tournament', pg_temp.id(1001))))$$, '42501', null, 'another venue''s tournament isn''t there');

-- A match that is played.
select pg_temp.call(5, 'w1.1', '[1, 2]', pg_temp.table1());
select pg_temp.with_phone('remote');
select pg_temp.play(100, pg_temp.table1(), 'Samir', 'Tarik');
select pg_temp.play(101, pg_temp.table1(), 'badr', 'Amal A.');
select pg_temp.with_phone('service');
select is(pg_temp.stamp(100), null, 'a match of others at the table of a called pair isn''t theirs');
select is(pg_temp.stamp(101), pg_temp.fixture('w1.1', '[2, 1]'), 'one with their names is, with the sides they took');
select pg_temp.op(5, 'start', pg_temp.at(pg_temp.table1()));
select pg_temp.play(102, pg_temp.table1(), 'Amal', 'Badr');
select pg_temp.play(103, pg_temp.table1(), '', 'B.');
select is(pg_temp.stamp(n), pg_temp.fixture('w1.1', '[1, 2]'), 'and once they play there, each that begins')
from unnest(array[102, 103]) as n;
select pg_temp.play(104, pg_temp.table2(), 'Samir', 'Tarik');
select is(pg_temp.stamp(104), null, 'not at another table');
select is(pg_temp.said(pg_temp.call(6, 'w2.1', '[1, 3]', pg_temp.table1())), 'refused table', 'they play until their match is over');
select pg_temp.win(103, pg_temp.table1(), 'B');
select is(pg_temp.said(pg_temp.op(2, 'start', pg_temp.at(pg_temp.table2()))), 'done', 'meanwhile the other pair plays');
select pg_temp.with_phone('admin');
select pg_temp.run(pg_temp.outcome('w1.2', 0, 0, '[3, 4]'));
select pg_temp.with_phone('service');

-- The next call.
select set_config('test.call', jsonb_build_object('facts', jsonb_build_array(pg_temp.outcome('w1.1', 1), pg_temp.outcome('w1.2', 1, 5, '[3, 4]')))::text, true);
select is(pg_temp.said(pg_temp.call(6, 'w2.1', '[2, 3]', pg_temp.table1(), current_setting('test.call')::jsonb)), 'refused facts',
  'a call doesn''t stand on an outcome that has changed');
select is(pg_temp.listed(), '1 left, 2 playing at 2, 3 left, 4 done, 5 playing at 1', 'it changes no party');
select is(pg_temp.last('outcome:w1.1'), null, 'and adds no outcome');
select set_config('test.seq', public.list_waiting() ->> 'seq', true);
select is(pg_temp.said(pg_temp.call(7, 'w2.1', '[2, 3]', pg_temp.table1(), jsonb_build_object('facts', jsonb_build_array(
  pg_temp.outcome('w1.1', 1), pg_temp.outcome('w1.2', 0, 6, '[3, 4]'))))), 'done', 'it adds those that it stands on');
select is(pg_temp.last('outcome:w1.1') #>> '{by,name}', 'service', 'under the caller''s name');
select is((public.list_waiting() ->> 'seq')::int, current_setting('test.seq')::int + 1, 'as one change');
select is(pg_temp.listed(), '1 left, 2 done, 3 left, 4 done, 5 done, 7 called at 1', 'and ends the pairs whose matches are over');
select is(pg_temp.said(pg_temp.op(7, 'undo')), 'done', 'taken back');
select is(pg_temp.listed(), '1 left, 2 playing at 2, 3 left, 4 done, 5 playing at 1, 7 left', 'it brings them back to their tables');
select isnt(pg_temp.last('outcome:w1.1'), null, 'the outcomes stay');

-- A pair that didn't come.
select pg_temp.call(8, 'l1.1', '[1, 4]', pg_temp.table1());
select pg_temp.change(pg_temp.outcome('l1.1', 0, 0, '[1, 4]'));
select is(pg_temp.said(pg_temp.call(9, 'l2.1', '[1, 2]', pg_temp.table2())), 'done', 'a pair with a walkover makes room');
select is((select entry ->> 'state' from jsonb_array_elements(public.list_waiting() -> 'entries') as entry where entry ->> 'id' = pg_temp.id(8)::text),
  'left', 'from the list');
select is(pg_temp.said(pg_temp.op(9, 'start', pg_temp.at(pg_temp.table2()))), 'done', 'and the pair that is called starts');
select pg_temp.change(pg_temp.outcome('l2.1', 0, 0, '[1, 2]'));
select is(pg_temp.said(pg_temp.add(10, 'Guest', pg_temp.at(pg_temp.table2()))), 'refused table', 'guests end no pair''s game, though its match is over');
select is(pg_temp.said(pg_temp.add(10, 'Guest', pg_temp.at(pg_temp.table2(), '{"replace": true}'))), 'done', 'unless they are told to');
select is(pg_temp.said(pg_temp.op(10, 'undo')), 'done', 'taken back, the pair plays on');
select is(pg_temp.said(pg_temp.call(11, 'f1', '[1, 3]', pg_temp.table1())), 'done', 'a pair is called');
select pg_temp.op(11, 'uncall');
select is(pg_temp.said(pg_temp.op(11, 'call', pg_temp.at(pg_temp.table2()))), 'done', 'and called again, to where a match is over');
select is((select entry ->> 'state' from jsonb_array_elements(public.list_waiting() -> 'entries') as entry where entry ->> 'id' = pg_temp.id(9)::text),
  'done', 'whose pair makes room');

select * from finish();
rollback;
