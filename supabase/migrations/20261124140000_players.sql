-- Players as the results name them, and what a period came to.

alter table public.result_sides add column lost boolean not null default false;

drop index public.result_sides_name_key;
-- All that a player's figures are made of, so that those of somebody with thousands of matches are read in a row.
create index result_sides_name_key on public.result_sides (venue_id, name_key, placed_at desc, match_id) include (
  side, other_key, won, lost, frames, frames_lost, high_break, breaks_50, centuries, break_and_runs, run_outs
);

-- The same for a side of a match; null for an empty name or a board's default, which is nobody's.
create or replace function private.player_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(nullif(nullif(private.name_key(name), ''), 'player a'), 'player b');
$$;

-- Writes a result's players anew.
create or replace function private.save_sides(match uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.results;
  shown public.results;
  is_exchanged boolean;
begin
  delete from public.result_sides where match_id = match;
  select * into kept from public.results where match_id = match and set_aside_at is null;
  shown := private.shown_result(kept);
  is_exchanged := private.corrected_sides(kept) = 'exchanged';
  insert into public.result_sides (
    match_id, side, venue_id, name_key, name, other_key, won, frames, frames_lost, high_break, breaks_50, centuries,
    break_and_runs, run_outs, placed_at, lost
  )
  select shown.match_id, given.side, shown.venue_id, private.player_key(given.name), pg_catalog.btrim(given.name),
    private.player_key(given.other), coalesce(shown.winner = given.side, false),
    case when shown.game <> 'plain' then given.score else 0 end,
    case when shown.game <> 'plain' then given.other_score else 0 end,
    private.statistic(kept, given.counted_as, 'highBreak'),
    private.statistic(kept, given.counted_as, 'breaks50'),
    private.statistic(kept, given.counted_as, 'breaks100'),
    private.statistic(kept, given.counted_as, 'breakAndRun'),
    private.statistic(kept, given.counted_as, 'runOut'),
    shown.placed_at, coalesce(shown.winner <> given.side, false)
  from (values
    ('A', shown.p1, shown.p2, shown.s1, shown.s2, case when is_exchanged then 'B' else 'A' end),
    ('B', shown.p2, shown.p1, shown.s2, shown.s1, case when is_exchanged then 'A' else 'B' end)
  ) as given (side, name, other, score, other_score, counted_as)
  where kept.match_id is not null and private.player_key(given.name) is not null;
end;
$$;

-- A venue's results in a window of instants, the latest first. Live matches belong to now and are listed apart, on the
-- first page only. `after` is the `next` of the page before; `most` is at most 500. Only results that count have
-- players. If the first page is empty, `nearest` says when the results before and after the window were. `due`: how
-- many of the venue's matches aren't folded yet, at most 20.
create or replace function public.list_results(
  from_at timestamptz, to_at timestamptz, table_id uuid default null, game text default null,
  player text default null, versus text default null, state text default null, after text default null,
  most int default 100
) returns jsonb
language plpgsql
security definer
set search_path = ''
-- Otherwise one plan would have to serve both with and without a player.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  caller constant private.actor := private.authorize('list_results');
  moment constant timestamptz := pg_catalog.clock_timestamp();
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, moment);
  page_size constant int := least(greatest(coalesce(most, 100), 1), 500);
  page_at timestamptz;
  page_match uuid;
  live jsonb := '[]';
  listed jsonb;
  found_count int;
begin
  if not coalesce(from_at < to_at, false) then
    raise exception 'a window begins before it ends' using errcode = '22023';
  end if;
  if after is not null then
    if not pg_catalog.left(after, 100) ~ '^[0-9T:.+-]{19,40}/[0-9a-f-]{36}$' then
      raise exception 'this is not where a page ended' using errcode = '22023';
    end if;
    page_at := pg_catalog.split_part(after, '/', 1)::timestamptz;
    page_match := pg_catalog.split_part(after, '/', 2)::uuid;
  elsif moment >= from_at and moment < to_at and coalesce(state = 'live', true) then
    select coalesce(pg_catalog.jsonb_agg(private.result_json(kept, true) order by kept.last_at desc), '[]')
    into live
    from public.results as kept
    where kept.match_id = any (live_ids)
      and (list_results.table_id is null or kept.table_id = list_results.table_id)
      and (list_results.game is null or kept.game = list_results.game)
      and (player is null or exists (
        select from public.result_sides as played
        where played.match_id = kept.match_id and played.name_key = player
          and (versus is null or played.other_key = versus)
      ));
  end if;
  -- Each in the order of its own index; of the two, the one that doesn't apply costs nothing.
  with placed as (
    (
      select kept, kept.placed_at, kept.match_id from public.results as kept
      where player is null and kept.venue_id = caller.venue_id
        and kept.placed_at >= from_at and kept.placed_at < to_at
        and (page_at is null
          or (kept.placed_at <= page_at and (kept.placed_at < page_at or kept.match_id > page_match)))
        and kept.match_id <> all (live_ids)
        and (list_results.table_id is null or kept.table_id = list_results.table_id)
        and (list_results.game is null or kept.game = list_results.game)
        and (list_results.state is null or private.final_state(kept.over, kept.game) = list_results.state)
      order by kept.placed_at desc, kept.match_id
      limit page_size + 1
    )
    union all
    (
      select kept, played.placed_at, played.match_id
      from public.result_sides as played join public.results as kept on kept.match_id = played.match_id
      where player is not null and played.venue_id = caller.venue_id and played.name_key = player
        and (versus is null or played.other_key = versus)
        -- Somebody who plays a namesake has both sides.
        and (played.side = 'A' or played.other_key is distinct from played.name_key)
        and played.placed_at >= from_at and played.placed_at < to_at
        and (page_at is null
          or (played.placed_at <= page_at and (played.placed_at < page_at or played.match_id > page_match)))
        and played.match_id <> all (live_ids)
        and (list_results.table_id is null or kept.table_id = list_results.table_id)
        and (list_results.game is null or kept.game = list_results.game)
        and (list_results.state is null or private.final_state(kept.over, kept.game) = list_results.state)
      order by played.placed_at desc, played.match_id
      limit page_size + 1
    )
  ), page as (
    select placed.*, pg_catalog.row_number() over (order by placed.placed_at desc, placed.match_id) as number
    from placed
  )
  select
    coalesce(pg_catalog.jsonb_agg(private.result_json(page.kept, false) order by page.number)
      filter (where page.number <= page_size), '[]'),
    count(*),
    max(page.placed_at) filter (where page.number = page_size),
    (pg_catalog.array_agg(page.match_id) filter (where page.number = page_size))[1]
  into listed, found_count, page_at, page_match
  from page;
  return pg_catalog.jsonb_build_object(
    'live', live,
    'results', listed,
    'next', case when found_count > page_size then (pg_catalog.to_jsonb(page_at) #>> '{}') || '/' || page_match end,
    'nearest', case when after is null and live = '[]' and listed = '[]' then pg_catalog.jsonb_build_object(
      'before', (select max(placed_at) from public.results where venue_id = caller.venue_id and placed_at < from_at),
      'after', (select min(placed_at) from public.results where venue_id = caller.venue_id and placed_at >= to_at)
    ) end,
    'due', (
      select count(*) from (
        select from public.user_overlays as owned join public.matches as played on played.table_id = owned.id
        where owned.owner_uid = caller.owner_uid and played.seq > 0
          and (played.folded_seq is distinct from played.seq or played.folded_left_at is distinct from played.left_at)
        limit 20
      ) as waiting
    ),
    'server_time', moment
  );
end;
$$;

-- How many windows there are between instants; refuses any but 2 to 1,000 in ascending order.
create function private.windows_between(instants timestamptz[]) returns int
language plpgsql
immutable
set search_path = ''
as $$
begin
  if not coalesce(pg_catalog.cardinality(instants) between 2 and 1000, false)
    or instants <> array(
      select distinct at from pg_catalog.unnest(instants) as given (at) where at is not null order by at
    )
  then
    raise exception 'instants are 2 to 1,000, in ascending order' using errcode = '22023';
  end if;
  return pg_catalog.cardinality(instants) - 1;
end;
$$;

-- How many results that count are in each window between ascending instants, of which there are 2 to 1,000. Live ones
-- belong to now.
create or replace function public.count_results(instants timestamptz[]) returns int[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('count_results');
  moment constant timestamptz := pg_catalog.clock_timestamp();
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, moment);
  windows constant int := private.windows_between(instants);
begin
  return array(
    select coalesce(counted.results, 0)
    from pg_catalog.generate_series(1, windows) as numbered (bucket)
    left join (
      select placed.bucket, count(*)::int as results
      from (
        select pg_catalog.width_bucket(placed_at, instants) as bucket
        from public.results
        where venue_id = caller.venue_id and placed_at >= instants[1] and placed_at < instants[windows + 1]
          and set_aside_at is null and match_id <> all (live_ids)
        union all
        select pg_catalog.width_bucket(moment, instants)
        from public.results
        where match_id = any (live_ids) and set_aside_at is null
      ) as placed
      group by placed.bucket
    ) as counted using (bucket)
    order by numbered.bucket
  );
end;
$$;

create table public.played_names (
  -- No foreign key: a new name would lock the venue. Names go with their results.
  venue_id uuid not null,
  name_key text not null,
  name text not null,
  last_at timestamptz not null,
  primary key (venue_id, name_key)
);
comment on table public.played_names is
  'Each name of result_sides once, to be searched: triggers keep it. Reached through functions only.';
comment on column public.played_names.name is 'As it was last written.';
comment on column public.played_names.last_at is 'Orders what is found; setting a result aside doesn''t move it back.';

alter table public.played_names enable row level security;
revoke all on table public.played_names from anon, authenticated;

create index played_names_last_at on public.played_names (venue_id, last_at desc);

-- Notes the names of new rows of result_sides, always in the same order, because each locks its row.
create function private.note_names() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.played_names as noted (venue_id, name_key, name, last_at)
  select distinct on (written.venue_id, written.name_key)
    written.venue_id, written.name_key, written.name, written.placed_at
  from written
  order by written.venue_id, written.name_key, written.placed_at desc
  on conflict (venue_id, name_key) do update set name = excluded.name, last_at = excluded.last_at
    where excluded.last_at >= noted.last_at;
  return null;
end;
$$;

-- Forgets the names that no row of result_sides has any more. Somebody who holds one of them has just written such a row.
create function private.forget_names() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  held text[];
begin
  -- Locked before looking, so that a row that is stored meanwhile isn't missed.
  held := array(
    select noted.name_key from public.played_names as noted
    where (noted.venue_id, noted.name_key) in (select gone.venue_id, gone.name_key from gone)
    for update skip locked
  );
  delete from public.played_names as noted
  where (noted.venue_id, noted.name_key) in (select gone.venue_id, gone.name_key from gone)
    and noted.name_key = any (held)
    and not exists (
      select from public.result_sides as played
      where played.venue_id = noted.venue_id and played.name_key = noted.name_key
    );
  return null;
end;
$$;

create trigger note_names after insert on public.result_sides
  referencing new table as written for each statement execute function private.note_names();
create trigger note_new_names after update on public.result_sides
  referencing new table as written for each statement execute function private.note_names();
create trigger forget_names after delete on public.result_sides
  referencing old table as gone for each statement execute function private.forget_names();
create trigger forget_old_names after update on public.result_sides
  referencing old table as gone for each statement execute function private.forget_names();

-- A player's figures at a venue, against `versus` if that is given; null for nobody. A match that isn't over counts as
-- played and as nobody's.
create function private.player_sums(venue uuid, key text, versus text) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with played as materialized (
    select sides.match_id, sides.side, sides.other_key, sides.won, sides.frames, sides.frames_lost, sides.high_break,
      sides.breaks_50, sides.centuries, sides.break_and_runs, sides.run_outs, sides.placed_at
    from public.result_sides as sides
    where sides.venue_id = venue and sides.name_key = key and (versus is null or sides.other_key = versus)
  ),
  high as (
    select match_id, placed_at from played where high_break > 0 order by high_break desc, placed_at limit 1
  )
  select pg_catalog.jsonb_build_object(
    'key', key,
    'name', (select name from public.played_names where venue_id = venue and name_key = key),
    -- Somebody who plays a namesake has both sides.
    'matches', count(*) filter (where side = 'A' or other_key is distinct from key),
    'won', count(*) filter (where won),
    'frames', sum(frames),
    'frames_lost', sum(frames_lost),
    'high_break', max(high_break),
    'high_id', (select kept.id from public.results as kept join high using (match_id)),
    'high_at', (select placed_at from high),
    'breaks_50', sum(breaks_50),
    'centuries', sum(centuries),
    'break_and_runs', sum(break_and_runs),
    'run_outs', sum(run_outs)
  )
  from played having count(*) > 0;
$$;

-- The owner's API ----------------------------------------------------------------------------------

-- The players whose names have each word of `search` somewhere, those with a word that begins like it first, then whoever
-- played last; the latest players for an empty one. At most 50.
create function public.find_players(search text, most int default 20) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('find_players');
  looked_for constant text := private.name_key(pg_catalog.left(coalesce(search, ''), 60));
  words constant text[] := pg_catalog.regexp_split_to_array(looked_for, '\s+');
begin
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'key', hit.name_key,
      'name', hit.name,
      'matches', counted.matches,
      'last_at', counted.last_at
    ) order by hit.begins desc, hit.last_at desc, hit.name_key), '[]')
    from (
      select noted.*, pg_catalog.strpos(' ' || noted.name_key, ' ' || looked_for) > 0 as begins
      from public.played_names as noted
      where noted.venue_id = caller.venue_id
        and not exists (
          select from pg_catalog.unnest(words) as word where pg_catalog.strpos(noted.name_key, word) = 0
        )
      order by begins desc, noted.last_at desc, noted.name_key
      limit least(greatest(coalesce(most, 20), 1), 50)
    ) as hit
    cross join lateral (
      select count(*) as matches, max(played.placed_at) as last_at from public.result_sides as played
      where played.venue_id = caller.venue_id and played.name_key = hit.name_key
    ) as counted
  );
end;
$$;

-- A player by the name's key: {player, versus, opponents, latest}. With `versus`, all of it is of their matches against each
-- other. Null if no result that counts has them.
create function public.get_player(key text, versus text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_player');
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, pg_catalog.clock_timestamp());
  player constant jsonb := private.player_sums(caller.venue_id, key, versus);
begin
  if player is null then
    return null;
  end if;
  return pg_catalog.jsonb_build_object(
    'player', player,
    'versus', case when versus is not null then private.player_sums(caller.venue_id, versus, key) end,
    'opponents', case when versus is null then (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'key', met.other_key, 'name', noted.name, 'matches', met.matches, 'won', met.won, 'lost', met.lost
      ) order by met.matches desc, met.last_at desc, met.other_key), '[]')
      from (
        select played.other_key, count(*) as matches, count(*) filter (where played.won) as won,
          count(*) filter (where played.lost) as lost, max(played.placed_at) as last_at
        from public.result_sides as played
        where played.venue_id = caller.venue_id and played.name_key = get_player.key
          and played.other_key <> played.name_key
        group by played.other_key
        order by matches desc, last_at desc, played.other_key
        limit 20
      ) as met
      left join public.played_names as noted
        on noted.venue_id = caller.venue_id and noted.name_key = met.other_key
    ) end,
    'latest', (
      select coalesce(
        pg_catalog.jsonb_agg(private.result_json(kept, kept.match_id = any (live_ids)) order by latest.placed_at desc, latest.match_id), '[]')
      from (
        select played.match_id, played.placed_at from public.result_sides as played
        where played.venue_id = caller.venue_id and played.name_key = get_player.key
          and (get_player.versus is null or played.other_key = get_player.versus)
          and (played.side = 'A' or played.other_key is distinct from played.name_key)
        order by played.placed_at desc, played.match_id
        limit 20
      ) as latest
      join public.results as kept on kept.match_id = latest.match_id
    )
  );
end;
$$;

-- What was played between the first and the last of 2 to 1,000 ascending instants: {matches, frames, seconds} have an element
-- for each window between two of them, {tables, games} the sums. A match belongs to the window of its end, or of its last
-- action, a live one to now; its time is split at the borders. Of a board that was left on, the last 24 hours count.
create function public.get_report(instants timestamptz[], table_id uuid default null, game text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_report');
  moment constant timestamptz := pg_catalog.clock_timestamp();
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, moment);
  windows constant int := private.windows_between(instants);
  opens_at constant timestamptz := instants[1];
  closes_at constant timestamptz := instants[windows + 1];
begin
  return (
    with counted as materialized (
      select
        kept.table_id, kept.table_title as title, kept.game, till.at as till_at,
        greatest(kept.started_at, till.at - interval '24 hours') as from_at,
        pg_catalog.width_bucket(till.at, instants) as till_part,
        case when kept.game = 'plain' then 0 else
          coalesce((kept.by_hand ->> 's1')::double precision, kept.s1)
          + coalesce((kept.by_hand ->> 's2')::double precision, kept.s2)
        end as frames
      from public.results as kept
      cross join lateral (
        select case when kept.match_id = any (live_ids) then moment else kept.placed_at end as at
      ) as till
      where kept.venue_id = caller.venue_id and kept.set_aside_at is null
        -- A live match was scored in the last six hours.
        and kept.placed_at >= opens_at - interval '6 hours'
        and kept.placed_at < closes_at + interval '24 hours'
        and till.at >= opens_at and kept.started_at < closes_at
        and (get_report.table_id is null or kept.table_id = get_report.table_id)
        and (get_report.game is null or kept.game = get_report.game)
    ),
    by_part as (
      select part,
        count(*) filter (where till_part = part) as matches,
        coalesce(sum(frames) filter (where till_part = part), 0) as frames,
        pg_catalog.round(sum(pg_catalog.date_part('epoch',
          least(till_at, instants[part + 1]) - greatest(from_at, instants[part])
        ))) as seconds
      from counted, pg_catalog.generate_series(
        greatest(1, pg_catalog.width_bucket(from_at, instants)), least(windows, till_part)
      ) as part
      group by part
    ),
    summed as (
      -- Tables that are gone are told apart by their titles.
      select counted.table_id, case when counted.table_id is null then counted.title end as title, counted.game,
        grouping(counted.game) = 0 as is_game,
        count(*) filter (where till_part <= windows) as matches,
        coalesce(sum(frames) filter (where till_part <= windows), 0) as frames,
        pg_catalog.round(sum(pg_catalog.date_part('epoch',
          least(till_at, closes_at) - greatest(from_at, opens_at)
        ))) as seconds
      from counted
      group by grouping sets (
        (counted.table_id, case when counted.table_id is null then counted.title end), (counted.game)
      )
    )
    select pg_catalog.jsonb_build_object(
      'matches', pg_catalog.jsonb_agg(coalesce(by_part.matches, 0) order by n),
      'frames', pg_catalog.jsonb_agg(coalesce(by_part.frames, 0) order by n),
      'seconds', pg_catalog.jsonb_agg(coalesce(by_part.seconds, 0) order by n),
      'tables', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'title', coalesce(owned.title, summed.title), 'matches', summed.matches, 'frames', summed.frames,
          'seconds', summed.seconds
        ) order by owned.position, owned.created_at, owned.id, summed.title), '[]')
        from summed left join public.user_overlays as owned on owned.id = summed.table_id
        where not is_game
      ),
      'games', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'game', summed.game, 'matches', summed.matches, 'frames', summed.frames, 'seconds', summed.seconds
        ) order by summed.seconds desc, summed.game), '[]')
        from summed where is_game
      )
    )
    from pg_catalog.generate_series(1, windows) as n
    left join by_part on by_part.part = n
  );
end;
$$;

-- What is stored already.
select private.save_sides(match_id) from public.results;

insert into private.rights (act, place, who) values
  ('find_players', 'venue', '{owner}'),
  ('get_player', 'venue', '{owner}'),
  ('get_report', 'venue', '{owner}');

select private.grant_rights();
