-- Players as the results name them, and a period's totals. The caller decides what a day is: the functions take
-- instants.

create table public.played_names (
  -- No foreign key: a new name would lock the venue. Names are deleted with their results.
  venue_id uuid not null,
  name_key text not null,
  name text not null,
  search_key text not null generated always as (private.search_key(name)) stored,
  last_at timestamptz not null,
  primary key (venue_id, name_key)
);
comment on table public.played_names is
  'Each player of result_sides once, for searching. Triggers maintain it. Reached through functions only.';
comment on column public.played_names.name is 'As last written. If other names were merged into the player, only their own name counts.';
comment on column public.played_names.last_at is 'Orders search results. Setting a result aside doesn''t move it back.';

alter table public.played_names enable row level security;
revoke all on table public.played_names from anon, authenticated;

create index played_names_last_at on public.played_names (venue_id, last_at desc);

create table public.merged_players (
  venue_id uuid not null references public.venues (id) on delete cascade,
  name_key text not null,
  name text not null,
  into_key text not null,
  merged_at timestamptz not null,
  primary key (venue_id, name_key),
  constraint into_somebody_else check (name_key <> into_key)
);
comment on table public.merged_players is
  'Names that belong to another player. Their data stays stored under them, so a merge can be undone. Reached through functions only.';
comment on column public.merged_players.into_key is 'The player they belong to, unless that name was merged in turn.';

alter table public.merged_players enable row level security;
revoke all on table public.merged_players from anon, authenticated;

create trigger keep_names_straight before insert on public.merged_players
  for each row execute function private.keep_names_straight('name');

create index merged_players_into_key on public.merged_players (venue_id, into_key);

-- The player's key for a name's key at a venue: another player's if it was merged, otherwise itself; null for null.
create function private.person_of(venue uuid, key text) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  person text := key;
begin
  -- Only names that aren't merged are ever merged, so this ends.
  loop
    key := (select merged.into_key from public.merged_players as merged where merged.venue_id = venue and merged.name_key = person);
    exit when key is null;
    person := key;
  end loop;
  return person;
end;
$$;

-- All keys that are a player's names.
create function private.keys_of(venue uuid, person text) returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  with recursive named as (
    select person as key
    union
    select merged.name_key from named
    join public.merged_players as merged on merged.venue_id = venue and merged.into_key = named.key
  )
  select array_agg(named.key) from named;
$$;

-- A player's name, from the register, or as it was last written.
create function private.player_name(venue uuid, person text) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select known.name from public.players as known where known.venue_id = venue and known.name_key = person),
    (select noted.name from public.played_names as noted where noted.venue_id = venue and noted.name_key = person)
  );
$$;

-- Records the names of new rows of result_sides, always in the same order, because each locks its row.
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
  order by written.venue_id, written.name_key, private.name_key(written.name) = written.name_key desc, written.placed_at desc
  on conflict (venue_id, name_key) do update
    set last_at = excluded.last_at,
        -- A merged name is used only while the player's own name has no results.
        name = case
          when private.name_key(excluded.name) = excluded.name_key or private.name_key(noted.name) <> noted.name_key
            then excluded.name
          else noted.name
        end
    where excluded.last_at >= noted.last_at;
  return null;
end;
$$;

-- Deletes the names that no row of result_sides has any more. A transaction that has a name locked has just written
-- such a row.
create function private.forget_names() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  held text[];
begin
  -- Locked before looking, so that a row stored meanwhile isn't missed.
  held := array(
    select noted.name_key from public.played_names as noted
    where (noted.venue_id, noted.name_key) in (select gone.venue_id, gone.name_key from gone)
    order by noted.name_key
    for update
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

-- A player's figures at a venue, against `versus` if given; null for an unknown player. A match that isn't over counts
-- as played, but not as won.
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
  select jsonb_build_object(
    'key', key,
    'name', private.player_name(venue, key),
    -- A player who plays a namesake has both sides.
    'matches', count(*) filter (where side = 'A' or other_key is distinct from key),
    'won', count(*) filter (where won),
    'frames', sum(frames),
    'frames_lost', sum(frames_lost),
    'high_break', max(high_break),
    'high_id', (select kept.id from public.results as kept join high using (match_id) where kept.venue_id = venue),
    'high_at', (select placed_at from high),
    'breaks_50', sum(breaks_50),
    'centuries', sum(centuries),
    'break_and_runs', sum(break_and_runs),
    'run_outs', sum(run_outs)
  )
  from played having count(*) > 0;
$$;

-- The owner's API ----------------------------------------------------------------------------------

-- At most 50 players whose names contain each word of `search`: first those with a word that begins like it, then by
-- who played last. An empty search returns the latest players.
create function public.find_players(search text, most int default 20) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('find_players');
  looked_for constant text := private.search_key(left(coalesce(search, ''), 60));
  words constant text[] := regexp_split_to_array(looked_for, '\s+');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'key', hit.name_key,
      'name', private.player_name(caller.venue_id, hit.name_key),
      'matches', counted.matches,
      'last_at', counted.last_at
    ) order by hit.begins desc, hit.last_at desc, hit.name_key), '[]')
    from (
      select noted.name_key, noted.last_at, strpos(' ' || named.searched, ' ' || looked_for) > 0 as begins
      from public.played_names as noted
      left join (
        with recursive belonging as (
          select merged.name_key, merged.name, merged.into_key as person
          from public.merged_players as merged
          where merged.venue_id = caller.venue_id and not exists (
            select from public.merged_players as further
            where further.venue_id = caller.venue_id and further.name_key = merged.into_key
          )
          union all
          select merged.name_key, merged.name, belonging.person
          from belonging
          join public.merged_players as merged
            on merged.venue_id = caller.venue_id and merged.into_key = belonging.name_key
        )
        select belonging.person, ' ' || string_agg(private.search_key(belonging.name), ' ') as searched
        from belonging group by belonging.person
      ) as also on also.person = noted.name_key
      cross join lateral (select concat(noted.search_key, also.searched)) as named (searched)
      where noted.venue_id = caller.venue_id
        and not exists (
          select from unnest(words) as word where strpos(named.searched, word) = 0
        )
      order by begins desc, noted.last_at desc, noted.name_key
      limit least(greatest(coalesce(most, 20), 1), 50)
    ) as hit
    cross join lateral (
      -- A player who plays a namesake has both sides.
      select count(*) filter (where played.side = 'A' or played.other_key is distinct from played.name_key) as matches,
        max(played.placed_at) as last_at
      from public.result_sides as played
      where played.venue_id = caller.venue_id and played.name_key = hit.name_key
    ) as counted
  );
end;
$$;

-- A player by the name's key: {player, versus, opponents, latest, merged}. With `versus`, everything is about their
-- matches against each other. The latest results have their tournament. `merged`: the names that were merged into this one, with their matches. {status: unknown}
-- if they have no counted results.
create function public.get_player(key text, versus text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_player');
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, clock_timestamp());
  player jsonb;
begin
  key := private.person_of(caller.venue_id, key);
  versus := private.person_of(caller.venue_id, versus);
  player := private.player_sums(caller.venue_id, key, versus);
  if player is null then
    return '{"status": "unknown"}';
  end if;
  return jsonb_build_object(
    'player', player,
    'versus', case when versus is not null then private.player_sums(caller.venue_id, versus, key) end,
    'opponents', case when versus is null then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', met.other_key, 'name', private.player_name(caller.venue_id, met.other_key), 'matches', met.matches, 'won', met.won, 'lost', met.lost
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
    ) end,
    'merged', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', merged.name_key, 'name', merged.name, 'matches', (
          select count(distinct played.match_id) from public.result_sides as played
          where played.venue_id = caller.venue_id and played.name_key = get_player.key
            and private.name_key(played.name) = any (private.keys_of(caller.venue_id, merged.name_key))
        )
      ) order by merged.merged_at, merged.name_key), '[]')
      from public.merged_players as merged
      where merged.venue_id = caller.venue_id and merged.into_key = get_player.key
    ),
    'latest', (
      select coalesce(jsonb_agg(
        private.result_json(kept, kept.match_id = any (live_ids))
          || jsonb_build_object('tournament', private.tournament_of(kept))
        order by latest.placed_at desc, latest.match_id), '[]')
      from (
        select played.match_id, played.placed_at from public.result_sides as played
        where played.venue_id = caller.venue_id and played.name_key = get_player.key
          and (get_player.versus is null or played.other_key = get_player.versus)
          and (played.side = 'A' or played.other_key is distinct from played.name_key)
        order by played.placed_at desc, played.match_id
        limit 20
      ) as latest
      join public.results as kept on (kept.venue_id, kept.match_id) = (caller.venue_id, latest.match_id)
    )
  );
end;
$$;

-- Assigns one player's results to the players of their names again.
create function private.sort_sides(venue uuid, person text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.result_sides as played
    set name_key = private.person_of(venue, private.name_key(played.name))
    where played.venue_id = venue and played.name_key = person
      and private.person_of(venue, private.name_key(played.name)) <> person;
  update public.result_sides as played set other_key = other.name_key
    from public.result_sides as other
    where played.venue_id = venue and played.other_key = person and other.venue_id = venue
      and other.match_id = played.match_id and other.side <> played.side and other.name_key <> person;
end;
$$;

-- Merges a player's key into another player. `name` is the last written form, which may be of another of their keys.
-- The caller must hold the venue's lock.
create function private.merge_name(venue uuid, key text, name text, into_key text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (
    select count(*) from public.merged_players as merged where merged.venue_id = venue
  ) >= private.most('mergedNames') then
    raise exception 'a venue merges at most % names', private.most('mergedNames') using errcode = '23514';
  end if;
  insert into public.merged_players (venue_id, name_key, name, into_key, merged_at)
  values (venue, merge_name.key, merge_name.name, merge_name.into_key, clock_timestamp());
  perform private.sort_sides(venue, merge_name.key);
  perform private.send_branding(venue, private.keys_of(venue, merge_name.into_key));
end;
$$;

-- Merges a player's names into another player: results keep the names as stored, and count for the other. part_player()
-- undoes it. Returns merged; same if they are one already; or unknown if the venue's results and register don't have
-- both.
create function public.merge_players(key text, into_key text) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('merge_players');
  name text;
begin
  perform private.lock_venue(caller.venue_id);
  key := private.person_of(caller.venue_id, private.player_key(key));
  into_key := private.person_of(caller.venue_id, private.player_key(into_key));
  name := private.player_name(caller.venue_id, key);
  if name is null or private.player_name(caller.venue_id, into_key) is null then
    return 'unknown';
  elsif key = into_key then
    return 'same';
  end if;
  perform private.merge_name(caller.venue_id, key, name, into_key);
  return 'merged';
end;
$$;

-- Makes a merged name a player of its own again. Does nothing if it isn't merged.
create function public.part_player(key text) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('part_player');
  person text;
  keys text[];
begin
  perform private.lock_venue(caller.venue_id);
  key := private.player_key(key);
  person := private.person_of(caller.venue_id, key);
  keys := private.keys_of(caller.venue_id, person);
  delete from public.merged_players as merged where merged.venue_id = caller.venue_id and merged.name_key = part_player.key;
  if found then
    perform private.sort_sides(caller.venue_id, person);
    perform private.send_branding(caller.venue_id, keys);
  end if;
  return true;
end;
$$;

-- A player's other names, given one of them: all that were merged, which are erased together. Their own name comes
-- first, the others in the order in which they were merged.
create function public.list_other_names(key text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_other_names');
  named constant text := private.player_key(key);
  person constant text := private.person_of(caller.venue_id, named);
begin
  return (
    select coalesce(jsonb_agg(other.name order by other.merged_at nulls first, other.name_key), '[]')
    from (
      select person as name_key, coalesce(private.player_name(caller.venue_id, person), person) as name, null::timestamptz as merged_at
      union all
      select merged.name_key, merged.name, merged.merged_at from public.merged_players as merged
      where merged.venue_id = caller.venue_id and merged.name_key = any (private.keys_of(caller.venue_id, person))
    ) as other
    where other.name_key <> named
  );
end;
$$;
