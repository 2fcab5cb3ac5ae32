-- The service stores the results that it folds, and never changes corrections or what was set aside.
begin;
\ir ../results.psql
select plan(25);
select pg_temp.append(0, pg_temp.actions(1, 2));
reset role;

select pg_temp.become(pg_temp.amal());
select is(public.list_due('{"plain": 1}') -> 'matches', jsonb_build_array(pg_temp.match()), 'a scored match is due');
select is(public.list_due('{"snooker": 9}') -> 'matches', '[]', 'but not to a service without its game');
select is(public.list_due('{"plain": 0}') -> 'matches', '[]', 'nor to one with older rules');
select is(public.list_results(now() - interval '1 day', now()) -> 'due', '1', 'a list says how many are due');
reset role;
select is(jsonb_array_length(public.get_due(pg_temp.match()) -> 'entries'), 2, 'the service reads the whole log');
select is(public.get_due(gen_random_uuid()), null, 'and nothing of an unknown match');

select is(public.store_result(pg_temp.match(), 1, null, pg_temp.folded()), 'changed',
  'what was folded from an older log is refused');
select is((pg_temp.kept()).id, null, 'and not kept');
select is(public.store_result(gen_random_uuid(), 1, null, pg_temp.folded()), 'gone', 'a match that has gone is refused');
select is(pg_temp.fold(), 'stored', 'a fold is kept');
select matches((pg_temp.kept()).id, '^[A-Za-z0-9]{22}$', 'under an address of its own');
select results_eq(
  $$select side, name_key, name, other_key, won, frames, high_break from public.result_sides order by side$$,
  $$values ('A', 'amal', 'Amal', 'badr', true, 3, 57), ('B', 'badr', 'BADR', 'amal', false, 1, 12)$$,
  'with its players and their frames');
select pg_temp.fold();
select is((pg_temp.kept()).rev, 1, 'folding twice writes nothing');
select pg_temp.fold('{"counts_units": false}');
select results_eq('select frames, frames_lost from public.result_sides order by side', 'values (0, 0), (0, 0)',
  'points are no frames');
update public.results set rev = 1;
select pg_temp.fold('{"p2": "Player B"}');
select is((pg_temp.kept()).rev, 2, 'another fold is another revision');
select is((select count(*)::int from public.result_sides), 1, 'and a default name is no player');
select is((pg_temp.kept()).p2, '', 'whose name is kept empty');
select pg_temp.fold('{"p2": "Player B"}');
select is((pg_temp.kept()).rev, 2, 'and not written twice either');
select pg_temp.become(pg_temp.amal());
select is(public.list_due('{"plain": 1}') -> 'matches', '[]', 'nothing is due then');
select public.correct_result((pg_temp.kept()).id, '{"p1": "PLAYER A", "p2": "Badr", "s1": 1, "s2": 3}');
select is((pg_temp.kept()).by_hand ->> 'p1', '', 'a default name is none in a correction');
select public.correct_result((pg_temp.kept()).id, '{"p1": "Chafik", "p2": "Badr", "s1": 1, "s2": 3}');
reset role;
select pg_temp.fold('{"s1": 9}');
select is(((pg_temp.kept()).s1, (pg_temp.kept()).by_hand ->> 'p1'), (9::float8, 'Chafik'::text),
  'a correction stays beside what is folded later');
select results_eq('select name_key, won from public.result_sides order by side', $$values ('chafik', false), ('badr', true)$$,
  'and players are the corrected ones');
select public.store_result(pg_temp.match(), 2, null, null);
select isnt((pg_temp.kept()).id, null, 'a corrected result stays, even if all was undone');
update public.results set by_hand = null;
select public.store_result(pg_temp.match(), 2, null, null);
select is((pg_temp.kept()).id, null, 'another goes then');

-- A full match continues as the next one.
select pg_temp.fill(1999);
select pg_temp.become(pg_temp.amal());
select pg_temp.append(1999, pg_temp.actions(3, 3), pg_temp.board());
reset role;
select pg_temp.fold();
select is((pg_temp.kept()).id, null, 'a match that was rolled over is no result: it continues as the next one');

select * from finish();
rollback;
