-- Screens that give a name are counted for a minute and a half, at most 100 per table.
begin;
\ir ../scoring.psql
select plan(25);

create function pg_temp.screens() returns text language sql as $$
  select concat_ws(' ', seen ->> 'count', seen ->> 'behind') from (
    select public.get_log(pg_temp.match()) -> 'screens' as seen) as asked
$$;
select is(pg_temp.screens(), '0', 'no screen is counted at first');
update public.public_overlays set s1 = 1;
update public.public_overlays set s1 = 2;

select set_config('test.rev', (pg_temp.shown()).rev::text, true);
select is(
  public.get_overlay(pg_temp.token(), 'screen-1', 3) - 'server_time', public.get_overlay(pg_temp.token()) - 'server_time',
  'a screen that gives its name gets the same answer');
select is(pg_temp.screens(), '1 0', 'a screen that shows the newest revision is not behind');
select public.get_overlay(pg_temp.token(), 'screen-2', 1);
select is(pg_temp.screens(), '2 2', 'a second screen is two revisions behind');
select public.get_overlay(pg_temp.token(), 'screen-2', 2);
select is(pg_temp.screens(), '2 1', 'a screen that asks again is counted once');
select public.get_overlay(pg_temp.table_id()::text, 'screen-3');
select is(pg_temp.screens(), '3 1', 'a third screen, which asks by id and shows nothing yet, is not behind');
select is(
  public.list_tables() #> '{tables,0,screens}', '{"count": 3, "behind": 1}', 'the list of tables counts them too');
select is((pg_temp.shown()).rev, current_setting('test.rev')::bigint, 'asking doesn''t change the board');
update public.public_overlays set s1 = 3;
select is(pg_temp.screens(), '3 1', 'a change since a screen asked doesn''t count as behind');

select public.get_overlay(pg_temp.token(), name, 1) from unnest(array[
  '', 'short-7', repeat('x', 41), 'with space', 'شاشة-شاشة', 'screen_9', E'screen-9\n', 'screen-9''; --', '%%%%%%%%'
]) as name;
select is(pg_temp.screens(), '3 1', 'an invalid name is not counted');
select is(
  public.get_overlay(pg_temp.token(), repeat('x', 100000), 1) ->> 'topic', 'overlay:' || pg_temp.token(),
  'an oversized name is answered all the same');
select is(public.get_overlay('nobody', 'screen-1', 1), '{"status": "unknown"}'::jsonb, 'an unknown overlay is not found');
select is(pg_temp.screens(), '3 1', 'an oversized name and an unknown overlay count no screen');
select lives_ok(
  format('select public.get_overlay(pg_temp.token(), ''screen-4'', %s)', rev), 'a revision of ' || rev || ' is accepted')
from unnest(array['-9223372036854775808', '9223372036854775807']) as rev;
select is(pg_temp.screens(), '4 1', 'a revision too high counts as the newest');
select public.get_overlay(pg_temp.token(), 'screen-4', -5);
select is(pg_temp.screens(), '4 4', 'a negative revision counts as none');

reset role;
update public.overlay_screens set seen_at = now() - interval '80 seconds' where screen = 'screen-1';
update public.overlay_screens set seen_at = now() - interval '91 seconds' where screen in ('screen-2', 'screen-4');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.screens(), '2 0', 'a screen silent for a minute and a half is not counted');

select pg_temp.become();
select is(
  (select count(public.get_overlay(pg_temp.token(), 'flood-' || 1000 + n, 1)) from generate_series(1, 150) as n), 150::bigint,
  '150 more screens are answered');
reset role;
select is((select count(*) from public.overlay_screens), 100::bigint, '100 screens are kept');
select is(
  (select count(*) from public.overlay_screens where screen in ('screen-2', 'screen-4')), 0::bigint,
  'silent screens are forgotten first');
select is(
  (select count(*) from public.overlay_screens where screen in ('screen-1', 'screen-3')), 2::bigint,
  'screens that were there before are kept');
update public.overlay_screens set seen_at = now() - interval '2 minutes';
select pg_temp.become(pg_temp.amal());
select public.get_overlay(pg_temp.token(), 'screen-1', 4);
select is(pg_temp.screens(), '1 0', 'silent screens are no longer counted');
reset role;
select is((select count(*) from public.overlay_screens), 100::bigint, 'a screen that comes back deletes no others');
select pg_temp.become(pg_temp.amal());
select public.get_overlay(pg_temp.token(), 'screen-5', 3);
reset role;
select is((select count(*) from public.overlay_screens), 2::bigint, 'a new screen deletes the silent ones');

reset role;
select * from finish();
rollback;
