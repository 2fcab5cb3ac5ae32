-- Televisions: a venue's screens that show its tables unattended, added with a code (12_pairing.sql). A television proves
-- itself by a secret that it generates and keeps; we store its hash.

-- Whether this is a programme: {"turns": some of tables, table, waiting, tournament and sponsors, in this order,
-- "seconds": per turn}. A television that always shows the same thing has a programme of one turn.
create function private.is_programme(programme jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(case when jsonb_typeof(programme) = 'object' then
    programme - '{turns,seconds}'::text[] = '{}'
    and programme -> 'turns' = (
      select jsonb_agg(listed.turn order by listed.place)
      from unnest('{tables,table,waiting,tournament,sponsors}'::text[]) with ordinality as listed (turn, place)
      where programme -> 'turns' ? listed.turn
    )
    and case when jsonb_typeof(programme -> 'seconds') = 'number' then
      (programme -> 'seconds')::numeric between 8 and 600 and (programme -> 'seconds')::numeric % 1 = 0
    end
  end, false);
$$;

create table public.televisions (
  id uuid primary key,
  venue_id uuid not null references public.venues (id) on delete cascade,
  title text not null constraint title_fits check (char_length(title) <= 60),
  secret_hash bytea not null unique,
  -- Deleting a table unpairs the televisions that show nothing else: they show a code again.
  table_id uuid references public.user_overlays (id) on delete cascade,
  query text not null default '' constraint query_is_one check (query ~ '^(\?[A-Za-z0-9=&_.-]{0,200})?$'),
  paired_at timestamptz not null default now(),
  seen_at timestamptz not null,
  programme jsonb not null
    constraint programme_is_one check (private.is_programme(programme)),
  made_by uuid,
  constraint one_table_is_known check (programme -> 'turns' <> '["table"]' or table_id is not null)
);
comment on table public.televisions is 'A venue''s paired screens. Reached through functions only.';
comment on column public.televisions.secret_hash is 'SHA-256 of the screen''s secret, which is not stored.';
comment on column public.televisions.table_id is 'The table that has the whole screen in its turn.';
comment on column public.televisions.query is 'Its look, as an overlay address''s query.';
comment on column public.televisions.seen_at is 'When it last asked, to within half a minute.';
comment on column public.televisions.made_by is 'The device that paired it; null for the owner.';
comment on column public.televisions.programme is 'The turns it shows, and for how many seconds each.';

alter table public.televisions enable row level security;
revoke all on table public.televisions from anon, authenticated;

create index televisions_venue_id on public.televisions (venue_id, paired_at);

create trigger keep_names_straight before insert or update of title on public.televisions
  for each row execute function private.keep_names_straight('title');
create index televisions_table_id on public.televisions (table_id);

-- Changes ------------------------------------------------------------------------------------------

create trigger television_changed
  after insert or delete or update of title, table_id, query, programme on public.televisions
  for each row execute function private.paired_changed();

-- Tells each of the venue's televisions when tables are added, renamed, moved or archived, or a link is replaced. Each
-- is told once, however many tables changed.
create function private.tables_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', private.paired_topic(shown.id), true)
  from public.televisions as shown join public.venues on venues.id = shown.venue_id
  where venues.owner_uid in (select changed.owner_uid from changed);
  return null;
end;
$$;

create trigger tables_added after insert on public.user_overlays
  referencing new table as changed
  for each statement execute function private.tables_changed();
create trigger tables_changed after update on public.user_overlays
  referencing new table as changed
  for each statement execute function private.tables_changed();
create trigger tables_removed after delete on public.user_overlays
  referencing old table as changed
  for each statement execute function private.tables_changed();

-- If a table is deleted, a programme with other turns continues without it.
create function private.drop_turn() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.televisions as shown set table_id = null
  where shown.table_id = old.id and shown.programme -> 'turns' <> '["table"]';
  return old;
end;
$$;

create trigger drop_turn before delete on public.user_overlays
  for each row execute function private.drop_turn();

-- Televisions show the venue's name, the time in its zone, and the addresses of its tables' public pages.
create function private.venue_changed() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'changed', private.paired_topic(shown.id), true)
  from public.televisions as shown where shown.venue_id = new.id;
  return null;
end;
$$;

create trigger venue_changed after update of title, time_zone, is_public on public.venues
  for each row when (
    (old.title, old.time_zone, old.is_public) is distinct from (new.title, new.time_zone, new.is_public)
  )
  execute function private.venue_changed();

-- Screens ------------------------------------------------------------------------------------------

-- The state of a television, by its secret: unknown, waiting with its code, or paired, with everything it should show.
create function public.ask_television(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  known public.televisions;
begin
  perform private.authorize('ask_television');
  select * into known from public.televisions where secret_hash = private.secret_hash(secret);
  if not found then
    return coalesce(
      private.waiting_answer(private.code_of(secret, 'television', moment), moment),
      jsonb_build_object('status', 'unknown', 'server_time', moment)
    );
  end if;
  -- Rapid polling doesn't write, and nothing waits for this.
  update public.televisions as renewed set seen_at = moment
  where renewed.id = (
    select id from public.televisions
    where id = known.id and seen_at not between moment - interval '30 seconds' and moment
    for no key update skip locked
  );
  return (
    select jsonb_build_object(
      'status', 'paired',
      'query', known.query,
      'programme', known.programme,
      'table_id', known.table_id,
      'tables', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', owned.id, 'token', owned.url_token, 'title', owned.title, 'match_id', pictured.match_id
          )
          order by owned.position, owned.created_at, owned.id
        ), '[]')
        from public.user_overlays as owned
        left join private.pictured_tables as pictured on pictured.table_id = owned.id and pictured.is_shown
        where owned.owner_uid = venues.owner_uid and case
          when known.programme -> 'turns' = '["table"]' then owned.id = known.table_id
          else owned.archived_at is null
        end
      ),
      'venue', venues.title,
      'time_zone', venues.time_zone,
      'waiting', private.waiting_of(known.venue_id, true),
      'tournament', case when known.programme -> 'turns' ? 'tournament' then private.tournament_now(venues, moment) end,
      'topic', private.paired_topic(known.id),
      'room', 'room:' || venues.room_token,
      'server_time', moment
    )
    from public.venues where venues.id = known.venue_id
  );
end;
$$;
comment on function public.ask_television(text) is 'Deliberately public: a television proves itself by its secret.';

-- The owner's page ---------------------------------------------------------------------------------

-- The programme of a television that was given only a table, or none, which means all tables.
create function private.programme_of(table_id uuid) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'turns', jsonb_build_array(case when table_id is null then 'tables' else 'table' end), 'seconds', 20
  );
$$;

-- Pairs the screen showing this code and sets its table, look and programme. Without a programme it always shows that
-- table, or all of them. Returns {status, id}: paired, or what private.take_code() says.
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
  perform private.require_tables(caller, array_remove(array[table_id], null));
  found_code := private.take_code(caller, code, 'television');
  if found_code.problem is not null then
    return jsonb_build_object('status', found_code.problem);
  end if;
  moment := clock_timestamp();
  insert into public.televisions
    (id, venue_id, title, secret_hash, table_id, query, paired_at, seen_at, programme, made_by)
  values (
    (found_code.taken).given_id, caller.venue_id, pair_television.title, (found_code.taken).secret_hash, table_id,
    pair_television.query, moment, moment,
    coalesce(pair_television.programme, private.programme_of(pair_television.table_id)), caller.device_id
  );
  return jsonb_build_object('status', 'paired', 'id', (found_code.taken).given_id);
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- The signed-in owner's televisions, in the order they were paired.
create function public.list_televisions() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('list_televisions');
begin
  perform private.remove_pairing_codes(clock_timestamp());
  return jsonb_build_object(
    'televisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
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
    'server_time', clock_timestamp()
  );
end;
$$;

-- Renames a television and sets what it shows, as pair_television() does.
create function public.update_television(
  id uuid, title text, table_id uuid default null, query text default '', programme jsonb default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('update_television');
begin
  perform private.require_tables(caller, array_remove(array[table_id], null));
  update public.televisions as shown
    set title = update_television.title, table_id = update_television.table_id, query = update_television.query,
        programme = coalesce(update_television.programme, private.programme_of(update_television.table_id))
    where shown.id = update_television.id and shown.venue_id = caller.venue_id;
  if not found then
    raise exception 'this television is not yours' using errcode = '42501';
  end if;
  return true;
exception
  when integrity_constraint_violation then
    raise exception '%', sqlerrm using errcode = sqlstate;
end;
$$;

-- Unpairs a television, which is told and shows a code.
create function public.unpair_television(id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('unpair_television');
begin
  delete from public.televisions as shown
    where shown.id = unpair_television.id and shown.venue_id = caller.venue_id;
  if not found then
    raise exception 'this television is not yours' using errcode = '42501';
  end if;
  return true;
end;
$$;
