-- Machines: keys and button addresses, which are scorer links of other kinds, and what the score service needs of them.

alter table private.rights drop constraint who_is_known;
alter table private.rights add constraint who_is_known
  check (who <@ '{owner,scorer,machine,button,television,anyone,service_role}');
comment on column private.rights.who is
  'owner: the account that owns the table or venue. scorer: a scorer link for the table. machine: a machine key, which is one, too. button: a button address. television: a screen, by its secret.';
update private.rights set who = '{owner,scorer,machine}'
where act in ('append_actions', 'begin_match', 'resume_match', 'get_log');
update private.rights set who = '{scorer,machine}' where act = 'open_link';
insert into private.rights (act, place, who) values
  ('open_machine', 'table', '{machine}'),
  ('move_by_machine', 'table', '{machine}'),
  ('begin_by_machine', 'table', '{machine}'),
  ('open_button', 'table', '{button}'),
  ('press_button', 'table', '{button}');
comment on column private.actor.uid is 'The account; null for a scorer link of any kind.';

alter table public.scorer_links
  add column kind text not null default 'scorer' constraint kind_is_known check (kind in ('scorer', 'machine', 'button')),
  add column move jsonb constraint move_fits check (jsonb_typeof(move) = 'object' and octet_length(move::text) <= 1024),
  add constraint a_button_has_a_move check ((kind = 'button') = (move is not null));
comment on column public.scorer_links.kind is 'Who the caller is that brings it, as in private.rights.who.';
comment on column public.scorer_links.move is 'What a button does: {move, fields}, as the score service takes a move.';

-- Who the caller is at a table: its owner, or whoever has a link that is currently valid, by the link's kind. Links can't
-- reach archived tables.
create or replace function private.caller_at(table_id uuid, link text) returns private.actor
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  caller private.actor;
begin
  select
    coalesce(given.kind, case when owned.owner_uid = auth.uid() then 'owner' end),
    case when given.id is null then auth.uid() end,
    given.id,
    owned.owner_uid,
    null,
    owned.id
  into caller
  from public.user_overlays as owned
  left join public.scorer_links as given
    on given.token_hash = private.secret_hash(link)
    and given.table_id = owned.id
    and given.revoked_at is null
    and (given.ends_at is null or given.ends_at > pg_catalog.clock_timestamp())
    and owned.archived_at is null
  where owned.id = caller_at.table_id;
  return caller;
end;
$$;

-- Grants the API roles exactly what private.rights lists. Call it in any migration that adds a function or a right. What
-- only machines and buttons may do is granted to the score service, which has the rules and passes on their secrets.
create or replace function private.grant_rights() returns void
language plpgsql
set search_path = ''
as $$
declare
  api record;
begin
  revoke execute on all functions in schema private from public;
  revoke execute on all functions in schema public from public, anon, authenticated;
  for api in
    select called.oid::regprocedure as signature, case
      when allowed.who <@ '{machine,button,service_role}' then 'service_role'
      when allowed.who = '{owner}' then 'authenticated'
      else 'anon, authenticated'
    end as roles
    from private.rights as allowed
    join pg_catalog.pg_proc as called
      on called.proname = allowed.act and called.pronamespace = 'public'::regnamespace
  loop
    execute pg_catalog.format('grant execute on function %s to %s', api.signature, api.roles);
  end loop;
end;
$$;

-- What append_actions does for a caller who passed its gate.
create function private.append(
  caller private.actor, match uuid, after_seq int, actions jsonb, board jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  shown public.public_overlays;
  played public.matches;
  wrong int;
  fresh int;
  clocks int;
  done record;
begin
  select * into played from public.matches where id = match;
  -- Allows a device a day to get back online.
  if not private.reaches(caller, played)
    or caller.link_id is not null and played.left_at <= moment - interval '1 day'
  then
    perform private.refuse();
  end if;

  perform private.require_plain_json(actions, 1048576);
  perform private.require_plain_json(board, 20480);
  if pg_catalog.jsonb_typeof(actions) is distinct from 'array' then
    raise exception 'actions are an array' using errcode = '22023';
  end if;
  if pg_catalog.jsonb_array_length(actions) > 200 then
    return private.answer(caller, 'bad', 200, match);
  end if;
  -- A loop, to stop at the first bad action.
  for done in select * from pg_catalog.jsonb_array_elements(actions) with ordinality as sent (action, number) loop
    if not private.is_action(done.action)
      or after_seq is null and not private.is_clock(done.action ->> 'kind')
    then
      wrong := done.number - 1;
      exit;
    end if;
  end loop;
  if after_seq is null or board = 'null' then
    board := null;
  end if;
  if wrong is not null or board is not null and not private.is_board(board, played.rules) then
    return private.answer(caller, 'bad', wrong, match);
  end if;

  select * into shown from public.public_overlays where table_id = played.table_id for update;
  select * into played from public.matches where id = match;

  -- How many are new, and the first amendment whose target is neither in the log nor earlier in this batch.
  with given as (
    select sent.number, (sent.action ->> 'id')::uuid as id, sent.action ->> 'kind' as kind,
      case when private.is_amendment(sent.action ->> 'kind') then (sent.action #>> '{body,t}')::uuid end as target,
      exists (
        select from public.match_actions as stored
        where stored.match_id = match and stored.id = (sent.action ->> 'id')::uuid
      ) as known
    from pg_catalog.jsonb_array_elements(actions) with ordinality as sent (action, number)
  )
  select
    count(distinct given.id) filter (where not given.known),
    count(*) filter (where private.is_clock(given.kind)),
    min(given.number) filter (where private.is_amendment(given.kind) and not given.known and not exists (
      select from public.match_actions as stored
      where stored.match_id = match and stored.id = given.target
        and not private.is_amendment(stored.kind) and not private.is_clock(stored.kind)
    ) and not exists (
      select from given as earlier
      where earlier.number < given.number and earlier.id = given.target
        and not private.is_amendment(earlier.kind) and not private.is_clock(earlier.kind)
    )) - 1
  into fresh, clocks, wrong
  from given;

  if fresh = 0 and actions <> '[]' then
    return private.answer(caller, 'ok', null, match, after_seq, actions);
  elsif after_seq <> played.seq
    or shown.match_id <> match and pg_catalog.jsonb_path_exists(actions, '$[*] ? (@.only_current == true)')
  then
    return private.answer(caller, 'stale', null, match, after_seq);
  elsif wrong is not null then
    return private.answer(caller, 'bad', wrong, match);
  elsif played.seq + fresh > 5000 then
    return private.answer(caller, 'full', null, match);
  elsif fresh > 600 - (
    select count(*)
    from public.matches as busy join public.match_actions as stored on stored.match_id = busy.id
    where busy.table_id = played.table_id and busy.stored_at > moment - interval '1 minute'
      and stored.seq > busy.seq - 600
      and stored.stored_at > moment - interval '1 minute' and stored.stored_at <= pg_catalog.clock_timestamp()
  ) then
    return private.answer(caller, 'tooMany', null, match);
  elsif fresh = 0 then
    if board is null
      or shown.match_id <> match
      or shown.repaired_seq = played.seq
      or (private.with_board(shown, board)) is not distinct from shown
        and nullif(board -> 'result', 'null') is not distinct from played.result
    then
      return private.answer(caller, 'ok', null, match, after_seq);
    end if;
    shown.repaired_seq := played.seq;
  end if;

  insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link)
  select match, played.seq + pg_catalog.row_number() over (order by given.number), given.id, given.kind, given.body,
    least(moment, greatest(played.started_at, moment - given.ago)), moment,
    caller.uid, caller.link_id
  from (
    select distinct on (id) sent.number, (sent.action ->> 'id')::uuid as id, sent.action ->> 'kind' as kind,
      sent.action -> 'body' as body,
      pg_catalog.make_interval(
        secs => pg_catalog.round(least((sent.action ->> 'ago')::numeric, 604800), 6)::double precision
      ) as ago
    from pg_catalog.jsonb_array_elements(actions) with ordinality as sent (action, number)
    order by id, sent.number
  ) as given
  where not exists (
    select from public.match_actions as stored where stored.match_id = match and stored.id = given.id
  );

  if board is not null then
    played.result := nullif(board -> 'result', 'null');
    played.ended_at := case when played.result is not null then coalesce(
      played.ended_at,
      (select at from public.match_actions where match_id = match and seq = played.seq + fresh),
      moment
    ) end;
    if shown.match_id = match then
      shown := private.with_board(shown, board);
    else
      played.last_board := private.kept_board(private.with_board(shown, board));
    end if;
  end if;
  if shown.match_id = match then
    if clocks > 0 then
      for done in
        select stored.at, stored.kind, stored.body from public.match_actions as stored
        where stored.match_id = match and stored.seq > played.seq and private.is_clock(stored.kind)
        order by stored.seq
      loop
        shown := private.fold_clock(shown, done.kind, done.body, done.at, moment);
      end loop;
    end if;
    if played.result is not null then
      shown.shot := null;
    end if;
    shown.seq := played.seq + fresh;
  end if;
  update public.matches
    set seq = played.seq + fresh, result = played.result, ended_at = played.ended_at,
        last_board = played.last_board, stored_at = case when fresh > 0 then moment else played.stored_at end
    where id = match;
  if shown.match_id = match then
    perform private.save_board(private.rolled_over(shown, moment));
  end if;
  return private.answer(caller, 'ok', null, match, after_seq, actions);
end;
$$;

-- Appends a device's actions and shows the board that came with them. `actions`: at most 200 of {id, kind, body, ago,
-- only_current}, ago in seconds. An action with only_current is meant for the table: if its match is no longer the current
-- one, nothing is stored and the answer is stale. `after_seq`: the last entry the device has; null only when all are clock
-- actions, whose board is ignored. Without actions, the board corrects what is shown, once per seq. `bad` stores nothing and
-- gives the index of the first bad action; no index means the board is bad.
create or replace function public.append_actions(
  match uuid, after_seq int, actions jsonb, board jsonb default null, link text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize(
    'append_actions', (select table_id from public.matches where id = match), link
  );
begin
  return private.append(caller, match, after_seq, actions, board);
end;
$$;

-- What get_log answers to a caller who passed its gate.
create function private.log_page(caller private.actor, match uuid, after_seq int) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  played public.matches;
  shown public.public_overlays;
  since int := least(greatest(coalesce(after_seq, 0), 0), 5000);
begin
  select * into played from public.matches where id = match;
  if not private.reaches(caller, played) then
    perform private.refuse();
  end if;
  select * into shown from public.public_overlays where table_id = played.table_id;
  return pg_catalog.jsonb_build_object(
    'match', pg_catalog.jsonb_build_object(
      'id', played.id,
      'table_id', played.table_id,
      'number', played.number,
      'previous', (
        select id from public.matches as before where id = played.previous_id and private.reaches(caller, before)
      ),
      'game', played.game,
      'rules', played.rules,
      'start', played.start,
      'seq', played.seq,
      'started_at', played.started_at,
      'ended_at', played.ended_at
    ),
    'entries', private.entries_after(caller, match, since),
    'more', played.seq > since + 500,
    'current', shown.match_id,
    'server_time', pg_catalog.clock_timestamp(),
    'screens', private.screens_of(shown)
  );
end;
$$;

-- A match and up to 500 log entries after `after_seq`.
create or replace function public.get_log(match uuid, after_seq int default 0, link text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize(
    'get_log', (select table_id from public.matches where id = match), link
  );
begin
  return private.log_page(caller, match, after_seq);
end;
$$;

-- The table of a link, whatever became of the link: the gate decides.
create function private.table_of_link(link text) returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select table_id from public.scorer_links where token_hash = private.secret_hash(link);
$$;

-- What a scorer link opens: its table and current match. Refuses the owner too when the link is invalid.
create or replace function public.open_link(link text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('open_link', private.table_of_link(link), link);
begin
  return (
    select pg_catalog.jsonb_build_object(
      'link_id', caller.link_id,
      'table_id', owned.id,
      'token', owned.url_token,
      'title', owned.title,
      'match', shown.match_id
    )
    from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
    where owned.id = caller.table_id
  );
end;
$$;

-- A table's scorer links of all kinds, newest first.
create or replace function public.list_scorer_links(table_id uuid) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_scorer_links', table_id);
begin
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'id', id,
      'label', label,
      'created_at', created_at,
      'ends_at', ends_at,
      'last_used_at', last_used_at,
      'revoked', revoked_at is not null,
      'kind', kind,
      'move', move
    ) order by created_at desc, id), '[]')
    from public.scorer_links as given where given.table_id = caller.table_id
  );
end;
$$;

drop function public.add_scorer_link(uuid, text, timestamptz);
-- Creates a scorer link and returns {id, secret}. The secret can't be read again. With `is_machine` it is a machine key,
-- with `move` a button address. Buttons are counted apart.
create function public.add_scorer_link(
  table_id uuid, label text, ends_at timestamptz default null, is_machine boolean default false,
  move jsonb default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('add_scorer_link', table_id);
  moment constant timestamptz := pg_catalog.clock_timestamp();
  secret constant text := private.new_url_token();
  kind constant text := case when move is not null then 'button' when is_machine then 'machine' else 'scorer' end;
  most constant int := case when move is null then 50 else 64 end;
  made uuid;
begin
  perform private.require_plain_json(move, 2048);
  -- Locked, so that two tabs can't both take the last place.
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for update;
  if (
    select count(*) from public.scorer_links as given
    where given.table_id = caller.table_id and given.revoked_at is null
      and (given.ends_at is null or given.ends_at > moment)
      and (given.kind = 'button') = (add_scorer_link.move is not null)
  ) >= most then
    raise exception 'a table has at most % %', most, case when move is null then 'scorer links' else 'buttons' end
      using errcode = '23514';
  end if;
  insert into public.scorer_links (table_id, token_hash, label, created_at, ends_at, kind, move)
  values (caller.table_id, private.secret_hash(secret), label, moment, ends_at, kind, move)
  returning id into made;
  return pg_catalog.jsonb_build_object('id', made, 'secret', secret);
end;
$$;

create table public.machine_uses (
  link_id uuid primary key references public.scorer_links (id) on delete cascade,
  since timestamptz not null,
  moves int not null,
  states int not null
);
comment on table public.machine_uses is
  'How often each key or button was used in ten seconds, from its first use on. Reached through functions only.';

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
  'What each machine was answered, by its own names for its requests, for a day. Reached through functions only.';

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
  values (wait_for_use.link_id, pg_catalog.clock_timestamp(), is_move::int, (not is_move)::int)
  on conflict on constraint machine_uses_pkey do update set (since, moves, states) = (
    select
      case when fresh then pg_catalog.clock_timestamp() else counted.since end,
      case when fresh then 0 else counted.moves end + is_move::int,
      case when fresh then 0 else counted.states end + (not is_move)::int
    from (
      select pg_catalog.clock_timestamp() not between counted.since and counted.since + interval '10 seconds' as fresh
    ) as it
  )
  returning * into used;
  return case
    when used.moves <= 60 and used.states <= 100 then 0
    else greatest(1, pg_catalog.ceil(extract(
      epoch from used.since + interval '10 seconds' - pg_catalog.clock_timestamp()
    )))
  end;
end;
$$;

-- What a machine or button is shown of its table: the current match with its log after `after_seq`, and the board.
create function private.opened(caller private.actor, after_seq int) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select pg_catalog.jsonb_build_object(
      'outcome', 'ok',
      'link_id', caller.link_id,
      'title', owned.title,
      'board', private.overlay_state(shown),
      'log', private.log_page(caller, shown.match_id, after_seq)
    )
    from public.user_overlays as owned join public.public_overlays as shown on shown.table_id = owned.id
    where owned.id = caller.table_id
  );
end;
$$;

-- What a machine was answered to a request of this name: null if it made none in a day, {outcome: reused} if that had
-- another body.
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
        pg_catalog.jsonb_build_object('outcome', 'repeated', 'answer', made.answer)
      else pg_catalog.jsonb_build_object('outcome', 'reused')
    end
    from public.machine_requests as made
    where made.link_id = caller.link_id and made.request = answered.request
      and made.created_at > pg_catalog.clock_timestamp() - interval '1 day'
  );
end;
$$;

-- Keeps the answer to a request that changed a log, with the board's new number, and forgets those older than a day.
-- Returns {outcome, answer}; an outcome other than ok is passed on.
create function private.keep_answer(
  caller private.actor, request text, body_hash text, done jsonb, answer jsonb
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  kept constant jsonb := answer || pg_catalog.jsonb_build_object('rev', done -> 'rev', 'seq', done -> 'seq');
begin
  if done ->> 'outcome' <> 'ok' then
    return pg_catalog.jsonb_build_object('outcome', done -> 'outcome');
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
  return pg_catalog.jsonb_build_object('outcome', 'ok', 'answer', kept);
end;
$$;

-- The table of a machine key, for a state, or for a move if the request's name is given: what that was answered, if it was
-- made before. {outcome: tooMany, wait} for a key that is used too often.
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
    return pg_catalog.jsonb_build_object('outcome', 'tooMany', 'wait', wait);
  end if;
  return coalesce(private.answered(caller, request, body_hash), private.opened(caller, after_seq));
end;
$$;

-- Appends a machine's actions as append_actions does, once for each request's name. Returns its outcome with the answer,
-- which is stored as it is given; `repeated` with the first one's, or `reused`.
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

-- Begins a match for a machine as begin_match does, once for each request's name.
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

-- The table of a button, and the move that the button makes. Later pages of the log aren't counted again.
create function public.open_button(link text, after_seq int default 0) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('open_button', private.table_of_link(link), link);
  wait constant int := case when after_seq = 0 then private.wait_for_use(caller.link_id, true) else 0 end;
begin
  if wait > 0 then
    return pg_catalog.jsonb_build_object('outcome', 'tooMany', 'wait', wait);
  end if;
  return private.opened(caller, after_seq) || pg_catalog.jsonb_build_object(
    'move', (select move from public.scorer_links where id = caller.link_id)
  );
end;
$$;

-- Appends a button's actions as append_actions does; a button that is pressed again within 700 ms did it already, which
-- is `repeated`.
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
      and busy.stored_at > pg_catalog.clock_timestamp() - interval '700 milliseconds'
      and stored.seq > busy.seq - 50
      and stored.by_link = caller.link_id
      and stored.stored_at between pg_catalog.clock_timestamp() - interval '700 milliseconds'
        and pg_catalog.clock_timestamp()
  ) then
    return pg_catalog.jsonb_build_object('outcome', 'repeated');
  end if;
  return private.append(caller, match, after_seq, actions, board);
end;
$$;

select private.grant_rights();
