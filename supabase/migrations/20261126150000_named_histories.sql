-- A log says by name which device did it, to the venue's own people; whoever comes by a link is told of no device.

-- A log entry as devices get it. The venue's own people are told which account or device did it, and a device's name;
-- whoever comes by a link is told of links alone.
create or replace function private.entry(caller private.actor, stored public.match_actions) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return pg_catalog.jsonb_build_object(
    'seq', stored.seq,
    'id', stored.id,
    'kind', stored.kind,
    'body', stored.body,
    'at', stored.at,
    'by', coalesce(stored.by_link, case when caller.link_id is null then coalesce(stored.by_device, stored.by_uid) end)
  ) || coalesce((
    select pg_catalog.jsonb_build_object('by_name', device.title) from public.devices as device
    where device.id = stored.by_device and caller.link_id is null
  ), '{}');
end;
$$;

select private.grant_rights();
