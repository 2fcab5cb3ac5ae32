-- A name is the same player however it was composed and spaced; a search also finds names with other accents.
begin;
\ir ../players.psql
select plan(14);

select pg_temp.result('José', 'أحمد العلوي', 3, 1, 0);
select pg_temp.result(U&'jose\0301', U&'\202Bأحمد\00A0 العلوي\202C', 3, 2, 100);
select pg_temp.result('Jose', 'احمد العلوي', 3, 2, 200);
select pg_temp.result('ÉLODIE', 'حمزة', 3, 2, 300);

select pg_temp.become(pg_temp.amal());
create function pg_temp.found(search text) returns text language sql as $$
  select string_agg(hit ->> 'name' || ' ' || (hit ->> 'matches'), ', ' order by place)
  from jsonb_array_elements(public.find_players(search)) with ordinality as hits (hit, place)
$$;
select is(pg_temp.found(search), named, search || ' is found')
from (values
  ('elodie', 'ÉLODIE 1'), ('حمزه', 'حمزة 1'), ('José', U&'Jose 1, jose\0301 2'), ('JOSE', U&'Jose 1, jose\0301 2'),
  ('احمد', U&'احمد العلوي 1, أحمد\00A0 العلوي 2'), (U&'أ\064Eح\0652م\064Eد الع', U&'احمد العلوي 1, أحمد\00A0 العلوي 2')
) as given (search, named);
select is(
  jsonb_array_length(public.get_player('josé') -> 'latest'), 2, 'results are the player''s in any spelling');
select is(
  jsonb_array_length(public.list_results('2026-01-01', '2027-01-01', player => 'josé') -> 'results'), 2,
  'so are those of a list');
select is(
  public.get_player('josé', 'أحمد العلوي') #> '{player,matches}', '2', 'so is a pair');
select is(public.get_player('jose') #> '{player,matches}', '1', 'another accent is another player');

select public.save_player('José', 'ES');
select throws_ok(
  format('select public.name_player(%L)', U&'Jose\0301\200F'), '23505', null, 'the register has a name once');
select throws_ok(
  format('select public.name_player(%L)', U&'\200F\2066'), '23514', null, 'invisible marks are no name');
select public.erase_player(U&'JOSE\0301\200F');
reset role;
select results_eq(
  $$select name_key from public.played_names order by name_key collate "C"$$,
  $$values ('jose'), ('élodie'), ('أحمد العلوي'), ('احمد العلوي'), ('حمزة')$$, 'erasing one spelling erases all');
select is_empty($$select name from public.players$$, 'also in the register');

select * from finish();
rollback;
