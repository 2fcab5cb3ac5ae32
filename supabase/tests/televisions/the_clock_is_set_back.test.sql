-- The server's clock was a day ahead and has been corrected: codes still last ten minutes, and tries from that day
-- don't count.
begin;
\ir ../televisions.psql
select plan(16);

create function pg_temp.try(code text) returns text language sql as $$
  select public.pair_television(code, 'TV') ->> 'status'
$$;
select set_config('request.headers', '{"cf-connecting-ip": "203.0.113.7"}', true);
select pg_temp.begin_pairing(n) from generate_series(1, 200) as n;
select throws_ok('select pg_temp.begin_pairing(201)', '53400', null, 'an address has all the codes that it may have');
select set_config('test.code', pg_temp.ask(1) ->> 'code', true);
select pg_temp.become(pg_temp.amal());
select is(
  (select array_agg(pg_temp.try(lpad(n::text, 6, '9'))) from generate_series(32, 41) as n), array_fill('wrong'::text, array[10]),
  'ten codes are wrong');
select is(pg_temp.try('999999'), 'tooMany', 'and then no other is looked at');

select pg_temp.pass('-1 day');
select is(pg_temp.try('999999'), 'wrong', 'tries of the day ahead don''t count');
select is(pg_temp.try(lpad(n::text, 6, '9')), 'wrong', 'these do') from generate_series(32, 40) as n where n % 4 = 0;
select is(pg_temp.try(current_setting('test.code')), 'paired', 'the code that a screen shows pairs it');
select is(
  (select array_agg(pg_temp.try(lpad(n::text, 6, '9'))) from generate_series(50, 56) as n),
  array_fill('wrong'::text, array[6]) || 'tooMany'::text, 'ten are the limit again');

select pg_temp.become();
select ok((pg_temp.ask(2) ->> 'expires_in')::float8 between 590 and 600, 'another is good for ten minutes');
select is(pg_temp.begin_pairing(2) ->> 'code', pg_temp.ask(2) ->> 'code', 'and stays');
select is(pg_temp.ask(1) ->> 'status', 'paired', 'who is paired stays so');
select pg_temp.pass('-1 day');
select pg_temp.ask(1);
reset role;
select ok(seen_at <= clock_timestamp(), 'and was not seen in the future') from public.televisions;
select pg_temp.become();
select is(pg_temp.begin_pairing(201) ->> 'status', 'waiting', 'there is a place where one was paired');
select pg_temp.pass('20 minutes');
select is(pg_temp.begin_pairing(202) ->> 'status', 'waiting', 'the others are free once they expire');
reset role;
select is((select count(*) from public.pairing_codes), 1::bigint, 'nothing is left of them');

select * from finish();
rollback;
