-- A button's secret shows its table and appends for the score service alone; pressed again within 700 ms it counts once.
begin;
\ir ../machines.psql
select plan(21);

select pg_temp.become_service();
select is(
  public.open_button(pg_temp.button()) -> 'move', '{"move": "point", "fields": {"side": "A"}}',
  'a button brings its move');
select is(public.open_button(pg_temp.button()) #>> '{log,match,id}', pg_temp.match()::text, 'and its table''s match');
select is(pg_temp.press(1), 'ok', 'a button appends');
select is(pg_temp.press(2), 'repeated', 'pressed again at once, it did so already');
select is((pg_temp.played()).seq, 1, 'and appends nothing');
-- Entries are never changed, except by who keeps the database.
reset role;
alter table public.match_actions disable trigger keep_actions;
update public.match_actions set stored_at = stored_at - interval '701 milliseconds';
select pg_temp.become_service();
select is(pg_temp.press(2), 'ok', 'it appends again after 700 ms');
reset role;
update public.match_actions set stored_at = stored_at + interval '1 hour';
update public.matches set stored_at = stored_at + interval '1 hour';
alter table public.match_actions enable trigger keep_actions;
select pg_temp.become_service();
select is(pg_temp.press(3), 'ok', 'and after the clock was set back');

-- Denials.
select throws_ok(
  format('select public.%s', call), '42501', 'this table is not yours', 'not with a ' || kind || ': ' || call)
from (values
  ('machine key', 'open_button(pg_temp.machine())'),
  ('machine key', 'press_button(pg_temp.machine(), pg_temp.match(), 3, pg_temp.actions(4, 4), null)'),
  ('button', 'open_machine(pg_temp.button())')) as tried (kind, call);
select pg_temp.become();
select throws_ok('select public.' || call, '42501', 'this table is not yours', 'nor does a button for anybody: ' || call)
from unnest(array[
  'append_actions(pg_temp.match(), 3, pg_temp.actions(4, 4), null, pg_temp.button())',
  'get_log(pg_temp.match(), 0, pg_temp.button())']) as call;
select throws_ok(
  'select public.open_button(pg_temp.button())', '42501', null, 'only the service can use its secret');
select pg_temp.become(pg_temp.amal());
select throws_ok(
  'select public.press_button(pg_temp.button(), pg_temp.match(), 3, pg_temp.actions(4, 4), null)', '42501', null,
  'not even the owner');
select throws_ok(
  'select public.open_link(pg_temp.button())', '42501', 'this table is not yours', 'a button opens no page');
select throws_ok(
  format('select public.add_scorer_link(pg_temp.table_id(), ''x'', move => %L)', move), '23514', null,
  'a button''s move has a name and fields, and is short: ' || left(move, 40))
from unnest(array[
  '"undo"', '{"move": "undo"}', '{"fields": {}}', '{"move": 1, "fields": {}}', '{"move": "undo", "fields": []}',
  jsonb_build_object('move', repeat('x', 1100), 'fields', '{}'::jsonb)::text
]) as move;

reset role;
select * from finish();
rollback;
