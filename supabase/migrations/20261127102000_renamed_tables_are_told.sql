-- Tells a venue's people that its owner renamed a table directly. By a function, the list's number tells.
create function private.send_room_renamed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.venues where owner_uid = new.owner_uid;
  return null;
end;
$$;

create trigger send_room_renamed after update of title on public.user_overlays
  for each row when (old.title <> new.title and current_user = 'authenticated')
  execute function private.send_room_renamed();

select private.grant_rights();
