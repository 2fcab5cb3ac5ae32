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

alter table public.pairing_codes alter column asked_by set default private.asking_address();

-- No address has more than 200 codes: a venue's fifty screens have two each. begin_pairing() makes one after the other.
create function private.let_have_code() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.pairing_codes where asked_by = new.asked_by) >= 200 then
    raise exception 'too many screens wait to be paired' using errcode = '53400';
  end if;
  return new;
end;
$$;
revoke execute on function private.let_have_code() from public;

create trigger let_have_code before insert on public.pairing_codes
  for each row execute function private.let_have_code();
