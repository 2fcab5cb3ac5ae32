-- Logs are purged in the order in which boards are locked.

-- Deletes the logs of up to 20 of a venue's matches that were folded, left, and last scored longer ago than the venue
-- keeps logs. Returns how many. Results stay.
create or replace function public.purge_logs(venue uuid) returns int
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  kept_since constant timestamptz := (
    select pg_catalog.clock_timestamp() - pg_catalog.make_interval(days => keep_log_days)
    from public.venues where id = venue and keep_log_days > 0
  );
  old record;
  purged int := 0;
begin
  for old in
    -- By table, because boards are locked in that order.
    select outdated.id, outdated.table_id
    from (
      select played.id, played.table_id
      from public.venues
      join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
      join public.matches as played on played.table_id = owned.id
      where venues.id = venue and played.stored_at < kept_since and played.left_at is not null
        and played.folded_seq = played.seq and played.folded_left_at = played.left_at
      limit 20
    ) as outdated
    order by outdated.table_id
  loop
    perform from public.public_overlays as shown where shown.table_id = old.table_id for update;
    delete from public.matches as played
    where played.id = old.id and played.left_at is not null and played.folded_seq = played.seq
      and played.folded_left_at = played.left_at;
    if found then
      purged := purged + 1;
    end if;
  end loop;
  return purged;
end;
$$;

select private.grant_rights();
