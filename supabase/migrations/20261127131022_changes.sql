-- Written by `npm run baseline` from supabase/schemas.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.erase_from_record(venue uuid, keys text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  erased record;
  is_changed boolean;
begin
  -- Their files are deleted within the hour, like those of all removed pictures.
  delete from public.snapshots as stored
  using public.snapshot_tables as pictured
  where pictured.venue_id = venue and stored.match_id = pictured.match_id and private.names_player(stored.board, keys);
  is_changed := found;
  for erased in
    update public.results as kept
      set p1 = case when private.name_key(kept.p1) = any (keys) then '' else kept.p1 end,
          p2 = case when private.name_key(kept.p2) = any (keys) then '' else kept.p2 end,
          by_hand = private.without_player(kept.by_hand, keys),
          detail = case
            when private.name_key(kept.detail ->> 'event') = any (keys) then kept.detail - 'event' else kept.detail
          end,
          rev = kept.rev + 1
      where kept.venue_id = venue and (
        private.name_key(kept.p1) = any (keys) or private.name_key(kept.p2) = any (keys)
        or private.name_key(kept.detail ->> 'event') = any (keys)
        or private.names_player(kept.by_hand, keys)
      )
      returning kept.match_id
  loop
    perform private.save_sides(venue, erased.match_id);
    is_changed := true;
  end loop;
  delete from public.players as known where known.venue_id = venue and known.name_key = any (keys);
  is_changed := is_changed or found;
  update public.waiting as held
    set name = case when held.name_key = any (keys) then '' else held.name end,
        name2 = case when held.name_key2 = any (keys) then '' else held.name2 end,
        number = case when held.name_key = any (keys) then 1 else held.number end,
        number2 = case when held.name_key2 = any (keys) then 1 else held.number2 end
    where held.venue_id = venue and (held.name_key = any (keys) or held.name_key2 = any (keys));
  if found then
    is_changed := true;
    perform private.raise_room_seq(venue);
  end if;
  update public.waiting_ops as made set was = private.without_player(made.was, keys)
    where made.venue_id = venue and private.names_player(made.was, keys);
  is_changed := is_changed or found;
  -- An answer describes the last action in a sentence, which may contain the name.
  update public.machine_requests as made
  set answer = private.without_player(made.answer || '{"last": null}', keys)
  from public.venues
  join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
  join public.scorer_links as given on given.table_id = owned.id
  where venues.id = venue and made.link_id = given.id and private.mentions_player(made.answer, keys);
  perform private.forget_told_boards(venue);
  -- Empties the boards sent in the matches that named them. Each name is compared once, because hosted Realtime may hold
  -- a hundred thousand boards.
  with boards as materialized (
    select sent.id, sent.payload ->> 'match' as match,
      array[sent.payload ->> 'p1', sent.payload ->> 'p2', sent.payload ->> 'event'] as texts
    from realtime.messages as sent
    where sent.payload ->> 'match' in (
      select played.id::text
      from public.venues
      join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
      join public.matches as played on played.table_id = owned.id
      where venues.id = venue
    )
  ), named as materialized (
    select told.match
    from (select distinct boards.match, text from boards, unnest(boards.texts) as text) as told
    where private.name_key(told.text) = any (keys)
  )
  update realtime.messages as sent set event = 'erased', payload = '{}'
  from boards
  where boards.match in (select named.match from named) and sent.id = boards.id;
  return is_changed;
end;
$function$;

CREATE OR REPLACE FUNCTION private.handicap_of(detail jsonb, side text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(began.racks) = 'number' then least(greatest(began.racks::numeric, 0), 9999)::int else 0 end
  from (select detail -> 'handicap' -> case side when 'A' then 0 else 1 end) as began (racks);
$function$;

ALTER FUNCTION "private"."handicap_of"(jsonb, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.save_sides(venue uuid, match uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.screen_names(owner uuid, p1 text, p2 text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select case when count(*) = 0 then '{}' else jsonb_build_object(
      'screen_names', jsonb_object_agg(named.side, listed.name)
    ) end
    from public.venues
    cross join (values ('p1', p1), ('p2', p2)) as named (side, name)
    cross join lateral (
      select private.numbered_name(named.name, held.letters, held.number) as name
      from (
        select first.ended_at, first.letters, first.number from public.waiting as first
        where first.venue_id = venues.id and first.name_key = private.player_key(named.name)
        union all
        select second.ended_at, second.letters2, second.number2 from public.waiting as second
        where second.venue_id = venues.id and second.name_key2 = private.player_key(named.name)
      ) as held
      order by held.ended_at desc nulls first
      limit 1
    ) as listed
    -- A case, so that the planner asks it of listed names alone: few are, and it takes longer than finding them.
    where venues.owner_uid = owner
      and case when listed.name is not null then private.shortens_name(venues.id, named.name) end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_report(instants timestamp with time zone[], table_id uuid DEFAULT NULL::uuid, game text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON COLUMN "public"."result_sides"."frames" IS 'Frames or racks won, without a head start; 0 if the scores count something else.';

COMMENT ON COLUMN "public"."results"."detail" IS 'The event, frames or racks, and statistics.';

REVOKE ALL ON FUNCTION "private"."handicap_of"(jsonb, text) FROM PUBLIC;

ALTER TABLE "public"."results" ADD COLUMN "handicap" integer GENERATED ALWAYS AS ((private.handicap_of(detail, 'A'::text) + private.handicap_of(detail, 'B'::text))) STORED NOT NULL;

COMMENT ON COLUMN "public"."results"."handicap" IS 'The racks that the sides began with: nobody played them.';
