-- Devices: a venue's phones and tablets, let in by a code; rights by role.

alter table private.rights drop constraint who_is_known;
alter table private.rights add constraint who_is_known check (
  who <@ '{owner,admin,service,remote,scorer,machine,button,television,anyone,service_role}'
);
comment on column private.rights.who is
  'owner: the account that owns the table or venue. admin, service, remote: a device of the venue, by its role. scorer: a scorer link for the table. machine: a machine key, which is one, too. button: a button address. television: a screen or a device, by its secret.';
update private.rights set who = '{owner,admin,service,remote,scorer,machine}' where act in (
  'append_actions', 'begin_match', 'resume_match', 'get_log'
);
update private.rights set who = '{owner,admin}' where act in (
  'update_table', 'replace_overlay_link', 'add_table', 'order_tables', 'get_venue', 'update_venue',
  'save_player', 'remove_player', 'save_sponsor', 'order_sponsors', 'remove_sponsor', 'begin_picture',
  'pair_television', 'list_televisions', 'update_television', 'unpair_television', 'set_aside',
  'correct_result', 'find_players', 'get_player', 'get_report'
);
update private.rights set who = '{owner,admin,service}' where act in (
  'list_scorer_links', 'add_scorer_link', 'revoke_scorer_link', 'list_tables', 'get_dressing', 'list_results',
  'count_results', 'get_result', 'list_due'
);
insert into private.rights (act, place, who) values
  ('ask_device', 'screen', '{television}'),
  ('let_in_device', 'venue', '{owner,admin}'),
  ('list_devices', 'venue', '{owner,admin}'),
  ('update_device', 'venue', '{owner,admin}'),
  ('revoke_devices', 'venue', '{owner,admin}');

alter type private.actor add attribute device_id uuid;
comment on column private.actor.uid is 'The account; null for a device, and for a scorer link of any kind.';

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
comment on column public.devices.role is 'Who the caller is that brings its secret, as in private.rights.who.';
comment on column public.devices.table_id is 'The one table of a remote.';
comment on column public.devices.secret_hash is 'SHA-256 of the device''s secret, which is not stored.';
comment on column public.devices.made_by is 'The device that let it in; null for the owner.';
comment on column public.devices.seen_at is 'When it last asked, to within a minute.';

alter table public.devices enable row level security;
revoke all on table public.devices from anon, authenticated;

create index devices_venue_id on public.devices (venue_id, created_at);
create index devices_table_id on public.devices (table_id);

alter table public.match_actions drop constraint by_an_account_or_a_link;
alter table public.match_actions add column by_device uuid;
alter table public.match_actions add constraint by_one check (num_nonnulls(by_uid, by_link, by_device) <= 1);

alter table public.scorer_links add column made_by uuid;
comment on column public.scorer_links.made_by is 'The device that made it; null for an account.';

alter table public.pairing_codes rename column television_id to given_id;
alter index public.pairing_codes_television_id rename to pairing_codes_given_id;
alter table public.pairing_codes
  add column kind text not null default 'television' constraint kind_is_known check (kind in ('television', 'device'));
comment on table public.pairing_codes is
  'Codes on unpaired televisions and devices, deleted after they expire. Reached through functions only.';
comment on column public.pairing_codes.given_id is 'The id it will have, and already listens to.';

-- The secret that a device of the venue sends with its requests; null if the caller sends none. Where it stands, only it
-- counts.
create or replace function private.device_secret() returns text
language sql
stable
set search_path = ''
as $$
  select nullif(pg_catalog.current_setting('request.headers', true), '')::jsonb ->> 'x-device';
$$;

-- Who the caller is at a table: a device of its venue, its owner, or whoever has a link that is currently valid, by the
-- link's kind. Only owners and Admins reach archived tables.
create or replace function private.caller_at(table_id uuid, link text) returns private.actor
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
    and (given.ends_at is null or given.ends_at > pg_catalog.clock_timestamp())
    and owned.archived_at is null
  where owned.id = caller_at.table_id;
  return caller;
end;
$$;

-- Who the caller is in a venue: a device, or the owner, whose venue is created on first use.
create or replace function private.caller_in_venue() returns private.actor
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
    update public.devices set seen_at = moment
    where id = (
      select id from public.devices
      where id = caller.device_id and seen_at not between moment - interval '1 minute' and moment
      for no key update skip locked
    );
  end if;
  return caller;
end;
$$;

-- What the caller may do, as names of functions.
create or replace function private.may(caller private.actor) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(pg_catalog.jsonb_agg(act order by act), '[]') from private.rights where caller.kind = any (who);
$$;

-- All of the venue's tables in order, and what the caller may do. Archived ones are listed for those who may bring them
-- back. Creates an owner's first table.
create or replace function public.list_tables() returns jsonb
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
  return pg_catalog.jsonb_build_object(
    'tables', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
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
        ),
        'scorer_seen_at', (select seen_at from public.table_scorers where table_scorers.table_id = owned.id)
      ) order by owned.position, owned.created_at, owned.id), '[]')
      from public.user_overlays as owned
      join public.public_overlays as shown on shown.table_id = owned.id
      join public.matches as played on played.id = shown.match_id
      where owned.owner_uid = caller.owner_uid and (owned.archived_at is null or caller.kind <> 'service')
    ),
    'may', private.may(caller),
    'venue', (
      select pg_catalog.jsonb_build_object('time_zone', time_zone, 'closing_hour', closing_hour)
      from public.venues where id = caller.venue_id
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

-- A log entry as devices get it. Scorer links don't see which account did it.
create or replace function private.entry(caller private.actor, stored public.match_actions) returns jsonb
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
    'by', coalesce(stored.by_link, stored.by_device, case when caller.link_id is null then stored.by_uid end)
  );
$$;

-- What append_actions does for a caller who passed its gate.
create or replace function private.append(
  caller private.actor, match uuid, after_seq int, actions jsonb, board jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
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

  insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link, by_device)
  select match, played.seq + pg_catalog.row_number() over (order by given.number), given.id, given.kind, given.body,
    least(moment, greatest(played.started_at, moment - given.ago)), moment,
    caller.uid, caller.link_id, caller.device_id
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

-- A table's scorer links of all kinds, newest first; for Service, those that its device made.
create or replace function public.list_scorer_links(table_id uuid) returns jsonb
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
      'revoked', revoked_at is not null,
      'kind', kind,
      'move', move
    ) order by created_at desc, id), '[]')
    from public.scorer_links as given
    where given.table_id = caller.table_id and (caller.kind <> 'service' or given.made_by = caller.device_id)
  );
end;
$$;

-- Creates a scorer link and returns {id, secret}. The secret can't be read again. With `is_machine` it is a machine key,
-- with `move` a button address. Buttons are counted apart. Service makes scorer links of up to twelve hours only.
create or replace function public.add_scorer_link(
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
  moment constant timestamptz := pg_catalog.clock_timestamp();
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
  return pg_catalog.jsonb_build_object('id', made, 'secret', secret);
end;
$$;

-- Revokes a scorer link at once. Scores made with it remain. Service revokes those that its device made.
create or replace function public.revoke_scorer_link(id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('revoke_scorer_link', (
    select given.table_id from public.scorer_links as given where given.id = revoke_scorer_link.id
  ));
begin
  update public.scorer_links as given set revoked_at = coalesce(given.revoked_at, pg_catalog.clock_timestamp())
    where given.id = revoke_scorer_link.id and (caller.kind <> 'service' or given.made_by = caller.device_id);
  if not found then
    perform private.refuse();
  end if;
end;
$$;

drop policy "A television listens by its id, which nobody else is told" on realtime.messages;
drop function private.is_television_topic(text);
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
  if topic !~ '^(television|device):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  named := pg_catalog.split_part(topic, ':', 2)::uuid;
  return exists (select from public.televisions where id = named)
    or exists (select from public.devices where id = named)
    or exists (select from public.pairing_codes where given_id = named);
end;
$$;
-- The policy runs this as the listener, who can't call it by name: schema private is hidden from them.
grant execute on function private.is_paired_topic(text) to anon, authenticated;

create policy "Televisions and devices listen by their ids, which nobody else is told" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select private.is_paired_topic((select realtime.topic()))));

-- At most 200 codes per address: a venue's fifty screens have two each. begin_pairing() creates one at a time. On
-- hosted Supabase this is the only limit per address.
create or replace function private.limit_pairing_codes() returns trigger
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

-- The valid code of a television or device that isn't paired; null for none.
create or replace function private.code_of(secret text, wanted_kind text, moment timestamptz) returns public.pairing_codes
language sql
stable
security definer
set search_path = ''
as $$
  select * from public.pairing_codes
  where secret_hash = private.secret_hash(secret) and kind = wanted_kind and expires_at > moment
  order by expires_at desc limit 1;
$$;

-- The answer to a television or device that isn't paired; null without a code.
create or replace function private.waiting_answer(shown public.pairing_codes, moment timestamptz) returns jsonb
language sql
stable
set search_path = ''
as $$
  select pg_catalog.jsonb_build_object(
    'status', 'waiting',
    'code', shown.code,
    'expires_in', extract(epoch from shown.expires_at - moment),
    'topic', shown.kind || ':' || shown.given_id,
    'server_time', moment
  )
  where shown.code is not null;
$$;

-- What a television should show, by its secret: unknown, waiting with its code, or paired.
create or replace function public.ask_television(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  known public.televisions;
begin
  perform private.authorize('ask_television');
  select * into known from public.televisions where secret_hash = private.secret_hash(secret);
  if not found then
    return coalesce(
      private.waiting_answer(private.code_of(secret, 'television', moment), moment),
      pg_catalog.jsonb_build_object('status', 'unknown', 'server_time', moment)
    );
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

drop function public.begin_pairing(text);
-- A code for an unpaired television or device: its current one if valid for two more minutes, otherwise a new one. The old
-- code stays valid until it expires, in case someone is typing it. Answers like ask_television() or ask_device(). A secret
-- is a television's or a device's, never both.
create or replace function public.begin_pairing(secret text, kind text default 'television') returns jsonb
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
  if (select count(*) from public.pairing_codes) >= 5000 then
    raise exception 'too many codes are waiting' using errcode = '53400';
  end if;
  loop
    insert into public.pairing_codes as made (code, secret_hash, given_id, expires_at, kind)
    values (
      private.new_pairing_code(), hash, coalesce(shown.given_id, pg_catalog.gen_random_uuid()),
      moment + interval '10 minutes', begin_pairing.kind
    )
    on conflict (code) do nothing
    returning * into shown;
    exit when found;
  end loop;
  return private.waiting_answer(shown, moment);
end;
$$;
comment on function public.begin_pairing(text, text) is
  'Deliberately public: what is not paired belongs to nobody.';

-- Takes a code that a television or device of this kind shows, or says why not: wrong, expired, or tooMany (ten wrong codes
-- in ten minutes). A code of the other kind is wrong, but not a guess. A correct code doesn't reset the count: someone
-- guessing could pair screens of their own in between.
create or replace function private.take_code(
  caller private.actor, typed text, wanted_kind text, out problem text, out taken public.pairing_codes
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment timestamptz;
  tries timestamptz[];
begin
  -- One code per venue at a time, so each one counts. No code is created meanwhile either: what is paired shows none.
  perform private.lock_venue(caller.venue_id);
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pairing_codes', 0));
  moment := pg_catalog.clock_timestamp();
  select coalesce(pg_catalog.array_agg(tried.at), '{}') into tries
  from public.venues, pg_catalog.unnest(venues.mispaired_at) as tried (at)
  where venues.id = caller.venue_id and tried.at > moment - interval '10 minutes' and tried.at <= moment;
  if pg_catalog.cardinality(tries) >= 10 then
    problem := 'tooMany';
    return;
  end if;
  perform private.remove_pairing_codes(moment);
  select * into taken from public.pairing_codes as waiting where waiting.code = typed for update;
  if not found then
    update public.venues set mispaired_at = tries || moment where venues.id = caller.venue_id;
    problem := 'wrong';
  elsif taken.kind <> wanted_kind then
    problem := 'wrong';
  elsif taken.expires_at <= moment then
    problem := 'expired';
  else
    delete from public.pairing_codes as waiting where waiting.secret_hash = taken.secret_hash;
  end if;
end;
$$;

-- Pairs the screen showing this code and sets its table (null for all) and look. Returns {status, id}: paired, what
-- private.take_code() says, or full (50 televisions).
create or replace function public.pair_television(code text, title text, table_id uuid default null, query text default '')
returns jsonb
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
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  perform private.lock_venue(caller.venue_id);
  if (select count(*) from public.televisions where venue_id = caller.venue_id) >= 50 then
    return pg_catalog.jsonb_build_object('status', 'full');
  end if;
  found_code := private.take_code(caller, code, 'television');
  if found_code.problem is not null then
    return pg_catalog.jsonb_build_object('status', found_code.problem);
  end if;
  moment := pg_catalog.clock_timestamp();
  insert into public.televisions (id, venue_id, title, secret_hash, table_id, query, paired_at, seen_at)
  values (
    (found_code.taken).given_id, caller.venue_id, pair_television.title, (found_code.taken).secret_hash, table_id,
    pair_television.query, moment, moment
  );
  return pg_catalog.jsonb_build_object('status', 'paired', 'id', (found_code.taken).given_id);
end;
$$;

-- Since when the caller may read results: Service, of the last 36 hours.
create or replace function private.results_since(caller private.actor) returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case when caller.kind = 'service' then pg_catalog.clock_timestamp() - interval '36 hours' else '-infinity' end;
$$;

-- A venue's results in a window of instants, the latest first. Live matches belong to now and are listed apart, on the
-- first page only. `after` is the `next` of the page before; `most` is at most 500. Only results that count have
-- players. If the first page is empty, `nearest` says when the results before and after the window were. `due`: how
-- many of the venue's matches aren't folded yet, at most 20.
create or replace function public.list_results(
  from_at timestamptz, to_at timestamptz, table_id uuid default null, game text default null,
  player text default null, versus text default null, state text default null, after text default null,
  most int default 100
) returns jsonb
language plpgsql
security definer
set search_path = ''
-- Otherwise one plan would have to serve both with and without a player.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  caller constant private.actor := private.authorize('list_results');
  since constant timestamptz := private.results_since(caller);
  moment constant timestamptz := pg_catalog.clock_timestamp();
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
  if after is not null then
    if not pg_catalog.left(after, 100) ~ '^[0-9T:.+-]{19,40}/[0-9a-f-]{36}$' then
      raise exception 'this is not where a page ended' using errcode = '22023';
    end if;
    page_at := pg_catalog.split_part(after, '/', 1)::timestamptz;
    page_match := pg_catalog.split_part(after, '/', 2)::uuid;
  elsif moment >= from_at and moment < to_at and coalesce(state = 'live', true) then
    select coalesce(pg_catalog.jsonb_agg(private.result_json(kept, true) order by kept.last_at desc), '[]')
    into live
    from public.results as kept
    where kept.match_id = any (live_ids)
      and (list_results.table_id is null or kept.table_id = list_results.table_id)
      and (list_results.game is null or kept.game = list_results.game)
      and (player is null or exists (
        select from public.result_sides as played
        where played.match_id = kept.match_id and played.name_key = player
          and (versus is null or played.other_key = versus)
      ));
  end if;
  -- Each in the order of its own index; of the two, the one that doesn't apply costs nothing.
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
        and (list_results.state is null or private.final_state(kept.over, kept.game) = list_results.state)
      order by kept.placed_at desc, kept.match_id
      limit page_size + 1
    )
    union all
    (
      select kept, played.placed_at, played.match_id
      from public.result_sides as played join public.results as kept on kept.match_id = played.match_id
      where player is not null and played.venue_id = caller.venue_id and played.name_key = player
        and (versus is null or played.other_key = versus)
        -- Somebody who plays a namesake has both sides.
        and (played.side = 'A' or played.other_key is distinct from played.name_key)
        and played.placed_at >= from_at and played.placed_at < to_at
        and (page_at is null
          or (played.placed_at <= page_at and (played.placed_at < page_at or played.match_id > page_match)))
        and played.match_id <> all (live_ids)
        and (list_results.table_id is null or kept.table_id = list_results.table_id)
        and (list_results.game is null or kept.game = list_results.game)
        and (list_results.state is null or private.final_state(kept.over, kept.game) = list_results.state)
      order by played.placed_at desc, played.match_id
      limit page_size + 1
    )
  ), page as (
    select placed.*, pg_catalog.row_number() over (order by placed.placed_at desc, placed.match_id) as number
    from placed
  )
  select
    coalesce(pg_catalog.jsonb_agg(private.result_json(page.kept, false) order by page.number)
      filter (where page.number <= page_size), '[]'),
    count(*),
    max(page.placed_at) filter (where page.number = page_size),
    (pg_catalog.array_agg(page.match_id) filter (where page.number = page_size))[1]
  into listed, found_count, page_at, page_match
  from page;
  return pg_catalog.jsonb_build_object(
    'live', live,
    'results', listed,
    'next', case when found_count > page_size then (pg_catalog.to_jsonb(page_at) #>> '{}') || '/' || page_match end,
    'nearest', case when after is null and live = '[]' and listed = '[]' then pg_catalog.jsonb_build_object(
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

-- How many results that count are in each window between ascending instants, of which there are 2 to 1,000. Live ones
-- belong to now.
create or replace function public.count_results(instants timestamptz[]) returns int[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('count_results');
  since constant timestamptz := private.results_since(caller);
  moment constant timestamptz := pg_catalog.clock_timestamp();
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, moment);
  windows constant int := private.windows_between(instants);
begin
  return array(
    select coalesce(counted.results, 0)
    from pg_catalog.generate_series(1, windows) as numbered (bucket)
    left join (
      select placed.bucket, count(*)::int as results
      from (
        select pg_catalog.width_bucket(placed_at, instants) as bucket
        from public.results
        where venue_id = caller.venue_id and placed_at >= greatest(instants[1], since) and placed_at < instants[windows + 1]
          and set_aside_at is null and match_id <> all (live_ids)
        union all
        select pg_catalog.width_bucket(moment, instants)
        from public.results
        where match_id = any (live_ids) and set_aside_at is null
      ) as placed
      group by placed.bucket
    ) as counted using (bucket)
    order by numbered.bucket
  );
end;
$$;

-- A result with its frames and statistics, and with what was corrected; null if the venue has none with this id.
create or replace function public.get_result(id text) returns jsonb
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
    and results.placed_at >= private.results_since(caller);
  if not found then
    return null;
  end if;
  return private.result_json(
      kept, kept.match_id = any (private.live_matches(caller.owner_uid, pg_catalog.clock_timestamp()))
    ) || pg_catalog.jsonb_build_object(
      'detail', kept.detail,
      'sides', private.corrected_sides(kept),
      'corrected', case when kept.by_hand is not null then pg_catalog.jsonb_build_object(
        'p1', kept.p1, 'p2', kept.p2, 's1', kept.s1, 's2', kept.s2, 'at', kept.by_hand -> 'at'
      ) end
    );
end;
$$;

-- Shows other names and scores, {p1, p2, s1, s2}, than the match came to; null undoes that.
create or replace function public.correct_result(id text, correction jsonb) returns void
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
    pg_catalog.jsonb_typeof(correction -> 'p1') is not distinct from 'string'
    and pg_catalog.jsonb_typeof(correction -> 'p2') is not distinct from 'string'
    and pg_catalog.char_length(correction ->> 'p1') <= 60
    and pg_catalog.char_length(correction ->> 'p2') <= 60
    and private.is_number(correction -> 's1', -9999, 9999)
    and private.is_number(correction -> 's2', -9999, 9999)
  ) then
    raise exception 'a correction is two names and two scores' using errcode = '22023';
  end if;
  kept := private.own_result(caller, id);
  update public.results
    set by_hand = pg_catalog.jsonb_build_object(
          'p1', correction -> 'p1', 'p2', correction -> 'p2', 's1', correction -> 's1', 's2', correction -> 's2',
          'at', pg_catalog.clock_timestamp(), 'uid', caller.uid, 'device', caller.device_id
        ),
        rev = rev + 1
    where match_id = kept.match_id and correction is not null;
  update public.results set by_hand = null, rev = rev + 1
    where match_id = kept.match_id and correction is null and by_hand is not null;
  perform private.save_sides(kept.match_id);
end;
$$;

-- The next page of the signed-in owner's account: its lines, and where the next page begins, null after the last.
create or replace function public.export_page(after text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  caller constant private.actor := private.authorize('export_page');
  place constant text[] := pg_catalog.string_to_array(after, '/');
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
    return pg_catalog.jsonb_build_object('lines', private.first_lines(caller), 'next', 'matches');
  elsif not pg_catalog.left(after, 100) ~ '^(matches(/[0-9a-f-]{36}/\d{1,4}/\d{1,4})?|results(/[0-9a-f-]{36})?)$' then
    raise exception 'this is not where a page ended' using errcode = '22023';
  end if;
  if place[1] = 'results' then
    select pg_catalog.string_agg(pg_catalog.jsonb_build_object(
        'type', 'result', 'id', kept.id, 'match', kept.match_id, 'table', kept.table_id,
        'table_title', kept.table_title, 'game', kept.game, 'rules', kept.rules, 'p1', kept.p1, 'p2', kept.p2,
        's1', kept.s1, 's2', kept.s2, 'race_to', kept.race_to, 'winner', kept.winner, 'over', kept.over,
        'started_at', kept.started_at, 'last_at', kept.last_at, 'ended_at', kept.ended_at, 'rev', kept.rev,
        'by_hand', kept.by_hand - 'uid' - 'device', 'set_aside_at', kept.set_aside_at, 'detail', kept.detail
      )::text || E'\n', '' order by kept.match_id),
      case when count(*) = 100 then (pg_catalog.array_agg(kept.match_id order by kept.match_id desc))[1] end
    into lines, last_result
    from (
      select * from public.results
      where venue_id = caller.venue_id and (place[2] is null or match_id > place[2]::uuid)
      order by match_id limit 100
    ) as kept;
    return pg_catalog.jsonb_build_object('lines', coalesce(lines, ''), 'next', 'results/' || last_result);
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
    -- Otherwise it is the one in which the page before ended.
    if played.id is distinct from last_match then
      lines := lines || private.match_line(played);
      last_match := played.id;
      written_seq := 0;
      last_seq := played.seq;
    end if;
    -- Its log is as long as it was when it began.
    while written_seq < last_seq and written < 1000 loop
      lines := lines || coalesce(private.log_line(caller.owner_uid, last_match, written_seq, last_seq), '');
      written := written + least(100, last_seq - written_seq);
      written_seq := least(written_seq + 100, last_seq);
    end loop;
    listed := listed + 1;
    exit when written >= 1000;
  end loop;
  return pg_catalog.jsonb_build_object('lines', lines, 'next', case
    when written >= 1000 or listed = 100 then pg_catalog.concat_ws('/', 'matches', last_match, written_seq, last_seq)
    else 'results'
  end);
end;
$$;

-- `changed` on a device's topic tells it to ask again. It has no content.
create function private.device_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'device:' || new.id, true);
  return null;
end;
$$;

create trigger device_changed after insert or update of title, role, table_id, revoked_at on public.devices
  for each row execute function private.device_changed();

-- What a device may do, by its secret: unknown, waiting with its code, removed, or letIn. A remote is told its table.
create function public.ask_device(secret text) returns jsonb
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
comment on function public.ask_device(text) is 'Deliberately public: a device proves itself by its secret.';

-- The owner's and Admins' page ---------------------------------------------------------------------

-- Refuses a caller who may not have this to do with a device of this role: Admin devices are the owner's alone.
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

-- Lets in the device that shows this code, as an Admin, for Service, or as the remote of one table. Returns {status, id}:
-- paired, what private.take_code() says, or full (100 devices).
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
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  perform private.lock_venue(caller.venue_id);
  if (select count(*) from public.devices where venue_id = caller.venue_id and revoked_at is null) >= 100 then
    return pg_catalog.jsonb_build_object('status', 'full');
  end if;
  found_code := private.take_code(caller, code, 'device');
  if found_code.problem is not null then
    return pg_catalog.jsonb_build_object('status', found_code.problem);
  end if;
  moment := pg_catalog.clock_timestamp();
  insert into public.devices (id, venue_id, title, role, table_id, secret_hash, made_by, created_at, seen_at)
  values (
    (found_code.taken).given_id, caller.venue_id, pg_catalog.btrim(let_in_device.title), let_in_device.role, table_id,
    (found_code.taken).secret_hash, caller.device_id, moment, moment
  );
  return pg_catalog.jsonb_build_object('status', 'paired', 'id', (found_code.taken).given_id);
end;
$$;

-- The venue's devices, newest first: those that may come in, each with the scorer links that it made and that work, and
-- the latest 50 removed ones.
create function public.list_devices() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_devices');
  moment constant timestamptz := pg_catalog.clock_timestamp();
begin
  return pg_catalog.jsonb_build_object(
    'devices', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', listed.id,
        'title', listed.title,
        'role', listed.role,
        'table_id', listed.table_id,
        'made_by', listed.made_by,
        'created_at', listed.created_at,
        'seen_at', listed.seen_at,
        'removed', listed.revoked_at is not null,
        'links', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', given.id, 'label', given.label, 'table_id', given.table_id
          ) order by given.created_at desc, given.id), '[]')
          from public.scorer_links as given
          where given.made_by = listed.id and given.revoked_at is null
            and (given.ends_at is null or given.ends_at > moment)
        )
      ) order by listed.created_at desc, listed.id), '[]')
      from (
        select device.*, pg_catalog.row_number() over (
          partition by device.revoked_at is null order by device.revoked_at desc, device.id
        ) as number
        from public.devices as device where device.venue_id = caller.venue_id
      ) as listed
      where listed.revoked_at is null or listed.number <= 50
    ),
    'server_time', moment
  );
end;
$$;

-- Renames a device and sets its role; a remote's also its table.
create function public.update_device(id uuid, title text, role text, table_id uuid default null) returns void
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
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  update public.devices as device
    set title = pg_catalog.btrim(update_device.title), role = update_device.role, table_id = update_device.table_id
    where device.id = known.id;
end;
$$;

-- Removes devices at once, together with these scorer links that devices made. What they scored remains.
create function public.revoke_devices(ids uuid[], links uuid[] default '{}') returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('revoke_devices');
begin
  if pg_catalog.cardinality(ids) > 100 or pg_catalog.cardinality(links) > 1000 then
    raise exception 'a venue has at most 100 devices, with 1,000 links' using errcode = '22023';
  end if;
  perform private.require_below(caller, role) from public.devices where id = any (ids);
  if exists (
    select from pg_catalog.unnest(ids) as named (id)
    where not exists (select from public.devices where devices.id = named.id and venue_id = caller.venue_id)
  ) or exists (
    select from pg_catalog.unnest(links) as named (id)
    where not exists (
      select from public.scorer_links as given join public.devices as maker on maker.id = given.made_by
      where given.id = named.id and maker.venue_id = caller.venue_id
    )
  ) then
    perform private.refuse();
  end if;
  update public.devices as device set revoked_at = pg_catalog.clock_timestamp()
    where device.id = any (ids) and device.revoked_at is null;
  update public.scorer_links as given set revoked_at = pg_catalog.clock_timestamp()
    where given.id = any (links) and given.revoked_at is null;
end;
$$;

select private.grant_rights();
