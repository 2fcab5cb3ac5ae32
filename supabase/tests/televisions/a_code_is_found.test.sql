-- A code is found before it pairs: the desk learns what shows it, and asks for that kind's settings.
begin;
\ir ../televisions.psql
select plan(31);

reset role;
create function pg_temp.find(code text) returns text language sql as $$ select public.find_code(code) ->> 'status' $$;
create function pg_temp.guesses() returns int language sql security definer as $$
  select cardinality(mispaired_at) from public.venues where owner_uid = pg_temp.amal()
$$;
-- Takes an act's right from Admins; they keep the other one.
create function pg_temp.only_owner(act text) returns void language sql security definer as $$
  update private.rights set who = '{owner,admin}' where rights.act in ('pair_television', 'let_in_device');
  update private.rights set who = '{owner}' where rights.act = only_owner.act;
$$;

select pg_temp.become();
select set_config('test.screen', pg_temp.begin_pairing() ->> 'code', true),
  set_config('test.phone', public.begin_pairing(pg_temp.secret_of('p'), 'device') ->> 'code', true);
create function pg_temp.code(name text) returns text language sql as $$ select current_setting('test.' || name) $$;

select throws_ok($$select pg_temp.find(pg_temp.code('screen'))$$, '42501', null, 'a signed-out caller finds no code');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.find(pg_temp.code('screen')), 'television', 'a television''s code is found');
select is(pg_temp.find(pg_temp.code('phone')), 'device', 'a device''s code is found');
select is(pg_temp.find(pg_temp.code('phone')), 'device', 'a found code can be found again');
select is(pg_temp.guesses(), 0, 'a found code isn''t counted as a guess');
select is(pg_temp.ask() ->> 'code', pg_temp.code('screen'), 'a found code is still shown');
select is(
  public.pair_television(pg_temp.code('screen'), 'TV') ->> 'status', 'paired', 'a found code pairs the television');
select is(pg_temp.find(pg_temp.code('screen')), 'wrong', 'a used code is wrong');

-- Rights at the venue.
select set_config('test.' || name, pg_temp.let_in(name, role, case role when 'remote' then pg_temp.table_id() end)::text, true)
from (values ('anis', 'admin'), ('sami', 'service'), ('rim', 'remote')) as named (name, role);
select pg_temp.bring(pg_temp.secret_of(name)), throws_ok(
  $$select pg_temp.find(pg_temp.code('phone'))$$, '42501', null, 'finds no code: ' || name)
from unnest(array['sami', 'rim']) as name;
select pg_temp.bring(pg_temp.secret_of('anis'));
select is(pg_temp.find(pg_temp.code('phone')), 'device', 'an Admin finds a code');
select pg_temp.bring(pg_temp.secret()), throws_ok(
  call, '42501', null, 'a television''s secret is no caller: ' || call)
from unnest(array[$$select pg_temp.find('CCCCCC')$$, 'select public.list_tables()', 'select public.list_televisions()']) as call;
select pg_temp.bring();
select is(public.ask_device(pg_temp.secret()) ->> 'status', 'unknown', 'a television''s secret asks about no device');
select is(
  public.ask_television(pg_temp.secret_of('anis')) ->> 'status', 'unknown', 'a device''s secret asks about no television');

-- The rights to pair televisions and devices are two.
select set_config('test.screen', pg_temp.begin_pairing(2) ->> 'code', true);
select pg_temp.only_owner('let_in_device');
select pg_temp.bring(pg_temp.secret_of('anis'));
select is(pg_temp.find(pg_temp.code('screen')), 'television', 'with only the televisions'' right, a television''s code is found');
select is(pg_temp.find(pg_temp.code('phone')), 'wrong', 'with only the televisions'' right, a device''s code is wrong');
select is(pg_temp.guesses(), 2, 'a code of a kind that the caller may not pair is counted as a guess');
select throws_ok(
  $$select public.let_in_device(pg_temp.code('phone'), 'X', 'service')$$, '42501', null,
  'with only the televisions'' right, no device is let in');
select is(public.pair_television(pg_temp.code('screen'), 'TV') ->> 'status', 'paired', 'but a television is paired');
select set_config('test.screen', pg_temp.begin_pairing(3) ->> 'code', true);
select pg_temp.only_owner('pair_television');
select is(pg_temp.find(pg_temp.code('phone')), 'device', 'with only the devices'' right, a device''s code is found');
select is(pg_temp.find(pg_temp.code('screen')), 'wrong', 'with only the devices'' right, a television''s code is wrong');
select throws_ok(
  $$select public.pair_television(pg_temp.code('screen'), 'TV')$$, '42501', null,
  'with only the devices'' right, no television is paired');
select is(
  public.let_in_device(pg_temp.code('phone'), 'Karim', 'service') ->> 'status', 'paired', 'but a device is let in');
select pg_temp.only_owner('');
select pg_temp.bring();

-- Guesses: finding and pairing share one count.
select pg_temp.pass('11 minutes');
select pg_temp.become(pg_temp.amal());
select is(
  (select array_agg(pg_temp.find(lpad(n::text, 6, '9'))) from generate_series(32, 41) as n),
  array_fill('wrong'::text, array[10]), 'ten wrong codes are reported as wrong');
select is(pg_temp.find('999999'), 'tooMany', 'an eleventh code isn''t looked at');
select is(pg_temp.find(pg_temp.begin_pairing(3) ->> 'code'), 'tooMany', 'nor is a right one');
select is(public.pair_television('999999', 'TV') ->> 'status', 'tooMany', 'nor one to pair a television');
select is(public.let_in_device('999999', 'X', 'service') ->> 'status', 'tooMany', 'nor one to let a device in');

-- An expired code.
select pg_temp.pass('11 minutes');
reset role;
select set_config('test.old', code, true) from public.pairing_codes order by expires_at desc limit 1;
select pg_temp.become(pg_temp.amal());
select is(pg_temp.find(pg_temp.code('old')), 'expired', 'an expired code is reported as expired');

reset role;
select * from finish();
rollback;
