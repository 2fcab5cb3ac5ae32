-- Written by `npm run baseline` from supabase/schemas.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.erase_from_record(venue uuid, keys text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  erased record;
  is_changed boolean;
begin
  -- Their files are deleted within the hour, like those of all removed pictures.
  delete from public.snapshots as stored
  using public.snapshot_tables as pictured
  where pictured.venue_id = venue and stored.match_id = pictured.match_id and private.names_player(stored.board, keys);
  is_changed := found;
  for erased in
    update public.results as kept
      set p1 = case when private.name_key(kept.p1) = any (keys) then '' else kept.p1 end,
          p2 = case when private.name_key(kept.p2) = any (keys) then '' else kept.p2 end,
          by_hand = private.without_player(kept.by_hand, keys),
          detail = case
            when private.name_key(kept.detail ->> 'event') = any (keys) then kept.detail - 'event' else kept.detail
          end,
          rev = kept.rev + 1
      where kept.venue_id = venue and (
        private.name_key(kept.p1) = any (keys) or private.name_key(kept.p2) = any (keys)
        or private.name_key(kept.detail ->> 'event') = any (keys)
        or private.names_player(kept.by_hand, keys)
      )
      returning kept.match_id
  loop
    perform private.save_sides(venue, erased.match_id);
    is_changed := true;
  end loop;
  delete from public.players as known where known.venue_id = venue and known.name_key = any (keys);
  is_changed := is_changed or found;
  update public.waiting as held
    set name = case when held.name_key = any (keys) then '' else held.name end,
        name2 = case when held.name_key2 = any (keys) then '' else held.name2 end,
        number = case when held.name_key = any (keys) then 1 else held.number end,
        number2 = case when held.name_key2 = any (keys) then 1 else held.number2 end
    where held.venue_id = venue and (held.name_key = any (keys) or held.name_key2 = any (keys));
  if found then
    is_changed := true;
    perform private.raise_room_seq(venue);
  end if;
  update public.waiting_ops as made set was = private.without_player(made.was, keys)
    where made.venue_id = venue and private.names_player(made.was, keys);
  is_changed := is_changed or found;
  -- An answer describes the last action in a sentence, which may contain the name.
  update public.machine_requests as made
  set answer = private.without_player(made.answer || '{"last": null}', keys)
  from public.venues
  join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
  join public.scorer_links as given on given.table_id = owned.id
  where venues.id = venue and made.link_id = given.id and private.mentions_player(made.answer, keys);
  perform private.forget_told_boards(venue);
  -- Empties the boards sent in the matches that named them. Each name is compared once, because hosted Realtime may hold
  -- a hundred thousand boards.
  with boards as materialized (
    select sent.id, sent.payload ->> 'match' as match,
      array[sent.payload ->> 'p1', sent.payload ->> 'p2', sent.payload ->> 'event'] as texts
    from realtime.messages as sent
    where sent.payload ->> 'match' in (
      select played.id::text
      from public.venues
      join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
      join public.matches as played on played.table_id = owned.id
      where venues.id = venue
    )
  ), named as materialized (
    select told.match
    from (select distinct boards.match, text from boards, unnest(boards.texts) as text) as told
    where private.name_key(told.text) = any (keys)
  )
  update realtime.messages as sent set event = 'erased', payload = '{}'
  from boards
  where boards.match in (select named.match from named) and sent.id = boards.id;
  return is_changed;
end;
$function$;

CREATE OR REPLACE FUNCTION private.screen_names(owner uuid, p1 text, p2 text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select case when count(*) = 0 then '{}' else jsonb_build_object(
      'screen_names', jsonb_object_agg(named.side, listed.name)
    ) end
    from public.venues
    cross join (values ('p1', p1), ('p2', p2)) as named (side, name)
    cross join lateral (
      select private.numbered_name(named.name, held.letters, held.number) as name
      from (
        select first.ended_at, first.letters, first.number from public.waiting as first
        where first.venue_id = venues.id and first.name_key = private.player_key(named.name)
        union all
        select second.ended_at, second.letters2, second.number2 from public.waiting as second
        where second.venue_id = venues.id and second.name_key2 = private.player_key(named.name)
      ) as held
      order by held.ended_at desc nulls first
      limit 1
    ) as listed
    -- Only for listed names, which few are: it takes longer than finding them.
    where venues.owner_uid = owner
      and case when listed.name is not null then private.shortens_name(venues.id, named.name) end
  );
end;
$function$;

COMMENT ON COLUMN "public"."results"."detail" IS 'The event, frames or racks, and statistics.';
