-- Writing and reading match logs. Every change of a board locks the board's row, after authorising and validating.
--
-- The server's clock may be set back, leaving rows dated in the future; limits don't count those. Limits read the clock
-- after taking the lock, so rows stored meanwhile aren't mistaken for future ones.

-- Shapes -------------------------------------------------------------------------------------------

-- Rejects JSON that none of our devices would send: too large as stored, nested more than 16 deep, or with numbers
-- outside JavaScript's range. Runs before anything serialises it: `1e131071` becomes 131,072 digits. Each check bounds
-- the cost of the next.
create function private.require_plain_json(value jsonb, most int) returns void
language plpgsql
immutable
set search_path = ''
as $$
declare
  is_plain boolean := pg_column_size(value) <= most;
begin
  if is_plain then
    is_plain := not jsonb_path_exists(value, 'strict $.**{17}');
  end if;
  if is_plain then
    is_plain := not exists (
      select from jsonb_path_query(value, 'strict $.** ? (@.type() == "number")') as held (number)
      where abs(held.number::numeric) >= 1e309 or scale(held.number::numeric) > 324
    );
  end if;
  if not is_plain then
    raise exception 'no device writes this JSON: it is too long, too deep or has numbers beyond JavaScript''s'
      using errcode = '22023';
  end if;
end;
$$;

-- Whether this is a JSON number within range. Nonzero magnitudes below 1e-300 are rejected, because columns can't hold
-- them.
create function private.is_number(value jsonb, least_value numeric, most numeric) returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when jsonb_typeof(value) = 'number' then
      value::numeric >= least_value and (most is null or value::numeric <= most)
      and (value::numeric = 0 or abs(value::numeric) >= 1e-300)
    else false
  end;
$$;

-- Whether this is a number of seconds within range, with no more decimals than devices send, because clocks store it
-- unchanged.
create function private.is_seconds(value jsonb, least_value numeric, most numeric) returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when private.is_number(value, least_value, most) then scale(value::numeric) <= 20
    else false
  end;
$$;

-- Whether this kind of action amends another, which `body.t` names.
create function private.is_amendment(kind text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select kind in ('undo', 'redo', 'replace');
$$;

-- Whether this has an action's shape, {id, kind, body, ago, only_current}. Unknown kinds pass: a newer page may have
-- more. Bodies are measured in characters, so 60-letter names fit in any script.
create function private.is_action(action jsonb) returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  kind text;
  body jsonb;
begin
  -- No valid action is this large in any script; don't serialise it to measure it.
  if pg_column_size(action) > 8192 then
    return false;
  end if;
  kind := action ->> 'kind';
  body := action -> 'body';
  if not private.is_id(action ->> 'id')
    or not coalesce(kind ~ '^[a-z][A-Za-z.]{0,31}$', false)
    or jsonb_typeof(body) is distinct from 'object'
    or char_length(body::text) > 1024
    or not private.is_number(action -> 'ago', 0, null)
  then
    return false;
  end if;
  return case kind
    when 'clock.set' then private.is_seconds(body -> 'n', 0, 31536000)
    when 'shot.start' then
      private.is_seconds(body -> 'n', 1, 3600) and private.is_seconds(body -> 'warn', 0, 3600)
    when 'shot.extend' then private.is_seconds(body -> 'n', 1, 3600)
    when 'undo' then private.is_id(body ->> 't')
    when 'redo' then private.is_id(body ->> 't')
    when 'replace' then
      private.is_id(body ->> 't')
      and coalesce(body ->> 'kind' ~ '^[a-z][A-Za-z.]{0,31}$', false)
      and not private.is_amendment(body ->> 'kind')
      and not private.is_clock(body ->> 'kind')
      and jsonb_typeof(body -> 'body') is not distinct from 'object'
    else true
  end;
end;
$$;

-- When something happened that a device dates `ago` seconds back: never before its match started, never in the future.
create function private.time_of(ago numeric, started_at timestamptz, moment timestamptz) returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select least(moment, greatest(started_at, moment - make_interval(
    secs => round(least(ago, 604800), 6)::double precision
  )));
$$;

-- When the visit on a device's board began, `visit_ago` seconds back; null without a visit, or from pages that don't
-- send it.
create function private.visit_of(board jsonb, started_at timestamptz, moment timestamptz) returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select private.time_of((board ->> 'visit_ago')::numeric, started_at, moment) where board ->> 'visit_ago' is not null;
$$;

-- Whether a board, {p1, p2, event, s1, s2, race_to, rules, detail, result, visit_ago}, fits the row and came from these rules.
create function private.is_board(board jsonb, rules int) returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return jsonb_typeof(board) = 'object'
    and jsonb_typeof(board -> 'p1') is not distinct from 'string'
    and jsonb_typeof(board -> 'p2') is not distinct from 'string'
    and char_length(board ->> 'p1') <= 60
    and char_length(board ->> 'p2') <= 60
    and coalesce(jsonb_typeof(board -> 'event') = 'string' and char_length(board ->> 'event') <= 60, true)
    and private.is_number(board -> 's1', -9999, 9999)
    and private.is_number(board -> 's2', -9999, 9999)
    and private.is_number(board -> 'race_to', 0, 9999)
    and board -> 'rules' is not distinct from to_jsonb(rules)
    and coalesce(jsonb_typeof(board -> 'detail') in ('object', 'null'), true)
    and coalesce(jsonb_typeof(board -> 'result') in ('object', 'null'), true)
    and coalesce(octet_length((board -> 'detail')::text) <= 2048, true)
    and coalesce(octet_length((board -> 'result')::text) <= 2048, true)
    and (board ->> 'visit_ago' is null or private.is_number(board -> 'visit_ago', 0, null));
end;
$$;

-- Matches ------------------------------------------------------------------------------------------

-- A plain match's format: the current fields.
create function private.plain_start(
  p1 text, p2 text, s1 double precision, s2 double precision, race_to double precision
) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('p1', p1, 'p2', p2, 's1', s1, 's2', s2, 'raceTo', race_to);
$$;

-- Whether a match was started. A new table's match isn't: plain scores without names or a length, with nothing scored.
create function private.is_begun(played public.matches) returns boolean
language sql
immutable
set search_path = ''
as $$
  -- Compares with a new table first: reading names takes ten times as long.
  select played.seq > 0 or played.game <> 'plain'
    or not private.plain_start(private.default_name('A'), private.default_name('B'), 0, 0, 0) @> played.start
    and (
      private.player_key(played.start ->> 'p1') is not null or private.player_key(played.start ->> 'p2') is not null
      or not '{"s1": 0, "s2": 0, "raceTo": 0}' @> (played.start - '{p1,p2}'::text[])
    );
$$;

-- How long a match or a party counts at its table after its last change. COUNTS_MILLIS in
-- src/core/room/table-state.ts is the same.
create function private.counts_for() returns interval
language sql
immutable
set search_path = ''
as $$
  select interval '6 hours';
$$;

-- The match on each table's board, if it was begun, when it was started and last scored, and until when it counts there.
create view private.shown_matches as
select
  shown.table_id, shown.owner_uid, played.id, played.game, played.ended_at is not null as over,
  played.started_at, scored.at as scored_at, scored.at + private.counts_for() as until
from public.public_overlays as shown
join public.matches as played on played.id = shown.match_id
cross join lateral (select coalesce(played.stored_at, played.started_at) as at) as scored
where private.is_begun(played);

-- The board to keep for a match that is no longer current: only the fields that are shown.
create function private.kept_board(shown public.public_overlays) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'p1', shown.p1,
    'p2', shown.p2,
    'event', shown.event,
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'detail', shown.detail,
    'visit_at', shown.visit_at
  );
$$;

-- Leaves a table's current match, keeping its board in case it is resumed.
create function private.leave_match(shown public.public_overlays) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.matches
    set last_board = private.kept_board(shown), left_at = clock_timestamp()
    where id = shown.match_id;
end;
$$;

-- Makes a new match current. The fields are left for the caller to change. The clock keeps running, unless the match is
-- timed: then it is stopped at zero, so that no device has to be in time.
create function private.next_match(
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

-- Starts the next plain match from the current fields.
create function private.next_plain_match(inout shown public.public_overlays, moment timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
begin
  shown := private.next_match(
    shown, gen_random_uuid(), 'plain', 1,
    private.plain_start(shown.p1, shown.p2, shown.s1, shown.s2, shown.race_to)
      || jsonb_strip_nulls(jsonb_build_object('event', nullif(shown.event, ''))),
    moment, moment
  );
end;
$$;

-- Rolls a plain match over at 2,000 actions, so saving never stops.
create function private.rolled_over(inout shown public.public_overlays, moment timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
begin
  if shown.seq >= 2000 and exists (select from public.matches where id = shown.match_id and game = 'plain') then
    shown := private.next_plain_match(shown, moment);
    update public.matches set continues = true where id = shown.match_id;
  end if;
end;
$$;

-- Appends a server action to a table's current match. A full match of another game is followed by a plain one, so a
-- direct update is never refused.
create function private.log_action(
  inout shown public.public_overlays, kind text, body jsonb, moment timestamptz
)
language plpgsql
security definer
set search_path = ''
as $$
begin
  if shown.seq >= 5000 then
    shown := private.next_plain_match(shown, moment);
  end if;
  shown.seq := shown.seq + 1;
  insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid)
  values (shown.match_id, shown.seq, gen_random_uuid(), kind, body, moment, moment, auth.uid());
  update public.matches set seq = shown.seq, stored_at = moment where id = shown.match_id;
end;
$$;

-- Answers ------------------------------------------------------------------------------------------

-- Whether the caller may read this match of their table, or also add to it. Owners and Admins reach all matches. Others
-- read the current one and those left in the last 36 hours, and add to those left in the last day, which is how long a
-- device may have been offline. Links and remotes, which have one table, reach no match that was left before they were
-- created. A time in the future dates from before the clock was set back.
create function private.reaches(caller private.actor, played public.matches, adds boolean default false)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  came_at timestamptz;
begin
  if played.table_id is distinct from caller.table_id then
    return false;
  elsif played.left_at is null or caller.kind in ('owner', 'admin') then
    return true;
  elsif played.left_at < private.reached_since(caller) or adds and played.left_at <= moment - interval '1 day' then
    return false;
  end if;
  select coalesce(given.created_at, device.created_at) into came_at
  from (values (caller.link_id, caller.device_id)) as by (link, device)
  left join public.scorer_links as given on given.id = by.link
  left join public.devices as device on device.id = by.device and caller.kind = 'remote';
  return coalesce((came_at <= moment, came_at) <= (played.left_at <= moment, played.left_at), true);
end;
$$;

-- A log entry as devices get it. The venue's own people also see which account or device did it, and a device's name.
-- Holders of a link see links only.
create function private.entry(caller private.actor, stored public.match_actions) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'seq', stored.seq,
    'id', stored.id,
    'kind', stored.kind,
    'body', stored.body,
    'at', stored.at,
    'by', coalesce(stored.by_link, case when caller.link_id is null then coalesce(stored.by_device, stored.by_uid) end)
  ) || coalesce((
    select jsonb_build_object('by_name', device.title) from public.devices as device
    where device.id = stored.by_device and caller.link_id is null
  ), '{}');
end;
$$;

-- Up to 500 entries after `after_seq`.
create function private.entries_after(caller private.actor, match uuid, after_seq int) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.entry(caller, stored) order by stored.seq), '[]')
    from public.match_actions as stored
    where stored.match_id = match and stored.seq > after_seq and stored.seq <= after_seq + 500
  );
end;
$$;

-- The answer to everything that changes a log. ok and stale include the entries after `after_seq`, or without one,
-- those that were sent. `more` means the log has others.
create function private.answer(
  caller private.actor, outcome text, wrong int, match uuid, after_seq int default null, actions jsonb default '[]'
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  entries jsonb := '[]';
  more boolean := false;
  named_seq int;
  shown public.public_overlays;
begin
  select * into shown from public.public_overlays where table_id = caller.table_id;
  select seq into named_seq from public.matches where id = match and table_id = caller.table_id;
  if outcome in ('ok', 'stale') and after_seq is not null then
    after_seq := least(greatest(after_seq, 0), 5000);
    entries := private.entries_after(caller, match, after_seq);
    more := named_seq > after_seq + 500;
  elsif outcome = 'ok' and actions <> '[]' then
    select coalesce(jsonb_agg(private.entry(caller, stored) order by stored.seq), '[]') into entries
    from public.match_actions as stored
    where stored.match_id = match and stored.id in (
      select (sent ->> 'id')::uuid from jsonb_array_elements(actions) as sent
    );
  elsif outcome = 'ok' then
    more := named_seq > 0;
  end if;
  return jsonb_build_object(
    'outcome', outcome,
    'index', wrong,
    'entries', entries,
    'more', more,
    'seq', coalesce(named_seq, shown.seq),
    'rev', shown.rev,
    'current', shown.match_id,
    'server_time', clock_timestamp()
  );
end;
$$;

-- Limits on storing --------------------------------------------------------------------------------

create table public.log_uses (
  table_id uuid not null references public.user_overlays (id) on delete cascade,
  writer uuid not null,
  since timestamptz not null,
  bytes int not null,
  primary key (table_id, writer)
);
comment on table public.log_uses is
  'How much each link and device stored in a table''s logs in the day from its first action. Reached through functions only.';

alter table public.log_uses enable row level security;
revoke all on table public.log_uses from anon, authenticated;

-- Counts what a link or a device is about to store: 8 MB are allowed at a table in a day. An action counts some 340
-- bytes, and a tap every ten seconds around the clock comes to 3 MB. Returns the seconds to wait; 0 if it is allowed.
-- Under the board's lock. A time in the future dates from before the clock was set back.
create function private.wait_for_quota(caller private.actor, bytes int) returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  insert into public.log_uses as used (table_id, writer, since, bytes)
  values (caller.table_id, coalesce(caller.link_id, caller.device_id), moment, wait_for_quota.bytes)
  on conflict on constraint log_uses_pkey do update set
    since = case when moment between used.since and used.since + interval '1 day' then used.since else moment end,
    bytes = excluded.bytes + case when moment between used.since and used.since + interval '1 day' then used.bytes else 0 end
  where moment not between used.since and used.since + interval '1 day' or used.bytes + excluded.bytes <= 8388608;
  if found then
    return 0;
  end if;
  return (
    select greatest(1, ceil(extract(epoch from used.since + interval '1 day' - moment)))
    from public.log_uses as used
    where used.table_id = caller.table_id and used.writer = coalesce(caller.link_id, caller.device_id)
  );
end;
$$;

-- The API ------------------------------------------------------------------------------------------

-- Appends a device's actions and shows the board that came with them. `actions`: at most 200 of {id, kind, body, ago,
-- only_current}, ago in seconds. An action with only_current is meant for the table: if its match is no longer the
-- current one, nothing is stored and the answer is stale. `after_seq`: the last entry the device has; null only when
-- all are clock actions, whose board is ignored. Without actions, the board corrects the shown one, once per seq. `bad`
-- stores nothing and gives the index of the first bad action; no index means the board is bad.
create function public.append_actions(
  match uuid, after_seq int, actions jsonb, board jsonb default null, link text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize(
    'append_actions', (select table_id from public.matches where id = match), link
  );
begin
  return private.append(caller, match, after_seq, actions, board);
end;
$$;

-- The index of the first action that append_actions() can't take; null if there is none.
create function private.first_bad(actions jsonb, clocks_only boolean) returns int
language plpgsql
immutable
set search_path = ''
as $$
declare
  sent record;
begin
  -- A loop, to stop at the first one.
  for sent in select * from jsonb_array_elements(actions) with ordinality as listed (action, number) loop
    if not private.is_action(sent.action) or clocks_only and not private.is_clock(sent.action ->> 'kind') then
      return sent.number - 1;
    end if;
  end loop;
  return null;
end;
$$;

-- How many of these actions the match's log lacks, how many are a clock's, and the index of the first amendment whose
-- target is neither in the log nor earlier among these.
create function private.weigh_actions(match uuid, actions jsonb, out fresh int, out clocks int, out wrong int)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  with given as (
    select sent.number, sent.id, sent.kind,
      case when private.is_amendment(sent.kind) then (sent.body ->> 't')::uuid end as target,
      exists (
        select from public.match_actions as stored where stored.match_id = match and stored.id = sent.id
      ) as known
    from rows from (jsonb_to_recordset(actions) as (id uuid, kind text, body jsonb))
      with ordinality as sent (id, kind, body, number)
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
end;
$$;

-- Shows what came with stored actions: their board, unless it is null, and their effect on the clocks. `played` is the
-- match as it was before them. Under the locks of both.
create function private.show_actions(
  shown public.public_overlays, played public.matches, board jsonb, fresh int, clocks int, moment timestamptz
) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  boarded public.public_overlays;
  stored record;
begin
  if board is not null then
    played.result := nullif(board -> 'result', 'null');
    played.ended_at := case when played.result is not null then coalesce(
      played.ended_at,
      (select at from public.match_actions where match_id = played.id and seq = played.seq + fresh),
      moment
    ) end;
    boarded := private.with_board(shown, board, private.visit_of(board, played.started_at, moment));
    if shown.match_id = played.id then
      shown := boarded;
    else
      played.last_board := private.kept_board(boarded);
    end if;
  end if;
  update public.matches
    set seq = played.seq + fresh, result = played.result, ended_at = played.ended_at,
        last_board = played.last_board, stored_at = case when fresh > 0 then moment else played.stored_at end
    where id = played.id;
  if shown.match_id <> played.id then
    return;
  end if;
  if clocks > 0 then
    for stored in
      select added.at, added.kind, added.body from public.match_actions as added
      where added.match_id = played.id and added.seq > played.seq and private.is_clock(added.kind)
      order by added.seq
    loop
      shown := private.fold_clock(shown, stored.kind, stored.body, stored.at, moment);
    end loop;
  end if;
  if played.result is not null then
    shown.shot := null;
  end if;
  shown.seq := played.seq + fresh;
  perform private.save_board(private.rolled_over(shown, moment));
end;
$$;

-- What append_actions does for a caller who passed its gate.
create function private.append(
  caller private.actor, match uuid, after_seq int, actions jsonb, board jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  shown public.public_overlays;
  played public.matches;
  wrong int;
  weighed record;
  wait int;
begin
  select * into played from public.matches where id = match;
  if not private.reaches(caller, played, adds => true) then
    perform private.refuse();
  end if;

  perform private.require_plain_json(actions, 1048576);
  perform private.require_plain_json(board, 20480);
  if jsonb_typeof(actions) is distinct from 'array' then
    raise exception 'actions are an array' using errcode = '22023';
  end if;
  if jsonb_array_length(actions) > private.most('actions') then
    return private.answer(caller, 'bad', private.most('actions'), match);
  end if;
  wrong := private.first_bad(actions, after_seq is null);
  if after_seq is null or board = 'null' then
    board := null;
  end if;
  if wrong is not null or board is not null and not private.is_board(board, played.rules) then
    return private.answer(caller, 'bad', wrong, match);
  end if;

  select * into shown from public.public_overlays where table_id = played.table_id for update;
  select * into played from public.matches where id = match for no key update;

  weighed := private.weigh_actions(match, actions);
  if weighed.fresh = 0 and actions <> '[]' then
    return private.answer(caller, 'ok', null, match, after_seq, actions);
  elsif after_seq <> played.seq
    or shown.match_id <> match and jsonb_path_exists(actions, '$[*] ? (@.only_current == true)')
  then
    return private.answer(caller, 'stale', null, match, after_seq);
  elsif weighed.wrong is not null then
    return private.answer(caller, 'bad', weighed.wrong, match);
  elsif played.seq + weighed.fresh > 5000 then
    return private.answer(caller, 'full', null, match);
  elsif weighed.fresh > 600 - (
    select count(*)
    from public.matches as busy join public.match_actions as stored on stored.match_id = busy.id
    where busy.table_id = played.table_id and busy.stored_at > moment - interval '1 minute'
      and stored.seq > busy.seq - 600
      and stored.stored_at > moment - interval '1 minute' and stored.stored_at <= clock_timestamp()
  ) then
    return private.answer(caller, 'tooMany', null, match);
  elsif weighed.fresh = 0 then
    if board is null
      or shown.match_id <> match
      or shown.repaired_seq = played.seq
      or (private.with_board(shown, board, shown.visit_at)) is not distinct from shown
        and nullif(board -> 'result', 'null') is not distinct from played.result
    then
      return private.answer(caller, 'ok', null, match, after_seq);
    end if;
    shown.repaired_seq := played.seq;
  elsif caller.uid is null then
    wait := private.wait_for_quota(caller, pg_column_size(actions) + 150 * weighed.fresh);
    if wait > 0 then
      return private.answer(caller, 'tooMany', null, match) || jsonb_build_object('wait', wait);
    end if;
  end if;

  insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link, by_device)
  select match, played.seq + row_number() over (order by given.number), given.id, given.kind, given.body,
    private.time_of(given.ago, played.started_at, moment), moment,
    caller.uid, caller.link_id, caller.device_id
  from (
    select distinct on (sent.id) sent.*
    from rows from (jsonb_to_recordset(actions) as (id uuid, kind text, body jsonb, ago numeric))
      with ordinality as sent (id, kind, body, ago, number)
    order by sent.id, sent.number
  ) as given
  where not exists (
    select from public.match_actions as stored where stored.match_id = match and stored.id = given.id
  );
  perform private.show_actions(shown, played, board, weighed.fresh, weighed.clocks, moment);
  return private.answer(caller, 'ok', null, match, after_seq, actions);
end;
$$;

-- Starts a match at a table and shows its board. `match` is the new match's id, chosen by the device; `expected` is the
-- match the device thinks is current. The clock keeps running. A party that is called there under one of the names plays.
create function public.begin_match(
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
  moment constant timestamptz := clock_timestamp();
  is_called constant boolean := private.lock_called(caller.table_id);
  shown public.public_overlays;
  begun public.matches;
begin
  perform private.require_plain_json(start, 20480);
  perform private.require_plain_json(board, 20480);
  -- Postgres sorts NaN above every number.
  if match is null
    or not coalesce(left(game, 33) ~ '^[a-z][a-z0-9-]{0,31}$', false)
    or not coalesce(rules between 1 and 9999, false)
    or jsonb_typeof(start) is distinct from 'object'
    or octet_length(start::text) > 4096
    or not coalesce(ago >= 0 and ago < 'Infinity', false)
    or not coalesce(private.is_board(board, rules), false)
  then
    return private.answer(caller, 'bad', null, match);
  end if;

  select * into shown from public.public_overlays where public_overlays.table_id = caller.table_id for update;
  select * into begun from public.matches where id = match;
  if begun.id is not null then
    if not private.reaches(caller, begun) then
      perform private.refuse();
    end if;
    return private.answer(caller, 'ok', null, match);
  elsif shown.match_id is distinct from expected then
    return private.answer(caller, 'stale', null, match);
  elsif exists (
    select from public.matches
    where matches.table_id = caller.table_id
      and created_at > moment - interval '1 hour' and created_at <= clock_timestamp()
    offset case when caller.link_id is null then 99 else 19 end
  ) then
    return private.answer(caller, 'tooMany', null, match);
  end if;

  shown := private.next_match(
    shown, match, game, rules, start, moment - make_interval(secs => least(ago, 604800)), moment
  );
  update public.matches
    set fixture = private.fixture_at(shown.table_id, board ->> 'p1', board ->> 'p2', moment),
        result = nullif(board -> 'result', 'null'),
        ended_at = case when nullif(board -> 'result', 'null') is not null then moment end
    where id = match returning * into begun;
  perform private.save_board(private.with_board(shown, board, private.visit_of(board, begun.started_at, moment)));
  if is_called then
    perform private.start_called(caller, board ->> 'p1', board ->> 'p2', begun.started_at, moment);
  end if;
  return private.answer(caller, 'ok', null, match);
end;
$$;

-- Undoes the start of a table's current match, `expected`: the previous one, `match`, is current again with its old
-- board, and with its clock if the start set that to zero. The other match stays stored.
create function public.resume_match(table_id uuid, expected uuid, match uuid, link text default null)
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
  if not private.reaches(caller, resumed, adds => true) then
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
    shown.clock_at := clock_timestamp();
  end if;
  perform private.save_board(private.with_board(
    shown, resumed.last_board, (resumed.last_board ->> 'visit_at')::timestamptz
  ));
  return private.answer(caller, 'ok', null, match);
end;
$$;

-- What get_log answers to a caller who passed its gate.
create function private.log_page(caller private.actor, match uuid, after_seq int) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  played public.matches;
  shown public.public_overlays;
  since int := least(greatest(coalesce(after_seq, 0), 0), 5000);
begin
  select * into played from public.matches where id = match;
  if not private.reaches(caller, played) then
    perform private.refuse();
  end if;
  select * into shown from public.public_overlays where table_id = played.table_id;
  return jsonb_build_object(
    'match', jsonb_build_object(
      'id', played.id,
      'table_id', played.table_id,
      'number', played.number,
      'previous', (
        select id from public.matches as before where id = played.previous_id and private.reaches(caller, before)
      ),
      'game', played.game,
      'rules', played.rules,
      'start', played.start,
      'seq', played.seq,
      'started_at', played.started_at,
      'ended_at', played.ended_at
    ),
    'entries', private.entries_after(caller, match, since),
    'more', played.seq > since + 500,
    'current', shown.match_id,
    'server_time', clock_timestamp(),
    'screens', private.screens_of(shown)
  );
end;
$$;

-- A match and up to 500 log entries after `after_seq`.
create function public.get_log(match uuid, after_seq int default 0, link text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize(
    'get_log', (select table_id from public.matches where id = match), link
  );
begin
  return private.log_page(caller, match, after_seq);
end;
$$;

-- Direct updates -----------------------------------------------------------------------------------

-- Logs a direct update of a board, by its owner or a database administrator, under the lock that the update holds. Our
-- own functions change match_id, seq or repaired_seq too, which is how they are told apart.
create function private.log_update() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  changes jsonb;
  logged public.public_overlays;
begin
  select jsonb_object_agg(
    field, jsonb_build_object('from', was.value, 'to', becomes.value)
  ) into changes
  from jsonb_each(private.plain_start(old.p1, old.p2, old.s1, old.s2, old.race_to)) as was (field, value)
  join jsonb_each(private.plain_start(new.p1, new.p2, new.s1, new.s2, new.race_to))
    as becomes (field, value) using (field)
  where was.value <> becomes.value;
  logged := private.log_action(old, 'set', jsonb_build_object('changes', changes), moment);
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

create trigger log_update before update on public.public_overlays
  for each row
  when (
    (old.p1, old.p2, old.s1, old.s2, old.race_to) is distinct from (new.p1, new.p2, new.s1, new.s2, new.race_to)
    and (old.match_id, old.seq, old.repaired_seq) is not distinct from (new.match_id, new.seq, new.repaired_seq)
  )
  execute function private.log_update();
