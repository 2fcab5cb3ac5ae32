-- Anyone with an overlay link sees the table's name, its two players' flags and portraits, and the sponsors it shows.
begin;
\ir ../branding.psql
select plan(14);

create function pg_temp.branding() returns jsonb language sql as $$
  select public.get_overlay(pg_temp.token()) -> 'branding'
$$;
select is(pg_temp.branding(), '{"table": "Overlay 1", "faces": [], "sponsors": []}',
  'without branding, a board has only its table''s name');

select set_config('test.portrait', pg_temp.uploaded('portrait'), true);
select public.save_player('  Zoé ÉLAN ', 'FR', current_setting('test.portrait'));
select public.save_player('ليلى', 'MA');
select public.save_player('Nobody here', 'ES');
select is(pg_temp.branding() -> 'faces', '[]', 'players who are not on the board have no face');
update public.public_overlays set p1 = 'ليلى', p2 = ' zoé élan';
select is(
  pg_temp.branding() -> 'faces',
  jsonb_build_array(
    '{"name": "ليلى", "flag": "MA", "picture": null}'::jsonb,
    jsonb_build_object('name', ' zoé élan', 'flag', 'FR', 'picture', current_setting('test.portrait'))),
  'both players are found whatever their capitals and spaces, and named as on the board');
update public.public_overlays set p1 = ' zoé élan';
select is(jsonb_array_length(pg_temp.branding() -> 'faces'), 2, 'a player on both sides has two faces');
update public.public_overlays set p1 = '';
select is(jsonb_array_length(pg_temp.branding() -> 'faces'), 1, 'an empty name has no face');
update public.public_overlays set p2 = 'zoé';
select is(pg_temp.branding() -> 'faces', '[]', 'a similar name has no face');

select set_config('test.logo_' || n, pg_temp.uploaded('logo'), true) from generate_series(1, 3) as n;
select set_config('test.sponsor_' || n, public.save_sponsor('Sponsor ' || n, current_setting('test.logo_' || n), n <> 2)::text, true)
from generate_series(1, 3) as n;
create function pg_temp.titles() returns text language sql as $$
  select string_agg(sponsor ->> 'title', ', ') from jsonb_array_elements(pg_temp.branding() -> 'sponsors') as sponsor
$$;
select is(pg_temp.titles(), 'Sponsor 1, Sponsor 3', 'hidden sponsors are left out');
select is(
  pg_temp.branding() #> '{sponsors,0}',
  jsonb_build_object('title', 'Sponsor 1', 'picture', current_setting('test.logo_1')),
    'a sponsor has a title and a logo');
select public.order_sponsors(array[current_setting('test.sponsor_3'), current_setting('test.sponsor_2')]::uuid[]);
select is(pg_temp.titles(), 'Sponsor 3, Sponsor 1', 'sponsors come in the owner''s order');
update public.user_overlays set title = 'Table 4';
select is(pg_temp.branding() ->> 'table', 'Table 4', 'a renamed table shows its new name');
select is(
  public.get_overlay((select table_id from public.public_overlays)::text) -> 'branding', pg_temp.branding(),
  'the overlay''s id gives the same branding');

-- Another venue's.
select pg_temp.become(pg_temp.badr());
select set_config('test.other', (public.ensure_overlay()).url_token, true);
update public.public_overlays set p1 = 'ليلى';
select is(
  public.get_overlay(current_setting('test.other')) -> 'branding',
  '{"table": "Overlay 1", "faces": [], "sponsors": []}', 'another owner''s tables show none of it');
select is(
  public.get_branding(), '{"players": [], "recent": [], "sponsors": []}', 'another owner''s desk lists none of it');
select pg_temp.become();
select unalike(
  public.get_overlay(pg_temp.token())::text, '%Nobody here%', 'viewers learn nothing about the venue''s other players');

reset role;
select * from finish();
rollback;
