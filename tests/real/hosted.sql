-- Hosted Supabase's roles, schemas and their owners, as a Postgres 17 project has them in October 2026, for the parts
-- that we meet. The superuser `supabase_admin` runs it on an empty database. Where from:
--
--   supabase/postgres, migrations/db/init-scripts: 00000000000000-initial-schema (roles, extensions, default
--     privileges, 3 s and 8 s), 00000000000001-auth-schema, 00000000000002-storage-schema, 00000000000003-realtime-schema
--     and 00000000000003-post-setup (search paths)
--   the same, migrations/db/migrations: 10000000000000_demote-postgres, 20211124212715_update-auth-owner,
--     20221028101028_set_authenticator_timeout, 20230529180330_alter_api_roles_for_inherit,
--     20231130133139_set_lock_timeout_to_authenticator_role,
--     20250421084701_revoke_admin_roles_from_postgres, 20250605172253_grant_with_admin_to_postgres_16_and_above,
--     20260506172403_grant_realtime_schema_to_postgres_with_grant_option
--   the same, migrations/tests/database/privs.sql: postgres may create in `public`
--   supabase/realtime, priv/repo/tenant_db_dump_17.sql: schema `realtime` and its owners, and realtime.messages; send()
--     and topic() are our own (supabase/embedded/data/platform.sql), which do the same. postgres has DELETE on messages in that dump, but not in lib/realtime/tenants/repo/migrations/
--     20240919140541_reduce_grants_postgres_user.ex: here it has not.
--   supabase/supautils, README, "Manage Policies", and supabase/postgres, ansible/files/postgresql_config/supautils.conf.j2:
--     postgres manages policies of tables that it doesn't own. Its settings of superusers are there as well.
--   supabase/cli, RevokeDefaultDataApiPrivilegesSql: a project's default privileges since 30 October 2026, by
--     github.com/orgs/supabase/discussions/45329
--   supabase/cli, issue 6236: cli_login_postgres, as which the CLI signs in without a password
--
-- Left out: pg_safeupdate, which PostgREST's sessions have (tests/embedded/database-schemas.test.ts checks what it
-- refuses); Auth's, Storage's and Realtime's other tables; and all extensions, because we use none.

create role postgres login createdb createrole replication bypassrls;
create role anon nologin inherit;
create role authenticated nologin inherit;
create role service_role nologin inherit bypassrls;
create role authenticator login noinherit;
create role dashboard_user nosuperuser createdb createrole replication;
create role supabase_auth_admin login noinherit;
create role supabase_storage_admin login noinherit createrole;
create role supabase_realtime_admin login noinherit createrole replication;
create role cli_login_postgres login noinherit;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with admin option;
grant anon, authenticated, service_role to supabase_realtime_admin;
grant postgres to cli_login_postgres with inherit false;

alter role supabase_admin set search_path = "$user", public, auth, extensions;
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;
alter role supabase_realtime_admin set search_path = public, extensions, realtime;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

grant all on database postgres to postgres, dashboard_user;
grant create on database postgres to supabase_storage_admin, supabase_realtime_admin;
-- supautils lets postgres set these.
grant set on parameter session_replication_role, track_io_timing to postgres;
grant set on parameter log_min_messages to supabase_realtime_admin;

-- Schemas -------------------------------------------------------------------------------------------

grant create, usage on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke select, insert, update, delete on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke usage, select on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke execute on functions from anon, authenticated, service_role;

create schema extensions;
grant all on schema extensions to postgres, dashboard_user;
grant usage on schema extensions to anon, authenticated, service_role;

create schema auth;
grant usage on schema auth to postgres, anon, authenticated, service_role, supabase_realtime_admin;
grant all on schema auth to supabase_auth_admin, dashboard_user;

create schema storage;
grant usage on schema storage to postgres with grant option;
grant usage on schema storage to anon, authenticated, service_role;
grant all on schema storage to supabase_storage_admin with grant option;

create schema realtime;
grant usage on schema realtime to postgres with grant option;
grant usage on schema realtime to anon, authenticated, service_role;
grant all on schema realtime to supabase_realtime_admin with grant option;

-- Auth ----------------------------------------------------------------------------------------------

create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255) unique,
  encrypted_password varchar(255),
  invited_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin bool,
  created_at timestamptz,
  updated_at timestamptz
);
alter table auth.users enable row level security;

create function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

alter table auth.users owner to supabase_auth_admin;
alter function auth.uid() owner to supabase_auth_admin;
grant all on all tables in schema auth to postgres, dashboard_user;
grant all on all routines in schema auth to postgres, dashboard_user;

-- Storage -------------------------------------------------------------------------------------------

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  public boolean default false,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  unique (bucket_id, name)
);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
grant all on all tables in schema storage to postgres, anon, authenticated, service_role;

-- Realtime ------------------------------------------------------------------------------------------

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp default now() not null,
  inserted_at timestamp default now() not null,
  id uuid default gen_random_uuid() not null,
  binary_payload bytea,
  skip_broadcast boolean default false not null,
  constraint messages_payload_exclusive check (payload is null or binary_payload is null),
  primary key (id, inserted_at)
) partition by range (inserted_at);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;
create table realtime.messages_default partition of realtime.messages default;
alter table realtime.messages enable row level security;

-- A day's partition, as Realtime makes them, so that rows are found where hosted has them.
do $$
begin
  for day in 0..1 loop
    execute format(
      'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
      'messages_' || to_char(current_date + day, 'YYYY_MM_DD'), current_date + day, current_date + day + 1
    );
  end loop;
end;
$$;

do $$
declare
  owned regclass;
begin
  for owned in select oid::regclass from pg_class where relnamespace = 'realtime'::regnamespace and relkind in ('r', 'p') loop
    execute format('alter table %s owner to supabase_realtime_admin', owned);
  end loop;
end;
$$;
alter default privileges for role supabase_realtime_admin in schema realtime grant all on functions to postgres, dashboard_user;
grant all on realtime.messages to dashboard_user;
grant select, insert on realtime.messages to postgres with grant option;
grant update on realtime.messages to postgres;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- supautils -----------------------------------------------------------------------------------------

-- For postgres alone, and for policies alone: a comment on one, or a trigger, is still refused.
create function extensions.grant_policies() returns event_trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_event = 'ddl_command_start' then
    grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres;
  else
    revoke supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin from postgres;
  end if;
end;
$$;
create event trigger grant_policies_start on ddl_command_start
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY') execute function extensions.grant_policies();
create event trigger grant_policies_end on ddl_command_end
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY') execute function extensions.grant_policies();
