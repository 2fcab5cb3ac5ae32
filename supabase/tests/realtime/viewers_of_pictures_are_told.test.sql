-- Viewers of a table's picture are told when there is a new latest one, and only then.
begin;
\ir ../pictures.psql
select plan(32);
select pg_temp.become(pg_temp.amal());
reset role;

select is(pg_temp.tells('select pg_temp.score()'), 1::bigint, 'a point');
select results_eq(
  $$select event, payload - 'id', extension, private from realtime.messages where topic like 'snapshot:%'$$,
  $$values ('changed', '{}'::jsonb, 'broadcast', true)$$, 'is one private message that says nothing of it');
select is(pg_temp.tells(statement), 0::bigint, 'is not sent: ' || statement)
from unnest(array[
  'select pg_temp.upload(1, ''1 day'')',
  'select pg_temp.latest()',
  'select pg_temp.score($s$theme = ''light''$s$)',
  'select pg_temp.score($s$s1 = s1$s$)',
  'select public.add_table(''Another'')'
]) as statement;
select is(pg_temp.tells('select public.start_clock(pg_temp.token())'), 0::bigint, 'the clock is no change');

select is(pg_temp.tells('select pg_temp.upload(2)'), 0::bigint, 'nor is a photograph of before the point');
select is(pg_temp.tells('select pg_temp.upload(3, ''-1 hour'')'), 1::bigint, 'one of after it is');
create function pg_temp.other() returns text language sql as $$ select replace(pg_temp.address(), '-b1', '-b2') $$;
select is(
  pg_temp.tells('select pg_temp.upload(20, ''1 minute'', address => pg_temp.other())', pg_temp.other()), 1::bigint,
  'so is one of a table that nobody scores');
select is(
  pg_temp.tells('select pg_temp.upload(21, ''2 minutes'', address => pg_temp.other())', pg_temp.other()), 0::bigint,
  'one that arrives late is not');
select is(
  pg_temp.tells('select pg_temp.upload(21, ''1 minute'', ''20'', pg_temp.other())', pg_temp.other()), 0::bigint,
  'nor is a retry');
select is(
  pg_temp.tells('select pg_sleep(0.002), pg_temp.upload(5, ''-1 hour'', ''3'')'), 1::bigint,
  'the same photograph of a later time is as new as that');
select is(pg_temp.tells('select pg_temp.score(''s2 = 3'')'), 1::bigint, 'the next point is a change');
select is(pg_temp.tells('select public.fail_upload(pg_temp.address(), pg_temp.key(), ''late'')'), 0::bigint,
  'an upload that failed is none');
select is(pg_temp.tells('select public.expire_snapshots(1000)'), 0::bigint, 'nor is clearing up');
select is(
  pg_temp.tells(
    'select pg_temp.sample(50, ''b9'')', address),
  0::bigint, 'nor adding a sample')
from replace(pg_temp.address(), '-b1', '-b9') as address;

-- Names and pages.
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), title => ''x'')'), 1::bigint,
  'a scored board''s picture names its table');
select is(pg_temp.tells('select public.update_venue(keep_days => 5)'), 0::bigint, 'nor are its days');
select is(pg_temp.tells('select public.update_venue(is_public => true)'), 0::bigint, 'nor a page that is on');
select is(
  pg_temp.tells('select public.update_venue(is_public => false)', pg_temp.other()),
  1::bigint, 'a page is switched off for all its tables');
select is(pg_temp.tells('select pg_temp.score()'), 0::bigint, 'nobody is told of points at a page that is off');
select is(pg_temp.tells('select pg_temp.upload(6, ''-1 hour'')'), 0::bigint, 'nor of photographs');
select is(pg_temp.tells('select public.update_venue(is_public => true)'), 1::bigint, 'those waiting are told when it is on');
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), archived => true)'), 1::bigint, 'an archived table is gone');
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), archived => true)'), 0::bigint, 'once');
select is(pg_temp.tells('select pg_temp.score()'), 0::bigint, 'nobody is told of points at it');
select is(pg_temp.tells('select public.update_venue(is_public => false)'), 0::bigint, 'nor that its page is off');
select public.update_venue(is_public => true);
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), archived => false)'), 1::bigint, 'brought back, it is there');

select public.update_venue(is_public => false);
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), archived => true)'), 0::bigint,
  'on a page that is off it makes no difference');

select is_empty(
  $$select 1 from realtime.messages where topic like 'snapshot:%' and payload - 'id' <> '{}'$$, 'no message says anything');

select * from finish();
rollback;
