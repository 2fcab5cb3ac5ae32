-- Tells devices that score a table to ask whether they still may. Everybody who watches hears it, so it says no more.
create function private.send_rights() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'rights', 'overlay:' || owned.url_token, true)
  from public.user_overlays as owned
  where owned.id = (pg_catalog.to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end;
$$;

create trigger send_link_revoked after update of revoked_at on public.scorer_links
  for each row when ((old.revoked_at is null) <> (new.revoked_at is null))
  execute function private.send_rights('table_id');

create trigger send_rights_of_archived after update of archived_at on public.user_overlays
  for each row when ((old.archived_at is null) <> (new.archived_at is null))
  execute function private.send_rights('id');

select private.grant_rights();
