-- One function says what a table is; everything that shows tables reads it.
begin;
\ir ../waiting.psql
select plan(24);

-- Each reader's state of the first table, by its id: the tables list, the waiting list, televisions.
reset role;
create function pg_temp.facts() returns jsonb language sql security definer as $$
  select jsonb_build_array(
    (select listed -> 'facts' from jsonb_array_elements(public.list_tables() -> 'tables') as listed
      where listed ->> 'id' = pg_temp.table1()::text),
    (select listed - '{id,title,kind}'::text[] from jsonb_array_elements(public.list_waiting() -> 'tables') as listed
      where listed ->> 'id' = pg_temp.table1()::text),
    (select listed - '{id,title,kind}'::text[]
      from private.waiting_of((select id from public.venues where owner_uid = pg_temp.amal()), true) as shown,
        jsonb_array_elements(shown -> 'tables') as listed
      where listed ->> 'id' = pg_temp.table1()::text)
  )
$$;
-- What all of them say; null if they differ in more than how they name people.
create function pg_temp.agreed(path text[]) returns jsonb language sql as $$
  select case when facts #> ('{0}' || path) = facts #> ('{1}' || path) and facts #> ('{1}' || path) = facts #> ('{2}' || path)
    then facts #> ('{0}' || path) end
  from pg_temp.facts() as facts
$$;
select pg_temp.become(pg_temp.amal());

select is(pg_temp.agreed('{}'), '{"out_of_use": false, "match": null, "party": null, "called": null}',
  'nothing is said of a new table');
-- Each one's match, started by an owner's "New match".
create function pg_temp.begin_plain(n int, start jsonb) returns void language sql as $$
  select public.begin_match(pg_temp.table1(), (select match_id from public.public_overlays where table_id = pg_temp.table1()),
    pg_temp.id(n), 'plain', 1, start,
    '{"p1": "PLAYER A", "p2": "PLAYER B", "s1": 0, "s2": 0, "race_to": 0, "rules": 1, "detail": null, "result": null}', 0)
$$;
select pg_temp.begin_plain(50, '{"p1": "Amine", "p2": "Badr", "s1": 0, "s2": 0, "raceTo": 0}');
select is(pg_temp.agreed('{match,over}'), 'false', 'a match that begins with names is one before its first score');
select is(pg_temp.agreed('{match,started_at}'), public.list_tables() #> '{tables,0,match,started_at}',
  'with the time since when it is played');
select pg_temp.begin_plain(51, '{"p1": "PLAYER A", "p2": "Badr", "s1": 0, "s2": 0, "raceTo": 0}');
select is(pg_temp.agreed('{match,over}'), 'false', 'so is one with a single name');
select pg_temp.begin_plain(52, '{"p1": "PLAYER A", "p2": "PLAYER B", "s1": 0, "s2": 0, "raceTo": 5}');
select is(pg_temp.agreed('{match,over}'), 'false', 'and one with a length');
select pg_temp.begin_plain(53, '{"p1": "PLAYER A", "p2": "PLAYER B", "s1": 0, "s2": 0, "raceTo": 0}');
select is(pg_temp.agreed('{match}'), 'null', 'a board without names and length has no match');
select pg_temp.add(1, 'Amine', pg_temp.at(pg_temp.table1()));
select is(pg_temp.agreed('{party,name}'), '"Amine"', 'a party plays there');
select isnt(pg_temp.agreed('{party,since}'), null, 'with the time since when');
update public.public_overlays set s1 = 1 where table_id = pg_temp.table1();
select is(pg_temp.agreed('{match,over}'), 'false', 'so is a match in play');
select is(pg_temp.agreed('{party,name}'), '"Amine"', 'beside the party');
select pg_temp.op(1, 'free');
select is(pg_temp.agreed('{party}'), 'null', 'a party that left is there no more');
select pg_temp.add(2, 'Badr');
select pg_temp.op(2, 'call', pg_temp.at(pg_temp.table1()));
select is(pg_temp.agreed('{called,name}'), '"Badr"', 'a call beside a match is said');
select public.update_table(pg_temp.table1(), out_of_use => true);
select is(pg_temp.agreed('{out_of_use}'), 'true', 'so is what is out of use');
select is(pg_temp.agreed('{called,name}'), '"Badr"', 'and the party called there is still shown');
select public.update_table(pg_temp.table1(), archived => true);
select is(pg_temp.facts() #> '{0,called}', 'null', 'no party is called to an archived table');
select public.update_table(pg_temp.table1(), archived => false, out_of_use => false);
select is(pg_temp.agreed('{called}'), 'null', 'nor once it is back');
select pg_temp.op(2, 'start', pg_temp.at(pg_temp.table1()));
reset role;
update public.waiting set changed_at = now() - interval '7 hours' where id = pg_temp.id(2);
update public.matches set stored_at = now() - interval '7 hours', started_at = now() - interval '7 hours'
  where table_id = pg_temp.table1();
select pg_temp.become(pg_temp.amal());
select is(pg_temp.agreed('{}'), '{"out_of_use": false, "match": null, "party": null, "called": null}',
  'after six silent hours neither party nor match counts');

-- All functions, views and triggers that use such a name.
reset role;
create function pg_temp.readers_of(called text) returns text language sql as $$
  select string_agg(reader, ', ' order by reader collate "C") from (
    select proname from pg_proc
    where pronamespace in ('private'::regnamespace, 'public'::regnamespace) and prosrc ~ ('\m' || called || '\M')
      and proname <> called
    union select viewname from pg_views
    where schemaname in ('private', 'public') and definition ~ ('\m' || called || '\M') and viewname <> called
    union select tgname from pg_trigger where pg_get_triggerdef(oid) ~ ('\m' || called || '\M')
  ) as readers (reader)
$$;
select is(pg_temp.readers_of('table_facts'), 'get_overlay, list_tables, room_tables', 'these read what a table is');
select is(pg_temp.readers_of('is_begun'), 'send_scored, shown_matches',
  'one view finds the match on a board, and the announcement of its change asks the same');
select is(pg_temp.readers_of('shown_matches'), 'live_matches, table_facts', 'results and tables read that view');
select is(pg_temp.readers_of('counts_for'), 'live_matches, parties, shown_matches',
  'two views know how long anything counts, and results how late an action is');
select is(pg_temp.readers_of('out_of_use'), 'first_lines, is_line, judge_op, store_line, table_facts, update_table',
  'facts, ops and the account''s file know whether a table is out of use');
select is(pg_temp.readers_of('short_name'), 'letters_apart, numbered_name, public_name, shown_entries', 'one function shortens a name');
select is(pg_temp.readers_of('screen_names'), 'latest_snapshot, overlay_state, public_board', 'and boards ask for the names on screens');

select * from finish();
rollback;
