-- Who may do what, and the gate that enforces it. Every public API function starts with private.authorize(), which
-- returns the caller, the table or venue, and its owner. Grants come from the same table. Functions only the snapshot
-- service calls are granted to service_role alone: the service checks upload keys and tickets.

create table private.rights (
  act text primary key,
  place text not null constraint place_is_known check (place in ('table', 'venue', 'screen', 'anywhere', 'service')),
  who text[] not null constraint who_is_known check (who <@ '{owner,scorer,machine,button,television,anyone,service_role}')
);
comment on table private.rights is 'Who may call which API function. private.grant_rights() turns it into grants.';
comment on column private.rights.act is 'The name of a function in schema public.';
comment on column private.rights.place is 'What it acts on, which tells the gate how to identify the caller.';
comment on column private.rights.who is
  'owner: the account that owns the table or venue. scorer: a scorer link for the table. machine: a machine key, which is one, too. button: a button address. television: a screen, by its secret.';

insert into private.rights (act, place, who) values
  ('get_overlay', 'anywhere', '{anyone}'),
  ('ask_television', 'screen', '{television}'),
  ('begin_pairing', 'screen', '{television}'),
  ('append_actions', 'table', '{owner,scorer,machine}'),
  ('begin_match', 'table', '{owner,scorer,machine}'),
  ('resume_match', 'table', '{owner,scorer,machine}'),
  ('get_log', 'table', '{owner,scorer,machine}'),
  ('open_link', 'table', '{scorer,machine}'),
  ('start_clock', 'table', '{owner}'),
  ('stop_clock', 'table', '{owner}'),
  ('reset_clock', 'table', '{owner}'),
  ('update_table', 'table', '{owner}'),
  ('replace_overlay_link', 'table', '{owner}'),
  ('list_scorer_links', 'table', '{owner}'),
  ('add_scorer_link', 'table', '{owner}'),
  ('revoke_scorer_link', 'table', '{owner}'),
  ('open_machine', 'table', '{machine}'),
  ('move_by_machine', 'table', '{machine}'),
  ('begin_by_machine', 'table', '{machine}'),
  ('open_button', 'table', '{button}'),
  ('press_button', 'table', '{button}'),
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
  ('list_results', 'venue', '{owner}'),
  ('count_results', 'venue', '{owner}'),
  ('get_result', 'venue', '{owner}'),
  ('set_aside', 'venue', '{owner}'),
  ('correct_result', 'venue', '{owner}'),
  ('delete_result', 'venue', '{owner}'),
  ('list_due', 'venue', '{owner}'),
  ('find_players', 'venue', '{owner}'),
  ('get_player', 'venue', '{owner}'),
  ('get_report', 'venue', '{owner}'),
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
  table_id uuid
);
comment on type private.actor is 'The caller, and the table or venue.';
comment on column private.actor.kind is 'As in private.rights.who; null for a stranger.';
comment on column private.actor.uid is 'The account; null for a scorer link of any kind.';
comment on column private.actor.owner_uid is 'The account that owns the table or venue.';

create function private.refuse() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'this table is not yours' using errcode = '42501';
end;
$$;

-- Who the caller is at a table: its owner, or whoever has a link that is currently valid, by the link's kind. Links can't
-- reach archived tables.
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
    coalesce(given.kind, case when owned.owner_uid = auth.uid() then 'owner' end),
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

-- Grants the API roles exactly what private.rights lists. Call it in any migration that adds a function or a right. What
-- only machines and buttons may do is granted to the score service, which has the rules and passes on their secrets.
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
      when allowed.who <@ '{machine,button,service_role}' then 'service_role'
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
