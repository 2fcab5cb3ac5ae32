-- Shared helpers: the private schema, random text, and secret hashes.

create schema private;
comment on schema private is 'Functions and tables hidden from the API.';
revoke all on schema private from public;

-- Random text of `length` letters, from gen_random_uuid() (a strong random source that needs no extension). Bytes 6 and
-- 8 of a version-4 UUID hold its version and variant, so they are skipped. Bytes past the largest multiple of the
-- alphabet's size are rejected, so every letter is equally likely.
create function private.random_text(alphabet text, length int) returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  letters constant int := pg_catalog.length(alphabet);
  drawn text := '';
  bytes bytea;
  value int;
begin
  loop
    bytes := pg_catalog.uuid_send(pg_catalog.gen_random_uuid());
    for position in 0..15 loop
      continue when position in (6, 8);
      value := pg_catalog.get_byte(bytes, position);
      continue when value >= 256 - 256 % letters;
      drawn := drawn || pg_catalog.substr(alphabet, value % letters + 1, 1);
      if pg_catalog.length(drawn) = random_text.length then
        return drawn;
      end if;
    end loop;
  end loop;
end;
$$;

-- A secret: an overlay token, scorer link, upload key or ticket.
create function private.new_url_token() returns text
language sql
volatile
set search_path = ''
as $$
  select private.random_text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 24);
$$;

-- The hash we store and look up secrets by; null if the text is too long to be a secret.
create function private.secret_hash(secret text) returns bytea
language sql
immutable
set search_path = ''
as $$
  select case
    when pg_catalog.octet_length(secret) <= 1024 then pg_catalog.sha256(pg_catalog.convert_to(secret, 'UTF8'))
  end;
$$;

-- Lower case only: devices find their own actions by comparing ids as text.
create function private.is_id(value text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false);
$$;
-- Who may do what, and the gate that enforces it. Every public API function starts with private.authorize(), which
-- returns the caller, the table or venue, and its owner. Grants come from the same table. Functions only the snapshot
-- service calls are granted to service_role alone: the service checks upload keys and tickets.

create table private.rights (
  act text primary key,
  place text not null constraint place_is_known check (place in ('table', 'venue', 'screen', 'anywhere', 'service')),
  who text[] not null constraint who_is_known check (who <@ '{owner,scorer,television,anyone,service_role}')
);
comment on table private.rights is 'Who may call which API function. private.grant_rights() turns it into grants.';
comment on column private.rights.act is 'The name of a function in schema public.';
comment on column private.rights.place is 'What it acts on, which tells the gate how to identify the caller.';
comment on column private.rights.who is
  'owner: the account that owns the table or venue. scorer: a scorer link for the table. television: a screen, by its secret.';

insert into private.rights (act, place, who) values
  ('get_overlay', 'anywhere', '{anyone}'),
  ('ask_television', 'screen', '{television}'),
  ('begin_pairing', 'screen', '{television}'),
  ('append_actions', 'table', '{owner,scorer}'),
  ('begin_match', 'table', '{owner,scorer}'),
  ('resume_match', 'table', '{owner,scorer}'),
  ('get_log', 'table', '{owner,scorer}'),
  ('open_link', 'table', '{scorer}'),
  ('start_clock', 'table', '{owner}'),
  ('stop_clock', 'table', '{owner}'),
  ('reset_clock', 'table', '{owner}'),
  ('update_table', 'table', '{owner}'),
  ('replace_overlay_link', 'table', '{owner}'),
  ('list_scorer_links', 'table', '{owner}'),
  ('add_scorer_link', 'table', '{owner}'),
  ('revoke_scorer_link', 'table', '{owner}'),
  ('ensure_overlay', 'venue', '{owner}'),
  ('list_tables', 'venue', '{owner}'),
  ('add_table', 'venue', '{owner}'),
  ('order_tables', 'venue', '{owner}'),
  ('get_venue', 'venue', '{owner}'),
  ('update_venue', 'venue', '{owner}'),
  ('add_upload_key', 'venue', '{owner}'),
  ('revoke_upload_key', 'venue', '{owner}'),
  ('get_dressing', 'venue', '{owner}'),
  ('save_player', 'venue', '{owner}'),
  ('remove_player', 'venue', '{owner}'),
  ('save_sponsor', 'venue', '{owner}'),
  ('order_sponsors', 'venue', '{owner}'),
  ('remove_sponsor', 'venue', '{owner}'),
  ('begin_picture', 'venue', '{owner}'),
  ('pair_television', 'venue', '{owner}'),
  ('list_televisions', 'venue', '{owner}'),
  ('update_television', 'venue', '{owner}'),
  ('unpair_television', 'venue', '{owner}'),
  ('latest_snapshot', 'service', '{service_role}'),
  ('find_snapshot', 'service', '{service_role}'),
  ('snapshot_history', 'service', '{service_role}'),
  ('begin_upload', 'service', '{service_role}'),
  ('record_snapshot', 'service', '{service_role}'),
  ('fail_upload', 'service', '{service_role}'),
  ('expire_snapshots', 'service', '{service_role}'),
  ('confirm_removed', 'service', '{service_role}'),
  ('begin_mark', 'service', '{service_role}'),
  ('record_mark', 'service', '{service_role}'),
  ('find_mark', 'service', '{service_role}');

create type private.actor as (
  kind text,
  uid uuid,
  link_id uuid,
  owner_uid uuid,
  venue_id uuid,
  table_id uuid
);
comment on type private.actor is 'The caller, and the table or venue.';
comment on column private.actor.kind is 'As in private.rights.who; null for a stranger.';
comment on column private.actor.uid is 'The account; null for a scorer link.';
comment on column private.actor.owner_uid is 'The account that owns the table or venue.';

create function private.refuse() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'this table is not yours' using errcode = '42501';
end;
$$;

-- Who the caller is at a table: its owner, or a scorer with a link that is currently valid. Links can't reach archived
-- tables.
create function private.caller_at(table_id uuid, link text) returns private.actor
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  caller private.actor;
begin
  select
    case when given.id is not null then 'scorer' when owned.owner_uid = auth.uid() then 'owner' end,
    case when given.id is null then auth.uid() end,
    given.id,
    owned.owner_uid,
    null,
    owned.id
  into caller
  from public.user_overlays as owned
  left join public.scorer_links as given
    on given.token_hash = private.secret_hash(link)
    and given.table_id = owned.id
    and given.revoked_at is null
    and (given.ends_at is null or given.ends_at > pg_catalog.clock_timestamp())
    and owned.archived_at is null
  where owned.id = caller_at.table_id;
  return caller;
end;
$$;

-- The gate: allows the caller an act from private.rights or raises 42501, the same for something that isn't theirs as
-- for something that doesn't exist. An act on a table passes its id and the scorer link, if any. An owner's venue is
-- created on first use.
create function private.authorize(act text, table_id uuid default null, link text default null) returns private.actor
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  allowed private.rights;
  caller private.actor;
begin
  select * into allowed from private.rights where rights.act = authorize.act;
  case allowed.place
    when 'table' then
      caller := private.caller_at(table_id, link);
    when 'venue' then
      if auth.uid() is null then
        raise exception 'sign in first' using errcode = '42501';
      end if;
      caller.kind := 'owner';
      caller.uid := auth.uid();
      caller.owner_uid := caller.uid;
      caller.venue_id := private.venue_of(caller.owner_uid);
    when 'screen' then
      caller.kind := 'television';
    else
      caller.kind := 'anyone';
  end case;
  if not coalesce(caller.kind = any (allowed.who), false) then
    perform private.refuse();
  end if;
  if caller.link_id is not null then
    -- Best effort: skip a locked row rather than wait.
    update public.scorer_links set last_used_at = moment
    where id = (
      select id from public.scorer_links
      where id = caller.link_id
        and (last_used_at is null or last_used_at not between moment - interval '1 minute' and moment)
      for no key update skip locked
    );
  end if;
  return caller;
end;
$$;

-- Raises 42501 unless all of these tables belong to the caller's owner.
create function private.require_tables(caller private.actor, ids uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from pg_catalog.unnest(ids) as named (id)
    where not exists (
      select from public.user_overlays as owned where owned.id = named.id and owned.owner_uid = caller.owner_uid
    )
  ) then
    perform private.refuse();
  end if;
end;
$$;

-- Grants the API roles exactly what private.rights lists. Call it in any migration that adds a function or a right.
create function private.grant_rights() returns void
language plpgsql
set search_path = ''
as $$
declare
  api record;
begin
  revoke execute on all functions in schema private from public;
  revoke execute on all functions in schema public from public, anon, authenticated;
  for api in
    select called.oid::regprocedure as signature, case
      when allowed.who = '{service_role}' then 'service_role'
      when allowed.who = '{owner}' then 'authenticated'
      else 'anon, authenticated'
    end as roles
    from private.rights as allowed
    join pg_catalog.pg_proc as called
      on called.proname = allowed.act and called.pronamespace = 'public'::regnamespace
  loop
    execute pg_catalog.format('grant execute on function %s to %s', api.signature, api.roles);
  end loop;
end;
$$;
-- A venue's tables and how their owner manages them. The first is also the specification's "overlay".
--
-- Locks are always taken in this order, to avoid deadlocks:
--   1. the venue's row                        private.lock_venue()
--   2. the pairing codes                      an advisory lock
--   3. the address of a table's pictures      its row of snapshot_tables
--   4. the board                              its row of public_overlays
--   5. its matches                            matches, match_actions
--   6. the table                              its row of user_overlays
--   7. everything else it owns                scorer_links, overlay_screens, snapshots
-- Best-effort writes, such as a link's last use, and the removal of expired rows skip locked rows instead of waiting.
-- tests/embedded/lock-order.test.ts runs every writing function against this order.

create table public.user_overlays (
  id uuid primary key default gen_random_uuid(),
  url_token text not null unique default private.new_url_token()
    constraint url_token_is_24_letters_and_digits check (url_token ~ '^[A-Za-z0-9]{24}$'),
  owner_uid uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null default 'Overlay 1' constraint title_fits check (char_length(title) <= 60),
  position int not null default 0,
  archived_at timestamptz,
  link_replaced boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.user_overlays is 'An owner''s tables. Nobody else can read a row.';
comment on column public.user_overlays.position is 'The owner''s order; ties are broken by age.';
comment on column public.user_overlays.link_replaced is
  'Whether its first overlay link was replaced; if so, its id no longer opens the overlay.';

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

-- Creates a table with its board and first match, after the owner's other tables.
create function private.make_table(caller private.actor, title text) returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.user_overlays;
begin
  perform private.lock_venue(caller.venue_id);
  if (select count(*) from public.user_overlays where owner_uid = caller.owner_uid) >= 64 then
    raise exception 'an owner has at most 64 tables' using errcode = '23514';
  end if;
  insert into public.user_overlays (owner_uid, title, position)
  select caller.owner_uid, make_table.title, coalesce(max(owned.position), 0) + 1
  from public.user_overlays as owned where owned.owner_uid = caller.owner_uid
  returning * into made;
  -- One statement, because the two rows refer to each other.
  with shown as (
    insert into public.public_overlays (url_token, owner_uid, table_id, match_id)
    values (made.url_token, made.owner_uid, made.id, pg_catalog.gen_random_uuid())
    returning *
  )
  insert into public.matches (id, table_id, number, game, rules, start)
  select shown.match_id, shown.table_id, 1, 'plain', 1,
    private.plain_start(shown.p1, shown.p2, shown.s1, shown.s2, shown.race_to)
  from shown;
  return made;
end;
$$;

-- The signed-in owner's overlay: their first table that isn't archived, created if needed. Two tabs loading at once get
-- the same one.
create function public.ensure_overlay() returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('ensure_overlay');
  made public.user_overlays;
begin
  perform private.lock_venue(caller.venue_id);
  select * into made from public.user_overlays
    where owner_uid = caller.owner_uid and archived_at is null order by position, created_at, id limit 1;
  if not found then
    made := private.make_table(caller, 'Overlay 1');
  end if;
  return made;
end;
$$;

-- All of the signed-in owner's tables in order, including archived ones. Creates the first if there is none.
create function public.list_tables() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_tables');
begin
  if not exists (select from public.user_overlays where owner_uid = caller.owner_uid) then
    perform public.ensure_overlay();
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
      join public.public_overlays as shown on shown.table_id = owned.id
      join public.matches as played on played.id = shown.match_id
      where owned.owner_uid = caller.owner_uid
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

-- Adds a table and returns its id.
create function public.add_table(title text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  return (private.make_table(private.authorize('add_table'), title)).id;
end;
$$;

-- Renames, archives or restores a table; null leaves a field unchanged.
create function public.update_table(id uuid, title text default null, archived boolean default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_table', id);
begin
  update public.user_overlays as owned
    set title = coalesce(update_table.title, owned.title),
        archived_at = case
          when archived is null then owned.archived_at
          when archived then coalesce(owned.archived_at, pg_catalog.now())
        end
    where owned.id = caller.table_id;
end;
$$;

-- Puts the owner's tables in this order; tables not listed follow in their current order.
create function public.order_tables(ids uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('order_tables');
begin
  if pg_catalog.cardinality(ids) > 64 then
    raise exception 'an owner has at most 64 tables' using errcode = '22023';
  end if;
  perform private.lock_venue(caller.venue_id);
  perform private.require_tables(caller, ids);
  update public.user_overlays as owned set position = ordered.position
  from (
    select mine.id, pg_catalog.row_number() over (
      order by pg_catalog.array_position(ids, mine.id), mine.position, mine.created_at, mine.id
    ) as position
    from public.user_overlays as mine where mine.owner_uid = caller.owner_uid
  ) as ordered
  where owned.id = ordered.id;
end;
$$;

-- Replaces a table's overlay link and returns the new token. Screens using the old link are told. From then on neither
-- the old token nor the table's id opens the overlay.
create function public.replace_overlay_link(id uuid) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('replace_overlay_link', id);
  token constant text := private.new_url_token();
  old_token text;
begin
  -- Lock the board before the table.
  select url_token into old_token from public.public_overlays where table_id = caller.table_id for update;
  update public.user_overlays as owned set url_token = token, link_replaced = true
    where owned.id = caller.table_id;
  delete from public.overlay_screens where table_id = caller.table_id;
  perform realtime.send('{}', 'gone', 'overlay:' || old_token, true);
  return token;
end;
$$;
-- Matches and their logs. A match is a list of actions in the server's order. Devices apply the game's rules to it and
-- send the board viewers see; the server orders, timestamps and stores actions, and knows no rules. 05_boards.sql and
-- 07_log.sql write these tables while holding the board's lock.

-- Created by a device, even offline, or by the server: a table's first match, and the one after a long plain match.
create table public.matches (
  id uuid primary key,
  table_id uuid not null references public.user_overlays (id) on delete cascade,
  number int not null constraint number_counts_from_one check (number >= 1),
  -- No foreign key: deleting a table would look it up for every match.
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
  unique (table_id, number)
);
comment on table public.matches is 'Current and past matches. Reached through functions only.';
comment on column public.matches.previous_id is 'The match that was current when this one began.';
comment on column public.matches.start is 'The format, in the game''s own terms.';
comment on column public.matches.seq is 'The last entry in its log.';
comment on column public.matches.left_at is 'When another match became current; null for the current one.';
comment on column public.matches.stored_at is 'When the last entry in its log was stored.';
comment on column public.matches.last_board is 'For a match that is not current: the board to show when it resumes.';

create index matches_stored_at on public.matches (table_id, stored_at);

alter table public.matches enable row level security;
revoke all on table public.matches from anon, authenticated;

create table public.match_actions (
  match_id uuid not null references public.matches (id) on delete cascade,
  seq int not null constraint seq_in_range check (seq between 1 and 5000),
  id uuid not null,
  kind text not null constraint kind_is_a_word check (kind ~ '^[a-z][A-Za-z.]{0,31}$'),
  -- Devices are held to less (private.is_action); a logged direct update can be this large.
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
comment on column public.match_actions.at is 'When it happened, in server time.';

alter table public.match_actions enable row level security;
revoke all on table public.match_actions from anon, authenticated;

-- No role can change or delete an entry, except by deleting its match.
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

create trigger keep_actions before update or delete on public.match_actions
  for each row execute function private.keep_actions();
create trigger keep_all_actions before truncate on public.match_actions
  for each statement execute function private.keep_actions();
-- Boards: what each table's overlay shows. Viewers read one through get_overlay() and listen to its topic. The owner
-- can also read and update the row directly: the specification's simple interface.

create table public.public_overlays (
  url_token text primary key references public.user_overlays (url_token) on update cascade on delete cascade,
  table_id uuid not null unique references public.user_overlays (id) on delete cascade,
  owner_uid uuid not null references auth.users (id) on delete cascade,
  p1 text not null default 'PLAYER A' constraint p1_fits check (char_length(p1) <= 60),
  p2 text not null default 'PLAYER B' constraint p2_fits check (char_length(p2) <= 60),
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
  constraint clock_has_a_start_exactly_while_running check (clock_running = (clock_started_at is not null))
);
comment on table public.public_overlays is
  'What an overlay shows. Viewers read it through get_overlay(); only the owner has table privileges.';
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

alter table public.public_overlays enable row level security;
revoke all on table public.public_overlays from anon, authenticated;
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
  new.updated_at := pg_catalog.now();
  if (new.p1, new.p2, new.s1, new.s2, new.race_to, new.detail)
    is distinct from (old.p1, old.p2, old.s1, old.s2, old.race_to, old.detail)
  then
    new.shown_at := greatest(pg_catalog.clock_timestamp(), old.shown_at + interval '1 microsecond');
  end if;
  return new;
end;
$$;

create trigger touch_public_overlay before update on public.public_overlays
  for each row execute function private.touch_public_overlay();

-- What viewers receive: never the owner.
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
    'updated_at', shown.updated_at,
    'match', shown.match_id,
    'seq', shown.seq,
    'detail', shown.detail,
    'shot', shown.shot
  );
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

-- The row with a device's board applied.
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
  moment constant timestamptz := pg_catalog.clock_timestamp();
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
    and (seen_at <= moment - interval '90 seconds' or seen_at > pg_catalog.clock_timestamp());
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
    select pg_catalog.jsonb_build_object('count', count(*), 'behind', max(lacked))
    from public.overlay_screens
    where table_id = shown.table_id
      and seen_at between pg_catalog.clock_timestamp() - interval '90 seconds' and pg_catalog.clock_timestamp()
  );
end;
$$;

-- Viewers ------------------------------------------------------------------------------------------

-- The board for a token or table id; null if there is none. An id works for everyone until the first link is replaced.
-- After that only the table's owner and scorers may use it, because people the owner shut out still know it.
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
    from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
    where owned.id = key::uuid and (not owned.link_replaced or (private.caller_at(owned.id, link)).kind is not null);
  else
    select * into found_row from public.public_overlays where url_token = key;
  end if;
  return found_row;
end;
$$;

-- What a viewer sees, by token or table id; null if there is no such overlay. A screen may pass its name and the
-- revision it shows, a scorer their link. `server_time` is the clock_timestamp() of the answer, from which viewers
-- estimate their clock's offset.
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
  perform private.authorize('get_overlay');
  found_row := private.overlay_by(key, link);
  if found_row.url_token is null then
    return null;
  end if;
  if pg_catalog.left(screen, 41) ~ '^[A-Za-z0-9-]{8,40}$' then
    perform private.note_screen(
      found_row.table_id, screen,
      case when shown is not null then greatest(found_row.rev - greatest(shown, 0), 0) end
    );
  end if;
  return private.overlay_state(found_row) || pg_catalog.jsonb_build_object(
    'topic', 'overlay:' || found_row.url_token,
    'server_time', pg_catalog.clock_timestamp(),
    'dressing', private.dressing_of(found_row)
  );
end;
$$;
comment on function public.get_overlay(text, text, bigint, text) is
  'Deliberately public: anyone with the link can see the overlay.';
-- The match clock and the shot clock, in server time, so a scorer's wrong clock doesn't matter.

-- Whether the server applies this kind of action itself. Such actions are never undone and never refused for their
-- order.
create function private.is_clock(kind text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select kind ~ '^(clock|shot)\.';
$$;

-- A board after a clock action that happened `at`, when the server's clock reads `moment`. The last tap wins: an action
-- more than five seconds older than the last effective one does nothing; within five seconds, it counts from the later
-- of the two.
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
  -- Capped at now: the server's clock may have been set back.
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
      -- An expired shot clock is extended from now.
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

-- The specification's buttons: each logs a clock action on its owner's overlay now and returns the overlay's state.
-- Nothing is logged if nothing changes.
create function private.move_clock(act text, token text, kind text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize(
    act, (select table_id from public.public_overlays where url_token = token)
  );
  moment constant timestamptz := pg_catalog.clock_timestamp();
  shown public.public_overlays;
  moved public.public_overlays;
begin
  select * into shown from public.public_overlays where table_id = caller.table_id for update;
  moved := private.fold_clock(shown, kind, '{}', moment, moment);
  if (moved.clock_running, moved.clock_started_at, moved.clock_accum)
    is distinct from (shown.clock_running, shown.clock_started_at, shown.clock_accum)
  then
    perform private.save_board(private.rolled_over(private.log_action(moved, kind, '{}', moment), moment));
  end if;
  return (
    select private.overlay_state(public_overlays) from public.public_overlays where table_id = caller.table_id
  );
end;
$$;

-- Continues from the stored seconds. Starting a running clock does nothing.
create function public.start_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock('start_clock', token, 'clock.start');
$$;

-- Stores the elapsed whole seconds. Stopping a stopped clock does nothing.
create function public.stop_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock('stop_clock', token, 'clock.stop');
$$;

-- Stops the clock at zero, ready for the next match.
create function public.reset_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock('reset_clock', token, 'clock.reset');
$$;
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

-- Whether this is a JSON number within range. Nonzero magnitudes below 1e-300 are rejected, because columns can't hold
-- them.
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

-- Whether a board, {p1, p2, s1, s2, race_to, rules, detail, result}, fits the row and came from these rules.
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

-- Matches ------------------------------------------------------------------------------------------

-- A plain match's format: the current fields.
create function private.plain_start(
  p1 text, p2 text, s1 double precision, s2 double precision, race_to double precision
) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select pg_catalog.jsonb_build_object('p1', p1, 'p2', p2, 's1', s1, 's2', s2, 'raceTo', race_to);
$$;

-- The board to keep for a match that is no longer current: only the fields that are shown.
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

-- Leaves a table's current match, keeping its board in case it is resumed.
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

-- Makes a new match current. The fields are left for the caller to change; the clock keeps running.
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
  insert into public.matches (id, table_id, number, previous_id, game, rules, start, started_at, created_at)
  select match, shown.table_id, max(played.number) + 1, shown.match_id,
    next_match.game, next_match.rules, next_match.start, next_match.started_at, moment
  from public.matches as played where played.table_id = shown.table_id;
  shown.match_id := match;
  shown.seq := 0;
  shown.repaired_seq := null;
  shown.detail := null;
  shown.shot := null;
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
    shown, pg_catalog.gen_random_uuid(), 'plain', 1,
    private.plain_start(shown.p1, shown.p2, shown.s1, shown.s2, shown.race_to), moment, moment
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
  values (shown.match_id, shown.seq, pg_catalog.gen_random_uuid(), kind, body, moment, moment, auth.uid());
  update public.matches set seq = shown.seq, stored_at = moment where id = shown.match_id;
end;
$$;

-- Answers ------------------------------------------------------------------------------------------

-- Whether the caller may access this match. A scorer link reaches the current match and any that was current since the
-- link was made. A time in the future dates from before the clock was set back.
create function private.reaches(caller private.actor, played public.matches) returns boolean
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
    where id = caller.link_id and (created_at <= moment, created_at) > (played.left_at <= moment, played.left_at)
  );
end;
$$;

-- A log entry as devices get it. Scorer links don't see which account did it.
create function private.entry(caller private.actor, stored public.match_actions) returns jsonb
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
    'by', coalesce(stored.by_link, case when caller.link_id is null then stored.by_uid end)
  );
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
    select coalesce(pg_catalog.jsonb_agg(private.entry(caller, stored) order by stored.seq), '[]')
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
    select coalesce(pg_catalog.jsonb_agg(private.entry(caller, stored) order by stored.seq), '[]') into entries
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

-- The API ------------------------------------------------------------------------------------------

-- Appends a device's actions and shows the board that came with them. `actions`: at most 200 of {id, kind, body, ago,
-- only_current}, ago in seconds. An action with only_current is meant for the table: if its match is no longer the current
-- one, nothing is stored and the answer is stale. `after_seq`: the last entry the device has; null only when all are clock
-- actions, whose board is ignored. Without actions, the board corrects what is shown, once per seq. `bad` stores nothing and
-- gives the index of the first bad action; no index means the board is bad.
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
  moment constant timestamptz := pg_catalog.clock_timestamp();
  shown public.public_overlays;
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
      or (private.with_board(shown, board)) is not distinct from shown
        and nullif(board -> 'result', 'null') is not distinct from played.result
    then
      return private.answer(caller, 'ok', null, match, after_seq);
    end if;
    shown.repaired_seq := played.seq;
  end if;

  insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link)
  select match, played.seq + pg_catalog.row_number() over (order by given.number), given.id, given.kind, given.body,
    least(moment, greatest(played.started_at, moment - given.ago)), moment,
    caller.uid, caller.link_id
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
    perform private.save_board(private.rolled_over(shown, moment));
  end if;
  return private.answer(caller, 'ok', null, match, after_seq, actions);
end;
$$;

-- Begins a match at a table and shows its board. `match` is the new match's id, chosen by the device; `expected` is the
-- match the device thinks is current. The clock keeps running.
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
  perform private.save_board(private.with_board(shown, board));
  return private.answer(caller, 'ok', null, match);
end;
$$;

-- Undoes the start of a table's current match, `expected`: the previous one, `match`, is current again with its old
-- board. The other stays stored.
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
begin
  select * into shown from public.public_overlays where public_overlays.table_id = caller.table_id for update;
  select * into resumed from public.matches where id = match and matches.table_id = caller.table_id;
  if resumed.id is null or not private.reaches(caller, resumed) then
    perform private.refuse();
  elsif shown.match_id = match then
    return private.answer(caller, 'ok', null, match);
  elsif shown.match_id is distinct from expected then
    return private.answer(caller, 'stale', null, match);
  elsif not exists (select from public.matches where id = expected and previous_id = match) then
    return private.answer(caller, 'bad', null, match);
  end if;
  perform private.leave_match(shown);
  update public.matches set left_at = null where id = match;
  shown.match_id := match;
  shown.seq := resumed.seq;
  shown.repaired_seq := null;
  shown.shot := null;
  perform private.save_board(private.with_board(shown, resumed.last_board));
  return private.answer(caller, 'ok', null, match);
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
  played public.matches;
  shown public.public_overlays;
  since int := least(greatest(coalesce(after_seq, 0), 0), 5000);
begin
  select * into played from public.matches where id = match;
  if not private.reaches(caller, played) then
    perform private.refuse();
  end if;
  select * into shown from public.public_overlays where table_id = played.table_id;
  return pg_catalog.jsonb_build_object(
    'match', pg_catalog.jsonb_build_object(
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
    'server_time', pg_catalog.clock_timestamp(),
    'screens', private.screens_of(shown)
  );
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
-- Scorer links: secret addresses for scoring one table without an account.

create table public.scorer_links (
  id uuid primary key default gen_random_uuid(),
  table_id uuid not null references public.user_overlays (id) on delete cascade,
  token_hash bytea not null unique,
  label text not null constraint label_fits check (char_length(label) <= 60),
  created_at timestamptz not null default now(),
  -- Four-digit years only, as browsers parse them.
  ends_at timestamptz constraint ends_at_is_a_time check (
    ends_at >= '1970-01-01 00:00+00' and ends_at < '10000-01-01 00:00+00'
  ),
  revoked_at timestamptz,
  last_used_at timestamptz
);
comment on table public.scorer_links is
  'Secret addresses for scoring one table without an account. Reached through functions only.';
comment on column public.scorer_links.token_hash is 'SHA-256 of the secret, which is not stored.';

alter table public.scorer_links enable row level security;
revoke all on table public.scorer_links from anon, authenticated;

create index scorer_links_table_id on public.scorer_links (table_id, created_at);

-- What a scorer link opens: its table and current match. Refuses the owner too when the link is invalid.
create function public.open_link(link text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize(
    'open_link', (select table_id from public.scorer_links where token_hash = private.secret_hash(link)), link
  );
begin
  return (
    select pg_catalog.jsonb_build_object(
      'link_id', caller.link_id,
      'table_id', owned.id,
      'token', owned.url_token,
      'title', owned.title,
      'match', shown.match_id
    )
    from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
    where owned.id = caller.table_id
  );
end;
$$;

-- A table's scorer links, newest first.
create function public.list_scorer_links(table_id uuid) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_scorer_links', table_id);
begin
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'id', id,
      'label', label,
      'created_at', created_at,
      'ends_at', ends_at,
      'last_used_at', last_used_at,
      'revoked', revoked_at is not null
    ) order by created_at desc, id), '[]')
    from public.scorer_links as given where given.table_id = caller.table_id
  );
end;
$$;

-- Creates a scorer link and returns {id, secret}. The secret can't be read again.
create function public.add_scorer_link(table_id uuid, label text, ends_at timestamptz default null) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('add_scorer_link', table_id);
  moment constant timestamptz := pg_catalog.clock_timestamp();
  secret constant text := private.new_url_token();
  made uuid;
begin
  -- Locked, so that two tabs can't both take the last place.
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  if (
    select count(*) from public.scorer_links as given
    where given.table_id = caller.table_id and given.revoked_at is null
      and (given.ends_at is null or given.ends_at > moment)
  ) >= 50 then
    raise exception 'a table has at most 50 scorer links' using errcode = '23514';
  end if;
  insert into public.scorer_links (table_id, token_hash, label, created_at, ends_at)
  values (caller.table_id, private.secret_hash(secret), label, moment, ends_at)
  returning id into made;
  return pg_catalog.jsonb_build_object('id', made, 'secret', secret);
end;
$$;

-- Revokes a scorer link at once. Scores made with it remain.
create function public.revoke_scorer_link(id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.authorize('revoke_scorer_link', (
    select given.table_id from public.scorer_links as given where given.id = revoke_scorer_link.id
  ));
  update public.scorer_links as given set revoked_at = coalesce(given.revoked_at, pg_catalog.clock_timestamp())
    where given.id = revoke_scorer_link.id;
end;
$$;
-- A venue: an owner's tables as the public sees them, with the address of each table's pictures and the upload keys.

create table public.venues (
  id uuid primary key default gen_random_uuid(),
  owner_uid uuid not null unique references auth.users (id) on delete cascade,
  slug text not null unique default private.random_text('abcdefghijklmnopqrstuvwxyz0123456789', 12)
    constraint slug_fits_addresses check (slug ~ '^[A-Za-z0-9_-]{1,64}$'),
  is_public boolean not null default true,
  keep_days int not null default 30 constraint keep_days_is_up_to_a_year check (keep_days between 1 and 365),
  last_board int not null default 0,
  mispaired_at timestamptz[] not null default '{}',
  created_at timestamptz not null default now()
);
comment on table public.venues is 'An owner''s tables as the public sees them. Reached through functions only.';
comment on column public.venues.is_public is 'Whether its pictures are public.';
comment on column public.venues.keep_days is 'How many days its pictures are kept.';
comment on column public.venues.last_board is 'The last table number given out. Numbers are never reused.';
comment on column public.venues.mispaired_at is 'When wrong pairing codes were typed in the last ten minutes.';

alter table public.venues enable row level security;
revoke all on table public.venues from anon, authenticated;

create table public.snapshot_tables (
  match_id text primary key constraint match_id_fits_addresses check (match_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  venue_id uuid not null references public.venues (id) on delete cascade,
  board text not null,
  table_id uuid unique references public.user_overlays (id) on delete cascade,
  created_at timestamptz not null default now(),
  begun_at timestamptz[] not null default '{}'
);
comment on table public.snapshot_tables is
  'The public address of each table''s pictures. Reached through functions only.';
comment on column public.snapshot_tables.match_id is 'The specification''s name for it: <venue>-<board>.';
comment on column public.snapshot_tables.table_id is 'The scored table; null if pictures are only uploaded.';
comment on column public.snapshot_tables.begun_at is 'When uploads in the last minute began, including failed ones.';

alter table public.snapshot_tables enable row level security;
revoke all on table public.snapshot_tables from anon, authenticated;

create index snapshot_tables_venue_id on public.snapshot_tables (venue_id);

create table public.upload_keys (
  id uuid primary key default gen_random_uuid(),
  venue_id uuid not null references public.venues (id) on delete cascade,
  key_hash bytea not null unique,
  label text not null constraint label_fits check (char_length(label) <= 60),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz
);
comment on table public.upload_keys is
  'Secrets for uploading pictures to one venue''s tables. Reached through functions only.';
comment on column public.upload_keys.key_hash is 'SHA-256 of the secret, which is not stored.';

alter table public.upload_keys enable row level security;
revoke all on table public.upload_keys from anon, authenticated;

create index upload_keys_venue_id on public.upload_keys (venue_id, created_at);

-- Addresses ----------------------------------------------------------------------------------------

-- The id of an owner's venue, created if needed.
create function private.venue_of(owner uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  venue uuid := (select id from public.venues where owner_uid = owner);
begin
  if venue is null then
    insert into public.venues (owner_uid) values (owner) on conflict (owner_uid) do nothing;
    venue := (select id from public.venues where owner_uid = owner);
  end if;
  return venue;
end;
$$;

-- One change of a venue at a time.
create function private.lock_venue(venue uuid) returns void
language sql
security definer
set search_path = ''
as $$
  select from public.venues where id = venue for no key update;
$$;

-- Gives a new table its picture address. An upload-only table may already have the number.
create function private.give_address() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  owners constant uuid := private.venue_of(new.owner_uid);
  venue public.venues;
begin
  loop
    update public.venues set last_board = last_board + 1 where id = owners returning * into venue;
    insert into public.snapshot_tables (match_id, venue_id, board, table_id)
    values (venue.slug || '-b' || venue.last_board, venue.id, 'b' || venue.last_board, new.id)
    on conflict (match_id) do nothing;
    exit when found;
  end loop;
  return null;
end;
$$;

create trigger give_address after insert on public.user_overlays
  for each row execute function private.give_address();

-- The owner's page ---------------------------------------------------------------------------------

-- The signed-in owner's venue: its settings, keys, every table's pictures, and the latest 50 failed uploads.
create function public.get_venue() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_venue');
  venue public.venues;
begin
  select * into venue from public.venues where id = caller.venue_id;
  return pg_catalog.jsonb_build_object(
    'slug', venue.slug,
    'is_public', venue.is_public,
    'keep_days', venue.keep_days,
    'keys', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', given.id,
        'label', given.label,
        'created_at', given.created_at,
        'last_used_at', given.last_used_at,
        'revoked', given.revoked_at is not null
      ) order by given.created_at desc, given.id), '[]')
      from public.upload_keys as given where given.venue_id = venue.id
    ),
    'tables', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'table_id', pictured.table_id,
        'match_id', pictured.match_id,
        'board', pictured.board,
        'title', pictured.title,
        'archived', pictured.archived,
        'latest', private.latest_of(pictured),
        'uploaded_at', (
          select max(stored.received_at) from public.snapshots as stored
          where stored.match_id = pictured.match_id and stored.source = 'upload'
        )
      ) order by pictured.position nulls last, pictured.created_at, pictured.match_id), '[]')
      from private.pictured_tables as pictured where pictured.venue_id = venue.id
    ),
    'failures', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'match_id', failed.match_id, 'at', failed.at, 'reason', failed.reason,
        'key_label', failed.key_label
      ) order by failed.id desc), '[]')
      from (
        select * from public.upload_failures as failures where failures.venue_id = venue.id
        order by failures.id desc limit 50
      ) as failed
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

-- Turns the venue's page on or off and sets how many days pictures are kept; null leaves a setting unchanged.
create function public.update_venue(is_public boolean default null, keep_days int default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_venue');
begin
  update public.venues
    set is_public = coalesce(update_venue.is_public, venues.is_public),
        keep_days = coalesce(update_venue.keep_days, venues.keep_days)
    where venues.id = caller.venue_id;
end;
$$;

-- Creates an upload key for the venue and returns {id, secret}. The secret can't be read again.
create function public.add_upload_key(label text) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('add_upload_key');
  secret constant text := private.new_url_token();
  made uuid;
begin
  perform private.lock_venue(caller.venue_id);
  if (select count(*) from public.upload_keys where venue_id = caller.venue_id and revoked_at is null) >= 20 then
    raise exception 'a venue has at most 20 upload keys' using errcode = '23514';
  end if;
  insert into public.upload_keys (venue_id, key_hash, label, created_at)
  values (caller.venue_id, private.secret_hash(secret), add_upload_key.label, pg_catalog.clock_timestamp())
  returning id into made;
  return pg_catalog.jsonb_build_object('id', made, 'secret', secret);
end;
$$;

-- Revokes a key at once. Its uploads remain. The venue's latest 50 revoked keys stay listed.
create function public.revoke_upload_key(id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('revoke_upload_key');
begin
  update public.upload_keys as given set revoked_at = coalesce(given.revoked_at, pg_catalog.clock_timestamp())
  where given.id = revoke_upload_key.id and given.venue_id = caller.venue_id;
  if not found then
    raise exception 'this key is not yours' using errcode = '42501';
  end if;
  delete from public.upload_keys as given where given.id in (
    select revoked.id from public.upload_keys as revoked
    where revoked.venue_id = caller.venue_id and revoked.revoked_at is not null
    order by revoked.revoked_at desc, revoked.id offset 50
  );
end;
$$;
-- Pictures of tables: uploaded, or drawn by the snapshot service from a table's board. The rows are here; the service
-- keeps the files. The public asks the service, and listens for changes. Asking for a picture never locks a board;
-- storing or removing one locks its snapshot_tables row, which scoring never waits for.

create table public.snapshots (
  id text primary key constraint id_is_22_letters check (id ~ '^[A-Za-z0-9_-]{22}$'),
  match_id text not null references public.snapshot_tables (match_id) on update cascade on delete cascade,
  source text not null constraint source_is_known check (source in ('upload', 'board')),
  type text not null constraint type_is_known check (type in ('image/jpeg', 'image/png', 'image/webp')),
  digest bytea constraint digest_fits check (octet_length(digest) between 16 and 64),
  captured_at timestamptz not null constraint captured_at_is_a_time check (isfinite(captured_at)),
  received_at timestamptz not null,
  board jsonb,
  title text,
  rev bigint,
  kept boolean not null default false,
  constraint board_is_what_a_drawn_one_shows check (
    (source = 'board') = (board is not null)
    and (source = 'board') = (title is not null)
    and (source = 'board') = (rev is not null)
  )
);
comment on table public.snapshots is
  'Pictures of tables; the latest is the one with the newest captured_at. Reached through functions only.';
comment on column public.snapshots.digest is 'Digest of the file as sent, to recognise repeated uploads.';
comment on column public.snapshots.captured_at is 'When it was taken; for a drawn one, when its board last changed.';
comment on column public.snapshots.received_at is 'When it was last received; it expires counting from then.';
comment on column public.snapshots.board is 'What a drawn picture shows.';
comment on column public.snapshots.title is 'The table''s name on a drawn picture.';
comment on column public.snapshots.kept is 'Whether it never expires, as with the samples.';

alter table public.snapshots enable row level security;
revoke all on table public.snapshots from anon, authenticated;

create index snapshots_newest on public.snapshots (match_id, captured_at desc, received_at desc, id desc);
create index snapshots_received_at on public.snapshots (match_id, received_at) where not kept;
-- Two simultaneous requests for a board's picture make only one.
create unique index snapshots_of_one_board on public.snapshots (match_id, captured_at) where source = 'board';

create table public.snapshot_removals (
  id text primary key,
  due_at timestamptz not null
);
comment on table public.snapshot_removals is
  'Unlisted pictures, including pending uploads, whose files will be removed. Reached through functions only.';
comment on column public.snapshot_removals.due_at is
  'When; -infinity if the service is already removing them.';

alter table public.snapshot_removals enable row level security;
revoke all on table public.snapshot_removals from anon, authenticated;

create index snapshot_removals_due_at on public.snapshot_removals (due_at);

-- However a picture is removed, its files are due an hour later, in case a thumbnail of it is still being made.
create function private.remove_files() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.snapshot_removals (id, due_at)
  select gone.id, pg_catalog.clock_timestamp() + interval '1 hour' from gone
  on conflict (id) do nothing;
  return null;
end;
$$;

create trigger remove_files after delete on public.snapshots
  referencing old table as gone
  for each statement execute function private.remove_files();

create table public.upload_failures (
  id bigint generated always as identity primary key,
  venue_id uuid not null references public.venues (id) on delete cascade,
  match_id text not null references public.snapshot_tables (match_id) on update cascade on delete cascade,
  key_label text not null,
  at timestamptz not null default clock_timestamp(),
  reason text not null constraint reason_is_known check (
    reason in ('type', 'damaged', 'moving', 'dimensions', 'size', 'late', 'time', 'busy')
  )
);
comment on table public.upload_failures is
  'Uploads that failed despite a valid key, and why. Reached through functions only.';

alter table public.upload_failures enable row level security;
revoke all on table public.upload_failures from anon, authenticated;

create index upload_failures_venue_id on public.upload_failures (venue_id, id);
create index upload_failures_match_id on public.upload_failures (match_id);

-- A table with everything that determines its pictures.
create view private.pictured_tables as
select
  pictured.match_id,
  pictured.venue_id,
  pictured.board,
  pictured.table_id,
  pictured.created_at,
  venues.is_public,
  venues.keep_days,
  coalesce(nullif(btrim(owned.title), ''), upper(pictured.board)) as title,
  owned.position,
  owned.archived_at is not null as archived,
  venues.is_public and owned.archived_at is null as is_shown,
  shown.shown_at
from public.snapshot_tables as pictured
join public.venues on venues.id = pictured.venue_id
left join public.user_overlays as owned on owned.id = pictured.table_id
left join public.public_overlays as shown on shown.table_id = pictured.table_id;

-- Changes ------------------------------------------------------------------------------------------

-- Renaming locks the board before the table. A statement trigger can't know which rows will change, so it locks all of
-- the caller's boards.
create function private.lock_boards() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.public_overlays where owner_uid = (select auth.uid()) order by table_id for no key update;
  return null;
end;
$$;

create trigger lock_boards before update of title on public.user_overlays
  for each statement execute function private.lock_boards();

-- Pictures also show the table's name. The board's revision doesn't change: for scorers and overlays nothing did.
create function private.touch_board_title() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.public_overlays
    set shown_at = greatest(pg_catalog.clock_timestamp(), shown_at + interval '1 microsecond')
    where table_id = new.id and shown_at is not null;
  return null;
end;
$$;

create trigger touch_board_title after update of title on public.user_overlays
  for each row when (old.title is distinct from new.title and new.archived_at is null)
  execute function private.touch_board_title();

-- `changed` on a picture's topic tells its viewers to ask for the latest. It has no content.
create function private.send_board_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'snapshot:' || match_id, true)
  from private.pictured_tables where table_id = new.table_id and is_shown;
  return null;
end;
$$;

create trigger send_board_changed after update on public.public_overlays
  for each row when (old.shown_at is distinct from new.shown_at) execute function private.send_board_changed();

-- Announces a picture that is newer than the others and the board. Drawn pictures were announced when their board
-- changed.
create function private.send_picture_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'snapshot:' || new.match_id, true)
  from private.pictured_tables
  where match_id = new.match_id and is_shown
    and (shown_at is null or shown_at <= new.captured_at)
    and not exists (
      select from public.snapshots as other
      where other.match_id = new.match_id
        and (other.captured_at, other.received_at, other.id) > (new.captured_at, new.received_at, new.id)
    );
  return null;
end;
$$;

create trigger send_picture_added after insert on public.snapshots
  for each row when (new.source = 'upload' and not new.kept) execute function private.send_picture_changed();
create trigger send_picture_changed after update of captured_at on public.snapshots
  for each row when (old.captured_at <> new.captured_at) execute function private.send_picture_changed();

-- Tells everyone already listening that the page is off, or on again.
create function private.send_venue_switched() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'snapshot:' || match_id, true)
  from private.pictured_tables where venue_id = new.id and not archived;
  return null;
end;
$$;

create trigger send_venue_switched after update of is_public on public.venues
  for each row when (old.is_public <> new.is_public) execute function private.send_venue_switched();

create function private.send_table_archived() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'snapshot:' || match_id, true)
  from private.pictured_tables where table_id = new.id and is_public;
  return null;
end;
$$;

create trigger send_table_archived after update of archived_at on public.user_overlays
  for each row when ((old.archived_at is null) <> (new.archived_at is null))
  execute function private.send_table_archived();

-- Whether this is the topic of a table whose pictures are public.
create function private.is_shown_topic(topic text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return topic ~ '^snapshot:[A-Za-z0-9_-]{1,64}$' and exists (
    select from private.pictured_tables where match_id = pg_catalog.substr(topic, 10) and is_shown
  );
end;
$$;
-- The policy runs this as the listener, who can't call it by name: schema private is hidden from them.
grant execute on function private.is_shown_topic(text) to anon, authenticated;

create policy "Anybody listens to a table whose pictures are shown" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select private.is_shown_topic((select realtime.topic()))));

-- What the service shows ---------------------------------------------------------------------------

-- A table's newest unexpired picture; null if there is none.
create function private.newest_snapshot(match text, keep_days int) returns public.snapshots
language sql
stable
security definer
set search_path = ''
as $$
  select stored
  from public.snapshots as stored
  where stored.match_id = match
    and (stored.kept or stored.received_at > pg_catalog.now() - pg_catalog.make_interval(days => keep_days))
  order by stored.captured_at desc, stored.received_at desc, stored.id desc
  limit 1;
$$;

-- A table's latest picture; a board picture that hasn't been requested yet has no id.
create function private.latest_of(pictured private.pictured_tables) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  newest constant public.snapshots := private.newest_snapshot(pictured.match_id, pictured.keep_days);
begin
  if pictured.shown_at > coalesce(newest.captured_at, '-infinity') then
    return pg_catalog.jsonb_build_object('id', null, 'source', 'board', 'captured_at', pictured.shown_at);
  elsif newest.id is null then
    return null;
  end if;
  return pg_catalog.jsonb_build_object(
    'id', newest.id, 'source', newest.source, 'captured_at', newest.captured_at
  );
end;
$$;

-- A table's latest picture, or why there is none to show: unknown, off or none. If the board has changed since the
-- newest picture, a new one is listed first; the service draws it when someone looks.
create function public.latest_snapshot(match_id text) returns jsonb
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
      shown.shown_at, pg_catalog.clock_timestamp(), private.kept_board(shown), asked.title, shown.rev
    from public.public_overlays as shown where shown.table_id = asked.table_id
    on conflict (match_id, captured_at) where source = 'board' do update set received_at = excluded.received_at
      where stored.received_at <= excluded.received_at - pg_catalog.make_interval(days => asked.keep_days);
    newest := private.newest_snapshot(asked.match_id, asked.keep_days);
  end if;
  if newest.id is null then
    return pg_catalog.jsonb_build_object('status', 'none', 'topic', 'snapshot:' || asked.match_id);
  end if;
  return pg_catalog.jsonb_build_object(
    'status', 'shown',
    'id', newest.id,
    'source', newest.source,
    'captured_at', newest.captured_at,
    'type', newest.type,
    'topic', 'snapshot:' || asked.match_id,
    'title', asked.title,
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

-- A picture by its id; null if there is none, it has expired, or its page is off.
create function public.find_snapshot(id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if pg_catalog.octet_length(id) <> 22 then
    return null;
  end if;
  return (
    select pg_catalog.jsonb_build_object(
      'id', stored.id,
      'match_id', stored.match_id,
      'source', stored.source,
      'type', stored.type,
      'captured_at', stored.captured_at,
      'board', stored.board,
      'title', coalesce(stored.title, pictured.title)
    )
    from public.snapshots as stored join private.pictured_tables as pictured using (match_id)
    where stored.id = find_snapshot.id and pictured.is_shown and (
      stored.kept
      or stored.received_at > pg_catalog.now() - pg_catalog.make_interval(days => pictured.keep_days)
    )
  );
end;
$$;

-- A table's newest 24 pictures; none if its page is off.
create function public.snapshot_history(match_id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if pg_catalog.octet_length(match_id) > 64 then
    return '[]';
  end if;
  return (
    select coalesce(pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('id', listed.id, 'source', listed.source, 'captured_at', listed.captured_at)
      order by listed.captured_at desc, listed.received_at desc, listed.id desc
    ), '[]')
    from (
      select stored.id, stored.source, stored.captured_at, stored.received_at
      from public.snapshots as stored join private.pictured_tables as pictured using (match_id)
      where stored.match_id = snapshot_history.match_id and pictured.is_shown and (
        stored.kept
        or stored.received_at > pg_catalog.now() - pg_catalog.make_interval(days => pictured.keep_days)
      )
      order by stored.captured_at desc, stored.received_at desc, stored.id desc
      limit 24
    ) as listed
  );
end;
$$;

-- What the service stores --------------------------------------------------------------------------

-- A picture's id, which is also its upload's.
create function private.new_picture_id() returns text
language sql
volatile
set search_path = ''
as $$
  select pg_catalog.left(private.new_url_token(), 22);
$$;

-- The id of an upload key that is valid for this table now; null if it isn't.
create function private.upload_key_of(match text, secret text) returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select given.id
    from public.upload_keys as given join private.pictured_tables as pictured using (venue_id)
    where given.key_hash = private.secret_hash(secret)
      and given.revoked_at is null
      and pictured.match_id = match
      and not pictured.archived
  );
end;
$$;

-- Why a picture may not be uploaded: key or table; null if it may. Without a valid key, reveals nothing about tables.
create function private.upload_refusal(match text, secret text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.upload_key_of(match, secret) is not null then
    return null;
  end if;
  return pg_catalog.jsonb_build_object('status', case
    when exists (
      select from public.upload_keys
      where key_hash = private.secret_hash(secret) and revoked_at is null
    ) then 'table'
    else 'key'
  end);
end;
$$;

-- Whether a picture may be uploaded: ok, key, table or busy. Called before the picture is read. ok comes with the id
-- that the picture will have and the venue whose turn it takes.
create function public.begin_upload(match_id text, key text) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  address constant text := match_id;
  refusal constant jsonb := private.upload_refusal(match_id, key);
  minute constant interval := '1 minute';
  drawn constant text := private.new_picture_id();
  asked public.snapshot_tables;
  moment timestamptz;
begin
  if refusal is not null then
    return refusal;
  end if;
  -- Locked, so that simultaneous uploads are counted exactly.
  select * into asked from public.snapshot_tables as pictured
  where pictured.match_id = address for no key update;
  moment := pg_catalog.clock_timestamp();
  -- Best effort: skip a locked row rather than wait.
  update public.upload_keys set last_used_at = moment
  where id = (
    select id from public.upload_keys
    where id = private.upload_key_of(address, key)
      and (last_used_at is null or last_used_at not between moment - minute and moment)
    for no key update skip locked
  );
  asked.begun_at := array(
    select begun from pg_catalog.unnest(asked.begun_at) as begun
    where begun > moment - minute and begun <= moment order by begun
  );
  if pg_catalog.cardinality(asked.begun_at) >= 60 then
    return pg_catalog.jsonb_build_object(
      'status', 'busy',
      'retry_after', greatest(1, pg_catalog.ceil(extract(epoch from asked.begun_at[1] + minute - moment)))
    );
  end if;
  update public.snapshot_tables as pictured set begun_at = asked.begun_at || moment
  where pictured.match_id = address;
  -- If the upload fails, its file is removed; none takes an hour.
  insert into public.snapshot_removals (id, due_at) values (drawn, moment + interval '1 hour');
  return pg_catalog.jsonb_build_object('status', 'ok', 'id', drawn, 'venue', asked.venue_id);
end;
$$;

-- Removes up to `most` expired pictures, and those beyond a table's newest 100, of one venue or all. Returns their ids.
-- Skips tables that are being written to.
create function private.remove_expired(venue uuid, most int) returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  expiring record;
  removed text[] := '{}';
begin
  for expiring in
    select pictured.match_id, moment - pg_catalog.make_interval(days => pictured.keep_days) as since
    from private.pictured_tables as pictured
    where (venue is null or pictured.venue_id = venue) and (
      exists (
        select from public.snapshots as stored
        where stored.match_id = pictured.match_id and not stored.kept
          and stored.received_at <= moment - pg_catalog.make_interval(days => pictured.keep_days)
      )
      or exists (
        select from public.snapshots as stored
        where stored.match_id = pictured.match_id and not stored.kept offset 100
      )
    )
  loop
    exit when pg_catalog.cardinality(removed) >= most;
    perform from public.snapshot_tables where match_id = expiring.match_id for no key update skip locked;
    continue when not found;
    with surplus as (
      select stored.id from public.snapshots as stored
      where stored.match_id = expiring.match_id and not stored.kept
      order by stored.captured_at desc, stored.received_at desc, stored.id desc offset 100
    ), over as (
      select stored.id from public.snapshots as stored
      where stored.match_id = expiring.match_id and not stored.kept
        and (stored.received_at <= expiring.since or stored.id in (select surplus.id from surplus))
      limit most - pg_catalog.cardinality(removed)
      for update skip locked
    ), gone as (
      delete from public.snapshots as stored using over where stored.id = over.id returning stored.id
    )
    select removed || coalesce(pg_catalog.array_agg(gone.id), '{}') into removed from gone;
  end loop;
  return removed;
end;
$$;

-- After a fast server clock is corrected, pictures dated in the future would hide new ones. Moves them, and the board's
-- change, to before `since`, keeping their order.
create function private.set_clock_right(match text, since timestamptz, moment timestamptz) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.public_overlays as shown set shown_at = since - interval '1 millisecond'
  from public.snapshot_tables as pictured
  where pictured.match_id = match and shown.table_id = pictured.table_id and shown.shown_at > moment;
  update public.snapshots as stored
  set captured_at = since - ahead.place * interval '1 microsecond',
    received_at = least(stored.received_at, moment)
  from (
    select taken.id,
      row_number() over (order by taken.captured_at desc, taken.received_at desc, taken.id desc) as place
    from public.snapshots as taken
    where taken.match_id = match and taken.captured_at > moment
  ) as ahead
  where stored.id = ahead.id;
end;
$$;

-- Lists an uploaded picture whose file is already stored, and returns its id: the existing one's for a repeat. A
-- picture sent repeatedly with no change between is one picture, dated by its last upload.
create function public.record_snapshot(
  match_id text, key text, id text, type text, digest text, captured_at timestamptz
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  address constant text := match_id;
  moment timestamptz;
  taken_at timestamptz;
  hash bytea;
  refusal jsonb;
  outcome text := 'repeated';
  known text;
begin
  if not coalesce(digest ~ '^([0-9a-f]{2}){16,64}$', false) then
    raise exception 'a digest is in hexadecimal' using errcode = '22023';
  end if;
  hash := pg_catalog.decode(digest, 'hex');
  -- One picture per table at a time.
  perform from public.snapshot_tables as pictured where pictured.match_id = address for no key update;
  moment := pg_catalog.clock_timestamp();
  taken_at := least(record_snapshot.captured_at, moment);
  -- No upload takes longer than two minutes.
  perform private.set_clock_right(address, greatest(taken_at, moment - interval '2 minutes'), moment);
  refusal := private.upload_refusal(address, key);
  if refusal is not null then
    return refusal;
  end if;

  select stored.id into known from public.snapshots as stored
  where stored.match_id = address and stored.digest = hash and stored.captured_at = taken_at
  limit 1;
  if known is null then
    update public.snapshots as stored
      set captured_at = greatest(stored.captured_at, taken_at), received_at = moment
      where stored.digest = hash and stored.id = (
        select newest.id from public.snapshots as newest
        where newest.match_id = address and newest.source = 'upload'
        order by newest.captured_at desc, newest.received_at desc, newest.id desc limit 1
      )
      returning stored.id into known;
  end if;
  if known is null then
    outcome := 'stored';
    known := record_snapshot.id;
    insert into public.snapshots (id, match_id, source, type, digest, captured_at, received_at)
    values (known, address, 'upload', record_snapshot.type, hash, taken_at, moment);
    delete from public.snapshot_removals as begun where begun.id = known and begun.due_at > moment;
    if not found then
      raise exception 'this upload has not begun, or so long ago that its file is removed' using errcode = '55000';
    end if;
  end if;
  return pg_catalog.jsonb_build_object(
    'status', outcome,
    'id', known,
    'expired', pg_catalog.to_jsonb(private.remove_expired(
      (select pictured.venue_id from public.snapshot_tables as pictured where pictured.match_id = address), 1000
    ))
  );
end;
$$;

-- Records a failed upload with a valid key. A venue keeps its latest 100.
create function public.fail_upload(match_id text, key text, reason text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  venue uuid;
begin
  insert into public.upload_failures (venue_id, match_id, key_label, reason)
  select given.venue_id, fail_upload.match_id, given.label, fail_upload.reason
  from public.upload_keys as given where given.id = private.upload_key_of(fail_upload.match_id, key)
  returning venue_id into venue;
  delete from public.upload_failures as failed
  where failed.venue_id = venue and failed.id <= (
    select oldest.id from public.upload_failures as oldest
    where oldest.venue_id = venue order by oldest.id desc offset 100 limit 1
  );
end;
$$;

-- Removes expired pictures, and logos and portraits unused for an hour. Returns their ids and others whose files are
-- due for removal, up to `most`. An id is returned again until its removal is confirmed, and can't be recorded any
-- more.
create function public.expire_snapshots(most int) returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted constant int := greatest(coalesce(most, 0), 0);
  expired constant text[] := private.remove_expired(null, wanted);
  due text[];
begin
  delete from public.venue_pictures as stored where stored.id in (
    select unused.id from public.venue_pictures as unused
    where unused.created_at <= pg_catalog.clock_timestamp() - interval '1 hour' and private.is_unused(unused.id)
    for update skip locked
  );
  with claimed as (
    update public.snapshot_removals set due_at = '-infinity'
    where id in (
      select waiting.id from public.snapshot_removals as waiting
      where waiting.due_at <= pg_catalog.clock_timestamp()
      order by waiting.due_at limit wanted - pg_catalog.cardinality(expired)
      for update skip locked
    )
    returning id
  )
  select pg_catalog.array_agg(claimed.id) into due from claimed;
  return expired || due;
end;
$$;

-- Records that all files of these pictures are gone. Those that only just expired are returned once more when due.
create function public.confirm_removed(ids text[]) returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.snapshot_removals where id = any (ids) and due_at = '-infinity';
$$;
-- What a venue shows around its boards: players' flags and portraits, and sponsors' logos. An overlay link reveals only
-- what its own table shows. Rows are here; the snapshot service keeps and removes the files, as for pictures of tables.

create table public.venue_pictures (
  id text primary key constraint id_is_22_letters check (id ~ '^[A-Za-z0-9_-]{22}$'),
  venue_id uuid not null references public.venues (id) on delete cascade,
  kind text not null constraint kind_is_known check (kind in ('logo', 'portrait')),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.venue_pictures is
  'Uploaded logos and portraits, removed if unused for an hour. Reached through functions only.';

alter table public.venue_pictures enable row level security;
revoke all on table public.venue_pictures from anon, authenticated;

create index venue_pictures_venue_id on public.venue_pictures (venue_id, created_at);

create trigger remove_files after delete on public.venue_pictures
  referencing old table as gone
  for each statement execute function private.remove_files();

create table public.picture_tickets (
  ticket_hash bytea primary key,
  venue_id uuid not null references public.venues (id) on delete cascade,
  kind text not null constraint kind_is_known check (kind in ('logo', 'portrait')),
  begun_at timestamptz not null,
  picture_id text unique
);
comment on table public.picture_tickets is
  'Each allows one picture upload within ten minutes. Reached through functions only.';
comment on column public.picture_tickets.ticket_hash is 'SHA-256 of the ticket, which is not stored.';
comment on column public.picture_tickets.picture_id is 'The picture it was used for; null until then.';

alter table public.picture_tickets enable row level security;
revoke all on table public.picture_tickets from anon, authenticated;

create index picture_tickets_venue_id on public.picture_tickets (venue_id, begun_at);

create table public.players (
  id uuid primary key default gen_random_uuid(),
  venue_id uuid not null references public.venues (id) on delete cascade,
  name text not null constraint name_fits check (char_length(name) <= 60 and btrim(name) <> ''),
  name_key text not null generated always as (lower(btrim(name))) stored,
  flag text constraint flag_is_two_letters check (flag ~ '^[A-Z]{2}$'),
  picture text unique references public.venue_pictures (id),
  unique (venue_id, name_key)
);
comment on table public.players is 'Players with a flag or portrait at a venue. Reached through functions only.';
comment on column public.players.name_key is 'The name as compared.';
comment on column public.players.flag is 'An ISO 3166-1 country code.';

alter table public.players enable row level security;
revoke all on table public.players from anon, authenticated;

create table public.sponsors (
  id uuid primary key default gen_random_uuid(),
  venue_id uuid not null references public.venues (id) on delete cascade,
  title text not null constraint title_fits check (char_length(title) <= 60),
  picture text not null unique references public.venue_pictures (id),
  position int not null,
  shown boolean not null
);
comment on table public.sponsors is 'Sponsors whose logos appear beside a venue''s boards. Reached through functions only.';

alter table public.sponsors enable row level security;
revoke all on table public.sponsors from anon, authenticated;

create index sponsors_venue_id on public.sponsors (venue_id, position);

-- Removes a picture when its player or sponsor is removed or given another.
create function private.remove_picture() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.venue_pictures where id = old.picture;
  return null;
end;
$$;

create trigger remove_picture after delete on public.players
  for each row when (old.picture is not null) execute function private.remove_picture();
create trigger remove_replaced_picture after update of picture on public.players
  for each row when (old.picture <> new.picture or new.picture is null and old.picture is not null)
  execute function private.remove_picture();
create trigger remove_picture after delete on public.sponsors
  for each row execute function private.remove_picture();
create trigger remove_replaced_picture after update of picture on public.sponsors
  for each row when (old.picture <> new.picture) execute function private.remove_picture();

-- What viewers see ---------------------------------------------------------------------------------

-- What surrounds a table's board: its name, its two players' flags and portraits, and the sponsors.
create function private.dressing_of(shown public.public_overlays) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select pg_catalog.jsonb_build_object(
      'table', owned.title,
      'faces', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'name', named.name, 'flag', known.flag, 'picture', known.picture
        ) order by named.side)
        from (values (1, shown.p1), (2, shown.p2)) as named (side, name)
        join public.players as known
          on known.venue_id = venue.id and known.name_key = pg_catalog.lower(pg_catalog.btrim(named.name))
      ), '[]'),
      'sponsors', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'title', sponsor.title, 'picture', sponsor.picture
        ) order by sponsor.position, sponsor.id)
        from public.sponsors as sponsor where sponsor.venue_id = venue.id and sponsor.shown
      ), '[]')
    )
    from public.user_overlays as owned
    left join public.venues as venue on venue.owner_uid = owned.owner_uid
    where owned.id = shown.table_id
  );
end;
$$;

-- Tells a venue's screens to ask again, only those whose boards name one of these players; null for all. Sends nothing
-- if there are no screens.
create function private.send_dressed(venue uuid, name_keys text[] default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'dressed', 'overlay:' || shown.url_token, true)
  from public.venues
  join public.public_overlays as shown on shown.owner_uid = venues.owner_uid
  where venues.id = venue
    and (
      name_keys is null
      or pg_catalog.lower(pg_catalog.btrim(shown.p1)) = any (name_keys)
      or pg_catalog.lower(pg_catalog.btrim(shown.p2)) = any (name_keys)
    )
    and exists (
      select from public.overlay_screens as screens
      where screens.table_id = shown.table_id
        and screens.seen_at > pg_catalog.clock_timestamp() - interval '90 seconds'
    );
end;
$$;

create function private.send_renamed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'dressed', 'overlay:' || new.url_token, true)
  where exists (
    select from public.overlay_screens as screens
    where screens.table_id = new.id
      and screens.seen_at > pg_catalog.clock_timestamp() - interval '90 seconds'
  );
  return null;
end;
$$;

create trigger send_renamed after update of title on public.user_overlays
  for each row when (old.title is distinct from new.title) execute function private.send_renamed();

-- What an owner arranges ---------------------------------------------------------------------------

-- Rejects a picture that wasn't uploaded to this venue for this purpose.
create function private.require_picture(venue uuid, picture text, wanted_kind text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if picture is not null and not exists (
    select from public.venue_pictures as stored
    where stored.id = picture and stored.venue_id = venue and stored.kind = wanted_kind
  ) then
    raise exception 'this picture is not yours' using errcode = '42501';
  end if;
end;
$$;

-- The signed-in owner's players, by name, and sponsors, in order.
create function public.get_dressing() returns jsonb
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
        'id', known.id, 'name', known.name, 'flag', known.flag, 'picture', known.picture
      ) order by known.name_key), '[]')
      from public.players as known where known.venue_id = caller.venue_id
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

-- Adds a player, or replaces an existing one's details. Returns the id.
create function public.save_player(
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
    if (select count(*) from public.players as known where known.venue_id = caller.venue_id) >= 500 then
      raise exception 'a venue knows at most 500 players' using errcode = '23514';
    end if;
    insert into public.players as known (venue_id, name, flag, picture)
    values (caller.venue_id, pg_catalog.btrim(save_player.name), save_player.flag, save_player.picture)
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

-- Removes a player and their picture. Does nothing if it is already gone.
create function public.remove_player(id uuid) returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('remove_player');
  gone text;
begin
  perform private.lock_venue(caller.venue_id);
  delete from public.players as known where known.id = remove_player.id and known.venue_id = caller.venue_id
  returning known.name_key into gone;
  if found then
    perform private.send_dressed(caller.venue_id, array[gone]);
  end if;
end;
$$;

-- Adds a sponsor at the end, or replaces an existing one's details. Returns the id.
create function public.save_sponsor(
  title text, picture text, shown boolean default true, id uuid default null
) returns uuid
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('save_sponsor');
  before public.sponsors;
  saved public.sponsors;
begin
  perform private.lock_venue(caller.venue_id);
  perform private.require_picture(caller.venue_id, picture, 'logo');
  if id is null then
    if (select count(*) from public.sponsors as sponsor where sponsor.venue_id = caller.venue_id) >= 20 then
      raise exception 'a venue has at most 20 sponsors' using errcode = '23514';
    end if;
    insert into public.sponsors (venue_id, title, picture, position, shown)
    select caller.venue_id, pg_catalog.btrim(save_sponsor.title), save_sponsor.picture,
      coalesce(max(sponsor.position), 0) + 1, save_sponsor.shown
    from public.sponsors as sponsor where sponsor.venue_id = caller.venue_id
    returning * into saved;
  else
    select * into before from public.sponsors as sponsor
    where sponsor.id = save_sponsor.id and sponsor.venue_id = caller.venue_id;
    update public.sponsors as sponsor
      set title = pg_catalog.btrim(save_sponsor.title), picture = save_sponsor.picture,
          shown = save_sponsor.shown
      where sponsor.id = before.id
      returning * into saved;
    if not found then
      raise exception 'this sponsor is not yours' using errcode = '42501';
    end if;
  end if;
  if before is distinct from saved then
    perform private.send_dressed(caller.venue_id);
  end if;
  return saved.id;
end;
$$;

-- Puts the venue's sponsors in this order; those not listed follow in their current order.
create function public.order_sponsors(ids uuid[]) returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('order_sponsors');
begin
  perform private.lock_venue(caller.venue_id);
  if pg_catalog.cardinality(ids) > 20 then
    raise exception 'a venue has at most 20 sponsors' using errcode = '22023';
  end if;
  if exists (
    select from pg_catalog.unnest(ids) as named (id)
    where not exists (select from public.sponsors where sponsors.id = named.id and venue_id = caller.venue_id)
  ) then
    raise exception 'this sponsor is not yours' using errcode = '42501';
  end if;
  update public.sponsors as sponsor set position = ordered.position
  from (
    select listed.id, pg_catalog.row_number() over (
      order by pg_catalog.array_position(ids, listed.id), listed.position, listed.id
    ) as position
    from public.sponsors as listed where listed.venue_id = caller.venue_id
  ) as ordered
  where sponsor.id = ordered.id and sponsor.position <> ordered.position;
  if found then
    perform private.send_dressed(caller.venue_id);
  end if;
end;
$$;

-- Removes a sponsor and its logo. Does nothing if it is already gone.
create function public.remove_sponsor(id uuid) returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('remove_sponsor');
begin
  perform private.lock_venue(caller.venue_id);
  delete from public.sponsors as sponsor where sponsor.id = remove_sponsor.id and sponsor.venue_id = caller.venue_id;
  if found then
    perform private.send_dressed(caller.venue_id);
  end if;
end;
$$;

-- Lets the signed-in owner upload one picture within ten minutes: returns {ticket}, to pass to the service. At most 120
-- per ten minutes.
create function public.begin_picture(kind text) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('begin_picture');
  moment constant timestamptz := pg_catalog.clock_timestamp();
  ticket constant text := private.new_url_token();
begin
  perform private.lock_venue(caller.venue_id);
  -- Tickets dated in the future are left over from a wrong clock; remove them too.
  delete from public.picture_tickets as given
  where given.venue_id = caller.venue_id and (given.begun_at <= moment - interval '10 minutes' or given.begun_at > moment);
  if (select count(*) from public.picture_tickets as given where given.venue_id = caller.venue_id) >= 120 then
    raise exception 'a venue uploads at most 120 pictures in ten minutes' using errcode = '23514';
  end if;
  insert into public.picture_tickets (ticket_hash, venue_id, kind, begun_at)
  values (private.secret_hash(ticket), caller.venue_id, begin_picture.kind, moment);
  return pg_catalog.jsonb_build_object('ticket', ticket);
end;
$$;

-- What the service stores --------------------------------------------------------------------------

-- Whether a ticket allows an upload: ok or key. Called once, before the picture is read: it uses up the ticket. ok
-- comes with the id that the picture will have, its kind, and the venue whose turn it takes.
create function public.begin_mark(ticket text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  drawn constant text := private.new_picture_id();
  used public.picture_tickets;
begin
  update public.picture_tickets as given set picture_id = drawn
    where given.ticket_hash = private.secret_hash(ticket) and given.picture_id is null
      and given.begun_at > moment - interval '10 minutes'
    returning * into used;
  if used.venue_id is null then
    return '{"status": "key"}';
  end if;
  -- If the upload fails, its file is removed; none takes an hour.
  insert into public.snapshot_removals (id, due_at) values (drawn, moment + interval '1 hour');
  return pg_catalog.jsonb_build_object('status', 'ok', 'id', drawn, 'kind', used.kind, 'venue', used.venue_id);
end;
$$;

-- Whether no player or sponsor uses a picture.
create function private.is_unused(picture text) returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (select from public.players where players.picture = is_unused.picture)
    and not exists (select from public.sponsors where sponsors.picture = is_unused.picture);
$$;

-- Lists an uploaded picture whose file is already stored: stored, or key if its venue is gone. A venue keeps its newest
-- 20 unused pictures.
create function public.record_mark(id text) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  moment timestamptz;
  begun public.picture_tickets;
begin
  select * into begun from public.picture_tickets as given where given.picture_id = record_mark.id;
  perform private.lock_venue(begun.venue_id);
  if not exists (select from public.venues where venues.id = begun.venue_id) then
    return '{"status": "key"}';
  end if;
  moment := pg_catalog.clock_timestamp();
  delete from public.snapshot_removals as waiting where waiting.id = record_mark.id and waiting.due_at > moment;
  if not found then
    raise exception 'this upload has not begun, or so long ago that its file is removed' using errcode = '55000';
  end if;
  insert into public.venue_pictures (id, venue_id, kind, created_at)
  values (record_mark.id, begun.venue_id, begun.kind, moment);
  delete from public.venue_pictures as unused where unused.id in (
    select stored.id from public.venue_pictures as stored
    where stored.venue_id = begun.venue_id and private.is_unused(stored.id)
    -- Pictures dated in the future are left over from a wrong clock; none ranks above this one.
    order by least(stored.created_at, moment) desc, stored.id = record_mark.id desc, stored.id desc offset 20
  );
  return pg_catalog.jsonb_build_object('status', 'stored');
end;
$$;

-- A picture's kind; null if there is no such picture.
create function public.find_mark(id text) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select stored.kind from public.venue_pictures as stored where stored.id = find_mark.id;
$$;
-- Televisions: a venue's screens that show its tables unattended. An unpaired screen shows a code; typing it on the
-- dashboard pairs it. A television proves itself by a secret that it generates and keeps; we store its hash.

create table public.televisions (
  id uuid primary key,
  venue_id uuid not null references public.venues (id) on delete cascade,
  title text not null constraint title_fits check (char_length(title) <= 60),
  secret_hash bytea not null unique,
  -- Deleting a table unpairs its televisions: they show a code again.
  table_id uuid references public.user_overlays (id) on delete cascade,
  query text not null default '' constraint query_is_one check (query ~ '^(\?[A-Za-z0-9=&_.-]{0,200})?$'),
  paired_at timestamptz not null default now(),
  seen_at timestamptz not null
);
comment on table public.televisions is 'A venue''s paired screens. Reached through functions only.';
comment on column public.televisions.secret_hash is 'SHA-256 of the screen''s secret, which is not stored.';
comment on column public.televisions.table_id is 'The table it shows; null for all.';
comment on column public.televisions.query is 'Its look, as an overlay address''s query.';
comment on column public.televisions.seen_at is 'When it last asked, to within half a minute.';

alter table public.televisions enable row level security;
revoke all on table public.televisions from anon, authenticated;

create index televisions_venue_id on public.televisions (venue_id, paired_at);
create index televisions_table_id on public.televisions (table_id);

-- The caller's address, from the header that Cloudflare sets on hosted Supabase and the gateway sets on the embedded
-- default, overwriting anything the sender wrote. An IPv6 subscriber has a whole /64. Null if there is none.
create function private.asking_address() returns inet
language plpgsql
stable
set search_path = ''
as $$
declare
  address inet;
begin
  address := (nullif(pg_catalog.current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip')::inet;
  return pg_catalog.network(pg_catalog.set_masklen(address, case pg_catalog.family(address) when 6 then 64 else 32 end));
exception
  when invalid_text_representation then
    return null;
end;
$$;

create table public.pairing_codes (
  code text primary key constraint code_is_6_clear_letters check (code ~ '^[CDFHJKMNPRTWXY2-9]{6}$'),
  secret_hash bytea not null,
  television_id uuid not null,
  expires_at timestamptz not null,
  asked_by inet default private.asking_address()
);
comment on table public.pairing_codes is
  'Codes on unpaired screens, deleted after they expire. Reached through functions only.';
comment on column public.pairing_codes.television_id is 'The id the screen will have, and already listens to.';
comment on column public.pairing_codes.asked_by is
  'The screen''s address: IPv4, or the /64 of IPv6; null if unknown.';

alter table public.pairing_codes enable row level security;
revoke all on table public.pairing_codes from anon, authenticated;

create index pairing_codes_secret_hash on public.pairing_codes (secret_hash, expires_at);
create index pairing_codes_television_id on public.pairing_codes (television_id);
create index pairing_codes_expires_at on public.pairing_codes (expires_at);
create index pairing_codes_asked_by on public.pairing_codes (asked_by);

-- Changes ------------------------------------------------------------------------------------------

-- `changed` on a television's topic tells it to ask again. It has no content.
create function private.television_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'television:' || coalesce(new.id, old.id), true);
  return null;
end;
$$;

create trigger television_changed
  after insert or delete or update of title, table_id, query on public.televisions
  for each row execute function private.television_changed();

-- When a table is added, renamed, moved or archived, or its link is replaced, tells each of the venue's televisions
-- once, however many tables changed.
create function private.tables_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'television:' || shown.id, true)
  from public.televisions as shown join public.venues on venues.id = shown.venue_id
  where exists (
    select from changed
    where changed.owner_uid = venues.owner_uid and coalesce(shown.table_id, changed.id) = changed.id
  );
  return null;
end;
$$;

create trigger tables_added after insert on public.user_overlays
  referencing new table as changed
  for each statement execute function private.tables_changed();
create trigger tables_changed after update on public.user_overlays
  referencing new table as changed
  for each statement execute function private.tables_changed();
create trigger tables_removed after delete on public.user_overlays
  referencing old table as changed
  for each statement execute function private.tables_changed();

-- Whether this is a television's topic, paired or not.
create function private.is_television_topic(topic text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  named uuid;
begin
  if topic !~ '^television:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  named := pg_catalog.substr(topic, 12)::uuid;
  return exists (select from public.televisions where id = named)
    or exists (select from public.pairing_codes where television_id = named);
end;
$$;
-- The policy runs this as the listener, who can't call it by name: schema private is hidden from them.
grant execute on function private.is_television_topic(text) to anon, authenticated;

create policy "A television listens by its id, which nobody else is told" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select private.is_television_topic((select realtime.topic()))));

-- Screens ------------------------------------------------------------------------------------------

-- Six of 22 unambiguous letters and digits, without vowels, so that no code spells a word.
create function private.new_pairing_code() returns text
language sql
volatile
set search_path = ''
as $$
  select private.random_text('CDFHJKMNPRTWXY23456789', 6);
$$;

-- At most 200 codes per address: a venue's fifty screens have two each. begin_pairing() creates one at a time. On
-- hosted Supabase this is the only limit per address.
create function private.limit_pairing_codes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.pairing_codes where asked_by = new.asked_by) >= 200 then
    raise exception 'too many screens wait to be paired' using errcode = '53400';
  end if;
  return new;
end;
$$;

create trigger limit_pairing_codes before insert on public.pairing_codes
  for each row execute function private.limit_pairing_codes();

-- Keeps an expired code for as long again, to report it as expired. After a fast server clock is corrected, codes dated
-- in the future get ten minutes from now. Reads the clock together with the codes, so a new one isn't mistaken for
-- those.
create function private.remove_pairing_codes(moment timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  update public.pairing_codes set expires_at = moment + interval '10 minutes' where code in (
    select code from public.pairing_codes
    where expires_at > (select pg_catalog.clock_timestamp() + interval '10 minutes') for update skip locked
  );
  delete from public.pairing_codes where code in (
    select code from public.pairing_codes
    where expires_at <= moment - interval '10 minutes' for update skip locked
  );
$$;

create function private.waiting_answer(shown public.pairing_codes, moment timestamptz) returns jsonb
language sql
stable
set search_path = ''
as $$
  select pg_catalog.jsonb_build_object(
    'status', 'waiting',
    'code', shown.code,
    'expires_in', extract(epoch from shown.expires_at - moment),
    'topic', 'television:' || shown.television_id,
    'server_time', moment
  );
$$;

-- What a television should show, by its secret: unknown, waiting with its code, or paired.
create function public.ask_television(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  known public.televisions;
  shown public.pairing_codes;
begin
  perform private.authorize('ask_television');
  select * into known from public.televisions where secret_hash = private.secret_hash(secret);
  if not found then
    select * into shown from public.pairing_codes
      where secret_hash = private.secret_hash(secret) and expires_at > moment
      order by expires_at desc limit 1;
    if found then
      return private.waiting_answer(shown, moment);
    end if;
    return pg_catalog.jsonb_build_object('status', 'unknown', 'server_time', moment);
  end if;
  -- Rapid polling doesn't write, and nothing waits for this.
  update public.televisions as renewed set seen_at = moment
  where renewed.id = (
    select id from public.televisions
    where id = known.id and seen_at not between moment - interval '30 seconds' and moment
    for no key update skip locked
  );
  return pg_catalog.jsonb_build_object(
    'status', 'paired',
    'title', known.title,
    'query', known.query,
    'topic', 'television:' || known.id,
    'all', known.table_id is null,
    'tables', (
      select coalesce(pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('token', owned.url_token, 'title', owned.title)
        order by owned.position, owned.created_at, owned.id
      ), '[]')
      from public.user_overlays as owned join public.venues on venues.owner_uid = owned.owner_uid
      where venues.id = known.venue_id
        and (owned.id = known.table_id or known.table_id is null and owned.archived_at is null)
    ),
    'server_time', moment
  );
end;
$$;
comment on function public.ask_television(text) is 'Deliberately public: a television proves itself by its secret.';

-- A code for an unpaired screen: its current one if valid for two more minutes, otherwise a new one. The old code stays
-- valid until it expires, in case someone is typing it. Answers like ask_television().
create function public.begin_pairing(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  hash constant bytea := private.secret_hash(secret);
  shown public.pairing_codes;
begin
  perform private.authorize('begin_pairing');
  if not coalesce(pg_catalog.left(secret, 65) ~ '^[A-Za-z0-9]{32,64}$', false) then
    raise exception 'a secret is 32 to 64 letters and digits' using errcode = '22023';
  end if;
  -- One at a time: two requests from one screen get the same code, and the limit holds.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pairing_codes', 0));
  perform private.remove_pairing_codes(moment);
  if exists (select from public.televisions where secret_hash = hash) then
    return public.ask_television(secret);
  end if;
  select * into shown from public.pairing_codes where secret_hash = hash order by expires_at desc limit 1;
  if shown.expires_at > moment + interval '2 minutes' then
    return private.waiting_answer(shown, moment);
  end if;
  delete from public.pairing_codes where secret_hash = hash and code <> shown.code;
  if (select count(*) from public.pairing_codes) >= 5000 then
    raise exception 'too many screens wait to be paired' using errcode = '53400';
  end if;
  loop
    insert into public.pairing_codes as made (code, secret_hash, television_id, expires_at)
    values (
      private.new_pairing_code(), hash, coalesce(shown.television_id, pg_catalog.gen_random_uuid()),
      moment + interval '10 minutes'
    )
    on conflict (code) do nothing
    returning * into shown;
    exit when found;
  end loop;
  return private.waiting_answer(shown, moment);
end;
$$;
comment on function public.begin_pairing(text) is 'Deliberately public: a screen that is not paired belongs to nobody.';

-- The owner's page ---------------------------------------------------------------------------------

-- Pairs the screen showing this code and sets its table (null for all) and look. Returns {status, id}: paired, wrong,
-- expired, tooMany (ten wrong codes in ten minutes) or full (50 televisions). A correct code doesn't reset the count:
-- someone guessing could pair screens of their own in between.
create function public.pair_television(code text, title text, table_id uuid default null, query text default '')
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('pair_television');
  moment timestamptz;
  shown public.pairing_codes;
  tries timestamptz[];
begin
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  -- One code per venue at a time, so each one counts. No code is created meanwhile either: a paired screen shows none.
  perform private.lock_venue(caller.venue_id);
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pairing_codes', 0));
  moment := pg_catalog.clock_timestamp();
  select coalesce(pg_catalog.array_agg(tried.at), '{}') into tries
  from public.venues, pg_catalog.unnest(venues.mispaired_at) as tried (at)
  where venues.id = caller.venue_id and tried.at > moment - interval '10 minutes' and tried.at <= moment;
  if pg_catalog.cardinality(tries) >= 10 then
    return pg_catalog.jsonb_build_object('status', 'tooMany');
  end if;
  if (select count(*) from public.televisions where venue_id = caller.venue_id) >= 50 then
    return pg_catalog.jsonb_build_object('status', 'full');
  end if;
  perform private.remove_pairing_codes(moment);
  select * into shown from public.pairing_codes as waiting
    where waiting.code = pair_television.code for update;
  if not found then
    update public.venues set mispaired_at = tries || moment where venues.id = caller.venue_id;
    return pg_catalog.jsonb_build_object('status', 'wrong');
  elsif shown.expires_at <= moment then
    return pg_catalog.jsonb_build_object('status', 'expired');
  end if;
  insert into public.televisions (id, venue_id, title, secret_hash, table_id, query, paired_at, seen_at)
  values (
    shown.television_id, caller.venue_id, pair_television.title, shown.secret_hash, table_id, pair_television.query,
    moment, moment
  );
  delete from public.pairing_codes as waiting where waiting.secret_hash = shown.secret_hash;
  return pg_catalog.jsonb_build_object('status', 'paired', 'id', shown.television_id);
end;
$$;

-- The signed-in owner's televisions, in the order they were paired.
create function public.list_televisions() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_televisions');
begin
  perform private.remove_pairing_codes(pg_catalog.clock_timestamp());
  return pg_catalog.jsonb_build_object(
    'televisions', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', shown.id,
        'title', shown.title,
        'table_id', shown.table_id,
        'query', shown.query,
        'paired_at', shown.paired_at,
        'seen_at', shown.seen_at
      ) order by shown.paired_at, shown.id), '[]')
      from public.televisions as shown where shown.venue_id = caller.venue_id
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

-- Renames a television and sets what it shows: a table, or null for all.
create function public.update_television(id uuid, title text, table_id uuid default null, query text default '')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_television');
begin
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  update public.televisions as shown
    set title = update_television.title, table_id = update_television.table_id, query = update_television.query
    where shown.id = update_television.id and shown.venue_id = caller.venue_id;
  if not found then
    raise exception 'this television is not yours' using errcode = '42501';
  end if;
end;
$$;

-- Unpairs a television, which is told and shows a code.
create function public.unpair_television(id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('unpair_television');
begin
  delete from public.televisions as shown
    where shown.id = unpair_television.id and shown.venue_id = caller.venue_id;
  if not found then
    raise exception 'this television is not yours' using errcode = '42501';
  end if;
end;
$$;
-- Last, once every function exists.
select private.grant_rights();
