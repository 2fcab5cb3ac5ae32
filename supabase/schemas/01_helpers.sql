-- Shared helpers: the private schema, random text, and secret hashes.

create schema private;
comment on schema private is 'Functions and tables hidden from the API.';
revoke all on schema private from public;

-- The most of these that a venue has; of actions, that a call appends. MOST in src/config/limits.ts is the same.
create function private.most(things text) returns int
language plpgsql
immutable
set search_path = ''
as $$
begin
  case things
    when 'tables' then return 64;
    when 'players' then return 500;
    when 'mergedNames' then return 1000;
    when 'sponsors' then return 20;
    when 'televisions' then return 50;
    when 'devices' then return 100;
    when 'parties' then return 200;
    when 'tournaments' then return 1000;
    when 'actions' then return 200;
  end case;
end;
$$;

-- Random text of `length` letters, from gen_random_uuid() (a strong random source that needs no extension). Bytes 6 and
-- 8 of a version-4 UUID hold its version and variant, so they are skipped. Bytes past the largest multiple of the
-- alphabet's size are rejected, so every letter is equally likely.
create function private.random_text(alphabet text, length int) returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  letters constant int := length(alphabet);
  drawn text := '';
  bytes bytea;
  value int;
begin
  loop
    bytes := uuid_send(gen_random_uuid());
    for position in 0..15 loop
      continue when position in (6, 8);
      value := get_byte(bytes, position);
      continue when value >= 256 - 256 % letters;
      drawn := drawn || substr(alphabet, value % letters + 1, 1);
      if length(drawn) = random_text.length then
        return drawn;
      end if;
    end loop;
  end loop;
end;
$$;

-- A secret: an overlay token, scorer link, upload key or ticket.
create function private.new_url_token() returns text
language sql
volatile
set search_path = ''
as $$
  select private.random_text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 24);
$$;

-- The hash we store and look up secrets by; null if the text is too long to be a secret.
create function private.secret_hash(secret text) returns bytea
language sql
immutable
set search_path = ''
as $$
  select case
    when octet_length(secret) <= 1024 then sha256(convert_to(secret, 'UTF8'))
  end;
$$;

-- Lower case only: devices find their own actions by comparing ids as text.
create function private.is_id(value text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false);
$$;

-- Matches of tournaments ---------------------------------------------------------------------------

create function private.is_slot(slot text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(slot ~ '^[a-z]\d{0,2}(\.\d{1,3})?$', false);
$$;

-- Whether this is a match of a tournament, as parties, matches and results carry it: {tournament, slot, pair}. The pair
-- is in the order of the sides.
create function private.is_fixture(fixture jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    private.is_id(fixture ->> 'tournament') and private.is_slot(fixture ->> 'slot')
    and (fixture -> 'pair')::text ~ '^\[[1-9]\d{0,2}, [1-9]\d{0,2}\]$'
    and fixture #> '{pair,0}' <> fixture #> '{pair,1}'
    and fixture - '{tournament,slot,pair}'::text[] = '{}', false);
$$;

-- Names as stored ----------------------------------------------------------------------------------

-- A name without the marks that change the direction of the text around it. src/rules/name.ts removes the same marks.
create function private.without_turns(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(name, '[\u202A-\u202E\u2066-\u2069]', '', 'g');
$$;

-- Removes them from the columns that the trigger names.
create function private.keep_names_straight() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(named.field, private.without_turns(to_jsonb(new) ->> named.field))
    from unnest(tg_argv) as named (field)
  ));
end;
$$;

-- Names as compared --------------------------------------------------------------------------------
-- src/rules/name-key.ts computes the same; tests/embedded/name-keys.test.ts compares the two.

-- A player's name as compared: names with the same key are the same player. The key has no invisible marks (control
-- characters, Unicode's default ignorables, and the Arabic tatweel), has single spaces, and is composed and in lower
-- case. A name has at most 60 letters, but longer texts are compared as well. Postgres sorts the accents of one letter
-- in quadratic time, without checking for interrupts, so at most 60 letters outside ASCII are read in a row. Each
-- replacement is expensive, so a single space isn't replaced with itself.
create function private.name_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select btrim(replace(
    normalize(lower(replace(normalize(
      regexp_replace(regexp_replace(
        regexp_replace(
          name,
          '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u0640\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
          '', 'g'
        ),
        ' *[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000][ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]*| {2,}', ' ', 'g'
      ), '([^ -~]{60})[^ -~]+', '\1', 'g'), NFC), 'İ', 'i')), NFC), 'ς', 'σ'));
$$;

-- A name's key as searched. Names that differ in accents (in Arabic also in vowel signs, hamza, ى and ة) are different
-- players, but a search for one finds them all.
create function private.search_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select replace(replace(replace(
    translate(
      regexp_replace(
        lower(normalize(private.name_key(name), NFKD)),
        '[\u0300-\u036F\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]',
        '', 'g'
      ),
      'ٱىیةھکςıøłđðħ’‘ʼ', 'اييههكσiolddh'''''''
    ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss');
$$;

-- A side's name on a board until its player is named. DEFAULT_NAMES in src/rules/name.ts are the same.
create function private.default_name(side text) returns text
language sql
immutable
set search_path = ''
as $$
  select 'PLAYER ' || side;
$$;

-- The key of a side of a match; null for an empty name or a board's default, which is no player. givenName() in
-- src/rules/name.ts has the same rule.
create function private.player_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(nullif(nullif(private.name_key(name), ''), lower(private.default_name('A'))), lower(private.default_name('B')));
$$;

-- A tournament's match with its pair in the order of the names now: turned if at least one side has the other's name of
-- before, and none its own.
create function private.turned_fixture(fixture jsonb, p1 text, p2 text, now1 text, now2 text) returns jsonb
language sql
immutable
set search_path = ''
as $$
  -- Compares texts first: reading names takes far longer.
  select case when case when p1 = now1 or p2 = now2 then false when p1 = now2 and p2 = now1 then true else
    coalesce(private.player_key(p1) = private.player_key(now2) or private.player_key(p2) = private.player_key(now1), false)
    and not coalesce(private.player_key(p1) = private.player_key(now1) or private.player_key(p2) = private.player_key(now2), false)
  end then
    fixture || jsonb_build_object('pair', jsonb_build_array(fixture #> '{pair,1}', fixture #> '{pair,0}'))
  else fixture end;
$$;

-- A name as records keep it: empty for a default name.
create function private.recorded_name(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select case when private.player_key(name) is null then '' else private.without_turns(name) end;
$$;
