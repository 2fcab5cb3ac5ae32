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
