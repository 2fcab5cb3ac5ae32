-- An account as a file of JSON lines, which docs/export.md describes. Its owner exports it page by page, and the
-- operator of an installation imports it. It contains no secrets and no pictures.

-- Exporting ----------------------------------------------------------------------------------------

-- The lines of an account that come first: the format, the venue, tables with their boards, links, players and merges.
create function private.first_lines(caller private.actor) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select string_agg(written.line::text || E'\n', '' order by written.place, written.number)
  from (
    select 1 as place, 0::bigint as number, '{"format": "cueboard", "version": 1}'::jsonb as line
    union all
    select 2, 0, jsonb_build_object(
      'type', 'venue', 'is_public', is_public, 'keep_days', keep_days, 'time_zone', time_zone,
      'closing_hour', closing_hour, 'keep_log_days', keep_log_days, 'shows_live', shows_live,
      'shortens_names', shortens_names, 'full_names', full_names, 'title', title
    )
    from public.venues where id = caller.venue_id
    union all
    select 3, row_number() over (order by owned.position, owned.created_at, owned.id),
      jsonb_build_object(
        'type', 'table', 'id', owned.id, 'title', owned.title, 'position', owned.position,
        'archived_at', owned.archived_at, 'created_at', owned.created_at, 'kind', owned.kind,
        'out_of_use', owned.out_of_use
      )
    from public.user_overlays as owned where owned.owner_uid = caller.owner_uid
    union all
    select 4, row_number() over (order by shown.table_id), private.kept_board(shown)
      || jsonb_build_object(
        'type', 'board', 'table', shown.table_id, 'match', shown.match_id, 'theme', shown.theme, 'shot', shown.shot,
        'clock', private.overlay_state(shown) -> 'clock'
      )
    from public.public_overlays as shown where shown.owner_uid = caller.owner_uid
    union all
    select 5, row_number() over (order by given.created_at, given.id), jsonb_build_object(
      'type', 'link', 'id', given.id, 'table', given.table_id, 'label', given.label, 'created_at', given.created_at
    )
    from public.user_overlays as owned join public.scorer_links as given on given.table_id = owned.id
    where owned.owner_uid = caller.owner_uid
    union all
    select 6, row_number() over (order by known.name_key), jsonb_build_object(
      'type', 'player', 'name', known.name, 'flag', known.flag, 'hidden_at', known.hidden_at
    )
    from public.players as known where known.venue_id = caller.venue_id
    union all
    select 7, row_number() over (order by merged.merged_at, merged.name_key), jsonb_build_object(
      'type', 'merge', 'name', merged.name, 'into', merged.into_key
    )
    from public.merged_players as merged where merged.venue_id = caller.venue_id
  ) as written;
$$;

-- A match without its log.
create function private.match_line(played public.matches) returns text
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'type', 'match', 'id', played.id, 'table', played.table_id, 'number', played.number,
    'previous', played.previous_id, 'game', played.game, 'rules', played.rules, 'start', played.start,
    'seq', played.seq, 'result', played.result, 'last_board', played.last_board, 'started_at', played.started_at,
    'ended_at', played.ended_at, 'left_at', played.left_at, 'created_at', played.created_at,
    'clock_before', played.clock_before, 'fixture', played.fixture, 'continues', played.continues,
    'folded', (played.folded_seq, played.folded_left_at) is not distinct from (played.seq, played.left_at)
  )::text || E'\n';
$$;

-- Up to 100 entries of a log, after `after_seq` and up to `last_seq`.
create function private.log_line(owner uuid, match uuid, after_seq int, last_seq int) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('type', 'log', 'match', match, 'entries', jsonb_agg(
    jsonb_build_object(
      'seq', stored.seq, 'id', stored.id, 'kind', stored.kind, 'body', stored.body, 'at', stored.at,
      'stored_at', stored.stored_at, 'link', stored.by_link, 'by_owner', coalesce(stored.by_uid = owner, false)
    ) order by stored.seq
  ))::text || E'\n'
  from public.match_actions as stored
  where stored.match_id = match and stored.seq > after_seq and stored.seq <= least(after_seq + 100, last_seq);
$$;

-- The next page of the signed-in owner's account: its lines, and the start of the page after it, null after the last.
create function public.export_page(after text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  caller constant private.actor := private.authorize('export_page');
  place constant text[] := string_to_array(after, '/');
  lines text := '';
  played public.matches;
  last_match uuid;
  written int := 0;
  listed int := 0;
  written_seq int;
  last_seq int;
  last_result uuid;
begin
  if after is null then
    return jsonb_build_object('lines', private.first_lines(caller), 'next', 'matches');
  elsif not left(after, 100) ~ '^(matches(/[0-9a-f-]{36}/\d{1,4}/\d{1,4})?|(results|tournaments)(/[0-9a-f-]{36})?)$' then
    raise exception 'this is not where a page ended' using errcode = '22023';
  end if;
  if place[1] = 'tournaments' then
    return private.tournament_page(caller, place[2]::uuid);
  elsif place[1] = 'results' then
    select string_agg(jsonb_build_object(
        'type', 'result', 'id', kept.id, 'match', kept.match_id, 'table', kept.table_id,
        'table_title', kept.table_title, 'game', kept.game, 'rules', kept.rules, 'p1', kept.p1, 'p2', kept.p2,
        's1', kept.s1, 's2', kept.s2, 'race_to', kept.race_to, 'winner', kept.winner, 'over', kept.over,
        'started_at', kept.started_at, 'last_at', kept.last_at, 'ended_at', kept.ended_at, 'rev', kept.rev,
        'by_hand', kept.by_hand - 'uid' - 'device', 'set_aside_at', kept.set_aside_at, 'from_list', kept.from_list,
        'detail', kept.detail, 'counts_units', kept.counts_units, 'can_end', kept.can_end, 'fixture', kept.fixture
      )::text || E'\n', '' order by kept.match_id),
      case when count(*) = 100 then (array_agg(kept.match_id order by kept.match_id desc))[1] end
    into lines, last_result
    from (
      select * from public.results
      where venue_id = caller.venue_id and (place[2] is null or match_id > place[2]::uuid)
      order by match_id limit 100
    ) as kept;
    return jsonb_build_object('lines', coalesce(lines, ''), 'next', coalesce('results/' || last_result, 'tournaments'));
  end if;

  last_match := place[2]::uuid;
  written_seq := coalesce(place[3]::int, 0);
  last_seq := coalesce(place[4]::int, 0);
  for played in
    select matches.*
    from public.user_overlays as owned join public.matches on matches.table_id = owned.id
    where owned.owner_uid = caller.owner_uid and (last_match is null or matches.id >= last_match)
    order by matches.id limit 100
  loop
    -- Otherwise the previous page ended within this match.
    if played.id is distinct from last_match then
      lines := lines || private.match_line(played);
      last_match := played.id;
      written_seq := 0;
      last_seq := played.seq;
    end if;
    -- The log is exported up to its length when the match's export began.
    while written_seq < last_seq and written < 1000 loop
      lines := lines || coalesce(private.log_line(caller.owner_uid, last_match, written_seq, last_seq), '');
      written := written + least(100, last_seq - written_seq);
      written_seq := least(written_seq + 100, last_seq);
    end loop;
    listed := listed + 1;
    exit when written >= 1000;
  end loop;
  return jsonb_build_object('lines', lines, 'next', case
    when written >= 1000 or listed = 100 then concat_ws('/', 'matches', last_match, written_seq, last_seq)
    else 'results'
  end);
end;
$$;

-- Importing ----------------------------------------------------------------------------------------

create function private.is_time(value jsonb) returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(value) = 'string'
    and value #>> '{}' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$'
    and pg_input_is_valid(value #>> '{}', 'timestamptz'), false);
$$;

create function private.is_text(value jsonb, most int) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(value) = 'string' and char_length(value #>> '{}') <= most, false);
$$;

create function private.is_whole(value jsonb, least_value int, most int) returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when private.is_number(value, least_value, most) then value::numeric % 1 = 0 else false end;
$$;

create function private.is_missing(value jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(value, 'null') = 'null';
$$;

create function private.is_object(value jsonb, most int) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(value) = 'object' and octet_length(value::text) <= most, false);
$$;

create function private.is_game(line jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(line ->> 'game' ~ '^[a-z][a-z0-9-]{0,31}$', false) and private.is_whole(line -> 'rules', 1, 9999);
$$;

-- Whether a device or a direct update could have stored this entry of an imported log.
create function private.is_entry(entry jsonb) returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_action(jsonb_build_object(
      'id', entry -> 'id', 'kind', entry -> 'kind', 'body', entry -> 'body', 'ago', 0
    ))
    and private.is_whole(entry -> 'seq', 1, 5000)
    and private.is_time(entry -> 'at')
    and private.is_time(entry -> 'stored_at')
    and (private.is_missing(entry -> 'link') or private.is_id(entry ->> 'link'))
    and jsonb_typeof(entry -> 'by_owner') is not distinct from 'boolean'
    and (private.is_missing(entry -> 'link') or entry -> 'by_owner' = 'false');
$$;

-- Whether this is a line of an account's file, after the first. Its references are checked elsewhere.
create function private.is_line(line jsonb) returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  case line ->> 'type'
    when 'venue' then
      return jsonb_typeof(line -> 'is_public') is not distinct from 'boolean'
        and private.is_whole(line -> 'keep_days', 1, 365)
        and coalesce(line ->> 'time_zone' ~ '^[A-Za-z0-9_+/-]{1,64}$', false)
        and private.is_whole(line -> 'closing_hour', 0, 12)
        and (private.is_whole(line -> 'keep_log_days', 30, 36500) or line -> 'keep_log_days' = '0')
        and jsonb_typeof(line -> 'shows_live') is not distinct from 'boolean'
        and jsonb_typeof(line -> 'shortens_names') is not distinct from 'boolean'
        and coalesce(jsonb_typeof(line -> 'full_names') in ('boolean', 'null'), true)
        -- Files from before venues had names have none.
        and (private.is_missing(line -> 'title') or private.is_text(line -> 'title', 60));
    when 'table' then
      return private.is_id(line ->> 'id') and private.is_text(line -> 'title', 60)
        and private.is_whole(line -> 'position', -1000000, 1000000)
        and (private.is_missing(line -> 'archived_at') or private.is_time(line -> 'archived_at'))
        and private.is_time(line -> 'created_at')
        and (private.is_missing(line -> 'kind') or line ->> 'kind' in ('pool', 'snooker'))
        and coalesce(jsonb_typeof(line -> 'out_of_use') in ('boolean', 'null'), true);
    when 'board' then
      return private.is_id(line ->> 'table') and private.is_id(line ->> 'match')
        and private.is_board(line || '{"rules": 1}', 1)
        and coalesce(line ->> 'theme' in ('dark', 'light'), false)
        and (private.is_missing(line -> 'shot') or private.is_object(line -> 'shot', 256))
        and (private.is_missing(line -> 'visit_at') or private.is_time(line -> 'visit_at'))
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
      return private.is_text(line -> 'name', 60) and private.name_key(line ->> 'name') <> ''
        and (private.is_missing(line -> 'flag') or coalesce(line ->> 'flag' ~ '^[A-Z]{2}$', false))
        and (private.is_missing(line -> 'hidden_at') or private.is_time(line -> 'hidden_at'));
    when 'merge' then
      return private.is_text(line -> 'name', 60) and private.player_key(line ->> 'name') is not null
        and private.is_text(line -> 'into', 60) and private.player_key(line ->> 'into') is not null;
    when 'match' then
      return private.is_id(line ->> 'id') and private.is_id(line ->> 'table')
        and private.is_whole(line -> 'number', 1, 2147483647)
        and (private.is_missing(line -> 'previous') or private.is_id(line ->> 'previous'))
        and private.is_game(line) and private.is_object(line -> 'start', 4096)
        and private.is_whole(line -> 'seq', 0, 5000)
        and (private.is_missing(line -> 'result') or private.is_object(line -> 'result', 2048))
        and (private.is_missing(line -> 'last_board') or private.is_object(line -> 'last_board', 8192)
          and private.is_board((line -> 'last_board') || '{"rules": 1}', 1)
          and (
            private.is_missing(line #> '{last_board,visit_at}') or private.is_time(line #> '{last_board,visit_at}')
          ))
        and private.is_time(line -> 'started_at') and private.is_time(line -> 'created_at')
        and (private.is_missing(line -> 'ended_at') or private.is_time(line -> 'ended_at'))
        and (private.is_missing(line -> 'left_at') or private.is_time(line -> 'left_at'))
        and (private.is_missing(line -> 'clock_before') or private.is_object(line -> 'clock_before', 256))
        and (private.is_missing(line -> 'fixture') or private.is_fixture(line -> 'fixture'))
        and jsonb_typeof(line -> 'continues') is not distinct from 'boolean'
        and jsonb_typeof(line -> 'folded') is not distinct from 'boolean';
    when 'log' then
      return private.is_id(line ->> 'match')
        and jsonb_typeof(line -> 'entries') is not distinct from 'array'
        and jsonb_array_length(line -> 'entries') between 1 and 100
        and not exists (
          select from jsonb_array_elements(line -> 'entries') as held (entry)
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
        and coalesce(jsonb_typeof(line -> 'from_list') in ('boolean', 'null'), true)
        and private.is_object(line -> 'detail', 16384)
        and coalesce(jsonb_typeof(line -> 'counts_units') in ('boolean', 'null'), true)
        and coalesce(jsonb_typeof(line -> 'can_end') in ('boolean', 'null'), true)
        and (private.is_missing(line -> 'fixture') or private.is_fixture(line -> 'fixture'));
    when 'tournament' then
      return private.is_id(line ->> 'id') and private.is_time(line -> 'created_at');
    when 'facts' then
      return private.is_id(line ->> 'tournament')
        and jsonb_typeof(line -> 'facts') is not distinct from 'array'
        and jsonb_array_length(line -> 'facts') between 1 and 100
        and not exists (
          select from jsonb_array_elements(line -> 'facts') as held (fact)
          where not coalesce(private.is_fact_line(held.fact), false)
        );
    else
      return false;
  end case;
end;
$$;

-- Whether a line names something that belongs to another account, or that is already stored as something else.
create function private.is_taken(owner uuid, line jsonb) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
      select from public.user_overlays as owned
      where owned.owner_uid <> owner
        and owned.id = (case when line ->> 'type' = 'table' then line ->> 'id' else line ->> 'table' end)::uuid
    )
    or line ->> 'type' = 'link' and exists (
      select from public.scorer_links as given
      where given.id = (line ->> 'id')::uuid and given.table_id <> (line ->> 'table')::uuid
    )
    or line ->> 'type' = 'match' and exists (
      select from public.matches as played
      where played.id = (line ->> 'id')::uuid
        and (played.table_id, played.number) <> ((line ->> 'table')::uuid, (line ->> 'number')::int)
        or played.table_id = (line ->> 'table')::uuid and played.number = (line ->> 'number')::int
        and played.id <> (line ->> 'id')::uuid
    )
    or line ->> 'type' in ('log', 'result') and exists (
      select from public.matches as played join public.user_overlays as owned on owned.id = played.table_id
      where played.id = (line ->> 'match')::uuid and owned.owner_uid <> owner
    )
    or line ->> 'type' in ('tournament', 'facts') and exists (
      select from public.tournaments as held
      where held.id = coalesce(line ->> 'tournament', line ->> 'id')::uuid and held.venue_id <> private.venue_of(owner)
    )
    or line ->> 'type' = 'result' and exists (
      select from public.results as kept
      where (kept.id = line ->> 'id'
          or (kept.venue_id, kept.match_id) = (private.venue_of(owner), (line ->> 'match')::uuid))
        and (kept.match_id, kept.id, kept.venue_id)
          <> ((line ->> 'match')::uuid, line ->> 'id', private.venue_of(owner))
    );
end;
$$;

-- Stores a checked line. Existing rows stay as they are, except the venue's settings.
create function private.store_line(owner uuid, line jsonb) returns void
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
            shortens_names = given.shortens_names, full_names = coalesce(given.full_names, kept.full_names),
            title = coalesce(given.title, kept.title)
        from jsonb_populate_record(null::public.venues, line) as given
        where kept.id = venue;
    when 'table' then
      insert into public.user_overlays (id, owner_uid, title, position, archived_at, created_at, kind, out_of_use)
      select given.id, owner,
        case when given.archived_at is null then private.free_title(owner, given.id, given.title) else given.title end,
        given.position, given.archived_at, given.created_at,
        coalesce(given.kind, 'pool'), coalesce(given.out_of_use, false)
      from jsonb_populate_record(null::public.user_overlays, line) as given
      on conflict (id) do nothing;
    when 'link' then
      -- Nobody knows its secret, so the link only names a scorer.
      insert into public.scorer_links (id, table_id, token_hash, label, created_at, revoked_at)
      select given.id, (line ->> 'table')::uuid, private.secret_hash(private.new_url_token()), given.label,
        given.created_at, clock_timestamp()
      from jsonb_populate_record(null::public.scorer_links, line) as given
      on conflict (id) do nothing;
    when 'player' then
      insert into public.players (venue_id, name, flag, hidden_at)
      values (venue, btrim(line ->> 'name'), line ->> 'flag', (line ->> 'hidden_at')::timestamptz)
      on conflict (venue_id, name_key) do nothing;
    when 'merge' then
      -- Unless the name is merged already, or the other was merged into it.
      if private.person_of(venue, private.player_key(line ->> 'name')) = private.player_key(line ->> 'name')
        and private.person_of(venue, private.player_key(line ->> 'into')) <> private.player_key(line ->> 'name')
      then
        perform private.merge_name(
          venue, private.player_key(line ->> 'name'), line ->> 'name', private.player_key(line ->> 'into')
        );
      end if;
    when 'match' then
      insert into public.matches (
        id, table_id, number, previous_id, game, rules, start, seq, result, last_board, started_at, ended_at, left_at,
        created_at, clock_before, fixture, continues, folded_seq, folded_left_at
      )
      select given.id, (line ->> 'table')::uuid, given.number, (line ->> 'previous')::uuid, given.game, given.rules,
        given.start, given.seq, nullif(given.result, 'null'), nullif(given.last_board, 'null'), given.started_at,
        given.ended_at, given.left_at, given.created_at, nullif(given.clock_before, 'null'),
        nullif(given.fixture, 'null'), given.continues,
        case when (line -> 'folded')::boolean then given.seq end,
        case when (line -> 'folded')::boolean then given.left_at end
      from jsonb_populate_record(null::public.matches, line) as given
      on conflict (id) do nothing;
    when 'log' then
      insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link)
      select played.id, given.seq, given.id, given.kind, given.body, given.at, given.stored_at,
        case when (held.entry -> 'by_owner')::boolean then owner end, (held.entry ->> 'link')::uuid
      from public.matches as played, jsonb_array_elements(line -> 'entries') as held (entry),
        jsonb_populate_record(null::public.match_actions, held.entry) as given
      where played.id = (line ->> 'match')::uuid and given.seq <= played.seq
      on conflict do nothing;
      update public.matches as played set stored_at = last.stored_at
      from public.match_actions as last
      where played.id = (line ->> 'match')::uuid and last.match_id = played.id and last.seq = played.seq
        and played.stored_at is null;
    when 'board' then
      insert into public.public_overlays (
        url_token, owner_uid, table_id, p1, p2, event, s1, s2, race_to, detail, clock_running, clock_started_at,
        clock_accum, shot, visit_at, theme, match_id, seq
      )
      select owned.url_token, owner, owned.id, given.p1, given.p2, coalesce(given.event, ''), given.s1, given.s2, given.race_to,
        nullif(given.detail, 'null'), (line #> '{clock,running}')::boolean, (line #>> '{clock,started_at}')::timestamptz,
        (line #> '{clock,accum}')::double precision, nullif(given.shot, 'null'), given.visit_at, given.theme, played.id,
        played.seq
      from public.user_overlays as owned
      join public.matches as played on played.table_id = owned.id and played.id = (line ->> 'match')::uuid,
        jsonb_populate_record(null::public.public_overlays, line) as given
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
        last_at, ended_at, rev, by_hand, set_aside_at, imported_at, from_list, detail, counts_units, can_end, fixture
      )
      select (line ->> 'match')::uuid, given.id, venue,
        (select owned.id from public.user_overlays as owned where owned.id = (line ->> 'table')::uuid),
        given.table_title, given.game, given.rules, given.p1, given.p2, given.s1, given.s2, given.race_to,
        given.winner, given.over, given.started_at, given.last_at, given.ended_at, given.rev,
        nullif(given.by_hand, 'null'), given.set_aside_at, clock_timestamp(),
        coalesce(given.from_list, false), given.detail, coalesce(given.counts_units, true), coalesce(given.can_end, true),
        nullif(given.fixture, 'null')
      from jsonb_populate_record(null::public.results, line) as given
      on conflict (venue_id, match_id) do nothing;
      if found then
        perform private.save_sides(venue, (line ->> 'match')::uuid);
      end if;
    when 'tournament' then
      insert into public.tournaments (id, venue_id, created_at)
      values ((line ->> 'id')::uuid, venue, (line ->> 'created_at')::timestamptz)
      on conflict (id) do nothing;
    when 'facts' then
      insert into public.tournament_facts (tournament_id, seq, key, value, op, by_uid, at)
      select held.id, given.seq, given.key, coalesce(given.value, 'null'), given.op, case when (sent.fact -> 'by_owner')::boolean then owner end,
        given.at
      from public.tournaments as held, jsonb_array_elements(line -> 'facts') as sent (fact),
        jsonb_populate_record(null::public.tournament_facts, sent.fact) as given
      where held.id = (line ->> 'tournament')::uuid
      on conflict do nothing;
  end case;
end;
$$;

-- Checks some lines of an account's file, and stores them all if asked to. Returns null if they are fine. Otherwise
-- nothing is stored and the answer is {index, problem}: the first line that isn't, and why. nobody: there is no such
-- account. shape: no such line. taken: it names something that belongs to another account, or that is stored as
-- something else. many: the account has no room for more tables, players, merges or tournaments.
create function public.import_lines(email text, lines jsonb, stores boolean) returns jsonb
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  owner constant uuid := (select id from auth.users where users.email = lower(btrim(import_lines.email)));
  given record;
  problem text;
begin
  if owner is null then
    return '{"index": 0, "problem": "nobody"}';
  end if;
  perform private.require_plain_json(lines, 8388608);
  perform private.lock_venue(private.venue_of(owner));
  for given in select * from jsonb_array_elements(lines) with ordinality as sent (line, number) loop
    problem := case
      when not coalesce(private.is_line(given.line), false) then 'shape'
      when private.is_taken(owner, given.line) then 'taken'
    end;
    if problem is not null then
      return jsonb_build_object('index', given.number - 1, 'problem', problem);
    end if;
  end loop;
  if (
    select count(*) from (
      select id from public.user_overlays where owner_uid = owner
      union
      select (line ->> 'id')::uuid from jsonb_array_elements(lines) as sent (line)
      where line ->> 'type' = 'table'
    ) as tables
  ) > private.most('tables') or (
    select count(*) from (
      select name_key from public.players where venue_id = private.venue_of(owner)
      union
      select private.name_key(line ->> 'name') from jsonb_array_elements(lines) as sent (line)
      where line ->> 'type' = 'player'
    ) as players
  ) > private.most('players') or (
    select count(*) from (
      select name_key from public.merged_players where venue_id = private.venue_of(owner)
      union
      select private.player_key(line ->> 'name') from jsonb_array_elements(lines) as sent (line)
      where line ->> 'type' = 'merge'
    ) as merges
  ) > private.most('mergedNames') or (
    select count(*) from (
      select id from public.tournaments where venue_id = private.venue_of(owner)
      union
      select (line ->> 'id')::uuid from jsonb_array_elements(lines) as sent (line)
      where line ->> 'type' = 'tournament'
    ) as tournaments
  ) > private.most('tournaments') then
    return '{"index": 0, "problem": "many"}';
  end if;
  if stores then
    perform private.store_line(owner, line)
    from (select line from jsonb_array_elements(lines) with ordinality as sent (line, number) order by number) as sorted;
  end if;
  return null;
end;
$$;
