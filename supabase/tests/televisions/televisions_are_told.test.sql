-- A television is told to ask again when anything it shows changes, without saying what.
begin;
\ir ../televisions.psql
select plan(35);

reset role;
-- How many messages a television got since the last call.
create function pg_temp.told(television uuid) returns bigint language plpgsql security definer as $$
declare
  name constant text := 'told.t' || translate(television::text, '-', '_');
  before constant bigint := coalesce(nullif(current_setting(name, true), '')::bigint, 0);
begin
  perform set_config(name, count(*)::text, true) from realtime.messages
  where topic = 'paired:' || television and extension = 'broadcast' and event = 'changed' and payload - 'id' = '{}';
  return current_setting(name)::bigint - before;
end
$$;
select pg_temp.become(pg_temp.amal());
select public.add_table('Two');
select pg_temp.pair(1, 'Bar', pg_temp.table_id()), pg_temp.pair(2, 'All');
select pg_temp.become(pg_temp.badr());
select public.ensure_overlay(), pg_temp.pair(3, 'Badr''s');
select set_config('test.one', pg_temp.television(1)::text, true), set_config('test.all', pg_temp.television(2)::text, true),
  set_config('test.other', pg_temp.television(3)::text, true);
create function pg_temp.one() returns uuid language sql as $$ select current_setting('test.one')::uuid $$;
create function pg_temp.all() returns uuid language sql as $$ select current_setting('test.all')::uuid $$;
create function pg_temp.other() returns uuid language sql as $$ select current_setting('test.other')::uuid $$;
select is(pg_temp.told(id), 1::bigint,
  'each television is told that it is paired') from unnest(array[pg_temp.one(), pg_temp.all(), pg_temp.other()]) as id;

select pg_temp.become(pg_temp.amal());
create function pg_temp.tells(change text, one int, all_ int) returns setof text language plpgsql as $$
begin
  execute change;
  return next is(
    array[pg_temp.told(pg_temp.one()), pg_temp.told(pg_temp.all()), pg_temp.told(pg_temp.other())], array[one, all_, 0]::bigint[],
    change);
end
$$;
select pg_temp.tells(change, one, all_) from (values
  ('select public.update_table(pg_temp.table_id(), ''One'')', 1, 1),
  ('select public.replace_overlay_link(pg_temp.table_id())', 1, 1),
  ('select public.add_table(''Three'')', 1, 1),
  ('select public.update_table(id, archived => true) from public.user_overlays where title = ''Two''', 1, 1),
  ('select public.order_tables(array(select id from public.user_overlays order by title))', 1, 1),
  ('update public.public_overlays set s1 = 1 where table_id = pg_temp.table_id()', 0, 0),
  ('select public.list_televisions(), pg_temp.ask()', 0, 0),
  ('select public.update_venue(is_public => false)', 1, 1),
  ('select public.update_venue(is_public => false)', 0, 0),
  ('select public.update_television(pg_temp.one(), ''Bar'', pg_temp.table_id(), ''?theme=light'')', 1, 0),
  ('select public.update_television(pg_temp.one(), ''Bar'')', 1, 0),
  ('select public.update_television(pg_temp.one(), ''Bar'', pg_temp.table_id())', 1, 0),
  ('select public.unpair_television(pg_temp.one())', 1, 0)
) as changes (change, one, all_);

-- Listening.
create function pg_temp.hears(who uuid, topic text) returns bigint language plpgsql as $$
begin
  reset role;
  perform realtime.send('{}', 'changed', topic, true);
  return pg_temp.heard(who, topic);
end
$$;
reset role;
insert into realtime.messages (topic, extension, event, payload, private)
values ('paired:' || pg_temp.all(), 'presence', 'x', '{}', true);
select ok(pg_temp.hears(null, 'paired:' || pg_temp.all()) > 0, 'anyone with a television''s id can listen');
select pg_temp.become(), set_config('realtime.topic', 'paired:' || pg_temp.all(), true);
select is_empty($$select 1 from realtime.messages where extension <> 'broadcast'$$, 'presence is not heard');
select set_config('test.waiting', pg_temp.begin_pairing(4) ->> 'topic', true);
select ok(pg_temp.hears(null, current_setting('test.waiting')) > 0, 'a screen can listen before it is paired');
select is(pg_temp.hears(null, topic), 0::bigint, 'nothing is heard on ' || left(quote_literal(topic), 40))
from unnest(array[
  'paired:', 'paired:%', 'paired:' || gen_random_uuid(), 'paired:' || pg_temp.one(),
  upper('paired:' || pg_temp.all()), 'paired:' || upper(pg_temp.all()::text), 'paired:' || pg_temp.all() || E'\n',
  E'\n' || 'paired:' || pg_temp.all(), 'xpaired:' || pg_temp.all(), 'paired:' || repeat('0', 100000)
]) as topic;
select pg_temp.become(), set_config('realtime.topic', 'paired:' || pg_temp.all(), true);
select throws_ok(
  format('insert into realtime.messages (topic, extension, event, payload, private) values (realtime.topic(), %L, ''changed'', ''{}'', true)', extension),
  '42501', null, 'anon cannot send ' || extension)
from unnest(array['broadcast', 'presence']) as extension;
select pg_temp.become(pg_temp.amal()), set_config('realtime.topic', 'paired:' || pg_temp.all(), true);
select throws_ok(
  format('insert into realtime.messages (topic, extension, event, payload, private) values (realtime.topic(), %L, ''changed'', ''{}'', true)', extension),
  '42501', null, 'the owner cannot send ' || extension)
from unnest(array['broadcast', 'presence']) as extension;

reset role;
select pg_temp.told(pg_temp.all()), pg_temp.told(pg_temp.other());
delete from auth.users where id = pg_temp.amal();
select ok(pg_temp.told(pg_temp.all()) > 0, 'deleting an account tells its televisions');
select is(pg_temp.told(pg_temp.other()), 0::bigint, 'deleting an account doesn''t tell others'' televisions');

select * from finish();
rollback;
