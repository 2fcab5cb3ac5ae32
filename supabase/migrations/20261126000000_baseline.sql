-- Written by `npm run baseline` from supabase/schemas.

-- 01_helpers.sql

-- Shared helpers: the private schema, random text, and secret hashes.

create schema private;
comment on schema private is 'Functions and tables hidden from the API.';
revoke all on schema private from public;

-- The most of these that a venue has; of actions, that a call appends. MOST in src/config/limits.ts is the same.
create function private.most(things text) returns int
language plpgsql
immutable
set search_path = ''
as $$
begin
  case things
    when 'tables' then return 64;
    when 'players' then return 500;
    when 'mergedNames' then return 1000;
    when 'sponsors' then return 20;
    when 'televisions' then return 50;
    when 'devices' then return 100;
    when 'parties' then return 200;
    when 'actions' then return 200;
  end case;
end;
$$;

-- Random text of `length` letters, from gen_random_uuid() (a strong random source that needs no extension). Bytes 6 and
-- 8 of a version-4 UUID hold its version and variant, so they are skipped. Bytes past the largest multiple of the
-- alphabet's size are rejected, so every letter is equally likely.
create function private.random_text(alphabet text, length int) returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  letters constant int := length(alphabet);
  drawn text := '';
  bytes bytea;
  value int;
begin
  loop
    bytes := uuid_send(gen_random_uuid());
    for position in 0..15 loop
      continue when position in (6, 8);
      value := get_byte(bytes, position);
      continue when value >= 256 - 256 % letters;
      drawn := drawn || substr(alphabet, value % letters + 1, 1);
      if length(drawn) = random_text.length then
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
    when octet_length(secret) <= 1024 then sha256(convert_to(secret, 'UTF8'))
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

-- Names as stored ----------------------------------------------------------------------------------

-- A name without the marks that change the direction of the text around it. src/rules/name.ts removes the same marks.
create function private.without_turns(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(name, '[\u202A-\u202E\u2066-\u2069]', '', 'g');
$$;

-- Removes them from the columns that the trigger names.
create function private.keep_names_straight() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(named.field, private.without_turns(to_jsonb(new) ->> named.field))
    from unnest(tg_argv) as named (field)
  ));
end;
$$;

-- Names as compared --------------------------------------------------------------------------------
-- src/rules/name-key.ts computes the same; tests/embedded/name-keys.test.ts compares the two.

-- A player's name as compared: names with the same key are the same player. The key has no invisible marks (control
-- characters, Unicode's default ignorables, and the Arabic tatweel), has single spaces, and is composed and in lower
-- case. A name has at most 60 letters, but longer texts are compared as well. Postgres sorts the accents of one letter
-- in quadratic time, without checking for interrupts, so at most 60 letters outside ASCII are read in a row. Each
-- replacement is expensive, so a single space isn't replaced with itself.
create function private.name_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select btrim(replace(
    normalize(lower(replace(normalize(
      regexp_replace(regexp_replace(
        regexp_replace(
          name,
          '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u0640\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
          '', 'g'
        ),
        ' *[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000][ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]*| {2,}', ' ', 'g'
      ), '([^ -~]{60})[^ -~]+', '\1', 'g'), NFC), 'İ', 'i')), NFC), 'ς', 'σ'));
$$;

-- A name's key as searched. Names that differ in accents (in Arabic also in vowel signs, hamza, ى and ة) are different
-- players, but a search for one finds them all.
create function private.search_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select replace(replace(replace(
    translate(
      regexp_replace(
        lower(normalize(private.name_key(name), NFKD)),
        '[\u0300-\u036F\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]',
        '', 'g'
      ),
      'ٱىیةھکςıøłđðħ’‘ʼ', 'اييههكσiolddh'''''''
    ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss');
$$;

-- A side's name on a board until its player is named. DEFAULT_NAMES in src/rules/name.ts are the same.
create function private.default_name(side text) returns text
language sql
immutable
set search_path = ''
as $$
  select 'PLAYER ' || side;
$$;

-- The key of a side of a match; null for an empty name or a board's default, which is no player. givenName() in
-- src/rules/name.ts has the same rule.
create function private.player_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(nullif(nullif(private.name_key(name), ''), lower(private.default_name('A'))), lower(private.default_name('B')));
$$;

-- A name as records keep it: empty for a default name.
create function private.recorded_name(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select case when private.player_key(name) is null then '' else private.without_turns(name) end;
$$;

-- 02_rights.sql

-- Who may do what, and the gate that enforces it. Every public API function starts with private.authorize(), which
-- returns the caller, the table or venue, and its owner. Grants come from the same table. Functions only the snapshot
-- service calls are granted to service_role alone: the service checks upload keys and tickets.
--
-- A function that stores its caller's input lets the tables' constraints refuse it, and raises their message again
-- without the detail: Postgres adds the whole row, with secrets' hashes and the owner's account.

create table private.rights (
  act text primary key,
  place text not null constraint place_is_known check (place in ('table', 'venue', 'television', 'device', 'anywhere', 'service')),
  who text[] not null constraint who_is_known check (
    who <@ '{owner,admin,service,remote,scorer,machine,button,television,device,anyone,service_role}'
  )
);
comment on table private.rights is 'Who may call which API function. private.grant_rights() turns it into grants.';
comment on column private.rights.act is 'The name of a function in schema public.';
comment on column private.rights.place is 'What it acts on, which tells the gate how to identify the caller.';
comment on column private.rights.who is
  'owner: the account that owns the table or venue. admin, service, remote: a device of the venue, by its role. scorer: a scorer link for the table. machine: a machine key, which is one, too. button: a button address. television, device: a screen, or a phone or tablet, that passes a secret to ask about itself; it is a caller of nothing else.';

insert into private.rights (act, place, who) values
  ('get_overlay', 'anywhere', '{anyone}'),
  ('begin_pairing', 'anywhere', '{anyone}'),
  ('ask_television', 'television', '{television}'),
  ('ask_device', 'device', '{device}'),
  ('append_actions', 'table', '{owner,admin,service,remote,scorer,machine}'),
  ('begin_match', 'table', '{owner,admin,service,remote,scorer,machine}'),
  ('resume_match', 'table', '{owner,admin,service,remote,scorer,machine}'),
  ('get_log', 'table', '{owner,admin,service,remote,scorer,machine}'),
  ('open_link', 'table', '{scorer,machine}'),
  ('start_clock', 'table', '{owner}'),
  ('stop_clock', 'table', '{owner}'),
  ('reset_clock', 'table', '{owner}'),
  ('update_table', 'table', '{owner,admin}'),
  ('replace_overlay_link', 'table', '{owner,admin}'),
  ('list_scorer_links', 'table', '{owner,admin,service}'),
  ('add_scorer_link', 'table', '{owner,admin,service}'),
  ('revoke_scorer_link', 'table', '{owner,admin,service}'),
  ('open_machine', 'table', '{machine}'),
  ('move_by_machine', 'table', '{machine}'),
  ('begin_by_machine', 'table', '{machine}'),
  ('open_button', 'table', '{button}'),
  ('press_button', 'table', '{button}'),
  ('ensure_overlay', 'venue', '{owner}'),
  ('list_tables', 'venue', '{owner,admin,service}'),
  ('add_table', 'venue', '{owner,admin}'),
  ('order_tables', 'venue', '{owner,admin}'),
  ('get_venue', 'venue', '{owner,admin}'),
  ('update_venue', 'venue', '{owner,admin}'),
  ('add_upload_key', 'venue', '{owner}'),
  ('revoke_upload_key', 'venue', '{owner}'),
  ('get_branding', 'venue', '{owner,admin,service}'),
  ('save_player', 'venue', '{owner,admin}'),
  ('name_player', 'venue', '{owner,admin,service}'),
  ('hide_player', 'venue', '{owner,admin,service}'),
  ('remove_player', 'venue', '{owner,admin}'),
  ('save_sponsor', 'venue', '{owner,admin}'),
  ('order_sponsors', 'venue', '{owner,admin}'),
  ('remove_sponsor', 'venue', '{owner,admin}'),
  ('begin_picture', 'venue', '{owner,admin}'),
  ('find_code', 'venue', '{owner,admin}'),
  ('pair_television', 'venue', '{owner,admin}'),
  ('list_televisions', 'venue', '{owner,admin}'),
  ('update_television', 'venue', '{owner,admin}'),
  ('unpair_television', 'venue', '{owner,admin}'),
  ('let_in_device', 'venue', '{owner,admin}'),
  ('list_devices', 'venue', '{owner,admin}'),
  ('update_device', 'venue', '{owner,admin}'),
  ('revoke_devices', 'venue', '{owner,admin}'),
  ('list_results', 'venue', '{owner,admin,service}'),
  ('count_results', 'venue', '{owner,admin,service}'),
  ('get_result', 'venue', '{owner,admin,service}'),
  ('set_aside', 'venue', '{owner,admin}'),
  ('correct_result', 'venue', '{owner,admin}'),
  ('delete_result', 'venue', '{owner}'),
  ('list_due', 'venue', '{owner,admin,service}'),
  ('find_players', 'venue', '{owner,admin}'),
  ('get_player', 'venue', '{owner,admin}'),
  ('merge_players', 'venue', '{owner,admin}'),
  ('part_player', 'venue', '{owner,admin}'),
  ('get_report', 'venue', '{owner,admin}'),
  ('list_waiting', 'venue', '{owner,admin,service}'),
  ('change_waiting', 'venue', '{owner,admin,service}'),
  ('list_other_names', 'venue', '{owner}'),
  ('erase_player', 'venue', '{owner}'),
  ('export_page', 'venue', '{owner}'),
  ('import_lines', 'service', '{service_role}'),
  ('get_due', 'service', '{service_role}'),
  ('store_result', 'service', '{service_role}'),
  ('purge_logs', 'service', '{service_role}'),
  ('show_result', 'service', '{service_role}'),
  ('show_table', 'service', '{service_role}'),
  ('take_due', 'service', '{service_role}'),
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
  table_id uuid,
  device_id uuid
);
comment on type private.actor is 'The caller, and the table or venue.';
comment on column private.actor.kind is 'As in private.rights.who; null for a stranger.';
comment on column private.actor.uid is 'The account; null for a device, and for a scorer link of any kind.';
comment on column private.actor.owner_uid is 'The account that owns the table or venue.';

create function private.refuse() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'this table is not yours' using errcode = '42501';
end;
$$;

-- The secret that a device of the venue sends with its requests; null if the caller sends none. With it, no other
-- identity counts.
create function private.device_secret() returns text
language sql
stable
set search_path = ''
as $$
  select nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-device';
$$;

-- Who the caller is at a table: a device of its venue, its owner, or the holder of a currently valid link, by the
-- link's kind. Only owners and Admins reach archived tables.
create function private.caller_at(table_id uuid, link text) returns private.actor
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  secret constant text := private.device_secret();
  caller private.actor;
begin
  if secret is not null then
    select device.role, null, null, owned.owner_uid, device.venue_id, owned.id, device.id
    into caller
    from public.devices as device
    join public.venues on venues.id = device.venue_id
    join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
    where device.secret_hash = private.secret_hash(secret)
      and device.revoked_at is null
      and owned.id = caller_at.table_id
      and coalesce(device.table_id, owned.id) = owned.id
      and (owned.archived_at is null or device.role = 'admin');
    return caller;
  end if;
  select
    coalesce(given.kind, case when owned.owner_uid = auth.uid() then 'owner' end),
    case when given.id is null then auth.uid() end,
    given.id,
    owned.owner_uid,
    null,
    owned.id,
    null
  into caller
  from public.user_overlays as owned
  left join public.scorer_links as given
    on given.token_hash = private.secret_hash(link)
    and given.table_id = owned.id
    and given.revoked_at is null
    and (given.ends_at is null or given.ends_at > clock_timestamp())
    and owned.archived_at is null
  where owned.id = caller_at.table_id;
  return caller;
end;
$$;

-- Who the caller is in a venue: a device, or the owner, whose venue is created on first use.
create function private.caller_in_venue() returns private.actor
language plpgsql
security definer
set search_path = ''
as $$
declare
  secret constant text := private.device_secret();
  caller private.actor;
begin
  if secret is not null then
    select device.role, null, null, venues.owner_uid, venues.id, null, device.id
    into caller
    from public.devices as device join public.venues on venues.id = device.venue_id
    where device.secret_hash = private.secret_hash(secret) and device.revoked_at is null;
  elsif auth.uid() is null then
    raise exception 'sign in first' using errcode = '42501';
  else
    caller.kind := 'owner';
    caller.uid := auth.uid();
    caller.owner_uid := caller.uid;
    caller.venue_id := private.venue_of(caller.owner_uid);
  end if;
  return caller;
end;
$$;

-- Records that a device asked, at most once a minute. Best effort: skips a locked row instead of waiting.
create function private.note_seen(device uuid, moment timestamptz) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.devices set seen_at = moment
  where id = (
    select id from public.devices
    where id = device and seen_at not between moment - interval '1 minute' and moment
    for no key update skip locked
  );
end;
$$;

-- How far back the caller can reach left matches and results: owners and Admins without limit, others 36 hours.
create function private.reached_since(caller private.actor) returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case
    when caller.kind in ('owner', 'admin') then '-infinity'
    else clock_timestamp() - interval '36 hours'
  end;
$$;

-- The gate: allows the caller an act from private.rights, or raises 42501. The error is the same whether the thing
-- isn't theirs or doesn't exist. An act on a table passes its id and the scorer link, if any.
create function private.authorize(act text, table_id uuid default null, link text default null) returns private.actor
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  allowed private.rights;
  caller private.actor;
begin
  select * into allowed from private.rights where rights.act = authorize.act;
  case allowed.place
    when 'table' then
      caller := private.caller_at(table_id, link);
    when 'venue' then
      caller := private.caller_in_venue();
    when 'television', 'device' then
      -- The function finds it by the secret. It is known by nothing else.
      caller.kind := allowed.place;
    else
      caller.kind := 'anyone';
  end case;
  if not coalesce(caller.kind = any (allowed.who), false) then
    perform private.refuse();
  end if;
  -- Best effort: skip a locked row rather than wait.
  if caller.link_id is not null then
    update public.scorer_links set last_used_at = moment
    where id = (
      select id from public.scorer_links
      where id = caller.link_id
        and (last_used_at is null or last_used_at not between moment - interval '1 minute' and moment)
      for no key update skip locked
    );
  elsif caller.device_id is not null then
    perform private.note_seen(caller.device_id, moment);
  end if;
  return caller;
end;
$$;

-- The names of the functions that the caller may call.
create function private.may(caller private.actor) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(act order by act), '[]') from private.rights where caller.kind = any (who);
$$;

-- Raises 42501 unless all of these tables belong to the caller's owner.
create function private.require_tables(caller private.actor, ids uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from unnest(ids) as named (id)
    where not exists (
      select from public.user_overlays as owned where owned.id = named.id and owned.owner_uid = caller.owner_uid
    )
  ) then
    perform private.refuse();
  end if;
end;
$$;

-- Grants the API roles exactly what private.rights lists. Call it in any migration that adds a function or a right.
-- Functions only for machines and buttons are granted to the score service, which has the rules and passes on their
-- secrets.
create function private.grant_rights() returns void
language plpgsql
set search_path = ''
as $$
declare
  api record;
begin
  revoke execute on all functions in schema private from public;
  revoke execute on all functions in schema public from public, anon, authenticated, service_role;
  for api in
    select called.oid::regprocedure as signature, case
      when allowed.who <@ '{machine,button,service_role}' then 'service_role'
      when allowed.who = '{owner}' then 'authenticated'
      else 'anon, authenticated'
    end as roles
    from private.rights as allowed
    join pg_proc as called
      on called.proname = allowed.act and called.pronamespace = 'public'::regnamespace
  loop
    execute format('grant execute on function %s to %s', api.signature, api.roles);
  end loop;
end;
$$;

-- 03_tables.sql

-- A venue's tables and how their owner manages them. The first is also the specification's "overlay".
--
-- Locks are always taken in this order, to avoid deadlocks:
--   1. the venue's row                        private.lock_venue()
--   2. the pairing codes                      an advisory lock
--   3. the address of a table's pictures      its row of snapshot_tables
--   4. the board                              its row of public_overlays
--   5. its matches                            matches, match_actions
--   6. the table                              its row of user_overlays
--   7. everything else it owns                scorer_links, devices, log_uses, machine_uses, machine_requests, overlay_screens,
--                                             table_scorers, snapshots, results, waiting, waiting_ops
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
  created_at timestamptz not null default now(),
  kind text not null default 'pool' constraint kind_is_known check (kind in ('pool', 'snooker')),
  out_of_use boolean not null default false
);
comment on table public.user_overlays is 'An owner''s tables. Nobody else can read a row.';
comment on column public.user_overlays.position is 'The owner''s order; ties are broken by age.';
comment on column public.user_overlays.kind is 'What is played at it.';
comment on column public.user_overlays.out_of_use is 'Whether it can''t be played at for now.';
comment on column public.user_overlays.link_replaced is
  'Whether its first overlay link was replaced; if so, its id no longer opens the overlay.';

alter table public.user_overlays enable row level security;
revoke all on table public.user_overlays from anon, authenticated;
grant select on table public.user_overlays to authenticated;
grant update (title) on table public.user_overlays to authenticated;

create trigger keep_names_straight before insert or update of title on public.user_overlays
  for each row execute function private.keep_names_straight('title');

create policy "Owners read their own overlays" on public.user_overlays
  for select to authenticated using (owner_uid = (select auth.uid()));
create policy "Owners rename their own overlays" on public.user_overlays
  for update to authenticated
  using (owner_uid = (select auth.uid())) with check (owner_uid = (select auth.uid()));

create index user_overlays_owner_uid on public.user_overlays (owner_uid, created_at);

-- A table's name as compared. A number, alone or after the word for "table", is the same name in all languages, and so
-- is the specification's "Overlay 1", because screens show them alike. src/core/branding/branding.ts has the same rule.
create function private.table_key(title text) returns text
language sql
immutable
security definer
set search_path = ''
as $$
  select coalesce(
    substring(
      translate(keyed.title, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789')
      from '^(?:overlay (?=1$)|(?:table|طاولة|الطاولة) ?(?:n[°o] ?|# ?)?)?0*([0-9]{1,3})$'
    ),
    keyed.title
  )
  from (select private.name_key(table_key.title) as title) as keyed;
$$;

-- The index runs this as the owner who renames a table directly. They can't call it by name: schema private is hidden
-- from them.
grant execute on function private.table_key(text) to authenticated;

-- Tables in use are told apart by their names. Archived ones may share a name.
create unique index user_overlays_names on public.user_overlays (owner_uid, private.table_key(title))
  where archived_at is null and title <> '';

-- The name, or a similar one that none of the owner's other tables in use has.
create function private.free_title(owner uuid, id uuid, title text) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  base constant text := case private.name_key(title) when 'overlay 1' then 'Table 1' else title end;
  number text := '';
  candidate text := title;
begin
  for count in 2..66 loop
    exit when title = '' or not exists (
      select from public.user_overlays as owned
      where owned.owner_uid = owner and owned.id <> free_title.id and owned.archived_at is null
        and private.table_key(owned.title) = private.table_key(candidate)
    );
    number := ' (' || count || ')';
    candidate := left(base, 60 - length(number)) || number;
  end loop;
  return candidate;
end;
$$;

-- Creates a table with its board and first match, after the owner's other tables.
create function private.make_table(caller private.actor, title text, kind text default 'pool')
returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.user_overlays;
begin
  perform private.lock_venue(caller.venue_id);
  if (select count(*) from public.user_overlays where owner_uid = caller.owner_uid) >= private.most('tables') then
    raise exception 'an owner has at most % tables', private.most('tables') using errcode = '23514';
  end if;
  insert into public.user_overlays (owner_uid, title, kind, position)
  select caller.owner_uid, make_table.title, make_table.kind, coalesce(max(owned.position), 0) + 1
  from public.user_overlays as owned where owned.owner_uid = caller.owner_uid
  returning * into made;
  -- One statement, because the two rows refer to each other.
  with shown as (
    insert into public.public_overlays (url_token, owner_uid, table_id, match_id)
    values (made.url_token, made.owner_uid, made.id, gen_random_uuid())
    returning *
  )
  insert into public.matches (id, table_id, number, game, rules, start)
  select shown.match_id, shown.table_id, 1, 'plain', 1,
    private.plain_start(shown.p1, shown.p2, shown.s1, shown.s2, shown.race_to)
  from shown;
  perform private.raise_room_seq(caller.venue_id);
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

-- All of the venue's tables in order, and what the caller may do. Archived ones are listed for callers who may restore
-- them. Creates an owner's first table.
create function public.list_tables() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_tables');
begin
  if caller.kind = 'owner' and not exists (select from public.user_overlays where owner_uid = caller.owner_uid) then
    perform public.ensure_overlay();
  end if;
  return jsonb_build_object(
    'tables', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', owned.id,
        'token', owned.url_token,
        'title', owned.title,
        'archived', owned.archived_at is not null,
        'kind', owned.kind,
        'facts', private.table_facts(owned, false, clock_timestamp()),
        'state', private.overlay_state(shown),
        'match', jsonb_build_object(
          'id', played.id,
          'number', played.number,
          'game', played.game,
          'seq', played.seq,
          'started_at', played.started_at,
          'ended_at', played.ended_at
        ),
        'screens', private.screens_of(shown),
        'scorer_seen_at', (select seen_at from public.table_scorers where table_scorers.table_id = owned.id)
      ) order by owned.position, owned.created_at, owned.id), '[]')
      from public.user_overlays as owned
      join public.public_overlays as shown on shown.table_id = owned.id
      join public.matches as played on played.id = shown.match_id
      where owned.owner_uid = caller.owner_uid and (owned.archived_at is null or caller.kind <> 'service')
    ),
    'may', private.may(caller),
    'venue', (
      select jsonb_build_object(
        'time_zone', time_zone, 'closing_hour', closing_hour, 'title', btrim(title)
      )
      from public.venues where id = caller.venue_id
    ),
    'server_time', clock_timestamp()
  );
end;
$$;

-- Adds a table, of a kind, and returns its id.
create function public.add_table(title text, kind text default 'pool') returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  return (private.make_table(private.authorize('add_table'), title, kind)).id;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Renames, archives or restores a table, and sets its kind and whether it is out of use. Null leaves a field unchanged.
-- No party waits for an archived table.
create function public.update_table(
  id uuid, title text default null, archived boolean default null, kind text default null,
  out_of_use boolean default null
) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('update_table', id);
  venue constant uuid := private.venue_of(caller.owner_uid);
begin
  perform private.lock_venue(venue);
  -- Its new name moves the board, which is locked before the table. lock_boards() knows only an account's boards.
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for no key update;
  update public.user_overlays as owned
    set title = coalesce(update_table.title, owned.title),
        archived_at = case
          when archived is null then owned.archived_at
          when archived then coalesce(owned.archived_at, now())
        end,
        kind = coalesce(update_table.kind, owned.kind),
        out_of_use = coalesce(update_table.out_of_use, owned.out_of_use)
    where owned.id = caller.table_id;
  if archived then
    perform private.leave_table(caller, caller.table_id);
  end if;
  perform private.raise_room_seq(venue);
  return true;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Puts the owner's tables in this order; tables not listed follow in their current order.
create function public.order_tables(ids uuid[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('order_tables');
begin
  if cardinality(ids) > private.most('tables') then
    raise exception 'an owner has at most % tables', private.most('tables') using errcode = '22023';
  end if;
  perform private.lock_venue(caller.venue_id);
  perform private.require_tables(caller, ids);
  update public.user_overlays as owned set position = ordered.position
  from (
    select mine.id, row_number() over (
      order by array_position(ids, mine.id), mine.position, mine.created_at, mine.id
    ) as position
    from public.user_overlays as mine where mine.owner_uid = caller.owner_uid
  ) as ordered
  where owned.id = ordered.id;
  perform private.raise_room_seq(caller.venue_id);
  return true;
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

-- 04_matches.sql

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
  clock_before jsonb constraint clock_before_fits check (octet_length(clock_before::text) <= 256),
  folded_seq int,
  folded_left_at timestamptz,
  continues boolean not null default false,
  erasures int not null default 0,
  unique (table_id, number)
);
comment on table public.matches is 'Current and past matches. Reached through functions only.';
comment on column public.matches.previous_id is 'The match that was current when this one began.';
comment on column public.matches.start is 'The format, in the game''s own terms.';
comment on column public.matches.seq is 'The last entry in its log.';
comment on column public.matches.left_at is 'When another match became current; null for the current one.';
comment on column public.matches.stored_at is 'When the last entry in its log was stored.';
comment on column public.matches.last_board is 'For a match that is not current: the board to show when it resumes.';

comment on column public.matches.clock_before is
  'For a timed match: the clock before its start set it to zero, for undoing the start.';

comment on column public.matches.folded_seq is 'The seq, and folded_left_at the left_at, that its result was folded from.';
comment on column public.matches.erasures is
  'How often a player''s name was erased from it. A log that was read before then is out of date.';
comment on column public.matches.continues is
  'Whether it continues a previous match that was full. The previous one then has no separate result.';

-- Only matches whose result isn't folded yet.
create index matches_due on public.matches (table_id)
  where seq > 0 and (folded_seq is distinct from seq or folded_left_at is distinct from left_at);

create index matches_stored_at on public.matches (table_id, stored_at);

alter table public.matches enable row level security;
revoke all on table public.matches from anon, authenticated;

create table public.match_actions (
  match_id uuid not null references public.matches (id) on delete cascade,
  seq int not null constraint seq_in_range check (seq between 1 and 5000),
  id uuid not null,
  kind text not null constraint kind_is_a_word check (kind ~ '^[a-z][A-Za-z.]{0,31}$'),
  -- Devices have a lower limit (private.is_action); a logged direct update can be this large.
  body jsonb not null constraint body_fits check (
    jsonb_typeof(body) = 'object' and octet_length(body::text) <= 4096
  ),
  at timestamptz not null,
  stored_at timestamptz not null,
  by_uid uuid,
  by_link uuid,
  by_device uuid,
  primary key (match_id, seq),
  unique (match_id, id),
  constraint by_one check (num_nonnulls(by_uid, by_link, by_device) <= 1)
);
comment on table public.match_actions is 'The log of each match. Append-only, reached through functions only.';
comment on column public.match_actions.at is 'When it happened, in server time.';

alter table public.match_actions enable row level security;
revoke all on table public.match_actions from anon, authenticated;

-- No role can change or delete an entry, except by deleting its match or erasing a player's name.
create function private.keep_actions() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  erased constant text := nullif(current_setting('cueboard.erased', true), '');
begin
  if tg_op = 'DELETE' and not exists (select from public.matches where id = old.match_id) then
    return old;
  elsif tg_op = 'UPDATE' and erased is not null
    and to_jsonb(new) - 'body' = to_jsonb(old) - 'body'
    and new.body = private.without_player(old.body, erased::text[])
  then
    return new;
  end if;
  raise exception 'the log of a match is append-only' using errcode = '42501';
end;
$$;

create trigger keep_actions before update or delete on public.match_actions
  for each row execute function private.keep_actions();
create trigger keep_all_actions before truncate on public.match_actions
  for each statement execute function private.keep_actions();

-- 05_boards.sql

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
-- pass its name and the revision it shows, and a scorer their link. Scorers of the table are recorded. `server_time` is
-- the clock_timestamp() of the answer, from which viewers estimate their clock's offset.
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
  end if;
  return private.overlay_state(found_row) || jsonb_build_object(
    'topic', 'overlay:' || found_row.url_token,
    'server_time', clock_timestamp(),
    'branding', private.branding_of(found_row)
  );
end;
$$;
comment on function public.get_overlay(text, text, bigint, text) is
  'Deliberately public: anyone with the link can see the overlay.';

-- 06_clocks.sql

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
      shown.clock_accum := least(31536000, floor(
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
      shown.shot := jsonb_build_object(
        'n', body -> 'n',
        'warn', body -> 'warn',
        'ends', t + make_interval(secs => (body ->> 'n')::double precision),
        'left', null
      );
    when 'shot.stop' then
      if ends is null then
        return;
      end if;
      shown.shot := shown.shot || jsonb_build_object(
        'ends', null, 'left', greatest(0, extract(epoch from ends - t))
      );
    when 'shot.extend' then
      if shown.shot is null then
        return;
      end if;
      -- An expired shot clock is extended from now.
      shown.shot := shown.shot || jsonb_build_object(
        'n', (shown.shot ->> 'n')::numeric + (body ->> 'n')::numeric,
        'ends', greatest(ends, t) + case when ends is not null
          then make_interval(secs => (body ->> 'n')::double precision) end,
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
  moment constant timestamptz := clock_timestamp();
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

-- 07_log.sql

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
  moment constant timestamptz := clock_timestamp();
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

-- 08_scorer_links.sql

-- Scorer links: secret addresses for scoring one table without an account. A machine key is a link that the score
-- service accepts as well. A button address is a link that makes a single move and opens nothing else.

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
  last_used_at timestamptz,
  kind text not null default 'scorer' constraint kind_is_known check (kind in ('scorer', 'machine', 'button')),
  move jsonb constraint move_fits check (
    move is null
    or jsonb_typeof(move -> 'move') is not distinct from 'string'
      and jsonb_typeof(move -> 'fields') is not distinct from 'object'
      and octet_length(move::text) <= 1024
  ),
  made_by uuid,
  constraint a_button_has_a_move check ((kind = 'button') = (move is not null))
);
comment on table public.scorer_links is
  'Secret addresses for scoring one table without an account. Reached through functions only.';
comment on column public.scorer_links.token_hash is 'SHA-256 of the secret, which is not stored.';
comment on column public.scorer_links.made_by is 'The device that made it; null for an account.';
comment on column public.scorer_links.kind is 'The kind of caller that it identifies, as in private.rights.who.';
comment on column public.scorer_links.move is 'What a button does: {move, fields}, as the score service takes a move.';

alter table public.scorer_links enable row level security;
revoke all on table public.scorer_links from anon, authenticated;

create index scorer_links_table_id on public.scorer_links (table_id, created_at);

create trigger keep_names_straight before insert or update of label on public.scorer_links
  for each row execute function private.keep_names_straight('label');

-- The table of a link, valid or not: the gate decides.
create function private.table_of_link(link text) returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select table_id from public.scorer_links where token_hash = private.secret_hash(link);
$$;

-- The table that a scorer link opens, and its current match. Refuses the owner too when the link is invalid.
create function public.open_link(link text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('open_link', private.table_of_link(link), link);
begin
  return (
    select jsonb_build_object(
      'link_id', caller.link_id,
      'table_id', owned.id,
      'token', owned.url_token,
      'title', owned.title,
      'kind', owned.kind,
      'match', shown.match_id
    )
    from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
    where owned.id = caller.table_id
  );
end;
$$;

-- A table's scorer links of all kinds, newest first; for Service, those that its device made.
create function public.list_scorer_links(table_id uuid) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_scorer_links', table_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id,
      'label', label,
      'created_at', created_at,
      'ends_at', ends_at,
      'last_used_at', last_used_at,
      'revoked', revoked_at is not null,
      'kind', kind,
      'move', move
    ) order by created_at desc, id), '[]')
    from public.scorer_links as given
    where given.table_id = caller.table_id and (caller.kind <> 'service' or given.made_by = caller.device_id)
  );
end;
$$;

-- Creates a scorer link and returns {id, secret}. The secret can't be read again. With `is_machine` it is a machine
-- key, with `move` a button address. Buttons are counted apart. Service makes scorer links of up to twelve hours only.
create function public.add_scorer_link(
  table_id uuid, label text, ends_at timestamptz default null, is_machine boolean default false,
  move jsonb default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('add_scorer_link', table_id);
  moment constant timestamptz := clock_timestamp();
  secret constant text := private.new_url_token();
  kind constant text := case when move is not null then 'button' when is_machine then 'machine' else 'scorer' end;
  most constant int := case when move is null then 50 else 64 end;
  made uuid;
begin
  if caller.kind = 'service' and not coalesce(kind = 'scorer' and ends_at <= moment + interval '12 hours', false) then
    perform private.refuse();
  end if;
  perform private.require_plain_json(move, 2048);
  -- Locked, so that two tabs can't both take the last place.
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  if (
    select count(*) from public.scorer_links as given
    where given.table_id = caller.table_id and given.revoked_at is null
      and (given.ends_at is null or given.ends_at > moment)
      and (given.kind = 'button') = (add_scorer_link.move is not null)
  ) >= most then
    raise exception 'a table has at most % %', most, case when move is null then 'scorer links' else 'buttons' end
      using errcode = '23514';
  end if;
  insert into public.scorer_links (table_id, token_hash, label, created_at, ends_at, kind, move, made_by)
  values (caller.table_id, private.secret_hash(secret), label, moment, ends_at, kind, move, caller.device_id)
  returning id into made;
  return jsonb_build_object('id', made, 'secret', secret);
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Revokes a scorer link at once. Scores made with it remain. Service revokes those that its device made.
create function public.revoke_scorer_link(id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('revoke_scorer_link', (
    select given.table_id from public.scorer_links as given where given.id = revoke_scorer_link.id
  ));
begin
  update public.scorer_links as given set revoked_at = coalesce(given.revoked_at, clock_timestamp())
    where given.id = revoke_scorer_link.id and (caller.kind <> 'service' or given.made_by = caller.device_id);
  if not found then
    perform private.refuse();
  end if;
  return true;
end;
$$;

-- Tells devices that score a table to ask whether they still may. All viewers receive it, so it contains nothing else.
create function private.send_rights() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'rights', 'overlay:' || owned.url_token, true)
  from public.user_overlays as owned
  where owned.id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end;
$$;

create trigger send_link_revoked after update of revoked_at on public.scorer_links
  for each row when ((old.revoked_at is null) <> (new.revoked_at is null))
  execute function private.send_rights('table_id');

create trigger send_rights_of_archived after update of archived_at on public.user_overlays
  for each row when ((old.archived_at is null) <> (new.archived_at is null))
  execute function private.send_rights('id');

-- 09_venues.sql

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
  created_at timestamptz not null default now(),
  time_zone text not null default 'Africa/Casablanca'
    constraint time_zone_is_a_name check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  closing_hour int not null default 6 constraint closing_hour_is_up_to_noon check (closing_hour between 0 and 12),
  keep_log_days int not null default 365
    constraint keep_log_days_is_a_month_or_more check (keep_log_days = 0 or keep_log_days between 30 and 36500),
  shows_live boolean not null default false,
  shortens_names boolean not null default false,
  waiting_seq bigint not null default 0,
  room_token text not null unique default private.new_url_token()
    constraint room_token_is_24_letters_and_digits check (room_token ~ '^[A-Za-z0-9]{24}$'),
  full_names boolean not null default false,
  title text not null default '' constraint title_fits check (char_length(title) <= 60)
);
comment on table public.venues is 'An owner''s tables as the public sees them. Reached through functions only.';
comment on column public.venues.is_public is 'Whether its pictures are public.';
comment on column public.venues.keep_days is 'How many days its pictures are kept.';
comment on column public.venues.time_zone is 'The IANA name of its time zone. No SQL converts times: devices pass instants.';
comment on column public.venues.closing_hour is 'The hour at which one of its days ends and the next begins.';
comment on column public.venues.keep_log_days is 'How many days the logs of its matches are kept; 0 for ever.';
comment on column public.venues.shows_live is 'Whether its tables'' public pages show boards and results as text.';
comment on column public.venues.shortens_names is 'Whether they shorten last names.';
comment on column public.venues.waiting_seq is 'The number of its waiting list: every change raises it.';
comment on column public.venues.room_token is 'Names the topic on which that number is sent.';
comment on column public.venues.full_names is 'Whether screens and boards show the waiting list''s names in full.';
comment on column public.venues.title is 'Its name on screens; empty until the owner sets it.';
comment on column public.venues.last_board is 'The last table number given out. Numbers are never reused.';
comment on column public.venues.mispaired_at is 'When wrong pairing codes were typed in the last ten minutes.';

alter table public.venues enable row level security;
revoke all on table public.venues from anon, authenticated;

create trigger keep_names_straight before insert or update of title on public.venues
  for each row execute function private.keep_names_straight('title');

create table public.snapshot_tables (
  match_id text primary key constraint match_id_fits_addresses check (match_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  venue_id uuid not null references public.venues (id) on delete cascade,
  board text not null,
  table_id uuid unique references public.user_overlays (id) on delete cascade,
  created_at timestamptz not null default now(),
  begun_at timestamptz[] not null default '{}',
  folded_at timestamptz
);
comment on table public.snapshot_tables is
  'The public address of each table''s pictures. Reached through functions only.';
comment on column public.snapshot_tables.match_id is 'The specification''s name for it: <venue>-<board>.';
comment on column public.snapshot_tables.table_id is 'The scored table; null if pictures are only uploaded.';
comment on column public.snapshot_tables.begun_at is 'When uploads in the last minute began, including failed ones.';
comment on column public.snapshot_tables.folded_at is 'When a viewer of its page last had its matches folded.';

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

create trigger keep_names_straight before insert or update of label on public.upload_keys
  for each row execute function private.keep_names_straight('label');

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

-- Locks the venue: changes to one venue happen one at a time.
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
  return jsonb_build_object(
    'slug', venue.slug,
    'is_public', venue.is_public,
    'keep_days', venue.keep_days,
    'time_zone', venue.time_zone,
    'closing_hour', venue.closing_hour,
    'keep_log_days', venue.keep_log_days,
    'shows_live', venue.shows_live,
    'shortens_names', venue.shortens_names,
    'full_names', venue.full_names,
    'title', venue.title,
    'keys', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', given.id,
        'label', given.label,
        'created_at', given.created_at,
        'last_used_at', given.last_used_at,
        'revoked', given.revoked_at is not null
      ) order by given.created_at desc, given.id), '[]')
      from public.upload_keys as given where given.venue_id = venue.id
    ),
    'tables', (
      select coalesce(jsonb_agg(jsonb_build_object(
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
      select coalesce(jsonb_agg(jsonb_build_object(
        'match_id', failed.match_id, 'at', failed.at, 'reason', failed.reason,
        'key_label', failed.key_label
      ) order by failed.id desc), '[]')
      from (
        select * from public.upload_failures as failures where failures.venue_id = venue.id
        order by failures.id desc limit 50
      ) as failed
    ),
    'server_time', clock_timestamp()
  );
end;
$$;

-- Changes the venue's settings; null leaves one unchanged.
create function public.update_venue(
  is_public boolean default null, keep_days int default null, time_zone text default null,
  closing_hour int default null, keep_log_days int default null, shows_live boolean default null,
  shortens_names boolean default null, full_names boolean default null, title text default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_venue');
begin
  update public.venues
    set is_public = coalesce(update_venue.is_public, venues.is_public),
        keep_days = coalesce(update_venue.keep_days, venues.keep_days),
        time_zone = coalesce(update_venue.time_zone, venues.time_zone),
        closing_hour = coalesce(update_venue.closing_hour, venues.closing_hour),
        keep_log_days = coalesce(update_venue.keep_log_days, venues.keep_log_days),
        shows_live = coalesce(update_venue.shows_live, venues.shows_live),
        shortens_names = coalesce(update_venue.shortens_names, venues.shortens_names),
        full_names = coalesce(update_venue.full_names, venues.full_names),
        waiting_seq = waiting_seq + case when update_venue.full_names <> venues.full_names then 1 else 0 end,
        title = coalesce(update_venue.title, venues.title)
    where venues.id = caller.venue_id;
  if update_venue.full_names is not null then
    perform private.send_branding(caller.venue_id);
  end if;
  return true;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
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
  values (caller.venue_id, private.secret_hash(secret), add_upload_key.label, clock_timestamp())
  returning id into made;
  return jsonb_build_object('id', made, 'secret', secret);
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Revokes a key at once. Its uploads remain. The venue's latest 50 revoked keys stay listed.
create function public.revoke_upload_key(id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('revoke_upload_key');
begin
  update public.upload_keys as given set revoked_at = coalesce(given.revoked_at, clock_timestamp())
  where given.id = revoke_upload_key.id and given.venue_id = caller.venue_id;
  if not found then
    raise exception 'this key is not yours' using errcode = '42501';
  end if;
  delete from public.upload_keys as given where given.id in (
    select revoked.id from public.upload_keys as revoked
    where revoked.venue_id = caller.venue_id and revoked.revoked_at is not null
    order by revoked.revoked_at desc, revoked.id offset 50
  );
  return true;
end;
$$;

-- 10_snapshots.sql

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
  venue_title text,
  rev bigint,
  kept boolean not null default false,
  constraint board_is_what_a_drawn_one_shows check (
    (source = 'board') = (board is not null)
    and (source = 'board') = (title is not null)
    and (source = 'board') = (venue_title is not null)
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
comment on column public.snapshots.venue_title is 'The venue''s name on a drawn picture; empty if it has none.';
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
  select gone.id, clock_timestamp() + interval '1 hour' from gone
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
  btrim(venues.title) as venue_title,
  owned.position,
  owned.archived_at is not null as archived,
  venues.is_public and owned.archived_at is null as is_shown,
  shown.shown_at,
  venues.shows_live and shown.table_id is not null as shows_live,
  venues.shortens_names
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
    set shown_at = greatest(clock_timestamp(), shown_at + interval '1 microsecond')
    where table_id = new.id and shown_at is not null;
  return null;
end;
$$;

create trigger touch_board_title after update of title on public.user_overlays
  for each row when (old.title is distinct from new.title and new.archived_at is null)
  execute function private.touch_board_title();

-- And the venue's name.
create function private.touch_boards_of_venue() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.public_overlays where owner_uid = new.owner_uid order by table_id for no key update;
  update public.public_overlays
    set shown_at = greatest(clock_timestamp(), shown_at + interval '1 microsecond')
    where owner_uid = new.owner_uid and shown_at is not null;
  return null;
end;
$$;

create trigger touch_boards_of_venue after update of title on public.venues
  for each row when (old.title is distinct from new.title)
  execute function private.touch_boards_of_venue();

-- `changed` on a picture's topic tells its viewers to ask for the latest. It has no content, unless the venue shows
-- boards as text: then it carries the board, and `board` does the same when only its clocks changed. The right to
-- listen is checked once, on joining, so the content is decided with each message.
create function private.send_board_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_other_picture constant boolean := old.shown_at is distinct from new.shown_at;
begin
  perform realtime.send(
    case when shows_live then private.public_board(new, shortens_names) else '{}' end,
    case when is_other_picture then 'changed' else 'board' end,
    'snapshot:' || match_id,
    true
  )
  from private.pictured_tables
  where table_id = new.table_id and is_shown and (is_other_picture or shows_live);
  return null;
end;
$$;

create trigger send_board_changed after update on public.public_overlays
  for each row when (old.shown_at is distinct from new.shown_at or old.rev <> new.rev)
  execute function private.send_board_changed();

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

-- Empties messages with a venue's boards as text: hosted Realtime keeps them for up to four days, and replays the last
-- three days of them to new listeners. It lets us change its messages, but not delete them.
create function private.forget_told_boards(venue uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update realtime.messages as sent set event = 'erased', payload = '{}'
  from public.snapshot_tables as pictured
  where pictured.venue_id = venue and sent.topic = 'snapshot:' || pictured.match_id and sent.payload ? 'p1';
end;
$$;

-- Tells current listeners that the page is off, on again, or shows something else.
create function private.send_venue_switched() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.forget_told_boards(new.id);
  perform realtime.send('{}', 'changed', 'snapshot:' || match_id, true)
  from private.pictured_tables where venue_id = new.id and not archived;
  return null;
end;
$$;

create trigger send_venue_switched after update of is_public, shows_live, shortens_names on public.venues
  for each row when (
    (old.is_public, old.shows_live, old.shortens_names) is distinct from (new.is_public, new.shows_live, new.shortens_names)
  ) execute function private.send_venue_switched();

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
    select from private.pictured_tables where match_id = substr(topic, 10) and is_shown
  );
end;
$$;
-- The policy runs this as the listener, who can't call it by name: schema private is hidden from them.
grant execute on function private.is_shown_topic(text) to anon, authenticated;

create policy "Anybody listens to a table whose pictures are shown" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select private.is_shown_topic((select realtime.topic()))));

-- Reading, for the service -------------------------------------------------------------------------

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
    and (stored.kept or stored.received_at > now() - make_interval(days => keep_days))
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
    return jsonb_build_object('id', null, 'source', 'board', 'captured_at', pictured.shown_at);
  elsif newest.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'id', newest.id, 'source', newest.source, 'captured_at', newest.captured_at
  );
end;
$$;

-- A venue's tables that are public, in its order: {board, title}.
create function private.shown_tables(venue uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('board', pictured.board, 'title', pictured.title)
      order by pictured.position nulls last, pictured.created_at, pictured.match_id
    ),
    '[]'
  )
  from private.pictured_tables as pictured
  where pictured.venue_id = shown_tables.venue and pictured.is_shown;
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
  if match_id is null or octet_length(match_id) > 64 then
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
    insert into public.snapshots as stored (
      id, match_id, source, type, captured_at, received_at, board, title, venue_title, rev
    )
    select private.new_picture_id(), asked.match_id, 'board', 'image/jpeg',
      shown.shown_at, clock_timestamp(),
      -- The full names as well: erasing finds the picture by them.
      (private.kept_board(shown) - 'visit_at') || private.screen_names(shown.owner_uid, shown.p1, shown.p2),
      asked.title, asked.venue_title, shown.rev
    from public.public_overlays as shown where shown.table_id = asked.table_id
    on conflict (match_id, captured_at) where source = 'board' do update set received_at = excluded.received_at
      where stored.received_at <= excluded.received_at - make_interval(days => asked.keep_days);
    newest := private.newest_snapshot(asked.match_id, asked.keep_days);
  end if;
  if newest.id is null then
    return jsonb_build_object(
      'status', 'none', 'topic', 'snapshot:' || asked.match_id, 'title', asked.title, 'venue', asked.venue_title,
      'tables', private.shown_tables(asked.venue_id), 'shows_live', asked.shows_live
    );
  end if;
  return jsonb_build_object(
    'status', 'shown',
    'id', newest.id,
    'source', newest.source,
    'captured_at', newest.captured_at,
    'type', newest.type,
    'topic', 'snapshot:' || asked.match_id,
    'title', asked.title,
    'venue', asked.venue_title,
    'tables', private.shown_tables(asked.venue_id),
    'shows_live', asked.shows_live,
    'server_time', clock_timestamp()
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
  if octet_length(id) <> 22 then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'id', stored.id,
      'match_id', stored.match_id,
      'source', stored.source,
      'type', stored.type,
      'captured_at', stored.captured_at,
      'board', stored.board,
      'title', coalesce(stored.title, pictured.title),
      'venue', coalesce(stored.venue_title, pictured.venue_title)
    )
    from public.snapshots as stored join private.pictured_tables as pictured using (match_id)
    where stored.id = find_snapshot.id and pictured.is_shown and (
      stored.kept
      or stored.received_at > now() - make_interval(days => pictured.keep_days)
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
  if octet_length(match_id) > 64 then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', listed.id, 'source', listed.source, 'captured_at', listed.captured_at)
      order by listed.captured_at desc, listed.received_at desc, listed.id desc
    ), '[]')
    from (
      select stored.id, stored.source, stored.captured_at, stored.received_at
      from public.snapshots as stored join private.pictured_tables as pictured using (match_id)
      where stored.match_id = snapshot_history.match_id and pictured.is_shown and (
        stored.kept
        or stored.received_at > now() - make_interval(days => pictured.keep_days)
      )
      order by stored.captured_at desc, stored.received_at desc, stored.id desc
      limit 24
    ) as listed
  );
end;
$$;

-- Storing, for the service -------------------------------------------------------------------------

-- A picture's id, which is also its upload's.
create function private.new_picture_id() returns text
language sql
volatile
set search_path = ''
as $$
  select left(private.new_url_token(), 22);
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
  return jsonb_build_object('status', case
    when exists (
      select from public.upload_keys
      where key_hash = private.secret_hash(secret) and revoked_at is null
    ) then 'table'
    else 'key'
  end);
end;
$$;

-- Whether a picture may be uploaded: ok, key, table or busy. Called before the picture is read. ok comes with the
-- picture's future id and the venue whose turn it takes.
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
  moment := clock_timestamp();
  -- Best effort: skip a locked row rather than wait.
  update public.upload_keys set last_used_at = moment
  where id = (
    select id from public.upload_keys
    where id = private.upload_key_of(address, key)
      and (last_used_at is null or last_used_at not between moment - minute and moment)
    for no key update skip locked
  );
  asked.begun_at := array(
    select begun from unnest(asked.begun_at) as begun
    where begun > moment - minute and begun <= moment order by begun
  );
  if cardinality(asked.begun_at) >= 60 then
    return jsonb_build_object(
      'status', 'busy',
      'retry_after', greatest(1, ceil(extract(epoch from asked.begun_at[1] + minute - moment)))
    );
  end if;
  update public.snapshot_tables as pictured set begun_at = asked.begun_at || moment
  where pictured.match_id = address;
  -- If the upload fails, its file is removed; none takes an hour.
  insert into public.snapshot_removals (id, due_at) values (drawn, moment + interval '1 hour');
  return jsonb_build_object('status', 'ok', 'id', drawn, 'venue', asked.venue_id);
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
  moment constant timestamptz := clock_timestamp();
  expiring record;
  removed text[] := '{}';
begin
  for expiring in
    select pictured.match_id, moment - make_interval(days => pictured.keep_days) as since
    from private.pictured_tables as pictured
    where (venue is null or pictured.venue_id = venue) and (
      exists (
        select from public.snapshots as stored
        where stored.match_id = pictured.match_id and not stored.kept
          and stored.received_at <= moment - make_interval(days => pictured.keep_days)
      )
      or exists (
        select from public.snapshots as stored
        where stored.match_id = pictured.match_id and not stored.kept offset 100
      )
    )
  loop
    exit when cardinality(removed) >= most;
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
      limit most - cardinality(removed)
      for update skip locked
    ), gone as (
      delete from public.snapshots as stored using over where stored.id = over.id returning stored.id
    )
    select removed || coalesce(array_agg(gone.id), '{}') into removed from gone;
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
  hash := decode(digest, 'hex');
  -- One picture per table at a time.
  perform from public.snapshot_tables as pictured where pictured.match_id = address for no key update;
  moment := clock_timestamp();
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
  return jsonb_build_object(
    'status', outcome,
    'id', known,
    'expired', to_jsonb(private.remove_expired(
      (select pictured.venue_id from public.snapshot_tables as pictured where pictured.match_id = address), 1000
    ))
  );
end;
$$;

-- Records a failed upload with a valid key. A venue keeps its latest 100.
create function public.fail_upload(match_id text, key text, reason text) returns boolean
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
  return true;
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
    where unused.created_at <= clock_timestamp() - interval '1 hour' and private.is_unused(unused.id)
    for update skip locked
  );
  with claimed as (
    update public.snapshot_removals set due_at = '-infinity'
    where id in (
      select waiting.id from public.snapshot_removals as waiting
      where waiting.due_at <= clock_timestamp()
      order by waiting.due_at limit wanted - cardinality(expired)
      for update skip locked
    )
    returning id
  )
  select array_agg(claimed.id) into due from claimed;
  return expired || due;
end;
$$;

-- Records that all files of these pictures are gone. Those that only just expired are returned once more when due.
create function public.confirm_removed(ids text[]) returns boolean
language sql
security definer
set search_path = ''
as $$
  delete from public.snapshot_removals where id = any (ids) and due_at = '-infinity';
  select true;
$$;

-- 11_branding.sql

-- Everything a venue shows around its boards: players' flags and portraits, and sponsors' logos. An overlay link
-- reveals only what its own table shows. Rows are here; the snapshot service keeps and removes the files, as for
-- pictures of tables.

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
  name text not null constraint name_fits check (char_length(name) <= 60 and private.name_key(name) <> ''),
  flag text constraint flag_is_two_letters check (flag ~ '^[A-Z]{2}$'),
  picture text unique references public.venue_pictures (id),
  name_key text not null generated always as (private.name_key(name)) stored,
  hidden_at timestamptz,
  unique (venue_id, name_key)
);
comment on table public.players is 'A venue''s players, with flags and portraits. Reached through functions only.';
comment on column public.players.hidden_at is 'When they were hidden from the list; boards and results keep them.';
comment on column public.players.name_key is 'The name as compared.';
comment on column public.players.flag is 'An ISO 3166-1 country code.';

alter table public.players enable row level security;
revoke all on table public.players from anon, authenticated;

create trigger keep_names_straight before insert or update on public.players
  for each row execute function private.keep_names_straight('name');

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

create trigger keep_names_straight before insert or update of title on public.sponsors
  for each row execute function private.keep_names_straight('title');

create index sponsors_venue_id on public.sponsors (venue_id, position);

-- Whether no player or sponsor uses a picture.
create function private.is_unused(picture text) returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (select from public.players where players.picture = is_unused.picture)
    and not exists (select from public.sponsors where sponsors.picture = is_unused.picture);
$$;

-- Removes a picture when its last player or sponsor is removed or given another.
create function private.remove_picture() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.venue_pictures where id = old.picture and private.is_unused(old.picture);
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

-- For viewers --------------------------------------------------------------------------------------

-- The registered player for a name: the one it was merged into, otherwise its own; none if the register has neither.
create function private.known_player(venue uuid, name text) returns setof public.players
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  key constant text := private.name_key(name);
  person constant text := private.person_of(venue, key);
begin
  return query
  select known.* from public.players as known where known.venue_id = venue and known.name_key in (key, person)
  order by known.name_key = person desc limit 1;
end;
$$;

-- What surrounds a table's board: its name, its two players' flags and portraits, and the sponsors.
create function private.branding_of(shown public.public_overlays) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'table', owned.title,
      'faces', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', named.name, 'flag', known.flag, 'picture', known.picture
        ) order by named.side)
        from (values (1, shown.p1), (2, shown.p2)) as named (side, name)
        cross join lateral private.known_player(venue.id, named.name) as known
      ), '[]'),
      'sponsors', coalesce((
        select jsonb_agg(jsonb_build_object(
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

-- Tells a venue's screens to ask again: those whose boards name one of these players, or all for null. Sends nothing if
-- there are no screens.
create function private.send_branding(venue uuid, name_keys text[] default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'branding', 'overlay:' || shown.url_token, true)
  from public.venues
  join public.public_overlays as shown on shown.owner_uid = venues.owner_uid
  where venues.id = venue
    and (
      name_keys is null
      or private.name_key(shown.p1) = any (name_keys)
      or private.name_key(shown.p2) = any (name_keys)
    )
    and exists (
      select from public.overlay_screens as screens
      where screens.table_id = shown.table_id
        and screens.seen_at > clock_timestamp() - interval '90 seconds'
    );
end;
$$;

create function private.send_renamed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'branding', 'overlay:' || new.url_token, true)
  where exists (
    select from public.overlay_screens as screens
    where screens.table_id = new.id
      and screens.seen_at > clock_timestamp() - interval '90 seconds'
  );
  return null;
end;
$$;

create trigger send_renamed after update of title on public.user_overlays
  for each row when (old.title is distinct from new.title) execute function private.send_renamed();

-- For the owner ------------------------------------------------------------------------------------

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

-- The venue's players by name, its sponsors in order, and other people who played in the last month, the latest first.
create function public.get_branding() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_branding');
begin
  return jsonb_build_object(
    'players', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', known.id, 'name', known.name, 'flag', known.flag, 'picture', known.picture,
        'hidden', known.hidden_at is not null
      ) order by known.name_key), '[]')
      from public.players as known where known.venue_id = caller.venue_id
        -- The player that this one was merged into is listed instead.
        and known.id = (select listed.id from private.known_player(caller.venue_id, known.name) as listed)
    ),
    'recent', (
      select coalesce(jsonb_agg(played.name order by played.last_at desc, played.name_key), '[]')
      from (
        select noted.name, noted.name_key, noted.last_at from public.played_names as noted
        where noted.venue_id = caller.venue_id and noted.last_at > clock_timestamp() - interval '1 month'
          and not exists (
            select from public.players as known
            where known.venue_id = caller.venue_id and known.name_key = noted.name_key
          )
        order by noted.last_at desc limit 500
      ) as played
    ),
    'sponsors', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', sponsor.id, 'title', sponsor.title, 'picture', sponsor.picture, 'shown', sponsor.shown
      ) order by sponsor.position, sponsor.id), '[]')
      from public.sponsors as sponsor where sponsor.venue_id = caller.venue_id
    )
  );
end;
$$;

-- Adds a player by name, or shows a hidden one of this name again. The caller must hold the venue's lock.
create function private.list_player(venue uuid, name text) returns public.players
language plpgsql
security definer
set search_path = ''
as $$
declare
  listed public.players;
begin
  select * into listed from private.known_player(venue, name);
  update public.players as known set hidden_at = null
    where known.id = listed.id
      and (known.hidden_at is not null or known.name_key <> private.name_key(list_player.name))
    returning * into listed;
  if found then
    return listed;
  elsif (select count(*) from public.players as known where known.venue_id = venue) >= private.most('players') then
    raise exception 'a venue knows at most % players', private.most('players') using errcode = '23514';
  end if;
  insert into public.players (venue_id, name) values (venue, btrim(list_player.name)) returning * into listed;
  return listed;
end;
$$;

-- Adds a player by name alone, or renames one. Flags and portraits stay. Returns the id.
create function public.name_player(name text, id uuid default null) returns uuid
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
    saved := private.list_player(caller.venue_id, name);
  else
    select * into before from public.players as known
    where known.id = name_player.id and known.venue_id = caller.venue_id;
    update public.players as known set name = btrim(name_player.name) where known.id = before.id
      returning * into saved;
    if not found then
      raise exception 'this player is not yours' using errcode = '42501';
    end if;
  end if;
  if before.name is distinct from saved.name then
    perform private.send_branding(caller.venue_id, array[before.name_key, saved.name_key]);
  end if;
  return saved.id;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Hides a player from the list, or shows one again. Boards and results keep the name and the face.
create function public.hide_player(id uuid, hidden boolean) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('hide_player');
  changed text;
begin
  perform private.lock_venue(caller.venue_id);
  update public.players as known
    set hidden_at = case when hidden then coalesce(known.hidden_at, clock_timestamp()) end
    where known.id = hide_player.id and known.venue_id = caller.venue_id
    returning known.name_key into changed;
  if not found then
    raise exception 'this player is not yours' using errcode = '42501';
  end if;
  perform private.send_branding(caller.venue_id, array[changed]);
  return true;
end;
$$;

-- Adds a player, or replaces an existing one's details. Adding a hidden name shows it again, with its old face unless a
-- new one is given. Returns the id.
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
    before := private.list_player(caller.venue_id, name);
    update public.players as known
      set name = btrim(save_player.name), flag = coalesce(save_player.flag, known.flag),
          picture = coalesce(save_player.picture, known.picture)
      where known.id = before.id
      returning * into saved;
  else
    select * into before from public.players as known where known.id = save_player.id and known.venue_id = caller.venue_id;
    update public.players as known
      set name = btrim(save_player.name), flag = save_player.flag, picture = save_player.picture
      where known.id = before.id
      returning * into saved;
    if not found then
      raise exception 'this player is not yours' using errcode = '42501';
    end if;
  end if;
  if before is distinct from saved then
    perform private.send_branding(caller.venue_id, array[before.name_key, saved.name_key]);
  end if;
  return saved.id;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Removes a player and their picture. Does nothing if it is already gone.
create function public.remove_player(id uuid) returns boolean
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
    perform private.send_branding(caller.venue_id, array[gone]);
  end if;
  return true;
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
    if (
      select count(*) from public.sponsors as sponsor where sponsor.venue_id = caller.venue_id
    ) >= private.most('sponsors') then
      raise exception 'a venue has at most % sponsors', private.most('sponsors') using errcode = '23514';
    end if;
    insert into public.sponsors (venue_id, title, picture, position, shown)
    select caller.venue_id, btrim(save_sponsor.title), save_sponsor.picture,
      coalesce(max(sponsor.position), 0) + 1, save_sponsor.shown
    from public.sponsors as sponsor where sponsor.venue_id = caller.venue_id
    returning * into saved;
  else
    select * into before from public.sponsors as sponsor
    where sponsor.id = save_sponsor.id and sponsor.venue_id = caller.venue_id;
    update public.sponsors as sponsor
      set title = btrim(save_sponsor.title), picture = save_sponsor.picture,
          shown = save_sponsor.shown
      where sponsor.id = before.id
      returning * into saved;
    if not found then
      raise exception 'this sponsor is not yours' using errcode = '42501';
    end if;
  end if;
  if before is distinct from saved then
    perform private.send_branding(caller.venue_id);
  end if;
  return saved.id;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Puts the venue's sponsors in this order; those not listed follow in their current order.
create function public.order_sponsors(ids uuid[]) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('order_sponsors');
begin
  perform private.lock_venue(caller.venue_id);
  if cardinality(ids) > private.most('sponsors') then
    raise exception 'a venue has at most % sponsors', private.most('sponsors') using errcode = '22023';
  end if;
  if exists (
    select from unnest(ids) as named (id)
    where not exists (select from public.sponsors where sponsors.id = named.id and venue_id = caller.venue_id)
  ) then
    raise exception 'this sponsor is not yours' using errcode = '42501';
  end if;
  update public.sponsors as sponsor set position = ordered.position
  from (
    select listed.id, row_number() over (
      order by array_position(ids, listed.id), listed.position, listed.id
    ) as position
    from public.sponsors as listed where listed.venue_id = caller.venue_id
  ) as ordered
  where sponsor.id = ordered.id and sponsor.position <> ordered.position;
  if found then
    perform private.send_branding(caller.venue_id);
  end if;
  return true;
end;
$$;

-- Removes a sponsor and its logo. Does nothing if it is already gone.
create function public.remove_sponsor(id uuid) returns boolean
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
    perform private.send_branding(caller.venue_id);
  end if;
  return true;
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
  moment constant timestamptz := clock_timestamp();
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
  return jsonb_build_object('ticket', ticket);
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Storing, for the service -------------------------------------------------------------------------

-- Whether a ticket allows an upload: ok or key. Called once, before the picture is read: it uses up the ticket. ok
-- comes with the picture's future id, its kind, and the venue whose turn it takes.
create function public.begin_mark(ticket text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
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
  return jsonb_build_object('status', 'ok', 'id', drawn, 'kind', used.kind, 'venue', used.venue_id);
end;
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
  moment := clock_timestamp();
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
  return jsonb_build_object('status', 'stored');
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

-- 12_pairing.sql

-- Pairing: an unpaired screen or device shows a code. Typing it on the dashboard makes it a television or a device of the
-- venue. The screen or device generates a secret and keeps it; we store its hash.

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
  address := (nullif(current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip')::inet;
  return network(set_masklen(address, case family(address) when 6 then 64 else 32 end));
exception
  when invalid_text_representation then
    return null;
end;
$$;

-- The network of an address: a /48 of IPv6, a /24 of IPv4. One subscriber may have many addresses in it.
create function private.network_of(address inet) returns inet
language sql
immutable
set search_path = ''
as $$
  select network(set_masklen(address, case family(address) when 6 then 48 else 24 end));
$$;

create table public.pairing_codes (
  code text primary key constraint code_is_6_clear_letters check (code ~ '^[CDFHJKMNPRTWXY2-9]{6}$'),
  secret_hash bytea not null,
  given_id uuid not null,
  expires_at timestamptz not null,
  asked_by inet default private.asking_address(),
  kind text not null default 'television' constraint kind_is_known check (kind in ('television', 'device'))
);
comment on table public.pairing_codes is
  'Codes on unpaired televisions and devices, deleted after they expire. Reached through functions only.';
comment on column public.pairing_codes.given_id is 'The id it will have, and already listens to.';
comment on column public.pairing_codes.asked_by is
  'The screen''s address: IPv4, or the /64 of IPv6; null if unknown.';

alter table public.pairing_codes enable row level security;
revoke all on table public.pairing_codes from anon, authenticated;

create index pairing_codes_secret_hash on public.pairing_codes (secret_hash, expires_at);
create index pairing_codes_given_id on public.pairing_codes (given_id);
create index pairing_codes_expires_at on public.pairing_codes (expires_at);
create index pairing_codes_asked_by on public.pairing_codes (asked_by);
create index pairing_codes_network on public.pairing_codes (private.network_of(asked_by));

-- Changes ------------------------------------------------------------------------------------------

-- The topic of a television or device, from its first code on.
create function private.paired_topic(id uuid) returns text
language sql
immutable
set search_path = ''
as $$
  select 'paired:' || id::text;
$$;

-- `changed` on its topic tells a television or device to ask again. It has no content.
create function private.paired_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', private.paired_topic(coalesce(new.id, old.id)), true);
  return null;
end;
$$;

-- Whether this is the topic of a television or a device, paired or not.
create function private.is_paired_topic(topic text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  named uuid;
begin
  if topic !~ '^paired:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  named := split_part(topic, ':', 2)::uuid;
  return exists (select from public.televisions where id = named)
    or exists (select from public.devices where id = named)
    or exists (select from public.pairing_codes where given_id = named);
end;
$$;
-- The policy runs this as the listener, who can't call it by name: schema private is hidden from them.
grant execute on function private.is_paired_topic(text) to anon, authenticated;

create policy "Televisions and devices are told by their ids that something changed" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select private.is_paired_topic((select realtime.topic()))));

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
    raise exception 'too many codes are waiting' using errcode = '53400';
  end if;
  return new;
end;
$$;

create trigger limit_pairing_codes before insert on public.pairing_codes
  for each row execute function private.limit_pairing_codes();

-- Makes room for one more code, so that a flood of requests doesn't keep other screens from getting theirs. If the
-- caller's network has 1,000 codes, one of them is deleted; if there are 5,000 in all, one of the network with the
-- most. It is the oldest code of the address with the most codes there. Ties are broken by the age of the oldest code.
create function private.make_room_for_code() returns void
language sql
security definer
set search_path = ''
as $$
  with networks as (
    select
      private.network_of(asked_by) as network, count(*) as codes, min(expires_at) as oldest,
      coalesce(count(*) >= 1000 and private.network_of(asked_by) = private.network_of(private.asking_address()), false)
        as is_own_and_full
    from public.pairing_codes group by 1
  ),
  crowded as (
    select network from networks
    where is_own_and_full or (select sum(every.codes) from networks as every) >= 5000
    order by is_own_and_full desc, codes desc, oldest, network limit 1
  ),
  crowding as (
    select waiting.asked_by
    from public.pairing_codes as waiting
    join crowded on crowded.network is not distinct from private.network_of(waiting.asked_by)
    group by 1 order by count(*) desc, min(waiting.expires_at), 1 limit 1
  )
  delete from public.pairing_codes where code = (
    select waiting.code
    from public.pairing_codes as waiting join crowding on crowding.asked_by is not distinct from waiting.asked_by
    order by waiting.expires_at, waiting.code limit 1
  );
$$;

-- Keeps an expired code for its lifetime again, to report it as expired. After a fast server clock is corrected, codes
-- dated in the future get ten minutes from now. Reads the clock together with the codes, so that a new code isn't
-- mistaken for one of them.
create function private.remove_pairing_codes(moment timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  update public.pairing_codes set expires_at = moment + interval '10 minutes' where code in (
    select code from public.pairing_codes
    where expires_at > (select clock_timestamp() + interval '10 minutes') for update skip locked
  );
  delete from public.pairing_codes where code in (
    select code from public.pairing_codes
    where expires_at <= moment - interval '10 minutes' for update skip locked
  );
$$;

-- The answer to a television or device that isn't paired; null without a code.
create function private.waiting_answer(shown public.pairing_codes, moment timestamptz) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'status', 'waiting',
    'code', shown.code,
    'expires_in', extract(epoch from shown.expires_at - moment),
    'topic', private.paired_topic(shown.given_id),
    'server_time', moment
  )
  where shown.code is not null;
$$;

-- The valid code of a television or device that isn't paired; null for none.
create function private.code_of(secret text, wanted_kind text, moment timestamptz) returns public.pairing_codes
language sql
stable
security definer
set search_path = ''
as $$
  select * from public.pairing_codes
  where secret_hash = private.secret_hash(secret) and kind = wanted_kind and expires_at > moment
  order by expires_at desc limit 1;
$$;

-- A code for an unpaired television or device: its current one if valid for two more minutes, otherwise a new one. The
-- old code stays valid until it expires, in case someone is typing it. Answers like ask_television() or ask_device(). A
-- secret is a television's or a device's, never both.
create function public.begin_pairing(secret text, kind text default 'television') returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  hash constant bytea := private.secret_hash(secret);
  shown public.pairing_codes;
begin
  perform private.authorize('begin_pairing');
  if not coalesce(left(secret, 65) ~ '^[A-Za-z0-9]{32,64}$', false) then
    raise exception 'a secret is 32 to 64 letters and digits' using errcode = '22023';
  end if;
  -- One at a time: two requests from one screen get the same code, and the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('pairing_codes', 0));
  perform private.remove_pairing_codes(moment);
  if exists (select from public.televisions where secret_hash = hash and begin_pairing.kind = 'television') then
    return public.ask_television(secret);
  elsif exists (select from public.devices where secret_hash = hash and begin_pairing.kind = 'device') then
    return public.ask_device(secret);
  elsif exists (select from public.televisions where secret_hash = hash)
    or exists (select from public.devices where secret_hash = hash)
    or exists (select from public.pairing_codes as other where other.secret_hash = hash and other.kind <> begin_pairing.kind)
  then
    raise exception 'this secret is used for something else' using errcode = '22023';
  end if;
  select * into shown from public.pairing_codes where secret_hash = hash order by expires_at desc limit 1;
  if shown.expires_at > moment + interval '2 minutes' then
    return private.waiting_answer(shown, moment);
  end if;
  delete from public.pairing_codes where secret_hash = hash and code <> shown.code;
  perform private.make_room_for_code();
  loop
    insert into public.pairing_codes as made (code, secret_hash, given_id, expires_at, kind)
    values (
      private.new_pairing_code(), hash, coalesce(shown.given_id, gen_random_uuid()),
      moment + interval '10 minutes', begin_pairing.kind
    )
    on conflict (code) do nothing
    returning * into shown;
    exit when found;
  end loop;
  return private.waiting_answer(shown, moment);
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;
comment on function public.begin_pairing(text, text) is
  'Deliberately public: an unpaired screen or device belongs to no venue.';

-- The owner's page ---------------------------------------------------------------------------------

-- Whether the caller may pair this kind.
create function private.may_pair(caller private.actor, kind text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.rights
    where act = case kind when 'television' then 'pair_television' else 'let_in_device' end and caller.kind = any (who)
  );
$$;

-- Finds a typed code, or says why not: wrong, expired, or tooMany (ten wrong codes in ten minutes). A code of a kind that
-- the caller may not pair is wrong. A correct code doesn't reset the count: someone guessing could find codes of their own
-- in between.
create function private.find_code(
  caller private.actor, typed text, out problem text, out shown public.pairing_codes
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment timestamptz;
  tries timestamptz[];
begin
  -- One code per venue at a time, so each one counts. No code is created meanwhile either: a paired screen shows none.
  perform private.lock_venue(caller.venue_id);
  perform pg_advisory_xact_lock(hashtextextended('pairing_codes', 0));
  moment := clock_timestamp();
  select coalesce(array_agg(tried.at), '{}') into tries
  from public.venues, unnest(venues.mispaired_at) as tried (at)
  where venues.id = caller.venue_id and tried.at > moment - interval '10 minutes' and tried.at <= moment;
  if cardinality(tries) >= 10 then
    problem := 'tooMany';
    return;
  end if;
  perform private.remove_pairing_codes(moment);
  select * into shown from public.pairing_codes as waiting
  where waiting.code = typed and private.may_pair(caller, waiting.kind) for update;
  if not found then
    update public.venues set mispaired_at = tries || moment where venues.id = caller.venue_id;
    problem := 'wrong';
  elsif shown.expires_at <= moment then
    problem := 'expired';
  end if;
end;
$$;

-- Takes a code that a television or device of this kind shows, or says why not: full, if the venue has no room for one
-- more, or as private.find_code() says. A code of the other kind is wrong, but not a guess.
create function private.take_code(
  caller private.actor, typed text, wanted_kind text, out problem text, out taken public.pairing_codes
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_code record;
begin
  perform private.lock_venue(caller.venue_id);
  if (case wanted_kind
    when 'television' then (select count(*) from public.televisions where venue_id = caller.venue_id)
    else (select count(*) from public.devices where venue_id = caller.venue_id and revoked_at is null)
  end) >= private.most(wanted_kind || 's') then
    problem := 'full';
    return;
  end if;
  found_code := private.find_code(caller, typed);
  problem := found_code.problem;
  taken := found_code.shown;
  if problem is null and taken.kind <> wanted_kind then
    problem := 'wrong';
  end if;
  if problem is null then
    delete from public.pairing_codes as waiting where waiting.secret_hash = taken.secret_hash;
  end if;
end;
$$;

-- Returns {status}: television or device, which shows this code, or why it can't be paired, as private.find_code() says.
-- The code can still be paired.
create function public.find_code(code text) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('find_code');
  found_code constant record := private.find_code(caller, code);
begin
  return jsonb_build_object('status', coalesce(found_code.problem, (found_code.shown).kind));
end;
$$;

-- 13_results.sql

-- Results: the outcomes of matches. The service `score` folds logs by the project's rules and stores the results.
-- Otherwise only an import writes results, and an owner's correction is kept beside the folded one.

create table public.results (
  -- No foreign key: a result outlives its log.
  match_id uuid not null,
  id text not null unique
    default private.random_text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 22)
    constraint id_is_22_letters_and_digits check (id ~ '^[A-Za-z0-9]{22}$'),
  venue_id uuid not null references public.venues (id) on delete cascade,
  table_id uuid references public.user_overlays (id) on delete set null,
  table_title text not null,
  game text not null,
  rules int not null,
  p1 text not null,
  p2 text not null,
  s1 double precision not null,
  s2 double precision not null,
  race_to double precision not null,
  winner text constraint winner_is_a_side check (winner in ('A', 'B')),
  over boolean not null,
  started_at timestamptz not null,
  last_at timestamptz not null,
  ended_at timestamptz,
  -- An instant: its day depends on the venue's zone and closing hour at the time of reading.
  placed_at timestamptz not null generated always as (coalesce(ended_at, last_at)) stored,
  rev int not null default 1,
  by_hand jsonb constraint by_hand_fits check (
    jsonb_typeof(by_hand) = 'object' and octet_length(by_hand::text) <= 2048
  ),
  set_aside_at timestamptz,
  imported_at timestamptz,
  from_list boolean not null default false,
  detail jsonb not null constraint detail_fits check (
    jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 16384
  ),
  counts_units boolean not null default true,
  can_end boolean not null default true,
  constraint over_has_an_end check (over = (ended_at is not null)),
  -- Includes the venue: an imported file may name any match, and must not take over another venue's results.
  primary key (venue_id, match_id)
);
comment on table public.results is 'The outcomes of matches, folded from their logs. Reached through functions only.';
comment on column public.results.id is 'Its public address.';
comment on column public.results.winner is 'Null while it isn''t over, and for a draw.';
comment on column public.results.last_at is 'The last action that counts.';
comment on column public.results.ended_at is 'The action that decided it; null unless it is over.';
comment on column public.results.by_hand is
  'The owner''s correction, {p1, p2, s1, s2, at, uid}, shown instead of the folded values.';
comment on column public.results.set_aside_at is 'When the owner set it aside; null if it counts.';
comment on column public.results.from_list is
  'Whether a name was on the waiting list. If so, the public sees short names, unless the venue shows them in full.';
comment on column public.results.detail is 'Frames or racks, and statistics.';
comment on column public.results.counts_units is 'Whether the scores count racks or frames.';
comment on column public.results.can_end is 'Whether the game''s rules end a match.';

alter table public.results enable row level security;
revoke all on table public.results from anon, authenticated;

create index results_venue_id on public.results (venue_id, placed_at desc, match_id);
create index results_table_id on public.results (table_id, placed_at desc, match_id);

create function private.keep_recorded_names() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.p1 := private.recorded_name(new.p1);
  new.p2 := private.recorded_name(new.p2);
  new.by_hand := new.by_hand || jsonb_build_object(
    'p1', private.recorded_name(new.by_hand ->> 'p1'), 'p2', private.recorded_name(new.by_hand ->> 'p2')
  );
  return new;
end;
$$;

create trigger keep_recorded_names before insert or update of p1, p2, by_hand on public.results
  for each row execute function private.keep_recorded_names();

create table public.result_sides (
  match_id uuid not null,
  side text not null constraint side_is_known check (side in ('A', 'B')),
  venue_id uuid not null,
  name_key text not null,
  name text not null,
  other_key text,
  won boolean not null,
  frames int not null,
  frames_lost int not null,
  high_break int not null,
  breaks_50 int not null,
  centuries int not null,
  break_and_runs int not null,
  run_outs int not null,
  placed_at timestamptz not null,
  lost boolean not null default false,
  primary key (venue_id, match_id, side),
  foreign key (venue_id, match_id) references public.results (venue_id, match_id) on delete cascade
);
comment on table public.result_sides is
  'The players of the results that count: one row for each side with a name. Reached through functions only.';
comment on column public.result_sides.name_key is 'The player''s key: the name''s own, or that of the player it was merged into.';
comment on column public.result_sides.other_key is 'The other side''s; null if that has no name.';
comment on column public.result_sides.frames is 'Frames or racks won; 0 if the scores count something else.';

alter table public.result_sides enable row level security;
revoke all on table public.result_sides from anon, authenticated;

-- Covers all columns behind a player's figures, so that thousands of matches are read from the index alone.
create index result_sides_name_key on public.result_sides (venue_id, name_key, placed_at desc, match_id) include (
  side, other_key, won, lost, frames, frames_lost, high_break, breaks_50, centuries, break_and_runs, run_outs
);
create index result_sides_pair on public.result_sides (venue_id, name_key, other_key, placed_at desc, match_id);

-- Reading ------------------------------------------------------------------------------------------

-- A result as shown: with the owner's correction, if there is one. A corrected score decides who won.
create function private.shown_result(inout kept public.results)
language plpgsql
immutable
set search_path = ''
as $$
declare
  s1 constant double precision := kept.by_hand ->> 's1';
  s2 constant double precision := kept.by_hand ->> 's2';
begin
  if kept.by_hand is null then
    return;
  end if;
  if kept.over and (kept.s1, kept.s2) is distinct from (s1, s2) then
    kept.winner := case sign(s1 - s2) when 1 then 'A' when -1 then 'B' end;
  end if;
  kept.p1 := kept.by_hand ->> 'p1';
  kept.p2 := kept.by_hand ->> 'p2';
  kept.s1 := s1;
  kept.s2 := s2;
end;
$$;

-- How a result's frames and statistics relate to its score: same; exchanged, if a correction swapped the sides' scores;
-- or other.
create function private.corrected_sides(kept public.results) returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when (shown.s1, shown.s2) = (kept.s1, kept.s2) then 'same'
    when (shown.s1, shown.s2) = (kept.s2, kept.s1) then 'exchanged'
    else 'other'
  end
  from private.shown_result(kept) as shown;
$$;

-- The state of a match that isn't live: over if its rules ended it, otherwise unfinished; scored if no rules end it.
create function private.final_state(over boolean, can_end boolean) returns text
language sql
immutable
set search_path = ''
as $$
  select case when over then 'over' when can_end then 'unfinished' else 'scored' end;
$$;

-- An owner's live matches: those that count at their tables and aren't over. A match that was sent late, long after its
-- last action, isn't live: it belongs to its own day.
create function private.live_matches(owner uuid, moment timestamptz) returns uuid[]
-- PL/pgSQL keeps its plan.
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select kept.match_id
    from private.shown_matches as played
    join public.venues on venues.owner_uid = played.owner_uid
    join public.results as kept on (kept.venue_id, kept.match_id) = (venues.id, played.id)
    where played.owner_uid = owner and not kept.over and played.until > moment
      and kept.last_at > moment - private.counts_for()
  );
end;
$$;

-- A result as lists show it.
create function private.result_json(kept public.results, is_live boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shown constant public.results := private.shown_result(kept);
  key1 text;
  key2 text;
begin
  if kept.set_aside_at is null then
    -- As stored by private.save_sides(): computing 200 keys again would take twice as long as the rest of a page.
    select max(played.name_key) filter (where played.side = 'A'), max(played.name_key) filter (where played.side = 'B')
    into key1, key2
    from public.result_sides as played where (played.venue_id, played.match_id) = (kept.venue_id, kept.match_id);
  else
    key1 := private.person_of(kept.venue_id, private.player_key(shown.p1));
    key2 := private.person_of(kept.venue_id, private.player_key(shown.p2));
  end if;
  return jsonb_build_object(
    'id', shown.id,
    'state', case when is_live then 'live' else private.final_state(shown.over, shown.can_end) end,
    'table_id', shown.table_id,
    'table_title', shown.table_title,
    'game', shown.game,
    'p1', shown.p1,
    'p2', shown.p2,
    'key1', key1,
    'key2', key2,
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'winner', shown.winner,
    'started_at', shown.started_at,
    'last_at', shown.last_at,
    'ended_at', shown.ended_at,
    'by_hand', shown.by_hand is not null,
    'set_aside', shown.set_aside_at is not null,
    'imported', shown.imported_at is not null,
    'rev', shown.rev
  );
end;
$$;

-- A match's result, locked; refuses another venue's. In the order of locks, it comes after the board.
create function private.own_result(caller private.actor, id text) returns public.results
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.results;
begin
  select * into kept from public.results
  where results.id = own_result.id and results.venue_id = caller.venue_id
  for no key update;
  if not found then
    perform private.refuse();
  end if;
  return kept;
end;
$$;

-- The owner's API ----------------------------------------------------------------------------------

-- A venue's results in a window of instants, the latest first. Live matches belong to now and are listed apart, on the
-- first page only. `after` is the `next` of the previous page; `most` is at most 500. Only results that count have
-- players. If the first page is empty, `nearest` has the times of the closest results before and after the window.
-- `due`: how many of the venue's matches aren't folded yet, at most 20.
create function public.list_results(
  from_at timestamptz, to_at timestamptz, table_id uuid default null, game text default null,
  player text default null, versus text default null, state text default null, after text default null,
  most int default 100
) returns jsonb
language plpgsql
security definer
set search_path = ''
-- Otherwise one plan would serve calls with and without a player.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  caller constant private.actor := private.authorize('list_results');
  since constant timestamptz := private.reached_since(caller);
  moment constant timestamptz := clock_timestamp();
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, moment);
  page_size constant int := least(greatest(coalesce(most, 100), 1), 500);
  page_at timestamptz;
  page_match uuid;
  live jsonb := '[]';
  listed jsonb;
  found_count int;
begin
  if not coalesce(from_at < to_at, false) then
    raise exception 'a window begins before it ends' using errcode = '22023';
  end if;
  from_at := greatest(from_at, since);
  player := private.person_of(caller.venue_id, player);
  versus := private.person_of(caller.venue_id, versus);
  if after is not null then
    if not left(after, 100) ~ '^[0-9T:.+-]{19,40}/[0-9a-f-]{36}$' then
      raise exception 'this is not where a page ended' using errcode = '22023';
    end if;
    page_at := split_part(after, '/', 1)::timestamptz;
    page_match := split_part(after, '/', 2)::uuid;
  elsif moment >= from_at and moment < to_at and coalesce(state = 'live', true) then
    select coalesce(jsonb_agg(private.result_json(kept, true) order by kept.last_at desc), '[]')
    into live
    from public.results as kept
    where kept.venue_id = caller.venue_id and kept.match_id = any (live_ids)
      and (list_results.table_id is null or kept.table_id = list_results.table_id)
      and (list_results.game is null or kept.game = list_results.game)
      and (player is null or exists (
        select from public.result_sides as played
        where (played.venue_id, played.match_id) = (kept.venue_id, kept.match_id) and played.name_key = player
          and (versus is null or played.other_key = versus)
      ));
  end if;
  -- Each follows the order of its own index; the one that doesn't apply costs nothing.
  with placed as (
    (
      select kept, kept.placed_at, kept.match_id from public.results as kept
      where player is null and kept.venue_id = caller.venue_id
        and kept.placed_at >= from_at and kept.placed_at < to_at
        and (page_at is null
          or (kept.placed_at <= page_at and (kept.placed_at < page_at or kept.match_id > page_match)))
        and kept.match_id <> all (live_ids)
        and (list_results.table_id is null or kept.table_id = list_results.table_id)
        and (list_results.game is null or kept.game = list_results.game)
        and (list_results.state is null or private.final_state(kept.over, kept.can_end) = list_results.state)
      order by kept.placed_at desc, kept.match_id
      limit page_size + 1
    )
    union all
    (
      select kept, played.placed_at, played.match_id
      from public.result_sides as played
      join public.results as kept on (kept.venue_id, kept.match_id) = (played.venue_id, played.match_id)
      where player is not null and played.venue_id = caller.venue_id and played.name_key = player
        and (versus is null or played.other_key = versus)
        -- A player who plays a namesake has both sides.
        and (played.side = 'A' or played.other_key is distinct from played.name_key)
        and played.placed_at >= from_at and played.placed_at < to_at
        and (page_at is null
          or (played.placed_at <= page_at and (played.placed_at < page_at or played.match_id > page_match)))
        and played.match_id <> all (live_ids)
        and (list_results.table_id is null or kept.table_id = list_results.table_id)
        and (list_results.game is null or kept.game = list_results.game)
        and (list_results.state is null or private.final_state(kept.over, kept.can_end) = list_results.state)
      order by played.placed_at desc, played.match_id
      limit page_size + 1
    )
  ), page as (
    select placed.*, row_number() over (order by placed.placed_at desc, placed.match_id) as number
    from placed
  )
  select
    coalesce(jsonb_agg(private.result_json(page.kept, false) order by page.number)
      filter (where page.number <= page_size), '[]'),
    count(*),
    max(page.placed_at) filter (where page.number = page_size),
    (array_agg(page.match_id) filter (where page.number = page_size))[1]
  into listed, found_count, page_at, page_match
  from page;
  return jsonb_build_object(
    'live', live,
    'results', listed,
    'next', case when found_count > page_size then (to_jsonb(page_at) #>> '{}') || '/' || page_match end,
    'nearest', case when after is null and live = '[]' and listed = '[]' then jsonb_build_object(
      'before', (
        select max(placed_at) from public.results
        where venue_id = caller.venue_id and placed_at >= since and placed_at < from_at
      ),
      'after', (
        select min(placed_at) from public.results
        where venue_id = caller.venue_id and placed_at >= greatest(to_at, since)
      )
    ) end,
    'due', (
      select count(*) from (
        select from public.user_overlays as owned join public.matches as played on played.table_id = owned.id
        where owned.owner_uid = caller.owner_uid and played.seq > 0
          and (played.folded_seq is distinct from played.seq or played.folded_left_at is distinct from played.left_at)
        limit 20
      ) as waiting
    ),
    'server_time', moment
  );
end;
$$;

-- The number of windows between instants. Refuses anything but 2 to 1,000 instants in ascending order.
create function private.windows_between(instants timestamptz[]) returns int
language plpgsql
immutable
set search_path = ''
as $$
begin
  if not coalesce(cardinality(instants) between 2 and 1000, false)
    or instants <> array(
      select distinct at from unnest(instants) as given (at) where at is not null order by at
    )
  then
    raise exception 'instants are 2 to 1,000, in ascending order' using errcode = '22023';
  end if;
  return cardinality(instants) - 1;
end;
$$;

-- How many counted results are in each window between 2 to 1,000 ascending instants. Live matches belong to now.
create function public.count_results(instants timestamptz[]) returns int[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('count_results');
  since constant timestamptz := private.reached_since(caller);
  moment constant timestamptz := clock_timestamp();
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, moment);
  windows constant int := private.windows_between(instants);
begin
  return array(
    select coalesce(counted.results, 0)
    from generate_series(1, windows) as numbered (bucket)
    left join (
      select placed.bucket, count(*)::int as results
      from (
        select width_bucket(placed_at, instants) as bucket
        from public.results
        where venue_id = caller.venue_id and placed_at >= greatest(instants[1], since) and placed_at < instants[windows + 1]
          and set_aside_at is null and match_id <> all (live_ids)
        union all
        select width_bucket(moment, instants)
        from public.results
        where venue_id = caller.venue_id and match_id = any (live_ids) and set_aside_at is null
      ) as placed
      group by placed.bucket
    ) as counted using (bucket)
    order by numbered.bucket
  );
end;
$$;

-- A result with its frames, statistics and the corrected values; {status: unknown} if the venue has no such id.
create function public.get_result(id text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_result');
  kept public.results;
begin
  select * into kept from public.results
  where results.id = get_result.id and results.venue_id = caller.venue_id
    and results.placed_at >= private.reached_since(caller);
  if not found then
    return '{"status": "unknown"}';
  end if;
  return private.result_json(
      kept, kept.match_id = any (private.live_matches(caller.owner_uid, clock_timestamp()))
    ) || jsonb_build_object(
      'detail', kept.detail,
      'sides', private.corrected_sides(kept),
      'corrected', case when kept.by_hand is not null then jsonb_build_object(
        'p1', kept.p1, 'p2', kept.p2, 's1', kept.s1, 's2', kept.s2, 'at', kept.by_hand -> 'at'
      ) end
    );
end;
$$;

-- Sets a result aside, so that it isn't counted, or brings it back.
create function public.set_aside(id text, aside boolean) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('set_aside');
  kept constant public.results := private.own_result(caller, id);
begin
  update public.results
    set set_aside_at = case when aside then coalesce(set_aside_at, clock_timestamp()) end, rev = rev + 1
    where (venue_id, match_id) = (kept.venue_id, kept.match_id) and (set_aside_at is not null) is distinct from aside;
  perform private.save_sides(kept.venue_id, kept.match_id);
  return true;
end;
$$;

-- Corrects a result's names and scores, {p1, p2, s1, s2}; null removes the correction.
create function public.correct_result(id text, correction jsonb) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('correct_result');
  kept public.results;
begin
  perform private.require_plain_json(correction, 8192);
  if correction = 'null' then
    correction := null;
  end if;
  if correction is not null and not (
    jsonb_typeof(correction -> 'p1') is not distinct from 'string'
    and jsonb_typeof(correction -> 'p2') is not distinct from 'string'
    and char_length(correction ->> 'p1') <= 60
    and char_length(correction ->> 'p2') <= 60
    and private.is_number(correction -> 's1', -9999, 9999)
    and private.is_number(correction -> 's2', -9999, 9999)
  ) then
    raise exception 'a correction is two names and two scores' using errcode = '22023';
  end if;
  kept := private.own_result(caller, id);
  update public.results
    set by_hand = jsonb_build_object(
          'p1', correction -> 'p1', 'p2', correction -> 'p2', 's1', correction -> 's1', 's2', correction -> 's2',
          'at', clock_timestamp(), 'uid', caller.uid, 'device', caller.device_id
        ),
        rev = rev + 1
    where (venue_id, match_id) = (kept.venue_id, kept.match_id) and correction is not null;
  update public.results set by_hand = null, rev = rev + 1
    where (venue_id, match_id) = (kept.venue_id, kept.match_id) and correction is null and by_hand is not null;
  perform private.save_sides(kept.venue_id, kept.match_id);
  return true;
end;
$$;

-- Deletes a result and its match's log for good: deleted, or current if its table still shows the match.
create function public.delete_result(id text) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('delete_result');
  match uuid := (
    select match_id from public.results where results.id = delete_result.id and venue_id = caller.venue_id
  );
  current_match uuid;
begin
  -- The board first, so that the match can't be resumed meanwhile.
  select shown.match_id into current_match
  from public.matches as played join public.public_overlays as shown on shown.table_id = played.table_id
  where played.id = match for update of shown;
  if current_match = match then
    return 'current';
  end if;
  delete from public.matches where matches.id = match;
  perform private.own_result(caller, delete_result.id);
  delete from public.results where venue_id = caller.venue_id and match_id = match;
  return 'deleted';
end;
$$;

-- For the service ----------------------------------------------------------------------------------

-- The venue, and up to 20 of its matches that aren't folded yet, of games whose rules the service has: `rules` names
-- their versions.
create function public.list_due(rules jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_due');
begin
  perform private.require_plain_json(rules, 4096);
  return jsonb_build_object('venue_id', caller.venue_id, 'matches', coalesce((
    select jsonb_agg(waiting.id)
    from (
      select played.id
      from public.user_overlays as owned join public.matches as played on played.table_id = owned.id
      where owned.owner_uid = caller.owner_uid and played.seq > 0
        and (played.folded_seq is distinct from played.seq or played.folded_left_at is distinct from played.left_at)
        and played.rules <= (list_due.rules ->> played.game)::int
      -- Random order, so matches that can't be folded don't block the rest.
      order by random()
      limit 20
    ) as waiting
  ), '[]'));
end;
$$;

-- A match with its whole log, to be folded; null if there is none.
create function public.get_due(match uuid) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  played public.matches;
begin
  select * into played from public.matches where id = match;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'game', played.game,
    'start', played.start,
    'started_at', played.started_at,
    'seq', played.seq,
    'left_at', played.left_at,
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'seq', stored.seq, 'id', stored.id, 'kind', stored.kind, 'body', stored.body, 'at', stored.at
      ) order by stored.seq), '[]')
      from public.match_actions as stored where stored.match_id = match and stored.seq <= played.seq
    )
  );
end;
$$;

-- One side's number in a result's statistics; 0 if it has no such row.
create function private.statistic(kept public.results, side text, name text) returns int
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(counted.value) = 'number'
    then least(greatest(counted.value::numeric, 0), 99999)::int else 0 end
  from (
    select jsonb_path_query_first(
      kept.detail, '$.rows[*] ? (@.name == $name)', jsonb_build_object('name', name)
    ) -> 'values' -> case side when 'A' then 0 else 1 end
  ) as counted (value);
$$;

-- Rewrites a result's players.
create function private.save_sides(venue uuid, match uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.results;
  shown public.results;
  is_exchanged boolean;
begin
  delete from public.result_sides where venue_id = venue and match_id = match;
  select * into kept from public.results where venue_id = venue and match_id = match and set_aside_at is null;
  shown := private.shown_result(kept);
  is_exchanged := private.corrected_sides(kept) = 'exchanged';
  insert into public.result_sides (
    match_id, side, venue_id, name_key, name, other_key, won, frames, frames_lost, high_break, breaks_50, centuries,
    break_and_runs, run_outs, placed_at, lost
  )
  select shown.match_id, given.side, shown.venue_id, private.person_of(venue, private.player_key(given.name)),
    btrim(given.name), private.person_of(venue, private.player_key(given.other)), coalesce(shown.winner = given.side, false),
    case when shown.counts_units then given.score else 0 end,
    case when shown.counts_units then given.other_score else 0 end,
    private.statistic(kept, given.counted_as, 'highBreak'),
    private.statistic(kept, given.counted_as, 'breaks50'),
    private.statistic(kept, given.counted_as, 'breaks100'),
    private.statistic(kept, given.counted_as, 'breakAndRun'),
    private.statistic(kept, given.counted_as, 'runOut'),
    shown.placed_at, coalesce(shown.winner <> given.side, false)
  from (values
    ('A', shown.p1, shown.p2, shown.s1, shown.s2, case when is_exchanged then 'B' else 'A' end),
    ('B', shown.p2, shown.p1, shown.s2, shown.s1, case when is_exchanged then 'A' else 'B' end)
  ) as given (side, name, other, score, other_score, counted_as)
  where kept.match_id is not null and private.player_key(given.name) is not null;
end;
$$;

-- Stores the result that the service folded from a log up to `seq`: {p1, p2, s1, s2, race_to, winner, over, started_at,
-- last_at, ended_at, detail, counts_units, can_end}, or null for a match without one. Returns stored; changed if the log
-- has grown meanwhile; or gone if the match no longer exists. Never changes corrections or what was set aside. Writes
-- nothing if nothing is new.
create function public.store_result(match uuid, seq int, left_at timestamptz, result jsonb) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  played public.matches;
  owned public.user_overlays;
  venue uuid;
  wrote int;
begin
  perform from public.public_overlays as shown
  where shown.table_id = (select table_id from public.matches where id = match) for update;
  select * into played from public.matches where id = match for no key update;
  if not found then
    return 'gone';
  elsif (played.seq, played.left_at) is distinct from (store_result.seq, store_result.left_at) then
    return 'changed';
  end if;
  update public.matches set folded_seq = played.seq, folded_left_at = played.left_at
  where id = match
    and (folded_seq is distinct from played.seq or folded_left_at is distinct from played.left_at);
  select * into owned from public.user_overlays where id = played.table_id;
  venue := private.venue_of(owned.owner_uid);
  -- A match that was rolled over continues as the next one.
  if result = 'null' or result is null
    or exists (select from public.matches where table_id = played.table_id and previous_id = match and continues)
  then
    delete from public.results where venue_id = venue and match_id = match and by_hand is null and set_aside_at is null;
    return 'stored';
  end if;
  insert into public.results as kept (
    match_id, venue_id, table_id, table_title, game, rules, p1, p2, s1, s2, race_to, winner, over, started_at, last_at,
    ended_at, from_list, detail, counts_units, can_end
  )
  select match, venue, owned.id, owned.title, played.game, played.rules,
    given.p1, given.p2, given.s1, given.s2, given.race_to, given.winner, given.over, given.started_at, given.last_at,
    given.ended_at, private.is_of_list(venue, array[given.p1, given.p2]), given.detail,
    given.counts_units, given.can_end
  from jsonb_populate_record(null::public.results, result) as given
  on conflict (venue_id, match_id) do update
    set p1 = excluded.p1, p2 = excluded.p2, s1 = excluded.s1, s2 = excluded.s2, race_to = excluded.race_to,
        winner = excluded.winner, over = excluded.over, started_at = excluded.started_at,
        last_at = excluded.last_at, ended_at = excluded.ended_at, detail = excluded.detail, rules = excluded.rules,
        counts_units = excluded.counts_units, can_end = excluded.can_end,
        from_list = kept.from_list or excluded.from_list, rev = kept.rev + 1
    where (kept.p1, kept.p2, kept.s1, kept.s2, kept.race_to, kept.winner, kept.over, kept.started_at, kept.last_at,
        kept.ended_at, kept.detail, kept.rules, kept.counts_units, kept.can_end)
      is distinct from (excluded.p1, excluded.p2, excluded.s1, excluded.s2, excluded.race_to, excluded.winner,
        excluded.over, excluded.started_at, excluded.last_at, excluded.ended_at, excluded.detail, excluded.rules,
        excluded.counts_units, excluded.can_end);
  get diagnostics wrote = row_count;
  if wrote > 0 then
    perform private.save_sides(venue, match);
  end if;
  return 'stored';
end;
$$;

-- Deletes the logs of up to 20 of a venue's matches that were folded, left, and last scored longer ago than the venue
-- keeps logs. Returns how many. Results stay.
create function public.purge_logs(venue uuid) returns int
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  kept_since constant timestamptz := (
    select clock_timestamp() - make_interval(days => keep_log_days)
    from public.venues where id = venue and keep_log_days > 0
  );
  old record;
  purged int := 0;
begin
  for old in
    -- In order of tables, the order in which boards are locked.
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

-- Totals of play between the first and the last of 2 to 1,000 ascending instants. {matches, frames, seconds} have an
-- element for each window between two instants; {tables, games} have the sums. A match belongs to the window of its end
-- or last action; a live one, to now. Its time is split at the borders. If a board was left on, only its last 24 hours
-- count.
create function public.get_report(instants timestamptz[], table_id uuid default null, game text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_report');
  moment constant timestamptz := clock_timestamp();
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, moment);
  windows constant int := private.windows_between(instants);
  opens_at constant timestamptz := instants[1];
  closes_at constant timestamptz := instants[windows + 1];
begin
  return (
    with counted as materialized (
      select
        kept.table_id, kept.table_title as title, kept.game, till.at as till_at,
        greatest(kept.started_at, till.at - interval '24 hours') as from_at,
        width_bucket(till.at, instants) as till_part,
        case when kept.counts_units then
          coalesce((kept.by_hand ->> 's1')::double precision, kept.s1)
          + coalesce((kept.by_hand ->> 's2')::double precision, kept.s2)
        else 0 end as frames
      from public.results as kept
      cross join lateral (
        select case when kept.match_id = any (live_ids) then moment else kept.placed_at end as at
      ) as till
      where kept.venue_id = caller.venue_id and kept.set_aside_at is null
        and (kept.placed_at >= opens_at or kept.match_id = any (live_ids))
        and kept.placed_at < closes_at + interval '24 hours'
        and till.at >= opens_at and kept.started_at < closes_at
        and (get_report.table_id is null or kept.table_id = get_report.table_id)
        and (get_report.game is null or kept.game = get_report.game)
    ),
    by_part as (
      select part,
        count(*) filter (where till_part = part) as matches,
        coalesce(sum(frames) filter (where till_part = part), 0) as frames,
        round(sum(date_part('epoch',
          least(till_at, instants[part + 1]) - greatest(from_at, instants[part])
        ))) as seconds
      from counted, generate_series(
        greatest(1, width_bucket(from_at, instants)), least(windows, till_part)
      ) as part
      group by part
    ),
    summed as (
      -- Deleted tables are told apart by their titles.
      select counted.table_id, case when counted.table_id is null then counted.title end as title, counted.game,
        grouping(counted.game) = 0 as is_game,
        count(*) filter (where till_part <= windows) as matches,
        coalesce(sum(frames) filter (where till_part <= windows), 0) as frames,
        round(sum(date_part('epoch',
          least(till_at, closes_at) - greatest(from_at, opens_at)
        ))) as seconds
      from counted
      group by grouping sets (
        (counted.table_id, case when counted.table_id is null then counted.title end), (counted.game)
      )
    )
    select jsonb_build_object(
      'matches', jsonb_agg(coalesce(by_part.matches, 0) order by n),
      'frames', jsonb_agg(coalesce(by_part.frames, 0) order by n),
      'seconds', jsonb_agg(coalesce(by_part.seconds, 0) order by n),
      'tables', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'title', coalesce(owned.title, summed.title), 'matches', summed.matches, 'frames', summed.frames,
          'seconds', summed.seconds
        ) order by owned.position, owned.created_at, owned.id, summed.title), '[]')
        from summed left join public.user_overlays as owned on owned.id = summed.table_id
        where not is_game
      ),
      'games', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'game', summed.game, 'matches', summed.matches, 'frames', summed.frames, 'seconds', summed.seconds
        ) order by summed.seconds desc, summed.game), '[]')
        from summed where is_game
      )
    )
    from generate_series(1, windows) as n
    left join by_part on by_part.part = n
  );
end;
$$;

-- 14_players.sql

-- Players as the results name them, and a period's totals. The caller decides what a day is: the functions take
-- instants.

create table public.played_names (
  -- No foreign key: a new name would lock the venue. Names are deleted with their results.
  venue_id uuid not null,
  name_key text not null,
  name text not null,
  search_key text not null generated always as (private.search_key(name)) stored,
  last_at timestamptz not null,
  primary key (venue_id, name_key)
);
comment on table public.played_names is
  'Each player of result_sides once, for searching. Triggers maintain it. Reached through functions only.';
comment on column public.played_names.name is 'As last written. If other names were merged into the player, only their own name counts.';
comment on column public.played_names.last_at is 'Orders search results. Setting a result aside doesn''t move it back.';

alter table public.played_names enable row level security;
revoke all on table public.played_names from anon, authenticated;

create index played_names_last_at on public.played_names (venue_id, last_at desc);

create table public.merged_players (
  venue_id uuid not null references public.venues (id) on delete cascade,
  name_key text not null,
  name text not null,
  into_key text not null,
  merged_at timestamptz not null,
  primary key (venue_id, name_key),
  constraint into_somebody_else check (name_key <> into_key)
);
comment on table public.merged_players is
  'Names that belong to another player. Their data stays stored under them, so a merge can be undone. Reached through functions only.';
comment on column public.merged_players.into_key is 'The player they belong to, unless that name was merged in turn.';

alter table public.merged_players enable row level security;
revoke all on table public.merged_players from anon, authenticated;

create trigger keep_names_straight before insert on public.merged_players
  for each row execute function private.keep_names_straight('name');

create index merged_players_into_key on public.merged_players (venue_id, into_key);

-- The player's key for a name's key at a venue: another player's if it was merged, otherwise itself; null for null.
create function private.person_of(venue uuid, key text) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  person text := key;
begin
  -- Only names that aren't merged are ever merged, so this ends.
  loop
    key := (select merged.into_key from public.merged_players as merged where merged.venue_id = venue and merged.name_key = person);
    exit when key is null;
    person := key;
  end loop;
  return person;
end;
$$;

-- All keys that are a player's names.
create function private.keys_of(venue uuid, person text) returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  with recursive named as (
    select person as key
    union
    select merged.name_key from named
    join public.merged_players as merged on merged.venue_id = venue and merged.into_key = named.key
  )
  select array_agg(named.key) from named;
$$;

-- A player's name, from the register, or as it was last written.
create function private.player_name(venue uuid, person text) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select known.name from public.players as known where known.venue_id = venue and known.name_key = person),
    (select noted.name from public.played_names as noted where noted.venue_id = venue and noted.name_key = person)
  );
$$;

-- Records the names of new rows of result_sides, always in the same order, because each locks its row.
create function private.note_names() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.played_names as noted (venue_id, name_key, name, last_at)
  select distinct on (written.venue_id, written.name_key)
    written.venue_id, written.name_key, written.name, written.placed_at
  from written
  order by written.venue_id, written.name_key, private.name_key(written.name) = written.name_key desc, written.placed_at desc
  on conflict (venue_id, name_key) do update
    set last_at = excluded.last_at,
        -- A merged name is used only while the player's own name has no results.
        name = case
          when private.name_key(excluded.name) = excluded.name_key or private.name_key(noted.name) <> noted.name_key
            then excluded.name
          else noted.name
        end
    where excluded.last_at >= noted.last_at;
  return null;
end;
$$;

-- Deletes the names that no row of result_sides has any more. A transaction that has a name locked has just written
-- such a row.
create function private.forget_names() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  held text[];
begin
  -- Locked before looking, so that a row stored meanwhile isn't missed.
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

create trigger note_names after insert on public.result_sides
  referencing new table as written for each statement execute function private.note_names();
create trigger note_new_names after update on public.result_sides
  referencing new table as written for each statement execute function private.note_names();
create trigger forget_names after delete on public.result_sides
  referencing old table as gone for each statement execute function private.forget_names();
create trigger forget_old_names after update on public.result_sides
  referencing old table as gone for each statement execute function private.forget_names();

-- A player's figures at a venue, against `versus` if given; null for an unknown player. A match that isn't over counts
-- as played, but not as won.
create function private.player_sums(venue uuid, key text, versus text) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with played as materialized (
    select sides.match_id, sides.side, sides.other_key, sides.won, sides.frames, sides.frames_lost, sides.high_break,
      sides.breaks_50, sides.centuries, sides.break_and_runs, sides.run_outs, sides.placed_at
    from public.result_sides as sides
    where sides.venue_id = venue and sides.name_key = key and (versus is null or sides.other_key = versus)
  ),
  high as (
    select match_id, placed_at from played where high_break > 0 order by high_break desc, placed_at limit 1
  )
  select jsonb_build_object(
    'key', key,
    'name', private.player_name(venue, key),
    -- A player who plays a namesake has both sides.
    'matches', count(*) filter (where side = 'A' or other_key is distinct from key),
    'won', count(*) filter (where won),
    'frames', sum(frames),
    'frames_lost', sum(frames_lost),
    'high_break', max(high_break),
    'high_id', (select kept.id from public.results as kept join high using (match_id) where kept.venue_id = venue),
    'high_at', (select placed_at from high),
    'breaks_50', sum(breaks_50),
    'centuries', sum(centuries),
    'break_and_runs', sum(break_and_runs),
    'run_outs', sum(run_outs)
  )
  from played having count(*) > 0;
$$;

-- The owner's API ----------------------------------------------------------------------------------

-- At most 50 players whose names contain each word of `search`: first those with a word that begins like it, then by
-- who played last. An empty search returns the latest players.
create function public.find_players(search text, most int default 20) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('find_players');
  looked_for constant text := private.search_key(left(coalesce(search, ''), 60));
  words constant text[] := regexp_split_to_array(looked_for, '\s+');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'key', hit.name_key,
      'name', private.player_name(caller.venue_id, hit.name_key),
      'matches', counted.matches,
      'last_at', counted.last_at
    ) order by hit.begins desc, hit.last_at desc, hit.name_key), '[]')
    from (
      select noted.name_key, noted.last_at, strpos(' ' || named.searched, ' ' || looked_for) > 0 as begins
      from public.played_names as noted
      left join (
        with recursive belonging as (
          select merged.name_key, merged.name, merged.into_key as person
          from public.merged_players as merged
          where merged.venue_id = caller.venue_id and not exists (
            select from public.merged_players as further
            where further.venue_id = caller.venue_id and further.name_key = merged.into_key
          )
          union all
          select merged.name_key, merged.name, belonging.person
          from belonging
          join public.merged_players as merged
            on merged.venue_id = caller.venue_id and merged.into_key = belonging.name_key
        )
        select belonging.person, ' ' || string_agg(private.search_key(belonging.name), ' ') as searched
        from belonging group by belonging.person
      ) as also on also.person = noted.name_key
      cross join lateral (select concat(noted.search_key, also.searched)) as named (searched)
      where noted.venue_id = caller.venue_id
        and not exists (
          select from unnest(words) as word where strpos(named.searched, word) = 0
        )
      order by begins desc, noted.last_at desc, noted.name_key
      limit least(greatest(coalesce(most, 20), 1), 50)
    ) as hit
    cross join lateral (
      -- A player who plays a namesake has both sides.
      select count(*) filter (where played.side = 'A' or played.other_key is distinct from played.name_key) as matches,
        max(played.placed_at) as last_at
      from public.result_sides as played
      where played.venue_id = caller.venue_id and played.name_key = hit.name_key
    ) as counted
  );
end;
$$;

-- A player by the name's key: {player, versus, opponents, latest, merged}. With `versus`, everything is about their
-- matches against each other. `merged`: the names that were merged into this one, with their matches. {status: unknown}
-- if they have no counted results.
create function public.get_player(key text, versus text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_player');
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, clock_timestamp());
  player jsonb;
begin
  key := private.person_of(caller.venue_id, key);
  versus := private.person_of(caller.venue_id, versus);
  player := private.player_sums(caller.venue_id, key, versus);
  if player is null then
    return '{"status": "unknown"}';
  end if;
  return jsonb_build_object(
    'player', player,
    'versus', case when versus is not null then private.player_sums(caller.venue_id, versus, key) end,
    'opponents', case when versus is null then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', met.other_key, 'name', private.player_name(caller.venue_id, met.other_key), 'matches', met.matches, 'won', met.won, 'lost', met.lost
      ) order by met.matches desc, met.last_at desc, met.other_key), '[]')
      from (
        select played.other_key, count(*) as matches, count(*) filter (where played.won) as won,
          count(*) filter (where played.lost) as lost, max(played.placed_at) as last_at
        from public.result_sides as played
        where played.venue_id = caller.venue_id and played.name_key = get_player.key
          and played.other_key <> played.name_key
        group by played.other_key
        order by matches desc, last_at desc, played.other_key
        limit 20
      ) as met
    ) end,
    'merged', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', merged.name_key, 'name', merged.name, 'matches', (
          select count(distinct played.match_id) from public.result_sides as played
          where played.venue_id = caller.venue_id and played.name_key = get_player.key
            and private.name_key(played.name) = any (private.keys_of(caller.venue_id, merged.name_key))
        )
      ) order by merged.merged_at, merged.name_key), '[]')
      from public.merged_players as merged
      where merged.venue_id = caller.venue_id and merged.into_key = get_player.key
    ),
    'latest', (
      select coalesce(
        jsonb_agg(private.result_json(kept, kept.match_id = any (live_ids)) order by latest.placed_at desc, latest.match_id), '[]')
      from (
        select played.match_id, played.placed_at from public.result_sides as played
        where played.venue_id = caller.venue_id and played.name_key = get_player.key
          and (get_player.versus is null or played.other_key = get_player.versus)
          and (played.side = 'A' or played.other_key is distinct from played.name_key)
        order by played.placed_at desc, played.match_id
        limit 20
      ) as latest
      join public.results as kept on (kept.venue_id, kept.match_id) = (caller.venue_id, latest.match_id)
    )
  );
end;
$$;

-- Assigns one player's results to the players of their names again.
create function private.sort_sides(venue uuid, person text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.result_sides as played
    set name_key = private.person_of(venue, private.name_key(played.name))
    where played.venue_id = venue and played.name_key = person
      and private.person_of(venue, private.name_key(played.name)) <> person;
  update public.result_sides as played set other_key = other.name_key
    from public.result_sides as other
    where played.venue_id = venue and played.other_key = person and other.venue_id = venue
      and other.match_id = played.match_id and other.side <> played.side and other.name_key <> person;
end;
$$;

-- Merges a player's key into another player. `name` is the last written form, which may be of another of their keys.
-- The caller must hold the venue's lock.
create function private.merge_name(venue uuid, key text, name text, into_key text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (
    select count(*) from public.merged_players as merged where merged.venue_id = venue
  ) >= private.most('mergedNames') then
    raise exception 'a venue merges at most % names', private.most('mergedNames') using errcode = '23514';
  end if;
  insert into public.merged_players (venue_id, name_key, name, into_key, merged_at)
  values (venue, merge_name.key, merge_name.name, merge_name.into_key, clock_timestamp());
  perform private.sort_sides(venue, merge_name.key);
  perform private.send_branding(venue, private.keys_of(venue, merge_name.into_key));
end;
$$;

-- Merges a player's names into another player: results keep the names as stored, and count for the other. part_player()
-- undoes it. Returns merged; same if they are one already; or unknown if the venue's results and register don't have
-- both.
create function public.merge_players(key text, into_key text) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('merge_players');
  name text;
begin
  perform private.lock_venue(caller.venue_id);
  key := private.person_of(caller.venue_id, private.player_key(key));
  into_key := private.person_of(caller.venue_id, private.player_key(into_key));
  name := private.player_name(caller.venue_id, key);
  if name is null or private.player_name(caller.venue_id, into_key) is null then
    return 'unknown';
  elsif key = into_key then
    return 'same';
  end if;
  perform private.merge_name(caller.venue_id, key, name, into_key);
  return 'merged';
end;
$$;

-- Makes a merged name a player of its own again. Does nothing if it isn't merged.
create function public.part_player(key text) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('part_player');
  person text;
  keys text[];
begin
  perform private.lock_venue(caller.venue_id);
  key := private.player_key(key);
  person := private.person_of(caller.venue_id, key);
  keys := private.keys_of(caller.venue_id, person);
  delete from public.merged_players as merged where merged.venue_id = caller.venue_id and merged.name_key = part_player.key;
  if found then
    perform private.sort_sides(caller.venue_id, person);
    perform private.send_branding(caller.venue_id, keys);
  end if;
  return true;
end;
$$;

-- A player's other names, given one of them: all that were merged, which are erased together. Their own name comes
-- first, the others in the order in which they were merged.
create function public.list_other_names(key text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_other_names');
  named constant text := private.player_key(key);
  person constant text := private.person_of(caller.venue_id, named);
begin
  return (
    select coalesce(jsonb_agg(other.name order by other.merged_at nulls first, other.name_key), '[]')
    from (
      select person as name_key, coalesce(private.player_name(caller.venue_id, person), person) as name, null::timestamptz as merged_at
      union all
      select merged.name_key, merged.name, merged.merged_at from public.merged_players as merged
      where merged.venue_id = caller.venue_id and merged.name_key = any (private.keys_of(caller.venue_id, person))
    ) as other
    where other.name_key <> named
  );
end;
$$;

-- 15_public.sql

-- Results and boards as text, for the public. The snapshot service reads them, as it does pictures; it gets nothing
-- that the public may not see.

create table private.gone_results (
  id text primary key
);
comment on table private.gone_results is 'The addresses of deleted results, which are never reused.';

alter table private.gone_results enable row level security;
revoke all on table private.gone_results from public, anon, authenticated;

create function private.note_gone_results() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.gone_results (id) select gone.id from gone on conflict do nothing;
  return null;
end;
$$;

create trigger note_gone_results after delete on public.results
  referencing old table as gone
  for each statement execute function private.note_gone_results();

-- "Youssef Benali" as "Youssef B.": the first word, and the first letters of the last word that begins with a letter,
-- in Arabic after its article. The caller says how many letters; if the word has no more, the name stays whole. عبد and
-- the next word are one word, and so are الدين and the word before it. These names stay whole: those without such a
-- word, two people's with a word or sign between them, and a board's default.
create function private.short_name(name text, letters int default 1) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  words constant text[] := array(
    select matched.word[1] from regexp_matches(name, '((?:عبد\s+)?\S+(?:\s+الدين(?!\S))?)', 'g') with ordinality as matched (word, place)
    order by matched.place
  );
  last_word text;
begin
  if private.player_key(name) is null or name ~* '\s(&|\+|/|and|et|و)\s' then
    return name;
  end if;
  for place in reverse cardinality(words)..2 loop
    last_word := regexp_replace(words[place], '^ال(?=..)', '');
    -- Anything but ASCII's digits and signs and symbols: the database may not know other alphabets' letters.
    if char_length(words[place]) > 1
      and left(last_word, 1) !~ '[\u0001-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u2BFF\uFE00-\uFE0F\U0001F000-\U0001FAFF]'
    then
      return case
        when char_length(last_word) > letters
          then words[1] || ' ' || left(last_word, letters) || '.'
        else name
      end;
    end if;
  end loop;
  return name;
end;
$$;

-- How many letters of their last words tell two people's short names apart; 1 if their full names are equal, because no
-- number of letters helps.
create function private.letters_apart(name text, other text) returns int
language plpgsql
immutable
set search_path = ''
as $$
begin
  if private.name_key(name) <> private.name_key(other) then
    for letters in 1..60 loop
      if private.name_key(private.short_name(name, letters)) <> private.name_key(private.short_name(other, letters)) then
        return letters;
      end if;
    end loop;
  end if;
  return 1;
end;
$$;

-- A player's name as the public sees it, next to the other player's.
create function private.public_name(name text, other text, shortens boolean) returns text
language sql
immutable
set search_path = ''
as $$
  select case when shortens then private.short_name(name, private.letters_apart(name, other)) else name end;
$$;

-- Whether a venue's screens show such a name of the waiting list short.
create function private.shortens_name(venue uuid, name text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.venues where venues.id = venue and not venues.full_names)
    and not exists (select from private.known_player(venue, shortens_name.name) as known where known.hidden_at is null);
$$;

-- A result as its page and lists show it, without account, players' keys or the match's id.
create function private.public_result(kept public.results, is_live boolean, shortens boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shown constant public.results := private.shown_result(kept);
begin
  return jsonb_build_object(
    'id', shown.id,
    'state', case when is_live then 'live' else private.final_state(shown.over, shown.can_end) end,
    'table_title', shown.table_title,
    'game', shown.game,
    'p1', private.public_name(shown.p1, shown.p2, shortens or kept.from_list and private.shortens_name(kept.venue_id, shown.p1)),
    'p2', private.public_name(shown.p2, shown.p1, shortens or kept.from_list and private.shortens_name(kept.venue_id, shown.p2)),
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'winner', shown.winner,
    'started_at', shown.started_at,
    'last_at', shown.last_at,
    'ended_at', shown.ended_at,
    'sides', private.corrected_sides(kept),
    'rev', shown.rev
  );
end;
$$;

-- A board as the public page of its table shows it: what overlays show, without the match's id.
create function private.public_board(shown public.public_overlays, shortens boolean) returns jsonb
language sql
stable
set search_path = ''
as $$
  select (state - '{match,seq,theme,updated_at,screen_names}'::text[]) || jsonb_build_object(
    'p1', coalesce(state #>> '{screen_names,p1}', private.public_name(shown.p1, shown.p2, shortens)),
    'p2', coalesce(state #>> '{screen_names,p2}', private.public_name(shown.p2, shown.p1, shortens))
  )
  from private.overlay_state(shown) as state;
$$;

-- A result by its address: {status: shown, result, venue (its name), time_zone}, gone if it was deleted, or unknown.
-- Results that are set aside, and those of a venue whose pages are off, are unknown too, so that nobody can tell that
-- they exist. Results of archived tables remain.
create function public.show_result(id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  kept public.results;
  venue public.venues;
begin
  select * into kept from public.results where results.id = left(show_result.id, 23);
  if not found then
    return jsonb_build_object('status', case
      when exists (select from private.gone_results as gone where gone.id = left(show_result.id, 23))
        then 'gone'
      else 'unknown'
    end);
  end if;
  select * into venue from public.venues where venues.id = kept.venue_id;
  if not venue.is_public or kept.set_aside_at is not null then
    return '{"status": "unknown"}';
  end if;
  return jsonb_build_object(
    'status', 'shown',
    'result', private.public_result(
      kept,
      kept.match_id = any (private.live_matches(venue.owner_uid, clock_timestamp())),
      venue.shortens_names
    ) || jsonb_build_object('detail', kept.detail),
    'venue', btrim(venue.title),
    'time_zone', venue.time_zone
  );
end;
$$;

-- The text of a table's public page: its board, the frames of the match on it, its results of the last 26 hours, and
-- whether any of its matches isn't folded yet. The page picks the results of the venue's day. Null unless the venue has
-- switched text on.
create function public.show_table(match_id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  asked private.pictured_tables;
  shown public.public_overlays;
  venue public.venues;
  current public.results;
begin
  select * into asked from private.pictured_tables as pictured
  where pictured.match_id = left(show_table.match_id, 65) and pictured.is_shown and pictured.shows_live;
  if not found then
    return null;
  end if;
  select * into shown from public.public_overlays as boards where boards.table_id = asked.table_id;
  select * into venue from public.venues where venues.id = asked.venue_id;
  select * into current from public.results as kept
  where (kept.venue_id, kept.match_id) = (venue.id, shown.match_id) and kept.set_aside_at is null;
  return jsonb_build_object(
    'board', private.public_board(shown, venue.shortens_names),
    'units', coalesce(current.detail -> 'units', '[]'),
    'results', (
      select coalesce(
        jsonb_agg(private.public_result(listed.kept, false, venue.shortens_names) order by listed.at desc), '[]'
      )
      from (
        select kept, kept.placed_at as at from public.results as kept
        where kept.table_id = asked.table_id and kept.set_aside_at is null
          and kept.placed_at > moment - interval '26 hours'
          and (kept.match_id <> shown.match_id or kept.over)
        order by kept.placed_at desc limit 50
      ) as listed
    ),
    'due', exists (select from private.due_matches(asked.table_id)),
    'time_zone', venue.time_zone,
    'closing_hour', venue.closing_hour,
    'server_time', moment
  );
end;
$$;

-- A table's matches that aren't folded yet, the latest first.
create function private.due_matches(table_id uuid) returns setof public.matches
language sql
stable
set search_path = ''
as $$
  select played from public.matches as played
  where played.table_id = due_matches.table_id and played.seq > 0
    and (played.folded_seq is distinct from played.seq or played.folded_left_at is distinct from played.left_at)
  order by played.number desc;
$$;

-- Up to five of a table's matches that aren't folded yet, for viewers of its public page. Like list_due(), but only
-- once in five seconds for all viewers, and empty for a page that shows no text.
create function public.take_due(match_id text, rules jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  asked uuid;
begin
  perform private.require_plain_json(rules, 4096);
  update public.snapshot_tables as pictured set folded_at = moment
  where pictured.match_id = (
    select free.match_id from public.snapshot_tables as free
    where free.match_id = left(take_due.match_id, 65)
      and (free.folded_at is null or free.folded_at not between moment - interval '5 seconds' and moment)
      and exists (
        select from private.pictured_tables as shown
        where shown.match_id = free.match_id and shown.is_shown and shown.shows_live
          and exists (select from private.due_matches(shown.table_id))
      )
    for no key update skip locked
  )
  returning pictured.table_id into asked;
  return jsonb_build_object('matches', coalesce((
    select jsonb_agg(waiting.id)
    from (
      select played.id from private.due_matches(asked) as played
      where played.rules <= (take_due.rules ->> played.game)::int
      limit 5
    ) as waiting
  ), '[]'));
end;
$$;

-- 16_machines.sql

-- Machines: keys that score through the score service, and button addresses. The service folds the log by the rules and
-- sends the actions to append. The functions here decide who may do it, how often, and whether it was done before.

create table public.machine_uses (
  link_id uuid primary key references public.scorer_links (id) on delete cascade,
  since timestamptz not null,
  moves int not null,
  states int not null
);
comment on table public.machine_uses is
  'How often each key or button was used in the ten seconds from its first use. Reached through functions only.';

alter table public.machine_uses enable row level security;
revoke all on table public.machine_uses from anon, authenticated;

create table public.machine_requests (
  link_id uuid not null references public.scorer_links (id) on delete cascade,
  request text not null constraint request_fits check (char_length(request) between 1 and 255),
  body_hash text not null constraint body_hash_is_a_sha256 check (body_hash ~ '^[0-9a-f]{64}$'),
  answer jsonb not null constraint answer_fits check (octet_length(answer::text) <= 32768),
  created_at timestamptz not null,
  primary key (link_id, request)
);
comment on table public.machine_requests is
  'The answers to each machine, by its own names for its requests, for a day. Reached through functions only.';

alter table public.machine_requests enable row level security;
revoke all on table public.machine_requests from anon, authenticated;

create index machine_requests_created_at on public.machine_requests (created_at);

-- Counts a use of a key or button, of which 60 moves or 100 states are allowed in ten seconds. Returns the seconds to
-- wait; 0 if it is allowed.
create function private.wait_for_use(link_id uuid, is_move boolean) returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  used public.machine_uses;
begin
  -- The clock is read under the row's lock. A time in the future dates from before the clock was set back.
  insert into public.machine_uses as counted (link_id, since, moves, states)
  values (wait_for_use.link_id, clock_timestamp(), is_move::int, (not is_move)::int)
  on conflict on constraint machine_uses_pkey do update set (since, moves, states) = (
    select
      case when fresh then clock_timestamp() else counted.since end,
      case when fresh then 0 else counted.moves end + is_move::int,
      case when fresh then 0 else counted.states end + (not is_move)::int
    from (
      select clock_timestamp() not between counted.since and counted.since + interval '10 seconds' as fresh
    ) as it
  )
  returning * into used;
  return case
    when used.moves <= 60 and used.states <= 100 then 0
    else greatest(1, ceil(extract(
      epoch from used.since + interval '10 seconds' - clock_timestamp()
    )))
  end;
end;
$$;

-- A machine's or button's table: the current match with its log after `after_seq`, and the board.
create function private.opened(caller private.actor, after_seq int) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'outcome', 'ok',
      'link_id', caller.link_id,
      'title', owned.title,
      'board', private.overlay_state(shown),
      'erasures', (select played.erasures from public.matches as played where played.id = shown.match_id),
      'log', private.log_page(caller, shown.match_id, after_seq)
    )
    from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
    where owned.id = caller.table_id
  );
end;
$$;

-- The answer that a machine got to its request of this name: null if it made none in a day, {outcome: reused} if that
-- request had another body.
create function private.answered(caller private.actor, request text, body_hash text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select case
      when made.body_hash = answered.body_hash then
        jsonb_build_object('outcome', 'repeated', 'answer', made.answer)
      else jsonb_build_object('outcome', 'reused')
    end
    from public.machine_requests as made
    where made.link_id = caller.link_id and made.request = answered.request
      and made.created_at > clock_timestamp() - interval '1 day'
  );
end;
$$;

-- Stores the answer to a request that changed a log, with the board's new number, and deletes those older than a day.
-- Returns {outcome, answer}; an outcome other than ok is passed on.
create function private.keep_answer(
  caller private.actor, request text, body_hash text, done jsonb, answer jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  kept constant jsonb := answer || jsonb_build_object('rev', done -> 'rev', 'seq', done -> 'seq');
begin
  if done ->> 'outcome' <> 'ok' then
    return jsonb_strip_nulls(
      jsonb_build_object('outcome', done -> 'outcome', 'wait', done -> 'wait')
    );
  end if;
  delete from public.machine_requests as old
  where old.ctid = any (array(
    select ctid from public.machine_requests where created_at <= moment - interval '1 day' limit 100
    for update skip locked
  ));
  insert into public.machine_requests as made (link_id, request, body_hash, answer, created_at)
  values (caller.link_id, request, body_hash, kept, moment)
  on conflict on constraint machine_requests_pkey do update
    set body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at;
  return jsonb_build_object('outcome', 'ok', 'answer', kept);
end;
$$;

-- The table of a machine key: for a state, or for a move if the request's name is given. A repeated request gets its
-- first answer. {outcome: tooMany, wait} if the key is used too often.
create function public.open_machine(
  link text, after_seq int default 0, request text default null, body_hash text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('open_machine', private.table_of_link(link), link);
  wait constant int := private.wait_for_use(caller.link_id, request is not null);
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'tooMany', 'wait', wait);
  end if;
  return coalesce(private.answered(caller, request, body_hash), private.opened(caller, after_seq));
end;
$$;

-- Appends a machine's actions as append_actions() does, once for each request's name. Returns the outcome with
-- `answer`, which is stored as given; `repeated` with the first request's answer; or `reused`.
create function public.move_by_machine(
  link text, request text, body_hash text, match uuid, after_seq int, actions jsonb, board jsonb, answer jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('move_by_machine', private.table_of_link(link), link);
  known jsonb;
begin
  perform private.require_plain_json(answer, 32768);
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  known := private.answered(caller, request, body_hash);
  if known is not null then
    return known;
  end if;
  return private.keep_answer(
    caller, request, body_hash, private.append(caller, match, after_seq, actions, board), answer
  );
end;
$$;

-- Starts a match for a machine as begin_match() does, once for each request's name.
create function public.begin_by_machine(
  link text, request text, body_hash text, expected uuid, match uuid, game text, rules int, start jsonb, board jsonb,
  answer jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('begin_by_machine', private.table_of_link(link), link);
  known jsonb;
begin
  perform private.require_plain_json(answer, 32768);
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  known := private.answered(caller, request, body_hash);
  if known is not null then
    return known;
  end if;
  return private.keep_answer(
    caller, request, body_hash,
    public.begin_match(caller.table_id, expected, match, game, rules, start, board, 0, link), answer
  );
end;
$$;

-- The table of a button, and the button's move. Reading a later page of the log doesn't count as another use
-- (`counts`).
create function public.open_button(link text, after_seq int default 0, counts boolean default true) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('open_button', private.table_of_link(link), link);
  wait constant int := case when counts then private.wait_for_use(caller.link_id, true) else 0 end;
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'tooMany', 'wait', wait);
  end if;
  return private.opened(caller, after_seq) || jsonb_build_object(
    'move', (select move from public.scorer_links where id = caller.link_id)
  );
end;
$$;

-- Appends a button's actions as append_actions() does. Pressing it again within 700 ms does nothing and returns
-- `repeated`.
create function public.press_button(link text, match uuid, after_seq int, actions jsonb, board jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('press_button', private.table_of_link(link), link);
begin
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  if exists (
    select from public.matches as busy join public.match_actions as stored on stored.match_id = busy.id
    where busy.table_id = caller.table_id
      and busy.stored_at > clock_timestamp() - interval '700 milliseconds'
      and stored.seq > busy.seq - 50
      and stored.by_link = caller.link_id
      and stored.stored_at between clock_timestamp() - interval '700 milliseconds'
        and clock_timestamp()
  ) then
    return jsonb_build_object('outcome', 'repeated');
  end if;
  return private.append(caller, match, after_seq, actions, board);
end;
$$;

-- 17_erasing.sql

-- Erasing a player: removes a name from everything that a venue stores. Matches and results stay, without the name.

-- Whether this JSON may name a player: whether its text contains one of their keys. JSON escapes quotes, backslashes,
-- and control characters, which no key has. An unused letter replaces each backslash.
create function private.mentions_player(value jsonb, keys text[]) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce((
    select bool_or(strpos(
      written.text, replace(replace(key, '\', chr(63743)), '"', '\"')
    ) > 0)
    from (
      select private.name_key(regexp_replace(
        replace(value::text, '\\', chr(63743)), '\\(?:u00[01][0-9a-f]|[bfnrt])', '', 'g'
      )) offset 0
    ) as written (text), unnest(keys) as key
  ), false);
$$;

-- Whether a text in this JSON is a player's name.
create function private.names_player(value jsonb, keys text[]) returns boolean
language sql
immutable
set search_path = ''
as $$
  -- The whole text first, because comparing each text costs far more.
  select private.mentions_player(value, keys) and exists (
    select from jsonb_path_query(value, 'strict $.** ? (@.type() == "string")') as held (text)
    where private.name_key(held.text #>> '{}') = any (keys)
  );
$$;

-- The same JSON with empty texts instead of a player's name.
create function private.without_player(value jsonb, keys text[]) returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return case when private.name_key(value #>> '{}') = any (keys) then '""' else value end;
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(held.key, private.without_player(held.value, keys)), '{}')
        from jsonb_each(value) as held
      );
    when 'array' then
      return (
        select coalesce(
          jsonb_agg(private.without_player(held.value, keys) order by held.number), '[]'
        )
        from jsonb_array_elements(value) with ordinality as held (value, number)
      );
    else
      return value;
  end case;
end;
$$;

-- Leaves a table's current match if it names the player, and empties the board. A device that has the old log gets one
-- more entry, which takes the name off its board. It can't undo the new match's start. Returns whether the match named
-- the player.
create function private.leave_players_match(shown public.public_overlays, keys text[], moment timestamptz) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  sides constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'p1', case when private.name_key(shown.p1) = any (keys) then '{"from": "", "to": ""}'::jsonb end,
    'p2', case when private.name_key(shown.p2) = any (keys) then '{"from": "", "to": ""}'::jsonb end
  ));
  left_match uuid;
  left_board jsonb;
begin
  if sides = '{}' and not private.names_player(shown.detail, keys) and not exists (
    select from public.matches as played
    where played.id = shown.match_id
      and (private.names_player(played.start, keys) or private.names_player(played.result, keys))
  ) and not exists (
    select from public.match_actions as stored
    where stored.match_id = shown.match_id and private.names_player(stored.body, keys)
  ) then
    return false;
  end if;
  shown := private.log_action(shown, 'set', jsonb_build_object('changes', sides), moment);
  shown.p1 := coalesce(sides #>> '{p1,to}', shown.p1);
  shown.p2 := coalesce(sides #>> '{p2,to}', shown.p2);
  left_match := shown.match_id;
  left_board := private.kept_board(shown);
  shown.p1 := private.default_name('A');
  shown.p2 := private.default_name('B');
  shown.event := '';
  shown.s1 := 0;
  shown.s2 := 0;
  shown.race_to := 0;
  shown.clock_running := false;
  shown.clock_started_at := null;
  shown.clock_accum := 0;
  shown.clock_at := moment;
  shown := private.next_plain_match(shown, moment);
  update public.matches as played set last_board = left_board where played.id = left_match;
  update public.matches as played set previous_id = null where played.id = shown.match_id;
  perform private.save_board(shown);
  return true;
end;
$$;

-- Removes a player's name from a match and its log, and returns whether it was there. Nothing else ever changes a log's
-- entry.
create function private.erase_from_match(match uuid, keys text[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_changed boolean;
begin
  update public.matches as played
    set start = private.without_player(played.start, keys),
        result = private.without_player(played.result, keys),
        last_board = private.without_player(played.last_board, keys)
    where played.id = match and (
      private.names_player(played.start, keys) or private.names_player(played.result, keys)
      or private.names_player(played.last_board, keys)
    );
  is_changed := found;
  -- For private.keep_actions().
  perform set_config('cueboard.erased', keys::text, true);
  update public.match_actions as stored set body = private.without_player(stored.body, keys)
    where stored.match_id = match and private.names_player(stored.body, keys);
  is_changed := is_changed or found;
  perform set_config('cueboard.erased', '', true);
  -- The match is due again, so that a device that folded the old log can't store the name. A device that has the log
  -- reads it again, because the match may be resumed.
  update public.matches as played
    set left_at = played.left_at + interval '1 microsecond', erasures = played.erasures + 1
    where played.id = match and is_changed;
  return is_changed;
end;
$$;

-- Removes a player's name from a venue's results, register, waiting list and drawn pictures, and returns whether it was
-- there.
create function private.erase_from_record(venue uuid, keys text[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  erased record;
  is_changed boolean;
begin
  -- Their files are deleted within the hour, like those of all removed pictures.
  delete from public.snapshots as stored
  using public.snapshot_tables as pictured
  where pictured.venue_id = venue and stored.match_id = pictured.match_id and private.names_player(stored.board, keys);
  is_changed := found;
  for erased in
    update public.results as kept
      set p1 = case when private.name_key(kept.p1) = any (keys) then '' else kept.p1 end,
          p2 = case when private.name_key(kept.p2) = any (keys) then '' else kept.p2 end,
          by_hand = private.without_player(kept.by_hand, keys),
          rev = kept.rev + 1
      where kept.venue_id = venue and (
        private.name_key(kept.p1) = any (keys) or private.name_key(kept.p2) = any (keys)
        or private.names_player(kept.by_hand, keys)
      )
      returning kept.match_id
  loop
    perform private.save_sides(venue, erased.match_id);
    is_changed := true;
  end loop;
  delete from public.players as known where known.venue_id = venue and known.name_key = any (keys);
  is_changed := is_changed or found;
  update public.waiting as held
    set name = case when held.name_key = any (keys) then '' else held.name end,
        name2 = case when held.name_key2 = any (keys) then '' else held.name2 end,
        number = case when held.name_key = any (keys) then 1 else held.number end,
        number2 = case when held.name_key2 = any (keys) then 1 else held.number2 end
    where held.venue_id = venue and (held.name_key = any (keys) or held.name_key2 = any (keys));
  if found then
    is_changed := true;
    perform private.raise_room_seq(venue);
  end if;
  update public.waiting_ops as made set was = private.without_player(made.was, keys)
    where made.venue_id = venue and private.names_player(made.was, keys);
  is_changed := is_changed or found;
  -- An answer describes the last action in a sentence, which may contain the name.
  update public.machine_requests as made
  set answer = private.without_player(made.answer || '{"last": null}', keys)
  from public.venues
  join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
  join public.scorer_links as given on given.table_id = owned.id
  where venues.id = venue and made.link_id = given.id and private.mentions_player(made.answer, keys);
  perform private.forget_told_boards(venue);
  -- Empties the boards sent in the matches that named them. Each name is compared once, because hosted Realtime may hold
  -- a hundred thousand boards.
  with boards as materialized (
    select sent.id, sent.payload ->> 'match' as match,
      array[sent.payload ->> 'p1', sent.payload ->> 'p2', sent.payload ->> 'event'] as texts
    from realtime.messages as sent
    where sent.payload ->> 'match' in (
      select played.id::text
      from public.venues
      join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
      join public.matches as played on played.table_id = owned.id
      where venues.id = venue
    )
  ), named as materialized (
    select told.match
    from (select distinct boards.match, text from boards, unnest(boards.texts) as text) as told
    where private.name_key(told.text) = any (keys)
  )
  update realtime.messages as sent set event = 'erased', payload = '{}'
  from boards
  where boards.match in (select named.match from named) and sent.id = boards.id;
  return is_changed;
end;
$$;

-- Erases a player, given by a key, with all merged names, from everything that the venue stores: boards, matches and
-- logs, results, the register with its portrait, the waiting list, and drawn pictures. Works for a moment only, so that
-- scorers don't wait long. Returns {after, found}: the match to continue after, null once everything is done, and
-- whether this call found any of the names.
create function public.erase_player(key text, after uuid default null) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('erase_player');
  moment constant timestamptz := clock_timestamp();
  named constant text := private.person_of(caller.venue_id, private.player_key(key));
  keys constant text[] := private.keys_of(caller.venue_id, named);
  shown public.public_overlays;
  match uuid;
  next_match uuid;
  is_found boolean := false;
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
      is_found := private.leave_players_match(shown, keys, moment) or is_found;
    end loop;
    -- If reading long logs took a second, the next call erases from them.
    if clock_timestamp() > moment + interval '1 second' then
      next_match := '00000000-0000-0000-0000-000000000000';
    end if;
  end if;
  for match in
    select played.id
    from public.user_overlays as owned join public.matches as played on played.table_id = owned.id
    where next_match is null and owned.owner_uid = caller.owner_uid and (after is null or played.id > after)
    order by played.id
  loop
    is_found := private.erase_from_match(match, keys) or is_found;
    next_match := match;
    exit when clock_timestamp() > moment + interval '150 milliseconds';
    next_match := null;
  end loop;
  -- At the end as well, because a log may have been folded before its turn came.
  if after is null or next_match is null then
    is_found := private.erase_from_record(caller.venue_id, keys) or is_found;
  end if;
  -- Last, because the next call looks the player up by one of the names.
  if next_match is null then
    delete from public.merged_players as merged
      where merged.venue_id = caller.venue_id and merged.name_key = any (keys);
    is_found := is_found or found;
  end if;
  return jsonb_build_object('after', next_match, 'found', is_found);
end;
$$;

-- 18_accounts.sql

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
    'clock_before', played.clock_before, 'continues', played.continues,
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
  elsif not left(after, 100) ~ '^(matches(/[0-9a-f-]{36}/\d{1,4}/\d{1,4})?|results(/[0-9a-f-]{36})?)$' then
    raise exception 'this is not where a page ended' using errcode = '22023';
  end if;
  if place[1] = 'results' then
    select string_agg(jsonb_build_object(
        'type', 'result', 'id', kept.id, 'match', kept.match_id, 'table', kept.table_id,
        'table_title', kept.table_title, 'game', kept.game, 'rules', kept.rules, 'p1', kept.p1, 'p2', kept.p2,
        's1', kept.s1, 's2', kept.s2, 'race_to', kept.race_to, 'winner', kept.winner, 'over', kept.over,
        'started_at', kept.started_at, 'last_at', kept.last_at, 'ended_at', kept.ended_at, 'rev', kept.rev,
        'by_hand', kept.by_hand - 'uid' - 'device', 'set_aside_at', kept.set_aside_at, 'from_list', kept.from_list,
        'detail', kept.detail, 'counts_units', kept.counts_units, 'can_end', kept.can_end
      )::text || E'\n', '' order by kept.match_id),
      case when count(*) = 100 then (array_agg(kept.match_id order by kept.match_id desc))[1] end
    into lines, last_result
    from (
      select * from public.results
      where venue_id = caller.venue_id and (place[2] is null or match_id > place[2]::uuid)
      order by match_id limit 100
    ) as kept;
    return jsonb_build_object('lines', coalesce(lines, ''), 'next', 'results/' || last_result);
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
        and coalesce(jsonb_typeof(line -> 'can_end') in ('boolean', 'null'), true);
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
        created_at, clock_before, continues, folded_seq, folded_left_at
      )
      select given.id, (line ->> 'table')::uuid, given.number, (line ->> 'previous')::uuid, given.game, given.rules,
        given.start, given.seq, nullif(given.result, 'null'), nullif(given.last_board, 'null'), given.started_at,
        given.ended_at, given.left_at, given.created_at, nullif(given.clock_before, 'null'), given.continues,
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
        last_at, ended_at, rev, by_hand, set_aside_at, imported_at, from_list, detail, counts_units, can_end
      )
      select (line ->> 'match')::uuid, given.id, venue,
        (select owned.id from public.user_overlays as owned where owned.id = (line ->> 'table')::uuid),
        given.table_title, given.game, given.rules, given.p1, given.p2, given.s1, given.s2, given.race_to,
        given.winner, given.over, given.started_at, given.last_at, given.ended_at, given.rev,
        nullif(given.by_hand, 'null'), given.set_aside_at, clock_timestamp(),
        coalesce(given.from_list, false), given.detail, coalesce(given.counts_units, true), coalesce(given.can_end, true)
      from jsonb_populate_record(null::public.results, line) as given
      on conflict (venue_id, match_id) do nothing;
      if found then
        perform private.save_sides(venue, (line ->> 'match')::uuid);
      end if;
  end case;
end;
$$;

-- Checks some lines of an account's file, and stores them all if asked to. Returns null if they are fine. Otherwise
-- nothing is stored and the answer is {index, problem}: the first line that isn't, and why. nobody: there is no such
-- account. shape: no such line. taken: it names something that belongs to another account, or that is stored as
-- something else. many: the account has no room for more tables, players or merges.
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
  ) > private.most('mergedNames') then
    return '{"index": 0, "problem": "many"}';
  end if;
  if stores then
    perform private.store_line(owner, line)
    from (select line from jsonb_array_elements(lines) with ordinality as sent (line, number) order by number) as sorted;
  end if;
  return null;
end;
$$;

-- 19_devices.sql

-- Devices: a venue's phones and tablets, added with a code (12_pairing.sql). Nobody signs in on them: a device proves
-- itself by a secret that it generates and keeps, and sends in the header x-device. We store its hash.

create table public.devices (
  id uuid primary key,
  venue_id uuid not null references public.venues (id) on delete cascade,
  title text not null constraint title_fits check (char_length(btrim(title)) between 1 and 60),
  role text not null constraint role_is_known check (role in ('admin', 'service', 'remote')),
  table_id uuid references public.user_overlays (id) on delete cascade,
  secret_hash bytea not null unique,
  made_by uuid,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null,
  revoked_at timestamptz,
  constraint a_remote_has_a_table check ((role = 'remote') = (table_id is not null))
);
comment on table public.devices is
  'A venue''s phones and tablets. Never deleted, so that histories keep their names. Reached through functions only.';
comment on column public.devices.role is 'The kind of caller that its secret identifies, as in private.rights.who.';
comment on column public.devices.table_id is 'The one table of a remote.';
comment on column public.devices.secret_hash is 'SHA-256 of the device''s secret, which is not stored.';
comment on column public.devices.made_by is 'The device that let it in; null for the owner.';
comment on column public.devices.seen_at is 'When it last asked, to within a minute.';

alter table public.devices enable row level security;
revoke all on table public.devices from anon, authenticated;

create index devices_venue_id on public.devices (venue_id, created_at);
create index devices_table_id on public.devices (table_id);

create trigger keep_names_straight before insert or update of title on public.devices
  for each row execute function private.keep_names_straight('title');

create trigger device_changed after insert or update of title, role, table_id, revoked_at on public.devices
  for each row execute function private.paired_changed();

-- The state of a device, by its secret: unknown, waiting with its code, removed, or letIn, with its rights. A remote
-- also gets its table.
create function public.ask_device(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  known public.devices;
begin
  perform private.authorize('ask_device');
  select * into known from public.devices where secret_hash = private.secret_hash(secret);
  if not found then
    return coalesce(
      private.waiting_answer(private.code_of(secret, 'device', moment), moment),
      '{"status": "unknown"}'
    );
  elsif known.revoked_at is not null then
    return jsonb_build_object('status', 'removed', 'id', known.id);
  end if;
  perform private.note_seen(known.id, moment);
  return jsonb_build_object(
    'status', 'letIn',
    'id', known.id,
    'title', known.title,
    'role', known.role,
    'topic', private.paired_topic(known.id),
    'table', (
      select jsonb_build_object('id', owned.id, 'title', owned.title, 'kind', owned.kind)
      from public.user_overlays as owned where owned.id = known.table_id
    )
  );
end;
$$;
comment on function public.ask_device(text) is 'Deliberately public: a device proves itself by its secret.';

-- The owner's and Admins' page ---------------------------------------------------------------------

-- Refuses a caller who may not manage devices of this role: only the owner manages Admin devices.
create function private.require_below(caller private.actor, role text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if caller.kind <> 'owner' and role = 'admin' then
    perform private.refuse();
  end if;
end;
$$;

-- Adds the device that shows this code, as an Admin, for Service, or as the remote of one table. Returns {status, id}:
-- paired, or what private.take_code() says.
create function public.let_in_device(code text, title text, role text, table_id uuid default null) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('let_in_device');
  moment timestamptz;
  found_code record;
begin
  perform private.require_below(caller, role);
  perform private.require_tables(caller, array_remove(array[table_id], null));
  found_code := private.take_code(caller, code, 'device');
  if found_code.problem is not null then
    return jsonb_build_object('status', found_code.problem);
  end if;
  moment := clock_timestamp();
  insert into public.devices (id, venue_id, title, role, table_id, secret_hash, made_by, created_at, seen_at)
  values (
    (found_code.taken).given_id, caller.venue_id, btrim(let_in_device.title), let_in_device.role, table_id,
    (found_code.taken).secret_hash, caller.device_id, moment, moment
  );
  return jsonb_build_object('status', 'paired', 'id', (found_code.taken).given_id);
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- The venue's devices, newest first: the current ones, each with its televisions and working scorer links, and the
-- latest 50 removed ones.
create function public.list_devices() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_devices');
  moment constant timestamptz := clock_timestamp();
begin
  return jsonb_build_object(
    'devices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', listed.id,
        'title', listed.title,
        'role', listed.role,
        'table_id', listed.table_id,
        'made_by', listed.made_by,
        'created_at', listed.created_at,
        'seen_at', listed.seen_at,
        'removed', listed.revoked_at is not null,
        'links', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', given.id, 'label', given.label, 'table_id', given.table_id
          ) order by given.created_at desc, given.id), '[]')
          from public.scorer_links as given
          where given.made_by = listed.id and given.revoked_at is null
            and (given.ends_at is null or given.ends_at > moment)
        ),
        'televisions', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', shown.id, 'title', shown.title) order by shown.paired_at, shown.id
          ), '[]')
          from public.televisions as shown where shown.venue_id = caller.venue_id and shown.made_by = listed.id
        )
      ) order by listed.created_at desc, listed.id), '[]')
      from (
        select device.*, row_number() over (
          partition by device.revoked_at is null order by device.revoked_at desc, device.id
        ) as number
        from public.devices as device where device.venue_id = caller.venue_id
      ) as listed
      where listed.revoked_at is null or listed.number <= 50
    )
  );
end;
$$;

-- Renames a device and sets its role; a remote's also its table.
create function public.update_device(id uuid, title text, role text, table_id uuid default null) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_device');
  known public.devices;
begin
  select * into known from public.devices as device
  where device.id = update_device.id and device.venue_id = caller.venue_id and device.revoked_at is null
  for no key update;
  if not found then
    perform private.refuse();
  end if;
  perform private.require_below(caller, known.role);
  perform private.require_below(caller, role);
  perform private.require_tables(caller, array_remove(array[table_id], null));
  update public.devices as device
    set title = btrim(update_device.title), role = update_device.role, table_id = update_device.table_id
    where device.id = known.id;
  return true;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Removes devices at once, together with these scorer links that devices made, and these televisions, if they are still
-- paired. Their scores remain.
create function public.revoke_devices(ids uuid[], links uuid[] default '{}', televisions uuid[] default '{}')
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('revoke_devices');
begin
  if cardinality(ids) > private.most('devices') or cardinality(links) > 1000
    or cardinality(revoke_devices.televisions) > private.most('televisions')
  then
    raise exception 'a venue has at most % devices, with 1,000 links, and % televisions',
      private.most('devices'), private.most('televisions') using errcode = '22023';
  end if;
  perform private.require_below(caller, role) from public.devices where id = any (ids);
  if exists (
    select from unnest(ids) as named (id)
    where not exists (select from public.devices where devices.id = named.id and venue_id = caller.venue_id)
  ) or exists (
    select from unnest(links) as named (id)
    where not exists (
      select from public.scorer_links as given join public.devices as maker on maker.id = given.made_by
      where given.id = named.id and maker.venue_id = caller.venue_id
    )
  ) then
    perform private.refuse();
  end if;
  update public.devices as device set revoked_at = clock_timestamp()
    where device.id = any (ids) and device.revoked_at is null;
  update public.scorer_links as given set revoked_at = clock_timestamp()
    where given.id = any (links) and given.revoked_at is null;
  delete from public.televisions as shown
    where shown.id = any (revoke_devices.televisions) and shown.venue_id = caller.venue_id;
  return true;
end;
$$;

-- 20_waiting.sql

-- The waiting list: the parties that wait for a table, are called to one, or play. All changes of a venue's list are
-- ops under one lock, the venue's row. The list reads boards and never locks one, and starting a match never changes
-- the list.

create table public.waiting (
  venue_id uuid not null references public.venues (id) on delete cascade,
  id uuid not null,
  name text not null constraint name_fits check (char_length(name) <= 60),
  name2 text constraint name2_fits check (char_length(name2) <= 60),
  name_key text generated always as (private.player_key(name)) stored,
  name_key2 text generated always as (private.player_key(name2)) stored,
  number int not null default 1,
  number2 int not null default 1,
  size int not null constraint size_is_1_to_8 check (size between 1 and 8),
  wants text not null constraint wants_is_known check (wants in ('any', 'pool', 'snooker')),
  wanted_id uuid references public.user_overlays (id) on delete set null,
  state text not null constraint state_is_known check (
    state in ('waiting', 'called', 'away', 'missed', 'playing', 'left', 'done')
  ),
  table_id uuid references public.user_overlays (id) on delete cascade,
  -- Between its neighbours' places, so that moving an entry changes no other entry.
  place double precision not null constraint place_is_finite check (place between -1e9 and 1e9),
  joined_at timestamptz not null,
  called_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  last_op uuid not null,
  changed_at timestamptz not null,
  letters int not null default 1,
  letters2 int not null default 1,
  primary key (venue_id, id),
  constraint called_and_playing_at_a_table check ((state in ('called', 'playing')) = (table_id is not null)),
  constraint called_at_a_time check (state <> 'called' or called_at is not null),
  constraint ended_at_a_time check ((state in ('left', 'done')) = (ended_at is not null))
);
comment on table public.waiting is 'Each party on a venue''s waiting list. Reached through functions only.';
comment on column public.waiting.id is 'Chosen by the device that added it.';
comment on column public.waiting.letters is
  'How many letters of its last word its short name has, to differ from others. Kept when the others leave.';
comment on column public.waiting.number is 'Its number among equal full names: shown from 2 on, and kept when the others leave.';
comment on column public.waiting.wants is 'The kind of table that it waits for. For a wanted table, that table''s kind, in case it is archived.';
comment on column public.waiting.wanted_id is 'The table that it waits for; null for the first that fits.';
comment on column public.waiting.state is 'left ends a party that waited, done one that played.';
comment on column public.waiting.last_op is 'The last op that changed it, which the next op names.';

alter table public.waiting enable row level security;
revoke all on table public.waiting from anon, authenticated;

create unique index waiting_one_called on public.waiting (table_id) where state = 'called';
create unique index waiting_one_playing on public.waiting (table_id) where state = 'playing';
create index waiting_wanted_id on public.waiting (wanted_id);
create index waiting_name_key on public.waiting (venue_id, name_key);
create index waiting_name_key2 on public.waiting (venue_id, name_key2);
create index waiting_alive on public.waiting (venue_id, place) where ended_at is null;
create index waiting_ended_at on public.waiting (venue_id, ended_at) where ended_at is not null;

create trigger keep_names_straight before insert or update on public.waiting
  for each row execute function private.keep_names_straight('name', 'name2');

create table public.waiting_ops (
  venue_id uuid not null references public.venues (id) on delete cascade,
  id uuid not null,
  entry uuid not null,
  kind text not null,
  before uuid,
  part_of uuid,
  outcome text not null constraint outcome_is_known check (outcome in ('done', 'already', 'refused', 'full')),
  reason text,
  about uuid,
  by_uid uuid,
  by_device uuid,
  at timestamptz not null,
  was jsonb constraint was_fits check (octet_length(was::text) <= 4096),
  primary key (venue_id, id),
  constraint by_an_account_or_a_device check (num_nonnulls(by_uid, by_device) <= 1)
);
comment on table public.waiting_ops is
  'Devices'' requests to the waiting list within a day, so that a repeated request changes nothing. Reached through functions only.';
comment on column public.waiting_ops.before is 'The entry''s last op that the device knew. For an undo, the op that it takes back.';
comment on column public.waiting_ops.part_of is 'The op that it is part of: a start that ended the party at the table.';
comment on column public.waiting_ops.about is 'The op that was in the way.';
comment on column public.waiting_ops.was is 'The entry as it was before; null if it wasn''t there.';

alter table public.waiting_ops enable row level security;
revoke all on table public.waiting_ops from anon, authenticated;

-- In this order, so that an op is never searched for among all of its venue's.
create index waiting_ops_at on public.waiting_ops (at, venue_id);
create index waiting_ops_part_of on public.waiting_ops (venue_id, part_of) where part_of is not null;

-- Broadcasts ---------------------------------------------------------------------------------------

-- Every change raises the list's number. The topic carries only that number, and each listener then asks for its own
-- view.
create function private.send_room_seq() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send(
    jsonb_build_object('seq', new.waiting_seq), 'seq', 'room:' || new.room_token, true
  );
  return null;
end;
$$;

create trigger send_room_seq after update of waiting_seq on public.venues
  for each row when (old.waiting_seq <> new.waiting_seq) execute function private.send_room_seq();

-- Tells a venue's people and televisions when a table shows another match, or its match ends or starts, each once: the
-- table may have become free or occupied.
create function private.send_played() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'matches' then
    if not exists (
      select from public.public_overlays as shown where shown.table_id = new.table_id and shown.match_id = new.id
    ) then
      return null;
    end if;
  end if;
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.user_overlays as owned join public.venues on venues.owner_uid = owned.owner_uid
  where owned.id = new.table_id;
  return null;
end;
$$;

-- For all columns: the log moves a board to another match in its own trigger.
create trigger send_begun after update on public.public_overlays
  for each row when (old.match_id <> new.match_id) execute function private.send_played();
create trigger send_scored after update of seq on public.matches
  -- A match with an entry was begun: so no function runs for its later ones.
  for each row when (old.seq = 0 and not private.is_begun(old) and private.is_begun(new))
  execute function private.send_played();
create trigger send_ended after update of ended_at on public.matches
  for each row when ((old.ended_at is null) <> (new.ended_at is null)) execute function private.send_played();

-- Tells a venue's people that its owner renamed a table directly. Functions that rename one raise the list's number.
create function private.send_room_renamed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.venues where owner_uid = new.owner_uid;
  return null;
end;
$$;

create trigger send_room_renamed after update of title on public.user_overlays
  for each row when (old.title <> new.title and current_user = 'authenticated')
  execute function private.send_room_renamed();

create policy "Anybody who knows a room's token hears its numbers" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) ~ '^room:[A-Za-z0-9]{24}$');

create function private.raise_room_seq(venue uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.venues set waiting_seq = waiting_seq + 1 where id = venue;
$$;

-- Names --------------------------------------------------------------------------------------------

-- A name of the list as screens show it when they don't show full names: "Youssef B.", and "Youssef B. 2" for a
-- namesake.
create function private.numbered_name(name text, letters int, number int) returns text
language sql
immutable
set search_path = ''
as $$
  select left(private.short_name(name, letters), 60 - length(added.number)) || added.number
  from (select case when numbered_name.number > 1 then ' ' || numbered_name.number else '' end) as added (number);
$$;

-- How many letters a short name needs to differ, as compared, from the others' short names.
create function private.letters_among(name text, others text[]) returns int
language sql
immutable
set search_path = ''
as $$
  select coalesce(max(private.letters_apart(name, other)), 1) from unnest(others) as other;
$$;

-- The first number that makes a short name differ, as compared, from all taken ones.
create function private.free_number(name text, letters int, taken text[]) returns int
language sql
immutable
set search_path = ''
as $$
  select min(number) from generate_series(1, cardinality(taken) + 1) as number
  where number = 1 and private.player_key(name) is null
    or private.name_key(private.numbered_name(name, letters, number)) <> all (taken);
$$;

-- The entry with letters and numbers that make its short names differ from other parties'. Some of those may get more
-- letters.
create function private.tell_apart(inout held public.waiting)
language plpgsql
security definer
set search_path = ''
as $$
declare
  names constant text[] := array_remove(array[held.name, held.name2], null);
  keys constant text[] := array(
    select private.player_key(name) from unnest(names) as name where private.player_key(name) is not null
  );
  -- Names that differ in their first word differ, and comparing it is cheap.
  first_words constant text[] := array(select split_part(key, ' ', 1) from unnest(keys) as key);
  others text[];
  taken text[];
  lengthened text[];
begin
  with longer as (
    update public.waiting as other
      set letters = greatest(other.letters, private.letters_among(other.name, names)),
          letters2 = greatest(other.letters2, private.letters_among(other.name2, names))
      where other.venue_id = held.venue_id and other.ended_at is null and other.id <> held.id
        and (
          split_part(other.name_key, ' ', 1) = any (first_words)
          or split_part(other.name_key2, ' ', 1) = any (first_words)
        )
        and (
          private.letters_among(other.name, names) > other.letters
          or private.letters_among(other.name2, names) > other.letters2
        )
      returning other.name_key, other.name_key2
  )
  select array_agg(shown.key) into lengthened
  from longer, lateral (values (longer.name_key), (longer.name_key2)) as shown (key) where shown.key is not null;
  select
    coalesce(array_agg(shown.name), '{}'),
    coalesce(array_agg(private.name_key(private.numbered_name(shown.name, shown.letters, shown.number))), '{}')
  into others, taken
  from public.waiting as other,
    lateral (values
      (other.name, other.name_key, other.letters, other.number),
      (other.name2, other.name_key2, other.letters2, other.number2)
    ) as shown (name, key, letters, number)
  where other.venue_id = held.venue_id and other.ended_at is null and other.id <> held.id
    and split_part(shown.key, ' ', 1) = any (first_words);
  held.letters := private.letters_among(held.name, others || held.name2);
  held.letters2 := private.letters_among(held.name2, others || held.name);
  held.number := private.free_number(held.name, held.letters, taken);
  held.number2 := coalesce(private.free_number(
    held.name2, held.letters2, taken || private.name_key(private.numbered_name(held.name, held.letters, held.number))
  ), 1);
  perform private.send_branding(held.venue_id, keys || lengthened);
end;
$$;

-- Whether a venue's waiting list has one of these names.
create function private.is_of_list(venue uuid, names text[]) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from unnest(names) as named (name)
    join public.waiting as held
      on held.venue_id = venue and private.player_key(named.name) in (held.name_key, held.name_key2)
  );
$$;

-- The names that a board's screens show differently from the stored ones: {screen_names: {p1, p2}}, or {}. If the venue
-- doesn't show full names, these are the names on its waiting list, except those of registered players.
create function private.screen_names(owner uuid, p1 text, p2 text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select case when count(*) = 0 then '{}' else jsonb_build_object(
      'screen_names', jsonb_object_agg(named.side, listed.name)
    ) end
    from public.venues
    cross join (values ('p1', p1), ('p2', p2)) as named (side, name)
    cross join lateral (
      select private.numbered_name(named.name, held.letters, held.number) as name
      from (
        select first.ended_at, first.letters, first.number from public.waiting as first
        where first.venue_id = venues.id and first.name_key = private.player_key(named.name)
        union all
        select second.ended_at, second.letters2, second.number2 from public.waiting as second
        where second.venue_id = venues.id and second.name_key2 = private.player_key(named.name)
      ) as held
      order by held.ended_at desc nulls first
      limit 1
    ) as listed
    where venues.owner_uid = owner and private.shortens_name(venues.id, named.name)
  );
end;
$$;

-- Reading ------------------------------------------------------------------------------------------

-- How long an entry's last op can be undone. UNDO_MILLIS in src/core/room/list.ts is the same.
create function private.undo_for() returns interval
language sql
immutable
set search_path = ''
as $$
  select interval '10 minutes';
$$;

-- The entries as shown: the name that screens call, what they wait for, and the time until which they count after their
-- last op or score. A party is called by its first name, or by its other name if the first was erased.
create view private.parties as
select
  held.*,
  case when venues.full_names then called.name else private.numbered_name(called.name, called.letters, called.number) end
    as screen_name,
  case when held.wanted_id is null then held.wants else 'table' end as wish,
  greatest(held.changed_at, played.stored_at, played.started_at) + private.counts_for() as until
from public.waiting as held
cross join lateral (
  select held.name, held.letters, held.number where held.name <> ''
  union all select coalesce(held.name2, ''), held.letters2, held.number2 where held.name = ''
) as called
join public.venues on venues.id = held.venue_id
left join public.public_overlays as shown on shown.table_id = held.table_id and held.state = 'playing'
left join public.matches as played on played.id = shown.match_id;

-- A party at a table, and the time since when it is there.
create function private.seated(held private.parties, since timestamptz, for_screens boolean) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'entry', held.id,
    'name', case when for_screens then held.screen_name else held.name end,
    'name2', case when not for_screens then held.name2 end,
    'since', since
  );
$$;

-- A table's state as facts, several of which may be true: whether it is out of use, the match that it shows, the party
-- that plays there, and the party that is called there. All views of a table read these; src/core/room/table-state.ts
-- turns them into one state.
create function private.table_facts(owned public.user_overlays, for_screens boolean, moment timestamptz) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'out_of_use', owned.out_of_use,
    'match', (
      select jsonb_build_object(
        'id', played.id, 'game', played.game, 'over', played.over,
        'started_at', played.started_at, 'scored_at', played.scored_at
      )
      from private.shown_matches as played where played.table_id = owned.id and played.until > moment
    ),
    'party', (
      select private.seated(held, held.started_at, for_screens) from private.parties as held
      where held.table_id = owned.id and held.state = 'playing' and held.until > moment
    ),
    'called', (
      select private.seated(held, held.called_at, for_screens) from private.parties as held
      where held.table_id = owned.id and held.state = 'called' and held.until > moment
    )
  );
$$;

-- The tables of a room, in the owner's order: {id, title, kind} with each one's facts.
create function private.room_tables(owner uuid, for_screens boolean, moment timestamptz) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', owned.id,
    'title', owned.title,
    'kind', owned.kind
  ) || private.table_facts(owned, for_screens, moment) order by owned.position, owned.created_at, owned.id), '[]')
  from public.user_overlays as owned
  where owned.owner_uid = owner and owned.archived_at is null;
$$;

-- Ops with their actors, as the venue's own people see them: {id, name}, without a name for an account.
create view private.signed_ops as
select
  made.*,
  case when num_nonnulls(made.by_uid, made.by_device) > 0 then
    jsonb_build_object('id', coalesce(made.by_device, made.by_uid), 'name', device.title)
  end as by
from public.waiting_ops as made
left join public.devices as device on device.id = made.by_device;

-- A venue's list. Its own people get all of it, with ended parties as long as the end can be undone. Screens get the
-- called and waiting parties, under names that the public may see.
create function private.waiting_of(venue_id uuid, for_screens boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  venue public.venues;
begin
  select * into venue from public.venues where venues.id = waiting_of.venue_id;
  if for_screens then
    return jsonb_build_object(
      'seq', venue.waiting_seq,
      'tables', private.room_tables(venue.owner_uid, true, moment),
      'parties', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', held.id,
          'name', held.screen_name,
          'size', held.size,
          'wants', held.wish,
          'table_id', coalesce(held.table_id, held.wanted_id),
          'state', held.state,
          'called_ago', case when held.state = 'called' then extract(epoch from moment - held.called_at) end
        ) order by held.place, held.id), '[]')
        from private.parties as held
        where held.venue_id = venue.id and held.state in ('waiting', 'called')
          and held.until > moment
      )
    );
  end if;
  return jsonb_build_object(
    'seq', venue.waiting_seq,
    'topic', 'room:' || venue.room_token,
    'full_names', venue.full_names,
    'server_time', moment,
    'tables', private.room_tables(venue.owner_uid, false, moment),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', held.id,
        'name', held.name,
        'name2', held.name2,
        'size', held.size,
        'wants', held.wish,
        'wanted_id', held.wanted_id,
        'state', held.state,
        'table_id', held.table_id,
        'place', held.place,
        'joined_at', held.joined_at,
        'called_at', held.called_at,
        'started_at', held.started_at,
        'last_op', jsonb_build_object('id', held.last_op, 'at', held.changed_at) || coalesce((
          select jsonb_build_object(
            'kind', made.kind,
            'by', made.by,
            'was', case when made.at > moment - private.undo_for() then made.was end
          )
          from private.signed_ops as made where made.venue_id = held.venue_id and made.id = held.last_op
        ), '{}')
      ) order by held.place, held.id), '[]')
      from private.parties as held
      where held.venue_id = venue.id and (
        held.ended_at is null and held.until > moment
        or held.ended_at > moment - private.undo_for() and held.changed_at > moment - private.undo_for()
      )
    )
  );
end;
$$;

-- Changing -----------------------------------------------------------------------------------------

-- Ends parties that are silent for too long. Deletes ops after a day and ended parties after 7 days, at most a thousand
-- of each, because others wait for the venue's lock.
create function private.tidy_waiting(venue uuid, moment timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  update public.waiting as held
    set state = case held.state when 'playing' then 'done' else 'left' end,
        table_id = null,
        ended_at = shown.until
    from private.parties as shown
    where shown.venue_id = venue and shown.ended_at is null and shown.until <= moment
      and held.venue_id = venue and held.id = shown.id;
  delete from public.waiting as held where held.ctid = any (array(
    select old.ctid from public.waiting as old
    where old.venue_id = venue and old.ended_at <= moment - interval '7 days' order by old.ended_at limit 1000
  ));
  delete from public.waiting_ops as made where made.ctid = any (array(
    select old.ctid from public.waiting_ops as old
    where old.venue_id = venue and old.at <= moment - interval '1 day' order by old.at limit 1000
  ));
$$;

-- The fault in an op's shape: op, name, size or wants; null if there is none. Kinds and their fields:
--   add       name, name2, size, wants, wanted_id (for wants = table); table_id to start there at once, replace
--   edit      name, name2, size, wants, wanted_id
--   place     next: the entry to go before; null for the end
--   call, move   table_id
--   start     table_id, replace: whether it ends the party that plays there
--   uncall, away, missed, back, leave, free, undo
-- All have id, entry, kind and, but for add, `before`: the entry's last op that the device saw.
create function private.op_problem(op jsonb) returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when jsonb_typeof(op) is distinct from 'object'
      or not private.is_id(op ->> 'id') or not private.is_id(op ->> 'entry')
      or not coalesce(op ->> 'kind' in (
        'add', 'edit', 'place', 'call', 'uncall', 'start', 'away', 'missed', 'back', 'leave', 'free', 'move', 'undo'
      ), false)
      or (op ->> 'kind' = 'add') <> private.is_missing(op -> 'before')
      or not private.is_missing(op -> 'before') and not private.is_id(op ->> 'before')
      or not private.is_missing(op -> 'next') and not private.is_id(op ->> 'next')
      or op ->> 'next' = op ->> 'entry'
      or not private.is_missing(op -> 'wanted_id') and not private.is_id(op ->> 'wanted_id')
      or not private.is_id(op ->> 'table_id')
        and not (private.is_missing(op -> 'table_id') and op ->> 'kind' not in ('call', 'start', 'move'))
      or not private.is_missing(op -> 'replace') and jsonb_typeof(op -> 'replace') <> 'boolean'
      then 'op'
    when op ->> 'kind' not in ('add', 'edit') then null
    when not private.is_text(op -> 'name', 60)
      or not private.is_missing(op -> 'name2') and not private.is_text(op -> 'name2', 60) then 'name'
    when not private.is_whole(op -> 'size', 1, 8) then 'size'
    when not coalesce(op ->> 'wants' in ('any', 'pool', 'snooker', 'table'), false)
      or (op ->> 'wants' = 'table') = private.is_missing(op -> 'wanted_id') then 'wants'
  end;
$$;

-- An entry as an op's `was` keeps it.
create function private.entry_image(held public.waiting) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', held.name, 'name2', held.name2, 'size', held.size, 'wants', held.wants, 'wanted_id', held.wanted_id,
    'state', held.state, 'table_id', held.table_id, 'place', held.place, 'called_at', held.called_at,
    'started_at', held.started_at, 'ended_at', held.ended_at
  );
$$;

-- A place between two others, null for no neighbour; null if none is left. Random, so that it is still unused when an
-- undo brings an entry back to it.
create function private.place_between(low double precision, high double precision) returns double precision
language plpgsql
volatile
set search_path = ''
as $$
declare
  part constant double precision := 0.4 + 0.2 * random();
  place constant double precision := coalesce(low + (high - low) * part, low + part, high - part, part);
begin
  return case when (low < place) is not false and (place < high) is not false then place end;
end;
$$;

-- The entry with an add's or edit's party and wish.
create function private.with_party(inout held public.waiting, op jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  held.name := op ->> 'name';
  held.name2 := op ->> 'name2';
  held.size := (op -> 'size')::int;
  held.wanted_id := (op ->> 'wanted_id')::uuid;
  held.wants := case
    when held.wanted_id is null then op ->> 'wants'
    else (select kind from public.user_overlays where id = held.wanted_id)
  end;
end;
$$;

-- The next entry on the list after this one; null at the end.
create function private.next_waiting(held public.waiting) returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select other.id from public.waiting as other
  where other.venue_id = held.venue_id and other.ended_at is null and other.state <> 'playing'
    and (other.place, other.id) > (held.place, held.id)
  order by other.place, other.id limit 1;
$$;

-- Whether an entry already is as an op wants it, no matter who changed it.
create function private.is_already(held public.waiting, op jsonb) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  table_id constant uuid := op ->> 'table_id';
begin
  return coalesce(case op ->> 'kind'
    when 'add' then true
    when 'edit' then held.ended_at is null and held = private.with_party(held, op)
    when 'place' then
      held.ended_at is null and held.state <> 'playing'
      and private.next_waiting(held) is not distinct from (op ->> 'next')::uuid
    -- Its last op may be called again.
    when 'call' then
      held.state = 'called' and held.table_id = table_id and held.last_op::text <> op ->> 'before'
    when 'uncall' then held.state = 'waiting'
    when 'back' then held.state = 'waiting'
    when 'start' then held.state = 'playing' and held.table_id = table_id
    when 'move' then held.state = 'playing' and held.table_id = table_id
    when 'away' then held.state = 'away'
    when 'missed' then held.state = 'missed'
    when 'leave' then held.state = 'left'
    when 'free' then held.state = 'done'
    when 'undo' then exists (
      select from public.waiting_ops as last
      where last.venue_id = held.venue_id and last.id = held.last_op and last.kind = 'undo'
        and last.before::text = op ->> 'before'
    )
  end, false);
end;
$$;

-- A venue's parties whose places are taken: those on the list, and those that an undo may bring back.
create function private.placed(venue uuid) returns setof public.waiting
language sql
stable
security definer
set search_path = ''
rows 300
as $$
  select * from public.waiting as held where held.venue_id = venue and held.ended_at is null
  union all
  select * from public.waiting as held
  where held.venue_id = venue and held.ended_at > clock_timestamp() - private.undo_for();
$$;

-- The place before another entry, or at the end; null if there is none.
create function private.place_before(held public.waiting, next public.waiting) returns double precision
language sql
volatile
security definer
set search_path = ''
as $$
  select private.place_between(max(other.place), next.place) from private.placed(held.venue_id) as other
  where other.id <> held.id
    and (next.id is null or (other.place, other.id) < (next.place, next.id));
$$;

-- Spreads a venue's places, in their order, together with those that an undo would bring back. The venue is locked.
create function private.spread_places(venue uuid) returns void
language sql
security definer
set search_path = ''
as $$
  with placed as materialized (
    select * from private.placed(venue)
  ),
  -- Only an entry's last op can be undone.
  undoable as materialized (
    select made.id, (made.was ->> 'place')::double precision as place
    from placed join public.waiting_ops as made on made.venue_id = venue and made.id = placed.last_op
    where made.was is not null
  ),
  spread as (
    select taken.place, row_number() over (order by taken.place) as becomes
    from (select placed.place from placed union select undoable.place from undoable) as taken
  ),
  moved as (
    update public.waiting as held set place = spread.becomes from placed join spread using (place)
    where held.venue_id = venue and held.id = placed.id
  )
  update public.waiting_ops as made
    set was = made.was || jsonb_build_object('place', spread.becomes) from undoable join spread using (place)
    where made.venue_id = venue and made.id = undoable.id;
$$;

-- The entry after an op, if its state allows it; null if not. Not for undo.
create function private.after_op(held public.waiting, op jsonb, moment timestamptz) returns public.waiting
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  kind constant text := op ->> 'kind';
  table_id constant uuid := op ->> 'table_id';
  next public.waiting;
begin
  case
    when kind = 'edit' and held.ended_at is null then
      held := private.with_party(held, op);
    when kind = 'place' and held.state in ('waiting', 'called', 'away', 'missed') then
      select * into next from public.waiting as other
        where other.venue_id = held.venue_id and other.id = (op ->> 'next')::uuid
          and other.state in ('waiting', 'called', 'away', 'missed');
      if not found and not private.is_missing(op -> 'next') then
        return null;
      end if;
      held.place := private.place_before(held, next);
      -- After some fifty moves to the same gap.
      if held.place is null then
        perform private.spread_places(held.venue_id);
        select * into next from public.waiting as other where other.venue_id = next.venue_id and other.id = next.id;
        held.place := private.place_before(held, next);
      end if;
    when kind = 'call' and held.state in ('waiting', 'called') then
      held.state := 'called';
      held.table_id := table_id;
      held.called_at := moment;
    when kind = 'uncall' and held.state = 'called' or kind = 'back' and held.state in ('away', 'missed') then
      held.state := 'waiting';
      held.table_id := null;
      held.called_at := null;
    when kind = 'start' and held.state in ('waiting', 'called') then
      held.state := 'playing';
      held.table_id := table_id;
      held.started_at := moment;
    when kind = 'move' and held.state = 'playing' then
      held.table_id := table_id;
    when kind = 'away' and held.state = 'waiting' then
      held.state := 'away';
    when kind = 'missed' and held.state = 'called' then
      held.state := 'missed';
      held.table_id := null;
    when kind = 'leave' and held.state in ('waiting', 'called', 'away', 'missed') then
      held.state := 'left';
      held.table_id := null;
      held.ended_at := moment;
    when kind = 'free' and held.state = 'playing' then
      held.state := 'done';
      held.table_id := null;
      held.ended_at := moment;
    else
      return null;
  end case;
  return held;
end;
$$;

-- Stores an op, and the entry as the op left it.
create function private.save_entry(held public.waiting, made public.waiting_ops) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  stored public.waiting;
begin
  select * into stored from public.waiting where waiting.venue_id = held.venue_id and waiting.id = held.id;
  -- Others may have taken them while it was gone.
  if (stored.name, stored.name2) is distinct from (held.name, held.name2)
    or stored.ended_at is not null and held.ended_at is null
  then
    held := private.tell_apart(held);
  end if;
  made.was := case when stored.id is not null then private.entry_image(stored) end;
  made.outcome := 'done';
  insert into public.waiting_ops values (made.*);
  held.last_op := made.id;
  held.changed_at := made.at;
  if stored.id is null then
    insert into public.waiting (
      venue_id, id, name, name2, letters, letters2, number, number2, size, wants, wanted_id, state, table_id, place,
      joined_at, called_at, started_at, ended_at, last_op, changed_at
    )
    select
      venue_id, id, name, name2, letters, letters2, number, number2, size, wants, wanted_id, state, table_id, place,
      joined_at, called_at, started_at, ended_at, last_op, changed_at
    from (select held.*) as given;
  else
    update public.waiting as kept
      set name = held.name, name2 = held.name2, letters = held.letters, letters2 = held.letters2,
          number = held.number, number2 = held.number2,
          size = held.size, wants = held.wants, wanted_id = held.wanted_id, state = held.state,
          table_id = held.table_id, place = held.place, called_at = held.called_at, started_at = held.started_at,
          ended_at = held.ended_at, last_op = held.last_op, changed_at = held.changed_at
      where kept.venue_id = held.venue_id and kept.id = held.id;
  end if;
end;
$$;

-- The same for another entry that an op changes, as an op that is part of the first.
create function private.save_part(held public.waiting, whole public.waiting_ops, kind text, before uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  whole.part_of := whole.id;
  whole.id := gen_random_uuid();
  whole.entry := held.id;
  whole.kind := save_part.kind;
  whole.before := save_part.before;
  perform private.save_entry(held, whole);
end;
$$;

-- Whether the list has no room for this many more parties.
create function private.is_full(venue uuid, more bigint default 1) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select more > 0 and count(*) + more > private.most('parties')
  from public.waiting as held where held.venue_id = venue and held.ended_at is null;
$$;

-- Undoes an entry's last op while that is possible, together with the ops that are part of it, if the list's rules still
-- allow that. `made` is the undo, which can itself be undone.
create function private.take_back(made public.waiting_ops, held public.waiting) returns public.waiting_ops
language plpgsql
security definer
set search_path = ''
as $$
declare
  undone public.waiting_ops;
  part record;
  given record;
  restored public.waiting;
  changes jsonb := '[]';
begin
  made.outcome := 'refused';
  made.about := held.last_op;
  select * into undone from public.waiting_ops
    where waiting_ops.venue_id = made.venue_id and waiting_ops.id = held.last_op
      and waiting_ops.at > made.at - private.undo_for();
  if not found then
    made.reason := 'late';
    return made;
  end if;
  for part in
    select changed as entry, taken.id as op, taken.was
    from public.waiting_ops as taken
    join public.waiting as changed on changed.venue_id = taken.venue_id and changed.last_op = taken.id
    where taken.venue_id = made.venue_id and (taken.id = undone.id or taken.part_of = undone.id)
  loop
    restored := jsonb_populate_record(part.entry, coalesce(
      part.was, jsonb_build_object('state', 'left', 'table_id', null, 'ended_at', made.at)
    ));
    -- The tables may have been archived since.
    if exists (
      select from public.user_overlays as owned where owned.id = restored.wanted_id and owned.archived_at is not null
    ) then
      restored.wanted_id := null;
    end if;
    if exists (
      select from public.user_overlays as owned where owned.id = restored.table_id and owned.archived_at is not null
    ) then
      made.reason := 'closed';
      return made;
    end if;
    changes := changes || jsonb_build_object('entry', to_jsonb(restored), 'op', part.op);
  end loop;
  select other.last_op into made.about
  from public.waiting as other
  join jsonb_to_recordset(changes) as change (entry jsonb)
    on change.entry ->> 'table_id' = other.table_id::text and change.entry ->> 'state' = other.state
  where not exists (
    select from jsonb_to_recordset(changes) as own (entry jsonb) where own.entry ->> 'id' = other.id::text
  );
  if found then
    made.reason := 'table';
    return made;
  end if;
  made.about := null;
  if private.is_full(made.venue_id, (
    select count(*) filter (where change.entry ->> 'ended_at' is null) - count(*) filter (where known.ended_at is null)
    from jsonb_to_recordset(changes) as change (entry jsonb)
    join public.waiting as known on known.venue_id = made.venue_id and known.id = (change.entry ->> 'id')::uuid
  )) then
    made.outcome := 'full';
    made.reason := 'list';
    return made;
  end if;
  -- Parties leave a table before others return to it.
  for given in
    select * from jsonb_to_recordset(changes) as change (entry jsonb, op uuid)
    order by change.entry ->> 'state' = 'playing'
  loop
    restored := jsonb_populate_record(null::public.waiting, given.entry);
    if given.op = undone.id then
      perform private.save_entry(restored, made);
    else
      perform private.save_part(restored, made, 'undo', given.op);
    end if;
  end loop;
  made.outcome := 'done';
  return made;
end;
$$;

-- What would become of an op: its outcome, the entry as it would be, and the party that it would free. An undo that its
-- base allows is judged by private.take_back(). The venue is locked.
create function private.judge_op(
  caller private.actor, op jsonb, moment timestamptz,
  out made public.waiting_ops, out held public.waiting, out freed public.waiting
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  at_table constant uuid := op ->> 'table_id';
begin
  made.venue_id := caller.venue_id;
  made.id := op ->> 'id';
  made.entry := op ->> 'entry';
  made.kind := op ->> 'kind';
  made.before := op ->> 'before';
  made.by_uid := caller.uid;
  made.by_device := caller.device_id;
  made.at := moment;
  made.outcome := 'refused';
  select * into held from public.waiting where waiting.venue_id = made.venue_id and waiting.id = made.entry;
  if held.id is null then
    if made.kind <> 'add' then
      -- The entry is deleted, or is another venue's: the answer is the same.
      made.reason := 'changed';
      return;
    elsif private.is_full(made.venue_id) then
      made.outcome := 'full';
      made.reason := 'list';
      return;
    end if;
    held.venue_id := made.venue_id;
    held.id := made.entry;
    held.state := 'waiting';
    held.joined_at := moment;
    held.place := private.place_between(
      (select max(known.place) from private.placed(made.venue_id) as known), null
    );
    held := private.with_party(held, op);
    if at_table is not null then
      held := private.after_op(held, op || '{"kind": "start"}', moment);
    end if;
  elsif private.is_already(held, op) then
    made.outcome := 'already';
    return;
  elsif held.last_op <> made.before then
    made.reason := 'changed';
    made.about := held.last_op;
    return;
  elsif made.kind = 'undo' then
    made.outcome := 'done';
    return;
  else
    made.about := held.last_op;
    held := private.after_op(held, op, moment);
    if held.id is null then
      made.reason := case made.kind when 'place' then 'place' else 'state' end;
      return;
    end if;
    made.about := null;
  end if;

  if exists (
    select from public.user_overlays as owned
    where owned.id = (op ->> 'wanted_id')::uuid and owned.archived_at is not null
      or owned.id = at_table and (owned.archived_at is not null or owned.out_of_use)
  ) then
    made.reason := 'closed';
    return;
  end if;
  if at_table is not null then
    select * into freed from public.waiting
      where waiting.table_id = at_table and waiting.id <> held.id
        and (waiting.state = 'playing' or made.kind = 'call')
      order by waiting.state = 'playing' desc limit 1;
    if found and not (made.kind in ('add', 'start') and op -> 'replace' = 'true') then
      made.reason := 'table';
      made.about := freed.last_op;
      return;
    end if;
  end if;
  made.outcome := 'done';
end;
$$;

-- Applies an op if possible, and returns it with its outcome. An op that isn't done changes nothing. The venue is
-- locked.
create function private.take_op(caller private.actor, op jsonb, moment timestamptz) returns public.waiting_ops
language plpgsql
security definer
set search_path = ''
as $$
declare
  judged record;
begin
  select * into judged from private.judge_op(caller, op, moment);
  if (judged.made).outcome <> 'done' then
    return judged.made;
  elsif (judged.made).kind = 'undo' then
    return private.take_back(judged.made, judged.held);
  end if;
  if (judged.freed).id is not null then
    perform private.save_part(
      private.after_op(judged.freed, '{"kind": "free"}', moment), judged.made, 'free', (judged.freed).last_op
    );
  end if;
  perform private.save_entry(judged.held, judged.made);
  return judged.made;
end;
$$;

-- What would become of a refused op if its device had seen the entry's last op: done, or table if only a party at the
-- table is in the way; null if it can't be done. The venue is locked.
create function private.retry_of(caller private.actor, op jsonb) returns text
language sql
security definer
set search_path = ''
as $$
  select case when (judged.made).outcome = 'done' then 'done' when (judged.made).reason = 'table' then 'table' end
  from private.judge_op(caller, op || jsonb_build_object('before', (
    select held.last_op from public.waiting as held
    where held.venue_id = caller.venue_id and held.id = (op ->> 'entry')::uuid
  )), clock_timestamp()) as judged;
$$;

-- The answer to an op: its outcome, what was in the way and who did it, whether it could be done now, and the current
-- list.
create function private.op_answer(caller private.actor, op jsonb, made public.waiting_ops) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'outcome', made.outcome,
    'reason', made.reason,
    'retry', case when made.outcome = 'refused' and made.kind <> 'undo' then private.retry_of(caller, op) end,
    'list', private.waiting_of(caller.venue_id, false)
  ) || coalesce((
    select jsonb_build_object('entry', other.entry, 'kind', other.kind, 'by', other.by)
    from private.signed_ops as other where other.venue_id = caller.venue_id and other.id = made.about
  ), '{}');
end;
$$;

-- Applies one op to the venue's waiting list (private.op_problem() lists the ops). Returns {outcome, reason, retry,
-- entry, kind, by, list}. A known op gets its outcome again. `retry`: what would become of a refused op, other than
-- an undo, with the entry's last op as its base (private.retry_of()).
--   done      it changed the list
--   already   somebody had done the same
--   refused   changed: the entry's last op is another one, `kind`, by `by`, or there is no such entry
--             state: the entry's state doesn't allow it
--             place: the place to go to is gone
--             table: `entry` is at the table, by `kind` of `by`
--             closed: the table is out of use or archived
--             late: it is too late to undo the op
--   bad       the fault in its shape; nothing is stored
--   full      list: 200 parties. minute: 600 ops, none of which is stored
create function public.change_waiting(op jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
-- A plan from when the list was short would read all of a venue's ops.
set plan_cache_mode = force_custom_plan
as $$
declare
  caller constant private.actor := private.authorize('change_waiting');
  moment timestamptz;
  made public.waiting_ops;
begin
  perform private.require_plain_json(op, 4096);
  made.reason := private.op_problem(op);
  if made.reason is not null then
    made.outcome := 'bad';
    return private.op_answer(caller, op, made);
  end if;
  perform private.require_tables(
    caller, array_remove(array[op ->> 'table_id', op ->> 'wanted_id']::uuid[], null)
  );
  perform private.lock_venue(caller.venue_id);
  moment := clock_timestamp();
  select * into made from public.waiting_ops as known
    where known.venue_id = caller.venue_id and known.id = (op ->> 'id')::uuid;
  if found then
    return private.op_answer(caller, op, made);
  elsif (
    select count(*) from public.waiting_ops as recent
    where recent.venue_id = caller.venue_id and recent.at > moment - interval '1 minute' and recent.at <= moment
  ) >= 600 then
    made.outcome := 'full';
    made.reason := 'minute';
    return private.op_answer(caller, op, made);
  end if;
  perform private.tidy_waiting(caller.venue_id, moment);
  made := private.take_op(caller, op, moment);
  if made.outcome = 'done' then
    perform private.raise_room_seq(caller.venue_id);
  else
    insert into public.waiting_ops values (made.*);
  end if;
  return private.op_answer(caller, op, made);
end;
$$;

-- The venue's waiting list, as its own people see it.
create function public.list_waiting() returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
-- A plan from when the list was short would read all of a venue's ops.
set plan_cache_mode = force_custom_plan
as $$
declare
  caller constant private.actor := private.authorize('list_waiting');
  moment constant timestamptz := clock_timestamp();
begin
  if exists (
    select from public.waiting as held
    where held.venue_id = caller.venue_id and held.ended_at <= moment - interval '7 days'
  ) or exists (
    select from private.parties as held
    where held.venue_id = caller.venue_id and held.ended_at is null and held.until <= moment
  ) or exists (
    select from public.waiting_ops as made
    where made.venue_id = caller.venue_id and made.at <= moment - interval '1 day'
  ) then
    perform private.lock_venue(caller.venue_id);
    perform private.tidy_waiting(caller.venue_id, moment);
  end if;
  return private.waiting_of(caller.venue_id, false);
end;
$$;

-- When a table is archived, a party called to it waits again, a party playing there is done, and a party waiting for it
-- waits for its kind.
create function private.leave_table(caller private.actor, left_table uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  made public.waiting_ops;
  held public.waiting;
begin
  update public.waiting as kept set wanted_id = null, wants = owned.kind
    from public.user_overlays as owned
    where owned.id = left_table and kept.wanted_id = owned.id;
  for held in select * from public.waiting as kept where kept.table_id = left_table loop
    made.venue_id := held.venue_id;
    made.by_uid := caller.uid;
    made.by_device := caller.device_id;
    made.at := moment;
    made.kind := case held.state when 'playing' then 'free' else 'uncall' end;
    perform private.save_part(
      private.after_op(held, jsonb_build_object('kind', made.kind), moment), made, made.kind, held.last_op
    );
  end loop;
end;
$$;

-- 21_televisions.sql

-- Televisions: a venue's screens that show its tables unattended, added with a code (12_pairing.sql). A television proves
-- itself by a secret that it generates and keeps; we store its hash.

-- Whether this is a programme: {"turns": some of tables, table, waiting and sponsors, in this order, "seconds": per
-- turn}. A television that always shows the same thing has a programme of one turn.
create function private.is_programme(programme jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(case when jsonb_typeof(programme) = 'object' then
    programme - '{turns,seconds}'::text[] = '{}'
    and programme -> 'turns' = (
      select jsonb_agg(listed.turn order by listed.place)
      from unnest('{tables,table,waiting,sponsors}'::text[]) with ordinality as listed (turn, place)
      where programme -> 'turns' ? listed.turn
    )
    and case when jsonb_typeof(programme -> 'seconds') = 'number' then
      (programme -> 'seconds')::numeric between 8 and 600 and (programme -> 'seconds')::numeric % 1 = 0
    end
  end, false);
$$;

create table public.televisions (
  id uuid primary key,
  venue_id uuid not null references public.venues (id) on delete cascade,
  title text not null constraint title_fits check (char_length(title) <= 60),
  secret_hash bytea not null unique,
  -- Deleting a table unpairs the televisions that show nothing else: they show a code again.
  table_id uuid references public.user_overlays (id) on delete cascade,
  query text not null default '' constraint query_is_one check (query ~ '^(\?[A-Za-z0-9=&_.-]{0,200})?$'),
  paired_at timestamptz not null default now(),
  seen_at timestamptz not null,
  programme jsonb not null
    constraint programme_is_one check (private.is_programme(programme)),
  made_by uuid,
  constraint one_table_is_known check (programme -> 'turns' <> '["table"]' or table_id is not null)
);
comment on table public.televisions is 'A venue''s paired screens. Reached through functions only.';
comment on column public.televisions.secret_hash is 'SHA-256 of the screen''s secret, which is not stored.';
comment on column public.televisions.table_id is 'The table that has the whole screen in its turn.';
comment on column public.televisions.query is 'Its look, as an overlay address''s query.';
comment on column public.televisions.seen_at is 'When it last asked, to within half a minute.';
comment on column public.televisions.made_by is 'The device that paired it; null for the owner.';
comment on column public.televisions.programme is 'The turns it shows, and for how many seconds each.';

alter table public.televisions enable row level security;
revoke all on table public.televisions from anon, authenticated;

create index televisions_venue_id on public.televisions (venue_id, paired_at);

create trigger keep_names_straight before insert or update of title on public.televisions
  for each row execute function private.keep_names_straight('title');
create index televisions_table_id on public.televisions (table_id);

-- Changes ------------------------------------------------------------------------------------------

create trigger television_changed
  after insert or delete or update of title, table_id, query, programme on public.televisions
  for each row execute function private.paired_changed();

-- Tells each of the venue's televisions when tables are added, renamed, moved or archived, or a link is replaced. Each
-- is told once, however many tables changed.
create function private.tables_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', private.paired_topic(shown.id), true)
  from public.televisions as shown join public.venues on venues.id = shown.venue_id
  where venues.owner_uid in (select changed.owner_uid from changed);
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

-- If a table is deleted, a programme with other turns continues without it.
create function private.drop_turn() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.televisions as shown set table_id = null
  where shown.table_id = old.id and shown.programme -> 'turns' <> '["table"]';
  return old;
end;
$$;

create trigger drop_turn before delete on public.user_overlays
  for each row execute function private.drop_turn();

-- Televisions show the venue's name, the time in its zone, and the addresses of its tables' public pages.
create function private.venue_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', private.paired_topic(shown.id), true)
  from public.televisions as shown where shown.venue_id = new.id;
  return null;
end;
$$;

create trigger venue_changed after update of title, time_zone, is_public on public.venues
  for each row when (
    (old.title, old.time_zone, old.is_public) is distinct from (new.title, new.time_zone, new.is_public)
  )
  execute function private.venue_changed();

-- Screens ------------------------------------------------------------------------------------------

-- The state of a television, by its secret: unknown, waiting with its code, or paired, with everything it should show.
create function public.ask_television(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  known public.televisions;
begin
  perform private.authorize('ask_television');
  select * into known from public.televisions where secret_hash = private.secret_hash(secret);
  if not found then
    return coalesce(
      private.waiting_answer(private.code_of(secret, 'television', moment), moment),
      jsonb_build_object('status', 'unknown', 'server_time', moment)
    );
  end if;
  -- Rapid polling doesn't write, and nothing waits for this.
  update public.televisions as renewed set seen_at = moment
  where renewed.id = (
    select id from public.televisions
    where id = known.id and seen_at not between moment - interval '30 seconds' and moment
    for no key update skip locked
  );
  return (
    select jsonb_build_object(
      'status', 'paired',
      'query', known.query,
      'programme', known.programme,
      'table_id', known.table_id,
      'tables', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', owned.id, 'token', owned.url_token, 'title', owned.title, 'match_id', pictured.match_id
          )
          order by owned.position, owned.created_at, owned.id
        ), '[]')
        from public.user_overlays as owned
        left join private.pictured_tables as pictured on pictured.table_id = owned.id and pictured.is_shown
        where owned.owner_uid = venues.owner_uid and case
          when known.programme -> 'turns' = '["table"]' then owned.id = known.table_id
          else owned.archived_at is null
        end
      ),
      'venue', venues.title,
      'time_zone', venues.time_zone,
      'waiting', private.waiting_of(known.venue_id, true),
      'topic', private.paired_topic(known.id),
      'room', 'room:' || venues.room_token,
      'server_time', moment
    )
    from public.venues where venues.id = known.venue_id
  );
end;
$$;
comment on function public.ask_television(text) is 'Deliberately public: a television proves itself by its secret.';

-- The owner's page ---------------------------------------------------------------------------------

-- The programme of a television that was given only a table, or none, which means all tables.
create function private.programme_of(table_id uuid) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'turns', jsonb_build_array(case when table_id is null then 'tables' else 'table' end), 'seconds', 20
  );
$$;

-- Pairs the screen showing this code and sets its table, look and programme. Without a programme it always shows that
-- table, or all of them. Returns {status, id}: paired, or what private.take_code() says.
create function public.pair_television(
  code text, title text, table_id uuid default null, query text default '', programme jsonb default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('pair_television');
  moment timestamptz;
  found_code record;
begin
  perform private.require_tables(caller, array_remove(array[table_id], null));
  found_code := private.take_code(caller, code, 'television');
  if found_code.problem is not null then
    return jsonb_build_object('status', found_code.problem);
  end if;
  moment := clock_timestamp();
  insert into public.televisions
    (id, venue_id, title, secret_hash, table_id, query, paired_at, seen_at, programme, made_by)
  values (
    (found_code.taken).given_id, caller.venue_id, pair_television.title, (found_code.taken).secret_hash, table_id,
    pair_television.query, moment, moment,
    coalesce(pair_television.programme, private.programme_of(pair_television.table_id)), caller.device_id
  );
  return jsonb_build_object('status', 'paired', 'id', (found_code.taken).given_id);
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
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
  perform private.remove_pairing_codes(clock_timestamp());
  return jsonb_build_object(
    'televisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', shown.id,
        'title', shown.title,
        'table_id', shown.table_id,
        'query', shown.query,
        'programme', shown.programme,
        'paired_at', shown.paired_at,
        'seen_at', shown.seen_at
      ) order by shown.paired_at, shown.id), '[]')
      from public.televisions as shown where shown.venue_id = caller.venue_id
    ),
    'server_time', clock_timestamp()
  );
end;
$$;

-- Renames a television and sets what it shows, as pair_television() does.
create function public.update_television(
  id uuid, title text, table_id uuid default null, query text default '', programme jsonb default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_television');
begin
  perform private.require_tables(caller, array_remove(array[table_id], null));
  update public.televisions as shown
    set title = update_television.title, table_id = update_television.table_id, query = update_television.query,
        programme = coalesce(update_television.programme, private.programme_of(update_television.table_id))
    where shown.id = update_television.id and shown.venue_id = caller.venue_id;
  if not found then
    raise exception 'this television is not yours' using errcode = '42501';
  end if;
  return true;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Unpairs a television, which is told and shows a code.
create function public.unpair_television(id uuid) returns boolean
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
  return true;
end;
$$;

-- 90_grants.sql

-- Last, once every function exists.
select private.grant_rights();
