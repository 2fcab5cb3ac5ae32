-- Televisions show tables, a table, the waiting list and sponsors in turn, and the venue's name.

alter table public.venues
  add title text not null default '' constraint title_fits check (char_length(title) <= 60);
comment on column public.venues.title is 'Its name on screens; empty until somebody types it.';

-- Whether this is a programme: {"turns": some of tables, table, waiting and sponsors, in this order, "seconds": of each}.
create function private.is_programme(programme jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(case when pg_catalog.jsonb_typeof(programme) = 'object' then
    programme - '{turns,seconds}'::text[] = '{}'
    and programme -> 'turns' = (
      select pg_catalog.jsonb_agg(listed.turn order by listed.place)
      from pg_catalog.unnest('{tables,table,waiting,sponsors}'::text[]) with ordinality as listed (turn, place)
      where programme -> 'turns' ? listed.turn
    )
    and case when pg_catalog.jsonb_typeof(programme -> 'seconds') = 'number' then
      (programme -> 'seconds')::numeric between 8 and 600 and (programme -> 'seconds')::numeric % 1 = 0
    end
  end, false);
$$;

alter table public.televisions add programme jsonb constraint programme_is_one check (programme is null or private.is_programme(programme));
comment on column public.televisions.table_id is
  'The table it shows; null for all. In a programme, the one that has the whole screen in its turn.';
comment on column public.televisions.programme is
  'What it shows in turn and for how many seconds; null if it always shows the same.';

drop trigger television_changed on public.televisions;
create trigger television_changed
  after insert or delete or update of title, table_id, query, programme on public.televisions
  for each row execute function private.television_changed();

-- When a table is added, renamed, moved or archived, or its link is replaced, tells each of the venue's televisions
-- once, however many tables changed.
create or replace function private.tables_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'television:' || shown.id, true)
  from public.televisions as shown join public.venues on venues.id = shown.venue_id
  where exists (
    select from changed
    where changed.owner_uid = venues.owner_uid
      and (shown.programme is not null or coalesce(shown.table_id, changed.id) = changed.id)
  );
  return null;
end;
$$;

-- A programme goes on without a table that is deleted.
create function private.drop_turn() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.televisions as shown set table_id = null
  where shown.table_id = old.id and shown.programme is not null;
  return old;
end;
$$;

create trigger drop_turn before delete on public.user_overlays
  for each row execute function private.drop_turn();

-- Programmes show the venue's name and tell the time by its clocks.
create function private.venue_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', 'television:' || shown.id, true)
  from public.televisions as shown where shown.venue_id = new.id and shown.programme is not null;
  return null;
end;
$$;

create trigger venue_changed after update of title, time_zone on public.venues
  for each row when ((old.title, old.time_zone) is distinct from (new.title, new.time_zone))
  execute function private.venue_changed();

-- What a television should show, by its secret: unknown, waiting with its code, or paired.
create or replace function public.ask_television(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  known public.televisions;
begin
  perform private.authorize('ask_television');
  select * into known from public.televisions where secret_hash = private.secret_hash(secret);
  if not found then
    return coalesce(
      private.waiting_answer(private.code_of(secret, 'television', moment), moment),
      pg_catalog.jsonb_build_object('status', 'unknown', 'server_time', moment)
    );
  end if;
  -- Rapid polling doesn't write, and nothing waits for this.
  update public.televisions as renewed set seen_at = moment
  where renewed.id = (
    select id from public.televisions
    where id = known.id and seen_at not between moment - interval '30 seconds' and moment
    for no key update skip locked
  );
  return pg_catalog.jsonb_build_object(
    'status', 'paired',
    'title', known.title,
    'query', known.query,
    'topic', 'television:' || known.id,
    'all', known.table_id is null or known.programme is not null,
    'tables', (
      select coalesce(pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('id', owned.id, 'token', owned.url_token, 'title', owned.title)
        order by owned.position, owned.created_at, owned.id
      ), '[]')
      from public.user_overlays as owned join public.venues on venues.owner_uid = owned.owner_uid
      where venues.id = known.venue_id and case
        when known.table_id is null or known.programme is not null then owned.archived_at is null
        else owned.id = known.table_id
      end
    ),
    'programme', known.programme,
    'server_time', moment
  ) || case when known.programme is null then '{}' else (
    select pg_catalog.jsonb_build_object(
      'table_id', known.table_id, 'venue', venues.title, 'time_zone', venues.time_zone,
      'waiting', private.waiting_of(known.venue_id, true), 'room', 'room:' || venues.room_token
    )
    from public.venues where venues.id = known.venue_id
  ) end;
end;
$$;

drop function public.pair_television(text, text, uuid, text);
-- Pairs the screen showing this code and sets its table (null for all), look and programme. Returns {status, id}: paired,
-- what private.take_code() says, or full (50 televisions).
create function public.pair_television(
  code text, title text, table_id uuid default null, query text default '', programme jsonb default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('pair_television');
  moment timestamptz;
  found_code record;
begin
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  perform private.lock_venue(caller.venue_id);
  if (select count(*) from public.televisions where venue_id = caller.venue_id) >= 50 then
    return pg_catalog.jsonb_build_object('status', 'full');
  end if;
  found_code := private.take_code(caller, code, 'television');
  if found_code.problem is not null then
    return pg_catalog.jsonb_build_object('status', found_code.problem);
  end if;
  moment := pg_catalog.clock_timestamp();
  insert into public.televisions (id, venue_id, title, secret_hash, table_id, query, paired_at, seen_at, programme)
  values (
    (found_code.taken).given_id, caller.venue_id, pair_television.title, (found_code.taken).secret_hash, table_id,
    pair_television.query, moment, moment, pair_television.programme
  );
  return pg_catalog.jsonb_build_object('status', 'paired', 'id', (found_code.taken).given_id);
end;
$$;

-- The signed-in owner's televisions, in the order they were paired.
create or replace function public.list_televisions() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_televisions');
begin
  perform private.remove_pairing_codes(pg_catalog.clock_timestamp());
  return pg_catalog.jsonb_build_object(
    'televisions', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', shown.id,
        'title', shown.title,
        'table_id', shown.table_id,
        'query', shown.query,
        'programme', shown.programme,
        'paired_at', shown.paired_at,
        'seen_at', shown.seen_at
      ) order by shown.paired_at, shown.id), '[]')
      from public.televisions as shown where shown.venue_id = caller.venue_id
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

drop function public.update_television(uuid, text, uuid, text);
-- Renames a television and sets what it shows: a table, or null for all, or a programme.
create function public.update_television(
  id uuid, title text, table_id uuid default null, query text default '', programme jsonb default null
) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_television');
begin
  perform private.require_tables(caller, pg_catalog.array_remove(array[table_id], null));
  update public.televisions as shown
    set title = update_television.title, table_id = update_television.table_id, query = update_television.query,
        programme = update_television.programme
    where shown.id = update_television.id and shown.venue_id = caller.venue_id;
  if not found then
    raise exception 'this television is not yours' using errcode = '42501';
  end if;
end;
$$;

-- The signed-in owner's venue: its settings, keys, every table's pictures, and the latest 50 failed uploads.
create or replace function public.get_venue() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('get_venue');
  venue public.venues;
begin
  select * into venue from public.venues where id = caller.venue_id;
  return pg_catalog.jsonb_build_object(
    'slug', venue.slug,
    'is_public', venue.is_public,
    'keep_days', venue.keep_days,
    'time_zone', venue.time_zone,
    'closing_hour', venue.closing_hour,
    'keep_log_days', venue.keep_log_days,
    'shows_live', venue.shows_live,
    'shortens_names', venue.shortens_names,
    'full_names', venue.full_names,
    'title', venue.title,
    'keys', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', given.id,
        'label', given.label,
        'created_at', given.created_at,
        'last_used_at', given.last_used_at,
        'revoked', given.revoked_at is not null
      ) order by given.created_at desc, given.id), '[]')
      from public.upload_keys as given where given.venue_id = venue.id
    ),
    'tables', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'table_id', pictured.table_id,
        'match_id', pictured.match_id,
        'board', pictured.board,
        'title', pictured.title,
        'archived', pictured.archived,
        'latest', private.latest_of(pictured),
        'uploaded_at', (
          select max(stored.received_at) from public.snapshots as stored
          where stored.match_id = pictured.match_id and stored.source = 'upload'
        )
      ) order by pictured.position nulls last, pictured.created_at, pictured.match_id), '[]')
      from private.pictured_tables as pictured where pictured.venue_id = venue.id
    ),
    'failures', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'match_id', failed.match_id, 'at', failed.at, 'reason', failed.reason,
        'key_label', failed.key_label
      ) order by failed.id desc), '[]')
      from (
        select * from public.upload_failures as failures where failures.venue_id = venue.id
        order by failures.id desc limit 50
      ) as failed
    ),
    'server_time', pg_catalog.clock_timestamp()
  );
end;
$$;

drop function public.update_venue(boolean, int, text, int, int, boolean, boolean, boolean);
-- Changes the venue's settings; null leaves one unchanged.
create function public.update_venue(
  is_public boolean default null, keep_days int default null, time_zone text default null,
  closing_hour int default null, keep_log_days int default null, shows_live boolean default null,
  shortens_names boolean default null, full_names boolean default null, title text default null
) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_venue');
begin
  update public.venues
    set is_public = coalesce(update_venue.is_public, venues.is_public),
        keep_days = coalesce(update_venue.keep_days, venues.keep_days),
        time_zone = coalesce(update_venue.time_zone, venues.time_zone),
        closing_hour = coalesce(update_venue.closing_hour, venues.closing_hour),
        keep_log_days = coalesce(update_venue.keep_log_days, venues.keep_log_days),
        shows_live = coalesce(update_venue.shows_live, venues.shows_live),
        shortens_names = coalesce(update_venue.shortens_names, venues.shortens_names),
        full_names = coalesce(update_venue.full_names, venues.full_names),
        waiting_seq = waiting_seq + case when update_venue.full_names <> venues.full_names then 1 else 0 end,
        title = coalesce(update_venue.title, venues.title)
    where venues.id = caller.venue_id;
end;
$$;

-- The lines of an account that come first: the format, the venue, tables with their boards, links and players.
create or replace function private.first_lines(caller private.actor) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select pg_catalog.string_agg(written.line::text || E'\n', '' order by written.place, written.number)
  from (
    select 1 as place, 0::bigint as number, '{"format": "cueboard", "version": 1}'::jsonb as line
    union all
    select 2, 0, pg_catalog.jsonb_build_object(
      'type', 'venue', 'is_public', is_public, 'keep_days', keep_days, 'time_zone', time_zone,
      'closing_hour', closing_hour, 'keep_log_days', keep_log_days, 'shows_live', shows_live,
      'shortens_names', shortens_names, 'full_names', full_names, 'title', title
    )
    from public.venues where id = caller.venue_id
    union all
    select 3, pg_catalog.row_number() over (order by owned.position, owned.created_at, owned.id),
      pg_catalog.jsonb_build_object(
        'type', 'table', 'id', owned.id, 'title', owned.title, 'position', owned.position,
        'archived_at', owned.archived_at, 'created_at', owned.created_at, 'kind', owned.kind,
        'out_of_use', owned.out_of_use
      )
    from public.user_overlays as owned where owned.owner_uid = caller.owner_uid
    union all
    select 4, pg_catalog.row_number() over (order by shown.table_id), private.kept_board(shown)
      || pg_catalog.jsonb_build_object(
        'type', 'board', 'table', shown.table_id, 'match', shown.match_id, 'theme', shown.theme, 'shot', shown.shot,
        'clock', private.overlay_state(shown) -> 'clock'
      )
    from public.public_overlays as shown where shown.owner_uid = caller.owner_uid
    union all
    select 5, pg_catalog.row_number() over (order by given.created_at, given.id), pg_catalog.jsonb_build_object(
      'type', 'link', 'id', given.id, 'table', given.table_id, 'label', given.label, 'created_at', given.created_at
    )
    from public.user_overlays as owned join public.scorer_links as given on given.table_id = owned.id
    where owned.owner_uid = caller.owner_uid
    union all
    select 6, pg_catalog.row_number() over (order by known.name_key), pg_catalog.jsonb_build_object(
      'type', 'player', 'name', known.name, 'flag', known.flag, 'hidden_at', known.hidden_at
    )
    from public.players as known where known.venue_id = caller.venue_id
  ) as written;
$$;

-- Whether this is a line of an account's file, after the first. Whatever it names is checked elsewhere.
create or replace function private.is_line(line jsonb) returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  case line ->> 'type'
    when 'venue' then
      return pg_catalog.jsonb_typeof(line -> 'is_public') is not distinct from 'boolean'
        and private.is_whole(line -> 'keep_days', 1, 365)
        and coalesce(line ->> 'time_zone' ~ '^[A-Za-z0-9_+/-]{1,64}$', false)
        and private.is_whole(line -> 'closing_hour', 0, 12)
        and (private.is_whole(line -> 'keep_log_days', 30, 36500) or line -> 'keep_log_days' = '0')
        and pg_catalog.jsonb_typeof(line -> 'shows_live') is not distinct from 'boolean'
        and pg_catalog.jsonb_typeof(line -> 'shortens_names') is not distinct from 'boolean'
        and coalesce(pg_catalog.jsonb_typeof(line -> 'full_names') in ('boolean', 'null'), true)
        -- Files of before venues had names have none.
        and (private.is_missing(line -> 'title') or private.is_text(line -> 'title', 60));
    when 'table' then
      return private.is_id(line ->> 'id') and private.is_text(line -> 'title', 60)
        and private.is_whole(line -> 'position', -1000000, 1000000)
        and (private.is_missing(line -> 'archived_at') or private.is_time(line -> 'archived_at'))
        and private.is_time(line -> 'created_at')
        and (private.is_missing(line -> 'kind') or line ->> 'kind' in ('pool', 'snooker'))
        and coalesce(pg_catalog.jsonb_typeof(line -> 'out_of_use') in ('boolean', 'null'), true);
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
      return private.is_text(line -> 'name', 60) and pg_catalog.btrim(line ->> 'name') <> ''
        and (private.is_missing(line -> 'flag') or coalesce(line ->> 'flag' ~ '^[A-Z]{2}$', false))
        and (private.is_missing(line -> 'hidden_at') or private.is_time(line -> 'hidden_at'));
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
        and pg_catalog.jsonb_typeof(line -> 'continues') is not distinct from 'boolean'
        and pg_catalog.jsonb_typeof(line -> 'folded') is not distinct from 'boolean';
    when 'log' then
      return private.is_id(line ->> 'match')
        and pg_catalog.jsonb_typeof(line -> 'entries') is not distinct from 'array'
        and pg_catalog.jsonb_array_length(line -> 'entries') between 1 and 100
        and not exists (
          select from pg_catalog.jsonb_array_elements(line -> 'entries') as held (entry)
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
        and private.is_object(line -> 'detail', 16384);
    else
      return false;
  end case;
end;
$$;

-- Stores a line that was checked. What is already there stays as it is, except the venue's settings.
create or replace function private.store_line(owner uuid, line jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  venue constant uuid := private.venue_of(owner);
begin
  case line ->> 'type'
    when 'venue' then
      update public.venues as kept
        set is_public = given.is_public, keep_days = given.keep_days, time_zone = given.time_zone,
            closing_hour = given.closing_hour, keep_log_days = given.keep_log_days, shows_live = given.shows_live,
            shortens_names = given.shortens_names, full_names = coalesce(given.full_names, kept.full_names),
            title = coalesce(given.title, '')
        from pg_catalog.jsonb_populate_record(null::public.venues, line) as given
        where kept.id = venue;
    when 'table' then
      insert into public.user_overlays (id, owner_uid, title, position, archived_at, created_at, kind, out_of_use)
      select given.id, owner, given.title, given.position, given.archived_at, given.created_at,
        coalesce(given.kind, 'pool'), coalesce(given.out_of_use, false)
      from pg_catalog.jsonb_populate_record(null::public.user_overlays, line) as given
      on conflict (id) do nothing;
    when 'link' then
      -- Nobody knows its secret, so it only names who scored.
      insert into public.scorer_links (id, table_id, token_hash, label, created_at, revoked_at)
      select given.id, (line ->> 'table')::uuid, private.secret_hash(private.new_url_token()), given.label,
        given.created_at, pg_catalog.clock_timestamp()
      from pg_catalog.jsonb_populate_record(null::public.scorer_links, line) as given
      on conflict (id) do nothing;
    when 'player' then
      insert into public.players (venue_id, name, flag, hidden_at)
      values (venue, pg_catalog.btrim(line ->> 'name'), line ->> 'flag', (line ->> 'hidden_at')::timestamptz)
      on conflict (venue_id, name_key) do nothing;
    when 'match' then
      insert into public.matches (
        id, table_id, number, previous_id, game, rules, start, seq, result, last_board, started_at, ended_at, left_at,
        created_at, clock_before, continues, folded_seq, folded_left_at
      )
      select given.id, (line ->> 'table')::uuid, given.number, (line ->> 'previous')::uuid, given.game, given.rules,
        given.start, given.seq, nullif(given.result, 'null'), nullif(given.last_board, 'null'), given.started_at,
        given.ended_at, given.left_at, given.created_at, nullif(given.clock_before, 'null'), given.continues,
        case when (line -> 'folded')::boolean then given.seq end,
        case when (line -> 'folded')::boolean then given.left_at end
      from pg_catalog.jsonb_populate_record(null::public.matches, line) as given
      on conflict (id) do nothing;
    when 'log' then
      insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at, by_uid, by_link)
      select played.id, given.seq, given.id, given.kind, given.body, given.at, given.stored_at,
        case when (held.entry -> 'by_owner')::boolean then owner end, (held.entry ->> 'link')::uuid
      from public.matches as played, pg_catalog.jsonb_array_elements(line -> 'entries') as held (entry),
        pg_catalog.jsonb_populate_record(null::public.match_actions, held.entry) as given
      where played.id = (line ->> 'match')::uuid and given.seq <= played.seq
      on conflict do nothing;
      update public.matches as played set stored_at = last.stored_at
      from public.match_actions as last
      where played.id = (line ->> 'match')::uuid and last.match_id = played.id and last.seq = played.seq
        and played.stored_at is null;
    when 'board' then
      insert into public.public_overlays (
        url_token, owner_uid, table_id, p1, p2, s1, s2, race_to, detail, clock_running, clock_started_at, clock_accum,
        shot, visit_at, theme, match_id, seq
      )
      select owned.url_token, owner, owned.id, given.p1, given.p2, given.s1, given.s2, given.race_to,
        nullif(given.detail, 'null'), (line #> '{clock,running}')::boolean, (line #>> '{clock,started_at}')::timestamptz,
        (line #> '{clock,accum}')::double precision, nullif(given.shot, 'null'), given.visit_at, given.theme, played.id,
        played.seq
      from public.user_overlays as owned
      join public.matches as played on played.table_id = owned.id and played.id = (line ->> 'match')::uuid,
        pg_catalog.jsonb_populate_record(null::public.public_overlays, line) as given
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
        last_at, ended_at, rev, by_hand, set_aside_at, imported_at, detail
      )
      select (line ->> 'match')::uuid, given.id, venue,
        (select owned.id from public.user_overlays as owned where owned.id = (line ->> 'table')::uuid),
        given.table_title, given.game, given.rules, given.p1, given.p2, given.s1, given.s2, given.race_to,
        given.winner, given.over, given.started_at, given.last_at, given.ended_at, given.rev,
        nullif(given.by_hand, 'null'), given.set_aside_at, pg_catalog.clock_timestamp(), given.detail
      from pg_catalog.jsonb_populate_record(null::public.results, line) as given
      on conflict (match_id) do nothing;
      if found then
        perform private.save_sides((line ->> 'match')::uuid);
      end if;
  end case;
end;
$$;

select private.grant_rights();
