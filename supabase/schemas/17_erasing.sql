-- Erasing a player: removes a name from everything that a venue stores. Matches and results stay, without the name.

-- Whether this JSON may name a player: whether its text contains one of their keys. JSON escapes quotes, backslashes,
-- and control characters, which no key has. An unused letter replaces each backslash.
create function private.mentions_player(value jsonb, keys text[]) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce((
    select bool_or(strpos(
      written.text, replace(replace(key, '\', chr(63743)), '"', '\"')
    ) > 0)
    from (
      select private.name_key(regexp_replace(
        replace(value::text, '\\', chr(63743)), '\\(?:u00[01][0-9a-f]|[bfnrt])', '', 'g'
      )) offset 0
    ) as written (text), unnest(keys) as key
  ), false);
$$;

-- Whether a text in this JSON is a player's name.
create function private.names_player(value jsonb, keys text[]) returns boolean
language sql
immutable
set search_path = ''
as $$
  -- The whole text first, because comparing each text costs far more.
  select private.mentions_player(value, keys) and exists (
    select from jsonb_path_query(value, 'strict $.** ? (@.type() == "string")') as held (text)
    where private.name_key(held.text #>> '{}') = any (keys)
  );
$$;

-- The same JSON with empty texts instead of a player's name.
create function private.without_player(value jsonb, keys text[]) returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return case when private.name_key(value #>> '{}') = any (keys) then '""' else value end;
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(held.key, private.without_player(held.value, keys)), '{}')
        from jsonb_each(value) as held
      );
    when 'array' then
      return (
        select coalesce(
          jsonb_agg(private.without_player(held.value, keys) order by held.number), '[]'
        )
        from jsonb_array_elements(value) with ordinality as held (value, number)
      );
    else
      return value;
  end case;
end;
$$;

-- Leaves a table's current match if it names the player, and empties the board. A device that has the old log gets one
-- more entry, which takes the name off its board. It can't undo the new match's start. Returns whether the match named
-- the player.
create function private.leave_players_match(shown public.public_overlays, keys text[], moment timestamptz) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  sides constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'p1', case when private.name_key(shown.p1) = any (keys) then '{"from": "", "to": ""}'::jsonb end,
    'p2', case when private.name_key(shown.p2) = any (keys) then '{"from": "", "to": ""}'::jsonb end
  ));
  left_match uuid;
  left_board jsonb;
begin
  if sides = '{}' and not private.names_player(shown.detail, keys) and not exists (
    select from public.matches as played
    where played.id = shown.match_id
      and (private.names_player(played.start, keys) or private.names_player(played.result, keys))
  ) and not exists (
    select from public.match_actions as stored
    where stored.match_id = shown.match_id and private.names_player(stored.body, keys)
  ) then
    return false;
  end if;
  shown := private.log_action(shown, 'set', jsonb_build_object('changes', sides), moment);
  shown.p1 := coalesce(sides #>> '{p1,to}', shown.p1);
  shown.p2 := coalesce(sides #>> '{p2,to}', shown.p2);
  left_match := shown.match_id;
  left_board := private.kept_board(shown);
  shown.p1 := private.default_name('A');
  shown.p2 := private.default_name('B');
  shown.event := '';
  shown.s1 := 0;
  shown.s2 := 0;
  shown.race_to := 0;
  shown.clock_running := false;
  shown.clock_started_at := null;
  shown.clock_accum := 0;
  shown.clock_at := moment;
  shown := private.next_plain_match(shown, moment);
  update public.matches as played set last_board = left_board where played.id = left_match;
  update public.matches as played set previous_id = null where played.id = shown.match_id;
  perform private.save_board(shown);
  return true;
end;
$$;

-- Removes a player's name from a match and its log, and returns whether it was there. Nothing else ever changes a log's
-- entry.
create function private.erase_from_match(match uuid, keys text[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_changed boolean;
begin
  update public.matches as played
    set start = private.without_player(played.start, keys),
        result = private.without_player(played.result, keys),
        last_board = private.without_player(played.last_board, keys)
    where played.id = match and (
      private.names_player(played.start, keys) or private.names_player(played.result, keys)
      or private.names_player(played.last_board, keys)
    );
  is_changed := found;
  -- For private.keep_actions().
  perform set_config('cueboard.erased', keys::text, true);
  update public.match_actions as stored set body = private.without_player(stored.body, keys)
    where stored.match_id = match and private.names_player(stored.body, keys);
  is_changed := is_changed or found;
  perform set_config('cueboard.erased', '', true);
  -- The match is due again, so that a device that folded the old log can't store the name. A device that has the log
  -- reads it again, because the match may be resumed.
  update public.matches as played
    set left_at = played.left_at + interval '1 microsecond', erasures = played.erasures + 1
    where played.id = match and is_changed;
  return is_changed;
end;
$$;

-- Removes a player's name from a venue's results, register, waiting list, tournaments and drawn pictures, and returns
-- whether it was there.
create function private.erase_from_record(venue uuid, keys text[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
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
  is_changed := private.erase_from_tournaments(venue, keys) or is_changed;
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
$$;

-- Erases a player, given by a key, with all merged names, from everything that the venue stores: boards, matches and
-- logs, results, the register with its portrait, the waiting list, tournaments, and drawn pictures. Works for a moment
-- only, so that scorers don't wait long. Returns {after, found}: the match to continue after, null once everything is done, and
-- whether this call found any of the names.
create function public.erase_player(key text, after uuid default null) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('erase_player');
  moment constant timestamptz := clock_timestamp();
  named constant text := private.person_of(caller.venue_id, private.player_key(key));
  keys constant text[] := private.keys_of(caller.venue_id, named);
  shown public.public_overlays;
  match uuid;
  next_match uuid;
  is_found boolean := false;
begin
  if named is null then
    raise exception 'this is nobody''s name' using errcode = '22023';
  end if;
  perform private.lock_venue(caller.venue_id);
  perform from public.snapshot_tables as pictured where pictured.venue_id = caller.venue_id
    order by pictured.match_id for no key update;
  perform from public.public_overlays as boards where boards.owner_uid = caller.owner_uid
    order by boards.table_id for update;
  if after is null then
    for shown in select * from public.public_overlays as boards where boards.owner_uid = caller.owner_uid loop
      is_found := private.leave_players_match(shown, keys, moment) or is_found;
    end loop;
    -- If reading long logs took a second, the next call erases from them.
    if clock_timestamp() > moment + interval '1 second' then
      next_match := '00000000-0000-0000-0000-000000000000';
    end if;
  end if;
  for match in
    select played.id
    from public.user_overlays as owned join public.matches as played on played.table_id = owned.id
    where next_match is null and owned.owner_uid = caller.owner_uid and (after is null or played.id > after)
    order by played.id
  loop
    is_found := private.erase_from_match(match, keys) or is_found;
    next_match := match;
    exit when clock_timestamp() > moment + interval '150 milliseconds';
    next_match := null;
  end loop;
  -- At the end as well, because a log may have been folded before its turn came.
  if after is null or next_match is null then
    is_found := private.erase_from_record(caller.venue_id, keys) or is_found;
  end if;
  -- Last, because the next call looks the player up by one of the names.
  if next_match is null then
    delete from public.merged_players as merged
      where merged.venue_id = caller.venue_id and merged.name_key = any (keys);
    is_found := is_found or found;
  end if;
  return jsonb_build_object('after', next_match, 'found', is_found);
end;
$$;
