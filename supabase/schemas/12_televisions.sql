-- Televisions: a venue's screens that show its tables by themselves. One that is not paired shows a code, and typing it on
-- the venue's desk pairs the screen. A television proves itself by a secret that it made and keeps; the hash of it is here.

create table public.televisions (
  id uuid primary key,
  venue_id uuid not null references public.venues (id) on delete cascade,
  title text not null constraint title_fits check (char_length(title) <= 60),
  secret_hash bytea not null unique,
  -- A table that is deleted takes its televisions with it: they show a code again.
  table_id uuid references public.user_overlays (id) on delete cascade,
  query text not null default '' constraint query_is_one check (query ~ '^(\?[A-Za-z0-9=&_.-]{0,200})?$'),
  paired_at timestamptz not null default now(),
  seen_at timestamptz not null
);
comment on table public.televisions is 'A venue''s paired screens. Reached through functions only.';
comment on column public.televisions.secret_hash is 'SHA-256 of the secret that the screen made, which is stored nowhere.';
comment on column public.televisions.table_id is 'The table that it shows; null of one that shows all.';
comment on column public.televisions.query is 'Its look, as the query of an overlay''s address says it.';
comment on column public.televisions.seen_at is 'When it asked last, to half a minute.';

alter table public.televisions enable row level security;
revoke all on table public.televisions from anon, authenticated;

create index televisions_venue_id on public.televisions (venue_id, paired_at);
create index televisions_table_id on public.televisions (table_id);

-- Who asks, by the header that Cloudflare sets before hosted Supabase and the gateway in the embedded default, whatever the
-- sender wrote in it. An IPv6 subscriber has a whole /64. Null where nothing says it.
create function private.asking_address() returns inet
language plpgsql
stable
set search_path = ''
as $$
declare
  address inet;
begin
  address := (nullif(pg_catalog.current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip')::inet;
  return pg_catalog.network(pg_catalog.set_masklen(address, case pg_catalog.family(address) when 6 then 64 else 32 end));
exception
  when invalid_text_representation then
    return null;
end;
$$;

create table public.pairing_codes (
  code text primary key constraint code_is_6_clear_letters check (code ~ '^[CDFHJKMNPRTWXY2-9]{6}$'),
  secret_hash bytea not null,
  television_id uuid not null,
  expires_at timestamptz not null,
  asked_by inet default private.asking_address()
);
comment on table public.pairing_codes is
  'What unpaired screens show. Each goes with its time. Reached through functions only.';
comment on column public.pairing_codes.television_id is 'The id that the screen will have, and already listens to.';
comment on column public.pairing_codes.asked_by is
  'Who was given it, while it is kept: an IPv4 address, or the /64 of an IPv6 one; null where nothing said.';

alter table public.pairing_codes enable row level security;
revoke all on table public.pairing_codes from anon, authenticated;

create index pairing_codes_secret_hash on public.pairing_codes (secret_hash, expires_at);
create index pairing_codes_television_id on public.pairing_codes (television_id);
create index pairing_codes_expires_at on public.pairing_codes (expires_at);
create index pairing_codes_asked_by on public.pairing_codes (asked_by);

-- Changes ------------------------------------------------------------------------------------------

-- Tells televisions to ask again: nothing of what they show is sent.
create function private.send_television_changed(id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'television:' || id, true);
end;
$$;

create function private.television_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.send_television_changed(coalesce(new.id, old.id));
  return null;
end;
$$;

create trigger television_changed
  after insert or delete or update of title, table_id, query on public.televisions
  for each row execute function private.television_changed();

-- A table that is new, named, moved, archived or has another link changes what its venue's televisions show: each is told
-- once, however many tables there are.
create function private.tables_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.send_television_changed(shown.id)
  from public.televisions as shown join public.venues on venues.id = shown.venue_id
  where exists (
    select from changed
    where changed.owner_uid = venues.owner_uid and coalesce(shown.table_id, changed.id) = changed.id
  );
  return null;
end;
$$;

create trigger tables_added after insert on public.user_overlays
  referencing new table as changed
  for each statement execute function private.tables_changed();
create trigger tables_changed after update on public.user_overlays
  referencing new table as changed
  for each statement execute function private.tables_changed();
create trigger tables_removed after delete on public.user_overlays
  referencing old table as changed
  for each statement execute function private.tables_changed();

-- Whether a topic is that of a television, paired or not.
create function private.is_television_topic(topic text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  named uuid;
begin
  if topic !~ '^television:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  named := pg_catalog.substr(topic, 12)::uuid;
  return exists (select from public.televisions where id = named)
    or exists (select from public.pairing_codes where television_id = named);
end;
$$;
-- The policy runs it as the person who listens. They can't call it by name: schema private is closed to them.
grant execute on function private.is_television_topic(text) to anon, authenticated;

create policy "A television listens by its id, which nobody else is told" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select private.is_television_topic((select realtime.topic()))));

-- Screens ------------------------------------------------------------------------------------------

-- Six of 22 letters and digits, none of which looks like another, and no vowels, so that no code is a word.
create function private.new_pairing_code() returns text
language sql
volatile
set search_path = ''
as $$
  select private.random_text('CDFHJKMNPRTWXY23456789', 6);
$$;

-- An address has at most 200 codes: a venue's fifty screens have two each. begin_pairing() makes one after the other. Hosted
-- Supabase counts them by nothing else.
create function private.limit_pairing_codes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.pairing_codes where asked_by = new.asked_by) >= 200 then
    raise exception 'too many screens wait to be paired' using errcode = '53400';
  end if;
  return new;
end;
$$;

create trigger limit_pairing_codes before insert on public.pairing_codes
  for each row execute function private.limit_pairing_codes();

-- A code that has ended is known as such for as long again as it was good. Where the server's clock was ahead and was set right,
-- codes would be good, and count, for too long: they have ten minutes from now. The clock is read together with the codes, so
-- that none that was made meanwhile is taken for one of those.
create function private.remove_pairing_codes(moment timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  update public.pairing_codes set expires_at = moment + interval '10 minutes' where code in (
    select code from public.pairing_codes
    where expires_at > (select pg_catalog.clock_timestamp() + interval '10 minutes') for update skip locked
  );
  delete from public.pairing_codes where code in (
    select code from public.pairing_codes
    where expires_at <= moment - interval '10 minutes' for update skip locked
  );
$$;

create function private.waiting_answer(shown public.pairing_codes, moment timestamptz) returns jsonb
language sql
stable
set search_path = ''
as $$
  select pg_catalog.jsonb_build_object(
    'status', 'waiting',
    'code', shown.code,
    'expires_in', extract(epoch from shown.expires_at - moment),
    'topic', 'television:' || shown.television_id,
    'server_time', moment
  );
$$;

-- What a television is to show, by the secret that it made: unknown, waiting with its code, or paired.
create function public.ask_television(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  known public.televisions;
  shown public.pairing_codes;
begin
  perform private.authorize('ask_television');
  select * into known from public.televisions where secret_hash = private.secret_hash(secret);
  if not found then
    select * into shown from public.pairing_codes
      where secret_hash = private.secret_hash(secret) and expires_at > moment
      order by expires_at desc limit 1;
    if found then
      return private.waiting_answer(shown, moment);
    end if;
    return pg_catalog.jsonb_build_object('status', 'unknown', 'server_time', moment);
  end if;
  -- A screen that asks again and again writes nothing, and nobody waits for this.
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
comment on function public.ask_television(text) is 'Deliberately public: a television proves itself by its secret.';

-- A code for a screen that isn't paired: the one that it shows while that is good for two minutes, and then another. The
-- one before stays good for its time, for somebody who is typing it. Answers as ask_television().
create function public.begin_pairing(secret text) returns jsonb
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
  -- One after the other: two requests of one screen agree on one code, and nobody passes the limit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pairing_codes', 0));
  perform private.remove_pairing_codes(moment);
  if exists (select from public.televisions where secret_hash = hash) then
    return public.ask_television(secret);
  end if;
  select * into shown from public.pairing_codes where secret_hash = hash order by expires_at desc limit 1;
  if shown.expires_at > moment + interval '2 minutes' then
    return private.waiting_answer(shown, moment);
  end if;
  delete from public.pairing_codes where secret_hash = hash and code <> shown.code;
  if (select count(*) from public.pairing_codes) >= 5000 then
    raise exception 'too many screens wait to be paired' using errcode = '53400';
  end if;
  loop
    insert into public.pairing_codes as made (code, secret_hash, television_id, expires_at)
    values (
      private.new_pairing_code(), hash, coalesce(shown.television_id, pg_catalog.gen_random_uuid()),
      moment + interval '10 minutes'
    )
    on conflict (code) do nothing
    returning * into shown;
    exit when found;
  end loop;
  return private.waiting_answer(shown, moment);
end;
$$;
comment on function public.begin_pairing(text) is 'Deliberately public: a screen that is not paired belongs to nobody.';

-- The owner's page ---------------------------------------------------------------------------------

-- Pairs the screen that shows a code, and has it show a table, or all of them, in a look. Returns {status, id}: paired, wrong,
-- expired, tooMany where ten codes were wrong in ten minutes, full where the venue has 50 televisions. A right code does not
-- clear the wrong ones: somebody who guesses has screens of their own to pair in between.
create function public.pair_television(code text, title text, table_id uuid default null, query text default '')
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('pair_television');
  moment timestamptz;
  shown public.pairing_codes;
  tries timestamptz[];
begin
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  -- One code of a venue after the other: each counts. And none is made meanwhile: a screen that is paired shows none.
  perform private.lock_venue(caller.venue_id);
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pairing_codes', 0));
  moment := pg_catalog.clock_timestamp();
  select coalesce(pg_catalog.array_agg(tried.at), '{}') into tries
  from public.venues, pg_catalog.unnest(venues.mispaired_at) as tried (at)
  where venues.id = caller.venue_id and tried.at > moment - interval '10 minutes' and tried.at <= moment;
  if pg_catalog.cardinality(tries) >= 10 then
    return pg_catalog.jsonb_build_object('status', 'tooMany');
  end if;
  if (select count(*) from public.televisions where venue_id = caller.venue_id) >= 50 then
    return pg_catalog.jsonb_build_object('status', 'full');
  end if;
  perform private.remove_pairing_codes(moment);
  select * into shown from public.pairing_codes as waiting
    where waiting.code = pair_television.code for update;
  if not found then
    update public.venues set mispaired_at = tries || moment where venues.id = caller.venue_id;
    return pg_catalog.jsonb_build_object('status', 'wrong');
  elsif shown.expires_at <= moment then
    return pg_catalog.jsonb_build_object('status', 'expired');
  end if;
  insert into public.televisions (id, venue_id, title, secret_hash, table_id, query, paired_at, seen_at)
  values (
    shown.television_id, caller.venue_id, pair_television.title, shown.secret_hash, table_id, pair_television.query,
    moment, moment
  );
  delete from public.pairing_codes as waiting where waiting.secret_hash = shown.secret_hash;
  return pg_catalog.jsonb_build_object('status', 'paired', 'id', shown.television_id);
end;
$$;

-- The signed-in owner's televisions, as they were paired.
create function public.list_televisions() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_televisions');
begin
  perform private.remove_pairing_codes(pg_catalog.clock_timestamp());
  return pg_catalog.jsonb_build_object(
    'televisions', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', shown.id,
        'title', shown.title,
        'table_id', shown.table_id,
        'query', shown.query,
        'paired_at', shown.paired_at,
        'seen_at', shown.seen_at
      ) order by shown.paired_at, shown.id), '[]')
      from public.televisions as shown where shown.venue_id = caller.venue_id
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

-- Names a television and sets what it shows: a table, or all of them where none is named.
create function public.update_television(id uuid, title text, table_id uuid default null, query text default '')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_television');
begin
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  update public.televisions as shown
    set title = update_television.title, table_id = update_television.table_id, query = update_television.query
    where shown.id = update_television.id and shown.venue_id = caller.venue_id;
  if not found then
    raise exception 'this television is not yours' using errcode = '42501';
  end if;
end;
$$;

-- Unpairs a television, which is told and shows a code.
create function public.unpair_television(id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('unpair_television');
begin
  delete from public.televisions as shown
    where shown.id = unpair_television.id and shown.venue_id = caller.venue_id;
  if not found then
    raise exception 'this television is not yours' using errcode = '42501';
  end if;
end;
$$;
