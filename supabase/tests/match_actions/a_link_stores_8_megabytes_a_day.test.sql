-- A link or a device stores 8 MB of actions a day at a table; the owner's account has no such limit.
begin;
\ir ../machines.psql
select plan(20);

select set_config('test.scorer', public.add_scorer_link(pg_temp.table_id(), 'Bar') ->> 'secret', true);
select pg_temp.let_in('remote', 'remote', pg_temp.table_id());
reset role;
create function pg_temp.act_as(who text) returns void language sql as $$
  select pg_temp.become(case who when 'owner' then pg_temp.amal() end);
  select pg_temp.bring(case who when 'remote' then pg_temp.secret_of(who) end);
  select set_config('test.link', coalesce(current_setting('test.' || who, true), ''), true)
$$;
create function pg_temp.tap(n int, match uuid default pg_temp.match()) returns jsonb language sql as $$
  select public.append_actions(match, (pg_temp.played(match)).seq, pg_temp.actions(n, n), null,
    nullif(current_setting('test.link'), ''))
$$;
create function pg_temp.used() returns table (bytes int, since timestamptz) language sql security definer as $$
  select bytes, since from public.log_uses where table_id = pg_temp.table_id() order by 1 desc
$$;
-- All of them stored nearly all that they may, some hours ago.
create function pg_temp.spend(left_bytes int, hours int) returns void language sql security definer as $$
  update public.log_uses set bytes = 8388608 - left_bytes, since = now() - hours * interval '1 hour'
$$;

select pg_temp.act_as('owner');
select is(pg_temp.tap(1) ->> 'outcome', 'ok', 'the owner taps');
select is_empty('select * from pg_temp.used()', 'and is not counted');
select pg_temp.act_as('scorer');
select is(pg_temp.tap(2) ->> 'outcome', 'ok', 'a link taps');
select ok((select bytes between 200 and 400 and since > now() - interval '1 minute' from pg_temp.used()), 'and is counted');
select pg_temp.tap(2);
select ok((select bytes between 200 and 400 from pg_temp.used()), 'a repeated action is not counted');
select set_config('test.counted', (select bytes::text from pg_temp.used()), true);

select pg_temp.spend(current_setting('test.counted')::int, 6);
select is(pg_temp.tap(3) ->> 'outcome', 'ok', 'the last bytes are stored');
select is(pg_temp.tap(4) - 'server_time' - 'rev' - 'current' - 'wait',
  '{"outcome": "tooMany", "index": null, "entries": [], "more": false, "seq": 3}', 'then no more');
select ok((pg_temp.tap(4) ->> 'wait')::int between 64790 and 64800, 'for the rest of the day, which is told');
select is((pg_temp.played()).seq, 3, 'nothing was stored');
select is(pg_temp.tap(3) ->> 'outcome', 'ok', 'a known action is still answered');
select is(
  public.append_actions(pg_temp.match(), null, jsonb_build_array(pg_temp.action(5, 'clock.start')), null,
    current_setting('test.link')) ->> 'outcome', 'tooMany', 'clock actions count as well');

-- Others have their own.
select pg_temp.act_as('remote');
select is(pg_temp.tap(6) ->> 'outcome', 'ok', 'another device taps');
select pg_temp.become_service(), pg_temp.bring();
select is(pg_temp.move(7) ->> 'outcome', 'ok', 'so does a machine');
select is(pg_temp.press(8), 'ok', 'so does a button');
reset role;
select pg_temp.spend(10, 6);
select pg_temp.become_service();
select is(pg_temp.move(9) ->> 'outcome', 'tooMany', 'until each has stored as much');
select ok((pg_temp.move(9) ->> 'wait')::int > 60000, 'a machine is told how long it waits');
reset role;
select pg_temp.act_as('owner');
select is(pg_temp.tap(10) ->> 'outcome', 'ok', 'the owner can continue');

-- Another day.
reset role;
select pg_temp.spend(10, 25);
select pg_temp.act_as('scorer');
select is(pg_temp.tap(11) ->> 'outcome', 'ok', 'a day later there is room');
select ok((select bool_or(bytes < 400 and since > now() - interval '1 minute') from pg_temp.used()), 'the count starts over');
reset role;
select pg_temp.spend(10, -5);
select pg_temp.act_as('scorer');
select is(pg_temp.tap(12) ->> 'outcome', 'ok', 'a clock that was set back blocks no link');

reset role;
select * from finish();
rollback;
