-- Viewers of a table's picture are told when there is a new latest one, and only then.
begin;
\ir ../pictures.psql
select plan(32);
select pg_temp.become(pg_temp.amal());
reset role;

select is(pg_temp.tells('select pg_temp.score()'), 1::bigint, 'a point sends one message');
select results_eq(
  $$select event, payload - 'id', extension, private from realtime.messages where topic like 'snapshot:%'$$,
  $$values ('changed', '{}'::jsonb, 'broadcast', true)$$, 'the message is private and empty');
select is(pg_temp.tells(statement), 0::bigint, 'nothing is sent for ' || statement)
from unnest(array[
  'select pg_temp.upload(1, ''1 day'')',
  'select pg_temp.latest()',
  'select pg_temp.score($s$theme = ''light''$s$)',
  'select pg_temp.score($s$s1 = s1$s$)',
  'select public.add_table(''Another'')'
]) as statement;
select is(pg_temp.tells('select public.start_clock(pg_temp.token())'), 0::bigint, 'the clock sends nothing');

select is(pg_temp.tells('select pg_temp.upload(2)'), 0::bigint, 'a photo taken before the point sends nothing');
select is(pg_temp.tells('select pg_temp.upload(3, ''-1 hour'')'), 1::bigint,
  'a photo taken after the point sends a message');
create function pg_temp.other() returns text language sql as $$ select replace(pg_temp.address(), '-b1', '-b2') $$;
select is(
  pg_temp.tells('select pg_temp.upload(20, ''1 minute'', address => pg_temp.other())', pg_temp.other()), 1::bigint,
  'a photo of an unscored table sends a message');
select is(
  pg_temp.tells('select pg_temp.upload(21, ''2 minutes'', address => pg_temp.other())', pg_temp.other()), 0::bigint,
  'a photo older than the latest sends nothing');
select is(
  pg_temp.tells('select pg_temp.upload(21, ''1 minute'', ''20'', pg_temp.other())', pg_temp.other()), 0::bigint,
  'a retry sends nothing');
select is(
  pg_temp.tells('select pg_sleep(0.002), pg_temp.upload(5, ''-1 hour'', ''3'')'), 1::bigint,
  'the same photo with a later time sends a message');
select is(pg_temp.tells('select pg_temp.score(''s2 = 3'')'), 1::bigint, 'the next point sends a message');
select is(pg_temp.tells('select public.fail_upload(pg_temp.address(), pg_temp.key(), ''late'')'), 0::bigint,
  'a failed upload sends nothing');
select is(pg_temp.tells('select public.expire_snapshots(1000)'), 0::bigint, 'expiring pictures sends nothing');
select is(
  pg_temp.tells(
    'select pg_temp.sample(50, ''b9'')', address),
  0::bigint, 'adding a sample sends nothing')
from replace(pg_temp.address(), '-b1', '-b9') as address;

-- Names and pages.
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), title => ''x'')'), 1::bigint,
  'renaming a scored table sends a message');
select is(pg_temp.tells('select public.update_venue(keep_days => 5)'), 0::bigint,
  'changing how long pictures are kept sends nothing');
select is(pg_temp.tells('select public.update_venue(is_public => true)'), 0::bigint,
  'switching on a page that is on sends nothing');
select is(
  pg_temp.tells('select public.update_venue(is_public => false)', pg_temp.other()),
  1::bigint, 'switching the page off tells the viewers of its other tables');
select is(pg_temp.tells('select pg_temp.score()'), 0::bigint, 'a point sends nothing while the page is off');
select is(pg_temp.tells('select pg_temp.upload(6, ''-1 hour'')'), 0::bigint,
  'a photo sends nothing while the page is off');
select is(pg_temp.tells('select public.update_venue(is_public => true)'), 1::bigint,
  'switching the page on sends a message');
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), archived => true)'), 1::bigint,
    'archiving a table sends a message');
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), archived => true)'), 0::bigint,
    'archiving a table again sends nothing');
select is(pg_temp.tells('select pg_temp.score()'), 0::bigint, 'a point sends nothing at an archived table');
select is(pg_temp.tells('select public.update_venue(is_public => false)'), 0::bigint,
  'switching the page off sends nothing at an archived table');
select public.update_venue(is_public => true);
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), archived => false)'), 1::bigint,
    'bringing a table back sends a message');

select public.update_venue(is_public => false);
select is(
  pg_temp.tells('select public.update_table(pg_temp.table_id(), archived => true)'), 0::bigint,
  'archiving a table sends nothing while the page is off');

select is_empty(
  $$select 1 from realtime.messages where topic like 'snapshot:%' and payload - 'id' <> '{}'$$,
  'every message is empty');

select * from finish();
rollback;
