-- An Admin who renames a table locks its board before it, too.

create or replace function public.update_table(
  id uuid, title text default null, archived boolean default null, kind text default null,
  out_of_use boolean default null
) returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('update_table', id);
  venue constant uuid := private.venue_of(caller.owner_uid);
begin
  perform private.lock_venue(venue);
  -- Its new name moves the board, which is locked before the table. lock_boards() knows only an account's boards.
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for no key update;
  update public.user_overlays as owned
    set title = coalesce(update_table.title, owned.title),
        archived_at = case
          when archived is null then owned.archived_at
          when archived then coalesce(owned.archived_at, pg_catalog.now())
        end,
        kind = coalesce(update_table.kind, owned.kind),
        out_of_use = coalesce(update_table.out_of_use, owned.out_of_use)
    where owned.id = caller.table_id;
  if archived then
    perform private.leave_table(caller, caller.table_id);
  end if;
  perform private.raise_room_seq(venue);
end;
$$;

select private.grant_rights();
