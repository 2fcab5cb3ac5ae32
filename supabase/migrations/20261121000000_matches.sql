-- The match: what was done at a table, as a list of actions in the server's order. Devices fold it by the rules of its
-- game and send the board that viewers see; the server orders, times and keeps, and knows no rules.
--
-- Whoever changes a board holds one lock: that table's row of public_overlays, taken after authorising. Rows of matches
-- and match_actions are written under it.
--
-- The server's clock may be set back. What lies in the future then is that clock's error, and no limit counts it. Limits
-- read the clock after the lock: what others stored meanwhile is not taken for that.

-- Stored -------------------------------------------------------------------------------------------

alter table public.user_overlays
  add column position int not null default 0,
  add column archived_at timestamptz,
  add column link_replaced boolean not null default false;
comment on table public.user_overlays is 'Private: the tables an owner has. Nobody else can read a row.';
comment on column public.user_overlays.position is 'The owner''s order; equal ones stand as they were made.';
comment on column public.user_overlays.link_replaced is
  'Whether it has another overlay link than its first: then its id is no link any more.';

-- Made by a device, also without a network, or by the server: the first of a table, and what follows a long plain one.
create table public.matches (
  id uuid primary key,
  overlay_id uuid not null references public.user_overlays (id) on delete cascade,
  number int not null constraint number_counts_from_one check (number >= 1),
  -- No foreign key: it would be looked up for each match that goes with its table.
  previous_id uuid,
  game text not null constraint game_is_a_word check (game ~ '^[a-z][a-z0-9-]{0,31}$'),
  rules int not null constraint rules_is_a_version check (rules between 1 and 9999),
  start jsonb not null constraint start_fits check (
    jsonb_typeof(start) = 'object' and octet_length(start::text) <= 4096
  ),
  seq int not null default 0 constraint seq_in_range check (seq between 0 and 5000),
  result jsonb constraint result_fits check (
    jsonb_typeof(result) = 'object' and octet_length(result::text) <= 2048
  ),
  last_board jsonb constraint last_board_fits check (octet_length(last_board::text) <= 8192),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  left_at timestamptz,
  stored_at timestamptz,
  created_at timestamptz not null default now(),
  unique (overlay_id, number)
);
comment on table public.matches is 'What is and was played at a table. Reached through functions only.';
comment on column public.matches.previous_id is 'The match that was current when this one was begun.';
comment on column public.matches.start is 'The format, as the game''s rules read it.';
comment on column public.matches.seq is 'The last entry of its log.';
comment on column public.matches.left_at is 'When another match became current; null of the current one.';
comment on column public.matches.stored_at is 'When the last entry of its log was stored.';
comment on column public.matches.last_board is 'The board of a match that is not current, shown when it is resumed.';

create index matches_stored_at on public.matches (overlay_id, stored_at);

alter table public.matches enable row level security;
revoke all on table public.matches from anon, authenticated;

create table public.match_actions (
  match_id uuid not null references public.matches (id) on delete cascade,
  seq int not null constraint seq_in_range check (seq between 1 and 5000),
  id uuid not null,
  kind text not null constraint kind_is_a_word check (kind ~ '^[a-z][A-Za-z.]{0,31}$'),
  -- What devices send is shorter (private.is_action); what a direct update logs can be all of this.
  body jsonb not null constraint body_fits check (
    jsonb_typeof(body) = 'object' and octet_length(body::text) <= 4096
  ),
  at timestamptz not null,
  stored_at timestamptz not null,
  by_uid uuid,
  by_link uuid,
  primary key (match_id, seq),
  unique (match_id, id),
  constraint by_an_account_or_a_link check (num_nonnulls(by_uid, by_link) <= 1)
);
comment on table public.match_actions is 'The log of each match. Append-only, reached through functions only.';
comment on column public.match_actions.at is 'When it was done, in server time.';

alter table public.match_actions enable row level security;
revoke all on table public.match_actions from anon, authenticated;

-- Nobody changes what was done, whatever their role: an entry goes with its match only.
create function private.keep_actions() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.matches where id = old.match_id) then
    return old;
  end if;
  raise exception 'the log of a match is append-only' using errcode = '42501';
end;
$$;
revoke execute on function private.keep_actions() from public;

create trigger keep_actions before update or delete on public.match_actions
  for each row execute function private.keep_actions();
create trigger keep_all_actions before truncate on public.match_actions
  for each statement execute function private.keep_actions();

create table public.scorer_links (
  id uuid primary key default gen_random_uuid(),
  overlay_id uuid not null references public.user_overlays (id) on delete cascade,
  token_hash bytea not null unique,
  label text not null constraint label_fits check (char_length(label) <= 60),
  created_at timestamptz not null default now(),
  -- As browsers read times: with four digits for the year.
  ends_at timestamptz constraint ends_at_is_a_time check (
    ends_at >= '1970-01-01 00:00+00' and ends_at < '10000-01-01 00:00+00'
  ),
  revoked_at timestamptz,
  last_used_at timestamptz
);
comment on table public.scorer_links is
  'Secret addresses with which somebody without an account scores one table. Reached through functions only.';
comment on column public.scorer_links.token_hash is 'SHA-256 of the secret, which is stored nowhere.';

alter table public.scorer_links enable row level security;
revoke all on table public.scorer_links from anon, authenticated;

create index scorer_links_overlay_id on public.scorer_links (overlay_id, created_at);

create table public.overlay_screens (
  overlay_id uuid not null references public.user_overlays (id) on delete cascade,
  screen text not null constraint screen_is_a_name check (screen ~ '^[A-Za-z0-9-]{8,40}$'),
  lacked bigint,
  seen_at timestamptz not null,
  primary key (overlay_id, screen)
);
comment on table public.overlay_screens is
  'Who says that they show a table: claims of anybody who knows its link. Reached through functions only.';
comment on column public.overlay_screens.lacked is
  'How many revisions the screen lacked when it asked: it asks once a minute, so one that hears of every change lacks none.';

alter table public.overlay_screens enable row level security;
revoke all on table public.overlay_screens from anon, authenticated;

alter table public.public_overlays
  add column overlay_id uuid unique references public.user_overlays (id) on delete cascade,
  add column match_id uuid unique references public.matches (id),
  add column seq int not null default 0,
  add column repaired_seq int,
  add column detail jsonb constraint detail_fits check (
    jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 2048
  ),
  add column clock_at timestamptz,
  add column shot jsonb constraint shot_fits check (
    jsonb_typeof(shot) = 'object' and octet_length(shot::text) <= 256
  ),
  add column shot_at timestamptz;
comment on column public.public_overlays.match_id is 'The current match.';
comment on column public.public_overlays.seq is 'The last entry of the current match''s log.';
comment on column public.public_overlays.repaired_seq is 'The seq at which a device corrected the board.';
comment on column public.public_overlays.detail is 'What the game shows beside the scores.';
comment on column public.public_overlays.clock_at is 'When the last action was done that moved the clock.';
comment on column public.public_overlays.shot is 'The shot clock: {n, warn, ends, left} in seconds.';
comment on column public.public_overlays.shot_at is 'When the last action was done that moved the shot clock.';

-- A plain match's format: its fields as they are.
create function private.plain_start(
  p1 text, p2 text, s1 double precision, s2 double precision, race_to double precision
) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select pg_catalog.jsonb_build_object('p1', p1, 'p2', p2, 's1', s1, 's2', s2, 'raceTo', race_to);
$$;
revoke execute on function private.plain_start(text, text, double precision, double precision, double precision)
  from public;

-- What the first version has: each overlay becomes a table with match 1. Nothing that viewers see changes, so no
-- revision grows and nothing is sent.
insert into public.public_overlays (url_token, owner_uid)
select url_token, owner_uid from public.user_overlays
on conflict (url_token) do nothing;

update public.user_overlays set position = ordered.position
from (
  select id, row_number() over (partition by owner_uid order by created_at, id) as position
  from public.user_overlays
) as ordered
where user_overlays.id = ordered.id;

insert into public.matches (id, overlay_id, number, game, rules, start, started_at)
select gen_random_uuid(), owned.id, 1, 'plain', 1,
  private.plain_start(shown.p1, shown.p2, shown.s1, shown.s2, shown.race_to), least(owned.created_at, now())
from public.user_overlays as owned join public.public_overlays as shown using (url_token);

alter table public.public_overlays disable trigger user;
update public.public_overlays as shown
set overlay_id = matches.overlay_id, match_id = matches.id, clock_at = shown.clock_started_at
from public.matches join public.user_overlays as owned on owned.id = matches.overlay_id
where owned.url_token = shown.url_token;
alter table public.public_overlays enable trigger user;

alter table public.public_overlays
  alter column overlay_id set not null,
  alter column match_id set not null;

-- Who may ------------------------------------------------------------------------------------------

-- Whether the signed-in account manages a table.
create function private.may_manage(table_id uuid) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select from public.user_overlays where id = table_id and owner_uid = auth.uid());
end;
$$;
revoke execute on function private.may_manage(uuid) from public;

-- By which a secret is known; null of what is longer than any.
create function private.secret_hash(secret text) returns bytea
language sql
immutable
set search_path = ''
as $$
  select case
    when pg_catalog.octet_length(secret) <= 1024 then pg_catalog.sha256(pg_catalog.convert_to(secret, 'UTF8'))
  end;
$$;
revoke execute on function private.secret_hash(text) from public;

-- The id of a scorer link that is good for a table now; null when it is not. An archived table is closed to links.
create function private.link_of(table_id uuid, link text) returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if link is null then
    return null;
  end if;
  return (
    select given.id
    from public.scorer_links as given join public.user_overlays as owned on owned.id = given.overlay_id
    where given.token_hash = private.secret_hash(link)
      and given.overlay_id = table_id
      and given.revoked_at is null
      and (given.ends_at is null or given.ends_at > pg_catalog.clock_timestamp())
      and owned.archived_at is null
  );
end;
$$;
revoke execute on function private.link_of(uuid, text) from public;

-- Whether the caller scores a table: whoever manages it, and whoever has a link that is good for it.
create function private.may_score(table_id uuid, link text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return private.may_manage(table_id) or private.link_of(table_id, link) is not null;
end;
$$;
revoke execute on function private.may_score(uuid, text) from public;

create function private.refuse() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'this table is not yours' using errcode = '42501';
end;
$$;
revoke execute on function private.refuse() from public;

-- Lets a scorer in, and gives the id of the link by which they come; null for an account. Others get 42501, whether
-- what they name is somebody else's or nobody's.
create function private.let_score(table_id uuid, link text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  used uuid;
begin
  if not private.may_score(table_id, link) then
    perform private.refuse();
  end if;
  used := private.link_of(table_id, link);
  if used is not null then
    -- Skipping a locked row: this is no reason to wait, and nobody waits who holds it.
    update public.scorer_links set last_used_at = moment
    where id = (
      select id from public.scorer_links
      where id = used
        and (last_used_at is null or last_used_at not between moment - interval '1 minute' and moment)
      for no key update skip locked
    );
  end if;
  return used;
end;
$$;
revoke execute on function private.let_score(uuid, text) from public;

-- Whether a scorer, let in at a match's table by the link `used` or none, reaches the match: a link reaches what is
-- current, and what was at some time since the link was made. What lies in the future was before the clock was set back.
create function private.reaches(used uuid, played public.matches) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
begin
  return not exists (
    select from public.scorer_links
    where id = used and (created_at <= moment, created_at) > (played.left_at <= moment, played.left_at)
  );
end;
$$;
revoke execute on function private.reaches(uuid, public.matches) from public;

-- Lets whoever manages a table in; others get 42501.
create function private.let_manage(table_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.may_manage(table_id) then
    perform private.refuse();
  end if;
end;
$$;
revoke execute on function private.let_manage(uuid) from public;

-- Shapes -------------------------------------------------------------------------------------------

-- Lets JSON through that a device may write: of at most so many bytes as it is held here, 16 levels deep, and with numbers
-- that JavaScript has. Other is refused before anything writes it out: `1e131071` becomes 131,072 digits. Each step bounds
-- what the next one costs.
create function private.let_plain(value jsonb, most int) returns void
language plpgsql
immutable
set search_path = ''
as $$
declare
  is_plain boolean := pg_catalog.pg_column_size(value) <= most;
begin
  if is_plain then
    is_plain := not pg_catalog.jsonb_path_exists(value, 'strict $.**{17}');
  end if;
  if is_plain then
    is_plain := not exists (
      select from pg_catalog.jsonb_path_query(value, 'strict $.** ? (@.type() == "number")') as held (number)
      where pg_catalog.abs(held.number::numeric) >= 1e309 or pg_catalog.scale(held.number::numeric) > 324
    );
  end if;
  if not is_plain then
    raise exception 'no device writes this JSON: it is too long, too deep or has numbers beyond JavaScript''s'
      using errcode = '22023';
  end if;
end;
$$;
revoke execute on function private.let_plain(jsonb, int) from public;

-- A JSON number within limits; null has none. Below 1e-300 a number is none that columns hold.
create function private.is_number(value jsonb, least_value numeric, most numeric) returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when pg_catalog.jsonb_typeof(value) = 'number' then
      value::numeric >= least_value and (most is null or value::numeric <= most)
      and (value::numeric = 0 or pg_catalog.abs(value::numeric) >= 1e-300)
    else false
  end;
$$;
revoke execute on function private.is_number(jsonb, numeric, numeric) from public;

-- Lower case only: devices find their own actions by comparing texts.
create function private.is_id(value text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false);
$$;
revoke execute on function private.is_id(text) from public;

-- Whether an action of this kind is the server's to fold: these are never undone, and no order refuses them.
create function private.is_clock(kind text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select kind ~ '^(clock|shot)\.';
$$;
revoke execute on function private.is_clock(text) from public;

-- Whether an action of this kind is done to another action, which `body.t` names.
create function private.is_amendment(kind text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select kind in ('undo', 'redo', 'replace');
$$;
revoke execute on function private.is_amendment(text) from public;

-- Whether something has an action's shape, {id, kind, body, ago}. Kinds are no list: a newer page has more of them.
-- Bodies are counted in characters, so that names of 60 letters fit in any script.
create function private.is_action(action jsonb) returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  kind text;
  body jsonb;
begin
  -- No action is as large as this, in any script: what is larger is not written out to be measured.
  if pg_catalog.pg_column_size(action) > 8192 then
    return false;
  end if;
  kind := action ->> 'kind';
  body := action -> 'body';
  if not private.is_id(action ->> 'id')
    or not coalesce(kind ~ '^[a-z][A-Za-z.]{0,31}$', false)
    or pg_catalog.jsonb_typeof(body) is distinct from 'object'
    or pg_catalog.char_length(body::text) > 1024
    or not private.is_number(action -> 'ago', 0, null)
  then
    return false;
  end if;
  return case kind
    when 'clock.set' then private.is_number(body -> 'n', 0, 31536000)
    when 'shot.start' then
      private.is_number(body -> 'n', 1, 3600) and private.is_number(body -> 'warn', 0, 3600)
    when 'shot.extend' then private.is_number(body -> 'n', 1, 3600)
    when 'undo' then private.is_id(body ->> 't')
    when 'redo' then private.is_id(body ->> 't')
    when 'replace' then
      private.is_id(body ->> 't')
      and coalesce(body ->> 'kind' ~ '^[a-z][A-Za-z.]{0,31}$', false)
      and not private.is_amendment(body ->> 'kind')
      and not private.is_clock(body ->> 'kind')
      and pg_catalog.jsonb_typeof(body -> 'body') is not distinct from 'object'
    else true
  end;
end;
$$;
revoke execute on function private.is_action(jsonb) from public;

-- Whether a board, {p1, p2, s1, s2, race_to, rules, detail, result}, fits the row and was made by these rules.
create function private.is_board(board jsonb, rules int) returns boolean
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
    and coalesce(pg_catalog.octet_length((board -> 'result')::text) <= 2048, true);
end;
$$;
revoke execute on function private.is_board(jsonb, int) from public;

-- Clocks -------------------------------------------------------------------------------------------

-- A table's row after an action of its clocks that was done `at`, by the server's clock of `moment`. The last tap wins:
-- what was done five seconds before the last one that had an effect has none; within these, it counts from the later.
create function private.fold_clock(
  inout shown public.public_overlays, kind text, body jsonb, at timestamptz, moment timestamptz
)
language plpgsql
immutable
set search_path = ''
as $$
declare
  is_shot constant boolean := kind ~ '^shot\.';
  moved_at constant timestamptz := case when is_shot then shown.shot_at else shown.clock_at end;
  -- Not later than now: the server's clock may have been set back since.
  last constant timestamptz := case when moved_at > moment then moment else moved_at end;
  t constant timestamptz := least(greatest(at, last), moment);
  ends constant timestamptz := (shown.shot ->> 'ends')::timestamptz;
begin
  if at < last - interval '5 seconds' then
    return;
  end if;
  case kind
    when 'clock.start' then
      if shown.clock_running then
        return;
      end if;
      shown.clock_running := true;
      shown.clock_started_at := t;
    when 'clock.stop' then
      if not shown.clock_running then
        return;
      end if;
      -- Whole seconds, a year at most.
      shown.clock_accum := least(31536000, pg_catalog.floor(
        shown.clock_accum + greatest(0, extract(epoch from t - shown.clock_started_at))
      ));
      shown.clock_running := false;
      shown.clock_started_at := null;
    when 'clock.reset' then
      shown.clock_running := false;
      shown.clock_started_at := null;
      shown.clock_accum := 0;
    when 'clock.set' then
      shown.clock_accum := (body ->> 'n')::double precision;
      shown.clock_started_at := case when shown.clock_running then t end;
    when 'shot.start' then
      shown.shot := pg_catalog.jsonb_build_object(
        'n', body -> 'n',
        'warn', body -> 'warn',
        'ends', t + pg_catalog.make_interval(secs => (body ->> 'n')::double precision),
        'left', null
      );
    when 'shot.stop' then
      if ends is null then
        return;
      end if;
      shown.shot := shown.shot || pg_catalog.jsonb_build_object(
        'ends', null, 'left', greatest(0, extract(epoch from ends - t))
      );
    when 'shot.extend' then
      if shown.shot is null then
        return;
      end if;
      -- What has run out is extended from now.
      shown.shot := shown.shot || pg_catalog.jsonb_build_object(
        'n', (shown.shot ->> 'n')::numeric + (body ->> 'n')::numeric,
        'ends', greatest(ends, t) + case when ends is not null
          then pg_catalog.make_interval(secs => (body ->> 'n')::double precision) end,
        'left', (shown.shot ->> 'left')::numeric + (body ->> 'n')::numeric
      );
    when 'shot.off' then
      shown.shot := null;
    else
      return;
  end case;
  if is_shot then
    shown.shot_at := t;
  else
    shown.clock_at := t;
  end if;
end;
$$;
revoke execute on function private.fold_clock(public.public_overlays, text, jsonb, timestamptz, timestamptz)
  from public;

-- Board --------------------------------------------------------------------------------------------

-- As the first version's, and the match.
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
    'shot', shown.shot
  );
$$;

-- A table's row with a board that a device sent.
create function private.with_board(inout shown public.public_overlays, board jsonb)
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
end;
$$;
revoke execute on function private.with_board(public.public_overlays, jsonb) from public;

-- Writes a table's row; the triggers raise its revision and send it.
create function private.show(shown public.public_overlays) returns void
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
        shot_at = shown.shot_at
    where url_token = shown.url_token;
end;
$$;
revoke execute on function private.show(public.public_overlays) from public;

-- Log ----------------------------------------------------------------------------------------------

-- What is kept of the board of a match that is not current: no more of what a device sent than is shown.
create function private.kept_board(shown public.public_overlays) returns jsonb
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
    'detail', shown.detail
  );
$$;
revoke execute on function private.kept_board(public.public_overlays) from public;

-- A table's current match is left; its board is kept for whoever resumes it.
create function private.leave_match(shown public.public_overlays) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.matches
    set last_board = private.kept_board(shown), left_at = pg_catalog.clock_timestamp()
    where id = shown.match_id;
end;
$$;
revoke execute on function private.leave_match(public.public_overlays) from public;

-- Makes a new match a table's current one. The fields stay, for the caller to change; the clock goes on.
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
  insert into public.matches (id, overlay_id, number, previous_id, game, rules, start, started_at, created_at)
  select match, shown.overlay_id, max(played.number) + 1, shown.match_id,
    next_match.game, next_match.rules, next_match.start, next_match.started_at, moment
  from public.matches as played where played.overlay_id = shown.overlay_id;
  shown.match_id := match;
  shown.seq := 0;
  shown.repaired_seq := null;
  shown.detail := null;
  shown.shot := null;
end;
$$;
revoke execute on function
  private.next_match(public.public_overlays, uuid, text, int, jsonb, timestamptz, timestamptz) from public;

-- Goes on with a plain match that begins with the fields as they are.
create function private.next_plain_match(inout shown public.public_overlays, moment timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
begin
  shown := private.next_match(
    shown, pg_catalog.gen_random_uuid(), 'plain', 1,
    private.plain_start(shown.p1, shown.p2, shown.s1, shown.s2, shown.race_to), moment, moment
  );
end;
$$;
revoke execute on function private.next_plain_match(public.public_overlays, timestamptz) from public;

-- A plain match goes on as the next one at 2,000 actions, so that saving never stops.
create function private.rolled_over(inout shown public.public_overlays, moment timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
begin
  if shown.seq >= 2000 and exists (select from public.matches where id = shown.match_id and game = 'plain') then
    shown := private.next_plain_match(shown, moment);
  end if;
end;
$$;
revoke execute on function private.rolled_over(public.public_overlays, timestamptz) from public;

-- Appends an action of the server's own making to a table's current match. Another game's that is full goes on as a
-- plain one: what is written past the log is never refused.
create function private.log_here(
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
  values (shown.match_id, shown.seq, pg_catalog.gen_random_uuid(), kind, body, moment, moment, auth.uid());
  update public.matches set seq = shown.seq, stored_at = moment where id = shown.match_id;
end;
$$;
revoke execute on function private.log_here(public.public_overlays, text, jsonb, timestamptz) from public;

-- An entry of a log as devices get it. What an account did is nobody's for who comes by a link.
create function private.entry(used uuid, stored public.match_actions) returns jsonb
language sql
stable
set search_path = ''
as $$
  select pg_catalog.jsonb_build_object(
    'seq', stored.seq,
    'id', stored.id,
    'kind', stored.kind,
    'body', stored.body,
    'at', stored.at,
    'by', coalesce(stored.by_link, case when used is null then stored.by_uid end)
  );
$$;
revoke execute on function private.entry(uuid, public.match_actions) from public;

-- Up to 500 entries after one.
create function private.entries_after(used uuid, match uuid, after_seq int) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(pg_catalog.jsonb_agg(private.entry(used, stored) order by stored.seq), '[]')
    from public.match_actions as stored
    where stored.match_id = match and stored.seq > after_seq and stored.seq <= after_seq + 500
  );
end;
$$;
revoke execute on function private.entries_after(uuid, uuid, int) from public;

-- The answer to whatever changes a log. ok and stale have the entries after the one that was named; where none was
-- named, those that were sent. `more` says that the log has others.
create function private.answer(
  used uuid, outcome text, wrong int, table_id uuid, match uuid, after_seq int default null, actions jsonb default '[]'
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
  select * into shown from public.public_overlays where overlay_id = table_id;
  select seq into named_seq from public.matches where id = match and overlay_id = table_id;
  if outcome in ('ok', 'stale') and after_seq is not null then
    after_seq := least(greatest(after_seq, 0), 5000);
    entries := private.entries_after(used, match, after_seq);
    more := named_seq > after_seq + 500;
  elsif outcome = 'ok' and actions <> '[]' then
    select coalesce(pg_catalog.jsonb_agg(private.entry(used, stored) order by stored.seq), '[]') into entries
    from public.match_actions as stored
    where stored.match_id = match and stored.id in (
      select (sent ->> 'id')::uuid from pg_catalog.jsonb_array_elements(actions) as sent
    );
  elsif outcome = 'ok' then
    more := named_seq > 0;
  end if;
  return pg_catalog.jsonb_build_object(
    'outcome', outcome,
    'index', wrong,
    'entries', entries,
    'more', more,
    'seq', coalesce(named_seq, shown.seq),
    'rev', shown.rev,
    'current', shown.match_id,
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;
revoke execute on function private.answer(uuid, text, int, uuid, uuid, int, jsonb) from public;

-- Appends what a device did, and shows the board that it comes with. `actions` are at most 200 of {id, kind, body, ago},
-- with ago in seconds; `after_seq` is the last entry that the device has, and null only where all are of clocks, whose
-- board is not looked at. Without actions, a board corrects what is shown, once for each seq. `bad` stores nothing and
-- names the first action that cannot be taken; without an index, it is the board.
create function public.append_actions(
  match uuid, after_seq int, actions jsonb, board jsonb default null, link text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  shown public.public_overlays;
  played public.matches;
  used uuid;
  wrong int;
  fresh int;
  clocks int;
  done record;
begin
  select * into played from public.matches where id = match;
  used := private.let_score(played.overlay_id, link);
  -- A day is time enough for a device to come back to the network.
  if not private.reaches(used, played)
    or used is not null and played.left_at <= moment - interval '1 day'
  then
    perform private.refuse();
  end if;

  perform private.let_plain(actions, 1048576);
  perform private.let_plain(board, 20480);
  if pg_catalog.jsonb_typeof(actions) is distinct from 'array' then
    raise exception 'actions are an array' using errcode = '22023';
  end if;
  if pg_catalog.jsonb_array_length(actions) > 200 then
    return private.answer(used, 'bad', 200, played.overlay_id, match);
  end if;
  -- Not one statement: what comes after a bad one is not looked at.
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
    return private.answer(used, 'bad', wrong, played.overlay_id, match);
  end if;

  select * into shown from public.public_overlays where overlay_id = played.overlay_id for update;
  select * into played from public.matches where id = match;

  -- How many are new, and the first amendment whose target is neither in the log nor before it among these.
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
    return private.answer(used, 'ok', null, played.overlay_id, match, after_seq, actions);
  elsif after_seq <> played.seq then
    return private.answer(used, 'stale', null, played.overlay_id, match, after_seq);
  elsif wrong is not null then
    return private.answer(used, 'bad', wrong, played.overlay_id, match);
  elsif played.seq + fresh > 5000 then
    return private.answer(used, 'full', null, played.overlay_id, match);
  elsif fresh > 600 - (
    select count(*)
    from public.matches as busy join public.match_actions as stored on stored.match_id = busy.id
    where busy.overlay_id = played.overlay_id and busy.stored_at > moment - interval '1 minute'
      and stored.seq > busy.seq - 600
      and stored.stored_at > moment - interval '1 minute' and stored.stored_at <= pg_catalog.clock_timestamp()
  ) then
    return private.answer(used, 'tooMany', null, played.overlay_id, match);
  elsif fresh = 0 then
    if board is null
      or shown.match_id <> match
      or shown.repaired_seq = played.seq
      or (private.with_board(shown, board)) is not distinct from shown
        and nullif(board -> 'result', 'null') is not distinct from played.result
    then
      return private.answer(used, 'ok', null, played.overlay_id, match, after_seq);
    end if;
    shown.repaired_seq := played.seq;
  end if;

  insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link)
  select match, played.seq + pg_catalog.row_number() over (order by given.number), given.id, given.kind, given.body,
    least(moment, greatest(played.started_at, moment - given.ago)), moment,
    case when used is null then auth.uid() end, used
  from (
    select distinct on (id) sent.number, (sent.action ->> 'id')::uuid as id, sent.action ->> 'kind' as kind,
      sent.action -> 'body' as body,
      pg_catalog.make_interval(
        secs => pg_catalog.round(least((sent.action ->> 'ago')::numeric, 604800), 6)::double precision
      ) as ago
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
    if shown.match_id = match then
      shown := private.with_board(shown, board);
    else
      played.last_board := private.kept_board(private.with_board(shown, board));
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
    perform private.show(private.rolled_over(shown, moment));
  end if;
  return private.answer(used, 'ok', null, played.overlay_id, match, after_seq, actions);
end;
$$;
revoke execute on function public.append_actions(uuid, int, jsonb, jsonb, text) from public;
grant execute on function public.append_actions(uuid, int, jsonb, jsonb, text) to anon, authenticated;

-- Begins a match at a table and shows its board. `match` is its id, made by the device; `expected` is the current match
-- as the device knows it. The clock goes on.
create function public.begin_match(
  overlay_id uuid, expected uuid, match uuid, game text, rules int, start jsonb, board jsonb,
  ago double precision, link text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  begun_at constant uuid := overlay_id;
  shown public.public_overlays;
  begun public.matches;
  used uuid;
begin
  used := private.let_score(begun_at, link);

  perform private.let_plain(start, 20480);
  perform private.let_plain(board, 20480);
  -- NaN is greater than any number.
  if match is null
    or not coalesce(pg_catalog.left(game, 33) ~ '^[a-z][a-z0-9-]{0,31}$', false)
    or not coalesce(rules between 1 and 9999, false)
    or pg_catalog.jsonb_typeof(start) is distinct from 'object'
    or pg_catalog.octet_length(start::text) > 4096
    or not coalesce(ago >= 0 and ago < 'Infinity', false)
    or not coalesce(private.is_board(board, rules), false)
  then
    return private.answer(used, 'bad', null, begun_at, match);
  end if;

  select * into shown from public.public_overlays where public_overlays.overlay_id = begun_at for update;
  select * into begun from public.matches where id = match;
  if begun.id is not null then
    if begun.overlay_id <> begun_at or not private.reaches(used, begun) then
      perform private.refuse();
    end if;
    return private.answer(used, 'ok', null, begun_at, match);
  elsif shown.match_id is distinct from expected then
    return private.answer(used, 'stale', null, begun_at, match);
  elsif exists (
    select from public.matches
    where matches.overlay_id = begun_at
      and created_at > moment - interval '1 hour' and created_at <= pg_catalog.clock_timestamp()
    offset case when used is null then 99 else 19 end
  ) then
    return private.answer(used, 'tooMany', null, begun_at, match);
  end if;

  shown := private.next_match(
    shown, match, game, rules, start, moment - pg_catalog.make_interval(secs => least(ago, 604800)), moment
  );
  if nullif(board -> 'result', 'null') is not null then
    update public.matches set result = board -> 'result', ended_at = moment where id = match;
  end if;
  perform private.show(private.with_board(shown, board));
  return private.answer(used, 'ok', null, begun_at, match);
end;
$$;
revoke execute on function
  public.begin_match(uuid, uuid, uuid, text, int, jsonb, jsonb, double precision, text) from public;
grant execute on function
  public.begin_match(uuid, uuid, uuid, text, int, jsonb, jsonb, double precision, text) to anon, authenticated;

-- Takes back the beginning of a table's current match, `expected`: the one that was current before, `match`, is again,
-- with the board that it had. The other stays stored.
create function public.resume_match(overlay_id uuid, expected uuid, match uuid, link text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  resumed_at constant uuid := overlay_id;
  shown public.public_overlays;
  resumed public.matches;
  used uuid;
begin
  used := private.let_score(resumed_at, link);
  select * into shown from public.public_overlays where public_overlays.overlay_id = resumed_at for update;
  select * into resumed from public.matches where id = match and matches.overlay_id = resumed_at;
  if resumed.id is null or not private.reaches(used, resumed) then
    perform private.refuse();
  elsif shown.match_id = match then
    return private.answer(used, 'ok', null, resumed_at, match);
  elsif shown.match_id is distinct from expected then
    return private.answer(used, 'stale', null, resumed_at, match);
  elsif not exists (select from public.matches where id = expected and previous_id = match) then
    return private.answer(used, 'bad', null, resumed_at, match);
  end if;
  perform private.leave_match(shown);
  update public.matches set left_at = null where id = match;
  shown.match_id := match;
  shown.seq := resumed.seq;
  shown.repaired_seq := null;
  shown.shot := null;
  perform private.show(private.with_board(shown, resumed.last_board));
  return private.answer(used, 'ok', null, resumed_at, match);
end;
$$;
revoke execute on function public.resume_match(uuid, uuid, uuid, text) from public;
grant execute on function public.resume_match(uuid, uuid, uuid, text) to anon, authenticated;

-- A board that is changed without its place in the log: by its owner's merge-update, or by whoever maintains the
-- database. It becomes an entry, under the lock that the update has taken. What the functions here write brings a
-- match, a seq or a repair.
create function private.log_update() returns trigger
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
  logged := private.log_here(old, 'set', pg_catalog.jsonb_build_object('changes', changes), moment);
  new.match_id := logged.match_id;
  new.seq := logged.seq;
  new.repaired_seq := logged.repaired_seq;
  if logged.match_id <> old.match_id then
    new.detail := null;
    new.shot := null;
  end if;
  return private.rolled_over(new, moment);
end;
$$;
revoke execute on function private.log_update() from public;

create trigger log_update before update on public.public_overlays
  for each row
  when (
    (old.p1, old.p2, old.s1, old.s2, old.race_to) is distinct from (new.p1, new.p2, new.s1, new.s2, new.race_to)
    and (old.match_id, old.seq, old.repaired_seq) is not distinct from (new.match_id, new.seq, new.repaired_seq)
  )
  execute function private.log_update();

-- The first version's buttons: each moves its owner's clock now, as an action of the log, and gives the state. What
-- moves nothing is no action.

create function private.move_clock(token text, kind text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  shown public.public_overlays;
  moved public.public_overlays;
begin
  select * into shown from public.public_overlays where url_token = token;
  if not private.may_manage(shown.overlay_id) then
    raise exception 'this overlay is not yours' using errcode = '42501';
  end if;
  select * into shown from public.public_overlays where overlay_id = shown.overlay_id for update;
  moved := private.fold_clock(shown, kind, '{}', moment, moment);
  if (moved.clock_running, moved.clock_started_at, moved.clock_accum)
    is distinct from (shown.clock_running, shown.clock_started_at, shown.clock_accum)
  then
    perform private.show(private.rolled_over(private.log_here(moved, kind, '{}', moment), moment));
  end if;
  return (
    select private.overlay_state(public_overlays)
    from public.public_overlays where overlay_id = shown.overlay_id
  );
end;
$$;
revoke execute on function private.move_clock(text, text) from public;

create or replace function public.start_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock(token, 'clock.start');
$$;

create or replace function public.stop_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock(token, 'clock.stop');
$$;

create or replace function public.reset_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock(token, 'clock.reset');
$$;

drop function private.own_overlay_state(text);

-- Screens ------------------------------------------------------------------------------------------

-- Notes that a screen shows a table. At most 100 are kept for each, and those that were silent for 90 seconds give way.
-- Never takes the board's lock. The table's row comes before its screens, as for whoever replaces its link or deletes it.
create function private.note_screen(table_id uuid, name text, revs_lacked bigint) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
begin
  if exists (select from public.overlay_screens where overlay_id = table_id and screen = name) then
    -- Whoever asks without a pause writes nothing.
    update public.overlay_screens set lacked = revs_lacked, seen_at = moment
      where overlay_id = table_id and screen = name
        and (lacked is distinct from revs_lacked or seen_at not between moment - interval '5 seconds' and moment);
    return;
  end if;
  perform from public.user_overlays where id = table_id for key share;
  delete from public.overlay_screens
  where overlay_id = table_id
    and (seen_at <= moment - interval '90 seconds' or seen_at > pg_catalog.clock_timestamp());
  insert into public.overlay_screens (overlay_id, screen, lacked, seen_at)
  select table_id, name, revs_lacked, moment
  where (select count(*) from public.overlay_screens where overlay_id = table_id) < 100
  on conflict do nothing;
end;
$$;
revoke execute on function private.note_screen(uuid, text, bigint) from public;

-- How many screens say that they show a table, and how many revisions the one furthest behind lacked when it asked.
create function private.screens_of(shown public.public_overlays) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select pg_catalog.jsonb_build_object('count', count(*), 'behind', max(lacked))
    from public.overlay_screens
    where overlay_id = shown.overlay_id
      and seen_at between pg_catalog.clock_timestamp() - interval '90 seconds' and pg_catalog.clock_timestamp()
  );
end;
$$;
revoke execute on function private.screens_of(public.public_overlays) from public;

-- The overlay that a token or an id names; null when there is none. An id names it for everybody while the first link
-- stands. From then on it is known to those as well whom the owner shut out: it names it for whoever scores the table.
create function private.overlay_by(key text, link text) returns public.public_overlays
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found_row public.public_overlays;
begin
  if pg_catalog.left(key, 37) ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select shown.* into found_row
    from public.user_overlays as owned join public.public_overlays as shown on shown.overlay_id = owned.id
    where owned.id = key::uuid and (not owned.link_replaced or private.may_score(owned.id, link));
  else
    select * into found_row from public.public_overlays where url_token = key;
  end if;
  return found_row;
end;
$$;
revoke execute on function private.overlay_by(text, text) from public;

-- What a viewer sees, found by token or by overlay id; null when there is no such overlay. A screen may name itself, and
-- the revision that it shows; a scorer, the link by which they come.
-- `server_time` is the clock_timestamp() of the answer, from which viewers estimate their clock's offset.
drop function public.get_overlay(text);
create function public.get_overlay(
  key text, screen text default null, shown bigint default null, link text default null
) returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  found_row public.public_overlays;
begin
  found_row := private.overlay_by(key, link);
  if found_row.url_token is null then
    return null;
  end if;
  if pg_catalog.left(screen, 41) ~ '^[A-Za-z0-9-]{8,40}$' then
    perform private.note_screen(
      found_row.overlay_id, screen,
      case when shown is not null then greatest(found_row.rev - greatest(shown, 0), 0) end
    );
  end if;
  return private.overlay_state(found_row) || pg_catalog.jsonb_build_object(
    'topic', 'overlay:' || found_row.url_token,
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;
comment on function public.get_overlay(text, text, bigint, text) is
  'Deliberately public: whoever has the link sees the overlay.';
revoke execute on function public.get_overlay(text, text, bigint, text) from public;
grant execute on function public.get_overlay(text, text, bigint, text) to anon, authenticated;

-- What a scorer reads ------------------------------------------------------------------------------

-- A match and up to 500 entries of its log after one.
create function public.get_log(match uuid, after_seq int default 0, link text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  played public.matches;
  shown public.public_overlays;
  since int := least(greatest(coalesce(after_seq, 0), 0), 5000);
  used uuid;
begin
  select * into played from public.matches where id = match;
  used := private.let_score(played.overlay_id, link);
  if not private.reaches(used, played) then
    perform private.refuse();
  end if;
  select * into shown from public.public_overlays where overlay_id = played.overlay_id;
  return pg_catalog.jsonb_build_object(
    'match', pg_catalog.jsonb_build_object(
      'id', played.id,
      'overlay_id', played.overlay_id,
      'number', played.number,
      'previous', (
        select id from public.matches as before where id = played.previous_id and private.reaches(used, before)
      ),
      'game', played.game,
      'rules', played.rules,
      'start', played.start,
      'seq', played.seq,
      'started_at', played.started_at,
      'ended_at', played.ended_at
    ),
    'entries', private.entries_after(used, match, since),
    'more', played.seq > since + 500,
    'current', shown.match_id,
    'server_time', pg_catalog.clock_timestamp(),
    'screens', private.screens_of(shown)
  );
end;
$$;
revoke execute on function public.get_log(uuid, int, text) from public;
grant execute on function public.get_log(uuid, int, text) to anon, authenticated;

-- What a scorer link opens: its table and the current match.
create function public.open_link(link text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  opened uuid;
  used uuid;
begin
  select overlay_id into opened from public.scorer_links where token_hash = private.secret_hash(link);
  used := private.let_score(opened, link);
  -- Whoever manages the table is let in without a link, but this one opens nothing any more.
  if used is null then
    perform private.refuse();
  end if;
  return (
    select pg_catalog.jsonb_build_object(
      'link_id', used,
      'overlay_id', owned.id,
      'token', owned.url_token,
      'title', owned.title,
      'match', shown.match_id
    )
    from public.user_overlays as owned join public.public_overlays as shown on shown.overlay_id = owned.id
    where owned.id = opened
  );
end;
$$;
revoke execute on function public.open_link(text) from public;
grant execute on function public.open_link(text) to anon, authenticated;

-- Tables of an owner -------------------------------------------------------------------------------

-- Lets a signed-in account in, one request at a time: two tabs that load at once agree on one overlay. Gives its id.
create function private.let_own() returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null then
    raise exception 'sign in first' using errcode = '42501';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(me::text, 0));
  return me;
end;
$$;
revoke execute on function private.let_own() from public;

-- Makes a table with its public row and its first match, after the owner's others.
create function private.make_table(owner uuid, title text) returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.user_overlays;
begin
  if (select count(*) from public.user_overlays where owner_uid = owner) >= 64 then
    raise exception 'an owner has at most 64 tables' using errcode = '23514';
  end if;
  insert into public.user_overlays (owner_uid, title, position)
  select owner, make_table.title, coalesce(max(owned.position), 0) + 1
  from public.user_overlays as owned where owned.owner_uid = owner
  returning * into made;
  -- One statement: each of the two rows refers to the other.
  with shown as (
    insert into public.public_overlays (url_token, owner_uid, overlay_id, match_id)
    values (made.url_token, owner, made.id, pg_catalog.gen_random_uuid())
    returning *
  )
  insert into public.matches (id, overlay_id, number, game, rules, start)
  select shown.match_id, shown.overlay_id, 1, 'plain', 1,
    private.plain_start(shown.p1, shown.p2, shown.s1, shown.s2, shown.race_to)
  from shown;
  return made;
end;
$$;
revoke execute on function private.make_table(uuid, text) from public;

-- The signed-in owner's overlay: the first table that is not archived; made, with everything that belongs to it, when
-- there is none.
create or replace function public.ensure_overlay() returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := private.let_own();
  mine public.user_overlays;
begin
  select * into mine from public.user_overlays
    where owner_uid = me and archived_at is null order by position, created_at, id limit 1;
  if not found then
    mine := private.make_table(me, 'Overlay 1');
  end if;
  return mine;
end;
$$;

-- Every table of the signed-in owner, in their order, archived ones too; the first is made when there is none.
create function public.list_tables() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := private.let_own();
begin
  if not exists (select from public.user_overlays where owner_uid = me) then
    perform private.make_table(me, 'Overlay 1');
  end if;
  return pg_catalog.jsonb_build_object(
    'tables', (
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', owned.id,
        'token', owned.url_token,
        'title', owned.title,
        'archived', owned.archived_at is not null,
        'state', private.overlay_state(shown),
        'match', pg_catalog.jsonb_build_object(
          'id', played.id,
          'number', played.number,
          'game', played.game,
          'seq', played.seq,
          'started_at', played.started_at,
          'ended_at', played.ended_at
        ),
        'screens', private.screens_of(shown),
        'scored_at', (
          select at from public.match_actions where match_id = played.id and match_actions.seq = played.seq
        )
      ) order by owned.position, owned.created_at, owned.id)
      from public.user_overlays as owned
      join public.public_overlays as shown on shown.overlay_id = owned.id
      join public.matches as played on played.id = shown.match_id
      where owned.owner_uid = me
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

-- Gives the new table's id.
create function public.add_table(title text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  return (private.make_table(private.let_own(), title)).id;
end;
$$;

-- Renames a table, archives it or brings it back; null leaves what it is.
create function public.update_table(id uuid, title text default null, archived boolean default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.let_manage(id);
  update public.user_overlays as owned
    set title = coalesce(update_table.title, owned.title),
        archived_at = case
          when archived is null then owned.archived_at
          when archived then coalesce(owned.archived_at, pg_catalog.now())
        end
    where owned.id = update_table.id;
end;
$$;

-- Puts the owner's tables in this order; those that are not named come after them, as they stood.
create function public.order_tables(ids uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := private.let_own();
begin
  if pg_catalog.cardinality(ids) > 64 then
    raise exception 'an owner has at most 64 tables' using errcode = '22023';
  end if;
  if exists (select from pg_catalog.unnest(ids) as named (id) where not private.may_manage(named.id)) then
    perform private.refuse();
  end if;
  update public.user_overlays as owned set position = ordered.position
  from (
    select mine.id, pg_catalog.row_number() over (
      order by pg_catalog.array_position(ids, mine.id), mine.position, mine.created_at, mine.id
    ) as position
    from public.user_overlays as mine where mine.owner_uid = me
  ) as ordered
  where owned.id = ordered.id;
end;
$$;

-- Gives a table a new overlay link. What shows the old one is told that it is gone, and finds nothing by it, nor by the
-- table's id.
create function public.replace_overlay_link(id uuid) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  token constant text := private.new_url_token();
  old_token text;
begin
  perform private.let_manage(id);
  -- The board's lock before the private row's, as a beginning match takes them.
  select url_token into old_token from public.public_overlays where overlay_id = replace_overlay_link.id for update;
  update public.user_overlays as owned set url_token = token, link_replaced = true
    where owned.id = replace_overlay_link.id;
  delete from public.overlay_screens where overlay_id = replace_overlay_link.id;
  perform realtime.send('{}', 'gone', 'overlay:' || old_token, true);
  return token;
end;
$$;

-- The scorer links of a table, newest first.
create function public.list_scorer_links(table_id uuid) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.let_manage(table_id);
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'id', id,
      'label', label,
      'created_at', created_at,
      'ends_at', ends_at,
      'last_used_at', last_used_at,
      'revoked', revoked_at is not null
    ) order by created_at desc, id), '[]')
    from public.scorer_links where overlay_id = table_id
  );
end;
$$;

-- Makes a scorer link for a table, and gives {id, secret}: nobody can read the secret again.
create function public.add_scorer_link(table_id uuid, label text, ends_at timestamptz default null) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  secret constant text := private.new_url_token();
  made uuid;
begin
  perform private.let_manage(table_id);
  -- Two tabs count one after the other.
  perform from public.public_overlays where overlay_id = table_id for update;
  if (
    select count(*) from public.scorer_links as given
    where given.overlay_id = table_id and given.revoked_at is null
      and (given.ends_at is null or given.ends_at > moment)
  ) >= 50 then
    raise exception 'a table has at most 50 scorer links' using errcode = '23514';
  end if;
  insert into public.scorer_links (overlay_id, token_hash, label, created_at, ends_at)
  values (table_id, private.secret_hash(secret), label, moment, ends_at)
  returning id into made;
  return pg_catalog.jsonb_build_object('id', made, 'secret', secret);
end;
$$;

-- Ends a scorer link at once. What was scored by it stays.
create function public.revoke_scorer_link(id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.let_manage((
    select given.overlay_id from public.scorer_links as given where given.id = revoke_scorer_link.id
  ));
  update public.scorer_links as given set revoked_at = coalesce(given.revoked_at, pg_catalog.clock_timestamp())
    where given.id = revoke_scorer_link.id;
end;
$$;

revoke execute on function
  public.list_tables(),
  public.add_table(text),
  public.update_table(uuid, text, boolean),
  public.order_tables(uuid[]),
  public.replace_overlay_link(uuid),
  public.list_scorer_links(uuid),
  public.add_scorer_link(uuid, text, timestamptz),
  public.revoke_scorer_link(uuid)
from public, anon;
grant execute on function
  public.list_tables(),
  public.add_table(text),
  public.update_table(uuid, text, boolean),
  public.order_tables(uuid[]),
  public.replace_overlay_link(uuid),
  public.list_scorer_links(uuid),
  public.add_scorer_link(uuid, text, timestamptz),
  public.revoke_scorer_link(uuid)
to authenticated;
