-- Each change of the list is announced once, as a number only; a removed device can't change the list.
begin;
\ir ../waiting.psql
select plan(35);
reset role;
create function pg_temp.topic() returns text language sql security definer as $$
  select 'room:' || room_token from public.venues where owner_uid = pg_temp.amal()
$$;
create function pg_temp.told() returns text language sql security definer as $$
  select string_agg(concat_ws(' ', event, payload - 'id', private), ', ' order by inserted_at)
  from realtime.messages where topic = pg_temp.topic()
$$;
-- The messages on Amal's room while a statement runs.
create function pg_temp.tells(statement text) returns text language plpgsql security definer as $$
begin
  update realtime.messages set topic = 'before';
  execute statement;
  return pg_temp.told();
end
$$;
select pg_temp.become(pg_temp.amal());
select is(public.list_waiting() ->> 'topic', pg_temp.topic(), 'who may see the list is told its topic');
select set_config('test.seq', public.list_waiting() ->> 'seq', true);
create function pg_temp.next(n int) returns text language sql as $$
  select format('seq {"seq": %s} t', current_setting('test.seq')::int + n)
$$;
select is(pg_temp.tells($$select pg_temp.add(1, 'Amine')$$), pg_temp.next(1), 'a change is told');
select is(pg_temp.tells($$select pg_temp.op(1, 'uncall')$$), null, 'what is so already is not');
select is(pg_temp.tells($$select pg_temp.op(1, 'missed')$$), null, 'nor what is refused');
select is(pg_temp.tells($$select pg_temp.op(1, 'start', pg_temp.at(pg_temp.table1()))$$), pg_temp.next(2), 'a start is told');
select is(pg_temp.tells($$select pg_temp.add(2, 'Badr', pg_temp.at(pg_temp.table1(), '{"replace": true}'))$$),
  pg_temp.next(3), 'once, even if it ends another party');
select is(pg_temp.tells($$select public.update_table(pg_temp.table1(), out_of_use => true)$$), pg_temp.next(4),
  'so is a table that changes');
select is(pg_temp.tells($$select public.update_venue(full_names => true)$$), pg_temp.next(5), 'and how names are shown');
select is(pg_temp.tells($$select public.update_venue(full_names => true, keep_days => 7)$$), null, 'but no other setting');
select is(pg_temp.tells($$select public.update_venue(is_public => false)$$), 'played {} t',
  'except whether pages are public, without a number');
select is(pg_temp.tells($$select public.update_venue(is_public => false)$$), null, 'which is told once');
select is(pg_temp.tells($$select public.order_tables(array[pg_temp.table2()])$$), pg_temp.next(6), 'their order is told');
select is(pg_temp.tells($$select public.update_table(pg_temp.table1(), 'Bar')$$), pg_temp.next(7), 'so is a new name');
select is(pg_temp.tells($$select public.add_table('Table 3')$$), pg_temp.next(8), 'and a new table');
-- By its owner, not within the function above.
select pg_temp.tells('select 1');
update public.user_overlays set title = 'Window' where id = pg_temp.table1();
select is(pg_temp.told(), 'played {} t', 'a name that its owner changes directly is told without a number');

-- Matches at a table are announced as well.
create function pg_temp.current() returns uuid language sql security definer as $$
  select match_id from public.public_overlays where table_id = pg_temp.table1()
$$;
create function pg_temp.shown(result text) returns jsonb language sql as $$
  select format('{"p1": "A", "p2": "B", "s1": 1, "s2": 0, "race_to": 1, "rules": 1, "result": %s}', result)::jsonb
$$;
create function pg_temp.act(n int, board jsonb) returns text language sql as $$
  select public.append_actions(pg_temp.current(), n - 1, jsonb_build_array(
    jsonb_build_object('id', gen_random_uuid(), 'kind', 'rack', 'body', '{}'::jsonb, 'ago', 0)), board) ->> 'outcome'
$$;
select is(pg_temp.tells($$update public.public_overlays set s1 = 1 where table_id = pg_temp.table1()$$), 'played {} t',
  'the first score of any game is told');
select is(pg_temp.tells($$update public.public_overlays set s1 = 2 where table_id = pg_temp.table1()$$), null, 'the next is not');
select is(pg_temp.tells($$select public.begin_match(pg_temp.table1(), pg_temp.current(), gen_random_uuid(), 'eight-ball', 1,
  '{}', pg_temp.shown('null'), 0)$$), 'played {} t', 'a match that begins is told once');
select is(pg_temp.tells($$select pg_temp.act(1, pg_temp.shown('null'))$$), null, 'a score is not');
select is(pg_temp.tells($$select pg_temp.act(2, pg_temp.shown('{"winner": "A"}'))$$), 'played {} t', 'an end is');
select is(pg_temp.tells($$select pg_temp.act(3, pg_temp.shown('null'))$$), 'played {} t', 'and that it was taken back');
select set_config('test.begun', pg_temp.current()::text, true);
select is(pg_temp.tells($$select public.begin_match(pg_temp.table1(), pg_temp.current(), pg_temp.id(70), 'eight-ball', 1,
  '{}', pg_temp.shown('{"winner": "A"}'), 0)$$), 'played {} t', 'one that begins at its end is told once');
select is(pg_temp.tells($$select public.resume_match(pg_temp.table1(), pg_temp.id(70), current_setting('test.begun')::uuid)$$),
  'played {} t', 'so is one in play');
reset role;
select is(pg_temp.tells($$
  insert into public.matches (id, table_id, number, game, rules, start, ended_at, left_at)
  select gen_random_uuid(), pg_temp.table1(), 100 + n, 'plain', 1, '{}', now(), now() from generate_series(1, 50) as n$$),
  null, 'what an import brings is not');
select pg_temp.become(pg_temp.amal());

select pg_temp.add(3, 'Chadi');
reset role;
select ok(pg_temp.heard(null, pg_temp.topic()) > 0, 'who knows the topic hears it');
select is(pg_temp.heard(null, topic), 0::bigint, 'nothing is heard on ' || left(quote_literal(topic), 20))
from unnest(array['room:', 'room:%', pg_temp.topic() || 'x', E'\n' || pg_temp.topic(), upper('room:') || repeat('a', 24)]) as topic;
select pg_temp.become(pg_temp.amal()), set_config('realtime.topic', pg_temp.topic(), true);
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values (pg_temp.topic(), 'broadcast', 'seq', '{"seq": 99}', true)$$, '42501', null, 'clients can''t send there');

select set_config('test.karim', pg_temp.let_in('karim', 'service')::text, true);
select pg_temp.become(), pg_temp.bring(pg_temp.secret_of('karim'));
select is(pg_temp.op(3, 'away') ->> 'outcome', 'done', 'Service changes the list');
select is(public.list_waiting() #> '{entries,2,last_op,by}',
  jsonb_build_object('id', current_setting('test.karim'), 'name', 'karim'), 'by name');
select pg_temp.become(pg_temp.amal()), pg_temp.bring();
select public.revoke_devices(array[current_setting('test.karim')::uuid]);
select pg_temp.become(), pg_temp.bring(pg_temp.secret_of('karim'));
select throws_ok($$select public.list_waiting()$$, '42501', null, 'removed, it sees nothing');
select throws_ok($$select pg_temp.op(3, 'back')$$, '42501', null, 'and changes nothing');
select pg_temp.bring();

select * from finish();
rollback;
