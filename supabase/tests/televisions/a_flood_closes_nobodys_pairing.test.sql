-- Codes from any number of addresses keep no screen elsewhere from getting its own, nor take it away.
begin;
\ir ../televisions.psql
select plan(12);
reset role;

create function pg_temp.from_address(address text) returns void language sql as $$
  select set_config('request.headers', jsonb_build_object('cf-connecting-ip', address)::text, true)
$$;
-- 199 codes of one address, as that many screens asked for them one after the other.
create function pg_temp.flood(address inet) returns void language sql security definer set enable_seqscan = off as $$
  insert into public.pairing_codes (code, secret_hash, given_id, expires_at, asked_by)
  select private.new_pairing_code(), sha256(gen_random_uuid()::text::bytea), gen_random_uuid(),
    clock_timestamp() + interval '9 minutes' + number * interval '1 millisecond', address
  from generate_series(1, 199) as number
  on conflict do nothing
$$;
create function pg_temp.has_code(n int) returns boolean language sql as $$
  select public.ask_television(pg_temp.secret(n)) ->> 'status' = 'waiting'
$$;

-- A venue's screens have their codes before the flood, and after it.
select pg_temp.become();
select pg_temp.from_address('203.0.113.7');
select pg_temp.begin_pairing(n) from generate_series(1, 3) as n;
reset role;
select pg_temp.flood(format('198.51.%s.1', number)::inet) from generate_series(1, 27) as number;
select ok((select count(*) > 5000 from public.pairing_codes), 'a flood of 27 addresses fills the room for codes');
select pg_temp.become();
select pg_temp.from_address('203.0.113.8');
select is(pg_temp.begin_pairing(4) ->> 'status', 'waiting', 'another screen gets its code');
select ok(bool_and(pg_temp.has_code(n)), 'and those before it keep theirs') from generate_series(1, 4) as n;

-- What goes is the oldest of those who have most, whatever address asks.
reset role;
delete from public.pairing_codes where asked_by not in ('203.0.113.7', '203.0.113.8', '198.51.1.1');
select pg_temp.flood(format('192.0.%s.1', number)::inet) from generate_series(1, 24) as number;
select pg_temp.flood('192.0.1.2');
select set_config('test.before', count(*)::text, true) from public.pairing_codes;
create function pg_temp.oldest() returns text language sql as $$
  select code from public.pairing_codes where asked_by = '192.0.1.1' order by expires_at, code limit 1
$$;
select set_config('test.oldest', pg_temp.oldest(), true);
select pg_temp.become();
select pg_temp.from_address('192.0.30.1');
select is(pg_temp.begin_pairing(5) ->> 'status', 'waiting', 'a screen in any network gets a code');
reset role;
select is((select count(*) from public.pairing_codes), current_setting('test.before')::bigint, 'another one went for it');
select is_empty(
  $$select from public.pairing_codes where code = current_setting('test.oldest')$$,
  'the oldest of the network that has most');

-- Among networks with as many codes, and addresses with as many, it is those whose oldest code is older.
delete from public.pairing_codes;
insert into public.pairing_codes (code, secret_hash, given_id, expires_at, asked_by)
select translate(lpad(number::text, 6, '0'), '0123456789', 'CDFHJKMNPR'), sha256(number::text::bytea), gen_random_uuid(),
  clock_timestamp() + interval '9 minutes', format('192.0.%s.%s', number % 26 / 2, number % 2 + 1)::inet
from generate_series(1, 26 * 199) as number;
update public.pairing_codes set expires_at = expires_at - interval '2 minutes' where asked_by = '192.0.5.2';
update public.pairing_codes set expires_at = expires_at - interval '1 minute' where asked_by = '192.0.9.1';
select private.make_room_for_code() from generate_series(1, 2);
select results_eq(
  'select asked_by, count(*) from public.pairing_codes group by 1 having count(*) < 199 order by 1',
  $$values ('192.0.5.2'::inet, 198::bigint), ('192.0.9.1', 198)$$, 'of several that have most, those with the oldest');
select pg_temp.become();
select pg_temp.from_address('203.0.113.7');
select pg_temp.begin_pairing(n) from generate_series(1, 3) as n;
reset role;

-- A subscriber may have a whole /48, of which each /64 counts as an address.
delete from public.pairing_codes where asked_by not in ('203.0.113.7', '203.0.113.8');
select pg_temp.flood(format('2001:db8:1:%s::', number)::inet) from generate_series(1, 6) as number;
update public.pairing_codes set asked_by = set_masklen(asked_by, 64) where family(asked_by) = 6;
delete from public.pairing_codes where code in (
  select code from public.pairing_codes where family(asked_by) = 6 order by expires_at limit
    (select count(*) - 1000 from public.pairing_codes where family(asked_by) = 6));
select pg_temp.become();
select pg_temp.from_address('2001:db8:1:99::5');
select is(pg_temp.begin_pairing(6) ->> 'status', 'waiting', 'where a /48 has 1,000 codes, a screen there still gets one');
reset role;
select is(
  (select count(*) from public.pairing_codes where family(asked_by) = 6), 1000::bigint, 'but the /48 has no more');
select pg_temp.become();
select pg_temp.from_address('2001:db8:2::1');
select is(pg_temp.begin_pairing(7) ->> 'status', 'waiting', 'another /48 has its own');
reset role;
select is(
  (select count(*) from public.pairing_codes where family(asked_by) = 6), 1001::bigint, 'which takes none away');

select pg_temp.become();
select throws_ok('select private.make_room_for_code()', '42501', null, 'nobody makes room by themselves');
select * from finish();
rollback;
