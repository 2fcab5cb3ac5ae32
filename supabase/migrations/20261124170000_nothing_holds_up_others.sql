-- What a review found: a match that can't be folded held up others, empty matches kept their names for ever, erasing kept
-- taps waiting, two transactions could lock names in another order, and an import took a result that ended before it began.

create or replace function public.list_due(rules jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_due');
begin
  perform private.require_plain_json(rules, 4096);
  return pg_catalog.jsonb_build_object('venue_id', caller.venue_id, 'matches', coalesce((
    select pg_catalog.jsonb_agg(waiting.id)
    from (
      select played.id
      from public.user_overlays as owned join public.matches as played on played.table_id = owned.id
      where owned.owner_uid = caller.owner_uid and played.seq > 0
        and (played.folded_seq is distinct from played.seq or played.folded_left_at is distinct from played.left_at)
        and played.rules <= (list_due.rules ->> played.game)::int
      -- At random: some that can't be folded mustn't hold up the rest.
      order by pg_catalog.random()
      limit 20
    ) as waiting
  ), '[]'));
end;
$$;

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
      where venues.id = venue and coalesce(played.stored_at, played.left_at) < kept_since
        and played.left_at is not null
        and (played.seq = 0 or (played.folded_seq = played.seq and played.folded_left_at = played.left_at))
      limit 20
    ) as outdated
    order by outdated.table_id
  loop
    perform from public.public_overlays as shown where shown.table_id = old.table_id for update;
    delete from public.matches as played
    where played.id = old.id and played.left_at is not null
      and (played.seq = 0 or (played.folded_seq = played.seq and played.folded_left_at = played.left_at));
    if found then
      purged := purged + 1;
    end if;
  end loop;
  return purged;
end;
$$;

create or replace function private.forget_names() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  held text[];
begin
  -- Locked before looking, so that a row that is stored meanwhile isn't missed.
  held := array(
    select noted.name_key from public.played_names as noted
    where (noted.venue_id, noted.name_key) in (select gone.venue_id, gone.name_key from gone)
    order by noted.name_key
    for update
  );
  delete from public.played_names as noted
  where (noted.venue_id, noted.name_key) in (select gone.venue_id, gone.name_key from gone)
    and noted.name_key = any (held)
    and not exists (
      select from public.result_sides as played
      where played.venue_id = noted.venue_id and played.name_key = noted.name_key
    );
  return null;
end;
$$;

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
    exit when pg_catalog.clock_timestamp() > moment + interval '150 milliseconds';
    next_match := null;
  end loop;
  -- Also in the end, because a log may have been folded before its turn came.
  if after is null or next_match is null then
    perform private.erase_from_record(caller.venue_id, named);
  end if;
  return next_match;
end;
$$;

create or replace function private.is_line(line jsonb) returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  case line ->> 'type'
    when 'venue' then
      return pg_catalog.jsonb_typeof(line -> 'is_public') is not distinct from 'boolean'
        and private.is_whole(line -> 'keep_days', 1, 365)
        and coalesce(line ->> 'time_zone' ~ '^[A-Za-z0-9_+/-]{1,64}$', false)
        and private.is_whole(line -> 'closing_hour', 0, 12)
        and (private.is_whole(line -> 'keep_log_days', 30, 36500) or line -> 'keep_log_days' = '0')
        and pg_catalog.jsonb_typeof(line -> 'shows_live') is not distinct from 'boolean'
        and pg_catalog.jsonb_typeof(line -> 'shortens_names') is not distinct from 'boolean';
    when 'table' then
      return private.is_id(line ->> 'id') and private.is_text(line -> 'title', 60)
        and private.is_whole(line -> 'position', -1000000, 1000000)
        and (private.is_missing(line -> 'archived_at') or private.is_time(line -> 'archived_at'))
        and private.is_time(line -> 'created_at');
    when 'board' then
      return private.is_id(line ->> 'table') and private.is_id(line ->> 'match')
        and private.is_board(line || '{"rules": 1}', 1)
        and coalesce(line ->> 'theme' in ('dark', 'light'), false)
        and (private.is_missing(line -> 'shot') or private.is_object(line -> 'shot', 256))
        and private.is_number(line #> '{clock,accum}', 0, 31536000)
        and case line #> '{clock,running}'
          when 'true' then private.is_time(line #> '{clock,started_at}')
          when 'false' then private.is_missing(line #> '{clock,started_at}')
          else false
        end;
    when 'link' then
      return private.is_id(line ->> 'id') and private.is_id(line ->> 'table') and private.is_text(line -> 'label', 60)
        and private.is_time(line -> 'created_at');
    when 'player' then
      return private.is_text(line -> 'name', 60) and pg_catalog.btrim(line ->> 'name') <> ''
        and (private.is_missing(line -> 'flag') or coalesce(line ->> 'flag' ~ '^[A-Z]{2}$', false));
    when 'match' then
      return private.is_id(line ->> 'id') and private.is_id(line ->> 'table')
        and private.is_whole(line -> 'number', 1, 2147483647)
        and (private.is_missing(line -> 'previous') or private.is_id(line ->> 'previous'))
        and private.is_game(line) and private.is_object(line -> 'start', 4096)
        and private.is_whole(line -> 'seq', 0, 5000)
        and (private.is_missing(line -> 'result') or private.is_object(line -> 'result', 2048))
        and (private.is_missing(line -> 'last_board') or private.is_object(line -> 'last_board', 8192)
          and private.is_board((line -> 'last_board') || '{"rules": 1}', 1))
        and private.is_time(line -> 'started_at') and private.is_time(line -> 'created_at')
        and (private.is_missing(line -> 'ended_at') or private.is_time(line -> 'ended_at'))
        and (private.is_missing(line -> 'left_at') or private.is_time(line -> 'left_at'))
        and (private.is_missing(line -> 'clock_before') or private.is_object(line -> 'clock_before', 256))
        and pg_catalog.jsonb_typeof(line -> 'continues') is not distinct from 'boolean'
        and pg_catalog.jsonb_typeof(line -> 'folded') is not distinct from 'boolean';
    when 'log' then
      return private.is_id(line ->> 'match')
        and pg_catalog.jsonb_typeof(line -> 'entries') is not distinct from 'array'
        and pg_catalog.jsonb_array_length(line -> 'entries') between 1 and 100
        and not exists (
          select from pg_catalog.jsonb_array_elements(line -> 'entries') as held (entry)
          where not private.is_entry(held.entry)
        );
    when 'result' then
      return coalesce(line ->> 'id' ~ '^[A-Za-z0-9]{22}$', false) and private.is_id(line ->> 'match')
        and (private.is_missing(line -> 'table') or private.is_id(line ->> 'table'))
        and private.is_text(line -> 'table_title', 60) and private.is_game(line)
        and private.is_board(line || '{"rules": 1, "result": null, "detail": null}', 1)
        and (private.is_missing(line -> 'winner') or line ->> 'winner' in ('A', 'B'))
        and private.is_time(line -> 'started_at') and private.is_time(line -> 'last_at')
        and (line ->> 'started_at')::timestamptz <= (line ->> 'last_at')::timestamptz
        and case line -> 'over'
          when 'true' then private.is_time(line -> 'ended_at')
          when 'false' then private.is_missing(line -> 'ended_at')
          else false
        end
        and private.is_whole(line -> 'rev', 1, 2147483646)
        and (private.is_missing(line -> 'by_hand') or private.is_object(line -> 'by_hand', 2048)
          and private.is_time(line #> '{by_hand,at}')
          and private.is_board((line -> 'by_hand') || '{"rules": 1, "race_to": 0}', 1))
        and (private.is_missing(line -> 'set_aside_at') or private.is_time(line -> 'set_aside_at'))
        and private.is_object(line -> 'detail', 16384);
    else
      return false;
  end case;
end;
$$;

select private.grant_rights();
