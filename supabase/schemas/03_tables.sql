-- A venue's tables and how their owner manages them. The first is also the specification's "overlay".
--
-- Locks are always taken in this order, to avoid deadlocks:
--   1. the venue's row                        private.lock_venue()
--   2. the pairing codes                      an advisory lock
--   3. the address of a table's pictures      its row of snapshot_tables
--   4. the board                              its row of public_overlays
--   5. its matches                            matches, match_actions
--   6. the table                              its row of user_overlays
--   7. everything else it owns                scorer_links, devices, log_uses, machine_uses, machine_requests, overlay_screens,
--                                             table_scorers, snapshots, results, waiting, waiting_ops, tournaments,
--                                             tournament_facts
-- Best-effort writes, such as a link's last use, and the removal of expired rows skip locked rows instead of waiting.
-- tests/embedded/lock-order.test.ts runs every writing function against this order.

create table public.user_overlays (
  id uuid primary key default gen_random_uuid(),
  url_token text not null unique default private.new_url_token()
    constraint url_token_is_24_letters_and_digits check (url_token ~ '^[A-Za-z0-9]{24}$'),
  owner_uid uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null default 'Overlay 1' constraint title_fits check (char_length(title) <= 60),
  position int not null default 0,
  archived_at timestamptz,
  link_replaced boolean not null default false,
  created_at timestamptz not null default now(),
  kind text not null default 'pool' constraint kind_is_known check (kind in ('pool', 'snooker')),
  out_of_use boolean not null default false
);
comment on table public.user_overlays is 'An owner''s tables. Nobody else can read a row.';
comment on column public.user_overlays.position is 'The owner''s order; ties are broken by age.';
comment on column public.user_overlays.kind is 'What is played at it.';
comment on column public.user_overlays.out_of_use is 'Whether it can''t be played at for now.';
comment on column public.user_overlays.link_replaced is
  'Whether its first overlay link was replaced; if so, its id no longer opens the overlay.';

alter table public.user_overlays enable row level security;
revoke all on table public.user_overlays from anon, authenticated;
grant select on table public.user_overlays to authenticated;
grant update (title) on table public.user_overlays to authenticated;

create trigger keep_names_straight before insert or update of title on public.user_overlays
  for each row execute function private.keep_names_straight('title');

create policy "Owners read their own overlays" on public.user_overlays
  for select to authenticated using (owner_uid = (select auth.uid()));
create policy "Owners rename their own overlays" on public.user_overlays
  for update to authenticated
  using (owner_uid = (select auth.uid())) with check (owner_uid = (select auth.uid()));

create index user_overlays_owner_uid on public.user_overlays (owner_uid, created_at);

-- A table's name as compared. A number, alone or after the word for "table", is the same name in all languages, and so
-- is the specification's "Overlay 1", because screens show them alike. src/core/branding/branding.ts has the same rule.
create function private.table_key(title text) returns text
language sql
immutable
security definer
set search_path = ''
as $$
  select coalesce(
    substring(
      translate(keyed.title, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789')
      from '^(?:overlay (?=1$)|(?:table|طاولة|الطاولة) ?(?:n[°o] ?|# ?)?)?0*([0-9]{1,3})$'
    ),
    keyed.title
  )
  from (select private.name_key(table_key.title) as title) as keyed;
$$;

-- The index runs this as the owner who renames a table directly. They can't call it by name: schema private is hidden
-- from them.
grant execute on function private.table_key(text) to authenticated;

-- Tables in use are told apart by their names. Archived ones may share a name.
create unique index user_overlays_names on public.user_overlays (owner_uid, private.table_key(title))
  where archived_at is null and title <> '';

-- The name, or a similar one that none of the owner's other tables in use has.
create function private.free_title(owner uuid, id uuid, title text) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  base constant text := case private.name_key(title) when 'overlay 1' then 'Table 1' else title end;
  number text := '';
  candidate text := title;
begin
  for count in 2..66 loop
    exit when title = '' or not exists (
      select from public.user_overlays as owned
      where owned.owner_uid = owner and owned.id <> free_title.id and owned.archived_at is null
        and private.table_key(owned.title) = private.table_key(candidate)
    );
    number := ' (' || count || ')';
    candidate := left(base, 60 - length(number)) || number;
  end loop;
  return candidate;
end;
$$;

-- Creates a table with its board and first match, after the owner's other tables.
create function private.make_table(caller private.actor, title text, kind text default 'pool')
returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.user_overlays;
begin
  perform private.lock_venue(caller.venue_id);
  if (select count(*) from public.user_overlays where owner_uid = caller.owner_uid) >= private.most('tables') then
    raise exception 'an owner has at most % tables', private.most('tables') using errcode = '23514';
  end if;
  insert into public.user_overlays (owner_uid, title, kind, position)
  select caller.owner_uid, make_table.title, make_table.kind, coalesce(max(owned.position), 0) + 1
  from public.user_overlays as owned where owned.owner_uid = caller.owner_uid
  returning * into made;
  -- One statement, because the two rows refer to each other.
  with shown as (
    insert into public.public_overlays (url_token, owner_uid, table_id, match_id)
    values (made.url_token, made.owner_uid, made.id, gen_random_uuid())
    returning *
  )
  insert into public.matches (id, table_id, number, game, rules, start)
  select shown.match_id, shown.table_id, 1, 'plain', 1,
    private.plain_start(shown.p1, shown.p2, shown.s1, shown.s2, shown.race_to)
  from shown;
  perform private.raise_room_seq(caller.venue_id);
  return made;
end;
$$;

-- The signed-in owner's overlay: their first table that isn't archived, created if needed. Two tabs loading at once get
-- the same one.
create function public.ensure_overlay() returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('ensure_overlay');
  made public.user_overlays;
begin
  perform private.lock_venue(caller.venue_id);
  select * into made from public.user_overlays
    where owner_uid = caller.owner_uid and archived_at is null order by position, created_at, id limit 1;
  if not found then
    made := private.make_table(caller, 'Overlay 1');
  end if;
  return made;
end;
$$;

-- All of the venue's tables in order, and what the caller may do. Archived ones are listed for callers who may restore
-- them. Creates an owner's first table.
create function public.list_tables() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_tables');
begin
  if caller.kind = 'owner' and not exists (select from public.user_overlays where owner_uid = caller.owner_uid) then
    perform public.ensure_overlay();
  end if;
  return jsonb_build_object(
    'tables', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', owned.id,
        'token', owned.url_token,
        'title', owned.title,
        'archived', owned.archived_at is not null,
        'kind', owned.kind,
        'facts', private.table_facts(owned, false, clock_timestamp()),
        'state', private.overlay_state(shown),
        'match', jsonb_build_object(
          'id', played.id,
          'number', played.number,
          'game', played.game,
          'seq', played.seq,
          'started_at', played.started_at,
          'ended_at', played.ended_at
        ),
        'screens', private.screens_of(shown),
        'scorer_seen_at', (select seen_at from public.table_scorers where table_scorers.table_id = owned.id)
      ) order by owned.position, owned.created_at, owned.id), '[]')
      from public.user_overlays as owned
      join public.public_overlays as shown on shown.table_id = owned.id
      join public.matches as played on played.id = shown.match_id
      where owned.owner_uid = caller.owner_uid and (owned.archived_at is null or caller.kind <> 'service')
    ),
    'may', private.may(caller),
    'venue', (
      select jsonb_build_object(
        'time_zone', time_zone, 'closing_hour', closing_hour, 'title', btrim(title)
      )
      from public.venues where id = caller.venue_id
    ),
    'server_time', clock_timestamp()
  );
end;
$$;

-- Adds a table, of a kind, and returns its id.
create function public.add_table(title text, kind text default 'pool') returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  return (private.make_table(private.authorize('add_table'), title, kind)).id;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Renames, archives or restores a table, and sets its kind and whether it is out of use. Null leaves a field unchanged.
-- No party waits for an archived table.
create function public.update_table(
  id uuid, title text default null, archived boolean default null, kind text default null,
  out_of_use boolean default null
) returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('update_table', id);
  venue constant uuid := private.venue_of(caller.owner_uid);
begin
  perform private.lock_venue(venue);
  -- Its new name moves the board, which is locked before the table. lock_boards() knows only an account's boards.
  perform from public.public_overlays as shown where shown.table_id = caller.table_id for no key update;
  update public.user_overlays as owned
    set title = coalesce(update_table.title, owned.title),
        archived_at = case
          when archived is null then owned.archived_at
          when archived then coalesce(owned.archived_at, now())
        end,
        kind = coalesce(update_table.kind, owned.kind),
        out_of_use = coalesce(update_table.out_of_use, owned.out_of_use)
    where owned.id = caller.table_id;
  if archived then
    perform private.leave_table(caller, caller.table_id);
  end if;
  perform private.raise_room_seq(venue);
  return true;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Puts the owner's tables in this order; tables not listed follow in their current order.
create function public.order_tables(ids uuid[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('order_tables');
begin
  if cardinality(ids) > private.most('tables') then
    raise exception 'an owner has at most % tables', private.most('tables') using errcode = '22023';
  end if;
  perform private.lock_venue(caller.venue_id);
  perform private.require_tables(caller, ids);
  update public.user_overlays as owned set position = ordered.position
  from (
    select mine.id, row_number() over (
      order by array_position(ids, mine.id), mine.position, mine.created_at, mine.id
    ) as position
    from public.user_overlays as mine where mine.owner_uid = caller.owner_uid
  ) as ordered
  where owned.id = ordered.id;
  perform private.raise_room_seq(caller.venue_id);
  return true;
end;
$$;

-- Replaces a table's overlay link and returns the new token. Screens using the old link are told. From then on neither
-- the old token nor the table's id opens the overlay.
create function public.replace_overlay_link(id uuid) returns text
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  caller constant private.actor := private.authorize('replace_overlay_link', id);
  token constant text := private.new_url_token();
  old_token text;
begin
  -- Lock the board before the table.
  select url_token into old_token from public.public_overlays where table_id = caller.table_id for update;
  update public.user_overlays as owned set url_token = token, link_replaced = true
    where owned.id = caller.table_id;
  delete from public.overlay_screens where table_id = caller.table_id;
  perform realtime.send('{}', 'gone', 'overlay:' || old_token, true);
  return token;
end;
$$;
