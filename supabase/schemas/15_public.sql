-- Results and boards as text, for the public. The snapshot service reads them, as it does pictures; it gets nothing
-- that the public may not see.

create table private.gone_results (
  id text primary key
);
comment on table private.gone_results is 'The addresses of deleted results and tournaments, which are never reused.';

alter table private.gone_results enable row level security;
revoke all on table private.gone_results from public, anon, authenticated;

create function private.note_gone_results() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.gone_results (id) select gone.id from gone on conflict do nothing;
  return null;
end;
$$;

create trigger note_gone_results after delete on public.results
  referencing old table as gone
  for each statement execute function private.note_gone_results();

-- Why there is no page at an address: gone or unknown.
create function private.missing_page(address text) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case when exists (select from private.gone_results as gone where gone.id = address) then 'gone' else 'unknown' end;
$$;

-- "Youssef Benali" as "Youssef B.": the first word, and the first letters of the last word that begins with a letter,
-- in Arabic after its article. The caller says how many letters; if the word has no more, the name stays whole. عبد or
-- بنعبد and the next word are one word, and so are الدين and the word before it. These names stay whole: those without such a
-- word, two people's with a word or sign between them, and a board's default.
create function private.short_name(name text, letters int default 1) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  words constant text[] := array(
    select matched.word[1] from regexp_matches(name, '((?:(?:بن)?عبد\s+)?\S+(?:\s+الدين(?!\S))?)', 'g') with ordinality as matched (word, place)
    order by matched.place
  );
  last_word text;
begin
  if private.player_key(name) is null or name ~* '\s(&|\+|/|and|et|و)\s' then
    return name;
  end if;
  for place in reverse cardinality(words)..2 loop
    last_word := regexp_replace(words[place], '^ال(?=..)', '');
    -- Anything but ASCII's digits and signs and symbols: the database may not know other alphabets' letters.
    if char_length(words[place]) > 1
      and left(last_word, 1) !~ '[\u0001-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u2BFF\uFE00-\uFE0F\U0001F000-\U0001FAFF]'
    then
      return case
        when char_length(last_word) > letters
          then words[1] || ' ' || left(last_word, letters) || '.'
        else name
      end;
    end if;
  end loop;
  return name;
end;
$$;

-- How many letters of their last words tell two people's short names apart; 1 if their full names are equal, because no
-- number of letters helps.
create function private.letters_apart(name text, other text) returns int
language plpgsql
immutable
set search_path = ''
as $$
begin
  if private.name_key(name) <> private.name_key(other) then
    for letters in 1..60 loop
      if private.name_key(private.short_name(name, letters)) <> private.name_key(private.short_name(other, letters)) then
        return letters;
      end if;
    end loop;
  end if;
  return 1;
end;
$$;

-- A player's name as the public sees it, next to the other player's.
create function private.public_name(name text, other text, shortens boolean) returns text
language sql
immutable
set search_path = ''
as $$
  select case when shortens then private.short_name(name, private.letters_apart(name, other)) else name end;
$$;

-- Whether a venue's screens show such a name of the waiting list short.
create function private.shortens_name(venue uuid, name text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.venues where venues.id = venue and not venues.full_names)
    and not exists (select from private.known_player(venue, shortens_name.name) as known where known.hidden_at is null);
$$;

-- A result as its page and lists show it, without account, players' keys or the match's id.
create function private.public_result(kept public.results, is_live boolean, shortens boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shown constant public.results := private.shown_result(kept);
begin
  return jsonb_build_object(
    'id', shown.id,
    'state', case when is_live then 'live' else private.final_state(shown.over, shown.can_end) end,
    'table_title', shown.table_title,
    'game', shown.game,
    'p1', private.public_name(shown.p1, shown.p2, shortens or kept.from_list and private.shortens_name(kept.venue_id, shown.p1)),
    'p2', private.public_name(shown.p2, shown.p1, shortens or kept.from_list and private.shortens_name(kept.venue_id, shown.p2)),
    's1', shown.s1,
    's2', shown.s2,
    'race_to', shown.race_to,
    'winner', shown.winner,
    'started_at', shown.started_at,
    'last_at', shown.last_at,
    'ended_at', shown.ended_at,
    'sides', private.corrected_sides(kept),
    'rev', shown.rev
  );
end;
$$;

-- A board as the public page of its table shows it: what overlays show, without the match's id.
create function private.public_board(shown public.public_overlays, shortens boolean) returns jsonb
language sql
stable
set search_path = ''
as $$
  select (state - '{match,seq,theme,updated_at,screen_names}'::text[]) || jsonb_build_object(
    'p1', coalesce(state #>> '{screen_names,p1}', private.public_name(shown.p1, shown.p2, shortens)),
    'p2', coalesce(state #>> '{screen_names,p2}', private.public_name(shown.p2, shown.p1, shortens))
  )
  from private.overlay_state(shown) as state;
$$;

-- A result by its address: {status: shown, result with its tournament, venue (its name), time_zone}, gone if it was
-- deleted, or unknown. Results that are set aside, and those of a venue whose pages are off, are unknown too, so that
-- nobody can tell that they exist. Results of archived tables remain.
create function public.show_result(id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  kept public.results;
  venue public.venues;
begin
  select * into kept from public.results where results.id = left(show_result.id, 23);
  if not found then
    return jsonb_build_object('status', private.missing_page(left(show_result.id, 23)));
  end if;
  select * into venue from public.venues where venues.id = kept.venue_id;
  if not venue.is_public or kept.set_aside_at is not null then
    return '{"status": "unknown"}';
  end if;
  return jsonb_build_object(
    'status', 'shown',
    'result', private.public_result(
      kept,
      kept.match_id = any (private.live_matches(venue.owner_uid, clock_timestamp())),
      venue.shortens_names
    ) || jsonb_build_object('detail', kept.detail, 'tournament', private.tournament_of(kept)),
    'venue', btrim(venue.title),
    'time_zone', venue.time_zone
  );
end;
$$;

-- The text of a table's public page: its board, the frames of the match on it, its results of the last 26 hours, and
-- whether any of its matches isn't folded yet. The page picks the results of the venue's day. Null unless the venue has
-- switched text on.
create function public.show_table(match_id text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  asked private.pictured_tables;
  shown public.public_overlays;
  venue public.venues;
  current public.results;
begin
  select * into asked from private.pictured_tables as pictured
  where pictured.match_id = left(show_table.match_id, 65) and pictured.is_shown and pictured.shows_live;
  if not found then
    return null;
  end if;
  select * into shown from public.public_overlays as boards where boards.table_id = asked.table_id;
  select * into venue from public.venues where venues.id = asked.venue_id;
  select * into current from public.results as kept
  where (kept.venue_id, kept.match_id) = (venue.id, shown.match_id) and kept.set_aside_at is null;
  return jsonb_build_object(
    'board', private.public_board(shown, venue.shortens_names),
    'units', coalesce(current.detail -> 'units', '[]'),
    'results', (
      select coalesce(
        jsonb_agg(private.public_result(listed.kept, false, venue.shortens_names) order by listed.at desc), '[]'
      )
      from (
        select kept, kept.placed_at as at from public.results as kept
        where kept.table_id = asked.table_id and kept.set_aside_at is null
          and kept.placed_at > moment - interval '26 hours'
          and (kept.match_id <> shown.match_id or kept.over)
        order by kept.placed_at desc limit 50
      ) as listed
    ),
    'due', exists (select from private.due_matches(asked.table_id)),
    'time_zone', venue.time_zone,
    'closing_hour', venue.closing_hour,
    'server_time', moment
  );
end;
$$;

-- A table's matches that aren't folded yet, the latest first.
create function private.due_matches(table_id uuid) returns setof public.matches
language sql
stable
set search_path = ''
as $$
  select played from public.matches as played
  where played.table_id = due_matches.table_id and played.seq > 0
    and (played.folded_seq is distinct from played.seq or played.folded_left_at is distinct from played.left_at)
  order by played.number desc;
$$;

-- Up to five of a table's matches that aren't folded yet, for viewers of its public page. Like list_due(), but only
-- once in five seconds for all viewers, and empty for a page that shows no text.
create function public.take_due(match_id text, rules jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  asked uuid;
begin
  perform private.require_plain_json(rules, 4096);
  update public.snapshot_tables as pictured set folded_at = moment
  where pictured.match_id = (
    select free.match_id from public.snapshot_tables as free
    where free.match_id = left(take_due.match_id, 65)
      and (free.folded_at is null or free.folded_at not between moment - interval '5 seconds' and moment)
      and exists (
        select from private.pictured_tables as shown
        where shown.match_id = free.match_id and shown.is_shown and shown.shows_live
          and exists (select from private.due_matches(shown.table_id))
      )
    for no key update skip locked
  )
  returning pictured.table_id into asked;
  return jsonb_build_object('matches', coalesce((
    select jsonb_agg(waiting.id)
    from (
      select played.id from private.due_matches(asked) as played
      where played.rules <= (take_due.rules ->> played.game)::int
      limit 5
    ) as waiting
  ), '[]'));
end;
$$;
