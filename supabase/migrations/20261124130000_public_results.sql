-- What the public sees of results and of boards as text, where the venue shows them. See schemas/15_public.sql.

alter table public.snapshot_tables add column folded_at timestamptz;
comment on column public.snapshot_tables.folded_at is 'When somebody who looks at its page last had its matches folded.';

insert into private.rights (act, place, who) values
  ('show_result', 'service', '{service_role}'),
  ('show_table', 'service', '{service_role}'),
  ('take_due', 'service', '{service_role}');

create or replace view private.pictured_tables as
select
  pictured.match_id,
  pictured.venue_id,
  pictured.board,
  pictured.table_id,
  pictured.created_at,
  venues.is_public,
  venues.keep_days,
  coalesce(nullif(btrim(owned.title), ''), upper(pictured.board)) as title,
  owned.position,
  owned.archived_at is not null as archived,
  venues.is_public and owned.archived_at is null as is_shown,
  shown.shown_at,
  venues.shows_live and shown.table_id is not null as shows_live,
  venues.shortens_names
from public.snapshot_tables as pictured
join public.venues on venues.id = pictured.venue_id
left join public.user_overlays as owned on owned.id = pictured.table_id
left join public.public_overlays as shown on shown.table_id = pictured.table_id;

-- What the public sees of results, and of a table's board as text. The snapshot service asks, as it does for pictures;
-- what it isn't told never leaves. Names may be shortened here and nowhere else, as the venue says.

create table private.gone_results (
  id text primary key
);
comment on table private.gone_results is 'The addresses of results that were deleted: nothing else will ever be there.';

alter table private.gone_results enable row level security;
revoke all on table private.gone_results from public, anon, authenticated;

create function private.note_gone_results() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.gone_results (id) select gone.id from gone on conflict do nothing;
  return null;
end;
$$;

create trigger note_gone_results after delete on public.results
  referencing old table as gone
  for each statement execute function private.note_gone_results();

-- "Youssef Benali" as "Youssef B.": the first word, and the first letter of the last one that begins with a letter. A
-- name without such a word stays whole, and so does a board's default.
create function private.short_name(name text) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  words constant text[] := pg_catalog.regexp_split_to_array(pg_catalog.btrim(name), '\s+');
  letter text;
begin
  if private.player_key(name) is null then
    return name;
  end if;
  for place in reverse pg_catalog.cardinality(words)..2 loop
    letter := pg_catalog.left(words[place], 1);
    -- What is neither ASCII's digits and signs nor a symbol: the database may not know other alphabets' letters.
    if pg_catalog.char_length(words[place]) > 1
      and letter !~ '[\u0001-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u2BFF\uFE00-\uFE0F\U0001F000-\U0001FAFF]'
    then
      return words[1] || ' ' || letter || '.';
    end if;
  end loop;
  return name;
end;
$$;

create function private.public_name(name text, shortens boolean) returns text
language sql
immutable
set search_path = ''
as $$
  select case when shortens then private.short_name(name) else name end;
$$;

-- A result as its page and lists show it: no account, no key of a player, and its match only by its address.
create function private.public_result(kept public.results, is_live boolean, shortens boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shown constant public.results := private.shown_result(kept);
begin
  return pg_catalog.jsonb_build_object(
    'id', shown.id,
    'state', case when is_live then 'live' else private.final_state(shown.over, shown.game) end,
    'table_title', shown.table_title,
    'game', shown.game,
    'p1', private.public_name(shown.p1, shortens),
    'p2', private.public_name(shown.p2, shortens),
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'winner', shown.winner,
    'started_at', shown.started_at,
    'last_at', shown.last_at,
    'ended_at', shown.ended_at,
    'sides', private.corrected_sides(kept),
    'rev', shown.rev
  );
end;
$$;

-- A board as the public page of its table shows it: what overlays get, without the match's id.
create function private.public_board(shown public.public_overlays, shortens boolean) returns jsonb
language sql
stable
set search_path = ''
as $$
  select (private.overlay_state(shown) - '{match,seq,theme,updated_at}'::text[]) || pg_catalog.jsonb_build_object(
    'p1', private.public_name(shown.p1, shortens), 'p2', private.public_name(shown.p2, shortens)
  );
$$;

-- A result by its address: {status: shown, result, time_zone}, gone if it was deleted, or unknown, which doesn't tell
-- results that are set aside or of a venue whose pages are off from those that never were. An archived table's stay.
create function public.show_result(id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  kept public.results;
  venue public.venues;
begin
  select * into kept from public.results where results.id = pg_catalog.left(show_result.id, 23);
  if not found then
    return pg_catalog.jsonb_build_object('status', case
      when exists (select from private.gone_results as gone where gone.id = pg_catalog.left(show_result.id, 23))
        then 'gone'
      else 'unknown'
    end);
  end if;
  select * into venue from public.venues where venues.id = kept.venue_id;
  if not venue.is_public or kept.set_aside_at is not null then
    return '{"status": "unknown"}';
  end if;
  return pg_catalog.jsonb_build_object(
    'status', 'shown',
    'result', private.public_result(
      kept,
      kept.match_id = any (private.live_matches(venue.owner_uid, pg_catalog.clock_timestamp())),
      venue.shortens_names
    ) || pg_catalog.jsonb_build_object('detail', kept.detail),
    'time_zone', venue.time_zone
  );
end;
$$;

-- What a table's public page shows as text: its board, the frames of the match on it, its results of the last 26 hours,
-- from which the page takes those of the venue's day, and whether any of its matches isn't folded yet. Null unless the
-- venue has switched that on.
create function public.show_table(match_id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  asked private.pictured_tables;
  shown public.public_overlays;
  venue public.venues;
  current public.results;
begin
  select * into asked from private.pictured_tables as pictured
  where pictured.match_id = pg_catalog.left(show_table.match_id, 65) and pictured.is_shown and pictured.shows_live;
  if not found then
    return null;
  end if;
  select * into shown from public.public_overlays as boards where boards.table_id = asked.table_id;
  select * into venue from public.venues where venues.id = asked.venue_id;
  select * into current from public.results as kept where kept.match_id = shown.match_id and kept.set_aside_at is null;
  return pg_catalog.jsonb_build_object(
    'board', private.public_board(shown, venue.shortens_names),
    'units', coalesce(current.detail -> 'units', '[]'),
    'results', (
      select coalesce(
        pg_catalog.jsonb_agg(private.public_result(listed.kept, false, venue.shortens_names) order by listed.at desc), '[]'
      )
      from (
        select kept, kept.placed_at as at from public.results as kept
        where kept.table_id = asked.table_id and kept.set_aside_at is null
          and kept.placed_at > moment - interval '26 hours'
          and (kept.match_id <> shown.match_id or kept.over)
        order by kept.placed_at desc limit 50
      ) as listed
    ),
    'due', exists (select from private.due_matches(asked.table_id)),
    'time_zone', venue.time_zone,
    'closing_hour', venue.closing_hour,
    'server_time', moment
  );
end;
$$;

-- A table's matches that aren't folded yet, the latest first.
create function private.due_matches(table_id uuid) returns setof public.matches
language sql
stable
set search_path = ''
as $$
  select played from public.matches as played
  where played.table_id = due_matches.table_id and played.seq > 0
    and (played.folded_seq is distinct from played.seq or played.folded_left_at is distinct from played.left_at)
  order by played.number desc;
$$;

-- Up to five of a table's matches that aren't folded yet, for whoever looks at its public page: like list_due, but once
-- in five seconds for all who look, and nothing for a page that shows no text.
create function public.take_due(match_id text, rules jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  asked uuid;
begin
  perform private.require_plain_json(rules, 4096);
  update public.snapshot_tables as pictured set folded_at = moment
  where pictured.match_id = (
    select free.match_id from public.snapshot_tables as free
    where free.match_id = pg_catalog.left(take_due.match_id, 65)
      and (free.folded_at is null or free.folded_at not between moment - interval '5 seconds' and moment)
      and exists (
        select from private.pictured_tables as shown
        where shown.match_id = free.match_id and shown.is_shown and shown.shows_live
          and exists (select from private.due_matches(shown.table_id))
      )
    for no key update skip locked
  )
  returning pictured.table_id into asked;
  return pg_catalog.jsonb_build_object('matches', coalesce((
    select pg_catalog.jsonb_agg(waiting.id)
    from (
      select played.id from private.due_matches(asked) as played
      where played.rules <= (take_due.rules ->> played.game)::int
      limit 5
    ) as waiting
  ), '[]'));
end;
$$;

-- `changed` on a picture's topic tells its viewers to ask for the latest. It has no content, except where the venue shows
-- boards as text: there it brings the board, and so does `board` when only its clocks changed. Who may listen is decided
-- once, so what is sent is decided each time.
create or replace function private.send_board_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_other_picture constant boolean := old.shown_at is distinct from new.shown_at;
begin
  perform realtime.send(
    case when shows_live then private.public_board(new, shortens_names) else '{}' end,
    case when is_other_picture then 'changed' else 'board' end,
    'snapshot:' || match_id,
    true
  )
  from private.pictured_tables
  where table_id = new.table_id and is_shown and (is_other_picture or shows_live);
  return null;
end;
$$;

drop trigger send_board_changed on public.public_overlays;
create trigger send_board_changed after update on public.public_overlays
  for each row when (old.shown_at is distinct from new.shown_at or old.rev <> new.rev)
  execute function private.send_board_changed();

drop trigger send_venue_switched on public.venues;
create trigger send_venue_switched after update of is_public, shows_live, shortens_names on public.venues
  for each row when (
    (old.is_public, old.shows_live, old.shortens_names) is distinct from (new.is_public, new.shows_live, new.shortens_names)
  ) execute function private.send_venue_switched();

-- A table's latest picture, or why there is none to show: unknown, off or none. If the board has changed since the
-- newest picture, a new one is listed first; the service draws it when someone looks.
create or replace function public.latest_snapshot(match_id text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
-- An ON CONFLICT target's columns can't be qualified.
#variable_conflict use_column
declare
  asked private.pictured_tables;
  newest public.snapshots;
begin
  if match_id is null or pg_catalog.octet_length(match_id) > 64 then
    return '{"status": "unknown"}';
  end if;
  select * into asked from private.pictured_tables as pictured
  where pictured.match_id = latest_snapshot.match_id and not pictured.archived;
  if not found then
    return '{"status": "unknown"}';
  elsif not asked.is_public then
    return '{"status": "off"}';
  end if;
  newest := private.newest_snapshot(asked.match_id, asked.keep_days);
  if asked.shown_at > coalesce(newest.captured_at, '-infinity') then
    -- Keep a row another call just added; an expired one that isn't removed yet starts over.
    insert into public.snapshots as stored (id, match_id, source, type, captured_at, received_at, board, title, rev)
    select private.new_picture_id(), asked.match_id, 'board', 'image/jpeg',
      shown.shown_at, pg_catalog.clock_timestamp(), private.kept_board(shown), asked.title, shown.rev
    from public.public_overlays as shown where shown.table_id = asked.table_id
    on conflict (match_id, captured_at) where source = 'board' do update set received_at = excluded.received_at
      where stored.received_at <= excluded.received_at - pg_catalog.make_interval(days => asked.keep_days);
    newest := private.newest_snapshot(asked.match_id, asked.keep_days);
  end if;
  if newest.id is null then
    return pg_catalog.jsonb_build_object(
      'status', 'none', 'topic', 'snapshot:' || asked.match_id, 'shows_live', asked.shows_live
    );
  end if;
  return pg_catalog.jsonb_build_object(
    'status', 'shown',
    'id', newest.id,
    'source', newest.source,
    'captured_at', newest.captured_at,
    'type', newest.type,
    'topic', 'snapshot:' || asked.match_id,
    'title', asked.title,
    'shows_live', asked.shows_live,
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

select private.grant_rights();
