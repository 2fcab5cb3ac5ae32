-- When an overlay link is replaced, the old one opens nothing, and its listeners are told.
begin;
\ir ../scoring.psql
select plan(14);

select pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board());
select public.get_overlay(pg_temp.token(), 'screen-1', 2);
select set_config('test.new', public.replace_overlay_link(pg_temp.table_id()), true);
select matches(current_setting('test.new'), '^[A-Za-z0-9]{24}$', 'the new token is 24 letters and digits');
select isnt(current_setting('test.new'), pg_temp.token(), 'the new token differs from the old one');
select is(public.get_overlay(pg_temp.token()), '{"status": "unknown"}'::jsonb, 'the old token finds nothing');
select results_eq(
  format($$select answer ->> 'p1', answer ->> 'topic' from public.get_overlay(%L) as answer$$, current_setting('test.new')),
  $$values ('Amal', 'overlay:' || current_setting('test.new'))$$, 'the new token finds the table');
select is(
  public.get_overlay(pg_temp.table_id()::text) ->> 'topic', 'overlay:' || current_setting('test.new'),
    'the table''s id finds the new topic');
select is((public.ensure_overlay()).url_token, current_setting('test.new'), 'the owner has the new token');
select is(public.get_log(pg_temp.match()) -> 'screens', '{"count": 0, "behind": null}', 'no screen is counted yet');

select is(public.start_clock(current_setting('test.new')) #>> '{clock,running}', 'true',
  'the new token starts the clock');
select throws_ok(
  'select public.start_clock(pg_temp.token())', '42501', 'this table is not yours',
  'the old token doesn''t start the clock');

reset role;
select results_eq(
  $$select event, private, payload - 'id' from realtime.messages
    where topic = 'overlay:' || pg_temp.token() and event <> 'state'$$,
  $$values ('gone', true, '{}'::jsonb)$$, 'one message on the old channel says that the link is gone');
select is(
  (select count(*) from realtime.messages where topic = 'overlay:' || pg_temp.token() and event = 'state'), 2::bigint,
  'the old channel has only what was shown before');
select is(
  (select array_agg((payload ->> 'rev')::int order by (payload ->> 'rev')::int) from realtime.messages
    where topic = 'overlay:' || current_setting('test.new') and event = 'state'),
  '{3,4}', 'what comes after goes to the new channel');
select is_empty(
  $$select 1 from realtime.messages where topic = 'overlay:' || pg_temp.token()
    and payload::text like '%' || current_setting('test.new') || '%'$$, 'the old channel never carries the new token');
select is((select seq from public.matches where id = pg_temp.match()), 2, 'replacing a link is not logged');

reset role;
select * from finish();
rollback;
