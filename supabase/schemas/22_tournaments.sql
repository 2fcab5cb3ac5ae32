-- Tournaments: facts, each with a key, of which the last of a key counts. Devices derive the rest from them
-- (src/core/tournament). All changes of a venue's tournaments are made under one lock, the venue's row.

create table public.tournaments (
  id uuid primary key,
  venue_id uuid not null references public.venues (id) on delete cascade,
  created_at timestamptz not null
);
comment on table public.tournaments is 'A venue''s tournaments. Reached through functions only.';
comment on column public.tournaments.id is 'Chosen by the device that opened it.';

alter table public.tournaments enable row level security;
revoke all on table public.tournaments from anon, authenticated;

create index tournaments_venue_id on public.tournaments (venue_id, created_at desc, id);

-- The field of a fact's value that is a name; null if it has none.
create function private.fact_name(key text) returns text
language sql
immutable
set search_path = ''
as $$
  select case when key like 'entry:%' then 'name' when key = 'open' then 'title' end;
$$;

-- Whether this is a fact: a key, and a value that fits it. A null value takes a fact back.
--   entry:<n>        {name, seed, headStart}: a player, numbered from 1 to 128
--   out:<n>          true once withdrawn
--   format, places, seats   how it is played, the draw, who goes on from groups
--   tables           the tables that it has
--   open             {title}: its name
--   closed           true once it is over
--   outcome:<slot>   how a match ended
create function private.is_fact(key text, value jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    key ~ '^(format|places|seats|tables|open|closed|(entry|out):([1-9]\d?|1[01]\d|12[0-8])|outcome:.*)$'
    and (key not like 'outcome:%' or private.is_slot(substr(key, 9)))
    and octet_length(value::text) <= case when strpos(key, ':') > 0 then 1024 else 8192 end
    and (value = 'null' or private.fact_name(key) is null or private.is_text(value -> private.fact_name(key), 60)),
    false);
$$;

create table public.tournament_facts (
  tournament_id uuid not null references public.tournaments (id) on delete cascade,
  seq int not null constraint seq_counts_from_one check (seq >= 1),
  key text not null,
  value jsonb not null,
  op uuid not null,
  by_uid uuid,
  by_device uuid,
  at timestamptz not null,
  primary key (tournament_id, seq),
  unique (tournament_id, op, key),
  constraint it_is_a_fact check (private.is_fact(key, value)),
  constraint by_an_account_or_a_device check (num_nonnulls(by_uid, by_device) <= 1)
);
comment on table public.tournament_facts is
  'What is known about a tournament, in the server''s order. Append-only, but for erased names. Reached through functions only.';
comment on column public.tournament_facts.op is 'The device''s request, so that a repeated one changes nothing.';

alter table public.tournament_facts enable row level security;
revoke all on table public.tournament_facts from anon, authenticated;

create index tournament_facts_key on public.tournament_facts (tournament_id, key, seq);

-- Reading ------------------------------------------------------------------------------------------

-- Each key's last fact as devices get it: {key, seq, value, at, by}, and `was`, the value before it, for an undo.
create view private.last_facts as
select
  fact.tournament_id, fact.key, fact.seq, fact.value,
  jsonb_build_object(
    'key', fact.key,
    'seq', fact.seq,
    'value', fact.value,
    'at', fact.at,
    'by', case when num_nonnulls(fact.by_uid, fact.by_device) > 0 then
      jsonb_build_object('id', coalesce(fact.by_device, fact.by_uid), 'name', device.title)
    end,
    'was', (
      select earlier.value from public.tournament_facts as earlier
      where earlier.tournament_id = fact.tournament_id and earlier.key = fact.key and earlier.seq < fact.seq
      order by earlier.seq desc limit 1
    )
  ) as fact
from public.tournament_facts as fact
left join public.devices as device on device.id = fact.by_device
where not exists (
  select from public.tournament_facts as later
  where later.tournament_id = fact.tournament_id and later.key = fact.key and later.seq > fact.seq
);

-- The matches that were won for a tournament, in the order in which they ended, by their results as they count. A match
-- that isn't folded is read as its board shows it. Each has its pair in the order of its sides.
create function private.played_json(venue uuid, tournament uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
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
$$;

-- Tells a venue's people when a result of a tournament is corrected, set aside or deleted.
create function private.send_corrected() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.venues where venues.id = old.venue_id;
  return null;
end;
$$;

create trigger send_corrected after update of by_hand, set_aside_at or delete on public.results
  for each row when (old.fixture is not null) execute function private.send_corrected();

-- A tournament as the venue's own people see it, and whether its page is public; null if the venue has no such one.
create function private.tournament_json(venue uuid, id uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
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
$$;

-- Its people are told when all public pages are switched on or off.
create trigger send_switched after update of is_public on public.venues
  for each row when (old.is_public <> new.is_public) execute function private.send_changed_room();

-- A tournament's title; empty if it has none.
create function private.title_of(tournament uuid) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((
    select last.value ->> 'title' from private.last_facts as last
    where last.tournament_id = tournament and last.key = 'open'
  ), '');
$$;

-- The tournament that a result was played for: {id, title}; null for none, or one that was deleted.
create function private.tournament_of(kept public.results) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('id', held.id, 'title', private.title_of(held.id))
  from public.tournaments as held
  where held.venue_id = kept.venue_id and held.id = (kept.fixture ->> 'tournament')::uuid;
$$;

-- The venue's latest 100 tournaments, the newest first.
create function public.list_tournaments() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
$$;

-- A tournament of the venue.
create function public.get_tournament(id uuid) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_tournament');
  answer constant jsonb := private.tournament_json(caller.venue_id, id);
begin
  if answer is null then
    perform private.refuse();
  end if;
  return answer;
end;
$$;

-- Screens ------------------------------------------------------------------------------------------

-- The names of a tournament's entries as others than the venue's people see them: short ones with as many letters as tell
-- them apart, and namesakes with numbers.
create function private.shown_entries(venue uuid, tournament uuid, shortens boolean)
returns table (key text, name text)
language sql
stable
security definer
set search_path = ''
as $$
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
$$;

-- A tournament as televisions and the public see it; null if the venue has no such one. `at` are the matches that were
-- called or are played now, each with its pair as the board has it, and its racks or frames so far if they may be shown.
create function private.shown_tournament(venue public.venues, id uuid, for_public boolean) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
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
$$;

create trigger note_gone_tournaments after delete on public.tournaments
  referencing old table as gone
  for each statement execute function private.note_gone_results();

-- A tournament by its address: {status: shown, tournament, venue (its name), time_zone}, gone if it was deleted, or
-- unknown. Those of a venue whose pages are off are unknown too.
create function public.show_tournament(id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;

-- What televisions show: the open tournament once it is drawn, or else the one that was closed last, for twelve hours; null for none.
create function private.tournament_now(venue public.venues, moment timestamptz) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.shown_tournament(venue, held.id, false)
  from public.tournaments as held
  left join private.last_facts as closed
    on closed.tournament_id = held.id and closed.key = 'closed' and closed.value = 'true'
  join private.last_facts as drawn
    on drawn.tournament_id = held.id and drawn.key = 'places' and drawn.value <> 'null'
  cross join lateral (select (closed.fact ->> 'at')::timestamptz as closed_at) as ended
  where held.venue_id = venue.id and (closed_at is null or closed_at > moment - interval '12 hours')
  order by closed_at desc nulls first, held.created_at desc, held.id limit 1;
$$;

-- Changing -----------------------------------------------------------------------------------------

create function private.is_closed(tournament uuid) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.last_facts as last
    where last.tournament_id = tournament and last.key = 'closed' and last.value = 'true'
  );
$$;

-- Whether these are facts to add: up to 200 of {key, value, before}, each with a key of its own. `before` is the seq of
-- the key's last fact that the device saw, 0 for none.
create function private.are_facts(facts jsonb) returns boolean
language plpgsql
immutable
set search_path = ''
as $$
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
$$;

-- Whether they are all outcomes, which Service may add.
create function private.are_outcomes(facts jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select not jsonb_path_exists(facts, '$[*] ? (!(@.key starts with "outcome:"))');
$$;

-- Those of the facts to add that aren't known yet, each with the key's last one.
create function private.fresh_facts(tournament uuid, facts jsonb)
returns table (number bigint, key text, value jsonb, before int, last_seq int, last_fact jsonb)
language sql
stable
security definer
set search_path = ''
as $$
  select given.number, given.fact ->> 'key', given.fact -> 'value', (given.fact -> 'before')::int,
    coalesce(last.seq, 0), last.fact
  from jsonb_array_elements(facts) with ordinality as given (fact, number)
  left join private.last_facts as last on last.tournament_id = tournament and last.key = given.fact ->> 'key'
  where given.fact -> 'value' <> coalesce(last.value, 'null');
$$;

-- Adds the facts of one request to a tournament, which begins with its first: all that aren't known yet, or none.
-- `fact` is the one that was in the way. The venue is locked.
create function private.add_facts(
  caller private.actor, tournament uuid, op uuid, facts jsonb, moment timestamptz,
  out outcome text, out reason text, out fact jsonb, out added bigint
)
language plpgsql
security definer
set search_path = ''
as $$
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
$$;

-- What run_tournament() and change_tournament() do for a caller who passed their gate.
create function private.change_facts(caller private.actor, op jsonb, may_run boolean) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
$$;

-- Adds facts to a tournament of the venue, or opens one: {id, tournament, facts} (private.are_facts()). Returns
-- {outcome, reason, fact, tournament}. A known op gets its outcome again.
--   done      all of them are known now
--   already   they were known
--   refused   changed: `fact` came between; nothing is added
--   bad       op: the fault is in its shape
--   full      facts: 2,000, of which Service adds 500. tournaments: 1,000, or 20 within an hour
create function public.run_tournament(op jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('run_tournament');
begin
  return private.change_facts(caller, op, true);
end;
$$;

-- The same for outcomes only, of a tournament that is there.
create function public.change_tournament(op jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('change_tournament');
begin
  return private.change_facts(caller, op, false);
end;
$$;

-- Calls --------------------------------------------------------------------------------------------

-- The fault in the facts of a call: op; null if there is none. Only outcomes come with it.
create function private.call_problem(op jsonb) returns text
language sql
immutable
set search_path = ''
as $$
  select 'op' where not private.is_missing(op -> 'facts')
    and not (private.are_facts(op -> 'facts') and private.are_outcomes(op -> 'facts'));
$$;

-- Raises 42501 unless the tournament, if any, is the venue's.
create function private.require_tournament(caller private.actor, id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if id is not null and not exists (
    select from public.tournaments as held where held.id = require_tournament.id and held.venue_id = caller.venue_id
  ) then
    perform private.refuse();
  end if;
end;
$$;

-- Whether a party's match of a tournament is over: its pair has an outcome, or has played to an end.
create function private.is_decided(held public.waiting) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
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
$$;

-- The match of a tournament that begins at a table with these names, with its pair in the order of the names; null if its
-- party is none of a tournament's.
create function private.fixture_at(table_id uuid, p1 text, p2 text, moment timestamptz) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.turned_fixture(held.fixture, held.name, held.name2, p1, p2)
  from private.party_of(table_id, p1, p2, moment) as held;
$$;

-- Erasing and accounts -----------------------------------------------------------------------------

-- Removes a player's name from a venue's tournaments, and returns whether it was there. An entry stays, under its
-- number, and is withdrawn if its tournament is open.
create function private.erase_from_tournaments(venue uuid, keys text[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
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
$$;

-- Whether a device could have stored this fact of an imported tournament.
create function private.is_fact_line(fact jsonb) returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_whole(fact -> 'seq', 1, 2147483647) and private.is_fact(fact ->> 'key', fact -> 'value')
    and private.is_id(fact ->> 'op') and private.is_time(fact -> 'at')
    and jsonb_typeof(fact -> 'by_owner') is not distinct from 'boolean';
$$;

-- The lines of some tournaments of an account's file, whole ones, after the one with this id: {lines, next}.
create function private.tournament_page(caller private.actor, after uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;
