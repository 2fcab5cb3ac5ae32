-- What the embedded default has beside Auth's tables: mailed links of its own, and word of sessions that end. Applied at
-- every start, so each statement can run again. Hosted Supabase keeps such tokens in auth.one_time_tokens.

create schema if not exists embedded;
revoke all on schema embedded from public, anon, authenticated, service_role;

create table if not exists embedded.links (
  id text primary key,
  -- SHA-256: whoever reads the table can't open a link.
  secret_hash text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null constraint known_purpose check (purpose in ('recovery', 'invite')),
  created_at timestamptz not null default now(),
  wrong_tries integer not null default 0,
  -- A new mail replaces the one before.
  constraint one_for_each_purpose unique (user_id, purpose)
);
revoke all on embedded.links from public, anon, authenticated, service_role;
comment on table embedded.links is 'Links of mails that set a password; each opens one session.';

-- Realtime hears of a session that ends, and closes its channels: their tokens would let them live on for an hour.
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
