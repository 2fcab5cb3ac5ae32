-- Only screens that show something that changed are told to ask again.
begin;
\ir ../branding.psql
select plan(18);

select public.add_table('Table 2');
select set_config('test.logo', pg_temp.uploaded('logo'), true), set_config('test.next', pg_temp.uploaded('logo'), true);
reset role;
-- The titles of the tables a statement sends to.
create function pg_temp.tells(statement text) returns text language plpgsql security definer as $$
begin
  update realtime.messages set topic = 'before';
  execute statement;
  return (
    select string_agg(title, ', ' order by title)
    from realtime.messages join public.user_overlays on topic = 'overlay:' || url_token
    where event = 'branding' and payload - 'id' = '{}' and private
  );
end
$$;
create function pg_temp.watch(seen interval default '0') returns void language sql security definer as $$
  delete from public.overlay_screens;
  insert into public.overlay_screens (table_id, screen, seen_at) select id, 'screen-1', now() - seen from public.user_overlays
$$;
select pg_temp.become(pg_temp.amal());
update public.public_overlays set p1 = 'Zineb ' from public.user_overlays where table_id = id and title = 'Table 2';

select is(pg_temp.tells(
  $$select set_config('test.player', public.save_player('zineb')::text, true)$$), null,
  'without a screen, nothing is sent');
select pg_temp.watch('91 seconds');
select is(pg_temp.tells(
  $$select public.save_player('zineb', 'MA', null, current_setting('test.player')::uuid)$$), null,
  'a screen that is gone is not told');
select pg_temp.watch();
select is(pg_temp.tells(
  $$select public.save_player('zineb', 'ES', null, current_setting('test.player')::uuid)$$), 'Table 2',
  'a changed player tells the tables that show them');
select is(pg_temp.tells(
  $$select public.save_player('zineb', 'ES', null, current_setting('test.player')::uuid)$$), null,
  'an unchanged player announces nothing');
select is(pg_temp.tells($$select public.save_player('Nobody here')$$), null, 'a player on no board announces nothing');
select is(pg_temp.tells(
  $$select public.save_player('Zina', 'ES', null, current_setting('test.player')::uuid)$$), 'Table 2',
  'a renamed player tells tables that show the old name');
select is(pg_temp.tells(
  $$select public.save_player('Zineb', 'ES', null, current_setting('test.player')::uuid)$$), 'Table 2',
  'a renamed player tells tables that show the new name');
select is(pg_temp.tells(
  $$select public.remove_player(current_setting('test.player')::uuid)$$), 'Table 2',
  'removing a player tells the tables that show them');
select is(pg_temp.tells(
  $$select public.remove_player(current_setting('test.player')::uuid)$$), null, 'removing a player again announces nothing');

select is(pg_temp.tells(
  $$select set_config('test.sponsor', public.save_sponsor('Atlas', current_setting('test.logo'))::text, true)$$),
  'Overlay 1, Table 2', 'a new sponsor tells every table');
select is(pg_temp.tells(
  $$select public.save_sponsor('Atlas', current_setting('test.logo'), true, current_setting('test.sponsor')::uuid)$$),
  null, 'an unchanged sponsor announces nothing');
select is(pg_temp.tells(
  $$select set_config('test.second', public.save_sponsor('Rif', current_setting('test.next'))::text, true)$$),
  'Overlay 1, Table 2', 'a second sponsor tells every table');
select is(pg_temp.tells(
  $$select public.order_sponsors(array[current_setting('test.sponsor')]::uuid[])$$), null,
  'an unchanged order announces nothing');
select is(pg_temp.tells(
  $$select public.order_sponsors(array[current_setting('test.second')]::uuid[])$$), 'Overlay 1, Table 2',
  'a new order tells every table');
select is(pg_temp.tells(
  $$select public.remove_sponsor(current_setting('test.sponsor')::uuid)$$), 'Overlay 1, Table 2',
  'removing a sponsor tells every table');
select is(pg_temp.tells(
  $$select public.update_table(id, title => 'Table 9') from public.user_overlays where title = 'Table 2'$$), 'Table 9',
  'renaming a table tells its own screens');
select is(pg_temp.tells(
  $$select public.update_table(id, archived => true) from public.user_overlays where title = 'Table 9'$$), null,
  'archiving a table announces nothing');

select pg_temp.become(pg_temp.badr());
select public.ensure_overlay();
select set_config('test.last', pg_temp.uploaded('logo'), true);
select pg_temp.watch();
select is(pg_temp.tells(
  $$select public.save_sponsor('Atlas', current_setting('test.last'))$$), 'Overlay 1, Table 9',
  'a new sponsor tells no other venue''s tables');

reset role;
select * from finish();
rollback;
