-- The room is told of tables that are added or put in another order.

-- Creates a table with its board and first match, after the owner's other tables.
create or replace function private.make_table(caller private.actor, title text) returns public.user_overlays
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.user_overlays;
begin
  perform private.lock_venue(caller.venue_id);
  if (select count(*) from public.user_overlays where owner_uid = caller.owner_uid) >= 64 then
    raise exception 'an owner has at most 64 tables' using errcode = '23514';
  end if;
  insert into public.user_overlays (owner_uid, title, position)
  select caller.owner_uid, make_table.title, coalesce(max(owned.position), 0) + 1
  from public.user_overlays as owned where owned.owner_uid = caller.owner_uid
  returning * into made;
  -- One statement, because the two rows refer to each other.
  with shown as (
    insert into public.public_overlays (url_token, owner_uid, table_id, match_id)
    values (made.url_token, made.owner_uid, made.id, pg_catalog.gen_random_uuid())
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

-- Puts the owner's tables in this order; tables not listed follow in their current order.
create or replace function public.order_tables(ids uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant private.actor := private.authorize('order_tables');
begin
  if pg_catalog.cardinality(ids) > 64 then
    raise exception 'an owner has at most 64 tables' using errcode = '22023';
  end if;
  perform private.lock_venue(caller.venue_id);
  perform private.require_tables(caller, ids);
  update public.user_overlays as owned set position = ordered.position
  from (
    select mine.id, pg_catalog.row_number() over (
      order by pg_catalog.array_position(ids, mine.id), mine.position, mine.created_at, mine.id
    ) as position
    from public.user_overlays as mine where mine.owner_uid = caller.owner_uid
  ) as ordered
  where owned.id = ordered.id;
  perform private.raise_room_seq(caller.venue_id);
end;
$$;

select private.grant_rights();
