-- A television with a turn for it shows the venue's open tournament, or the one that was closed last.
begin;
\ir ../tournaments.psql
select plan(18);

create function pg_temp.screen() returns text language sql as $$ select repeat('T', 40) $$;
create function pg_temp.shown() returns jsonb language sql as $$ select public.ask_television(pg_temp.screen()) -> 'tournament' $$;
select pg_temp.with_phone();
select is(
  public.pair_television(
    public.begin_pairing(pg_temp.screen()) ->> 'code', 'Bar', null, '', '{"turns": ["tables", "tournament"], "seconds": 20}'
  ) ->> 'status',
  'paired', 'a screen is paired with a turn for tournaments');
select is(pg_temp.shown(), 'null', 'there is none yet');
select pg_temp.run(
  pg_temp.fact('open', '{"title": "Friday Cup"}'), pg_temp.entry(1, 'Salma Alaoui'), pg_temp.entry(2, 'كريم'),
  pg_temp.fact('tables', '[]'));
select is(pg_temp.shown(), 'null', 'nor before the draw');
select pg_temp.run(pg_temp.fact('places', '[1, 2]'));
select is(pg_temp.shown() ->> 'id', pg_temp.cup()::text, 'the open tournament is shown');
select is(
  (select string_agg(fact ->> 'key', ' ' order by fact ->> 'key') from jsonb_array_elements(pg_temp.shown() -> 'facts') as fact),
  'entry:1 entry:2 open places', 'with its facts, but without its tables');
select ok(
  not jsonb_path_exists(pg_temp.shown(), '$.facts[*] ? (exists(@.by) || exists(@.was))'), 'and without who said them');
select pg_temp.run(pg_temp.outcome('w1.1', 1));
select is(
  (select fact #>> '{value,winner}' from jsonb_array_elements(pg_temp.shown() -> 'facts') as fact where fact ->> 'key' = 'outcome:w1.1'),
  '1', 'an outcome reaches it');

-- Names: whole in the hall, and short in public where the venue shortens those.
create function pg_temp.first_name(tournament jsonb) returns text language sql as $$
  select jsonb_path_query_first(tournament, '$.facts[*] ? (@.key == "entry:1").value.name') #>> '{}'
$$;
select public.update_venue(full_names => true, shortens_names => true);
select is(pg_temp.first_name(pg_temp.shown()), 'Salma Alaoui', 'names are whole');
reset role;
set local role service_role;
select is(pg_temp.first_name(public.show_tournament(pg_temp.cup()::text) -> 'tournament'), 'Salma A.',
  'also while the public gets short ones');
reset role;
select pg_temp.with_phone();

-- A called pair.
create function pg_temp.called() returns text language sql as $$
  select concat_ws(' – ', party ->> 'name', party ->> 'name2')
    || case when party ->> 'name2' is distinct from public.ask_television(pg_temp.screen()) #>> '{waiting,tables,0,called,name2}'
      then ', otherwise at the table' else '' end
  from jsonb_array_elements(public.ask_television(pg_temp.screen()) #> '{waiting,parties}') as party
$$;
select public.update_venue(full_names => false);
select pg_temp.call(1, 'w1.1', '[1, 2]', pg_temp.table1(), '{"name": "Salma Alaoui", "name2": "Salma Amrani"}');
select is(pg_temp.called(), 'Salma Al. – Salma Am.', 'a pair is called by both names, short ones that differ');
select public.update_venue(full_names => true);
select is(pg_temp.called(), 'Salma Alaoui – Salma Amrani', 'or whole ones');
select public.erase_player('Salma Alaoui');
select is(pg_temp.called(), 'Salma Amrani', 'an erased one is not called');
select public.update_venue(full_names => false);
select pg_temp.op(1, 'leave');
select pg_temp.add(2, 'Amal', '{"name2": "Badr"}');
select is(pg_temp.called(), 'Amal', 'a party of guests is called by its first name');
select pg_temp.op(2, 'leave');

select pg_temp.run(pg_temp.fact('closed', 'true'));
select is(pg_temp.shown() ->> 'id', pg_temp.cup()::text, 'a closed one is still shown');
reset role;
update public.tournament_facts set at = at - interval '13 hours' where key = 'closed';
select pg_temp.with_phone();
select is(pg_temp.shown(), 'null', 'for twelve hours');
reset role;
update public.tournament_facts set at = at + interval '13 hours' where key = 'closed';

-- Others.
update public.televisions set programme = '{"turns": ["tables"], "seconds": 20}';
select pg_temp.with_phone();
select is(pg_temp.shown(), 'null', 'a television without the turn gets none');
select pg_temp.become(pg_temp.badr());
select public.ensure_overlay();
select is(
  public.pair_television(
    public.begin_pairing(repeat('U', 40)) ->> 'code', 'Other', null, '', '{"turns": ["tournament"], "seconds": 20}'
  ) ->> 'status',
  'paired', 'another venue pairs a screen');
select is(public.ask_television(repeat('U', 40)) -> 'tournament', 'null', 'which shows nothing of this venue');

select * from finish();
rollback;
