-- Additions to Auth's tables in the embedded server: its own mailed links, and notice of ended sessions. Applied at
-- every start, so each statement can run again. Hosted Supabase keeps such tokens in auth.one_time_tokens.

create schema if not exists embedded;
revoke all on schema embedded from public, anon, authenticated, service_role;

create table if not exists embedded.links (
  id text primary key,
  -- SHA-256, so reading the table doesn't let anyone open a link.
  secret_hash text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null constraint known_purpose check (purpose in ('recovery', 'invite')),
  created_at timestamptz not null default now(),
  wrong_tries integer not null default 0,
  -- A new mail replaces the previous one.
  constraint one_for_each_purpose unique (user_id, purpose)
);
revoke all on embedded.links from public, anon, authenticated, service_role;
comment on table embedded.links is 'Mailed links for setting a password; each opens one session.';

-- Tells Realtime that a session ended, to close its channels: their tokens would otherwise last up to an hour.
create or replace function embedded.announce_end_of_session() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('session_ended', old.id::text);
  return null;
end;
$$;
revoke execute on function embedded.announce_end_of_session() from public;

create or replace trigger announce_end_of_session after delete on auth.sessions
  for each row execute function embedded.announce_end_of_session();
