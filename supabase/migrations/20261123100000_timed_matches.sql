-- A timed match begins with the clock at zero. Taking its beginning back brings the clock back, too.

alter table public.matches
  add column clock_before jsonb constraint clock_before_fits check (octet_length(clock_before::text) <= 256);
comment on column public.matches.clock_before is
  'For a timed match: the clock that its beginning set to zero, for when that is taken back.';

-- Makes a new match current. The fields are left for the caller to change. The clock keeps running, unless the match is
-- played for some minutes: then it stands at zero, so that no device has to be in time.
create or replace function private.next_match(
  inout shown public.public_overlays,
  match uuid, game text, rules int, start jsonb, started_at timestamptz, moment timestamptz
)
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.leave_match(shown);
  insert into public.matches
    (id, table_id, number, previous_id, game, rules, start, started_at, created_at, clock_before)
  select match, shown.table_id, max(played.number) + 1, shown.match_id,
    next_match.game, next_match.rules, next_match.start, next_match.started_at, moment,
    case when next_match.start ? 'minutes' then private.overlay_state(shown) -> 'clock' end
  from public.matches as played where played.table_id = shown.table_id;
  if next_match.start ? 'minutes' then
    shown.clock_running := false;
    shown.clock_started_at := null;
    shown.clock_accum := 0;
    shown.clock_at := moment;
  end if;
  shown.match_id := match;
  shown.seq := 0;
  shown.repaired_seq := null;
  shown.detail := null;
  shown.shot := null;
end;
$$;

-- Undoes the start of a table's current match, `expected`: the previous one, `match`, is current again with its old
-- board, and with the clock if that was set to zero. The other stays stored.
create or replace function public.resume_match(table_id uuid, expected uuid, match uuid, link text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('resume_match', table_id, link);
  shown public.public_overlays;
  resumed public.matches;
  before jsonb;
begin
  select * into shown from public.public_overlays where public_overlays.table_id = caller.table_id for update;
  select * into resumed from public.matches where id = match and matches.table_id = caller.table_id;
  if resumed.id is null or not private.reaches(caller, resumed) then
    perform private.refuse();
  elsif shown.match_id = match then
    return private.answer(caller, 'ok', null, match);
  elsif shown.match_id is distinct from expected then
    return private.answer(caller, 'stale', null, match);
  end if;
  select clock_before into before from public.matches where id = expected and previous_id = match;
  if not found then
    return private.answer(caller, 'bad', null, match);
  end if;
  perform private.leave_match(shown);
  update public.matches set left_at = null where id = match;
  shown.match_id := match;
  shown.seq := resumed.seq;
  shown.repaired_seq := null;
  shown.shot := null;
  if before is not null then
    shown.clock_running := (before ->> 'running')::boolean;
    shown.clock_started_at := (before ->> 'started_at')::timestamptz;
    shown.clock_accum := (before ->> 'accum')::double precision;
    shown.clock_at := pg_catalog.clock_timestamp();
  end if;
  perform private.save_board(private.with_board(shown, resumed.last_board));
  return private.answer(caller, 'ok', null, match);
end;
$$;
