-- Service adds, renames and hides players; faces are the owner's and Admins'.
begin;
\ir ../branding.psql
select plan(15);

select pg_temp.become(pg_temp.amal());
select set_config('test.portrait', pg_temp.uploaded('portrait'), true);
select set_config('test.player', public.save_player('Zineb', 'MA', current_setting('test.portrait'))::text, true);
select pg_temp.let_in('sami', 'service');
select pg_temp.become();
select pg_temp.bring(pg_temp.secret_of('sami'));
create function pg_temp.player(wanted text) returns jsonb language sql as $$
  select player from jsonb_array_elements(public.get_branding() -> 'players') as player where player ->> 'name' = wanted
$$;
create function pg_temp.zineb() returns uuid language sql as $$ select current_setting('test.player')::uuid $$;

select lives_ok($$select public.name_player('  يوسف ')$$, 'Service adds a player');
select is(pg_temp.player('يوسف') ->> 'hidden', 'false', 'which is listed, without spaces around the name');
select throws_ok($$select public.name_player('zineb')$$, '23505', null, 'a name that is listed isn''t added again');
select throws_ok(format('select public.name_player(%L)', bad), code, null, 'no name: ' || coalesce(bad, 'null'))
from (values (null, '23502'), (' ', '23514'), (repeat('x', 61), '23514')) as tried (bad, code);
select is(public.name_player('Zineb A.', pg_temp.zineb()), pg_temp.zineb(), 'Service renames a player');
select is(
  pg_temp.player('Zineb A.') - 'id' - 'name',
  jsonb_build_object('flag', 'MA', 'picture', current_setting('test.portrait'), 'hidden', false), 'whose face stays');
select throws_ok(
  $$select public.name_player('X', gen_random_uuid())$$, '42501', null, 'a player of nowhere isn''t renamed');
select public.hide_player(pg_temp.zineb(), true);
select is(pg_temp.player('Zineb A.') ->> 'hidden', 'true', 'Service hides a player');
select public.hide_player(pg_temp.zineb(), false);
select is(pg_temp.player('Zineb A.') ->> 'hidden', 'false', 'and shows one again');
select public.hide_player(pg_temp.zineb(), true);
select is(public.name_player('ZINEB A. '), pg_temp.zineb(), 'adding a hidden name shows it again');
select is(
  pg_temp.player('Zineb A.') ->> 'picture', current_setting('test.portrait'), 'with its face');
select throws_ok(
  $$select public.hide_player(gen_random_uuid(), true)$$, '42501', null, 'a player of nowhere isn''t hidden');

-- Recent players are offered as well.
reset role;
insert into public.played_names (venue_id, name_key, name, last_at)
select id, private.name_key(name), name, now() - ago from public.venues, (values
  ('Zineb A.', interval '1 hour'), ('Omar', '2 days'), ('Salma', '1 day'), ('Old', '2 months')) as played (name, ago);
select pg_temp.become();
select is(
  public.get_branding() -> 'recent', '["Salma", "Omar"]', 'who played in the last month and isn''t listed is offered');

select * from finish();
rollback;
