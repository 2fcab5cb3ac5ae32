-- A link can start a match while its table has fewer than 20 this hour, and add to matches left within a day.
begin;
\ir ../scoring.psql
select plan(13);

select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'x') ->> 'secret', true);
create function pg_temp.link() returns text language sql as $$ select current_setting('test.link') $$;
select pg_temp.become();
select is(
  (select count(*) from generate_series(1, 19) as n
    where pg_temp.begin_match(n, coalesce(nullif(pg_temp.id(n - 1), pg_temp.id(0)), pg_temp.match()), link => pg_temp.link())
      ->> 'outcome' = 'ok'),
  19::bigint, 'a link can begin matches up to the table''s 20th');
select is(
  pg_temp.begin_match(20, pg_temp.id(19), link => pg_temp.link()) ->> 'outcome', 'tooMany',
    'a link can''t begin a 21st within the hour');
select is((pg_temp.played(pg_temp.id(20))).id, null, 'a refused match is not stored');
select is(
  pg_temp.begin_match(19, pg_temp.id(18), link => pg_temp.link()) ->> 'outcome', 'ok',
    'beginning the last match again is still ok');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.begin_match(20, pg_temp.id(19)) ->> 'outcome', 'ok', 'an account can begin more');
reset role;
update public.matches set created_at = now() - interval '61 minutes' where id in (pg_temp.id(1), pg_temp.id(2));
select pg_temp.become();
select is(
  pg_temp.begin_match(21, pg_temp.id(20), link => pg_temp.link()) ->> 'outcome', 'ok',
    'a link can begin another an hour later');

reset role;
update public.scorer_links set created_at = now() - interval '2 days';
update public.matches set left_at = now() - interval '23 hours' where id = pg_temp.id(3);
update public.matches set left_at = now() - interval '25 hours' where id = pg_temp.id(4);
select pg_temp.become();
create function pg_temp.append_to(n int, after_seq int, link text) returns text language sql as $$
  select public.append_actions(pg_temp.id(n), after_seq, pg_temp.actions(1, 1), null, link) ->> 'outcome'
$$;
select is(pg_temp.append_to(3, 0, pg_temp.link()), 'ok', 'a link can add to a match left within a day');
select throws_ok(
  'select pg_temp.append_to(4, 0, pg_temp.link())', '42501', 'this table is not yours',
  'a link can''t add to a match left earlier');
select throws_ok(
  $$select public.append_actions(pg_temp.id(4), null, jsonb_build_array(pg_temp.action(1, 'clock.start')), null,
    pg_temp.link())$$, '42501', 'this table is not yours', 'a link can''t move the clock of a match left earlier');
select is(public.get_log(pg_temp.id(4), 0, pg_temp.link()) #>> '{match,seq}', '0',
  'a link can read a match left earlier, where nothing was stored');
select is(pg_temp.append_to(21, 0, pg_temp.link()), 'ok', 'a link can add to the current match');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.append_to(4, 0, null), 'ok', 'an account can add to a match left earlier');
select is((pg_temp.played(pg_temp.id(4))).seq, 1, 'what an account adds is stored');

reset role;
select * from finish();
rollback;
