-- An unpaired screen's code lasts ten minutes and is replaced before it expires; nothing is left behind.
begin;
\ir ../televisions.psql
select plan(24);

select is(pg_temp.ask() - 'server_time', '{"status": "unknown"}', 'a screen that never asked for a code is unknown');
select set_config('test.first', pg_temp.begin_pairing()::text, true);
create function pg_temp.first() returns jsonb language sql as $$ select current_setting('test.first')::jsonb $$;
select is(pg_temp.first() ->> 'status', 'waiting', 'a screen that asked for a code waits');
select matches(pg_temp.first() ->> 'code', '^[CDFHJKMNPRTWXY2-9]{6}$', 'a code is six letters and digits');
select ok((pg_temp.first() ->> 'expires_in')::float8 between 599 and 600, 'a code lasts ten minutes');
select matches(pg_temp.first() ->> 'topic', '^paired:[0-9a-f-]{36}$', 'a waiting screen has a topic');
select is(
  pg_temp.ask() - '{expires_in,server_time}'::text[], pg_temp.first() - '{expires_in,server_time}'::text[],
  'a waiting screen that asks is told the same');
select is(pg_temp.begin_pairing() ->> 'code', pg_temp.first() ->> 'code', 'a reload makes no new code');

select pg_temp.pass('8 minutes 1 second');
select is(pg_temp.ask() ->> 'code', pg_temp.first() ->> 'code', 'a code with under two minutes left is still shown');
select set_config('test.second', pg_temp.begin_pairing()::text, true);
create function pg_temp.second() returns jsonb language sql as $$ select current_setting('test.second')::jsonb $$;
select isnt(pg_temp.second() ->> 'code', pg_temp.first() ->> 'code',
  'a code with under two minutes left is replaced on request');
select is(pg_temp.second() ->> 'topic', pg_temp.first() ->> 'topic', 'the new code has the same topic');
select is(pg_temp.ask() ->> 'code', pg_temp.second() ->> 'code', 'the new code is the one shown');
reset role;
select is((select count(*) from public.pairing_codes), 2::bigint,
  'the previous code stays valid, as someone may be typing it');
select pg_temp.pass('9 minutes');
select pg_temp.become();
select pg_temp.begin_pairing();
reset role;
select is((select count(*) from public.pairing_codes), 2::bigint, 'the code before the previous one is deleted');
select is_empty(
  $$select 1 from public.pairing_codes as stored where stored::text like '%' || pg_temp.secret() || '%'$$,
  'the screen''s secret is not stored');

select pg_temp.become();
select throws_ok(
  format('select public.begin_pairing(%L)', secret), '22023', null, 'no code for ' || coalesce(left(quote_literal(secret), 20), 'null'))
from unnest(array[null, '', repeat('a', 31), repeat('a', 65), repeat('ا', 32), repeat('a', 32) || E'\n']) as secret;
select is(
  public.ask_television(repeat('x', 1000000)) ->> 'status', 'unknown', 'an oversized secret is unknown');

select pg_temp.pass('20 minutes');
select is(pg_temp.ask() ->> 'status', 'unknown', 'a screen with an expired code is unknown');
select pg_temp.begin_pairing(2);
reset role;
select is(
  (select count(*) from public.pairing_codes), 1::bigint, 'nothing is left of a screen that was never paired');

insert into public.pairing_codes (code, secret_hash, given_id, expires_at)
select translate(lpad(n::text, 6, '0'), '01', 'CD'), convert_to(n::text, 'UTF8'), gen_random_uuid(), now() + interval '1 minute'
from generate_series(1, 4999) as n;
select pg_temp.become();
select pg_temp.begin_pairing(3);
reset role;
select is((select count(*) from public.pairing_codes), 5000::bigint, 'at most five thousand screens can wait');

reset role;
select * from finish();
rollback;
