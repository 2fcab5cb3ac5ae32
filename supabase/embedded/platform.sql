-- What hosted Supabase has before the first migration, as far as our migrations and Realtime need it.
-- Applied at every start, so each statement can run again. Runs after @supabase/lite made schema auth.

-- Without these defaults a definer function's owner check would differ from hosted Supabase's.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant all on functions to service_role;

-- auth.uid() in a policy or an invoker function runs with the caller's privileges.
grant usage on schema auth to anon, authenticated, service_role;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;

-- Realtime: the message table, its helpers and the notification that our server listens to. ---------

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

-- The topic that is being joined, while a subscription is checked against the policies.
create or replace function realtime.topic() returns text
language sql
stable
as $$
  select nullif(pg_catalog.current_setting('realtime.topic', true), '')::text;
$$;

-- As supabase/realtime defines it: a failure becomes a warning, so that a broadcast that can't be sent
-- never undoes the change that it reports.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql
as $$
begin
  begin
    perform pg_catalog.set_config('realtime.topic', topic, true);
    insert into realtime.messages (payload, event, topic, private, extension)
      values (payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end;
$$;

-- NOTIFY carries at most 8000 bytes, so it names the row. It is delivered at commit: the rows with which
-- the Realtime server probes a policy are rolled back and notify nobody.
create or replace function realtime.notify_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('realtime_messages', new.id::text);
  return null;
end;
$$;

create or replace trigger notify_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.notify_message();
