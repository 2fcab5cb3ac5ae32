-- The waiting list: the parties that wait for a table, are called to one, or play. All changes of a venue's list are
-- ops under one lock, the venue's row. The list reads boards and never locks one. A match that begins starts its party.

-- Whether this is what a tournament orders for one of its matches: {game, raceTo, handicap, event}. The head starts are
-- in the order of the pair, and the event is what boards say.
create function private.is_order(ordered jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    left(ordered ->> 'game', 33) ~ '^[a-z][a-z0-9-]{0,31}$'
    and (ordered -> 'raceTo')::text ~ '^[1-9]\d{0,3}$'
    and (ordered -> 'handicap')::text ~ '^\[\d{1,4}, \d{1,4}\]$'
    and private.is_text(ordered -> 'event', 60)
    and ordered - '{game,raceTo,handicap,event}'::text[] = '{}', false);
$$;

create table public.waiting (
  venue_id uuid not null references public.venues (id) on delete cascade,
  id uuid not null,
  name text not null constraint name_fits check (char_length(name) <= 60),
  name2 text constraint name2_fits check (char_length(name2) <= 60),
  name_key text generated always as (private.player_key(name)) stored,
  name_key2 text generated always as (private.player_key(name2)) stored,
  number int not null default 1,
  number2 int not null default 1,
  size int not null constraint size_is_1_to_8 check (size between 1 and 8),
  wants text not null constraint wants_is_known check (wants in ('any', 'pool', 'snooker')),
  wanted_id uuid references public.user_overlays (id) on delete set null,
  state text not null constraint state_is_known check (
    state in ('waiting', 'called', 'away', 'missed', 'playing', 'left', 'done')
  ),
  table_id uuid references public.user_overlays (id) on delete cascade,
  -- Between its neighbours' places, so that moving an entry changes no other entry.
  place double precision not null constraint place_is_finite check (place between -1e9 and 1e9),
  joined_at timestamptz not null,
  called_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  last_op uuid not null,
  changed_at timestamptz not null,
  letters int not null default 1,
  letters2 int not null default 1,
  fixture jsonb constraint fixture_is_one check (fixture is null or private.is_fixture(fixture)),
  ordered jsonb constraint ordered_is_an_order check (ordered is null or private.is_order(ordered)),
  primary key (venue_id, id),
  constraint called_and_playing_at_a_table check ((state in ('called', 'playing')) = (table_id is not null)),
  constraint a_fixture_has_an_order check ((fixture is null) = (ordered is null)),
  constraint called_at_a_time check (state <> 'called' or called_at is not null),
  constraint ended_at_a_time check ((state in ('left', 'done')) = (ended_at is not null))
);
comment on table public.waiting is 'Each party on a venue''s waiting list. Reached through functions only.';
comment on column public.waiting.id is 'Chosen by the device that added it.';
comment on column public.waiting.letters is
  'How many letters of its last word its short name has, to differ from others. Kept when the others leave.';
comment on column public.waiting.number is 'Its number among equal full names: shown from 2 on, and kept when the others leave.';
comment on column public.waiting.wants is 'The kind of table that it waits for. For a wanted table, that table''s kind, in case it is archived.';
comment on column public.waiting.wanted_id is 'The table that it waits for; null for the first that fits.';
comment on column public.waiting.fixture is 'The match of a tournament that it was called for.';
comment on column public.waiting.ordered is 'What its caller said that the tournament orders for that match.';
comment on column public.waiting.state is 'left ends a party that waited, done one that played.';
comment on column public.waiting.last_op is 'The last op that changed it, which the next op names.';

alter table public.waiting enable row level security;
revoke all on table public.waiting from anon, authenticated;

create unique index waiting_one_called on public.waiting (table_id) where state = 'called';
create unique index waiting_one_playing on public.waiting (table_id) where state = 'playing';
create index waiting_wanted_id on public.waiting (wanted_id);
create index waiting_name_key on public.waiting (venue_id, name_key);
create index waiting_name_key2 on public.waiting (venue_id, name_key2);
create index waiting_alive on public.waiting (venue_id, place) where ended_at is null;
create index waiting_ended_at on public.waiting (venue_id, ended_at) where ended_at is not null;

create trigger keep_names_straight before insert or update on public.waiting
  for each row execute function private.keep_names_straight('name', 'name2');

create table public.waiting_ops (
  venue_id uuid not null references public.venues (id) on delete cascade,
  id uuid not null,
  entry uuid not null,
  kind text not null,
  before uuid,
  part_of uuid,
  outcome text not null constraint outcome_is_known check (outcome in ('done', 'already', 'refused', 'full')),
  reason text,
  about uuid,
  by_uid uuid,
  by_device uuid,
  at timestamptz not null,
  was jsonb constraint was_fits check (octet_length(was::text) <= 4096),
  primary key (venue_id, id),
  constraint by_an_account_or_a_device check (num_nonnulls(by_uid, by_device) <= 1)
);
comment on table public.waiting_ops is
  'Devices'' requests to the waiting list within a day, so that a repeated request changes nothing. Reached through functions only.';
comment on column public.waiting_ops.before is 'The entry''s last op that the device knew. For an undo, the op that it takes back.';
comment on column public.waiting_ops.part_of is 'The op that it is part of: a start that ended the party at the table.';
comment on column public.waiting_ops.about is 'The op that was in the way.';
comment on column public.waiting_ops.was is 'The entry as it was before; null if it wasn''t there.';

alter table public.waiting_ops enable row level security;
revoke all on table public.waiting_ops from anon, authenticated;

-- In this order, so that an op is never searched for among all of its venue's.
create index waiting_ops_at on public.waiting_ops (at, venue_id);
create index waiting_ops_part_of on public.waiting_ops (venue_id, part_of) where part_of is not null;

-- Broadcasts ---------------------------------------------------------------------------------------

-- Every change raises the list's number. The topic carries only that number, and each listener then asks for its own
-- view.
create function private.send_room_seq() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send(
    jsonb_build_object('seq', new.waiting_seq), 'seq', 'room:' || new.room_token, true
  );
  return null;
end;
$$;

create trigger send_room_seq after update of waiting_seq on public.venues
  for each row when (old.waiting_seq <> new.waiting_seq) execute function private.send_room_seq();

-- Tells a venue's people and televisions when a table shows another match, or its match ends or starts, each once: the
-- table may have become free or occupied.
create function private.send_played() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'matches' then
    if not exists (
      select from public.public_overlays as shown where shown.table_id = new.table_id and shown.match_id = new.id
    ) then
      return null;
    end if;
  end if;
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.user_overlays as owned join public.venues on venues.owner_uid = owned.owner_uid
  where owned.id = new.table_id;
  return null;
end;
$$;

-- For all columns: the log moves a board to another match in its own trigger.
create trigger send_begun after update on public.public_overlays
  for each row when (old.match_id <> new.match_id) execute function private.send_played();
create trigger send_scored after update of seq on public.matches
  -- A match with an entry was begun: so no function runs for its later ones.
  for each row when (old.seq = 0 and not private.is_begun(old) and private.is_begun(new))
  execute function private.send_played();
create trigger send_ended after update of ended_at on public.matches
  for each row when ((old.ended_at is null) <> (new.ended_at is null)) execute function private.send_played();

-- Tells a venue's people that their screens show something else, though their list is the same.
create function private.send_changed_room() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'played', 'room:' || venues.room_token, true)
  from public.venues where owner_uid = new.owner_uid;
  return null;
end;
$$;

-- Functions that rename a table raise the list's number; an owner may rename one directly.
create trigger send_room_renamed after update of title on public.user_overlays
  for each row when (old.title <> new.title and current_user = 'authenticated')
  execute function private.send_changed_room();

create policy "Anybody who knows a room's token hears its numbers" on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) ~ '^room:[A-Za-z0-9]{24}$');

-- Tells those who score a table that other parties play or are called there, or under other names. All viewers receive
-- it, so it contains nothing.
create function private.send_seats() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'seats', 'overlay:' || owned.url_token, true)
  from public.user_overlays as owned where owned.id in (old.table_id, new.table_id);
  return null;
end;
$$;

create trigger send_seats after insert or update of state, table_id, name, name2 on public.waiting
  for each row execute function private.send_seats();

create function private.raise_room_seq(venue uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.venues set waiting_seq = waiting_seq + 1 where id = venue;
$$;

-- Names --------------------------------------------------------------------------------------------

-- A name of the list as screens show it when they don't show full names: "Youssef B.", and "Youssef B. 2" for a
-- namesake.
create function private.numbered_name(name text, letters int, number int) returns text
language sql
immutable
set search_path = ''
as $$
  select left(private.short_name(name, letters), 60 - length(added.number)) || added.number
  from (select case when numbered_name.number > 1 then ' ' || numbered_name.number else '' end) as added (number);
$$;

-- How many letters a short name needs to differ, as compared, from the others' short names.
create function private.letters_among(name text, others text[]) returns int
language sql
immutable
set search_path = ''
as $$
  select coalesce(max(private.letters_apart(name, other)), 1) from unnest(others) as other;
$$;

-- The first number that makes a short name differ, as compared, from all taken ones.
create function private.free_number(name text, letters int, taken text[]) returns int
language sql
immutable
set search_path = ''
as $$
  select min(number) from generate_series(1, cardinality(taken) + 1) as number
  where number = 1 and private.player_key(name) is null
    or private.name_key(private.numbered_name(name, letters, number)) <> all (taken);
$$;

-- The entry with letters and numbers that make its short names differ from other parties'. Some of those may get more
-- letters.
create function private.tell_apart(inout held public.waiting)
language plpgsql
security definer
set search_path = ''
as $$
declare
  names constant text[] := array_remove(array[held.name, held.name2], null);
  keys constant text[] := array(
    select private.player_key(name) from unnest(names) as name where private.player_key(name) is not null
  );
  -- Names that differ in their first word differ, and comparing it is cheap.
  first_words constant text[] := array(select split_part(key, ' ', 1) from unnest(keys) as key);
  others text[];
  taken text[];
  lengthened text[];
begin
  with longer as (
    update public.waiting as other
      set letters = greatest(other.letters, private.letters_among(other.name, names)),
          letters2 = greatest(other.letters2, private.letters_among(other.name2, names))
      where other.venue_id = held.venue_id and other.ended_at is null and other.id <> held.id
        and (
          split_part(other.name_key, ' ', 1) = any (first_words)
          or split_part(other.name_key2, ' ', 1) = any (first_words)
        )
        and (
          private.letters_among(other.name, names) > other.letters
          or private.letters_among(other.name2, names) > other.letters2
        )
      returning other.name_key, other.name_key2
  )
  select array_agg(shown.key) into lengthened
  from longer, lateral (values (longer.name_key), (longer.name_key2)) as shown (key) where shown.key is not null;
  select
    coalesce(array_agg(shown.name), '{}'),
    coalesce(array_agg(private.name_key(private.numbered_name(shown.name, shown.letters, shown.number))), '{}')
  into others, taken
  from public.waiting as other,
    lateral (values
      (other.name, other.name_key, other.letters, other.number),
      (other.name2, other.name_key2, other.letters2, other.number2)
    ) as shown (name, key, letters, number)
  where other.venue_id = held.venue_id and other.ended_at is null and other.id <> held.id
    and split_part(shown.key, ' ', 1) = any (first_words);
  held.letters := private.letters_among(held.name, others || held.name2);
  held.letters2 := private.letters_among(held.name2, others || held.name);
  held.number := private.free_number(held.name, held.letters, taken);
  held.number2 := coalesce(private.free_number(
    held.name2, held.letters2, taken || private.name_key(private.numbered_name(held.name, held.letters, held.number))
  ), 1);
  perform private.send_branding(held.venue_id, keys || lengthened);
end;
$$;

-- Whether a venue's waiting list has one of these names.
create function private.is_of_list(venue uuid, names text[]) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from unnest(names) as named (name)
    join public.waiting as held
      on held.venue_id = venue and private.player_key(named.name) in (held.name_key, held.name_key2)
  );
$$;

-- The names that a board's screens show differently from the stored ones: {screen_names: {p1, p2}}, or {}. If the venue
-- doesn't show full names, these are the names on its waiting list, except those of registered players.
create function private.screen_names(owner uuid, p1 text, p2 text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;

-- Reading ------------------------------------------------------------------------------------------

-- How long an entry's last op can be undone. UNDO_MILLIS in src/core/room/list.ts is the same.
create function private.undo_for() returns interval
language sql
immutable
set search_path = ''
as $$
  select interval '10 minutes';
$$;

-- The entries as shown: the names that screens call, what they wait for, and the time until which they count after their
-- last op or score. A tournament's pair is called by both names. Other parties are called by their first name, or by
-- their other name if the first was erased.
create view private.parties as
select
  held.*,
  case when venues.full_names then called.name else private.numbered_name(called.name, called.letters, called.number) end
    as screen_name,
  case
    when held.fixture is null or held.name = '' then null
    when venues.full_names then held.name2
    else private.numbered_name(held.name2, held.letters2, held.number2)
  end as screen_name2,
  case when held.wanted_id is null then held.wants else 'table' end as wish,
  greatest(held.changed_at, played.stored_at, played.started_at) + private.counts_for() as until
from public.waiting as held
cross join lateral (
  select held.name, held.letters, held.number where held.name <> ''
  union all select coalesce(held.name2, ''), held.letters2, held.number2 where held.name = ''
) as called
join public.venues on venues.id = held.venue_id
left join public.public_overlays as shown on shown.table_id = held.table_id and held.state = 'playing'
left join public.matches as played on played.id = shown.match_id;

-- A party at a table, the time since when it is there, and what a tournament orders for its match.
create function private.seated(held private.parties, since timestamptz, for_screens boolean) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'entry', held.id,
    'name', case when for_screens then held.screen_name else held.name end,
    'name2', case when for_screens then held.screen_name2 else held.name2 end,
    'since', since
  ) || case
    when held.ordered is null or for_screens then '{}' else jsonb_build_object('order', held.ordered)
  end;
$$;

-- A table's state as facts, several of which may be true: whether it is out of use, the match that it shows, the party
-- that plays there, and the party that is called there. All views of a table read these; src/core/room/table-state.ts
-- turns them into one state.
create function private.table_facts(owned public.user_overlays, for_screens boolean, moment timestamptz) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'out_of_use', owned.out_of_use,
    'match', (
      select jsonb_build_object(
        'id', played.id, 'game', played.game, 'over', played.over,
        'started_at', played.started_at, 'scored_at', played.scored_at
      )
      from private.shown_matches as played where played.table_id = owned.id and played.until > moment
    ),
    'party', (
      select private.seated(held, held.started_at, for_screens) from private.parties as held
      where held.table_id = owned.id and held.state = 'playing' and held.until > moment
    ),
    'called', (
      select private.seated(held, held.called_at, for_screens) from private.parties as held
      where held.table_id = owned.id and held.state = 'called' and held.until > moment
    )
  );
$$;

-- The tables of a room, in the owner's order: {id, title, kind} with each one's facts.
create function private.room_tables(owner uuid, for_screens boolean, moment timestamptz) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', owned.id,
    'title', owned.title,
    'kind', owned.kind
  ) || private.table_facts(owned, for_screens, moment) order by owned.position, owned.created_at, owned.id), '[]')
  from public.user_overlays as owned
  where owned.owner_uid = owner and owned.archived_at is null;
$$;

-- Ops with their actors, as the venue's own people see them: {id, name}, without a name for an account.
create view private.signed_ops as
select
  made.*,
  case when num_nonnulls(made.by_uid, made.by_device) > 0 then
    jsonb_build_object('id', coalesce(made.by_device, made.by_uid), 'name', device.title)
  end as by
from public.waiting_ops as made
left join public.devices as device on device.id = made.by_device;

-- A venue's list. Its own people get all of it, with ended parties as long as the end can be undone. Screens get the
-- called and waiting parties, under names that the public may see.
create function private.waiting_of(venue_id uuid, for_screens boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;

-- Changing -----------------------------------------------------------------------------------------

-- Ends parties that are silent for too long. Deletes ops after a day and ended parties after 7 days, at most a thousand
-- of each, because others wait for the venue's lock.
create function private.tidy_waiting(venue uuid, moment timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  update public.waiting as held
    set state = case held.state when 'playing' then 'done' else 'left' end,
        table_id = null,
        ended_at = shown.until
    from private.parties as shown
    where shown.venue_id = venue and shown.ended_at is null and shown.until <= moment
      and held.venue_id = venue and held.id = shown.id;
  delete from public.waiting as held where held.ctid = any (array(
    select old.ctid from public.waiting as old
    where old.venue_id = venue and old.ended_at <= moment - interval '7 days' order by old.ended_at limit 1000
  ));
  delete from public.waiting_ops as made where made.ctid = any (array(
    select old.ctid from public.waiting_ops as old
    where old.venue_id = venue and old.at <= moment - interval '1 day' order by old.at limit 1000
  ));
$$;

-- The fault in an op's shape: op, name, size or wants; null if there is none. Kinds and their fields:
--   add       name, name2, size, wants, wanted_id (for wants = table); table_id to start there at once, replace
--             fixture: a match of a tournament, whose pair is called to table_id; order: what that orders for it;
--             facts: the outcomes that it stands on
--   edit      name, name2, size, wants, wanted_id
--   place     next: the entry to go before; null for the end
--   call, move   table_id
--   start     table_id, replace: whether it ends the party that plays there
--   uncall, away, missed, back, leave, free, undo
-- All have id, entry, kind and, but for add, `before`: the entry's last op that the device saw.
create function private.op_problem(op jsonb) returns text
language sql
immutable
set search_path = ''
as $$
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
$$;

-- An entry as an op's `was` keeps it.
create function private.entry_image(held public.waiting) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', held.name, 'name2', held.name2, 'size', held.size, 'wants', held.wants, 'wanted_id', held.wanted_id,
    'state', held.state, 'table_id', held.table_id, 'place', held.place, 'called_at', held.called_at,
    'started_at', held.started_at, 'ended_at', held.ended_at
  );
$$;

-- A place between two others, null for no neighbour; null if none is left. Random, so that it is still unused when an
-- undo brings an entry back to it.
create function private.place_between(low double precision, high double precision) returns double precision
language plpgsql
volatile
set search_path = ''
as $$
declare
  part constant double precision := 0.4 + 0.2 * random();
  place constant double precision := coalesce(low + (high - low) * part, low + part, high - part, part);
begin
  return case when (low < place) is not false and (place < high) is not false then place end;
end;
$$;

-- The entry with an add's or edit's party and wish.
create function private.with_party(inout held public.waiting, op jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  held.name := op ->> 'name';
  held.name2 := op ->> 'name2';
  held.size := (op -> 'size')::int;
  held.wanted_id := (op ->> 'wanted_id')::uuid;
  held.wants := case
    when held.wanted_id is null then op ->> 'wants'
    else (select kind from public.user_overlays where id = held.wanted_id)
  end;
end;
$$;

-- The other parties of a venue that have the same match of a tournament, or a match of one of its players there.
create function private.of_the_pair(held public.waiting) returns setof public.waiting
language sql
stable
security definer
set search_path = ''
rows 1
as $$
  select other.* from public.waiting as other
  where held.fixture is not null and other.venue_id = held.venue_id and other.ended_at is null and other.id <> held.id
    and other.fixture ->> 'tournament' = held.fixture ->> 'tournament'
    and (
      other.fixture -> 'slot' = held.fixture -> 'slot'
      or held.fixture -> 'pair' @> (other.fixture #> '{pair,0}')
      or held.fixture -> 'pair' @> (other.fixture #> '{pair,1}')
    );
$$;

-- The next entry on the list after this one; null at the end.
create function private.next_waiting(held public.waiting) returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select other.id from public.waiting as other
  where other.venue_id = held.venue_id and other.ended_at is null and other.state <> 'playing'
    and (other.place, other.id) > (held.place, held.id)
  order by other.place, other.id limit 1;
$$;

-- Whether an entry already is as an op wants it, no matter who changed it.
create function private.is_already(held public.waiting, op jsonb) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  table_id constant uuid := op ->> 'table_id';
begin
  return coalesce(case op ->> 'kind'
    when 'add' then true
    when 'edit' then held.ended_at is null and held = private.with_party(held, op)
    when 'place' then
      held.ended_at is null and held.state <> 'playing'
      and private.next_waiting(held) is not distinct from (op ->> 'next')::uuid
    -- Its last op may be called again.
    when 'call' then
      held.state = 'called' and held.table_id = table_id and held.last_op::text <> op ->> 'before'
    when 'uncall' then held.state = 'waiting'
    when 'back' then held.state = 'waiting'
    when 'start' then held.state = 'playing' and held.table_id = table_id
    when 'move' then held.state = 'playing' and held.table_id = table_id
    when 'away' then held.state = 'away'
    when 'missed' then held.state = 'missed'
    when 'leave' then held.state = 'left'
    when 'free' then held.state = 'done'
    when 'undo' then exists (
      select from public.waiting_ops as last
      where last.venue_id = held.venue_id and last.id = held.last_op and last.kind = 'undo'
        and last.before::text = op ->> 'before'
    )
  end, false);
end;
$$;

-- A venue's parties whose places are taken: those on the list, and those that an undo may bring back.
create function private.placed(venue uuid) returns setof public.waiting
language sql
stable
security definer
set search_path = ''
rows 300
as $$
  select * from public.waiting as held where held.venue_id = venue and held.ended_at is null
  union all
  select * from public.waiting as held
  where held.venue_id = venue and held.ended_at > clock_timestamp() - private.undo_for();
$$;

-- The place before another entry, or at the end; null if there is none.
create function private.place_before(held public.waiting, next public.waiting) returns double precision
language sql
volatile
security definer
set search_path = ''
as $$
  select private.place_between(max(other.place), next.place) from private.placed(held.venue_id) as other
  where other.id <> held.id
    and (next.id is null or (other.place, other.id) < (next.place, next.id));
$$;

-- Spreads a venue's places, in their order, together with those that an undo would bring back. The venue is locked.
create function private.spread_places(venue uuid) returns void
language sql
security definer
set search_path = ''
as $$
  with placed as materialized (
    select * from private.placed(venue)
  ),
  -- Only an entry's last op can be undone.
  undoable as materialized (
    select made.id, (made.was ->> 'place')::double precision as place
    from placed join public.waiting_ops as made on made.venue_id = venue and made.id = placed.last_op
    where made.was is not null
  ),
  spread as (
    select taken.place, row_number() over (order by taken.place) as becomes
    from (select placed.place from placed union select undoable.place from undoable) as taken
  ),
  moved as (
    update public.waiting as held set place = spread.becomes from placed join spread using (place)
    where held.venue_id = venue and held.id = placed.id
  )
  update public.waiting_ops as made
    set was = made.was || jsonb_build_object('place', spread.becomes) from undoable join spread using (place)
    where made.venue_id = venue and made.id = undoable.id;
$$;

-- The entry after an op, if its state allows it; null if not. Not for undo.
create function private.after_op(held public.waiting, op jsonb, moment timestamptz) returns public.waiting
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  kind constant text := op ->> 'kind';
  table_id constant uuid := op ->> 'table_id';
  next public.waiting;
begin
  case
    when kind = 'edit' and held.ended_at is null then
      held := private.with_party(held, op);
    when kind = 'place' and held.state in ('waiting', 'called', 'away', 'missed') then
      select * into next from public.waiting as other
        where other.venue_id = held.venue_id and other.id = (op ->> 'next')::uuid
          and other.state in ('waiting', 'called', 'away', 'missed');
      if not found and not private.is_missing(op -> 'next') then
        return null;
      end if;
      held.place := private.place_before(held, next);
      -- After some fifty moves to the same gap.
      if held.place is null then
        perform private.spread_places(held.venue_id);
        select * into next from public.waiting as other where other.venue_id = next.venue_id and other.id = next.id;
        held.place := private.place_before(held, next);
      end if;
    when kind = 'call' and held.state in ('waiting', 'called') then
      held.state := 'called';
      held.table_id := table_id;
      held.called_at := moment;
    when kind = 'uncall' and held.state = 'called' or kind = 'back' and held.state in ('away', 'missed') then
      held.state := 'waiting';
      held.table_id := null;
      held.called_at := null;
    when kind = 'start' and held.state in ('waiting', 'called') then
      held.state := 'playing';
      held.table_id := table_id;
      held.started_at := moment;
    when kind = 'move' and held.state = 'playing' then
      held.table_id := table_id;
    when kind = 'away' and held.state = 'waiting' then
      held.state := 'away';
    when kind = 'missed' and held.state = 'called' then
      held.state := 'missed';
      held.table_id := null;
    when kind = 'leave' and held.state in ('waiting', 'called', 'away', 'missed') then
      held.state := 'left';
      held.table_id := null;
      held.ended_at := moment;
    when kind = 'free' and held.state = 'playing' then
      held.state := 'done';
      held.table_id := null;
      held.ended_at := moment;
    else
      return null;
  end case;
  return held;
end;
$$;

-- Stores an op, and the entry as the op left it.
create function private.save_entry(held public.waiting, made public.waiting_ops) returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;

-- The same for another entry that an op changes, as an op that is part of the first.
create function private.save_part(held public.waiting, whole public.waiting_ops, kind text, before uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  whole.part_of := whole.id;
  whole.id := gen_random_uuid();
  whole.entry := held.id;
  whole.kind := save_part.kind;
  whole.before := save_part.before;
  perform private.save_entry(held, whole);
end;
$$;

-- Whether the list has no room for this many more parties.
create function private.is_full(venue uuid, more bigint default 1) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select more > 0 and count(*) + more > private.most('parties')
  from public.waiting as held where held.venue_id = venue and held.ended_at is null;
$$;

-- Undoes an entry's last op while that is possible, together with the ops that are part of it, if the list's rules still
-- allow that. `made` is the undo, which can itself be undone.
create function private.take_back(made public.waiting_ops, held public.waiting) returns public.waiting_ops
language plpgsql
security definer
set search_path = ''
as $$
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
$$;

-- What would become of an op: its outcome, the entry as it would be, and the parties that it would end. An undo that its
-- base allows is judged by private.take_back(). The venue is locked.
create function private.judge_op(
  caller private.actor, op jsonb, moment timestamptz,
  out made public.waiting_ops, out held public.waiting, out freed public.waiting[]
)
language plpgsql
security definer
set search_path = ''
as $$
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
$$;

-- Applies an op if possible, and returns it with its outcome. An op that isn't done changes nothing. The venue is
-- locked.
create function private.take_op(caller private.actor, op jsonb, moment timestamptz) returns public.waiting_ops
language plpgsql
security definer
set search_path = ''
as $$
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
$$;

-- What would become of a refused op if its device had seen the entry's last op: done, or table if only a party at the
-- table is in the way; null if it can't be done. The venue is locked.
create function private.retry_of(caller private.actor, op jsonb) returns text
language sql
security definer
set search_path = ''
as $$
  select case when (judged.made).outcome = 'done' then 'done' when (judged.made).reason = 'table' then 'table' end
  from private.judge_op(caller, op || jsonb_build_object('before', (
    select held.last_op from public.waiting as held
    where held.venue_id = caller.venue_id and held.id = (op ->> 'entry')::uuid
  )), clock_timestamp()) as judged;
$$;

-- The answer to an op: its outcome, what was in the way and who did it, whether it could be done now, and the current
-- list.
create function private.op_answer(caller private.actor, op jsonb, made public.waiting_ops) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'outcome', made.outcome,
    'reason', made.reason,
    'retry', case when made.outcome = 'refused' and made.kind <> 'undo' then private.retry_of(caller, op) end,
    'list', private.waiting_of(caller.venue_id, false)
  ) || coalesce((
    select jsonb_build_object('entry', other.entry, 'kind', other.kind, 'by', other.by)
    from private.signed_ops as other where other.venue_id = caller.venue_id and other.id = made.about
  ), '{}');
end;
$$;

-- Applies one op to the venue's waiting list (private.op_problem() lists the ops). Returns {outcome, reason, retry,
-- entry, kind, by, list}. A known op gets its outcome again. `retry`: what would become of a refused op, other than
-- an undo, with the entry's last op as its base (private.retry_of()).
--   done      it changed the list
--   already   somebody had done the same
--   refused   changed: the entry's last op is another one, `kind`, by `by`, or there is no such entry
--             state: the entry's state doesn't allow it
--             place: the place to go to is gone
--             table: `entry` is at the table, by `kind` of `by`
--             match: `entry` has the tournament's match or one of its players
--             facts: an outcome that the call stands on has changed
--             closed: the table is out of use or archived
--             late: it is too late to undo the op
--   bad       the fault in its shape; nothing is stored
--   full      list: 200 parties. facts: of the tournament. minute: 600 ops, none of which is stored
create function public.change_waiting(op jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
-- A plan from when the list was short would read all of a venue's ops.
set plan_cache_mode = force_custom_plan
as $$
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
$$;

-- The venue's waiting list, as its own people see it.
create function public.list_waiting() returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
-- A plan from when the list was short would read all of a venue's ops.
set plan_cache_mode = force_custom_plan
as $$
declare
  caller constant private.actor := private.authorize('list_waiting');
  moment constant timestamptz := clock_timestamp();
begin
  if exists (
    select from public.waiting as held
    where held.venue_id = caller.venue_id and held.ended_at <= moment - interval '7 days'
  ) or exists (
    select from private.parties as held
    where held.venue_id = caller.venue_id and held.ended_at is null and held.until <= moment
  ) or exists (
    select from public.waiting_ops as made
    where made.venue_id = caller.venue_id and made.at <= moment - interval '1 day'
  ) then
    perform private.lock_venue(caller.venue_id);
    perform private.tidy_waiting(caller.venue_id, moment);
  end if;
  return private.waiting_of(caller.venue_id, false);
end;
$$;

-- When a table is archived, a party called to it waits again, a party playing there is done, and a party waiting for it
-- waits for its kind.
create function private.leave_table(caller private.actor, left_table uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  made public.waiting_ops;
  held public.waiting;
begin
  update public.waiting as kept set wanted_id = null, wants = owned.kind
    from public.user_overlays as owned
    where owned.id = left_table and kept.wanted_id = owned.id;
  for held in select * from public.waiting as kept where kept.table_id = left_table loop
    made.venue_id := held.venue_id;
    made.by_uid := caller.uid;
    made.by_device := caller.device_id;
    made.at := moment;
    made.kind := case held.state when 'playing' then 'free' else 'uncall' end;
    perform private.save_part(
      private.after_op(held, jsonb_build_object('kind', made.kind), moment), made, made.kind, held.last_op
    );
  end loop;
end;
$$;

-- Matches that begin -------------------------------------------------------------------------------

-- Locks the venue if a party is called to a table, because a match that begins there may start it. Comes before the
-- board's lock. Returns whether it did.
create function private.lock_called(at_table uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_venue(held.venue_id) from public.waiting as held
    where held.table_id = at_table and held.state = 'called';
  return found;
end;
$$;

-- The party whose match begins at a table with these names: the one that is called there if it has one of them, or else
-- the one that plays there.
create function private.party_of(at_table uuid, p1 text, p2 text, moment timestamptz) returns setof public.waiting
language sql
stable
security definer
set search_path = ''
rows 1
as $$
  select held.* from public.waiting as held join private.parties as counts using (venue_id, id)
  where held.table_id = at_table and counts.until > moment and (
    held.state = 'playing' or array[private.player_key(p1), private.player_key(p2)] && array[held.name_key, held.name_key2]
  )
  order by held.state = 'called' desc limit 1;
$$;

-- Starts the party that is called to the caller's table, if its match begins there with these names and no other party
-- plays there. The venue is locked.
create function private.start_called(caller private.actor, p1 text, p2 text, started_at timestamptz, moment timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
