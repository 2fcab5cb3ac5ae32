-- A device that only asks whether it is still let in is seen, too. That its topic is told to nobody else was never true.

-- Notes that a device asked, at most once a minute. Best effort: skips a locked row rather than wait.
create or replace function private.note_seen(device uuid, moment timestamptz) returns void
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

-- The gate: allows the caller an act from private.rights or raises 42501, the same for something that isn't theirs as
-- for something that doesn't exist. An act on a table passes its id and the scorer link, if any.
create or replace function private.authorize(act text, table_id uuid default null, link text default null) returns private.actor
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
      caller := private.caller_in_venue();
    when 'screen' then
      caller.kind := 'television';
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

-- What a device may do, by its secret: unknown, waiting with its code, removed, or letIn. A remote is told its table.
create or replace function public.ask_device(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  known public.devices;
begin
  perform private.authorize('ask_device');
  select * into known from public.devices where secret_hash = private.secret_hash(secret);
  if not found then
    return coalesce(
      private.waiting_answer(private.code_of(secret, 'device', moment), moment),
      pg_catalog.jsonb_build_object('status', 'unknown', 'server_time', moment)
    );
  elsif known.revoked_at is not null then
    return pg_catalog.jsonb_build_object('status', 'removed', 'id', known.id, 'server_time', moment);
  end if;
  perform private.note_seen(known.id, moment);
  return pg_catalog.jsonb_build_object(
    'status', 'letIn',
    'id', known.id,
    'title', known.title,
    'role', known.role,
    'topic', 'device:' || known.id,
    'table', (
      select pg_catalog.jsonb_build_object(
        'id', owned.id, 'token', owned.url_token, 'title', owned.title, 'match', shown.match_id
      )
      from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
      where owned.id = known.table_id
    ),
    'server_time', moment
  );
end;
$$;

alter policy "Televisions and devices listen by their ids, which nobody else is told" on realtime.messages
  rename to "Televisions and devices are told by their ids that something changed";

select private.grant_rights();
