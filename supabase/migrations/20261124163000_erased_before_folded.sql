-- A name that is being erased isn't folded from a log back into a result.

-- Takes a player's name out of a match and its log. The only way in which a log's entry changes.
create or replace function private.erase_from_match(match uuid, key text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_changed boolean;
begin
  update public.matches as played
    set start = private.without_player(played.start, key),
        result = private.without_player(played.result, key),
        last_board = private.without_player(played.last_board, key)
    where played.id = match and (
      private.names_player(played.start, key) or private.names_player(played.result, key)
      or private.names_player(played.last_board, key)
    );
  is_changed := found;
  -- For private.keep_actions().
  perform pg_catalog.set_config('cueboard.erased', key, true);
  update public.match_actions as stored set body = private.without_player(stored.body, key)
    where stored.match_id = match and private.names_player(stored.body, key);
  is_changed := is_changed or found;
  perform pg_catalog.set_config('cueboard.erased', '', true);
  -- So that whoever folds the log as it was can't store the name again: the match is due anew.
  update public.matches as played set left_at = played.left_at + interval '1 microsecond'
    where played.id = match and is_changed and played.left_at is not null;
end;
$$;

-- Erases a player, named by their key, from everything that the venue stores: boards, matches and logs, results, the
-- register with its portrait, and drawn pictures. Works for about a second, and returns the match to go on `after`; null
-- once everything is done.
create or replace function public.erase_player(key text, after uuid default null) returns uuid
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('erase_player');
  moment constant timestamptz := pg_catalog.clock_timestamp();
  named constant text := private.player_key(key);
  shown public.public_overlays;
  match uuid;
  next_match uuid;
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
      perform private.leave_players_match(shown, named, moment);
    end loop;
  end if;
  for match in
    select played.id
    from public.user_overlays as owned join public.matches as played on played.table_id = owned.id
    where owned.owner_uid = caller.owner_uid and (after is null or played.id > after)
    order by played.id
  loop
    perform private.erase_from_match(match, named);
    next_match := match;
    exit when pg_catalog.clock_timestamp() > moment + interval '1 second';
    next_match := null;
  end loop;
  -- Also in the end, because a log may have been folded before its turn came.
  if after is null or next_match is null then
    perform private.erase_from_record(caller.venue_id, named);
  end if;
  return next_match;
end;
$$;

select private.grant_rights();
