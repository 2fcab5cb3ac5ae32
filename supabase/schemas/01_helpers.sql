-- Shared helpers: the private schema, random text, and secret hashes.

create schema private;
comment on schema private is 'Functions and tables hidden from the API.';
revoke all on schema private from public;

-- Random text of `length` letters, from gen_random_uuid() (a strong random source that needs no extension). Bytes 6 and
-- 8 of a version-4 UUID hold its version and variant, so they are skipped. Bytes past the largest multiple of the
-- alphabet's size are rejected, so every letter is equally likely.
create function private.random_text(alphabet text, length int) returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  letters constant int := pg_catalog.length(alphabet);
  drawn text := '';
  bytes bytea;
  value int;
begin
  loop
    bytes := pg_catalog.uuid_send(pg_catalog.gen_random_uuid());
    for position in 0..15 loop
      continue when position in (6, 8);
      value := pg_catalog.get_byte(bytes, position);
      continue when value >= 256 - 256 % letters;
      drawn := drawn || pg_catalog.substr(alphabet, value % letters + 1, 1);
      if pg_catalog.length(drawn) = random_text.length then
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
    when pg_catalog.octet_length(secret) <= 1024 then pg_catalog.sha256(pg_catalog.convert_to(secret, 'UTF8'))
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

-- A player's name as compared. Only here, because JavaScript lowers some letters differently.
create function private.name_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select pg_catalog.lower(pg_catalog.btrim(name));
$$;

-- The same for a side of a match; null for an empty name or a board's default, which is nobody's.
create function private.player_key(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(nullif(nullif(private.name_key(name), ''), 'player a'), 'player b');
$$;
