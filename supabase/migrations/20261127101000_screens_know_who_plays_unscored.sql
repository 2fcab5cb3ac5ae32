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
          'playing', held.screen_name,
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
