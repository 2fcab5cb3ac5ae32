-- Players by name alone: Service adds, renames and hides them.

insert into private.rights (act, place, who) values
  ('name_player', 'venue', '{owner,admin,service}'),
  ('hide_player', 'venue', '{owner,admin,service}');

alter table public.players add column hidden_at timestamptz;
comment on table public.players is 'A venue''s players, with flags and portraits. Reached through functions only.';
comment on column public.players.hidden_at is 'Since when they aren''t listed; boards and results keep them.';

-- Adds a player by name, or shows a hidden one of this name again. For a caller that holds the venue's lock.
create or replace function private.list_player(venue uuid, name text) returns public.players
language plpgsql
security definer
set search_path = ''
as $$
declare
  listed public.players;
begin
  update public.players as known set hidden_at = null
    where known.venue_id = venue and known.name_key = private.name_key(list_player.name) and known.hidden_at is not null
    returning * into listed;
  if found then
    return listed;
  elsif (select count(*) from public.players as known where known.venue_id = venue) >= 500 then
    raise exception 'a venue knows at most 500 players' using errcode = '23514';
  end if;
  insert into public.players (venue_id, name) values (venue, pg_catalog.btrim(list_player.name)) returning * into listed;
  return listed;
end;
$$;

-- Adds a player by name alone, or renames one. Flags and portraits stay. Returns the id.
create or replace function public.name_player(name text, id uuid default null) returns uuid
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('name_player');
  before public.players;
  saved public.players;
begin
  perform private.lock_venue(caller.venue_id);
  if id is null then
    return (private.list_player(caller.venue_id, name)).id;
  end if;
  select * into before from public.players as known where known.id = name_player.id and known.venue_id = caller.venue_id;
  update public.players as known set name = pg_catalog.btrim(name_player.name) where known.id = before.id
    returning * into saved;
  if not found then
    raise exception 'this player is not yours' using errcode = '42501';
  end if;
  if before.name is distinct from saved.name then
    perform private.send_dressed(caller.venue_id, array[before.name_key, saved.name_key]);
  end if;
  return saved.id;
end;
$$;

-- Hides a player from the list, or shows one again. Boards and results keep the name and the face.
create or replace function public.hide_player(id uuid, hidden boolean) returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('hide_player');
begin
  perform private.lock_venue(caller.venue_id);
  update public.players as known
    set hidden_at = case when hidden then coalesce(known.hidden_at, pg_catalog.clock_timestamp()) end
    where known.id = hide_player.id and known.venue_id = caller.venue_id;
  if not found then
    raise exception 'this player is not yours' using errcode = '42501';
  end if;
end;
$$;

-- The venue's players, by name, and sponsors, in order; and who else played in the last month, the latest first.
create or replace function public.get_dressing() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_dressing');
begin
  return pg_catalog.jsonb_build_object(
    'players', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', known.id, 'name', known.name, 'flag', known.flag, 'picture', known.picture,
        'hidden', known.hidden_at is not null
      ) order by known.name_key), '[]')
      from public.players as known where known.venue_id = caller.venue_id
    ),
    'recent', (
      select coalesce(pg_catalog.jsonb_agg(played.name order by played.last_at desc, played.name_key), '[]')
      from (
        select noted.name, noted.name_key, noted.last_at from public.played_names as noted
        where noted.venue_id = caller.venue_id and noted.last_at > pg_catalog.clock_timestamp() - interval '1 month'
          and not exists (
            select from public.players as known
            where known.venue_id = caller.venue_id and known.name_key = noted.name_key
          )
        order by noted.last_at desc limit 500
      ) as played
    ),
    'sponsors', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', sponsor.id, 'title', sponsor.title, 'picture', sponsor.picture, 'shown', sponsor.shown
      ) order by sponsor.position, sponsor.id), '[]')
      from public.sponsors as sponsor where sponsor.venue_id = caller.venue_id
    )
  );
end;
$$;

-- Adds a player, or replaces an existing one's details. Adding a hidden name shows it again, with its face unless another
-- is given. Returns the id.
create or replace function public.save_player(
  name text, flag text default null, picture text default null, id uuid default null
) returns uuid
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('save_player');
  before public.players;
  saved public.players;
begin
  perform private.lock_venue(caller.venue_id);
  perform private.require_picture(caller.venue_id, picture, 'portrait');
  if id is null then
    before := private.list_player(caller.venue_id, name);
    update public.players as known
      set name = pg_catalog.btrim(save_player.name), flag = coalesce(save_player.flag, known.flag),
          picture = coalesce(save_player.picture, known.picture)
      where known.id = before.id
      returning * into saved;
  else
    select * into before from public.players as known where known.id = save_player.id and known.venue_id = caller.venue_id;
    update public.players as known
      set name = pg_catalog.btrim(save_player.name), flag = save_player.flag, picture = save_player.picture
      where known.id = before.id
      returning * into saved;
    if not found then
      raise exception 'this player is not yours' using errcode = '42501';
    end if;
  end if;
  if before is distinct from saved then
    perform private.send_dressed(caller.venue_id, array[before.name_key, saved.name_key]);
  end if;
  return saved.id;
end;
$$;

-- The lines of an account that come first: the format, the venue, tables with their boards, links and players.
create or replace function private.first_lines(caller private.actor) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select pg_catalog.string_agg(written.line::text || E'\n', '' order by written.place, written.number)
  from (
    select 1 as place, 0::bigint as number, '{"format": "cueboard", "version": 1}'::jsonb as line
    union all
    select 2, 0, pg_catalog.jsonb_build_object(
      'type', 'venue', 'is_public', is_public, 'keep_days', keep_days, 'time_zone', time_zone,
      'closing_hour', closing_hour, 'keep_log_days', keep_log_days, 'shows_live', shows_live,
      'shortens_names', shortens_names
    )
    from public.venues where id = caller.venue_id
    union all
    select 3, pg_catalog.row_number() over (order by owned.position, owned.created_at, owned.id),
      pg_catalog.jsonb_build_object(
        'type', 'table', 'id', owned.id, 'title', owned.title, 'position', owned.position,
        'archived_at', owned.archived_at, 'created_at', owned.created_at
      )
    from public.user_overlays as owned where owned.owner_uid = caller.owner_uid
    union all
    select 4, pg_catalog.row_number() over (order by shown.table_id), private.kept_board(shown)
      || pg_catalog.jsonb_build_object(
        'type', 'board', 'table', shown.table_id, 'match', shown.match_id, 'theme', shown.theme, 'shot', shown.shot,
        'clock', private.overlay_state(shown) -> 'clock'
      )
    from public.public_overlays as shown where shown.owner_uid = caller.owner_uid
    union all
    select 5, pg_catalog.row_number() over (order by given.created_at, given.id), pg_catalog.jsonb_build_object(
      'type', 'link', 'id', given.id, 'table', given.table_id, 'label', given.label, 'created_at', given.created_at
    )
    from public.user_overlays as owned join public.scorer_links as given on given.table_id = owned.id
    where owned.owner_uid = caller.owner_uid
    union all
    select 6, pg_catalog.row_number() over (order by known.name_key), pg_catalog.jsonb_build_object(
      'type', 'player', 'name', known.name, 'flag', known.flag, 'hidden_at', known.hidden_at
    )
    from public.players as known where known.venue_id = caller.venue_id
  ) as written;
$$;

-- Whether this is a line of an account's file, after the first. Whatever it names is checked elsewhere.
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
        and (private.is_missing(line -> 'flag') or coalesce(line ->> 'flag' ~ '^[A-Z]{2}$', false))
        and (private.is_missing(line -> 'hidden_at') or private.is_time(line -> 'hidden_at'));
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

-- Stores a line that was checked. What is already there stays as it is, except the venue's settings.
create or replace function private.store_line(owner uuid, line jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  venue constant uuid := private.venue_of(owner);
begin
  case line ->> 'type'
    when 'venue' then
      update public.venues as kept
        set is_public = given.is_public, keep_days = given.keep_days, time_zone = given.time_zone,
            closing_hour = given.closing_hour, keep_log_days = given.keep_log_days, shows_live = given.shows_live,
            shortens_names = given.shortens_names
        from pg_catalog.jsonb_populate_record(null::public.venues, line) as given
        where kept.id = venue;
    when 'table' then
      insert into public.user_overlays (id, owner_uid, title, position, archived_at, created_at)
      select given.id, owner, given.title, given.position, given.archived_at, given.created_at
      from pg_catalog.jsonb_populate_record(null::public.user_overlays, line) as given
      on conflict (id) do nothing;
    when 'link' then
      -- Nobody knows its secret, so it only names who scored.
      insert into public.scorer_links (id, table_id, token_hash, label, created_at, revoked_at)
      select given.id, (line ->> 'table')::uuid, private.secret_hash(private.new_url_token()), given.label,
        given.created_at, pg_catalog.clock_timestamp()
      from pg_catalog.jsonb_populate_record(null::public.scorer_links, line) as given
      on conflict (id) do nothing;
    when 'player' then
      insert into public.players (venue_id, name, flag, hidden_at)
      values (venue, pg_catalog.btrim(line ->> 'name'), line ->> 'flag', (line ->> 'hidden_at')::timestamptz)
      on conflict (venue_id, name_key) do nothing;
    when 'match' then
      insert into public.matches (
        id, table_id, number, previous_id, game, rules, start, seq, result, last_board, started_at, ended_at, left_at,
        created_at, clock_before, continues, folded_seq, folded_left_at
      )
      select given.id, (line ->> 'table')::uuid, given.number, (line ->> 'previous')::uuid, given.game, given.rules,
        given.start, given.seq, nullif(given.result, 'null'), nullif(given.last_board, 'null'), given.started_at,
        given.ended_at, given.left_at, given.created_at, nullif(given.clock_before, 'null'), given.continues,
        case when (line -> 'folded')::boolean then given.seq end,
        case when (line -> 'folded')::boolean then given.left_at end
      from pg_catalog.jsonb_populate_record(null::public.matches, line) as given
      on conflict (id) do nothing;
    when 'log' then
      insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link)
      select played.id, given.seq, given.id, given.kind, given.body, given.at, given.stored_at,
        case when (held.entry -> 'by_owner')::boolean then owner end, (held.entry ->> 'link')::uuid
      from public.matches as played, pg_catalog.jsonb_array_elements(line -> 'entries') as held (entry),
        pg_catalog.jsonb_populate_record(null::public.match_actions, held.entry) as given
      where played.id = (line ->> 'match')::uuid and given.seq <= played.seq
      on conflict do nothing;
      update public.matches as played set stored_at = last.stored_at
      from public.match_actions as last
      where played.id = (line ->> 'match')::uuid and last.match_id = played.id and last.seq = played.seq
        and played.stored_at is null;
    when 'board' then
      insert into public.public_overlays (
        url_token, owner_uid, table_id, p1, p2, s1, s2, race_to, detail, clock_running, clock_started_at, clock_accum,
        shot, theme, match_id, seq
      )
      select owned.url_token, owner, owned.id, given.p1, given.p2, given.s1, given.s2, given.race_to,
        nullif(given.detail, 'null'), (line #> '{clock,running}')::boolean, (line #>> '{clock,started_at}')::timestamptz,
        (line #> '{clock,accum}')::double precision, nullif(given.shot, 'null'), given.theme, played.id, played.seq
      from public.user_overlays as owned
      join public.matches as played on played.table_id = owned.id and played.id = (line ->> 'match')::uuid,
        pg_catalog.jsonb_populate_record(null::public.public_overlays, line) as given
      where owned.id = (line ->> 'table')::uuid
      on conflict do nothing;
      if found then
        -- Play may have gone on while the pages were exported.
        update public.matches as played
          set left_at = case when played.id <> (line ->> 'match')::uuid then coalesce(played.stored_at, played.started_at) end
          where played.table_id = (line ->> 'table')::uuid
            and (played.left_at is null) <> (played.id = (line ->> 'match')::uuid);
      end if;
    when 'result' then
      insert into public.results (
        match_id, id, venue_id, table_id, table_title, game, rules, p1, p2, s1, s2, race_to, winner, over, started_at,
        last_at, ended_at, rev, by_hand, set_aside_at, imported_at, detail
      )
      select (line ->> 'match')::uuid, given.id, venue,
        (select owned.id from public.user_overlays as owned where owned.id = (line ->> 'table')::uuid),
        given.table_title, given.game, given.rules, given.p1, given.p2, given.s1, given.s2, given.race_to,
        given.winner, given.over, given.started_at, given.last_at, given.ended_at, given.rev,
        nullif(given.by_hand, 'null'), given.set_aside_at, pg_catalog.clock_timestamp(), given.detail
      from pg_catalog.jsonb_populate_record(null::public.results, line) as given
      on conflict (match_id) do nothing;
      if found then
        perform private.save_sides((line ->> 'match')::uuid);
      end if;
  end case;
end;
$$;

select private.grant_rights();
