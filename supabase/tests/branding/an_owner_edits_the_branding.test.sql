-- Players by name and sponsors in order, per venue and within limits.
begin;
\ir ../branding.psql
select plan(38);

select pg_temp.become(pg_temp.amal());
select set_config('test.logo', pg_temp.uploaded('logo'), true), set_config('test.portrait', pg_temp.uploaded('portrait'), true);
select set_config('test.player', public.save_player(' Zineb ', 'MA', current_setting('test.portrait'))::text, true);
select public.save_player('amine');
select pg_temp.has(
  public.get_branding() -> 'players',
  jsonb_build_array(
    '{"name": "amine", "flag": null, "picture": null, "hidden": false}'::jsonb,
    jsonb_build_object('name', 'Zineb', 'flag', 'MA', 'picture', current_setting('test.portrait'), 'hidden', false)),
  'players are listed by name');
create function pg_temp.player() returns jsonb language sql as $$
  select player - 'id' from jsonb_array_elements(public.get_branding() -> 'players') as player
  where player ->> 'id' = current_setting('test.player')
$$;
select public.save_player('Zineb', 'ES', current_setting('test.portrait'), current_setting('test.player')::uuid);
select is(pg_temp.player() ->> 'flag', 'ES', 'saving with an id updates that player');
select is(pg_temp.player() ->> 'picture', current_setting('test.portrait'), 'a player can keep their portrait');
select throws_ok(
  $$select public.save_player('ZINEB ')$$, '23505', null, 'names are unique, ignoring case and spaces');
select throws_ok(
  $$select public.save_player('AMINE', id => current_setting('test.player')::uuid)$$, '23505', null,
  'a player can''t be renamed to a name in use');
select throws_ok(format('select public.save_player(%L)', name), code, null, 'refused as a name: ' || what)
from (values
  (null, '23502', 'none'), ('', '23514', 'empty'), ('  ', '23514', 'spaces'),
  (repeat('x', 61), '23514', 'too long')) as bad (name, code, what);
select lives_ok(format('select public.save_player(%L)', name), 'accepted as a name: ' || left(name, 20))
from unnest(array[repeat('🎱', 60), '<script>alert(1)</script>', $$'; drop table players; --$$, 'ليلى بن علي']) as name;
select throws_ok(format('select public.save_player(''x'', %L)', code), '23514', null, 'refused as a country: ' || code)
from unnest(array['', 'ma', 'M', 'MAR', '🇲🇦', E'MA\n', '../']) as code;
select throws_ok(
  format('select public.save_player(''x'', null, %L)', picture), '42501', 'this picture is not yours',
  'refused as a portrait: ' || what)
from (values (current_setting('test.logo'), 'a logo'), (repeat('-', 22), 'an unknown picture')) as bad (picture, what);
select throws_ok(
  $$select public.save_player('x', null, current_setting('test.portrait'))$$, '23505', null,
  'a portrait belongs to one player only');
select throws_ok(
  format('select public.save_sponsor(''x'', %L)', picture), code, null, 'refused as a logo: ' || what)
from (values
  (current_setting('test.portrait'), '42501', 'a portrait'), (null, '23502', 'none'),
  (repeat('-', 22), '42501', 'an unknown picture')) as bad (picture, code, what);

select set_config('test.sponsor', public.save_sponsor(' Atlas ', current_setting('test.logo'))::text, true);
select public.save_sponsor('Atlas <b>', current_setting('test.logo'), false, current_setting('test.sponsor')::uuid);
select is(
  public.get_branding() -> 'sponsors', jsonb_build_array(jsonb_build_object(
    'id', current_setting('test.sponsor'), 'title', 'Atlas <b>', 'picture', current_setting('test.logo'), 'shown', false)),
  'saving with an id updates that sponsor');
select throws_ok(
  $$select public.save_sponsor(repeat('x', 61), pg_temp.uploaded('logo'))$$, '23514', null,
  'a sponsor''s title has 60 characters at most');

-- Limits.
reset role;
insert into public.players (venue_id, name)
select id, 'Player ' || n from public.venues, generate_series(1, 494) as n where owner_uid = pg_temp.amal();
select pg_temp.become(pg_temp.amal());
select throws_ok(
  $$select public.save_player('One too many')$$, '23514', 'a venue knows at most 500 players',
  'a 501st player is refused');
select lives_ok(
  $$select public.save_player('Zineb', id => current_setting('test.player')::uuid)$$,
  'a player can still be changed at the limit');
select public.save_sponsor('Sponsor', pg_temp.uploaded('logo')) from generate_series(1, 19);
select throws_ok(
  $$select public.save_sponsor('One too many', pg_temp.uploaded('logo'))$$, '23514', 'a venue has at most 20 sponsors',
  'a 21st sponsor is refused');

-- Others.
select pg_temp.become(pg_temp.badr());
select throws_ok(call, '42501', null, 'another owner cannot run ' || call)
from unnest(array[
  $$select public.save_player('x', id => current_setting('test.player')::uuid)$$,
  $$select public.save_sponsor('x', null, true, current_setting('test.sponsor')::uuid)$$,
  $$select public.save_sponsor('x', current_setting('test.logo'))$$,
  $$select public.order_sponsors(array[current_setting('test.sponsor')]::uuid[])$$
]) as call;
select public.remove_player(current_setting('test.player')::uuid), public.remove_sponsor(current_setting('test.sponsor')::uuid);
select pg_temp.become(pg_temp.amal());
select is(pg_temp.player() ->> 'name', 'Zineb', 'another owner cannot remove a player');
select is(jsonb_array_length(public.get_branding() -> 'sponsors'), 20, 'another owner cannot remove a sponsor');
select public.remove_player(current_setting('test.player')::uuid), public.remove_sponsor(current_setting('test.sponsor')::uuid);
select public.remove_player(current_setting('test.player')::uuid), public.remove_sponsor(current_setting('test.sponsor')::uuid);
select is(pg_temp.player(), null, 'the owner can remove a player, and repeating it is harmless');

reset role;
select * from finish();
rollback;
