-- Codes of screens are shared among addresses by the database too: before hosted Supabase's nothing else counts them.

alter table public.pairing_codes add column asked_by inet;
comment on column public.pairing_codes.asked_by is
  'Whose code it is, while it is kept: an IPv4 address, or the /64 of an IPv6 one; null where nothing said it.';
create index pairing_codes_asked_by on public.pairing_codes (asked_by);

-- Who asks, by the header that Cloudflare sets before hosted Supabase and the gateway in the embedded default, both of them
-- whatever the sender wrote there. An IPv6 subscriber has a whole /64. Null where nothing says it.
create function private.asking_address() returns inet
language plpgsql
stable
set search_path = ''
as $$
declare
  address inet;
begin
  address := (nullif(pg_catalog.current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip')::inet;
  return pg_catalog.network(pg_catalog.set_masklen(address, case pg_catalog.family(address) when 6 then 64 else 32 end));
exception
  when invalid_text_representation then
    return null;
end;
$$;
revoke execute on function private.asking_address() from public;

-- As before, and no address has more than 200 codes: a venue's fifty screens have two each.
create or replace function public.begin_pairing(secret text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  moment constant timestamptz := pg_catalog.clock_timestamp();
  hash constant bytea := private.secret_hash(secret);
  asker constant inet := private.asking_address();
  shown public.pairing_codes;
begin
  if not coalesce(secret ~ '^[A-Za-z0-9]{32,64}$', false) then
    raise exception 'a secret is 32 to 64 letters and digits' using errcode = '22023';
  end if;
  -- One after the other: two of the same screen agree on one code, and nobody passes the limit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pairing_codes', 0));
  perform private.remove_pairing_codes(moment);
  if exists (select from public.televisions where secret_hash = hash) then
    return public.ask_television(secret);
  end if;
  select * into shown from public.pairing_codes where secret_hash = hash order by expires_at desc limit 1;
  if shown.expires_at > moment + interval '2 minutes' then
    return private.waiting_answer(shown, moment);
  end if;
  delete from public.pairing_codes where secret_hash = hash and code <> shown.code;
  if (select count(*) from public.pairing_codes) >= 5000
    or (select count(*) from public.pairing_codes where asked_by = asker) >= 200
  then
    raise exception 'too many screens wait to be paired' using errcode = '53400';
  end if;
  loop
    insert into public.pairing_codes as made (code, secret_hash, television_id, expires_at, asked_by)
    values (
      private.new_pairing_code(), hash, coalesce(shown.television_id, pg_catalog.gen_random_uuid()),
      moment + interval '10 minutes', asker
    )
    on conflict (code) do nothing
    returning * into shown;
    exit when found;
  end loop;
  return private.waiting_answer(shown, moment);
end;
$$;
