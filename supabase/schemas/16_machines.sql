-- Machines: keys that score through the score service, and button addresses. The service folds the log by the rules and
-- sends the actions to append. The functions here decide who may do it, how often, and whether it was done before.

create table public.machine_uses (
  link_id uuid primary key references public.scorer_links (id) on delete cascade,
  since timestamptz not null,
  moves int not null,
  states int not null
);
comment on table public.machine_uses is
  'How often each key or button was used in the ten seconds from its first use. Reached through functions only.';

alter table public.machine_uses enable row level security;
revoke all on table public.machine_uses from anon, authenticated;

create table public.machine_requests (
  link_id uuid not null references public.scorer_links (id) on delete cascade,
  request text not null constraint request_fits check (char_length(request) between 1 and 255),
  body_hash text not null constraint body_hash_is_a_sha256 check (body_hash ~ '^[0-9a-f]{64}$'),
  answer jsonb not null constraint answer_fits check (octet_length(answer::text) <= 32768),
  created_at timestamptz not null,
  primary key (link_id, request)
);
comment on table public.machine_requests is
  'The answers to each machine, by its own names for its requests, for a day. Reached through functions only.';

alter table public.machine_requests enable row level security;
revoke all on table public.machine_requests from anon, authenticated;

create index machine_requests_created_at on public.machine_requests (created_at);

-- Counts a use of a key or button, of which 60 moves or 100 states are allowed in ten seconds. Returns the seconds to
-- wait; 0 if it is allowed.
create function private.wait_for_use(link_id uuid, is_move boolean) returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  used public.machine_uses;
begin
  -- The clock is read under the row's lock. A time in the future dates from before the clock was set back.
  insert into public.machine_uses as counted (link_id, since, moves, states)
  values (wait_for_use.link_id, clock_timestamp(), is_move::int, (not is_move)::int)
  on conflict on constraint machine_uses_pkey do update set (since, moves, states) = (
    select
      case when fresh then clock_timestamp() else counted.since end,
      case when fresh then 0 else counted.moves end + is_move::int,
      case when fresh then 0 else counted.states end + (not is_move)::int
    from (
      select clock_timestamp() not between counted.since and counted.since + interval '10 seconds' as fresh
    ) as it
  )
  returning * into used;
  return case
    when used.moves <= 60 and used.states <= 100 then 0
    else greatest(1, ceil(extract(
      epoch from used.since + interval '10 seconds' - clock_timestamp()
    )))
  end;
end;
$$;

-- A machine's or button's table: the current match with its log after `after_seq`, and the board.
create function private.opened(caller private.actor, after_seq int) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'outcome', 'ok',
      'link_id', caller.link_id,
      'title', owned.title,
      'board', private.overlay_state(shown),
      'erasures', (select played.erasures from public.matches as played where played.id = shown.match_id),
      'log', private.log_page(caller, shown.match_id, after_seq)
    )
    from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
    where owned.id = caller.table_id
  );
end;
$$;

-- The answer that a machine got to its request of this name: null if it made none in a day, {outcome: reused} if that
-- request had another body.
create function private.answered(caller private.actor, request text, body_hash text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select case
      when made.body_hash = answered.body_hash then
        jsonb_build_object('outcome', 'repeated', 'answer', made.answer)
      else jsonb_build_object('outcome', 'reused')
    end
    from public.machine_requests as made
    where made.link_id = caller.link_id and made.request = answered.request
      and made.created_at > clock_timestamp() - interval '1 day'
  );
end;
$$;

-- Stores the answer to a request that changed a log, with the board's new number, and deletes those older than a day.
-- Returns {outcome, answer}; an outcome other than ok is passed on.
create function private.keep_answer(
  caller private.actor, request text, body_hash text, done jsonb, answer jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  kept constant jsonb := answer || jsonb_build_object('rev', done -> 'rev', 'seq', done -> 'seq');
begin
  if done ->> 'outcome' <> 'ok' then
    return jsonb_strip_nulls(
      jsonb_build_object('outcome', done -> 'outcome', 'wait', done -> 'wait')
    );
  end if;
  delete from public.machine_requests as old
  where old.ctid = any (array(
    select ctid from public.machine_requests where created_at <= moment - interval '1 day' limit 100
    for update skip locked
  ));
  insert into public.machine_requests as made (link_id, request, body_hash, answer, created_at)
  values (caller.link_id, request, body_hash, kept, moment)
  on conflict on constraint machine_requests_pkey do update
    set body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at;
  return jsonb_build_object('outcome', 'ok', 'answer', kept);
end;
$$;

-- The table of a machine key: for a state, or for a move if the request's name is given. A repeated request gets its
-- first answer. {outcome: tooMany, wait} if the key is used too often.
create function public.open_machine(
  link text, after_seq int default 0, request text default null, body_hash text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('open_machine', private.table_of_link(link), link);
  wait constant int := private.wait_for_use(caller.link_id, request is not null);
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'tooMany', 'wait', wait);
  end if;
  return coalesce(private.answered(caller, request, body_hash), private.opened(caller, after_seq));
end;
$$;

-- Appends a machine's actions as append_actions() does, once for each request's name. Returns the outcome with
-- `answer`, which is stored as given; `repeated` with the first request's answer; or `reused`.
create function public.move_by_machine(
  link text, request text, body_hash text, match uuid, after_seq int, actions jsonb, board jsonb, answer jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('move_by_machine', private.table_of_link(link), link);
  known jsonb;
begin
  perform private.require_plain_json(answer, 32768);
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  known := private.answered(caller, request, body_hash);
  if known is not null then
    return known;
  end if;
  return private.keep_answer(
    caller, request, body_hash, private.append(caller, match, after_seq, actions, board), answer
  );
end;
$$;

-- Starts a match for a machine as begin_match() does, once for each request's name.
create function public.begin_by_machine(
  link text, request text, body_hash text, expected uuid, match uuid, game text, rules int, start jsonb, board jsonb,
  answer jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
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
$$;

-- The table of a button, and the button's move. Reading a later page of the log doesn't count as another use
-- (`counts`).
create function public.open_button(link text, after_seq int default 0, counts boolean default true) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('open_button', private.table_of_link(link), link);
  wait constant int := case when counts then private.wait_for_use(caller.link_id, true) else 0 end;
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'tooMany', 'wait', wait);
  end if;
  return private.opened(caller, after_seq) || jsonb_build_object(
    'move', (select move from public.scorer_links where id = caller.link_id)
  );
end;
$$;

-- Appends a button's actions as append_actions() does. Pressing it again within 700 ms does nothing and returns
-- `repeated`.
create function public.press_button(link text, match uuid, after_seq int, actions jsonb, board jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('press_button', private.table_of_link(link), link);
begin
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  if exists (
    select from public.matches as busy join public.match_actions as stored on stored.match_id = busy.id
    where busy.table_id = caller.table_id
      and busy.stored_at > clock_timestamp() - interval '700 milliseconds'
      and stored.seq > busy.seq - 50
      and stored.by_link = caller.link_id
      and stored.stored_at between clock_timestamp() - interval '700 milliseconds'
        and clock_timestamp()
  ) then
    return jsonb_build_object('outcome', 'repeated');
  end if;
  return private.append(caller, match, after_seq, actions, board);
end;
$$;
