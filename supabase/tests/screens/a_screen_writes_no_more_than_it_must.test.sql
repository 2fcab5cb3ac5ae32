-- A screen that polls rapidly is recorded once in five seconds.
-- A new one locks the table's row before the screens', in the same order as replacing a link.
begin;
\ir ../scoring.psql
select plan(10);

reset role;
create function pg_temp.seen() returns table (row_version tid, lacked bigint, seen_at timestamptz)
language sql security definer as $$
  select ctid, lacked, seen_at from public.overlay_screens where screen = 'screen-1'
$$;
create function pg_temp.keep() returns void language sql as $$
  select set_config('test.kept', row_version::text, true) from pg_temp.seen()
$$;
create function pg_temp.is_kept() returns boolean language sql as $$
  select row_version::text = current_setting('test.kept') from pg_temp.seen()
$$;
select pg_temp.become();
select public.get_overlay(pg_temp.token(), 'screen-1', 1);
select pg_temp.keep();
select public.get_overlay(pg_temp.token(), 'screen-1', 1) from generate_series(1, 50);
select ok(pg_temp.is_kept(), 'asking again at once writes nothing');
select public.get_overlay(pg_temp.token(), 'screen-1', 0);
select ok(not pg_temp.is_kept(), 'asking with another revision writes');
select is((select lacked from pg_temp.seen()), 1::bigint, 'how far the screen is behind is noted');
select public.get_overlay(pg_temp.token(), 'screen-1');
select is((select lacked from pg_temp.seen()), null, 'that the screen shows nothing is noted');
select pg_temp.keep();
select public.get_overlay(pg_temp.token(), 'screen-1');
select ok(pg_temp.is_kept(), 'asking again without a revision writes nothing');

reset role;
update public.overlay_screens set seen_at = now() - interval '5 seconds';
select pg_temp.become();
select public.get_overlay(pg_temp.token(), 'screen-1');
select ok((select seen_at >= now() from pg_temp.seen()), 'asking after five seconds writes again');

-- Whether the table's row was locked when a screen was deleted: its last version, created here, carries a lock mark.
reset role;
create function pg_temp.note_lock() returns trigger language plpgsql as $$
begin
  perform set_config('test.locked', (select (xmax <> '0')::text from public.user_overlays where id = old.table_id), true);
  return old;
end;
$$;
create trigger note_lock before delete on public.overlay_screens for each row execute function pg_temp.note_lock();
update public.overlay_screens set seen_at = now() - interval '2 minutes';
-- The first version is already marked, by rows that refer to it.
set local session_replication_role = replica;
with old as (delete from public.user_overlays where id = pg_temp.table_id() returning *)
select set_config('test.row', to_jsonb(old)::text, true) from old;
insert into public.user_overlays
select (jsonb_populate_record(null::public.user_overlays, current_setting('test.row')::jsonb)).*;
set local session_replication_role = origin;
select is((select xmax::text from public.user_overlays where id = pg_temp.table_id()), '0',
  'no lock is held on the table''s row');
select public.get_overlay(pg_temp.token(), 'screen-2', 1);
select is(
  (select array_agg(screen) from public.overlay_screens), '{screen-2}', 'a new screen takes the place of a silent one');
select is(current_setting('test.locked', true), 'true', 'a new screen locks the table''s row first');
select set_config('test.locked', '', true);
select pg_temp.become(pg_temp.amal());
select public.replace_overlay_link(pg_temp.table_id());
reset role;
select is((select count(*) from public.overlay_screens), 0::bigint, 'replacing the link forgets all screens');
select * from finish();
rollback;
