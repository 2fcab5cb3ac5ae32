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
  ('list_tournaments', 'venue', '{owner,admin,service}'),
  ('get_tournament', 'venue', '{owner,admin,service}'),
  ('run_tournament', 'venue', '{owner,admin}'),
  ('change_tournament', 'venue', '{owner,admin,service}'),
  ('list_other_names', 'venue', '{owner}'),
  ('erase_player', 'venue', '{owner}'),
  ('export_page', 'venue', '{owner}'),
  ('import_lines', 'service', '{service_role}'),
  ('get_due', 'service', '{service_role}'),
  ('store_result', 'service', '{service_role}'),
  ('purge_logs', 'service', '{service_role}'),
  ('show_result', 'service', '{service_role}'),
  ('show_tournament', 'service', '{service_role}'),
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
