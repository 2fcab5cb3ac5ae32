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
