-- A match that begins is told once, not twice, and an import's thousands not at all.

drop trigger send_begun on public.matches;
drop trigger send_ended on public.matches;

-- Tells a venue's people that a table shows another match, or that its own ended, once: it may be free now.
create or replace function private.send_played() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'matches' then
    if not exists (
      select from public.public_overlays as shown where shown.table_id = new.table_id and shown.match_id = new.id
    ) then
      return null;
    end if;
  end if;
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.user_overlays as owned join public.venues on venues.owner_uid = owned.owner_uid
  where owned.id = new.table_id;
  return null;
end;
$$;

-- For all columns: the log moves a board to another match in a trigger of its own.
create trigger send_begun after update on public.public_overlays
  for each row when (old.match_id <> new.match_id) execute function private.send_played();
create trigger send_ended after update of ended_at on public.matches
  for each row when ((old.ended_at is null) <> (new.ended_at is null)) execute function private.send_played();

select private.grant_rights();
