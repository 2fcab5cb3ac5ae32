-- Results: the outcomes of matches. The service `score` folds logs by the project's rules and stores the results.
-- Otherwise only an import writes results, and an owner's correction is kept beside the folded one.

-- The racks that a side began with, by a result's detail.
create function private.handicap_of(detail jsonb, side text) returns int
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(began.racks) = 'number' then least(greatest(began.racks::numeric, 0), 9999)::int else 0 end
  from (select detail -> 'handicap' -> case side when 'A' then 0 else 1 end) as began (racks);
$$;

create table public.results (
  -- No foreign key: a result outlives its log.
  match_id uuid not null,
  id text not null unique
    default private.random_text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 22)
    constraint id_is_22_letters_and_digits check (id ~ '^[A-Za-z0-9]{22}$'),
  venue_id uuid not null references public.venues (id) on delete cascade,
  table_id uuid references public.user_overlays (id) on delete set null,
  table_title text not null,
  game text not null,
  rules int not null,
  p1 text not null,
  p2 text not null,
  s1 double precision not null,
  s2 double precision not null,
  race_to double precision not null,
  winner text constraint winner_is_a_side check (winner in ('A', 'B')),
  over boolean not null,
  started_at timestamptz not null,
  last_at timestamptz not null,
  ended_at timestamptz,
  -- An instant: its day depends on the venue's zone and closing hour at the time of reading.
  placed_at timestamptz not null generated always as (coalesce(ended_at, last_at)) stored,
  rev int not null default 1,
  by_hand jsonb constraint by_hand_fits check (
    jsonb_typeof(by_hand) = 'object' and octet_length(by_hand::text) <= 2048
  ),
  set_aside_at timestamptz,
  imported_at timestamptz,
  from_list boolean not null default false,
  detail jsonb not null constraint detail_fits check (
    jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 16384
  ),
  -- Reports add up many results, and reading each one's detail would take too long.
  handicap int not null generated always as (
    private.handicap_of(detail, 'A') + private.handicap_of(detail, 'B')
  ) stored,
  counts_units boolean not null default true,
  can_end boolean not null default true,
  fixture jsonb constraint fixture_is_one check (fixture is null or private.is_fixture(fixture)),
  constraint over_has_an_end check (over = (ended_at is not null)),
  -- Includes the venue: an imported file may name any match, and must not take over another venue's results.
  primary key (venue_id, match_id)
);
comment on table public.results is 'The outcomes of matches, folded from their logs. Reached through functions only.';
comment on column public.results.id is 'Its public address.';
comment on column public.results.winner is 'Null while it isn''t over, and for a draw.';
comment on column public.results.last_at is 'The last action that counts.';
comment on column public.results.ended_at is 'The action that decided it; null unless it is over.';
comment on column public.results.by_hand is
  'The owner''s correction, {p1, p2, s1, s2, at, uid}, shown instead of the folded values.';
comment on column public.results.set_aside_at is 'When the owner set it aside; null if it counts.';
comment on column public.results.from_list is
  'Whether a name was on the waiting list. If so, the public sees short names, unless the venue shows them in full.';
comment on column public.results.detail is 'The event, frames or racks, and statistics.';
comment on column public.results.handicap is 'The racks that the sides began with: nobody played them.';
comment on column public.results.fixture is 'The match of a tournament that it was played for.';
comment on column public.results.counts_units is 'Whether the scores count racks or frames.';
comment on column public.results.can_end is 'Whether the game''s rules end a match.';

alter table public.results enable row level security;
revoke all on table public.results from anon, authenticated;

create index results_venue_id on public.results (venue_id, placed_at desc, match_id);
create index results_table_id on public.results (table_id, placed_at desc, match_id);
create index results_fixture on public.results (venue_id, (fixture ->> 'tournament')) where fixture is not null;

create function private.keep_recorded_names() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.p1 := private.recorded_name(new.p1);
  new.p2 := private.recorded_name(new.p2);
  new.by_hand := new.by_hand || jsonb_build_object(
    'p1', private.recorded_name(new.by_hand ->> 'p1'), 'p2', private.recorded_name(new.by_hand ->> 'p2')
  );
  return new;
end;
$$;

create trigger keep_recorded_names before insert or update of p1, p2, by_hand on public.results
  for each row execute function private.keep_recorded_names();

create table public.result_sides (
  match_id uuid not null,
  side text not null constraint side_is_known check (side in ('A', 'B')),
  venue_id uuid not null,
  name_key text not null,
  name text not null,
  other_key text,
  won boolean not null,
  frames int not null,
  frames_lost int not null,
  high_break int not null,
  breaks_50 int not null,
  centuries int not null,
  break_and_runs int not null,
  run_outs int not null,
  placed_at timestamptz not null,
  lost boolean not null default false,
  primary key (venue_id, match_id, side),
  foreign key (venue_id, match_id) references public.results (venue_id, match_id) on delete cascade
);
comment on table public.result_sides is
  'The players of the results that count: one row for each side with a name. Reached through functions only.';
comment on column public.result_sides.name_key is 'The player''s key: the name''s own, or that of the player it was merged into.';
comment on column public.result_sides.other_key is 'The other side''s; null if that has no name.';
comment on column public.result_sides.frames is
  'Frames or racks won, without a head start; 0 if the scores count something else.';

alter table public.result_sides enable row level security;
revoke all on table public.result_sides from anon, authenticated;

-- Covers all columns behind a player's figures, so that thousands of matches are read from the index alone.
create index result_sides_name_key on public.result_sides (venue_id, name_key, placed_at desc, match_id) include (
  side, other_key, won, lost, frames, frames_lost, high_break, breaks_50, centuries, break_and_runs, run_outs
);
create index result_sides_pair on public.result_sides (venue_id, name_key, other_key, placed_at desc, match_id);

-- Reading ------------------------------------------------------------------------------------------

-- A result as shown: with the owner's correction, if there is one. A corrected score decides who won.
create function private.shown_result(inout kept public.results)
language plpgsql
immutable
set search_path = ''
as $$
declare
  s1 constant double precision := kept.by_hand ->> 's1';
  s2 constant double precision := kept.by_hand ->> 's2';
begin
  if kept.by_hand is null then
    return;
  end if;
  if kept.over and (kept.s1, kept.s2) is distinct from (s1, s2) then
    kept.winner := case sign(s1 - s2) when 1 then 'A' when -1 then 'B' end;
  end if;
  kept.p1 := kept.by_hand ->> 'p1';
  kept.p2 := kept.by_hand ->> 'p2';
  kept.s1 := s1;
  kept.s2 := s2;
end;
$$;

-- How a result's frames and statistics relate to its score: same; exchanged, if a correction swapped the sides' scores;
-- or other.
create function private.corrected_sides(kept public.results) returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when (shown.s1, shown.s2) = (kept.s1, kept.s2) then 'same'
    when (shown.s1, shown.s2) = (kept.s2, kept.s1) then 'exchanged'
    else 'other'
  end
  from private.shown_result(kept) as shown;
$$;

-- The state of a match that isn't live: over if its rules ended it, otherwise unfinished; scored if no rules end it.
create function private.final_state(over boolean, can_end boolean) returns text
language sql
immutable
set search_path = ''
as $$
  select case when over then 'over' when can_end then 'unfinished' else 'scored' end;
$$;

-- An owner's live matches: those that count at their tables and aren't over. A match that was sent late, long after its
-- last action, isn't live: it belongs to its own day.
create function private.live_matches(owner uuid, moment timestamptz) returns uuid[]
-- PL/pgSQL keeps its plan.
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select kept.match_id
    from private.shown_matches as played
    join public.venues on venues.owner_uid = played.owner_uid
    join public.results as kept on (kept.venue_id, kept.match_id) = (venues.id, played.id)
    where played.owner_uid = owner and not kept.over and played.until > moment
      and kept.last_at > moment - private.counts_for()
  );
end;
$$;

-- A result as lists show it.
create function private.result_json(kept public.results, is_live boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shown constant public.results := private.shown_result(kept);
  key1 text;
  key2 text;
begin
  if kept.set_aside_at is null then
    -- As stored by private.save_sides(): computing 200 keys again would take twice as long as the rest of a page.
    select max(played.name_key) filter (where played.side = 'A'), max(played.name_key) filter (where played.side = 'B')
    into key1, key2
    from public.result_sides as played where (played.venue_id, played.match_id) = (kept.venue_id, kept.match_id);
  else
    key1 := private.person_of(kept.venue_id, private.player_key(shown.p1));
    key2 := private.person_of(kept.venue_id, private.player_key(shown.p2));
  end if;
  return jsonb_build_object(
    'id', shown.id,
    'state', case when is_live then 'live' else private.final_state(shown.over, shown.can_end) end,
    'table_id', shown.table_id,
    'table_title', shown.table_title,
    'game', shown.game,
    'p1', shown.p1,
    'p2', shown.p2,
    'key1', key1,
    'key2', key2,
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'winner', shown.winner,
    'started_at', shown.started_at,
    'last_at', shown.last_at,
    'ended_at', shown.ended_at,
    'by_hand', shown.by_hand is not null,
    'set_aside', shown.set_aside_at is not null,
    'imported', shown.imported_at is not null,
    'rev', shown.rev
  );
end;
$$;

-- A match's result, locked; refuses another venue's. In the order of locks, it comes after the board.
create function private.own_result(caller private.actor, id text) returns public.results
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.results;
begin
  select * into kept from public.results
  where results.id = own_result.id and results.venue_id = caller.venue_id
  for no key update;
  if not found then
    perform private.refuse();
  end if;
  return kept;
end;
$$;

-- The owner's API ----------------------------------------------------------------------------------

-- A venue's results in a window of instants, the latest first. Live matches belong to now and are listed apart, on the
-- first page only. `after` is the `next` of the previous page; `most` is at most 500. Only results that count have
-- players. If the first page is empty, `nearest` has the times of the closest results before and after the window.
-- `due`: how many of the venue's matches aren't folded yet, at most 20.
create function public.list_results(
  from_at timestamptz, to_at timestamptz, table_id uuid default null, game text default null,
  player text default null, versus text default null, state text default null, after text default null,
  most int default 100
) returns jsonb
language plpgsql
security definer
set search_path = ''
-- Otherwise one plan would serve calls with and without a player.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  caller constant private.actor := private.authorize('list_results');
  since constant timestamptz := private.reached_since(caller);
  moment constant timestamptz := clock_timestamp();
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
  from_at := greatest(from_at, since);
  player := private.person_of(caller.venue_id, player);
  versus := private.person_of(caller.venue_id, versus);
  if after is not null then
    if not left(after, 100) ~ '^[0-9T:.+-]{19,40}/[0-9a-f-]{36}$' then
      raise exception 'this is not where a page ended' using errcode = '22023';
    end if;
    page_at := split_part(after, '/', 1)::timestamptz;
    page_match := split_part(after, '/', 2)::uuid;
  elsif moment >= from_at and moment < to_at and coalesce(state = 'live', true) then
    select coalesce(jsonb_agg(private.result_json(kept, true) order by kept.last_at desc), '[]')
    into live
    from public.results as kept
    where kept.venue_id = caller.venue_id and kept.match_id = any (live_ids)
      and (list_results.table_id is null or kept.table_id = list_results.table_id)
      and (list_results.game is null or kept.game = list_results.game)
      and (player is null or exists (
        select from public.result_sides as played
        where (played.venue_id, played.match_id) = (kept.venue_id, kept.match_id) and played.name_key = player
          and (versus is null or played.other_key = versus)
      ));
  end if;
  -- Each follows the order of its own index; the one that doesn't apply costs nothing.
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
        and (list_results.state is null or private.final_state(kept.over, kept.can_end) = list_results.state)
      order by kept.placed_at desc, kept.match_id
      limit page_size + 1
    )
    union all
    (
      select kept, played.placed_at, played.match_id
      from public.result_sides as played
      join public.results as kept on (kept.venue_id, kept.match_id) = (played.venue_id, played.match_id)
      where player is not null and played.venue_id = caller.venue_id and played.name_key = player
        and (versus is null or played.other_key = versus)
        -- A player who plays a namesake has both sides.
        and (played.side = 'A' or played.other_key is distinct from played.name_key)
        and played.placed_at >= from_at and played.placed_at < to_at
        and (page_at is null
          or (played.placed_at <= page_at and (played.placed_at < page_at or played.match_id > page_match)))
        and played.match_id <> all (live_ids)
        and (list_results.table_id is null or kept.table_id = list_results.table_id)
        and (list_results.game is null or kept.game = list_results.game)
        and (list_results.state is null or private.final_state(kept.over, kept.can_end) = list_results.state)
      order by played.placed_at desc, played.match_id
      limit page_size + 1
    )
  ), page as (
    select placed.*, row_number() over (order by placed.placed_at desc, placed.match_id) as number
    from placed
  )
  select
    coalesce(jsonb_agg(private.result_json(page.kept, false) order by page.number)
      filter (where page.number <= page_size), '[]'),
    count(*),
    max(page.placed_at) filter (where page.number = page_size),
    (array_agg(page.match_id) filter (where page.number = page_size))[1]
  into listed, found_count, page_at, page_match
  from page;
  return jsonb_build_object(
    'live', live,
    'results', listed,
    'next', case when found_count > page_size then (to_jsonb(page_at) #>> '{}') || '/' || page_match end,
    'nearest', case when after is null and live = '[]' and listed = '[]' then jsonb_build_object(
      'before', (
        select max(placed_at) from public.results
        where venue_id = caller.venue_id and placed_at >= since and placed_at < from_at
      ),
      'after', (
        select min(placed_at) from public.results
        where venue_id = caller.venue_id and placed_at >= greatest(to_at, since)
      )
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

-- The number of windows between instants. Refuses anything but 2 to 1,000 instants in ascending order.
create function private.windows_between(instants timestamptz[]) returns int
language plpgsql
immutable
set search_path = ''
as $$
begin
  if not coalesce(cardinality(instants) between 2 and 1000, false)
    or instants <> array(
      select distinct at from unnest(instants) as given (at) where at is not null order by at
    )
  then
    raise exception 'instants are 2 to 1,000, in ascending order' using errcode = '22023';
  end if;
  return cardinality(instants) - 1;
end;
$$;

-- How many counted results are in each window between 2 to 1,000 ascending instants. Live matches belong to now.
create function public.count_results(instants timestamptz[]) returns int[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('count_results');
  since constant timestamptz := private.reached_since(caller);
  moment constant timestamptz := clock_timestamp();
  live_ids constant uuid[] := private.live_matches(caller.owner_uid, moment);
  windows constant int := private.windows_between(instants);
begin
  return array(
    select coalesce(counted.results, 0)
    from generate_series(1, windows) as numbered (bucket)
    left join (
      select placed.bucket, count(*)::int as results
      from (
        select width_bucket(placed_at, instants) as bucket
        from public.results
        where venue_id = caller.venue_id and placed_at >= greatest(instants[1], since) and placed_at < instants[windows + 1]
          and set_aside_at is null and match_id <> all (live_ids)
        union all
        select width_bucket(moment, instants)
        from public.results
        where venue_id = caller.venue_id and match_id = any (live_ids) and set_aside_at is null
      ) as placed
      group by placed.bucket
    ) as counted using (bucket)
    order by numbered.bucket
  );
end;
$$;

-- A result with its frames, statistics and the corrected values; {status: unknown} if the venue has no such id.
create function public.get_result(id text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_result');
  kept public.results;
begin
  select * into kept from public.results
  where results.id = get_result.id and results.venue_id = caller.venue_id
    and results.placed_at >= private.reached_since(caller);
  if not found then
    return '{"status": "unknown"}';
  end if;
  return private.result_json(
      kept, kept.match_id = any (private.live_matches(caller.owner_uid, clock_timestamp()))
    ) || jsonb_build_object(
      'detail', kept.detail,
      'sides', private.corrected_sides(kept),
      'corrected', case when kept.by_hand is not null then jsonb_build_object(
        'p1', kept.p1, 'p2', kept.p2, 's1', kept.s1, 's2', kept.s2, 'at', kept.by_hand -> 'at'
      ) end
    );
end;
$$;

-- Sets a result aside, so that it isn't counted, or brings it back.
create function public.set_aside(id text, aside boolean) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('set_aside');
  kept constant public.results := private.own_result(caller, id);
begin
  update public.results
    set set_aside_at = case when aside then coalesce(set_aside_at, clock_timestamp()) end, rev = rev + 1
    where (venue_id, match_id) = (kept.venue_id, kept.match_id) and (set_aside_at is not null) is distinct from aside;
  perform private.save_sides(kept.venue_id, kept.match_id);
  return true;
end;
$$;

-- Corrects a result's names and scores, {p1, p2, s1, s2}; null removes the correction.
create function public.correct_result(id text, correction jsonb) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('correct_result');
  kept public.results;
begin
  perform private.require_plain_json(correction, 8192);
  if correction = 'null' then
    correction := null;
  end if;
  if correction is not null and not (
    jsonb_typeof(correction -> 'p1') is not distinct from 'string'
    and jsonb_typeof(correction -> 'p2') is not distinct from 'string'
    and char_length(correction ->> 'p1') <= 60
    and char_length(correction ->> 'p2') <= 60
    and private.is_number(correction -> 's1', -9999, 9999)
    and private.is_number(correction -> 's2', -9999, 9999)
  ) then
    raise exception 'a correction is two names and two scores' using errcode = '22023';
  end if;
  kept := private.own_result(caller, id);
  update public.results
    set by_hand = jsonb_build_object(
          'p1', correction -> 'p1', 'p2', correction -> 'p2', 's1', correction -> 's1', 's2', correction -> 's2',
          'at', clock_timestamp(), 'uid', caller.uid, 'device', caller.device_id
        ),
        rev = rev + 1
    where (venue_id, match_id) = (kept.venue_id, kept.match_id) and correction is not null;
  update public.results set by_hand = null, rev = rev + 1
    where (venue_id, match_id) = (kept.venue_id, kept.match_id) and correction is null and by_hand is not null;
  perform private.save_sides(kept.venue_id, kept.match_id);
  return true;
end;
$$;

-- Deletes a result and its match's log for good: deleted, or current if its table still shows the match.
create function public.delete_result(id text) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('delete_result');
  match uuid := (
    select match_id from public.results where results.id = delete_result.id and venue_id = caller.venue_id
  );
  current_match uuid;
begin
  -- The board first, so that the match can't be resumed meanwhile.
  select shown.match_id into current_match
  from public.matches as played join public.public_overlays as shown on shown.table_id = played.table_id
  where played.id = match for update of shown;
  if current_match = match then
    return 'current';
  end if;
  delete from public.matches where matches.id = match;
  perform private.own_result(caller, delete_result.id);
  delete from public.results where venue_id = caller.venue_id and match_id = match;
  return 'deleted';
end;
$$;

-- For the service ----------------------------------------------------------------------------------

-- The venue, and up to 20 of its matches that aren't folded yet, of games whose rules the service has: `rules` names
-- their versions.
create function public.list_due(rules jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_due');
begin
  perform private.require_plain_json(rules, 4096);
  return jsonb_build_object('venue_id', caller.venue_id, 'matches', coalesce((
    select jsonb_agg(waiting.id)
    from (
      select played.id
      from public.user_overlays as owned join public.matches as played on played.table_id = owned.id
      where owned.owner_uid = caller.owner_uid and played.seq > 0
        and (played.folded_seq is distinct from played.seq or played.folded_left_at is distinct from played.left_at)
        and played.rules <= (list_due.rules ->> played.game)::int
      -- Random order, so matches that can't be folded don't block the rest.
      order by random()
      limit 20
    ) as waiting
  ), '[]'));
end;
$$;

-- A match with its whole log, to be folded; null if there is none.
create function public.get_due(match uuid) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  played public.matches;
begin
  select * into played from public.matches where id = match;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'game', played.game,
    'start', played.start,
    'started_at', played.started_at,
    'seq', played.seq,
    'left_at', played.left_at,
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'seq', stored.seq, 'id', stored.id, 'kind', stored.kind, 'body', stored.body, 'at', stored.at
      ) order by stored.seq), '[]')
      from public.match_actions as stored where stored.match_id = match and stored.seq <= played.seq
    )
  );
end;
$$;

-- One side's number in a result's statistics; 0 if it has no such row.
create function private.statistic(kept public.results, side text, name text) returns int
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(counted.value) = 'number'
    then least(greatest(counted.value::numeric, 0), 99999)::int else 0 end
  from (
    select jsonb_path_query_first(
      kept.detail, '$.rows[*] ? (@.name == $name)', jsonb_build_object('name', name)
    ) -> 'values' -> case side when 'A' then 0 else 1 end
  ) as counted (value);
$$;

-- Rewrites a result's players.
create function private.save_sides(venue uuid, match uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.results;
  shown public.results;
  side_a text := 'A';
  side_b text := 'B';
begin
  delete from public.result_sides where venue_id = venue and match_id = match;
  select * into kept from public.results where venue_id = venue and match_id = match and set_aside_at is null;
  shown := private.shown_result(kept);
  if private.corrected_sides(kept) = 'exchanged' then
    side_a := 'B';
    side_b := 'A';
  end if;
  insert into public.result_sides (
    match_id, side, venue_id, name_key, name, other_key, won, frames, frames_lost, high_break, breaks_50, centuries,
    break_and_runs, run_outs, placed_at, lost
  )
  select shown.match_id, given.side, shown.venue_id, private.person_of(venue, private.player_key(given.name)),
    btrim(given.name), private.person_of(venue, private.player_key(given.other)), coalesce(shown.winner = given.side, false),
    case when shown.counts_units then greatest(given.score - private.handicap_of(kept.detail, given.counted_as), 0)
      else 0 end,
    case when shown.counts_units then
      greatest(given.other_score - private.handicap_of(kept.detail, given.other_counted_as), 0) else 0 end,
    private.statistic(kept, given.counted_as, 'highBreak'),
    private.statistic(kept, given.counted_as, 'breaks50'),
    private.statistic(kept, given.counted_as, 'breaks100'),
    private.statistic(kept, given.counted_as, 'breakAndRun'),
    private.statistic(kept, given.counted_as, 'runOut'),
    shown.placed_at, coalesce(shown.winner <> given.side, false)
  from (values
    ('A', shown.p1, shown.p2, shown.s1, shown.s2, side_a, side_b),
    ('B', shown.p2, shown.p1, shown.s2, shown.s1, side_b, side_a)
  ) as given (side, name, other, score, other_score, counted_as, other_counted_as)
  where kept.match_id is not null and private.player_key(given.name) is not null;
end;
$$;

-- Stores the result that the service folded from a log up to `seq`: {p1, p2, s1, s2, race_to, winner, over, started_at,
-- last_at, ended_at, detail, counts_units, can_end}, or null for a match without one. Returns stored; changed if the log
-- has grown meanwhile; or gone if the match no longer exists. Never changes corrections or what was set aside. Writes
-- nothing if nothing is new.
create function public.store_result(match uuid, seq int, left_at timestamptz, result jsonb) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  played public.matches;
  owned public.user_overlays;
  venue uuid;
  wrote int;
begin
  perform from public.public_overlays as shown
  where shown.table_id = (select table_id from public.matches where id = match) for update;
  select * into played from public.matches where id = match for no key update;
  if not found then
    return 'gone';
  elsif (played.seq, played.left_at) is distinct from (store_result.seq, store_result.left_at) then
    return 'changed';
  end if;
  update public.matches set folded_seq = played.seq, folded_left_at = played.left_at
  where id = match
    and (folded_seq is distinct from played.seq or folded_left_at is distinct from played.left_at);
  select * into owned from public.user_overlays where id = played.table_id;
  venue := private.venue_of(owned.owner_uid);
  -- A match that was rolled over continues as the next one.
  if result = 'null' or result is null
    or exists (select from public.matches where table_id = played.table_id and previous_id = match and continues)
  then
    delete from public.results where venue_id = venue and match_id = match and by_hand is null and set_aside_at is null;
    return 'stored';
  end if;
  insert into public.results as kept (
    match_id, venue_id, table_id, table_title, game, rules, p1, p2, s1, s2, race_to, winner, over, started_at, last_at,
    ended_at, from_list, detail, counts_units, can_end, fixture
  )
  select match, venue, owned.id, owned.title, played.game, played.rules,
    given.p1, given.p2, given.s1, given.s2, given.race_to, given.winner, given.over, given.started_at, given.last_at,
    given.ended_at, private.is_of_list(venue, array[given.p1, given.p2]), given.detail,
    given.counts_units, given.can_end, private.turned_fixture(
      played.fixture, played.start ->> 'p1', played.start ->> 'p2', given.p1, given.p2
    )
  from jsonb_populate_record(null::public.results, result) as given
  on conflict (venue_id, match_id) do update
    set p1 = excluded.p1, p2 = excluded.p2, s1 = excluded.s1, s2 = excluded.s2, race_to = excluded.race_to,
        winner = excluded.winner, over = excluded.over, started_at = excluded.started_at,
        last_at = excluded.last_at, ended_at = excluded.ended_at, detail = excluded.detail, rules = excluded.rules,
        counts_units = excluded.counts_units, can_end = excluded.can_end,
        from_list = kept.from_list or excluded.from_list, fixture = excluded.fixture, rev = kept.rev + 1
    where (kept.p1, kept.p2, kept.s1, kept.s2, kept.race_to, kept.winner, kept.over, kept.started_at, kept.last_at,
        kept.ended_at, kept.detail, kept.rules, kept.counts_units, kept.can_end)
      is distinct from (excluded.p1, excluded.p2, excluded.s1, excluded.s2, excluded.race_to, excluded.winner,
        excluded.over, excluded.started_at, excluded.last_at, excluded.ended_at, excluded.detail, excluded.rules,
        excluded.counts_units, excluded.can_end);
  get diagnostics wrote = row_count;
  if wrote > 0 then
    perform private.save_sides(venue, match);
  end if;
  return 'stored';
end;
$$;

-- Deletes the logs of up to 20 of a venue's matches that were folded, left, and last scored longer ago than the venue
-- keeps logs. Returns how many. Results stay.
create function public.purge_logs(venue uuid) returns int
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  kept_since constant timestamptz := (
    select clock_timestamp() - make_interval(days => keep_log_days)
    from public.venues where id = venue and keep_log_days > 0
  );
  old record;
  purged int := 0;
begin
  for old in
    -- In order of tables, the order in which boards are locked.
    select outdated.id, outdated.table_id
    from (
      select played.id, played.table_id
      from public.venues
      join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
      join public.matches as played on played.table_id = owned.id
      where venues.id = venue and coalesce(played.stored_at, played.left_at) < kept_since
        and played.left_at is not null
        and (played.seq = 0 or (played.folded_seq = played.seq and played.folded_left_at = played.left_at))
      limit 20
    ) as outdated
    order by outdated.table_id
  loop
    perform from public.public_overlays as shown where shown.table_id = old.table_id for update;
    delete from public.matches as played
    where played.id = old.id and played.left_at is not null
      and (played.seq = 0 or (played.folded_seq = played.seq and played.folded_left_at = played.left_at));
    if found then
      purged := purged + 1;
    end if;
  end loop;
  return purged;
end;
$$;

-- Totals of play between the first and the last of 2 to 1,000 ascending instants. {matches, frames, seconds} have an
-- element for each window between two instants; {tables, games} have the sums. A match belongs to the window of its end
-- or last action; a live one, to now. Its time is split at the borders. If a board was left on, only its last 24 hours
-- count.
create function public.get_report(instants timestamptz[], table_id uuid default null, game text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_report');
  moment constant timestamptz := clock_timestamp();
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
        width_bucket(till.at, instants) as till_part,
        case when kept.counts_units then
          greatest(
            coalesce((kept.by_hand ->> 's1')::double precision, kept.s1)
            + coalesce((kept.by_hand ->> 's2')::double precision, kept.s2)
            - kept.handicap, 0
          )
        else 0 end as frames
      from public.results as kept
      cross join lateral (
        select case when kept.match_id = any (live_ids) then moment else kept.placed_at end as at
      ) as till
      where kept.venue_id = caller.venue_id and kept.set_aside_at is null
        and (kept.placed_at >= opens_at or kept.match_id = any (live_ids))
        and kept.placed_at < closes_at + interval '24 hours'
        and till.at >= opens_at and kept.started_at < closes_at
        and (get_report.table_id is null or kept.table_id = get_report.table_id)
        and (get_report.game is null or kept.game = get_report.game)
    ),
    by_part as (
      select part,
        count(*) filter (where till_part = part) as matches,
        coalesce(sum(frames) filter (where till_part = part), 0) as frames,
        round(sum(date_part('epoch',
          least(till_at, instants[part + 1]) - greatest(from_at, instants[part])
        ))) as seconds
      from counted, generate_series(
        greatest(1, width_bucket(from_at, instants)), least(windows, till_part)
      ) as part
      group by part
    ),
    summed as (
      -- Deleted tables are told apart by their titles.
      select counted.table_id, case when counted.table_id is null then counted.title end as title, counted.game,
        grouping(counted.game) = 0 as is_game,
        count(*) filter (where till_part <= windows) as matches,
        coalesce(sum(frames) filter (where till_part <= windows), 0) as frames,
        round(sum(date_part('epoch',
          least(till_at, closes_at) - greatest(from_at, opens_at)
        ))) as seconds
      from counted
      group by grouping sets (
        (counted.table_id, case when counted.table_id is null then counted.title end), (counted.game)
      )
    )
    select jsonb_build_object(
      'matches', jsonb_agg(coalesce(by_part.matches, 0) order by n),
      'frames', jsonb_agg(coalesce(by_part.frames, 0) order by n),
      'seconds', jsonb_agg(coalesce(by_part.seconds, 0) order by n),
      'tables', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'title', coalesce(owned.title, summed.title), 'matches', summed.matches, 'frames', summed.frames,
          'seconds', summed.seconds
        ) order by owned.position, owned.created_at, owned.id, summed.title), '[]')
        from summed left join public.user_overlays as owned on owned.id = summed.table_id
        where not is_game
      ),
      'games', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'game', summed.game, 'matches', summed.matches, 'frames', summed.frames, 'seconds', summed.seconds
        ) order by summed.seconds desc, summed.game), '[]')
        from summed where is_game
      )
    )
    from generate_series(1, windows) as n
    left join by_part on by_part.part = n
  );
end;
$$;
