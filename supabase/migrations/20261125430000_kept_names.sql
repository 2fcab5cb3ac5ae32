-- An account's file from before venues had names leaves a venue its name.

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
            title = coalesce(given.title, kept.title)
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
