-- Boards: what each table's overlay shows. Viewers read one through get_overlay() and listen to its topic. The owner
-- can also read and update the row directly: the specification's simple interface.

create table public.public_overlays (
  url_token text primary key references public.user_overlays (url_token) on update cascade on delete cascade,
  table_id uuid not null unique references public.user_overlays (id) on delete cascade,
  owner_uid uuid not null references auth.users (id) on delete cascade,
  p1 text not null default private.default_name('A') constraint p1_fits check (char_length(p1) <= 60),
  p2 text not null default private.default_name('B') constraint p2_fits check (char_length(p2) <= 60),
  event text not null default '' constraint event_fits check (char_length(event) <= 60),
  -- These ranges exclude NaN and infinity, so a stored score is always finite.
  s1 double precision not null default 0 constraint s1_in_range check (s1 between -9999 and 9999),
  s2 double precision not null default 0 constraint s2_in_range check (s2 between -9999 and 9999),
  race_to double precision not null default 0 constraint race_to_in_range check (race_to between 0 and 9999),
  detail jsonb constraint detail_fits check (
    jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 2048
  ),
  clock_running boolean not null default false,
  clock_started_at timestamptz,
  clock_accum double precision not null default 0
    constraint clock_accum_in_range check (clock_accum between 0 and 31536000),
  clock_at timestamptz,
  shot jsonb constraint shot_fits check (
    jsonb_typeof(shot) = 'object' and octet_length(shot::text) <= 256
  ),
  shot_at timestamptz,
  theme text not null default 'dark' constraint theme_is_known check (theme in ('dark', 'light')),
  match_id uuid not null unique references public.matches (id),
  seq int not null default 0,
  repaired_seq int,
  rev bigint not null default 1,
  updated_at timestamptz not null default now(),
  shown_at timestamptz,
  visit_at timestamptz,
  constraint clock_has_a_start_exactly_while_running check (clock_running = (clock_started_at is not null))
);
comment on table public.public_overlays is
  'What an overlay shows. Viewers read it through get_overlay(); only the owner has table privileges.';
comment on column public.public_overlays.event is 'What the match belongs to, such as a tournament and its round.';
comment on column public.public_overlays.clock_accum is 'Seconds counted before the current run.';
comment on column public.public_overlays.rev is 'Increases with every change; viewers ignore anything not newer.';
comment on column public.public_overlays.match_id is 'The current match.';
comment on column public.public_overlays.seq is 'The last entry in the current match''s log.';
comment on column public.public_overlays.repaired_seq is 'The seq at which a device corrected the board.';
comment on column public.public_overlays.detail is 'What the game shows besides the scores.';
comment on column public.public_overlays.clock_at is 'When the last action that changed the clock happened.';
comment on column public.public_overlays.shot is 'The shot clock: {n, warn, ends, left} in seconds.';
comment on column public.public_overlays.shot_at is 'When the last action that changed the shot clock happened.';
comment on column public.public_overlays.shown_at is
  'When anything a picture of the board shows last changed; null if it was never scored.';
comment on column public.public_overlays.visit_at is
  'When the visit at the table began; null while there is none, and in games that don''t time visits.';

alter table public.public_overlays enable row level security;
revoke all on table public.public_overlays from anon, authenticated;

create trigger keep_names_straight before insert on public.public_overlays
  for each row execute function private.keep_names_straight('p1', 'p2', 'event');
-- Most writes of a board change no name.
create trigger keep_new_names_straight before update on public.public_overlays
  for each row when ((new.p1, new.p2, new.event) is distinct from (old.p1, old.p2, old.event))
  execute function private.keep_names_straight('p1', 'p2', 'event');

grant select on table public.public_overlays to authenticated;
-- The clock columns are not granted: use start_clock(), stop_clock() and reset_clock(), which run on server time.
grant update (p1, p2, s1, s2, race_to, theme) on table public.public_overlays to authenticated;

create policy "Owners read their own public overlays" on public.public_overlays
  for select to authenticated using (owner_uid = (select auth.uid()));
create policy "Owners update their own public overlays" on public.public_overlays
  for update to authenticated
  using (owner_uid = (select auth.uid())) with check (owner_uid = (select auth.uid()));

create index public_overlays_owner_uid on public.public_overlays (owner_uid);

-- Changes ------------------------------------------------------------------------------------------

-- Raises the revision and sets shown_at. shown_at always increases, even if the server's clock is set back, so a
-- picture of an earlier board never passes for the current one. A change to shown_at alone doesn't count as a change of
-- the board.
create function private.touch_public_overlay() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.shown_at <> old.shown_at then
    return new;
  end if;
  new.rev := old.rev + 1;
  new.updated_at := now();
  if (new.p1, new.p2, new.event, new.s1, new.s2, new.race_to, new.detail)
    is distinct from (old.p1, old.p2, old.event, old.s1, old.s2, old.race_to, old.detail)
  then
    new.shown_at := greatest(clock_timestamp(), old.shown_at + interval '1 microsecond');
  end if;
  return new;
end;
$$;

create trigger touch_public_overlay before update on public.public_overlays
  for each row execute function private.touch_public_overlay();

-- What viewers receive: never the owner.
create function private.overlay_state(shown public.public_overlays) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'p1', shown.p1,
    'p2', shown.p2,
    'event', shown.event,
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'clock', jsonb_build_object(
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
  ) || private.screen_names(shown.owner_uid, shown.p1, shown.p2);
end;
$$;

-- SECURITY DEFINER, because without the privilege realtime.send() only warns and sends nothing.
create function private.broadcast_overlay() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send(private.overlay_state(new), 'state', 'overlay:' || new.url_token, true);
  return null;
end;
$$;

create trigger broadcast_overlay after insert or update on public.public_overlays
  for each row execute function private.broadcast_overlay();

-- Anyone who knows a token may listen. There is no INSERT policy, so nobody can forge a state.
create policy "Anybody who knows a token listens to its overlay" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) ~ '^overlay:[A-Za-z0-9]{24}$');

-- The row with a device's board applied. The board's visit began at `visit_at`.
create function private.with_board(inout shown public.public_overlays, board jsonb, visit_at timestamptz)
language plpgsql
immutable
set search_path = ''
as $$
begin
  shown.p1 := board ->> 'p1';
  shown.p2 := board ->> 'p2';
  shown.event := coalesce(board ->> 'event', '');
  shown.s1 := (board ->> 's1')::double precision;
  shown.s2 := (board ->> 's2')::double precision;
  shown.race_to := (board ->> 'race_to')::double precision;
  shown.detail := nullif(board -> 'detail', 'null');
  shown.visit_at := with_board.visit_at;
end;
$$;

-- Saves a board; triggers raise its revision and broadcast it.
create function private.save_board(shown public.public_overlays) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.public_overlays
    set p1 = shown.p1,
        p2 = shown.p2,
        event = shown.event,
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

-- Screens ------------------------------------------------------------------------------------------

create table public.overlay_screens (
  table_id uuid not null references public.user_overlays (id) on delete cascade,
  screen text not null constraint screen_is_a_name check (screen ~ '^[A-Za-z0-9-]{8,40}$'),
  lacked bigint,
  seen_at timestamptz not null,
  primary key (table_id, screen)
);
comment on table public.overlay_screens is
  'Screens that claim to show a table; anyone with its link can. Reached through functions only.';
comment on column public.overlay_screens.lacked is
  'How many revisions behind the screen was when it last asked: zero while its channel works.';

alter table public.overlay_screens enable row level security;
revoke all on table public.overlay_screens from anon, authenticated;

-- Records that a screen shows a table: at most 100 per table, dropping those silent for 90 seconds. Never locks the
-- board; locks the table before its screens.
create function private.note_screen(shown_table uuid, name text, revs_lacked bigint) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  if exists (select from public.overlay_screens where table_id = shown_table and screen = name) then
    -- Rapid polling doesn't write.
    update public.overlay_screens set lacked = revs_lacked, seen_at = moment
      where table_id = shown_table and screen = name
        and (lacked is distinct from revs_lacked or seen_at not between moment - interval '5 seconds' and moment);
    return;
  end if;
  perform from public.user_overlays where id = shown_table for key share;
  delete from public.overlay_screens
  where table_id = shown_table
    and (seen_at <= moment - interval '90 seconds' or seen_at > clock_timestamp());
  insert into public.overlay_screens (table_id, screen, lacked, seen_at)
  select shown_table, name, revs_lacked, moment
  where (select count(*) from public.overlay_screens where table_id = shown_table) < 100
  on conflict do nothing;
end;
$$;

-- How many screens show a table, and how many revisions behind the slowest one was.
create function private.screens_of(shown public.public_overlays) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('count', count(*), 'behind', max(lacked))
    from public.overlay_screens
    where table_id = shown.table_id
      and seen_at between clock_timestamp() - interval '90 seconds' and clock_timestamp()
  );
end;
$$;

-- Scorers ------------------------------------------------------------------------------------------

create table public.table_scorers (
  table_id uuid primary key references public.user_overlays (id) on delete cascade,
  seen_at timestamptz not null
);
comment on table public.table_scorers is
  'When a page that scores a table last asked for its board. Reached through functions only.';

alter table public.table_scorers enable row level security;
revoke all on table public.table_scorers from anon, authenticated;

-- Records that a page that scores a table has asked for its board, at most every 30 seconds. Never locks the board, and
-- never waits for another page.
create function private.note_scorer(scored_table uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  update public.table_scorers set seen_at = moment
  where table_id = (
    select table_id from public.table_scorers
    where table_id = scored_table and seen_at not between moment - interval '30 seconds' and moment
    for no key update skip locked
  );
  if not found and not exists (select from public.table_scorers where table_id = scored_table) then
    perform from public.user_overlays where id = scored_table for key share;
    insert into public.table_scorers (table_id, seen_at)
    select scored_table, moment where found
    on conflict do nothing;
  end if;
end;
$$;

-- Viewers ------------------------------------------------------------------------------------------

-- Whether the caller scores this table, as one of the venue's people or by a link. A button doesn't: it only makes its
-- move.
create function private.may_score(table_id uuid, link text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (private.caller_at(table_id, link)).kind = any (who) from private.rights where act = 'append_actions';
$$;

-- The board for a token or table id; null if there is none. An id works for everyone until the first link is replaced.
-- After that only the table's owner and scorers may use it, because people with the old link still know it.
create function private.overlay_by(key text, link text) returns public.public_overlays
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found_row public.public_overlays;
begin
  if left(key, 37) ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    select shown.* into found_row
    from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
    where owned.id = key::uuid and (not owned.link_replaced or private.may_score(owned.id, link));
  else
    select * into found_row from public.public_overlays where url_token = key;
  end if;
  return found_row;
end;
$$;

-- The overlay as a viewer sees it, by token or table id; {status: unknown} if there is no such overlay. A screen may
-- pass its name and the revision it shows, and a scorer their link. Scorers of the table are recorded, and get its facts
-- as well. `server_time` is the clock_timestamp() of the answer, from which viewers estimate their clock's offset.
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
  for_scorers jsonb := '{}';
begin
  perform private.authorize('get_overlay');
  found_row := private.overlay_by(key, link);
  if found_row.url_token is null then
    return '{"status": "unknown"}';
  end if;
  if left(screen, 41) ~ '^[A-Za-z0-9-]{8,40}$' then
    perform private.note_screen(
      found_row.table_id, screen,
      case when shown is not null then greatest(found_row.rev - greatest(shown, 0), 0) end
    );
  elsif screen is null and key <> found_row.url_token and private.may_score(found_row.table_id, link) then
    -- By the table's id, and not to show it.
    perform private.note_scorer(found_row.table_id);
    select jsonb_build_object('facts', private.table_facts(owned, false, clock_timestamp())) into for_scorers
      from public.user_overlays as owned where owned.id = found_row.table_id;
  end if;
  return private.overlay_state(found_row) || jsonb_build_object(
    'topic', 'overlay:' || found_row.url_token,
    'server_time', clock_timestamp(),
    'branding', private.branding_of(found_row)
  ) || for_scorers;
end;
$$;
comment on function public.get_overlay(text, text, bigint, text) is
  'Deliberately public: anyone with the link can see the overlay.';
