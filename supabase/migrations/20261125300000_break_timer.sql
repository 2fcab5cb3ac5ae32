-- How long the visit at a table has lasted, which pages show beside the break of snooker.

alter table public.public_overlays add column visit_at timestamptz;
comment on column public.public_overlays.visit_at is
  'When the visit at the table began; null while there is none, and in games that don''t time visits.';

drop function private.with_board(public.public_overlays, jsonb);

-- What viewers receive: never the owner.
create or replace function private.overlay_state(shown public.public_overlays) returns jsonb
language sql
stable
set search_path = ''
as $$
  select pg_catalog.jsonb_build_object(
    'p1', shown.p1,
    'p2', shown.p2,
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'clock', pg_catalog.jsonb_build_object(
      'running', shown.clock_running,
      'started_at', shown.clock_started_at,
      'accum', shown.clock_accum
    ),
    'theme', shown.theme,
    'rev', shown.rev,
    'updated_at', shown.updated_at,
    'match', shown.match_id,
    'seq', shown.seq,
    'detail', shown.detail,
    'shot', shown.shot,
    'visit_at', shown.visit_at
  );
$$;

-- The row with a device's board applied, whose visit began at this time.
create or replace function private.with_board(inout shown public.public_overlays, board jsonb, visit_at timestamptz)
language plpgsql
immutable
set search_path = ''
as $$
begin
  shown.p1 := board ->> 'p1';
  shown.p2 := board ->> 'p2';
  shown.s1 := (board ->> 's1')::double precision;
  shown.s2 := (board ->> 's2')::double precision;
  shown.race_to := (board ->> 'race_to')::double precision;
  shown.detail := nullif(board -> 'detail', 'null');
  shown.visit_at := with_board.visit_at;
end;
$$;

-- Saves a board; triggers raise its revision and broadcast it.
create or replace function private.save_board(shown public.public_overlays) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.public_overlays
    set p1 = shown.p1,
        p2 = shown.p2,
        s1 = shown.s1,
        s2 = shown.s2,
        race_to = shown.race_to,
        detail = shown.detail,
        match_id = shown.match_id,
        seq = shown.seq,
        repaired_seq = shown.repaired_seq,
        clock_running = shown.clock_running,
        clock_started_at = shown.clock_started_at,
        clock_accum = shown.clock_accum,
        clock_at = shown.clock_at,
        shot = shown.shot,
        shot_at = shown.shot_at,
        visit_at = shown.visit_at
    where url_token = shown.url_token;
end;
$$;

-- When something happened that a device dates `ago` seconds back: never before its match began, nor in the future.
create or replace function private.time_of(ago numeric, started_at timestamptz, moment timestamptz) returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select least(moment, greatest(started_at, moment - pg_catalog.make_interval(
    secs => pg_catalog.round(least(ago, 604800), 6)::double precision
  )));
$$;

-- When the visit on a device's board began, `visit_ago` seconds back; null without one, and from pages that don't say.
create or replace function private.visit_of(board jsonb, started_at timestamptz, moment timestamptz) returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select private.time_of((board ->> 'visit_ago')::numeric, started_at, moment) where board ->> 'visit_ago' is not null;
$$;

-- Whether a board, {p1, p2, s1, s2, race_to, rules, detail, result, visit_ago}, fits the row and came from these rules.
create or replace function private.is_board(board jsonb, rules int) returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return pg_catalog.jsonb_typeof(board) = 'object'
    and pg_catalog.jsonb_typeof(board -> 'p1') is not distinct from 'string'
    and pg_catalog.jsonb_typeof(board -> 'p2') is not distinct from 'string'
    and pg_catalog.char_length(board ->> 'p1') <= 60
    and pg_catalog.char_length(board ->> 'p2') <= 60
    and private.is_number(board -> 's1', -9999, 9999)
    and private.is_number(board -> 's2', -9999, 9999)
    and private.is_number(board -> 'race_to', 0, 9999)
    and board -> 'rules' is not distinct from pg_catalog.to_jsonb(rules)
    and coalesce(pg_catalog.jsonb_typeof(board -> 'detail') in ('object', 'null'), true)
    and coalesce(pg_catalog.jsonb_typeof(board -> 'result') in ('object', 'null'), true)
    and coalesce(pg_catalog.octet_length((board -> 'detail')::text) <= 2048, true)
    and coalesce(pg_catalog.octet_length((board -> 'result')::text) <= 2048, true)
    and (board ->> 'visit_ago' is null or private.is_number(board -> 'visit_ago', 0, null));
end;
$$;

-- The board to keep for a match that is no longer current: only the fields that are shown.
create or replace function private.kept_board(shown public.public_overlays) returns jsonb
language sql
stable
set search_path = ''
as $$
  select pg_catalog.jsonb_build_object(
    'p1', shown.p1,
    'p2', shown.p2,
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'detail', shown.detail,
    'visit_at', shown.visit_at
  );
$$;

-- Makes a new match current. The fields are left for the caller to change. The clock keeps running, unless the match is
-- played for some minutes: then it stands at zero, so that no device has to be in time.
create or replace function private.next_match(
  inout shown public.public_overlays,
  match uuid, game text, rules int, start jsonb, started_at timestamptz, moment timestamptz
)
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.leave_match(shown);
  insert into public.matches
    (id, table_id, number, previous_id, game, rules, start, started_at, created_at, clock_before)
  select match, shown.table_id, max(played.number) + 1, shown.match_id,
    next_match.game, next_match.rules, next_match.start, next_match.started_at, moment,
    case when next_match.start ? 'minutes' then private.overlay_state(shown) -> 'clock' end
  from public.matches as played where played.table_id = shown.table_id;
  if next_match.start ? 'minutes' then
    shown.clock_running := false;
    shown.clock_started_at := null;
    shown.clock_accum := 0;
    shown.clock_at := moment;
  end if;
  shown.match_id := match;
  shown.seq := 0;
  shown.repaired_seq := null;
  shown.detail := null;
  shown.shot := null;
  shown.visit_at := null;
end;
$$;

-- What append_actions does for a caller who passed its gate.
create or replace function private.append(
  caller private.actor, match uuid, after_seq int, actions jsonb, board jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  shown public.public_overlays;
  boarded public.public_overlays;
  played public.matches;
  wrong int;
  fresh int;
  clocks int;
  done record;
begin
  select * into played from public.matches where id = match;
  -- Allows a device a day to get back online.
  if not private.reaches(caller, played)
    or caller.link_id is not null and played.left_at <= moment - interval '1 day'
  then
    perform private.refuse();
  end if;

  perform private.require_plain_json(actions, 1048576);
  perform private.require_plain_json(board, 20480);
  if pg_catalog.jsonb_typeof(actions) is distinct from 'array' then
    raise exception 'actions are an array' using errcode = '22023';
  end if;
  if pg_catalog.jsonb_array_length(actions) > 200 then
    return private.answer(caller, 'bad', 200, match);
  end if;
  -- A loop, to stop at the first bad action.
  for done in select * from pg_catalog.jsonb_array_elements(actions) with ordinality as sent (action, number) loop
    if not private.is_action(done.action)
      or after_seq is null and not private.is_clock(done.action ->> 'kind')
    then
      wrong := done.number - 1;
      exit;
    end if;
  end loop;
  if after_seq is null or board = 'null' then
    board := null;
  end if;
  if wrong is not null or board is not null and not private.is_board(board, played.rules) then
    return private.answer(caller, 'bad', wrong, match);
  end if;

  select * into shown from public.public_overlays where table_id = played.table_id for update;
  select * into played from public.matches where id = match;

  -- How many are new, and the first amendment whose target is neither in the log nor earlier in this batch.
  with given as (
    select sent.number, (sent.action ->> 'id')::uuid as id, sent.action ->> 'kind' as kind,
      case when private.is_amendment(sent.action ->> 'kind') then (sent.action #>> '{body,t}')::uuid end as target,
      exists (
        select from public.match_actions as stored
        where stored.match_id = match and stored.id = (sent.action ->> 'id')::uuid
      ) as known
    from pg_catalog.jsonb_array_elements(actions) with ordinality as sent (action, number)
  )
  select
    count(distinct given.id) filter (where not given.known),
    count(*) filter (where private.is_clock(given.kind)),
    min(given.number) filter (where private.is_amendment(given.kind) and not given.known and not exists (
      select from public.match_actions as stored
      where stored.match_id = match and stored.id = given.target
        and not private.is_amendment(stored.kind) and not private.is_clock(stored.kind)
    ) and not exists (
      select from given as earlier
      where earlier.number < given.number and earlier.id = given.target
        and not private.is_amendment(earlier.kind) and not private.is_clock(earlier.kind)
    )) - 1
  into fresh, clocks, wrong
  from given;

  if fresh = 0 and actions <> '[]' then
    return private.answer(caller, 'ok', null, match, after_seq, actions);
  elsif after_seq <> played.seq
    or shown.match_id <> match and pg_catalog.jsonb_path_exists(actions, '$[*] ? (@.only_current == true)')
  then
    return private.answer(caller, 'stale', null, match, after_seq);
  elsif wrong is not null then
    return private.answer(caller, 'bad', wrong, match);
  elsif played.seq + fresh > 5000 then
    return private.answer(caller, 'full', null, match);
  elsif fresh > 600 - (
    select count(*)
    from public.matches as busy join public.match_actions as stored on stored.match_id = busy.id
    where busy.table_id = played.table_id and busy.stored_at > moment - interval '1 minute'
      and stored.seq > busy.seq - 600
      and stored.stored_at > moment - interval '1 minute' and stored.stored_at <= pg_catalog.clock_timestamp()
  ) then
    return private.answer(caller, 'tooMany', null, match);
  elsif fresh = 0 then
    if board is null
      or shown.match_id <> match
      or shown.repaired_seq = played.seq
      or (private.with_board(shown, board, shown.visit_at)) is not distinct from shown
        and nullif(board -> 'result', 'null') is not distinct from played.result
    then
      return private.answer(caller, 'ok', null, match, after_seq);
    end if;
    shown.repaired_seq := played.seq;
  end if;

  insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link, by_device)
  select match, played.seq + pg_catalog.row_number() over (order by given.number), given.id, given.kind, given.body,
    private.time_of(given.ago, played.started_at, moment), moment,
    caller.uid, caller.link_id, caller.device_id
  from (
    select distinct on (id) sent.number, (sent.action ->> 'id')::uuid as id, sent.action ->> 'kind' as kind,
      sent.action -> 'body' as body,
      (sent.action ->> 'ago')::numeric as ago
    from pg_catalog.jsonb_array_elements(actions) with ordinality as sent (action, number)
    order by id, sent.number
  ) as given
  where not exists (
    select from public.match_actions as stored where stored.match_id = match and stored.id = given.id
  );

  if board is not null then
    played.result := nullif(board -> 'result', 'null');
    played.ended_at := case when played.result is not null then coalesce(
      played.ended_at,
      (select at from public.match_actions where match_id = match and seq = played.seq + fresh),
      moment
    ) end;
    boarded := private.with_board(shown, board, private.visit_of(board, played.started_at, moment));
    if shown.match_id = match then
      shown := boarded;
    else
      played.last_board := private.kept_board(boarded);
    end if;
  end if;
  if shown.match_id = match then
    if clocks > 0 then
      for done in
        select stored.at, stored.kind, stored.body from public.match_actions as stored
        where stored.match_id = match and stored.seq > played.seq and private.is_clock(stored.kind)
        order by stored.seq
      loop
        shown := private.fold_clock(shown, done.kind, done.body, done.at, moment);
      end loop;
    end if;
    if played.result is not null then
      shown.shot := null;
    end if;
    shown.seq := played.seq + fresh;
  end if;
  update public.matches
    set seq = played.seq + fresh, result = played.result, ended_at = played.ended_at,
        last_board = played.last_board, stored_at = case when fresh > 0 then moment else played.stored_at end
    where id = match;
  if shown.match_id = match then
    perform private.save_board(private.rolled_over(shown, moment));
  end if;
  return private.answer(caller, 'ok', null, match, after_seq, actions);
end;
$$;

-- Begins a match at a table and shows its board. `match` is the new match's id, chosen by the device; `expected` is the
-- match the device thinks is current. The clock keeps running.
create or replace function public.begin_match(
  table_id uuid, expected uuid, match uuid, game text, rules int, start jsonb, board jsonb,
  ago double precision, link text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('begin_match', table_id, link);
  moment constant timestamptz := pg_catalog.clock_timestamp();
  shown public.public_overlays;
  begun public.matches;
begin
  perform private.require_plain_json(start, 20480);
  perform private.require_plain_json(board, 20480);
  -- Postgres sorts NaN above every number.
  if match is null
    or not coalesce(pg_catalog.left(game, 33) ~ '^[a-z][a-z0-9-]{0,31}$', false)
    or not coalesce(rules between 1 and 9999, false)
    or pg_catalog.jsonb_typeof(start) is distinct from 'object'
    or pg_catalog.octet_length(start::text) > 4096
    or not coalesce(ago >= 0 and ago < 'Infinity', false)
    or not coalesce(private.is_board(board, rules), false)
  then
    return private.answer(caller, 'bad', null, match);
  end if;

  select * into shown from public.public_overlays where public_overlays.table_id = caller.table_id for update;
  select * into begun from public.matches where id = match;
  if begun.id is not null then
    if begun.table_id <> caller.table_id or not private.reaches(caller, begun) then
      perform private.refuse();
    end if;
    return private.answer(caller, 'ok', null, match);
  elsif shown.match_id is distinct from expected then
    return private.answer(caller, 'stale', null, match);
  elsif exists (
    select from public.matches
    where matches.table_id = caller.table_id
      and created_at > moment - interval '1 hour' and created_at <= pg_catalog.clock_timestamp()
    offset case when caller.link_id is null then 99 else 19 end
  ) then
    return private.answer(caller, 'tooMany', null, match);
  end if;

  shown := private.next_match(
    shown, match, game, rules, start, moment - pg_catalog.make_interval(secs => least(ago, 604800)), moment
  );
  if nullif(board -> 'result', 'null') is not null then
    update public.matches set result = board -> 'result', ended_at = moment where id = match;
  end if;
  perform private.save_board(private.with_board(
    shown, board, private.visit_of(board, (select started_at from public.matches where id = match), moment)
  ));
  return private.answer(caller, 'ok', null, match);
end;
$$;

-- Undoes the start of a table's current match, `expected`: the previous one, `match`, is current again with its old
-- board, and with the clock if that was set to zero. The other stays stored.
create or replace function public.resume_match(table_id uuid, expected uuid, match uuid, link text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('resume_match', table_id, link);
  shown public.public_overlays;
  resumed public.matches;
  before jsonb;
begin
  select * into shown from public.public_overlays where public_overlays.table_id = caller.table_id for update;
  select * into resumed from public.matches where id = match and matches.table_id = caller.table_id;
  if resumed.id is null or not private.reaches(caller, resumed) then
    perform private.refuse();
  elsif shown.match_id = match then
    return private.answer(caller, 'ok', null, match);
  elsif shown.match_id is distinct from expected then
    return private.answer(caller, 'stale', null, match);
  end if;
  select clock_before into before from public.matches where id = expected and previous_id = match;
  if not found then
    return private.answer(caller, 'bad', null, match);
  end if;
  perform private.leave_match(shown);
  update public.matches set left_at = null where id = match;
  shown.match_id := match;
  shown.seq := resumed.seq;
  shown.repaired_seq := null;
  shown.shot := null;
  if before is not null then
    shown.clock_running := (before ->> 'running')::boolean;
    shown.clock_started_at := (before ->> 'started_at')::timestamptz;
    shown.clock_accum := (before ->> 'accum')::double precision;
    shown.clock_at := pg_catalog.clock_timestamp();
  end if;
  perform private.save_board(private.with_board(
    shown, resumed.last_board, (resumed.last_board ->> 'visit_at')::timestamptz
  ));
  return private.answer(caller, 'ok', null, match);
end;
$$;

-- Logs a direct update of a board, by its owner or a database administrator, under the lock that the update holds. Our
-- own functions change match_id, seq or repaired_seq too, which is how they are told apart.
create or replace function private.log_update() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  changes jsonb;
  logged public.public_overlays;
begin
  select pg_catalog.jsonb_object_agg(
    field, pg_catalog.jsonb_build_object('from', was.value, 'to', becomes.value)
  ) into changes
  from pg_catalog.jsonb_each(private.plain_start(old.p1, old.p2, old.s1, old.s2, old.race_to)) as was (field, value)
  join pg_catalog.jsonb_each(private.plain_start(new.p1, new.p2, new.s1, new.s2, new.race_to))
    as becomes (field, value) using (field)
  where was.value <> becomes.value;
  logged := private.log_action(old, 'set', pg_catalog.jsonb_build_object('changes', changes), moment);
  new.match_id := logged.match_id;
  new.seq := logged.seq;
  new.repaired_seq := logged.repaired_seq;
  if logged.match_id <> old.match_id then
    new.detail := null;
    new.shot := null;
    new.visit_at := null;
  end if;
  return private.rolled_over(new, moment);
end;
$$;

-- A table's latest picture, or why there is none to show: unknown, off or none. If the board has changed since the
-- newest picture, a new one is listed first; the service draws it when someone looks.
create or replace function public.latest_snapshot(match_id text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
-- An ON CONFLICT target's columns can't be qualified.
#variable_conflict use_column
declare
  asked private.pictured_tables;
  newest public.snapshots;
begin
  if match_id is null or pg_catalog.octet_length(match_id) > 64 then
    return '{"status": "unknown"}';
  end if;
  select * into asked from private.pictured_tables as pictured
  where pictured.match_id = latest_snapshot.match_id and not pictured.archived;
  if not found then
    return '{"status": "unknown"}';
  elsif not asked.is_public then
    return '{"status": "off"}';
  end if;
  newest := private.newest_snapshot(asked.match_id, asked.keep_days);
  if asked.shown_at > coalesce(newest.captured_at, '-infinity') then
    -- Keep a row another call just added; an expired one that isn't removed yet starts over.
    insert into public.snapshots as stored (id, match_id, source, type, captured_at, received_at, board, title, rev)
    select private.new_picture_id(), asked.match_id, 'board', 'image/jpeg',
      shown.shown_at, pg_catalog.clock_timestamp(), private.kept_board(shown) - 'visit_at', asked.title, shown.rev
    from public.public_overlays as shown where shown.table_id = asked.table_id
    on conflict (match_id, captured_at) where source = 'board' do update set received_at = excluded.received_at
      where stored.received_at <= excluded.received_at - pg_catalog.make_interval(days => asked.keep_days);
    newest := private.newest_snapshot(asked.match_id, asked.keep_days);
  end if;
  if newest.id is null then
    return pg_catalog.jsonb_build_object(
      'status', 'none', 'topic', 'snapshot:' || asked.match_id, 'shows_live', asked.shows_live
    );
  end if;
  return pg_catalog.jsonb_build_object(
    'status', 'shown',
    'id', newest.id,
    'source', newest.source,
    'captured_at', newest.captured_at,
    'type', newest.type,
    'topic', 'snapshot:' || asked.match_id,
    'title', asked.title,
    'shows_live', asked.shows_live,
    'server_time', pg_catalog.clock_timestamp()
  );
end;
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
        and pg_catalog.jsonb_typeof(line -> 'shortens_names') is not distinct from 'boolean'
        and coalesce(pg_catalog.jsonb_typeof(line -> 'full_names') in ('boolean', 'null'), true);
    when 'table' then
      return private.is_id(line ->> 'id') and private.is_text(line -> 'title', 60)
        and private.is_whole(line -> 'position', -1000000, 1000000)
        and (private.is_missing(line -> 'archived_at') or private.is_time(line -> 'archived_at'))
        and private.is_time(line -> 'created_at')
        and (private.is_missing(line -> 'kind') or line ->> 'kind' in ('pool', 'snooker'))
        and coalesce(pg_catalog.jsonb_typeof(line -> 'out_of_use') in ('boolean', 'null'), true);
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
          and private.is_board((line -> 'last_board') || '{"rules": 1}', 1)
          and (
            private.is_missing(line #> '{last_board,visit_at}') or private.is_time(line #> '{last_board,visit_at}')
          ))
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
            shortens_names = given.shortens_names, full_names = coalesce(given.full_names, kept.full_names)
        from pg_catalog.jsonb_populate_record(null::public.venues, line) as given
        where kept.id = venue;
    when 'table' then
      insert into public.user_overlays (id, owner_uid, title, position, archived_at, created_at, kind, out_of_use)
      select given.id, owner, given.title, given.position, given.archived_at, given.created_at,
        coalesce(given.kind, 'pool'), coalesce(given.out_of_use, false)
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
        shot, visit_at, theme, match_id, seq
      )
      select owned.url_token, owner, owned.id, given.p1, given.p2, given.s1, given.s2, given.race_to,
        nullif(given.detail, 'null'), (line #> '{clock,running}')::boolean, (line #>> '{clock,started_at}')::timestamptz,
        (line #> '{clock,accum}')::double precision, nullif(given.shot, 'null'), given.visit_at, given.theme, played.id,
        played.seq
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
