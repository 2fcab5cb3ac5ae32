-- The parts of hosted Supabase that our migrations and Realtime need. Applied at every start, after @supabase/lite
-- creates schema auth, so each statement can run again.

grant usage on schema public to anon, authenticated, service_role;

-- auth.uid() in a policy or an invoker function runs with the caller's privileges.
grant usage on schema auth to anon, authenticated, service_role;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;

-- Realtime: the message table, its helpers and the notification our server listens for. -------------

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default now(),
  inserted_at timestamp without time zone not null default now(),
  id uuid primary key default gen_random_uuid()
);
create index if not exists messages_inserted_at on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The topic being joined, while the policies check a subscription.
create or replace function realtime.topic() returns text
language sql
stable
as $$
  select nullif(pg_catalog.current_setting('realtime.topic', true), '')::text;
$$;

-- As in supabase/realtime: a payload without an id gets the message's, and a failure is only a warning, so a failed
-- broadcast never undoes the change it reports.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql
as $$
declare
  message_id constant uuid := pg_catalog.gen_random_uuid();
begin
  perform pg_catalog.set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension) values (
    message_id,
    case when payload ? 'id' then payload
      else pg_catalog.jsonb_set(payload, '{id}', pg_catalog.to_jsonb(message_id)) end,
    event,
    topic,
    private,
    'broadcast'
  );
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end;
$$;

-- For row triggers that broadcast the whole row, before and after. As in supabase/realtime.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
)
returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    pg_catalog.jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name,
    topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end;
$$;

-- The extensions that the policies allow a role with these claims to read or write on a topic. Each tries it in that
-- identity and rolls back, so no row stays and nobody is notified. SECURITY INVOKER: the caller must be allowed to
-- assume every role. No search_path: the policies need the session's.
create or replace function realtime.take_on(topic text, role text, claims jsonb) returns void
language sql
as $$
  select
    pg_catalog.set_config('realtime.topic', topic, true),
    pg_catalog.set_config('request.jwt.claims', claims::text, true),
    pg_catalog.set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true),
    pg_catalog.set_config('request.jwt.claim.role', role, true),
    pg_catalog.set_config('role', role, true);
$$;

create or replace function realtime.readable(topic text, role text, claims jsonb) returns text[]
language plpgsql
as $$
declare
  probes uuid[];
  allowed text[] := '{}';
begin
  with probe as (
    insert into realtime.messages (topic, extension)
    values (readable.topic, 'broadcast'), (readable.topic, 'presence')
    returning id
  )
  select pg_catalog.array_agg(id) into probes from probe;
  perform realtime.take_on(topic, role, claims);
  select coalesce(pg_catalog.array_agg(extension), '{}') into allowed
  from realtime.messages where id = any (probes);
  raise exception using errcode = 'RT000';
exception
  when sqlstate 'RT000' or insufficient_privilege then
    return allowed;
end;
$$;

create or replace function realtime.writable(topic text, role text, claims jsonb) returns text[]
language plpgsql
as $$
declare
  tried text;
  allowed text[] := '{}';
begin
  foreach tried in array array['broadcast', 'presence'] loop
    begin
      perform realtime.take_on(topic, role, claims);
      insert into realtime.messages (topic, extension) values (writable.topic, tried);
      raise exception using errcode = 'RT000';
    exception
      when sqlstate 'RT000' then
        allowed := allowed || tried;
      when insufficient_privilege then
        null;
    end;
  end loop;
  return allowed;
end;
$$;

revoke execute on function
  realtime.take_on(text, text, jsonb),
  realtime.readable(text, text, jsonb),
  realtime.writable(text, text, jsonb)
from public;

-- NOTIFY carries less than 8000 bytes, so a longer message is sent by id for the Realtime server to read. It is
-- delivered at commit, so the rows used to test policies, which are rolled back, notify nobody.
create or replace function realtime.notify_message() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  message text := pg_catalog.jsonb_build_object(
    'id', new.id, 'topic', new.topic, 'event', new.event, 'payload', new.payload, 'private', new.private
  )::text;
begin
  perform pg_catalog.pg_notify(
    'realtime_messages',
    case
      when pg_catalog.octet_length(message) < 7900 then message
      else pg_catalog.to_json(new.id)::text
    end
  );
  return null;
end;
$$;

create or replace trigger notify_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.notify_message();
