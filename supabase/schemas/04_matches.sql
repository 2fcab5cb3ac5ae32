-- Matches and their logs. A match is a list of actions in the server's order. Devices apply the game's rules to it and
-- send the board viewers see; the server orders, timestamps and stores actions, and knows no rules. 05_boards.sql and
-- 07_log.sql write these tables while holding the board's lock.

-- Created by a device, even offline, or by the server: a table's first match, and the one after a long plain match.
create table public.matches (
  id uuid primary key,
  table_id uuid not null references public.user_overlays (id) on delete cascade,
  number int not null constraint number_counts_from_one check (number >= 1),
  -- No foreign key: deleting a table would look it up for every match.
  previous_id uuid,
  game text not null constraint game_is_a_word check (game ~ '^[a-z][a-z0-9-]{0,31}$'),
  rules int not null constraint rules_is_a_version check (rules between 1 and 9999),
  start jsonb not null constraint start_fits check (
    jsonb_typeof(start) = 'object' and octet_length(start::text) <= 4096
  ),
  seq int not null default 0 constraint seq_in_range check (seq between 0 and 5000),
  result jsonb constraint result_fits check (
    jsonb_typeof(result) = 'object' and octet_length(result::text) <= 2048
  ),
  last_board jsonb constraint last_board_fits check (octet_length(last_board::text) <= 8192),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  left_at timestamptz,
  stored_at timestamptz,
  created_at timestamptz not null default now(),
  clock_before jsonb constraint clock_before_fits check (octet_length(clock_before::text) <= 256),
  folded_seq int,
  folded_left_at timestamptz,
  continues boolean not null default false,
  erasures int not null default 0,
  fixture jsonb constraint fixture_is_one check (fixture is null or private.is_fixture(fixture)),
  unique (table_id, number)
);
comment on table public.matches is 'Current and past matches. Reached through functions only.';
comment on column public.matches.previous_id is 'The match that was current when this one began.';
comment on column public.matches.fixture is 'The match of a tournament for which it was begun.';
comment on column public.matches.start is 'The format, in the game''s own terms.';
comment on column public.matches.seq is 'The last entry in its log.';
comment on column public.matches.left_at is 'When another match became current; null for the current one.';
comment on column public.matches.stored_at is 'When the last entry in its log was stored.';
comment on column public.matches.last_board is 'For a match that is not current: the board to show when it resumes.';

comment on column public.matches.clock_before is
  'For a timed match: the clock before its start set it to zero, for undoing the start.';

comment on column public.matches.folded_seq is 'The seq, and folded_left_at the left_at, that its result was folded from.';
comment on column public.matches.erasures is
  'How often a player''s name was erased from it. A log that was read before then is out of date.';
comment on column public.matches.continues is
  'Whether it continues a previous match that was full. The previous one then has no separate result.';

-- Only matches whose result isn't folded yet.
create index matches_due on public.matches (table_id)
  where seq > 0 and (folded_seq is distinct from seq or folded_left_at is distinct from left_at);

create index matches_stored_at on public.matches (table_id, stored_at);

create index matches_fixture on public.matches ((fixture ->> 'tournament')) where fixture is not null;

alter table public.matches enable row level security;
revoke all on table public.matches from anon, authenticated;

create table public.match_actions (
  match_id uuid not null references public.matches (id) on delete cascade,
  seq int not null constraint seq_in_range check (seq between 1 and 5000),
  id uuid not null,
  kind text not null constraint kind_is_a_word check (kind ~ '^[a-z][A-Za-z.]{0,31}$'),
  -- Devices have a lower limit (private.is_action); a logged direct update can be this large.
  body jsonb not null constraint body_fits check (
    jsonb_typeof(body) = 'object' and octet_length(body::text) <= 4096
  ),
  at timestamptz not null,
  stored_at timestamptz not null,
  by_uid uuid,
  by_link uuid,
  by_device uuid,
  primary key (match_id, seq),
  unique (match_id, id),
  constraint by_one check (num_nonnulls(by_uid, by_link, by_device) <= 1)
);
comment on table public.match_actions is 'The log of each match. Append-only, reached through functions only.';
comment on column public.match_actions.at is 'When it happened, in server time.';

alter table public.match_actions enable row level security;
revoke all on table public.match_actions from anon, authenticated;

-- No role can change or delete an entry, except by deleting its match or erasing a player's name.
create function private.keep_actions() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  erased constant text := nullif(current_setting('cueboard.erased', true), '');
begin
  if tg_op = 'DELETE' and not exists (select from public.matches where id = old.match_id) then
    return old;
  elsif tg_op = 'UPDATE' and erased is not null
    and to_jsonb(new) - 'body' = to_jsonb(old) - 'body'
    and new.body = private.without_player(old.body, erased::text[])
  then
    return new;
  end if;
  raise exception 'the log of a match is append-only' using errcode = '42501';
end;
$$;

create trigger keep_actions before update or delete on public.match_actions
  for each row execute function private.keep_actions();
create trigger keep_all_actions before truncate on public.match_actions
  for each statement execute function private.keep_actions();
