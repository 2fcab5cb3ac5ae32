-- Names of listed players enter a board whole: shortened, they lost their face, their results and their erasing. An initial
-- is that of the name, not of its Arabic article.

-- "Youssef Benali" as "Youssef B.": the first word, and the first letter of the last one that begins with a letter, in
-- Arabic after its article. عبد and what follows it are one word. A name without such a word stays whole, and so does a
-- board's default.
create or replace function private.short_name(name text) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  words constant text[] := array(
    select matched.word[1] from pg_catalog.regexp_matches(name, '((?:عبد\s+)?\S+)', 'g') with ordinality as matched (word, place)
    order by matched.place
  );
  letter text;
begin
  if private.player_key(name) is null then
    return name;
  end if;
  for place in reverse pg_catalog.cardinality(words)..2 loop
    letter := pg_catalog.left(pg_catalog.regexp_replace(words[place], '^ال(?=..)', ''), 1);
    -- What is neither ASCII's digits and signs nor a symbol: the database may not know other alphabets' letters.
    if pg_catalog.char_length(words[place]) > 1
      and letter !~ '[\u0001-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u2BFF\uFE00-\uFE0F\U0001F000-\U0001FAFF]'
    then
      return words[1] || ' ' || letter || '.';
    end if;
  end loop;
  return name;
end;
$$;

drop view private.parties;

-- The entries as they are shown: their names as boards and screens have them, which nothing else decides, what they wait
-- for, and their last op or score. Players of the register enter a board whole, where their face, their results and their
-- erasing find them by name. What moved six hours ago is on the list no longer.
create view private.parties as
select
  held.*,
  case when venues.full_names then held.name else held.short_name end as screen_name,
  case when venues.full_names or listed.id is not null then held.name else held.short_name end as board_name,
  case when venues.full_names or listed2.id is not null then held.name2 else held.short_name2 end as board_name2,
  case when held.wanted_id is null then held.wants else 'table' end as wish,
  greatest(held.changed_at, played.stored_at, played.started_at) as moved_at
from public.waiting as held
join public.venues on venues.id = held.venue_id
left join public.players as listed
  on listed.venue_id = held.venue_id and listed.name_key = private.name_key(held.name) and listed.hidden_at is null
left join public.players as listed2
  on listed2.venue_id = held.venue_id and listed2.name_key = private.name_key(held.name2) and listed2.hidden_at is null
left join public.public_overlays as shown on shown.table_id = held.table_id and held.state = 'playing'
left join public.matches as played on played.id = shown.match_id;

comment on column public.waiting.short_name is 'As screens show it, and boards unless it is a listed player''s, where the venue doesn''t want names in full.';

-- A venue's list: for its own people all of it, ended parties too while that can be taken back; for screens, who is
-- called and who waits, under the names that others may see.
create or replace function private.waiting_of(venue_id uuid, for_screens boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  venue public.venues;
begin
  select * into venue from public.venues where venues.id = waiting_of.venue_id;
  if for_screens then
    return pg_catalog.jsonb_build_object(
      'seq', venue.waiting_seq,
      'tables', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', owned.id,
          'title', owned.title,
          'kind', owned.kind,
          'playing', nullif(held.screen_name, ''),
          'occupied', owned.out_of_use or held.id is not null
            or coalesce(not (private.match_at(owned.id, moment) -> 'over')::boolean, false)
        ) order by owned.position, owned.created_at, owned.id), '[]')
        from public.user_overlays as owned
        left join private.parties as held
          on held.table_id = owned.id and held.state = 'playing' and held.moved_at > moment - interval '6 hours'
        where owned.owner_uid = venue.owner_uid and owned.archived_at is null
      ),
      'parties', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', held.id,
          'name', held.screen_name,
          'size', held.size,
          'wants', held.wish,
          'table_id', coalesce(held.table_id, held.wanted_id),
          'state', held.state,
          'called_ago', case when held.state = 'called' then extract(epoch from moment - held.called_at) end
        ) order by held.place, held.id), '[]')
        from private.parties as held
        where held.venue_id = venue.id and held.state in ('waiting', 'called')
          and held.moved_at > moment - interval '6 hours'
      )
    );
  end if;
  return pg_catalog.jsonb_build_object(
    'seq', venue.waiting_seq,
    'topic', 'room:' || venue.room_token,
    'full_names', venue.full_names,
    'server_time', moment,
    'tables', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', owned.id,
        'title', owned.title,
        'kind', owned.kind,
        'out_of_use', owned.out_of_use,
        'match', private.match_at(owned.id, moment)
      ) order by owned.position, owned.created_at, owned.id), '[]')
      from public.user_overlays as owned
      where owned.owner_uid = venue.owner_uid and owned.archived_at is null
    ),
    'entries', (
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'id', held.id,
        'name', held.name,
        'name2', held.name2,
        'board_name', held.board_name,
        'board_name2', held.board_name2,
        'size', held.size,
        'wants', held.wish,
        'wanted_id', held.wanted_id,
        'state', held.state,
        'table_id', held.table_id,
        'place', held.place,
        'joined_at', held.joined_at,
        'called_at', held.called_at,
        'started_at', held.started_at,
        'last_op', pg_catalog.jsonb_build_object('id', held.last_op, 'at', held.changed_at) || coalesce((
          select pg_catalog.jsonb_build_object(
            'kind', made.kind,
            'before', made.before,
            'part_of', made.part_of,
            'by', made.by,
            'was', case when made.at > moment - interval '10 minutes' then made.was end
          )
          from private.signed_ops as made where made.venue_id = held.venue_id and made.id = held.last_op
        ), '{}')
      ) order by held.place, held.id), '[]')
      from private.parties as held
      where held.venue_id = venue.id and case
        when held.ended_at is null then held.moved_at > moment - interval '6 hours'
        else held.changed_at > moment - interval '10 minutes'
      end
    )
  );
end;
$$;

select private.grant_rights();
