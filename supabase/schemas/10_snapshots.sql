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
