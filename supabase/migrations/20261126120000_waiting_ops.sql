-- Who named an entry that isn't there is refused as devices expect; a gap in which no place is left is made wider; and an
-- undo of two ops at once doesn't make the list longer than it may be.

-- The place before another entry, or at the end; null if there is none.
create or replace function private.place_before(held public.waiting, next public.waiting) returns double precision
language sql
volatile
security definer
set search_path = ''
as $$
  select private.place_between(max(other.place), next.place) from public.waiting as other
  where other.venue_id = held.venue_id and other.id <> held.id
    and (next.id is null or (other.place, other.id) < (next.place, next.id));
$$;

-- Spreads a venue's places, in their order, together with those that an undo would bring back. The venue is locked.
create or replace function private.spread_places(venue uuid) returns void
language sql
security definer
set search_path = ''
as $$
  with taken as (
    select held.place from public.waiting as held where held.venue_id = venue
    union
    select (made.was ->> 'place')::double precision from public.waiting_ops as made
    where made.venue_id = venue and made.was is not null
  ),
  spread as (
    select taken.place, pg_catalog.row_number() over (order by taken.place) as becomes from taken
  ),
  moved as (
    update public.waiting as held set place = spread.becomes from spread
    where held.venue_id = venue and held.place = spread.place
  )
  update public.waiting_ops as made
    set was = made.was || pg_catalog.jsonb_build_object('place', spread.becomes) from spread
    where made.venue_id = venue and (made.was ->> 'place')::double precision = spread.place;
$$;

-- The entry after an op, if its state allows it; null if not. Not for undo.
create or replace function private.after_op(held public.waiting, op jsonb, moment timestamptz) returns public.waiting
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

drop function private.is_full(uuid);

-- Whether the list has no room for so many parties more.
create or replace function private.is_full(venue uuid, more bigint default 1) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select more > 0 and count(*) + more > 200 from public.waiting as held where held.venue_id = venue and held.ended_at is null;
$$;

-- Takes an entry's last op back, for ten minutes, together with what came with it, if what always holds still does. `made`
-- is the undo, which can itself be taken back.
create or replace function private.take_back(made public.waiting_ops, held public.waiting) returns public.waiting_ops
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
  made.about := held.last_op;
  select * into undone from public.waiting_ops
    where waiting_ops.venue_id = made.venue_id and waiting_ops.id = held.last_op
      and waiting_ops.at > made.at - interval '10 minutes';
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
    restored := pg_catalog.jsonb_populate_record(part.entry, coalesce(
      part.was, pg_catalog.jsonb_build_object('state', 'left', 'table_id', null, 'ended_at', made.at)
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
    changes := changes || pg_catalog.jsonb_build_object('entry', pg_catalog.to_jsonb(restored), 'op', part.op);
  end loop;
  select other.last_op into made.about
  from public.waiting as other
  join pg_catalog.jsonb_to_recordset(changes) as change (entry jsonb)
    on change.entry ->> 'table_id' = other.table_id::text and change.entry ->> 'state' = other.state
  where not exists (
    select from pg_catalog.jsonb_to_recordset(changes) as own (entry jsonb) where own.entry ->> 'id' = other.id::text
  );
  if found then
    made.reason := 'table';
    return made;
  end if;
  made.about := null;
  if private.is_full(made.venue_id, (
    select count(*) filter (where change.entry ->> 'ended_at' is null) - count(*) filter (where known.ended_at is null)
    from pg_catalog.jsonb_to_recordset(changes) as change (entry jsonb)
    join public.waiting as known on known.venue_id = made.venue_id and known.id = (change.entry ->> 'id')::uuid
  )) then
    made.outcome := 'full';
    made.reason := 'list';
    return made;
  end if;
  -- Who leaves a table before who comes back to it.
  for given in
    select * from pg_catalog.jsonb_to_recordset(changes) as change (entry jsonb, op uuid)
    order by change.entry ->> 'state' = 'playing'
  loop
    restored := pg_catalog.jsonb_populate_record(null::public.waiting, given.entry);
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

-- Does what an op asks, or not, and gives it with its outcome. What isn't done changes nothing. The venue is locked.
create or replace function private.take_op(caller private.actor, op jsonb, moment timestamptz) returns public.waiting_ops
language plpgsql
security definer
set search_path = ''
as $$
declare
  at_table constant uuid := op ->> 'table_id';
  made public.waiting_ops;
  held public.waiting;
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
      -- It was on a list of before, or is another venue's: nobody is told which.
      made.reason := 'changed';
      return made;
    elsif private.is_full(made.venue_id) then
      made.outcome := 'full';
      made.reason := 'list';
      return made;
    end if;
    held.venue_id := made.venue_id;
    held.id := made.entry;
    held.state := 'waiting';
    held.joined_at := moment;
    held.place := private.place_between(
      (select max(known.place) from public.waiting as known where known.venue_id = made.venue_id), null
    );
    held := private.with_party(held, op);
    if at_table is not null then
      held := private.after_op(held, op || '{"kind": "start"}', moment);
    end if;
  elsif private.is_already(held, op) then
    made.outcome := 'already';
    return made;
  elsif held.last_op <> made.before then
    made.reason := 'changed';
    made.about := held.last_op;
    return made;
  elsif made.kind = 'undo' then
    return private.take_back(made, held);
  else
    made.about := held.last_op;
    held := private.after_op(held, op, moment);
    if held.id is null then
      made.reason := case made.kind when 'place' then 'place' else 'state' end;
      return made;
    end if;
    made.about := null;
  end if;

  if exists (
    select from public.user_overlays as owned
    where owned.id = (op ->> 'wanted_id')::uuid and owned.archived_at is not null
      or owned.id = at_table and (owned.archived_at is not null or owned.out_of_use)
  ) then
    made.reason := 'closed';
    return made;
  end if;
  if at_table is not null then
    select * into other from public.waiting
      where waiting.table_id = at_table and waiting.id <> held.id
        and (waiting.state = 'playing' or made.kind = 'call')
      order by waiting.state = 'playing' desc limit 1;
    if found and made.kind in ('add', 'start') and op -> 'replace' = 'true' then
      perform private.save_part(private.after_op(other, '{"kind": "free"}', moment), made, 'free', other.last_op);
    elsif found then
      made.reason := 'table';
      made.about := other.last_op;
      return made;
    end if;
  end if;
  perform private.save_entry(held, made);
  made.outcome := 'done';
  return made;
end;
$$;

select private.grant_rights();
