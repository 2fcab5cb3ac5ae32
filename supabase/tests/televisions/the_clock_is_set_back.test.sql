-- The server's clock was a day ahead and has been corrected: codes last ten minutes; tries from that day don't count.
begin;
\ir ../televisions.psql
select plan(16);

create function pg_temp.try(code text) returns text language sql as $$
  select public.pair_television(code, 'TV') ->> 'status'
$$;
select set_config('request.headers', '{"cf-connecting-ip": "203.0.113.7"}', true);
select pg_temp.begin_pairing(n) from generate_series(1, 200) as n;
select throws_ok('select pg_temp.begin_pairing(201)', '53400', null, 'an address has as many codes as it can');
select set_config('test.code', pg_temp.ask(1) ->> 'code', true);
select pg_temp.become(pg_temp.amal());
select is(
  (select array_agg(pg_temp.try(lpad(n::text, 6, '9'))) from generate_series(32, 41) as n), array_fill('wrong'::text, array[10]),
  'ten wrong codes are reported as wrong');
select is(pg_temp.try('999999'), 'tooMany', 'an eleventh code isn''t looked at');

select pg_temp.pass('-1 day');
select is(pg_temp.try('999999'), 'wrong', 'wrong codes of the day ahead don''t count');
select is(pg_temp.try(lpad(n::text, 6, '9')), 'wrong',
  'a wrong code is reported as wrong') from generate_series(32, 40) as n where n % 4 = 0;
select is(pg_temp.try(current_setting('test.code')), 'paired', 'the code that a screen shows still pairs it');
select is(
  (select array_agg(pg_temp.try(lpad(n::text, 6, '9'))) from generate_series(50, 56) as n),
  array_fill('wrong'::text, array[6]) || 'tooMany'::text, 'ten wrong codes are the limit again');

select pg_temp.become();
select ok((pg_temp.ask(2) ->> 'expires_in')::float8 between 590 and 600, 'another code lasts ten minutes');
select is(pg_temp.begin_pairing(2) ->> 'code', pg_temp.ask(2) ->> 'code', 'another code is not replaced');
select is(pg_temp.ask(1) ->> 'status', 'paired', 'a paired screen stays paired');
select pg_temp.pass('-1 day');
select pg_temp.ask(1);
reset role;
select ok(seen_at <= clock_timestamp(), 'no television was last seen in the future') from public.televisions;
select pg_temp.become();
select is(pg_temp.begin_pairing(201) ->> 'status', 'waiting', 'a paired screen makes room for a code');
select pg_temp.pass('20 minutes');
select is(pg_temp.begin_pairing(202) ->> 'status', 'waiting', 'expired codes make room for others');
reset role;
select is((select count(*) from public.pairing_codes), 1::bigint, 'expired codes are deleted');

select * from finish();
rollback;
