-- Overlay records: one private row for its owner, one public row that viewers read through get_overlay().

-- Helpers ------------------------------------------------------------------------------------------

create schema if not exists private;
comment on schema private is 'Functions that the API does not expose.';
revoke all on schema private from public;

-- 24 characters of 62, drawn from gen_random_uuid() (a strong random source that needs no extension).
-- Bytes 6 and 8 of a version-4 UUID hold its version and variant, so they are skipped; bytes of 248 and
-- more are rejected, because 248 is the largest multiple of 62 that fits a byte.
create function private.new_url_token() returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  alphabet constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  token text := '';
  bytes bytea;
  value int;
begin
  loop
    bytes := pg_catalog.uuid_send(pg_catalog.gen_random_uuid());
    for position in 0..15 loop
      continue when position in (6, 8);
      value := pg_catalog.get_byte(bytes, position);
      continue when value >= 248;
      token := token || pg_catalog.substr(alphabet, value % 62 + 1, 1);
      if pg_catalog.length(token) = 24 then
        return token;
      end if;
    end loop;
  end loop;
end;
$$;
revoke execute on function private.new_url_token() from public;

-- Tables -------------------------------------------------------------------------------------------

create table public.user_overlays (
  id uuid primary key default gen_random_uuid(),
  url_token text not null unique default private.new_url_token()
    constraint url_token_is_24_letters_and_digits check (url_token ~ '^[A-Za-z0-9]{24}$'),
  owner_uid uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null default 'Overlay 1' constraint title_fits check (char_length(title) <= 60),
  created_at timestamptz not null default now()
);
comment on table public.user_overlays is 'Private: the overlays an owner has. Nobody else can read a row.';

alter table public.user_overlays enable row level security;
revoke all on table public.user_overlays from anon, authenticated;
grant select on table public.user_overlays to authenticated;
grant update (title) on table public.user_overlays to authenticated;

create policy "Owners read their own overlays" on public.user_overlays
  for select to authenticated using (owner_uid = (select auth.uid()));
create policy "Owners rename their own overlays" on public.user_overlays
  for update to authenticated
  using (owner_uid = (select auth.uid())) with check (owner_uid = (select auth.uid()));

create index user_overlays_owner_uid on public.user_overlays (owner_uid, created_at);

create table public.public_overlays (
  url_token text primary key references public.user_overlays (url_token) on update cascade on delete cascade,
  owner_uid uuid not null references auth.users (id) on delete cascade,
  p1 text not null default 'PLAYER A' constraint p1_fits check (char_length(p1) <= 60),
  p2 text not null default 'PLAYER B' constraint p2_fits check (char_length(p2) <= 60),
  -- NaN and the infinities lie outside these ranges, so a stored score is always a finite number.
  s1 double precision not null default 0 constraint s1_in_range check (s1 between -9999 and 9999),
  s2 double precision not null default 0 constraint s2_in_range check (s2 between -9999 and 9999),
  race_to double precision not null default 0 constraint race_to_in_range check (race_to between 0 and 9999),
  clock_running boolean not null default false,
  clock_started_at timestamptz,
  clock_accum double precision not null default 0
    constraint clock_accum_in_range check (clock_accum between 0 and 31536000),
  theme text not null default 'dark' constraint theme_is_known check (theme in ('dark', 'light')),
  rev bigint not null default 1,
  updated_at timestamptz not null default now(),
  constraint clock_has_a_start_exactly_while_running check (clock_running = (clock_started_at is not null))
);
comment on table public.public_overlays is
  'What an overlay shows. Viewers read it through get_overlay(); only the owner has table privileges.';
comment on column public.public_overlays.clock_accum is 'Seconds counted before the current run.';
comment on column public.public_overlays.rev is 'Grows with every change; a viewer ignores what is not newer.';

alter table public.public_overlays enable row level security;
revoke all on table public.public_overlays from anon, authenticated;
grant select on table public.public_overlays to authenticated;
-- The clock is not granted: it moves through start_clock(), stop_clock() and reset_clock(), in server time.
grant update (p1, p2, s1, s2, race_to, theme) on table public.public_overlays to authenticated;

create policy "Owners read their own public overlays" on public.public_overlays
  for select to authenticated using (owner_uid = (select auth.uid()));
create policy "Owners update their own public overlays" on public.public_overlays
  for update to authenticated
  using (owner_uid = (select auth.uid())) with check (owner_uid = (select auth.uid()));

create index public_overlays_owner_uid on public.public_overlays (owner_uid);

-- Revision and broadcast ---------------------------------------------------------------------------

create function private.touch_public_overlay() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.rev := old.rev + 1;
  new.updated_at := pg_catalog.now();
  return new;
end;
$$;
revoke execute on function private.touch_public_overlay() from public;

create trigger touch_public_overlay before update on public.public_overlays
  for each row execute function private.touch_public_overlay();

-- The display fields of one overlay, as viewers get them: never the owner.
create function private.overlay_state(shown public.public_overlays) returns jsonb
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
    'updated_at', shown.updated_at
  );
$$;
revoke execute on function private.overlay_state(public.public_overlays) from public;

-- A definer, because realtime.send() swallows a missing privilege as a warning and sends nothing.
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
revoke execute on function private.broadcast_overlay() from public;

create trigger broadcast_overlay after insert or update on public.public_overlays
  for each row execute function private.broadcast_overlay();

-- Listening is for everybody who knows a token. There is no policy for INSERT, so nobody can forge a state.
create policy "Anybody who knows a token listens to its overlay" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) ~ '^overlay:[A-Za-z0-9]{24}$');

-- API functions ------------------------------------------------------------------------------------

-- What a viewer sees, found by token or by overlay id; null when there is no such overlay.
-- `server_time` is the clock_timestamp() of the answer, from which viewers estimate their clock's offset.
create function public.get_overlay(key text) returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select private.overlay_state(shown) || pg_catalog.jsonb_build_object(
    'topic', 'overlay:' || shown.url_token,
    'server_time', pg_catalog.clock_timestamp()
  )
  from public.public_overlays as shown
  -- Two look-ups by index; the case keeps what is no id from being read as one.
  where shown.url_token = coalesce(
    (
      select owned.url_token from public.user_overlays as owned
      where owned.id = case
        when key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then key::uuid
      end
    ),
    key
  );
$$;
comment on function public.get_overlay(text) is 'Deliberately public: whoever has the link sees the overlay.';
revoke execute on function public.get_overlay(text) from public;
grant execute on function public.get_overlay(text) to anon, authenticated;

-- The signed-in owner's overlay; created with its public record and defaults when there is none.
-- The lock makes two tabs that load at once agree on one overlay.
create function public.ensure_overlay() returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  mine public.user_overlays;
begin
  if me is null then
    raise exception 'sign in first' using errcode = '42501';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(me::text, 0));
  select * into mine from public.user_overlays where owner_uid = me order by created_at, id limit 1;
  if not found then
    insert into public.user_overlays (owner_uid) values (me) returning * into mine;
    insert into public.public_overlays (url_token, owner_uid) values (mine.url_token, me);
  end if;
  return mine;
end;
$$;
revoke execute on function public.ensure_overlay() from public, anon;
grant execute on function public.ensure_overlay() to authenticated;

-- Start, stop and reset use the server's time, so a scorer's wrong device clock changes nothing.
-- Each returns the overlay's new state, and refuses a token that is not the caller's own (42501).

create function private.own_overlay_state(token text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  overlay public.public_overlays;
begin
  select * into overlay from public.public_overlays
    where url_token = token and owner_uid = (select auth.uid());
  if not found then
    raise exception 'this overlay is not yours' using errcode = '42501';
  end if;
  return private.overlay_state(overlay);
end;
$$;
revoke execute on function private.own_overlay_state(text) from public;

-- Seconds elapsed so far stay stored; the count goes on from now. Starting a running clock changes nothing.
create function public.start_clock(token text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.public_overlays
    set clock_running = true, clock_started_at = pg_catalog.clock_timestamp()
    where url_token = token and owner_uid = (select auth.uid()) and not clock_running;
  return private.own_overlay_state(token);
end;
$$;

-- Elapsed whole seconds are stored. Stopping a stopped clock changes nothing.
create function public.stop_clock(token text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.public_overlays
    set clock_running = false,
        clock_started_at = null,
        clock_accum = least(31536000, pg_catalog.floor(
          clock_accum
          + greatest(0, extract(epoch from pg_catalog.clock_timestamp() - clock_started_at))
        ))
    where url_token = token and owner_uid = (select auth.uid()) and clock_running;
  return private.own_overlay_state(token);
end;
$$;

-- Stopped at zero, for the next match.
create function public.reset_clock(token text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.public_overlays
    set clock_running = false, clock_started_at = null, clock_accum = 0
    where url_token = token and owner_uid = (select auth.uid()) and (clock_running or clock_accum > 0);
  return private.own_overlay_state(token);
end;
$$;

revoke execute on function public.start_clock(text), public.stop_clock(text), public.reset_clock(text)
  from public, anon;
grant execute on function public.start_clock(text), public.stop_clock(text), public.reset_clock(text)
  to authenticated;
