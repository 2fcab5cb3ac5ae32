-- Tells a venue's people that a match began or ended at one of its tables, which may be free now.
create function private.send_played() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.user_overlays as owned join public.venues on venues.owner_uid = owned.owner_uid
  where owned.id = new.table_id;
  return null;
end;
$$;

create trigger send_begun after insert on public.matches
  for each row execute function private.send_played();
create trigger send_ended after update of ended_at, left_at on public.matches
  for each row when ((old.ended_at is null, old.left_at is null) <> (new.ended_at is null, new.left_at is null))
  execute function private.send_played();

select private.grant_rights();
