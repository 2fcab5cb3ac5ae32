-- A venue may type ten wrong codes in ten minutes, across its devices.
begin;
\ir ../televisions.psql
select plan(10);

create function pg_temp.try(code text) returns text language sql as $$
  select public.pair_television(code, 'TV') ->> 'status'
$$;
select pg_temp.begin_pairing();
reset role;
select set_config('test.code', code, true) from public.pairing_codes;
select pg_temp.become(pg_temp.amal());
select is(
  (select array_agg(pg_temp.try(lpad(n::text, 6, '9'))) from generate_series(32, 41) as n), array_fill('wrong'::text, array[10]),
  'ten wrong codes are reported as wrong');
select is(pg_temp.try('999999'), 'tooMany', 'an eleventh code isn''t looked at');
select is(pg_temp.try(current_setting('test.code')), 'tooMany', 'a right code isn''t looked at either');
select pg_temp.become(pg_temp.badr());
select is(pg_temp.try('999999'), 'wrong', 'another venue has its own limit');
select pg_temp.pass('9 minutes 50 seconds');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.try('999999'), 'tooMany', 'wrong codes count for ten minutes');
select pg_temp.pass('11 seconds');
select is(pg_temp.try('999999'), 'wrong', 'wrong codes no longer count after ten minutes');
select is(pg_temp.pair(2) ->> 'status', 'paired', 'a right code pairs the screen');
select is(
  (select array_agg(pg_temp.try(lpad(n::text, 6, '9'))) from generate_series(32, 41) as n),
  array_fill('wrong'::text, array[9]) || 'tooMany'::text,
  'a right code doesn''t reset the count: someone guessing could pair their own screen in between');
reset role;
select is(
  (select cardinality(mispaired_at) from public.venues where owner_uid = pg_temp.amal()), 10,
    'ten wrong codes are kept');
select pg_temp.become(pg_temp.amal());
select pg_temp.try('999999');
reset role;
select is(
  (select cardinality(mispaired_at) from public.venues where owner_uid = pg_temp.amal()), 10,
    'no more than ten wrong codes are kept');

reset role;
select * from finish();
rollback;
