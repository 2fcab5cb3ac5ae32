-- What machines were answered names an erased player in no sentence, either.

-- Takes a player's name out of a venue's results, register and drawn pictures.
create or replace function private.erase_from_record(venue uuid, key text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  erased record;
begin
  -- Their files go within the hour, as those of all removed pictures.
  delete from public.snapshots as stored
  using public.snapshot_tables as pictured
  where pictured.venue_id = venue and stored.match_id = pictured.match_id and private.names_player(stored.board, key);
  for erased in
    update public.results as kept
      set p1 = case when private.name_key(kept.p1) = key then '' else kept.p1 end,
          p2 = case when private.name_key(kept.p2) = key then '' else kept.p2 end,
          by_hand = private.without_player(kept.by_hand, key),
          rev = kept.rev + 1
      where kept.venue_id = venue and (
        key in (private.name_key(kept.p1), private.name_key(kept.p2)) or private.names_player(kept.by_hand, key)
      )
      returning kept.match_id
  loop
    perform private.save_sides(erased.match_id);
  end loop;
  delete from public.players as known where known.venue_id = venue and known.name_key = key;
  -- An answer says the last action in a sentence, with the name in it.
  update public.machine_requests as made
  set answer = private.without_player(made.answer || '{"last": null}', key)
  from public.venues
  join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
  join public.scorer_links as given on given.table_id = owned.id
  where venues.id = venue and made.link_id = given.id
    and pg_catalog.strpos(
      pg_catalog.lower(made.answer::text), pg_catalog.btrim(pg_catalog.to_jsonb(key)::text, '"')
    ) > 0;
  perform private.forget_told_boards(venue);
  begin
    delete from realtime.messages as sent
    using public.venues, public.user_overlays as owned, public.matches as played
    where venues.id = venue and owned.owner_uid = venues.owner_uid and played.table_id = owned.id
      and sent.payload ->> 'match' = played.id::text and private.names_player(sent.payload, key);
  exception
    -- Hosted Realtime may keep its messages to itself. It deletes them after three days.
    when insufficient_privilege then null;
  end;
end;
$$;

select private.grant_rights();
