-- The list of tables says when a page that scores a table last asked for its board: only then is contact lost.

create table public.table_scorers (
  table_id uuid primary key references public.user_overlays (id) on delete cascade,
  seen_at timestamptz not null
);
comment on table public.table_scorers is
  'When a page that scores a table last asked for its board. Reached through functions only.';

alter table public.table_scorers enable row level security;
revoke all on table public.table_scorers from anon, authenticated;

-- Records that a page that scores a table has asked for its board, at most every 30 seconds. Never locks the board, and
-- never waits for another page.
create function private.note_scorer(scored_table uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
begin
  update public.table_scorers set seen_at = moment
  where table_id = (
    select table_id from public.table_scorers
    where table_id = scored_table and seen_at not between moment - interval '30 seconds' and moment
    for no key update skip locked
  );
  if not found and not exists (select from public.table_scorers where table_id = scored_table) then
    perform from public.user_overlays where id = scored_table for key share;
    insert into public.table_scorers (table_id, seen_at)
    select scored_table, moment where found
    on conflict do nothing;
  end if;
end;
$$;

create or replace function public.get_overlay(
  key text, screen text default null, shown bigint default null, link text default null
) returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  found_row public.public_overlays;
begin
  perform private.authorize('get_overlay');
  found_row := private.overlay_by(key, link);
  if found_row.url_token is null then
    return null;
  end if;
  if pg_catalog.left(screen, 41) ~ '^[A-Za-z0-9-]{8,40}$' then
    perform private.note_screen(
      found_row.table_id, screen,
      case when shown is not null then greatest(found_row.rev - greatest(shown, 0), 0) end
    );
  elsif screen is null and key <> found_row.url_token
    and (private.caller_at(found_row.table_id, link)).kind is not null
  then
    -- By the table's id, and not to show it.
    perform private.note_scorer(found_row.table_id);
  end if;
  return private.overlay_state(found_row) || pg_catalog.jsonb_build_object(
    'topic', 'overlay:' || found_row.url_token,
    'server_time', pg_catalog.clock_timestamp(),
    'dressing', private.dressing_of(found_row)
  );
end;
$$;

create or replace function public.list_tables() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_tables');
begin
  if not exists (select from public.user_overlays where owner_uid = caller.owner_uid) then
    perform public.ensure_overlay();
  end if;
  return pg_catalog.jsonb_build_object(
    'tables', (
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
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
      ) order by owned.position, owned.created_at, owned.id)
      from public.user_overlays as owned
      join public.public_overlays as shown on shown.table_id = owned.id
      join public.matches as played on played.id = shown.match_id
      where owned.owner_uid = caller.owner_uid
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

select private.grant_rights();
