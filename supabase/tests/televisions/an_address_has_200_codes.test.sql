-- Flooding codes from one address doesn't keep screens elsewhere from being paired.
begin;
\ir ../televisions.psql
select plan(13);

create function pg_temp.from_address(address text) returns void language sql as $$
  select set_config('request.headers', jsonb_build_object('cf-connecting-ip', address)::text, true)
$$;
select pg_temp.from_address('203.0.113.7');
select lives_ok('select pg_temp.begin_pairing(n) from generate_series(1, 200) as n', 'an address can have 200 codes');
select throws_ok(
  'select pg_temp.begin_pairing(201)', '53400', 'too many codes are waiting', 'a 201st code is refused');
select is(pg_temp.begin_pairing(1) ->> 'status', 'waiting', 'a screen that has a code keeps it');
select pg_temp.from_address('203.0.113.8');
select is(pg_temp.begin_pairing(201) ->> 'status', 'waiting', 'another address has its own limit');

select pg_temp.from_address('2001:db8:1:2::' || to_hex(n)), pg_temp.begin_pairing(n) from generate_series(301, 500) as n;
select throws_ok(
  'select pg_temp.begin_pairing(501)', '53400', null, 'an IPv6 /64 counts as one address');
select pg_temp.from_address('2001:db8:1:3::1');
select is(pg_temp.begin_pairing(501) ->> 'status', 'waiting', 'another /64 has its own limit');
reset role;
select results_eq(
  'select asked_by::text, count(*)::int from public.pairing_codes group by asked_by order by 1',
  $$values ('2001:db8:1:2::/64', 200), ('2001:db8:1:3::/64', 1), ('203.0.113.7/32', 200), ('203.0.113.8/32', 1)$$,
  'each code is stored with its address');

select pg_temp.become();
select pg_temp.from_address('203.0.113.7');
select pg_temp.pass('20 minutes');
select is(pg_temp.begin_pairing(201) ->> 'status', 'waiting', 'expired codes do not count');
select pg_temp.pass('20 minutes');

-- If the address is unknown, everyone shares one limit.
select set_config('request.headers', headers, true), is(pg_temp.begin_pairing(n::int) ->> 'status', 'waiting', 'headers: ' || headers)
from unnest(array['', '{}', '{"cf-connecting-ip": "somebody"}', 'null']) with ordinality as said (headers, n);
reset role;
select is_empty('select from public.pairing_codes where asked_by is not null', 'no address is stored');

select * from finish();
rollback;
