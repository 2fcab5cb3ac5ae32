-- A board without an erased player says what it says where nobody is named, and exports read matches by the hundred.

-- Leaves a table's current match if it names the player: the table goes on with plain scores, at 0–0. A device that has
-- the old log gets one more entry, which takes the name from its board, and can't take the beginning back.
create or replace function private.leave_players_match(shown public.public_overlays, key text, moment timestamptz) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  sides constant jsonb := pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'p1', case when private.name_key(shown.p1) = key then '{"from": "", "to": "PLAYER A"}'::jsonb end,
    'p2', case when private.name_key(shown.p2) = key then '{"from": "", "to": "PLAYER B"}'::jsonb end
  ));
  left_match uuid;
  left_board jsonb;
begin
  if sides = '{}' and not private.names_player(shown.detail, key) and not exists (
    select from public.matches as played
    where played.id = shown.match_id
      and (private.names_player(played.start, key) or private.names_player(played.result, key))
  ) and not exists (
    select from public.match_actions as stored
    where stored.match_id = shown.match_id and private.names_player(stored.body, key)
  ) then
    return;
  end if;
  shown := private.log_action(shown, 'set', pg_catalog.jsonb_build_object('changes', sides), moment);
  shown.p1 := coalesce(sides #>> '{p1,to}', shown.p1);
  shown.p2 := coalesce(sides #>> '{p2,to}', shown.p2);
  left_match := shown.match_id;
  left_board := private.kept_board(shown);
  shown.s1 := 0;
  shown.s2 := 0;
  shown := private.next_plain_match(shown, moment);
  update public.matches as played set last_board = left_board where played.id = left_match;
  update public.matches as played set previous_id = null where played.id = shown.match_id;
  perform private.save_board(shown);
end;
$$;

-- The next page of the signed-in owner's account: its lines, and where the next page begins, null after the last.
create or replace function public.export_page(after text default null) returns jsonb
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  caller constant private.actor := private.authorize('export_page');
  place constant text[] := pg_catalog.string_to_array(after, '/');
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
    return pg_catalog.jsonb_build_object('lines', private.first_lines(caller), 'next', 'matches');
  elsif not pg_catalog.left(after, 100) ~ '^(matches(/[0-9a-f-]{36}/\d{1,4}/\d{1,4})?|results(/[0-9a-f-]{36})?)$' then
    raise exception 'this is not where a page ended' using errcode = '22023';
  end if;
  if place[1] = 'results' then
    select pg_catalog.string_agg(pg_catalog.jsonb_build_object(
        'type', 'result', 'id', kept.id, 'match', kept.match_id, 'table', kept.table_id,
        'table_title', kept.table_title, 'game', kept.game, 'rules', kept.rules, 'p1', kept.p1, 'p2', kept.p2,
        's1', kept.s1, 's2', kept.s2, 'race_to', kept.race_to, 'winner', kept.winner, 'over', kept.over,
        'started_at', kept.started_at, 'last_at', kept.last_at, 'ended_at', kept.ended_at, 'rev', kept.rev,
        'by_hand', kept.by_hand - 'uid', 'set_aside_at', kept.set_aside_at, 'detail', kept.detail
      )::text || E'\n', '' order by kept.match_id),
      case when count(*) = 100 then (pg_catalog.array_agg(kept.match_id order by kept.match_id desc))[1] end
    into lines, last_result
    from (
      select * from public.results
      where venue_id = caller.venue_id and (place[2] is null or match_id > place[2]::uuid)
      order by match_id limit 100
    ) as kept;
    return pg_catalog.jsonb_build_object('lines', coalesce(lines, ''), 'next', 'results/' || last_result);
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
    -- Otherwise it is the one in which the page before ended.
    if played.id is distinct from last_match then
      lines := lines || private.match_line(played);
      last_match := played.id;
      written_seq := 0;
      last_seq := played.seq;
    end if;
    -- Its log is as long as it was when it began.
    while written_seq < last_seq and written < 1000 loop
      lines := lines || coalesce(private.log_line(caller.owner_uid, last_match, written_seq, last_seq), '');
      written := written + least(100, last_seq - written_seq);
      written_seq := least(written_seq + 100, last_seq);
    end loop;
    listed := listed + 1;
    exit when written >= 1000;
  end loop;
  return pg_catalog.jsonb_build_object('lines', lines, 'next', case
    when written >= 1000 or listed = 100 then pg_catalog.concat_ws('/', 'matches', last_match, written_seq, last_seq)
    else 'results'
  end);
end;
$$;

select private.grant_rights();
