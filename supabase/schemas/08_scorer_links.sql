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
