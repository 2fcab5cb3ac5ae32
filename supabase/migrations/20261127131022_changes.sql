-- Written by `npm run baseline` from supabase/schemas.

set local check_function_bodies = off;

DROP TRIGGER "send_room_renamed" ON "public"."user_overlays";

DROP FUNCTION "private"."judge_op"(private.actor, jsonb, timestamp with time zone);

DROP FUNCTION "private"."seated"(private.parties, timestamp with time zone, boolean);

DROP VIEW "private"."parties";

DROP FUNCTION "private"."send_room_renamed"();

CREATE TABLE "public"."tournament_facts" ("tournament_id" uuid NOT NULL, "seq" integer NOT NULL, "key" text NOT NULL, "value" jsonb NOT NULL, "op" uuid NOT NULL, "by_uid" uuid, "by_device" uuid, "at" timestamp with time zone NOT NULL, CONSTRAINT "by_an_account_or_a_device" CHECK ((num_nonnulls(by_uid, by_device) <= 1)), CONSTRAINT "seq_counts_from_one" CHECK ((seq >= 1)), CONSTRAINT "tournament_facts_pkey" PRIMARY KEY (tournament_id, seq), CONSTRAINT "tournament_facts_tournament_id_op_key_key" UNIQUE (tournament_id, op, key));

ALTER TABLE "public"."tournament_facts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."tournament_facts" OWNER TO "postgres";

REVOKE ALL ON TABLE "public"."tournament_facts" FROM "anon", "authenticated";

CREATE TABLE "public"."tournaments" ("id" uuid NOT NULL, "venue_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL, CONSTRAINT "tournaments_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."tournaments" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."tournaments" OWNER TO "postgres";

REVOKE ALL ON TABLE "public"."tournaments" FROM "anon", "authenticated";

ALTER TABLE "public"."matches" ADD COLUMN "fixture" jsonb;

ALTER TABLE "public"."results" ADD COLUMN "fixture" jsonb;

ALTER TABLE "public"."waiting" ADD COLUMN "fixture" jsonb;

ALTER TABLE "public"."waiting" ADD COLUMN "ordered" jsonb;

CREATE OR REPLACE FUNCTION private.add_facts(caller private.actor, tournament uuid, op uuid, facts jsonb, moment timestamp with time zone, OUT outcome text, OUT reason text, OUT fact jsonb, OUT added bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known_seq int;
  by_service int;
begin
  added := 0;
  outcome := 'done';
  if exists (
    select from public.tournament_facts as known where known.tournament_id = tournament and known.op = add_facts.op
  ) then
    return;
  end if;
  select fresh.last_fact into fact from private.fresh_facts(tournament, facts) as fresh
    where fresh.last_seq <> fresh.before order by fresh.last_seq desc limit 1;
  if found then
    outcome := 'refused';
    reason := 'changed';
    return;
  end if;
  select count(*) into added from private.fresh_facts(tournament, facts);
  if added = 0 then
    outcome := 'already';
    return;
  end if;
  select coalesce(max(known.seq), 0), count(*) filter (where device.role = 'service') into known_seq, by_service
    from public.tournament_facts as known left join public.devices as device on device.id = known.by_device
    where known.tournament_id = tournament;
  if known_seq + added > 2000 or caller.kind = 'service' and by_service + added > 500 then
    outcome := 'full';
    reason := 'facts';
    added := 0;
    return;
  end if;
  insert into public.tournaments (id, venue_id, created_at)
    values (tournament, caller.venue_id, moment) on conflict (id) do nothing;
  insert into public.tournament_facts (tournament_id, seq, key, value, op, by_uid, by_device, at)
  select tournament, known_seq + row_number() over (order by fresh.number), fresh.key,
    case when named.field is null or fresh.value = 'null' then fresh.value else
      fresh.value || jsonb_build_object(named.field, private.without_turns(fresh.value ->> named.field))
    end, add_facts.op, caller.uid, caller.device_id, moment
  from private.fresh_facts(tournament, facts) as fresh, private.fact_name(fresh.key) as named (field);
end;
$function$;

ALTER FUNCTION "private"."add_facts"(private.actor, uuid, uuid, jsonb, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.are_facts(facts jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_typeof(facts) is not distinct from 'array'
    and jsonb_array_length(facts) between 1 and 200
    and not exists (
      select from jsonb_array_elements(facts) as given (fact)
      where not private.is_fact(given.fact ->> 'key', given.fact -> 'value')
        or not private.is_whole(given.fact -> 'before', 0, 2147483647)
    )
    and (
      select count(distinct given.fact ->> 'key') = count(*) from jsonb_array_elements(facts) as given (fact)
    );
end;
$function$;

ALTER FUNCTION "private"."are_facts"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.are_outcomes(facts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select not jsonb_path_exists(facts, '$[*] ? (!(@.key starts with "outcome:"))');
$function$;

ALTER FUNCTION "private"."are_outcomes"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.call_problem(op jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'op' where not private.is_missing(op -> 'facts')
    and not (private.are_facts(op -> 'facts') and private.are_outcomes(op -> 'facts'));
$function$;

ALTER FUNCTION "private"."call_problem"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.change_facts(caller private.actor, op jsonb, may_run boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tournament uuid;
  venue uuid;
  moment timestamptz;
  become record;
begin
  perform private.require_plain_json(op, 65536);
  if jsonb_typeof(op) is distinct from 'object' or not private.is_id(op ->> 'id')
    or not private.is_id(op ->> 'tournament') or not private.are_facts(op -> 'facts')
  then
    return '{"outcome": "bad", "reason": "op", "fact": null, "tournament": null}';
  end if;
  tournament := op ->> 'tournament';
  perform private.lock_venue(caller.venue_id);
  select held.venue_id into venue from public.tournaments as held where held.id = tournament;
  if venue is distinct from caller.venue_id and (venue is not null or not may_run)
    or not may_run and not private.are_outcomes(op -> 'facts')
  then
    perform private.refuse();
  end if;
  moment := clock_timestamp();
  if venue is null and (
    select count(*) >= private.most('tournaments')
      or count(*) filter (where held.created_at > moment - interval '1 hour' and held.created_at <= moment) >= 20
    from public.tournaments as held where held.venue_id = caller.venue_id
  ) then
    return '{"outcome": "full", "reason": "tournaments", "fact": null, "tournament": null}';
  end if;
  become := private.add_facts(caller, tournament, (op ->> 'id')::uuid, op -> 'facts', moment);
  if become.added > 0 then
    perform private.raise_room_seq(caller.venue_id);
  end if;
  return jsonb_build_object(
    'outcome', become.outcome, 'reason', become.reason, 'fact', become.fact,
    'tournament', private.tournament_json(caller.venue_id, tournament)
  );
end;
$function$;

ALTER FUNCTION "private"."change_facts"(private.actor, jsonb, boolean) OWNER TO "postgres";

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
  is_changed := private.erase_from_tournaments(venue, keys) or is_changed;
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

CREATE OR REPLACE FUNCTION private.erase_from_tournaments(venue uuid, keys text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named uuid[];
begin
  select array_agg(distinct fact.tournament_id) into named
  from public.tournaments as held join public.tournament_facts as fact on fact.tournament_id = held.id
  where held.venue_id = venue and private.names_player(fact.value, keys);
  -- As new facts, so that no device brings the name back.
  insert into public.tournament_facts (tournament_id, seq, key, value, op, at)
  select last.tournament_id,
    (select max(known.seq) from public.tournament_facts as known where known.tournament_id = last.tournament_id)
      + row_number() over (partition by last.tournament_id order by last.seq, added.key),
    added.key, added.value, gen_random_uuid(), clock_timestamp()
  from private.last_facts as last
  cross join lateral (
    select last.key, private.without_player(last.value, keys)
    union all
    select replace(last.key, 'entry:', 'out:'), 'true'
    where last.key like 'entry:%' and not private.is_closed(last.tournament_id)
  ) as added (key, value)
  where last.tournament_id = any (named) and private.names_player(last.value, keys);
  update public.tournament_facts as fact set value = private.without_player(fact.value, keys)
    where fact.tournament_id = any (named) and private.names_player(fact.value, keys);
  if named is not null then
    perform private.raise_room_seq(venue);
  end if;
  return named is not null;
end;
$function$;

ALTER FUNCTION "private"."erase_from_tournaments"(uuid, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.fact_name(key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when key like 'entry:%' then 'name' when key = 'open' then 'title' end;
$function$;

ALTER FUNCTION "private"."fact_name"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.fixture_at(table_id uuid, p1 text, p2 text, moment timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.turned_fixture(held.fixture, held.name, held.name2, p1, p2)
  from private.party_of(table_id, p1, p2, moment) as held;
$function$;

ALTER FUNCTION "private"."fixture_at"(uuid, text, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.fresh_facts(tournament uuid, facts jsonb)
 RETURNS TABLE(number bigint, key text, value jsonb, before integer, last_seq integer, last_fact jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select given.number, given.fact ->> 'key', given.fact -> 'value', (given.fact -> 'before')::int,
    coalesce(last.seq, 0), last.fact
  from jsonb_array_elements(facts) with ordinality as given (fact, number)
  left join private.last_facts as last on last.tournament_id = tournament and last.key = given.fact ->> 'key'
  where given.fact -> 'value' <> coalesce(last.value, 'null');
$function$;

ALTER FUNCTION "private"."fresh_facts"(uuid, jsonb) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION private.is_closed(tournament uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.last_facts as last
    where last.tournament_id = tournament and last.key = 'closed' and last.value = 'true'
  );
$function$;

ALTER FUNCTION "private"."is_closed"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_decided(held public.waiting)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.last_facts as last
    where last.tournament_id = (held.fixture ->> 'tournament')::uuid and last.key = 'outcome:' || (held.fixture ->> 'slot')
      and last.value -> 'pair' @> (held.fixture -> 'pair') and last.value -> 'pair' <@ (held.fixture -> 'pair')
  ) or exists (
    select from public.matches as played
    join public.user_overlays as owned on owned.id = played.table_id
    join public.venues on venues.owner_uid = owned.owner_uid and venues.id = held.venue_id
    where played.fixture ->> 'tournament' = held.fixture ->> 'tournament'
      and played.fixture -> 'slot' = held.fixture -> 'slot' and played.ended_at is not null
      and played.fixture -> 'pair' @> (held.fixture -> 'pair')
  );
$function$;

ALTER FUNCTION "private"."is_decided"(public.waiting) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_fact(key text, value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    key ~ '^(format|places|seats|tables|open|closed|(entry|out):([1-9]\d?|1[01]\d|12[0-8])|outcome:.*)$'
    and (key not like 'outcome:%' or private.is_slot(substr(key, 9)))
    and octet_length(value::text) <= case when strpos(key, ':') > 0 then 1024 else 8192 end
    and (value = 'null' or private.fact_name(key) is null or private.is_text(value -> private.fact_name(key), 60)),
    false);
$function$;

ALTER FUNCTION "private"."is_fact"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_fact_line(fact jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.is_whole(fact -> 'seq', 1, 2147483647) and private.is_fact(fact ->> 'key', fact -> 'value')
    and private.is_id(fact ->> 'op') and private.is_time(fact -> 'at')
    and jsonb_typeof(fact -> 'by_owner') is not distinct from 'boolean';
$function$;

ALTER FUNCTION "private"."is_fact_line"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_fixture(fixture jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    private.is_id(fixture ->> 'tournament') and private.is_slot(fixture ->> 'slot')
    and (fixture -> 'pair')::text ~ '^\[[1-9]\d{0,2}, [1-9]\d{0,2}\]$'
    and fixture #> '{pair,0}' <> fixture #> '{pair,1}'
    and fixture - '{tournament,slot,pair}'::text[] = '{}', false);
$function$;

ALTER FUNCTION "private"."is_fixture"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_line(line jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case line ->> 'type'
    when 'venue' then
      return jsonb_typeof(line -> 'is_public') is not distinct from 'boolean'
        and private.is_whole(line -> 'keep_days', 1, 365)
        and coalesce(line ->> 'time_zone' ~ '^[A-Za-z0-9_+/-]{1,64}$', false)
        and private.is_whole(line -> 'closing_hour', 0, 12)
        and (private.is_whole(line -> 'keep_log_days', 30, 36500) or line -> 'keep_log_days' = '0')
        and jsonb_typeof(line -> 'shows_live') is not distinct from 'boolean'
        and jsonb_typeof(line -> 'shortens_names') is not distinct from 'boolean'
        and coalesce(jsonb_typeof(line -> 'full_names') in ('boolean', 'null'), true)
        -- Files from before venues had names have none.
        and (private.is_missing(line -> 'title') or private.is_text(line -> 'title', 60));
    when 'table' then
      return private.is_id(line ->> 'id') and private.is_text(line -> 'title', 60)
        and private.is_whole(line -> 'position', -1000000, 1000000)
        and (private.is_missing(line -> 'archived_at') or private.is_time(line -> 'archived_at'))
        and private.is_time(line -> 'created_at')
        and (private.is_missing(line -> 'kind') or line ->> 'kind' in ('pool', 'snooker'))
        and coalesce(jsonb_typeof(line -> 'out_of_use') in ('boolean', 'null'), true);
    when 'board' then
      return private.is_id(line ->> 'table') and private.is_id(line ->> 'match')
        and private.is_board(line || '{"rules": 1}', 1)
        and coalesce(line ->> 'theme' in ('dark', 'light'), false)
        and (private.is_missing(line -> 'shot') or private.is_object(line -> 'shot', 256))
        and (private.is_missing(line -> 'visit_at') or private.is_time(line -> 'visit_at'))
        and private.is_number(line #> '{clock,accum}', 0, 31536000)
        and case line #> '{clock,running}'
          when 'true' then private.is_time(line #> '{clock,started_at}')
          when 'false' then private.is_missing(line #> '{clock,started_at}')
          else false
        end;
    when 'link' then
      return private.is_id(line ->> 'id') and private.is_id(line ->> 'table') and private.is_text(line -> 'label', 60)
        and private.is_time(line -> 'created_at');
    when 'player' then
      return private.is_text(line -> 'name', 60) and private.name_key(line ->> 'name') <> ''
        and (private.is_missing(line -> 'flag') or coalesce(line ->> 'flag' ~ '^[A-Z]{2}$', false))
        and (private.is_missing(line -> 'hidden_at') or private.is_time(line -> 'hidden_at'));
    when 'merge' then
      return private.is_text(line -> 'name', 60) and private.player_key(line ->> 'name') is not null
        and private.is_text(line -> 'into', 60) and private.player_key(line ->> 'into') is not null;
    when 'match' then
      return private.is_id(line ->> 'id') and private.is_id(line ->> 'table')
        and private.is_whole(line -> 'number', 1, 2147483647)
        and (private.is_missing(line -> 'previous') or private.is_id(line ->> 'previous'))
        and private.is_game(line) and private.is_object(line -> 'start', 4096)
        and private.is_whole(line -> 'seq', 0, 5000)
        and (private.is_missing(line -> 'result') or private.is_object(line -> 'result', 2048))
        and (private.is_missing(line -> 'last_board') or private.is_object(line -> 'last_board', 8192)
          and private.is_board((line -> 'last_board') || '{"rules": 1}', 1)
          and (
            private.is_missing(line #> '{last_board,visit_at}') or private.is_time(line #> '{last_board,visit_at}')
          ))
        and private.is_time(line -> 'started_at') and private.is_time(line -> 'created_at')
        and (private.is_missing(line -> 'ended_at') or private.is_time(line -> 'ended_at'))
        and (private.is_missing(line -> 'left_at') or private.is_time(line -> 'left_at'))
        and (private.is_missing(line -> 'clock_before') or private.is_object(line -> 'clock_before', 256))
        and (private.is_missing(line -> 'fixture') or private.is_fixture(line -> 'fixture'))
        and jsonb_typeof(line -> 'continues') is not distinct from 'boolean'
        and jsonb_typeof(line -> 'folded') is not distinct from 'boolean';
    when 'log' then
      return private.is_id(line ->> 'match')
        and jsonb_typeof(line -> 'entries') is not distinct from 'array'
        and jsonb_array_length(line -> 'entries') between 1 and 100
        and not exists (
          select from jsonb_array_elements(line -> 'entries') as held (entry)
          where not private.is_entry(held.entry)
        );
    when 'result' then
      return coalesce(line ->> 'id' ~ '^[A-Za-z0-9]{22}$', false) and private.is_id(line ->> 'match')
        and (private.is_missing(line -> 'table') or private.is_id(line ->> 'table'))
        and private.is_text(line -> 'table_title', 60) and private.is_game(line)
        and private.is_board(line || '{"rules": 1, "result": null, "detail": null}', 1)
        and (private.is_missing(line -> 'winner') or line ->> 'winner' in ('A', 'B'))
        and private.is_time(line -> 'started_at') and private.is_time(line -> 'last_at')
        and (line ->> 'started_at')::timestamptz <= (line ->> 'last_at')::timestamptz
        and case line -> 'over'
          when 'true' then private.is_time(line -> 'ended_at')
          when 'false' then private.is_missing(line -> 'ended_at')
          else false
        end
        and private.is_whole(line -> 'rev', 1, 2147483646)
        and (private.is_missing(line -> 'by_hand') or private.is_object(line -> 'by_hand', 2048)
          and private.is_time(line #> '{by_hand,at}')
          and private.is_board((line -> 'by_hand') || '{"rules": 1, "race_to": 0}', 1))
        and (private.is_missing(line -> 'set_aside_at') or private.is_time(line -> 'set_aside_at'))
        and coalesce(jsonb_typeof(line -> 'from_list') in ('boolean', 'null'), true)
        and private.is_object(line -> 'detail', 16384)
        and coalesce(jsonb_typeof(line -> 'counts_units') in ('boolean', 'null'), true)
        and coalesce(jsonb_typeof(line -> 'can_end') in ('boolean', 'null'), true)
        and (private.is_missing(line -> 'fixture') or private.is_fixture(line -> 'fixture'));
    when 'tournament' then
      return private.is_id(line ->> 'id') and private.is_time(line -> 'created_at');
    when 'facts' then
      return private.is_id(line ->> 'tournament')
        and jsonb_typeof(line -> 'facts') is not distinct from 'array'
        and jsonb_array_length(line -> 'facts') between 1 and 100
        and not exists (
          select from jsonb_array_elements(line -> 'facts') as held (fact)
          where not coalesce(private.is_fact_line(held.fact), false)
        );
    else
      return false;
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_order(ordered jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    left(ordered ->> 'game', 33) ~ '^[a-z][a-z0-9-]{0,31}$'
    and (ordered -> 'raceTo')::text ~ '^[1-9]\d{0,3}$'
    and (ordered -> 'handicap')::text ~ '^\[\d{1,4}, \d{1,4}\]$'
    and private.is_text(ordered -> 'event', 60)
    and ordered - '{game,raceTo,handicap,event}'::text[] = '{}', false);
$function$;

ALTER FUNCTION "private"."is_order"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_programme(programme jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(case when jsonb_typeof(programme) = 'object' then
    programme - '{turns,seconds}'::text[] = '{}'
    and programme -> 'turns' = (
      select jsonb_agg(listed.turn order by listed.place)
      from unnest('{tables,table,waiting,tournament,sponsors}'::text[]) with ordinality as listed (turn, place)
      where programme -> 'turns' ? listed.turn
    )
    and case when jsonb_typeof(programme -> 'seconds') = 'number' then
      (programme -> 'seconds')::numeric between 8 and 600 and (programme -> 'seconds')::numeric % 1 = 0
    end
  end, false);
$function$;

CREATE OR REPLACE FUNCTION private.is_slot(slot text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(slot ~ '^[a-z]\d{0,2}(\.\d{1,3})?$', false);
$function$;

ALTER FUNCTION "private"."is_slot"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_taken(owner uuid, line jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
      select from public.user_overlays as owned
      where owned.owner_uid <> owner
        and owned.id = (case when line ->> 'type' = 'table' then line ->> 'id' else line ->> 'table' end)::uuid
    )
    or line ->> 'type' = 'link' and exists (
      select from public.scorer_links as given
      where given.id = (line ->> 'id')::uuid and given.table_id <> (line ->> 'table')::uuid
    )
    or line ->> 'type' = 'match' and exists (
      select from public.matches as played
      where played.id = (line ->> 'id')::uuid
        and (played.table_id, played.number) <> ((line ->> 'table')::uuid, (line ->> 'number')::int)
        or played.table_id = (line ->> 'table')::uuid and played.number = (line ->> 'number')::int
        and played.id <> (line ->> 'id')::uuid
    )
    or line ->> 'type' in ('log', 'result') and exists (
      select from public.matches as played join public.user_overlays as owned on owned.id = played.table_id
      where played.id = (line ->> 'match')::uuid and owned.owner_uid <> owner
    )
    or line ->> 'type' in ('tournament', 'facts') and exists (
      select from public.tournaments as held
      where held.id = coalesce(line ->> 'tournament', line ->> 'id')::uuid and held.venue_id <> private.venue_of(owner)
    )
    or line ->> 'type' = 'result' and exists (
      select from public.results as kept
      where (kept.id = line ->> 'id'
          or (kept.venue_id, kept.match_id) = (private.venue_of(owner), (line ->> 'match')::uuid))
        and (kept.match_id, kept.id, kept.venue_id)
          <> ((line ->> 'match')::uuid, line ->> 'id', private.venue_of(owner))
    );
end;
$function$;

CREATE OR REPLACE FUNCTION private.judge_op(caller private.actor, op jsonb, moment timestamp with time zone, OUT made public.waiting_ops, OUT held public.waiting, OUT freed public.waiting[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  at_table constant uuid := op ->> 'table_id';
  other public.waiting;
begin
  made.venue_id := caller.venue_id;
  made.id := op ->> 'id';
  made.entry := op ->> 'entry';
  made.kind := op ->> 'kind';
  made.before := op ->> 'before';
  made.by_uid := caller.uid;
  made.by_device := caller.device_id;
  made.at := moment;
  made.outcome := 'refused';
  select * into held from public.waiting where waiting.venue_id = made.venue_id and waiting.id = made.entry;
  if held.id is null then
    if made.kind <> 'add' then
      -- The entry is deleted, or is another venue's: the answer is the same.
      made.reason := 'changed';
      return;
    elsif private.is_full(made.venue_id) then
      made.outcome := 'full';
      made.reason := 'list';
      return;
    end if;
    held.venue_id := made.venue_id;
    held.id := made.entry;
    held.state := 'waiting';
    held.joined_at := moment;
    held.place := private.place_between(
      (select max(known.place) from private.placed(made.venue_id) as known), null
    );
    held := private.with_party(held, op);
    held.fixture := nullif(op -> 'fixture', 'null');
    held.ordered := case when held.fixture is not null then op -> 'order' end;
    if at_table is not null then
      held := private.after_op(
        held, op || jsonb_build_object('kind', case when held.fixture is null then 'start' else 'call' end), moment
      );
    end if;
  elsif private.is_already(held, op) then
    made.outcome := 'already';
    return;
  elsif held.last_op <> made.before then
    made.reason := 'changed';
    made.about := held.last_op;
    return;
  elsif made.kind = 'undo' then
    made.outcome := 'done';
    return;
  else
    made.about := held.last_op;
    held := private.after_op(held, op, moment);
    if held.id is null then
      made.reason := case made.kind when 'place' then 'place' else 'state' end;
      return;
    end if;
    made.about := null;
  end if;

  if exists (
    select from public.user_overlays as owned
    where owned.id = (op ->> 'wanted_id')::uuid and owned.archived_at is not null
      or owned.id = at_table and (owned.archived_at is not null or owned.out_of_use)
  ) then
    made.reason := 'closed';
    return;
  end if;
  for other in
    select * from public.waiting
    where at_table is not null and waiting.table_id = at_table and waiting.id <> held.id
      and (waiting.state = 'playing' or held.state = 'called')
    order by waiting.state = 'playing' desc
  loop
    if not (held.state = 'playing' and made.kind in ('add', 'start') and op -> 'replace' is not distinct from 'true')
      and not (held.state = 'called' and held.fixture is not null and private.is_decided(other))
    then
      made.reason := 'table';
      made.about := other.last_op;
      return;
    end if;
    freed := freed || other;
  end loop;
  if made.kind = 'add' then
    for other in select * from private.of_the_pair(held) as pair where pair.table_id is distinct from at_table loop
      if not private.is_decided(other) then
        made.reason := 'match';
        made.about := other.last_op;
        return;
      end if;
      freed := freed || other;
    end loop;
  end if;
  made.outcome := 'done';
end;
$function$;

ALTER FUNCTION "private"."judge_op"(private.actor, jsonb, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_called(at_table uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_venue(held.venue_id) from public.waiting as held
    where held.table_id = at_table and held.state = 'called';
  return found;
end;
$function$;

ALTER FUNCTION "private"."lock_called"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.match_line(played public.matches)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'type', 'match', 'id', played.id, 'table', played.table_id, 'number', played.number,
    'previous', played.previous_id, 'game', played.game, 'rules', played.rules, 'start', played.start,
    'seq', played.seq, 'result', played.result, 'last_board', played.last_board, 'started_at', played.started_at,
    'ended_at', played.ended_at, 'left_at', played.left_at, 'created_at', played.created_at,
    'clock_before', played.clock_before, 'fixture', played.fixture, 'continues', played.continues,
    'folded', (played.folded_seq, played.folded_left_at) is not distinct from (played.seq, played.left_at)
  )::text || E'\n';
$function$;

CREATE OR REPLACE FUNCTION private.missing_page(address text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when exists (select from private.gone_results as gone where gone.id = address) then 'gone' else 'unknown' end;
$function$;

ALTER FUNCTION "private"."missing_page"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.most(things text)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  case things
    when 'tables' then return 64;
    when 'players' then return 500;
    when 'mergedNames' then return 1000;
    when 'sponsors' then return 20;
    when 'televisions' then return 50;
    when 'devices' then return 100;
    when 'parties' then return 200;
    when 'tournaments' then return 1000;
    when 'actions' then return 200;
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.of_the_pair(held public.waiting)
 RETURNS SETOF public.waiting
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select other.* from public.waiting as other
  where held.fixture is not null and other.venue_id = held.venue_id and other.ended_at is null and other.id <> held.id
    and other.fixture ->> 'tournament' = held.fixture ->> 'tournament'
    and (
      other.fixture -> 'slot' = held.fixture -> 'slot'
      or held.fixture -> 'pair' @> (other.fixture #> '{pair,0}')
      or held.fixture -> 'pair' @> (other.fixture #> '{pair,1}')
    );
$function$;

ALTER FUNCTION "private"."of_the_pair"(public.waiting) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.op_problem(op jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when jsonb_typeof(op) is distinct from 'object'
      or not private.is_id(op ->> 'id') or not private.is_id(op ->> 'entry')
      or not coalesce(op ->> 'kind' in (
        'add', 'edit', 'place', 'call', 'uncall', 'start', 'away', 'missed', 'back', 'leave', 'free', 'move', 'undo'
      ), false)
      or (op ->> 'kind' = 'add') <> private.is_missing(op -> 'before')
      or not private.is_missing(op -> 'before') and not private.is_id(op ->> 'before')
      or not private.is_missing(op -> 'next') and not private.is_id(op ->> 'next')
      or op ->> 'next' = op ->> 'entry'
      or not private.is_missing(op -> 'wanted_id') and not private.is_id(op ->> 'wanted_id')
      or not private.is_id(op ->> 'table_id')
        and not (private.is_missing(op -> 'table_id') and op ->> 'kind' not in ('call', 'start', 'move'))
      or not private.is_missing(op -> 'replace') and jsonb_typeof(op -> 'replace') <> 'boolean'
      or not private.is_missing(op -> 'fixture')
        and (
          op ->> 'kind' <> 'add' or private.is_missing(op -> 'table_id')
          or not private.is_fixture(op -> 'fixture') or not private.is_order(op -> 'order')
        )
      or not private.is_missing(op -> 'facts') and private.is_missing(op -> 'fixture')
      then 'op'
    when op ->> 'kind' not in ('add', 'edit') then null
    when not private.is_text(op -> 'name', 60)
      or not private.is_missing(op -> 'name2') and not private.is_text(op -> 'name2', 60) then 'name'
    when not private.is_whole(op -> 'size', 1, 8) then 'size'
    when not coalesce(op ->> 'wants' in ('any', 'pool', 'snooker', 'table'), false)
      or (op ->> 'wants' = 'table') = private.is_missing(op -> 'wanted_id') then 'wants'
  end;
$function$;

CREATE OR REPLACE FUNCTION private.party_of(at_table uuid, p1 text, p2 text, moment timestamp with time zone)
 RETURNS SETOF public.waiting
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select held.* from public.waiting as held join private.parties as counts using (venue_id, id)
  where held.table_id = at_table and counts.until > moment and (
    held.state = 'playing' or array[private.player_key(p1), private.player_key(p2)] && array[held.name_key, held.name_key2]
  )
  order by held.state = 'called' desc limit 1;
$function$;

ALTER FUNCTION "private"."party_of"(uuid, text, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.played_json(venue uuid, tournament uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'slot', turned.fixture ->> 'slot', 'pair', turned.fixture -> 'pair', 'game', final.game, 'race_to', final.race_to,
    'units', jsonb_build_array(final.s1, final.s2), 'winner', case final.winner when 'A' then 0 else 1 end,
    'result', final.id, 'ended_at', final.ended_at
  ) order by final.ended_at, final.match_id), '[]')
  from (
    select played.fixture, played.start ->> 'p1' as p1, played.start ->> 'p2' as p2,
      case when (played.folded_seq, played.folded_left_at) is not distinct from (played.seq, played.left_at) then kept
      else jsonb_populate_record(kept, board || jsonb_build_object(
        'match_id', played.id, 'game', played.game, 'winner', played.result -> 'winner',
        'over', played.ended_at is not null, 'ended_at', played.ended_at
      )) end as result
    from public.venues
    join public.user_overlays as owned on owned.owner_uid = venues.owner_uid
    join public.matches as played on played.table_id = owned.id
    left join public.public_overlays as shown on shown.match_id = played.id
    left join public.results as kept on (kept.venue_id, kept.match_id) = (venues.id, played.id)
    cross join lateral (
      select case when shown.match_id is null then played.last_board else private.kept_board(shown) end - 'detail' as board
    ) as last
    where venues.id = venue and played.fixture ->> 'tournament' = tournament::text
    union all
    select kept.fixture, kept.p1, kept.p2, kept
    from public.results as kept
    where kept.venue_id = venue and kept.fixture ->> 'tournament' = tournament::text
      and not exists (select from public.matches as played where played.id = kept.match_id)
  ) as stamped
  cross join lateral private.shown_result(stamped.result) as final
  cross join lateral private.turned_fixture(stamped.fixture, stamped.p1, stamped.p2, final.p1, final.p2) as turned (fixture)
  where final.over and final.winner is not null and final.set_aside_at is null;
$function$;

ALTER FUNCTION "private"."played_json"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_tournament(caller private.actor, id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if id is not null and not exists (
    select from public.tournaments as held where held.id = require_tournament.id and held.venue_id = caller.venue_id
  ) then
    perform private.refuse();
  end if;
end;
$function$;

ALTER FUNCTION "private"."require_tournament"(private.actor, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.save_entry(held public.waiting, made public.waiting_ops)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored public.waiting;
begin
  select * into stored from public.waiting where waiting.venue_id = held.venue_id and waiting.id = held.id;
  -- Others may have taken them while it was gone.
  if (stored.name, stored.name2) is distinct from (held.name, held.name2)
    or stored.ended_at is not null and held.ended_at is null
  then
    held := private.tell_apart(held);
  end if;
  made.was := case when stored.id is not null then private.entry_image(stored) end;
  made.outcome := 'done';
  insert into public.waiting_ops values (made.*);
  held.last_op := made.id;
  held.changed_at := made.at;
  if stored.id is null then
    insert into public.waiting (
      venue_id, id, name, name2, letters, letters2, number, number2, size, wants, wanted_id, state, table_id, place,
      joined_at, called_at, started_at, ended_at, fixture, ordered, last_op, changed_at
    )
    select
      venue_id, id, name, name2, letters, letters2, number, number2, size, wants, wanted_id, state, table_id, place,
      joined_at, called_at, started_at, ended_at, fixture, ordered, last_op, changed_at
    from (select held.*) as given;
  else
    update public.waiting as kept
      set name = held.name, name2 = held.name2, letters = held.letters, letters2 = held.letters2,
          number = held.number, number2 = held.number2,
          size = held.size, wants = held.wants, wanted_id = held.wanted_id, state = held.state,
          table_id = held.table_id, place = held.place, called_at = held.called_at, started_at = held.started_at,
          ended_at = held.ended_at, last_op = held.last_op, changed_at = held.changed_at
      where kept.venue_id = held.venue_id and kept.id = held.id;
  end if;
end;
$function$;

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

CREATE OR REPLACE FUNCTION private.send_changed_room()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.venues where owner_uid = new.owner_uid;
  return null;
end;
$function$;

ALTER FUNCTION "private"."send_changed_room"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.send_corrected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.venues where venues.id = old.venue_id;
  return null;
end;
$function$;

ALTER FUNCTION "private"."send_corrected"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.send_seats()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}', 'seats', 'overlay:' || owned.url_token, true)
  from public.user_overlays as owned where owned.id in (old.table_id, new.table_id);
  return null;
end;
$function$;

ALTER FUNCTION "private"."send_seats"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.short_name(name text, letters integer DEFAULT 1)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := array(
    select matched.word[1] from regexp_matches(name, '((?:(?:بن)?عبد\s+)?\S+(?:\s+الدين(?!\S))?)', 'g') with ordinality as matched (word, place)
    order by matched.place
  );
  last_word text;
begin
  if private.player_key(name) is null or name ~* '\s(&|\+|/|and|et|و)\s' then
    return name;
  end if;
  for place in reverse cardinality(words)..2 loop
    last_word := regexp_replace(words[place], '^ال(?=..)', '');
    -- Anything but ASCII's digits and signs and symbols: the database may not know other alphabets' letters.
    if char_length(words[place]) > 1
      and left(last_word, 1) !~ '[\u0001-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u2BFF\uFE00-\uFE0F\U0001F000-\U0001FAFF]'
    then
      return case
        when char_length(last_word) > letters
          then words[1] || ' ' || left(last_word, letters) || '.'
        else name
      end;
    end if;
  end loop;
  return name;
end;
$function$;

CREATE OR REPLACE FUNCTION private.shown_entries(venue uuid, tournament uuid, shortens boolean)
 RETURNS TABLE(key text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive entries as (
    select last.key, substr(last.key, 7)::int as number, last.value ->> 'name' as name,
      private.name_key(last.value ->> 'name') as name_key,
      shortens or private.shortens_name(venue, last.value ->> 'name') as is_short
    from private.last_facts as last
    where last.tournament_id = tournament and last.key like 'entry:%' and last.value ->> 'name' <> ''
  ), told_apart as (
    select entries.key, entries.name, entries.name_key, 1 as letters from entries where entries.is_short
    union all
    -- Only those that the letters so far don't tell apart get more.
    select alike.key, alike.name, alike.name_key, alike.letters + 1
    from (
      select told_apart.*, min(told_apart.name_key) over short as first_key, max(told_apart.name_key) over short as last_key
      from told_apart
      window short as (partition by private.name_key(private.short_name(told_apart.name, told_apart.letters)))
    ) as alike
    where alike.first_key <> alike.last_key and alike.letters < 60
  ), shown as (
    select entries.key, entries.number, case when entries.is_short then private.short_name(entries.name, (
      select max(told_apart.letters) from told_apart where told_apart.key = entries.key
    )) else entries.name end as name
    from entries
  )
  select shown.key, private.numbered_name(shown.name, 60, (
    row_number() over (partition by private.name_key(shown.name) order by shown.number)
  )::int)
  from shown;
$function$;

ALTER FUNCTION "private"."shown_entries"(uuid, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.shown_tournament(venue public.venues, id uuid, for_public boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', held.id,
    'created_at', held.created_at,
    'facts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', last.key,
        'value', case when entry.name is null then last.value
          else last.value || jsonb_build_object('name', entry.name) end
      ) order by last.seq), '[]')
      from private.last_facts as last
      left join private.shown_entries(venue.id, held.id, for_public and venue.shortens_names) as entry
        on entry.key = last.key
      where last.tournament_id = held.id and last.key <> 'tables'
    ),
    'played', private.played_json(venue.id, held.id),
    'at', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'slot', party.fixture ->> 'slot',
        'pair', coalesce(board.fixture, party.fixture) -> 'pair',
        'state', party.state,
        'table', owned.title,
        'units', case when venue.shows_live or not for_public then board.units end
      ) order by owned.position, owned.created_at, owned.id), '[]')
      from private.parties as party
      join public.user_overlays as owned on owned.id = party.table_id
      left join lateral (
        select jsonb_build_array(shown.s1, shown.s2) as units, private.turned_fixture(
          played.fixture, played.start ->> 'p1', played.start ->> 'p2', shown.p1, shown.p2
        ) as fixture
        from public.public_overlays as shown join public.matches as played on played.id = shown.match_id
        where shown.table_id = party.table_id and party.state = 'playing'
          and played.fixture ->> 'tournament' = held.id::text and played.fixture -> 'slot' = party.fixture -> 'slot'
      ) as board on true
      where party.venue_id = venue.id and party.fixture ->> 'tournament' = held.id::text
        and party.state in ('called', 'playing') and party.until > clock_timestamp()
    ),
    'server_time', clock_timestamp()
  )
  from public.tournaments as held where held.venue_id = venue.id and held.id = shown_tournament.id;
$function$;

ALTER FUNCTION "private"."shown_tournament"(public.venues, uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.start_called(caller private.actor, p1 text, p2 text, started_at timestamp with time zone, moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.waiting;
  made public.waiting_ops;
begin
  select * into held from private.party_of(caller.table_id, p1, p2, moment);
  if held.state is distinct from 'called' or exists (
    select from public.waiting as other where other.table_id = held.table_id and other.state = 'playing'
  ) then
    return;
  end if;
  made.venue_id := held.venue_id;
  made.id := gen_random_uuid();
  made.entry := held.id;
  made.kind := 'start';
  made.before := held.last_op;
  made.by_uid := caller.uid;
  made.by_device := caller.device_id;
  made.at := moment;
  -- Since its match began, which may have been without a network.
  perform private.save_entry(
    private.after_op(held, jsonb_build_object('kind', 'start', 'table_id', held.table_id), started_at), made
  );
  perform private.raise_room_seq(held.venue_id);
end;
$function$;

ALTER FUNCTION "private"."start_called"(private.actor, text, text, timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_line(owner uuid, line jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  venue constant uuid := private.venue_of(owner);
begin
  case line ->> 'type'
    when 'venue' then
      update public.venues as kept
        set is_public = given.is_public, keep_days = given.keep_days, time_zone = given.time_zone,
            closing_hour = given.closing_hour, keep_log_days = given.keep_log_days, shows_live = given.shows_live,
            shortens_names = given.shortens_names, full_names = coalesce(given.full_names, kept.full_names),
            title = coalesce(given.title, kept.title)
        from jsonb_populate_record(null::public.venues, line) as given
        where kept.id = venue;
    when 'table' then
      insert into public.user_overlays (id, owner_uid, title, position, archived_at, created_at, kind, out_of_use)
      select given.id, owner,
        case when given.archived_at is null then private.free_title(owner, given.id, given.title) else given.title end,
        given.position, given.archived_at, given.created_at,
        coalesce(given.kind, 'pool'), coalesce(given.out_of_use, false)
      from jsonb_populate_record(null::public.user_overlays, line) as given
      on conflict (id) do nothing;
    when 'link' then
      -- Nobody knows its secret, so the link only names a scorer.
      insert into public.scorer_links (id, table_id, token_hash, label, created_at, revoked_at)
      select given.id, (line ->> 'table')::uuid, private.secret_hash(private.new_url_token()), given.label,
        given.created_at, clock_timestamp()
      from jsonb_populate_record(null::public.scorer_links, line) as given
      on conflict (id) do nothing;
    when 'player' then
      insert into public.players (venue_id, name, flag, hidden_at)
      values (venue, btrim(line ->> 'name'), line ->> 'flag', (line ->> 'hidden_at')::timestamptz)
      on conflict (venue_id, name_key) do nothing;
    when 'merge' then
      -- Unless the name is merged already, or the other was merged into it.
      if private.person_of(venue, private.player_key(line ->> 'name')) = private.player_key(line ->> 'name')
        and private.person_of(venue, private.player_key(line ->> 'into')) <> private.player_key(line ->> 'name')
      then
        perform private.merge_name(
          venue, private.player_key(line ->> 'name'), line ->> 'name', private.player_key(line ->> 'into')
        );
      end if;
    when 'match' then
      insert into public.matches (
        id, table_id, number, previous_id, game, rules, start, seq, result, last_board, started_at, ended_at, left_at,
        created_at, clock_before, fixture, continues, folded_seq, folded_left_at
      )
      select given.id, (line ->> 'table')::uuid, given.number, (line ->> 'previous')::uuid, given.game, given.rules,
        given.start, given.seq, nullif(given.result, 'null'), nullif(given.last_board, 'null'), given.started_at,
        given.ended_at, given.left_at, given.created_at, nullif(given.clock_before, 'null'),
        nullif(given.fixture, 'null'), given.continues,
        case when (line -> 'folded')::boolean then given.seq end,
        case when (line -> 'folded')::boolean then given.left_at end
      from jsonb_populate_record(null::public.matches, line) as given
      on conflict (id) do nothing;
    when 'log' then
      insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link)
      select played.id, given.seq, given.id, given.kind, given.body, given.at, given.stored_at,
        case when (held.entry -> 'by_owner')::boolean then owner end, (held.entry ->> 'link')::uuid
      from public.matches as played, jsonb_array_elements(line -> 'entries') as held (entry),
        jsonb_populate_record(null::public.match_actions, held.entry) as given
      where played.id = (line ->> 'match')::uuid and given.seq <= played.seq
      on conflict do nothing;
      update public.matches as played set stored_at = last.stored_at
      from public.match_actions as last
      where played.id = (line ->> 'match')::uuid and last.match_id = played.id and last.seq = played.seq
        and played.stored_at is null;
    when 'board' then
      insert into public.public_overlays (
        url_token, owner_uid, table_id, p1, p2, event, s1, s2, race_to, detail, clock_running, clock_started_at,
        clock_accum, shot, visit_at, theme, match_id, seq
      )
      select owned.url_token, owner, owned.id, given.p1, given.p2, coalesce(given.event, ''), given.s1, given.s2, given.race_to,
        nullif(given.detail, 'null'), (line #> '{clock,running}')::boolean, (line #>> '{clock,started_at}')::timestamptz,
        (line #> '{clock,accum}')::double precision, nullif(given.shot, 'null'), given.visit_at, given.theme, played.id,
        played.seq
      from public.user_overlays as owned
      join public.matches as played on played.table_id = owned.id and played.id = (line ->> 'match')::uuid,
        jsonb_populate_record(null::public.public_overlays, line) as given
      where owned.id = (line ->> 'table')::uuid
      on conflict do nothing;
      if found then
        -- Play may have gone on while the pages were exported.
        update public.matches as played
          set left_at = case when played.id <> (line ->> 'match')::uuid then coalesce(played.stored_at, played.started_at) end
          where played.table_id = (line ->> 'table')::uuid
            and (played.left_at is null) <> (played.id = (line ->> 'match')::uuid);
      end if;
    when 'result' then
      insert into public.results (
        match_id, id, venue_id, table_id, table_title, game, rules, p1, p2, s1, s2, race_to, winner, over, started_at,
        last_at, ended_at, rev, by_hand, set_aside_at, imported_at, from_list, detail, counts_units, can_end, fixture
      )
      select (line ->> 'match')::uuid, given.id, venue,
        (select owned.id from public.user_overlays as owned where owned.id = (line ->> 'table')::uuid),
        given.table_title, given.game, given.rules, given.p1, given.p2, given.s1, given.s2, given.race_to,
        given.winner, given.over, given.started_at, given.last_at, given.ended_at, given.rev,
        nullif(given.by_hand, 'null'), given.set_aside_at, clock_timestamp(),
        coalesce(given.from_list, false), given.detail, coalesce(given.counts_units, true), coalesce(given.can_end, true),
        nullif(given.fixture, 'null')
      from jsonb_populate_record(null::public.results, line) as given
      on conflict (venue_id, match_id) do nothing;
      if found then
        perform private.save_sides(venue, (line ->> 'match')::uuid);
      end if;
    when 'tournament' then
      insert into public.tournaments (id, venue_id, created_at)
      values ((line ->> 'id')::uuid, venue, (line ->> 'created_at')::timestamptz)
      on conflict (id) do nothing;
    when 'facts' then
      insert into public.tournament_facts (tournament_id, seq, key, value, op, by_uid, at)
      select held.id, given.seq, given.key, coalesce(given.value, 'null'), given.op, case when (sent.fact -> 'by_owner')::boolean then owner end,
        given.at
      from public.tournaments as held, jsonb_array_elements(line -> 'facts') as sent (fact),
        jsonb_populate_record(null::public.tournament_facts, sent.fact) as given
      where held.id = (line ->> 'tournament')::uuid
      on conflict do nothing;
  end case;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_back(made public.waiting_ops, held public.waiting)
 RETURNS public.waiting_ops
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone public.waiting_ops;
  part record;
  given record;
  restored public.waiting;
  changes jsonb := '[]';
begin
  made.outcome := 'refused';
  made.about := held.last_op;
  select * into undone from public.waiting_ops
    where waiting_ops.venue_id = made.venue_id and waiting_ops.id = held.last_op
      and waiting_ops.at > made.at - private.undo_for();
  if not found then
    made.reason := 'late';
    return made;
  end if;
  for part in
    select changed as entry, taken.id as op, taken.was
    from public.waiting_ops as taken
    join public.waiting as changed on changed.venue_id = taken.venue_id and changed.last_op = taken.id
    where taken.venue_id = made.venue_id and (taken.id = undone.id or taken.part_of = undone.id)
  loop
    restored := jsonb_populate_record(part.entry, coalesce(
      part.was, jsonb_build_object('state', 'left', 'table_id', null, 'ended_at', made.at)
    ));
    -- The tables may have been archived since.
    if exists (
      select from public.user_overlays as owned where owned.id = restored.wanted_id and owned.archived_at is not null
    ) then
      restored.wanted_id := null;
    end if;
    if exists (
      select from public.user_overlays as owned where owned.id = restored.table_id and owned.archived_at is not null
    ) then
      made.reason := 'closed';
      return made;
    end if;
    changes := changes || jsonb_build_object('entry', to_jsonb(restored), 'op', part.op);
  end loop;
  select other.last_op into made.about
  from public.waiting as other
  join jsonb_to_recordset(changes) as change (entry jsonb)
    on change.entry ->> 'table_id' = other.table_id::text and change.entry ->> 'state' = other.state
  where not exists (
    select from jsonb_to_recordset(changes) as own (entry jsonb) where own.entry ->> 'id' = other.id::text
  );
  if found then
    made.reason := 'table';
    return made;
  end if;
  select other.last_op into made.about
  from jsonb_to_recordset(changes) as change (entry jsonb),
    private.of_the_pair(jsonb_populate_record(null::public.waiting, change.entry)) as other
  where change.entry ->> 'ended_at' is null and not exists (
    select from jsonb_to_recordset(changes) as own (entry jsonb) where own.entry ->> 'id' = other.id::text
  );
  if found then
    made.reason := 'match';
    return made;
  end if;
  made.about := null;
  if private.is_full(made.venue_id, (
    select count(*) filter (where change.entry ->> 'ended_at' is null) - count(*) filter (where known.ended_at is null)
    from jsonb_to_recordset(changes) as change (entry jsonb)
    join public.waiting as known on known.venue_id = made.venue_id and known.id = (change.entry ->> 'id')::uuid
  )) then
    made.outcome := 'full';
    made.reason := 'list';
    return made;
  end if;
  -- Parties leave a table before others return to it.
  for given in
    select * from jsonb_to_recordset(changes) as change (entry jsonb, op uuid)
    order by change.entry ->> 'state' = 'playing'
  loop
    restored := jsonb_populate_record(null::public.waiting, given.entry);
    if given.op = undone.id then
      perform private.save_entry(restored, made);
    else
      perform private.save_part(restored, made, 'undo', given.op);
    end if;
  end loop;
  made.outcome := 'done';
  return made;
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_op(caller private.actor, op jsonb, moment timestamp with time zone)
 RETURNS public.waiting_ops
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  judged record;
  made public.waiting_ops;
  freed public.waiting;
  become record;
  kind text;
begin
  select * into judged from private.judge_op(caller, op, moment);
  made := judged.made;
  if made.outcome <> 'done' then
    return made;
  elsif made.kind = 'undo' then
    return private.take_back(made, judged.held);
  end if;
  if not private.is_missing(op -> 'facts') then
    become := private.add_facts(caller, (op #>> '{fixture,tournament}')::uuid, made.id, op -> 'facts', moment);
    if become.outcome not in ('done', 'already') then
      made.outcome := become.outcome;
      made.reason := 'facts';
      return made;
    end if;
  end if;
  foreach freed in array coalesce(judged.freed, '{}') loop
    kind := case freed.state when 'playing' then 'free' else 'leave' end;
    perform private.save_part(
      private.after_op(freed, jsonb_build_object('kind', kind), moment), made, kind, freed.last_op
    );
  end loop;
  perform private.save_entry(judged.held, made);
  return made;
end;
$function$;

CREATE OR REPLACE FUNCTION private.title_of(tournament uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select last.value ->> 'title' from private.last_facts as last
    where last.tournament_id = tournament and last.key = 'open'
  ), '');
$function$;

ALTER FUNCTION "private"."title_of"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tournament_json(venue uuid, id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', held.id,
    'created_at', held.created_at,
    'facts', (
      select coalesce(jsonb_agg(last.fact order by last.seq), '[]')
      from private.last_facts as last where last.tournament_id = held.id
    ),
    'played', private.played_json(venue, held.id),
    'is_public', venues.is_public,
    'server_time', clock_timestamp()
  )
  from public.tournaments as held join public.venues on venues.id = held.venue_id
  where held.venue_id = venue and held.id = tournament_json.id;
$function$;

ALTER FUNCTION "private"."tournament_json"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tournament_now(venue public.venues, moment timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.shown_tournament(venue, held.id, false)
  from public.tournaments as held
  left join private.last_facts as closed
    on closed.tournament_id = held.id and closed.key = 'closed' and closed.value = 'true'
  join private.last_facts as drawn
    on drawn.tournament_id = held.id and drawn.key = 'places' and drawn.value <> 'null'
  cross join lateral (select (closed.fact ->> 'at')::timestamptz as closed_at) as ended
  where held.venue_id = venue.id and (closed_at is null or closed_at > moment - interval '12 hours')
  order by closed_at desc nulls first, held.created_at desc, held.id limit 1;
$function$;

ALTER FUNCTION "private"."tournament_now"(public.venues, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tournament_of(kept public.results)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', held.id, 'title', private.title_of(held.id))
  from public.tournaments as held
  where held.venue_id = kept.venue_id and held.id = (kept.fixture ->> 'tournament')::uuid;
$function$;

ALTER FUNCTION "private"."tournament_of"(public.results) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.tournament_page(caller private.actor, after uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.tournaments;
  lines text := '';
  written int := 0;
begin
  for held in
    select * from public.tournaments as listed
    where listed.venue_id = caller.venue_id and (after is null or listed.id > after) order by listed.id
  loop
    if written >= 1000 then
      return jsonb_build_object('lines', lines, 'next', 'tournaments/' || after);
    end if;
    after := held.id;
    lines := lines || jsonb_build_object('type', 'tournament', 'id', held.id, 'created_at', held.created_at)::text || E'\n';
    select lines || coalesce(string_agg(page.line::text || E'\n', '' order by page.number), ''),
      written + coalesce(sum(page.facts), 0)
    into lines, written
    from (
      select (fact.seq - 1) / 100 as number, count(*) as facts, jsonb_build_object(
        'type', 'facts', 'tournament', held.id, 'facts', jsonb_agg(jsonb_build_object(
          'seq', fact.seq, 'key', fact.key, 'value', fact.value, 'op', fact.op, 'at', fact.at,
          'by_owner', coalesce(fact.by_uid = caller.owner_uid, false)
        ) order by fact.seq)
      ) as line
      from public.tournament_facts as fact where fact.tournament_id = held.id
      group by (fact.seq - 1) / 100
    ) as page;
  end loop;
  return jsonb_build_object('lines', lines, 'next', null);
end;
$function$;

ALTER FUNCTION "private"."tournament_page"(private.actor, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.turned_fixture(fixture jsonb, p1 text, p2 text, now1 text, now2 text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Compares texts first: reading names takes far longer.
  select case when case when p1 = now1 or p2 = now2 then false when p1 = now2 and p2 = now1 then true else
    coalesce(private.player_key(p1) = private.player_key(now2) or private.player_key(p2) = private.player_key(now1), false)
    and not coalesce(private.player_key(p1) = private.player_key(now1) or private.player_key(p2) = private.player_key(now2), false)
  end then
    fixture || jsonb_build_object('pair', jsonb_build_array(fixture #> '{pair,1}', fixture #> '{pair,0}'))
  else fixture end;
$function$;

ALTER FUNCTION "private"."turned_fixture"(jsonb, text, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.waiting_of(venue_id uuid, for_screens boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  venue public.venues;
begin
  select * into venue from public.venues where venues.id = waiting_of.venue_id;
  if for_screens then
    return jsonb_build_object(
      'seq', venue.waiting_seq,
      'tables', private.room_tables(venue.owner_uid, true, moment),
      'parties', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', held.id,
          'name', held.screen_name,
          'name2', held.screen_name2,
          'size', held.size,
          'wants', held.wish,
          'table_id', coalesce(held.table_id, held.wanted_id),
          'state', held.state,
          'called_ago', case when held.state = 'called' then extract(epoch from moment - held.called_at) end
        ) order by held.place, held.id), '[]')
        from private.parties as held
        where held.venue_id = venue.id and held.state in ('waiting', 'called')
          and held.until > moment
      )
    );
  end if;
  return jsonb_build_object(
    'seq', venue.waiting_seq,
    'topic', 'room:' || venue.room_token,
    'full_names', venue.full_names,
    'server_time', moment,
    'tables', private.room_tables(venue.owner_uid, false, moment),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', held.id,
        'name', held.name,
        'name2', held.name2,
        'size', held.size,
        'wants', held.wish,
        'wanted_id', held.wanted_id,
        'state', held.state,
        'table_id', held.table_id,
        'place', held.place,
        'joined_at', held.joined_at,
        'called_at', held.called_at,
        'started_at', held.started_at,
        'fixture', held.fixture,
        'last_op', jsonb_build_object('id', held.last_op, 'at', held.changed_at) || coalesce((
          select jsonb_build_object(
            'kind', made.kind,
            'by', made.by,
            'was', case when made.at > moment - private.undo_for() then made.was end
          )
          from private.signed_ops as made where made.venue_id = held.venue_id and made.id = held.last_op
        ), '{}')
      ) order by held.place, held.id), '[]')
      from private.parties as held
      where held.venue_id = venue.id and (
        held.ended_at is null and held.until > moment
        or held.ended_at > moment - private.undo_for() and held.changed_at > moment - private.undo_for()
      )
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.ask_television(secret text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  known public.televisions;
begin
  perform private.authorize('ask_television');
  select * into known from public.televisions where secret_hash = private.secret_hash(secret);
  if not found then
    return coalesce(
      private.waiting_answer(private.code_of(secret, 'television', moment), moment),
      jsonb_build_object('status', 'unknown', 'server_time', moment)
    );
  end if;
  -- Rapid polling doesn't write, and nothing waits for this.
  update public.televisions as renewed set seen_at = moment
  where renewed.id = (
    select id from public.televisions
    where id = known.id and seen_at not between moment - interval '30 seconds' and moment
    for no key update skip locked
  );
  return (
    select jsonb_build_object(
      'status', 'paired',
      'query', known.query,
      'programme', known.programme,
      'table_id', known.table_id,
      'tables', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', owned.id, 'token', owned.url_token, 'title', owned.title, 'match_id', pictured.match_id
          )
          order by owned.position, owned.created_at, owned.id
        ), '[]')
        from public.user_overlays as owned
        left join private.pictured_tables as pictured on pictured.table_id = owned.id and pictured.is_shown
        where owned.owner_uid = venues.owner_uid and case
          when known.programme -> 'turns' = '["table"]' then owned.id = known.table_id
          else owned.archived_at is null
        end
      ),
      'venue', venues.title,
      'time_zone', venues.time_zone,
      'waiting', private.waiting_of(known.venue_id, true),
      'tournament', case when known.programme -> 'turns' ? 'tournament' then private.tournament_now(venues, moment) end,
      'topic', private.paired_topic(known.id),
      'room', 'room:' || venues.room_token,
      'server_time', moment
    )
    from public.venues where venues.id = known.venue_id
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.begin_by_machine(link text, request text, body_hash text, expected uuid, match uuid, game text, rules integer, start jsonb, board jsonb, answer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  caller constant private.actor := private.authorize('begin_by_machine', private.table_of_link(link), link);
  known jsonb;
begin
  perform private.lock_called(caller.table_id);
  perform private.require_plain_json(answer, 32768);
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  known := private.answered(caller, request, body_hash);
  if known is not null then
    return known;
  end if;
  return private.keep_answer(
    caller, request, body_hash,
    public.begin_match(caller.table_id, expected, match, game, rules, start, board, 0, link), answer
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.begin_match(table_id uuid, expected uuid, match uuid, game text, rules integer, start jsonb, board jsonb, ago double precision, link text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  caller constant private.actor := private.authorize('begin_match', table_id, link);
  moment constant timestamptz := clock_timestamp();
  is_called constant boolean := private.lock_called(caller.table_id);
  shown public.public_overlays;
  begun public.matches;
begin
  perform private.require_plain_json(start, 20480);
  perform private.require_plain_json(board, 20480);
  -- Postgres sorts NaN above every number.
  if match is null
    or not coalesce(left(game, 33) ~ '^[a-z][a-z0-9-]{0,31}$', false)
    or not coalesce(rules between 1 and 9999, false)
    or jsonb_typeof(start) is distinct from 'object'
    or octet_length(start::text) > 4096
    or not coalesce(ago >= 0 and ago < 'Infinity', false)
    or not coalesce(private.is_board(board, rules), false)
  then
    return private.answer(caller, 'bad', null, match);
  end if;

  select * into shown from public.public_overlays where public_overlays.table_id = caller.table_id for update;
  select * into begun from public.matches where id = match;
  if begun.id is not null then
    if not private.reaches(caller, begun) then
      perform private.refuse();
    end if;
    return private.answer(caller, 'ok', null, match);
  elsif shown.match_id is distinct from expected then
    return private.answer(caller, 'stale', null, match);
  elsif exists (
    select from public.matches
    where matches.table_id = caller.table_id
      and created_at > moment - interval '1 hour' and created_at <= clock_timestamp()
    offset case when caller.link_id is null then 99 else 19 end
  ) then
    return private.answer(caller, 'tooMany', null, match);
  end if;

  shown := private.next_match(
    shown, match, game, rules, start, moment - make_interval(secs => least(ago, 604800)), moment
  );
  update public.matches
    set fixture = private.fixture_at(shown.table_id, board ->> 'p1', board ->> 'p2', moment),
        result = nullif(board -> 'result', 'null'),
        ended_at = case when nullif(board -> 'result', 'null') is not null then moment end
    where id = match returning * into begun;
  perform private.save_board(private.with_board(shown, board, private.visit_of(board, begun.started_at, moment)));
  if is_called then
    perform private.start_called(caller, board ->> 'p1', board ->> 'p2', begun.started_at, moment);
  end if;
  return private.answer(caller, 'ok', null, match);
end;
$function$;

CREATE OR REPLACE FUNCTION public.change_tournament(op jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  caller constant private.actor := private.authorize('change_tournament');
begin
  return private.change_facts(caller, op, false);
end;
$function$;

ALTER FUNCTION "public"."change_tournament"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_waiting(op jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  caller constant private.actor := private.authorize('change_waiting');
  moment timestamptz;
  made public.waiting_ops;
begin
  perform private.require_plain_json(op, 8192);
  made.reason := coalesce(private.op_problem(op), private.call_problem(op));
  if made.reason is not null then
    made.outcome := 'bad';
    return private.op_answer(caller, op, made);
  end if;
  perform private.require_tables(
    caller, array_remove(array[op ->> 'table_id', op ->> 'wanted_id']::uuid[], null)
  );
  perform private.require_tournament(caller, (op #>> '{fixture,tournament}')::uuid);
  perform private.lock_venue(caller.venue_id);
  moment := clock_timestamp();
  select * into made from public.waiting_ops as known
    where known.venue_id = caller.venue_id and known.id = (op ->> 'id')::uuid;
  if found then
    return private.op_answer(caller, op, made);
  elsif (
    select count(*) from public.waiting_ops as recent
    where recent.venue_id = caller.venue_id and recent.at > moment - interval '1 minute' and recent.at <= moment
  ) >= 600 then
    made.outcome := 'full';
    made.reason := 'minute';
    return private.op_answer(caller, op, made);
  end if;
  perform private.tidy_waiting(caller.venue_id, moment);
  made := private.take_op(caller, op, moment);
  if made.outcome = 'done' then
    perform private.raise_room_seq(caller.venue_id);
  else
    insert into public.waiting_ops values (made.*);
  end if;
  return private.op_answer(caller, op, made);
end;
$function$;

CREATE OR REPLACE FUNCTION public.export_page(after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  caller constant private.actor := private.authorize('export_page');
  place constant text[] := string_to_array(after, '/');
  lines text := '';
  played public.matches;
  last_match uuid;
  written int := 0;
  listed int := 0;
  written_seq int;
  last_seq int;
  last_result uuid;
begin
  if after is null then
    return jsonb_build_object('lines', private.first_lines(caller), 'next', 'matches');
  elsif not left(after, 100) ~ '^(matches(/[0-9a-f-]{36}/\d{1,4}/\d{1,4})?|(results|tournaments)(/[0-9a-f-]{36})?)$' then
    raise exception 'this is not where a page ended' using errcode = '22023';
  end if;
  if place[1] = 'tournaments' then
    return private.tournament_page(caller, place[2]::uuid);
  elsif place[1] = 'results' then
    select string_agg(jsonb_build_object(
        'type', 'result', 'id', kept.id, 'match', kept.match_id, 'table', kept.table_id,
        'table_title', kept.table_title, 'game', kept.game, 'rules', kept.rules, 'p1', kept.p1, 'p2', kept.p2,
        's1', kept.s1, 's2', kept.s2, 'race_to', kept.race_to, 'winner', kept.winner, 'over', kept.over,
        'started_at', kept.started_at, 'last_at', kept.last_at, 'ended_at', kept.ended_at, 'rev', kept.rev,
        'by_hand', kept.by_hand - 'uid' - 'device', 'set_aside_at', kept.set_aside_at, 'from_list', kept.from_list,
        'detail', kept.detail, 'counts_units', kept.counts_units, 'can_end', kept.can_end, 'fixture', kept.fixture
      )::text || E'\n', '' order by kept.match_id),
      case when count(*) = 100 then (array_agg(kept.match_id order by kept.match_id desc))[1] end
    into lines, last_result
    from (
      select * from public.results
      where venue_id = caller.venue_id and (place[2] is null or match_id > place[2]::uuid)
      order by match_id limit 100
    ) as kept;
    return jsonb_build_object('lines', coalesce(lines, ''), 'next', coalesce('results/' || last_result, 'tournaments'));
  end if;

  last_match := place[2]::uuid;
  written_seq := coalesce(place[3]::int, 0);
  last_seq := coalesce(place[4]::int, 0);
  for played in
    select matches.*
    from public.user_overlays as owned join public.matches on matches.table_id = owned.id
    where owned.owner_uid = caller.owner_uid and (last_match is null or matches.id >= last_match)
    order by matches.id limit 100
  loop
    -- Otherwise the previous page ended within this match.
    if played.id is distinct from last_match then
      lines := lines || private.match_line(played);
      last_match := played.id;
      written_seq := 0;
      last_seq := played.seq;
    end if;
    -- The log is exported up to its length when the match's export began.
    while written_seq < last_seq and written < 1000 loop
      lines := lines || coalesce(private.log_line(caller.owner_uid, last_match, written_seq, last_seq), '');
      written := written + least(100, last_seq - written_seq);
      written_seq := least(written_seq + 100, last_seq);
    end loop;
    listed := listed + 1;
    exit when written >= 1000;
  end loop;
  return jsonb_build_object('lines', lines, 'next', case
    when written >= 1000 or listed = 100 then concat_ws('/', 'matches', last_match, written_seq, last_seq)
    else 'results'
  end);
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_overlay(key text, screen text DEFAULT NULL::text, shown bigint DEFAULT NULL::bigint, link text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_row public.public_overlays;
  for_scorers jsonb := '{}';
begin
  perform private.authorize('get_overlay');
  found_row := private.overlay_by(key, link);
  if found_row.url_token is null then
    return '{"status": "unknown"}';
  end if;
  if left(screen, 41) ~ '^[A-Za-z0-9-]{8,40}$' then
    perform private.note_screen(
      found_row.table_id, screen,
      case when shown is not null then greatest(found_row.rev - greatest(shown, 0), 0) end
    );
  elsif screen is null and key <> found_row.url_token and private.may_score(found_row.table_id, link) then
    -- By the table's id, and not to show it.
    perform private.note_scorer(found_row.table_id);
    select jsonb_build_object('facts', private.table_facts(owned, false, clock_timestamp())) into for_scorers
      from public.user_overlays as owned where owned.id = found_row.table_id;
  end if;
  return private.overlay_state(found_row) || jsonb_build_object(
    'topic', 'overlay:' || found_row.url_token,
    'server_time', clock_timestamp(),
    'branding', private.branding_of(found_row)
  ) || for_scorers;
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_player(key text, versus text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

CREATE OR REPLACE FUNCTION public.get_tournament(id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant private.actor := private.authorize('get_tournament');
  answer constant jsonb := private.tournament_json(caller.venue_id, id);
begin
  if answer is null then
    perform private.refuse();
  end if;
  return answer;
end;
$function$;

ALTER FUNCTION "public"."get_tournament"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.import_lines(email text, lines jsonb, stores boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  owner constant uuid := (select id from auth.users where users.email = lower(btrim(import_lines.email)));
  given record;
  problem text;
begin
  if owner is null then
    return '{"index": 0, "problem": "nobody"}';
  end if;
  perform private.require_plain_json(lines, 8388608);
  perform private.lock_venue(private.venue_of(owner));
  for given in select * from jsonb_array_elements(lines) with ordinality as sent (line, number) loop
    problem := case
      when not coalesce(private.is_line(given.line), false) then 'shape'
      when private.is_taken(owner, given.line) then 'taken'
    end;
    if problem is not null then
      return jsonb_build_object('index', given.number - 1, 'problem', problem);
    end if;
  end loop;
  if (
    select count(*) from (
      select id from public.user_overlays where owner_uid = owner
      union
      select (line ->> 'id')::uuid from jsonb_array_elements(lines) as sent (line)
      where line ->> 'type' = 'table'
    ) as tables
  ) > private.most('tables') or (
    select count(*) from (
      select name_key from public.players where venue_id = private.venue_of(owner)
      union
      select private.name_key(line ->> 'name') from jsonb_array_elements(lines) as sent (line)
      where line ->> 'type' = 'player'
    ) as players
  ) > private.most('players') or (
    select count(*) from (
      select name_key from public.merged_players where venue_id = private.venue_of(owner)
      union
      select private.player_key(line ->> 'name') from jsonb_array_elements(lines) as sent (line)
      where line ->> 'type' = 'merge'
    ) as merges
  ) > private.most('mergedNames') or (
    select count(*) from (
      select id from public.tournaments where venue_id = private.venue_of(owner)
      union
      select (line ->> 'id')::uuid from jsonb_array_elements(lines) as sent (line)
      where line ->> 'type' = 'tournament'
    ) as tournaments
  ) > private.most('tournaments') then
    return '{"index": 0, "problem": "many"}';
  end if;
  if stores then
    perform private.store_line(owner, line)
    from (select line from jsonb_array_elements(lines) with ordinality as sent (line, number) order by number) as sorted;
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_tournaments()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant private.actor := private.authorize('list_tournaments');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', held.id,
      'created_at', held.created_at,
      'title', private.title_of(held.id),
      'closed', private.is_closed(held.id)
    ) order by held.created_at desc, held.id), '[]')
    from (
      select * from public.tournaments as listed
      where listed.venue_id = caller.venue_id order by listed.created_at desc, listed.id limit 100
    ) as held
  );
end;
$function$;

ALTER FUNCTION "public"."list_tournaments"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.run_tournament(op jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  caller constant private.actor := private.authorize('run_tournament');
begin
  return private.change_facts(caller, op, true);
end;
$function$;

ALTER FUNCTION "public"."run_tournament"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.show_result(id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.results;
  venue public.venues;
begin
  select * into kept from public.results where results.id = left(show_result.id, 23);
  if not found then
    return jsonb_build_object('status', private.missing_page(left(show_result.id, 23)));
  end if;
  select * into venue from public.venues where venues.id = kept.venue_id;
  if not venue.is_public or kept.set_aside_at is not null then
    return '{"status": "unknown"}';
  end if;
  return jsonb_build_object(
    'status', 'shown',
    'result', private.public_result(
      kept,
      kept.match_id = any (private.live_matches(venue.owner_uid, clock_timestamp())),
      venue.shortens_names
    ) || jsonb_build_object('detail', kept.detail, 'tournament', private.tournament_of(kept)),
    'venue', btrim(venue.title),
    'time_zone', venue.time_zone
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.show_tournament(id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := left(id, 37);
  venue public.venues;
begin
  if not private.is_id(address) then
    return '{"status": "unknown"}';
  end if;
  select venues.* into venue
  from public.tournaments as held join public.venues on venues.id = held.venue_id where held.id = address::uuid;
  if not found then
    return jsonb_build_object('status', private.missing_page(address));
  elsif not venue.is_public then
    return '{"status": "unknown"}';
  end if;
  return jsonb_build_object(
    'status', 'shown',
    'tournament', private.shown_tournament(venue, address::uuid, true),
    'venue', btrim(venue.title),
    'time_zone', venue.time_zone
  );
end;
$function$;

ALTER FUNCTION "public"."show_tournament"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.store_result(match uuid, seq integer, left_at timestamp with time zone, result jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
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
$function$;

ALTER TABLE "public"."tournament_facts" ADD CONSTRAINT "tournament_facts_tournament_id_fkey" FOREIGN KEY (tournament_id) REFERENCES public.tournaments(id) ON DELETE CASCADE;

ALTER TABLE "public"."tournaments" ADD CONSTRAINT "tournaments_venue_id_fkey" FOREIGN KEY (venue_id) REFERENCES public.venues(id) ON DELETE CASCADE;

ALTER TABLE "public"."waiting" ADD CONSTRAINT "a_fixture_has_an_order" CHECK (((fixture IS NULL) = (ordered IS NULL)));

CREATE VIEW "private"."last_facts" AS  SELECT fact.tournament_id,
    fact.key,
    fact.seq,
    fact.value,
    jsonb_build_object('key', fact.key, 'seq', fact.seq, 'value', fact.value, 'at', fact.at, 'by',
        CASE
            WHEN (num_nonnulls(fact.by_uid, fact.by_device) > 0) THEN jsonb_build_object('id', COALESCE(fact.by_device, fact.by_uid), 'name', device.title)
            ELSE NULL::jsonb
        END, 'was', ( SELECT earlier.value
           FROM public.tournament_facts earlier
          WHERE ((earlier.tournament_id = fact.tournament_id) AND (earlier.key = fact.key) AND (earlier.seq < fact.seq))
          ORDER BY earlier.seq DESC
         LIMIT 1)) AS fact
   FROM (public.tournament_facts fact
     LEFT JOIN public.devices device ON ((device.id = fact.by_device)))
  WHERE (NOT (EXISTS ( SELECT
           FROM public.tournament_facts later
          WHERE ((later.tournament_id = fact.tournament_id) AND (later.key = fact.key) AND (later.seq > fact.seq)))));

ALTER VIEW "private"."last_facts" OWNER TO "postgres";

CREATE VIEW "private"."parties" AS  SELECT held.venue_id,
    held.id,
    held.name,
    held.name2,
    held.name_key,
    held.name_key2,
    held.number,
    held.number2,
    held.size,
    held.wants,
    held.wanted_id,
    held.state,
    held.table_id,
    held.place,
    held.joined_at,
    held.called_at,
    held.started_at,
    held.ended_at,
    held.last_op,
    held.changed_at,
    held.letters,
    held.letters2,
    held.fixture,
    held.ordered,
        CASE
            WHEN venues.full_names THEN called.name
            ELSE private.numbered_name(called.name, called.letters, called.number)
        END AS screen_name,
        CASE
            WHEN ((held.fixture IS NULL) OR (held.name = ''::text)) THEN NULL::text
            WHEN venues.full_names THEN held.name2
            ELSE private.numbered_name(held.name2, held.letters2, held.number2)
        END AS screen_name2,
        CASE
            WHEN (held.wanted_id IS NULL) THEN held.wants
            ELSE 'table'::text
        END AS wish,
    (GREATEST(held.changed_at, played.stored_at, played.started_at) + private.counts_for()) AS until
   FROM ((((public.waiting held
     CROSS JOIN LATERAL ( SELECT held.name,
            held.letters,
            held.number
          WHERE (held.name <> ''::text)
        UNION ALL
         SELECT COALESCE(held.name2, ''::text) AS "coalesce",
            held.letters2,
            held.number2
          WHERE (held.name = ''::text)) called)
     JOIN public.venues ON ((venues.id = held.venue_id)))
     LEFT JOIN public.public_overlays shown ON (((shown.table_id = held.table_id) AND (held.state = 'playing'::text))))
     LEFT JOIN public.matches played ON ((played.id = shown.match_id)));

CREATE OR REPLACE FUNCTION private.seated(held private.parties, since timestamp with time zone, for_screens boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'entry', held.id,
    'name', case when for_screens then held.screen_name else held.name end,
    'name2', case when for_screens then held.screen_name2 else held.name2 end,
    'since', since
  ) || case
    when held.ordered is null or for_screens then '{}' else jsonb_build_object('order', held.ordered)
  end;
$function$;

ALTER FUNCTION "private"."seated"(private.parties, timestamp with time zone, boolean) OWNER TO "postgres";

ALTER VIEW "private"."parties" OWNER TO "postgres";

CREATE INDEX matches_fixture ON public.matches USING btree (((fixture ->> 'tournament'::text))) WHERE (fixture IS NOT NULL);

CREATE INDEX results_fixture ON public.results USING btree (venue_id, ((fixture ->> 'tournament'::text))) WHERE (fixture IS NOT NULL);

CREATE INDEX tournament_facts_key ON public.tournament_facts USING btree (tournament_id, key, seq);

CREATE INDEX tournaments_venue_id ON public.tournaments USING btree (venue_id, created_at DESC, id);

CREATE TRIGGER send_corrected AFTER DELETE OR UPDATE OF by_hand, set_aside_at ON public.results FOR EACH ROW WHEN ((old.fixture IS NOT NULL)) EXECUTE FUNCTION private.send_corrected();

CREATE TRIGGER note_gone_tournaments AFTER DELETE ON public.tournaments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.note_gone_results();

CREATE TRIGGER send_room_renamed AFTER UPDATE OF title ON public.user_overlays FOR EACH ROW WHEN (((old.title <> new.title) AND (CURRENT_USER = 'authenticated'::name))) EXECUTE FUNCTION private.send_changed_room();

CREATE TRIGGER send_switched AFTER UPDATE OF is_public ON public.venues FOR EACH ROW WHEN ((old.is_public <> new.is_public)) EXECUTE FUNCTION private.send_changed_room();

CREATE TRIGGER send_seats AFTER INSERT OR UPDATE OF state, table_id, name, name2 ON public.waiting FOR EACH ROW EXECUTE FUNCTION private.send_seats();

COMMENT ON COLUMN "public"."matches"."fixture" IS 'The match of a tournament for which it was begun.';

COMMENT ON COLUMN "public"."result_sides"."frames" IS 'Frames or racks won, without a head start; 0 if the scores count something else.';

COMMENT ON COLUMN "public"."results"."detail" IS 'The event, frames or racks, and statistics.';

COMMENT ON COLUMN "public"."results"."fixture" IS 'The match of a tournament that it was played for.';

COMMENT ON COLUMN "public"."tournament_facts"."op" IS 'The device''s request, so that a repeated one changes nothing.';

COMMENT ON COLUMN "public"."tournaments"."id" IS 'Chosen by the device that opened it.';

COMMENT ON COLUMN "public"."waiting"."fixture" IS 'The match of a tournament that it was called for.';

COMMENT ON COLUMN "public"."waiting"."ordered" IS 'What its caller said that the tournament orders for that match.';

COMMENT ON TABLE "private"."gone_results" IS 'The addresses of deleted results and tournaments, which are never reused.';

COMMENT ON TABLE "public"."tournament_facts" IS 'What is known about a tournament, in the server''s order. Append-only, but for erased names. Reached through functions only.';

COMMENT ON TABLE "public"."tournaments" IS 'A venue''s tournaments. Reached through functions only.';

REVOKE ALL ON FUNCTION "private"."add_facts"(private.actor, uuid, uuid, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_facts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_outcomes"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_problem"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_facts"(private.actor, jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_from_tournaments"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fact_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fixture_at"(uuid, text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fresh_facts"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."handicap_of"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_closed"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_decided"(public.waiting) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_fact"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_fact_line"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_fixture"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_order"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_slot"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judge_op"(private.actor, jsonb, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_called"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_page"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."of_the_pair"(public.waiting) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."party_of"(uuid, text, text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."played_json"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_tournament"(private.actor, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seated"(private.parties, timestamp with time zone, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_changed_room"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_corrected"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."send_seats"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_entries"(uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_tournament"(public.venues, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."start_called"(private.actor, text, text, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."title_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tournament_json"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tournament_now"(public.venues, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tournament_of"(public.results) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tournament_page"(private.actor, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."turned_fixture"(jsonb, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_tournament"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_tournament"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_tournament"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_tournament"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_tournaments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_tournaments"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."run_tournament"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."run_tournament"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."show_tournament"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."show_tournament"(text) TO "service_role";

ALTER TABLE "public"."results" ADD COLUMN "handicap" integer GENERATED ALWAYS AS ((private.handicap_of(detail, 'A'::text) + private.handicap_of(detail, 'B'::text))) STORED NOT NULL;

COMMENT ON COLUMN "public"."results"."handicap" IS 'The racks that the sides began with: nobody played them.';

ALTER TABLE "public"."matches" ADD CONSTRAINT "fixture_is_one" CHECK (((fixture IS NULL) OR private.is_fixture(fixture)));

ALTER TABLE "public"."results" ADD CONSTRAINT "fixture_is_one" CHECK (((fixture IS NULL) OR private.is_fixture(fixture)));

ALTER TABLE "public"."tournament_facts" ADD CONSTRAINT "it_is_a_fact" CHECK (private.is_fact(key, value));

ALTER TABLE "public"."waiting" ADD CONSTRAINT "fixture_is_one" CHECK (((fixture IS NULL) OR private.is_fixture(fixture)));

ALTER TABLE "public"."waiting" ADD CONSTRAINT "ordered_is_an_order" CHECK (((ordered IS NULL) OR private.is_order(ordered)));

insert into private.rights (act, place, who) values
  ('change_tournament', 'venue', '{owner,admin,service}'),
  ('get_tournament', 'venue', '{owner,admin,service}'),
  ('list_tournaments', 'venue', '{owner,admin,service}'),
  ('run_tournament', 'venue', '{owner,admin}'),
  ('show_tournament', 'service', '{service_role}');
