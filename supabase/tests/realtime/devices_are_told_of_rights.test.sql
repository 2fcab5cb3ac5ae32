-- A table's scorers are told to ask again when a link is revoked or the table archived; viewers learn nothing of it.
begin;
\ir ../scoring.psql
select plan(16);

select public.add_table('Table 2');
select public.add_scorer_link(pg_temp.table_id(), 'Yassine'), public.add_scorer_link(pg_temp.table_id(), 'Salma');
reset role;
-- The messages that a statement of Amal's sends to overlays' topics: the tables, and the messages' content.
create function pg_temp.tells(statement text) returns text language plpgsql as $$
declare
  told text;
begin
  update realtime.messages set topic = 'before';
  perform pg_temp.become(pg_temp.amal());
  execute statement;
  reset role;
  select string_agg(concat_ws(' ', title, event, payload - 'id', private), ', ' order by title) into told
  from realtime.messages join public.user_overlays on topic = 'overlay:' || url_token;
  return told;
end
$$;
create function pg_temp.link(name text) returns uuid language sql security definer as $$
  select id from public.scorer_links where label = name
$$;

select is(pg_temp.tells($$select public.add_scorer_link(pg_temp.table_id(), 'Omar')$$), null, 'a new link announces nothing');
select is(pg_temp.tells(format('select public.revoke_scorer_link(%L)', pg_temp.link('Yassine'))),
  'Overlay 1 rights {} t', 'a revoked link tells its own table, and not whose it was');
select is(pg_temp.tells(format('select public.revoke_scorer_link(%L)', pg_temp.link('Yassine'))), null,
  'revoking it again announces nothing');
select is(pg_temp.tells(format('select public.revoke_scorer_link(%L)', pg_temp.link('Salma'))),
  'Overlay 1 rights {} t', 'another link tells again');
select is(pg_temp.tells($$select public.update_table(pg_temp.table_id(), archived => true)$$),
  'Overlay 1 rights {} t', 'an archived table tells');
select is(pg_temp.tells($$select public.update_table(pg_temp.table_id(), archived => true)$$), null,
  'archiving it again announces nothing');
select is(pg_temp.tells($$select public.update_table(pg_temp.table_id(), archived => false)$$),
  'Overlay 1 rights {} t', 'a table that comes back tells');
select is(pg_temp.tells($$select public.list_scorer_links(pg_temp.table_id())$$), null, 'reading announces nothing');

-- Nobody else can have it announced.
select set_config('test.last', pg_temp.link('Omar')::text, true);
select pg_temp.become(pg_temp.badr());
select throws_ok($$select public.revoke_scorer_link(current_setting('test.last')::uuid)$$, '42501',
  'this table is not yours', 'another owner can''t revoke a link');
select throws_ok('select private.send_rights()', '42501', null, 'another owner can''t call the trigger''s function');
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values ('overlay:' || pg_temp.token(), 'broadcast', 'rights', '{}', true)$$,
  '42501', null, 'another owner can''t send it');
select pg_temp.become();
select throws_ok($$select public.revoke_scorer_link(current_setting('test.last')::uuid)$$, '42501', null,
  'anon can''t revoke a link');
select throws_ok('select private.send_rights()', '42501', null, 'anon can''t call the trigger''s function');
select throws_ok(
  $$insert into realtime.messages (topic, extension, event, payload, private)
    values ('overlay:' || pg_temp.token(), 'broadcast', 'rights', '{}', true)$$,
  '42501', null, 'anon can''t send it');
reset role;
select is(
  (select count(*) from realtime.messages where event = 'rights' and topic <> 'before'), 0::bigint,
  'nothing of that was announced');
select is((select revoked_at from public.scorer_links where label = 'Omar'), null, 'and the link still works');

select * from finish();
rollback;
