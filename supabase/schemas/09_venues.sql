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
