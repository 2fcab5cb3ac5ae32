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
