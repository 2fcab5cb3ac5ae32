-- The list of tables says when a page that scores a table last asked for it; screens, viewers and strangers don't count.
begin;
\ir ../scoring.psql
select plan(9);

select set_config('test.secret', public.add_scorer_link(pg_temp.table_id(), 'Bar') ->> 'secret', true);
reset role;
create function pg_temp.seen() returns timestamptz language sql security definer as $$
  select seen_at from public.table_scorers where table_id = pg_temp.table_id()
$$;
create function pg_temp.forget() returns void language sql security definer as $$
  update public.table_scorers set seen_at = now() - interval '10 minutes'
$$;
select pg_temp.become(pg_temp.badr());
select public.get_overlay(pg_temp.table_id()::text);
select pg_temp.become(pg_temp.amal());
select public.get_overlay(pg_temp.token());
select public.get_overlay(pg_temp.table_id()::text, 'screen-1', 1);
select is(pg_temp.seen(), null, 'another account, a viewer and a screen don''t score');
select public.get_overlay(pg_temp.table_id()::text);
select ok(pg_temp.seen() > now() - interval '5 seconds', 'the owner''s page does');
select is(
  (public.list_tables() #>> '{tables,0,scorer_seen_at}')::timestamptz, pg_temp.seen(), 'the list of tables says when');
select set_config('test.seen', pg_temp.seen()::text, true);
select public.get_overlay(pg_temp.table_id()::text);
select is(pg_temp.seen()::text, current_setting('test.seen'), 'asking again at once writes nothing');

select pg_temp.forget();
select set_config('test.button', public.add_scorer_link(
  pg_temp.table_id(), 'Deck', move => '{"move": "undo", "fields": {}}') ->> 'secret', true);
select pg_temp.become();
select public.get_overlay(pg_temp.table_id()::text, null, null, current_setting('test.button'));
select ok(pg_temp.seen() < now() - interval '9 minutes', 'a button doesn''t score');
select public.get_overlay(pg_temp.table_id()::text);
select ok(pg_temp.seen() < now() - interval '9 minutes', 'a page that only knows the id doesn''t score');
select public.get_overlay(pg_temp.table_id()::text, null, null, current_setting('test.secret'));
select ok(pg_temp.seen() > now() - interval '5 seconds', 'so does a page with a scorer link');
select throws_ok('select from public.table_scorers', '42501', null, 'the times can''t be read');
select pg_temp.become(pg_temp.amal());
select throws_ok($$update public.table_scorers set seen_at = now()$$, '42501', null, 'the times can''t be written');

reset role;
select * from finish();
rollback;
