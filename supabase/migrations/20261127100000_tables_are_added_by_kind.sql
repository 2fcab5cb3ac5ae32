-- A table's kind is said when it is added.
drop function public.add_table(text);
drop function private.make_table(private.actor, text);

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
  if (select count(*) from public.user_overlays where owner_uid = caller.owner_uid) >= 64 then
    raise exception 'an owner has at most 64 tables' using errcode = '23514';
  end if;
  insert into public.user_overlays (owner_uid, title, kind, position)
  select caller.owner_uid, make_table.title, make_table.kind, coalesce(max(owned.position), 0) + 1
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

-- Adds a table, of a kind, and returns its id.
create function public.add_table(title text, kind text default 'pool') returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  return (private.make_table(private.authorize('add_table'), title, kind)).id;
end;
$$;

select private.grant_rights();
