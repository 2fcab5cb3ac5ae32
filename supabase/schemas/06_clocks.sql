-- The match clock and the shot clock, in server time, so a scorer's wrong clock doesn't matter.

-- Whether the server applies this kind of action itself. Such actions are never undone and never refused for their
-- order.
create function private.is_clock(kind text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select kind ~ '^(clock|shot)\.';
$$;

-- A board after a clock action that happened `at`, when the server's clock reads `moment`. The last tap wins: an action
-- more than five seconds older than the last effective one does nothing; within five seconds, it counts from the later
-- of the two.
create function private.fold_clock(
  inout shown public.public_overlays, kind text, body jsonb, at timestamptz, moment timestamptz
)
language plpgsql
immutable
set search_path = ''
as $$
declare
  is_shot constant boolean := kind ~ '^shot\.';
  moved_at constant timestamptz := case when is_shot then shown.shot_at else shown.clock_at end;
  -- Capped at now: the server's clock may have been set back.
  last constant timestamptz := case when moved_at > moment then moment else moved_at end;
  t constant timestamptz := least(greatest(at, last), moment);
  ends constant timestamptz := (shown.shot ->> 'ends')::timestamptz;
begin
  if at < last - interval '5 seconds' then
    return;
  end if;
  case kind
    when 'clock.start' then
      if shown.clock_running then
        return;
      end if;
      shown.clock_running := true;
      shown.clock_started_at := t;
    when 'clock.stop' then
      if not shown.clock_running then
        return;
      end if;
      -- Whole seconds, a year at most.
      shown.clock_accum := least(31536000, floor(
        shown.clock_accum + greatest(0, extract(epoch from t - shown.clock_started_at))
      ));
      shown.clock_running := false;
      shown.clock_started_at := null;
    when 'clock.reset' then
      shown.clock_running := false;
      shown.clock_started_at := null;
      shown.clock_accum := 0;
    when 'clock.set' then
      shown.clock_accum := (body ->> 'n')::double precision;
      shown.clock_started_at := case when shown.clock_running then t end;
    when 'shot.start' then
      shown.shot := jsonb_build_object(
        'n', body -> 'n',
        'warn', body -> 'warn',
        'ends', t + make_interval(secs => (body ->> 'n')::double precision),
        'left', null
      );
    when 'shot.stop' then
      if ends is null then
        return;
      end if;
      shown.shot := shown.shot || jsonb_build_object(
        'ends', null, 'left', greatest(0, extract(epoch from ends - t))
      );
    when 'shot.extend' then
      if shown.shot is null then
        return;
      end if;
      -- An expired shot clock is extended from now.
      shown.shot := shown.shot || jsonb_build_object(
        'n', (shown.shot ->> 'n')::numeric + (body ->> 'n')::numeric,
        'ends', greatest(ends, t) + case when ends is not null
          then make_interval(secs => (body ->> 'n')::double precision) end,
        'left', (shown.shot ->> 'left')::numeric + (body ->> 'n')::numeric
      );
    when 'shot.off' then
      shown.shot := null;
    else
      return;
  end case;
  if is_shot then
    shown.shot_at := t;
  else
    shown.clock_at := t;
  end if;
end;
$$;

-- The specification's buttons: each logs a clock action on its owner's overlay now and returns the overlay's state.
-- Nothing is logged if nothing changes.
create function private.move_clock(act text, token text, kind text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize(
    act, (select table_id from public.public_overlays where url_token = token)
  );
  moment constant timestamptz := clock_timestamp();
  shown public.public_overlays;
  moved public.public_overlays;
begin
  select * into shown from public.public_overlays where table_id = caller.table_id for update;
  moved := private.fold_clock(shown, kind, '{}', moment, moment);
  if (moved.clock_running, moved.clock_started_at, moved.clock_accum)
    is distinct from (shown.clock_running, shown.clock_started_at, shown.clock_accum)
  then
    perform private.save_board(private.rolled_over(private.log_action(moved, kind, '{}', moment), moment));
  end if;
  return (
    select private.overlay_state(public_overlays) from public.public_overlays where table_id = caller.table_id
  );
end;
$$;

-- Continues from the stored seconds. Starting a running clock does nothing.
create function public.start_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock('start_clock', token, 'clock.start');
$$;

-- Stores the elapsed whole seconds. Stopping a stopped clock does nothing.
create function public.stop_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock('stop_clock', token, 'clock.stop');
$$;

-- Stops the clock at zero, ready for the next match.
create function public.reset_clock(token text) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
  select private.move_clock('reset_clock', token, 'clock.reset');
$$;
