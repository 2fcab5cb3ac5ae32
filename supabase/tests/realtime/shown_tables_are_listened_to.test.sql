-- Anyone can listen to a table with public pictures; no client can send.
begin;
\ir ../pictures.psql
select plan(23);
reset role;
select pg_temp.score();
insert into realtime.messages (topic, extension, event, payload, private)
values ('snapshot:' || pg_temp.address(), 'presence', 'x', '{}', true);

create function pg_temp.topic() returns text language sql as $$ select 'snapshot:' || pg_temp.address() $$;
create function pg_temp.owner(statement text) returns void language plpgsql as $$
begin
  perform pg_temp.become(pg_temp.amal());
  execute statement;
  reset role;
end
$$;

select ok(pg_temp.heard(who, pg_temp.topic()) > 0, 'a table is heard by ' || name)
from (values (null, 'anybody'), (pg_temp.amal(), 'its owner'), (pg_temp.badr(), 'another owner')) as listener (who, name);
select pg_temp.become(), set_config('realtime.topic', pg_temp.topic(), true);
select is_empty($$select 1 from realtime.messages where extension <> 'broadcast'$$, 'presence is not heard');
reset role;
select is(pg_temp.heard(null, topic), 0::bigint, 'nothing is heard on ' || left(quote_literal(topic), 40))
from unnest(array[
  'snapshot:', 'snapshot:nobodys-b1', 'snapshot:%', upper(pg_temp.topic()), pg_temp.topic() || ' ',
  pg_temp.topic() || E'\n', E'\n' || pg_temp.topic(), 'x' || pg_temp.topic(), 'snapshot' || pg_temp.address(),
  'snapshot:' || repeat('x', 1000000), pg_temp.address()
]) as topic;

select pg_temp.owner('select public.update_venue(is_public => false)');
select is(pg_temp.heard(null, pg_temp.topic()), 0::bigint, 'nothing is heard while the page is off');
select is(pg_temp.heard(pg_temp.amal(), pg_temp.topic()), 0::bigint,
  'not even the owner hears anything while the page is off');
select pg_temp.owner('select public.update_venue(is_public => true)');
select pg_temp.owner('select public.update_table(pg_temp.table_id(), archived => true)');
select is(pg_temp.heard(null, pg_temp.topic()), 0::bigint, 'nothing is heard from an archived table');
select pg_temp.owner('select public.update_table(pg_temp.table_id(), archived => false)');
select ok(pg_temp.heard(null, pg_temp.topic()) > 0, 'a table that is brought back is heard again');

create function pg_temp.sends(who uuid, extension text, name text) returns setof text language plpgsql as $$
begin
  perform pg_temp.become(who), set_config('realtime.topic', pg_temp.topic(), true);
  return next throws_ok(
    format(
      'insert into realtime.messages (topic, extension, event, payload, private) values (pg_temp.topic(), %L, %L, %L, true)',
      extension, 'changed', '{}'),
    '42501', null, name || ' cannot send ' || extension);
  reset role;
end
$$;
select pg_temp.sends(who, extension, name)
from (values (null, 'anybody'), (pg_temp.amal(), 'its owner')) as sender (who, name),
  unnest(array['broadcast', 'presence']) as extension;

select * from finish();
rollback;
