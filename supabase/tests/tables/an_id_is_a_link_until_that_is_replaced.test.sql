-- A table's id opens its overlay for everyone until its first link is replaced, then only for those who may score it.
-- People shut out by the new link may still know the id.
begin;
\ir ../scoring.psql
select plan(28);

create function pg_temp.found(key text, link text default null) returns text language sql as $$
  select public.get_overlay(key, link => link) ->> 'topic'
$$;
create function pg_temp.topic() returns text language sql as $$ select 'overlay:' || (pg_temp.shown()).url_token $$;
create function pg_temp.id_text() returns text language sql as $$ select pg_temp.table_id()::text $$;
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'good') ->> 'secret', true);
select set_config('test.ended', public.add_scorer_link(pg_temp.table_id(), 'ended') ->> 'secret', true);
create function pg_temp.link() returns text language sql as $$ select current_setting('test.link') $$;
create function pg_temp.ended() returns text language sql as $$ select current_setting('test.ended') $$;
select set_config('test.' || kind, public.add_scorer_link(pg_temp.table_id(), kind, is_machine => kind = 'machine',
  move => case when kind = 'button' then '{"move": "undo", "fields": {}}'::jsonb end) ->> 'secret', true)
from unnest(array['machine', 'button']) as kind;
select pg_temp.let_in('remote', 'remote', pg_temp.table_id());
select set_config('test.other', public.add_table('Other')::text, true);
select set_config('test.others_link',
  public.add_scorer_link(current_setting('test.other')::uuid, 'other') ->> 'secret', true);

select pg_temp.become();
select is(public.open_link(pg_temp.ended()) ->> 'table_id', pg_temp.id_text(), 'a scorer link reveals the table''s id');
select is(pg_temp.found(pg_temp.id_text()), pg_temp.topic(), 'the id shows the overlay to anyone');
select is(pg_temp.found(pg_temp.id_text(), 'nobody''s'), pg_temp.topic(),
  'the id shows the overlay even with an unknown link');
select pg_temp.become(pg_temp.amal());
select public.revoke_scorer_link((link ->> 'id')::uuid)
from jsonb_array_elements(public.list_scorer_links(pg_temp.table_id())) as link where link ->> 'label' = 'ended';
select public.replace_overlay_link(pg_temp.table_id());

select pg_temp.become();
select is(public.get_overlay(key), '{"status": "unknown"}'::jsonb, 'once the link is replaced, anon finds nothing by ' || name)
from (values (pg_temp.id_text(), 'the id'), (upper(pg_temp.id_text()),
  'the id in capitals'), (pg_temp.token(), 'the old link'))
  as known (key, name);
select is(public.get_overlay(pg_temp.id_text(), 'screen-1', 1), '{"status": "unknown"}'::jsonb, 'a screen finds nothing by the id');
reset role;
select is((select count(*) from public.overlay_screens), 0::bigint, 'a screen that finds nothing is not counted');
select pg_temp.become();
select is(pg_temp.found(pg_temp.id_text(), link), null, 'anon finds nothing by the id with ' || name)
from (values (pg_temp.ended(), 'a revoked link'), (current_setting('test.others_link'), 'another table''s link'),
  ('', 'an empty link'), (repeat('A', 24), 'an unknown link')) as wrong (link, name);
select is(pg_temp.found(pg_temp.id_text(), pg_temp.link()), pg_temp.topic(),
  'a scorer finds the table by its id and their link');
select is(pg_temp.found(pg_temp.id_text(), current_setting('test.machine')), pg_temp.topic(),
  'so does a machine with its key');
select is(pg_temp.found(pg_temp.id_text(), current_setting('test.button')), null, 'a button finds nothing by the id');
select is(public.get_overlay(pg_temp.id_text(), 'screen-1', 1, current_setting('test.button')), '{"status": "unknown"}'::jsonb, 'nor as a screen');
select pg_temp.bring(pg_temp.secret_of('remote'));
select is(pg_temp.found(pg_temp.id_text()), pg_temp.topic(), 'a remote finds its table by the id');
select pg_temp.bring();
select is(pg_temp.found(pg_temp.token(), pg_temp.link()), null, 'a scorer finds nothing by the old token');
select is(pg_temp.found((pg_temp.shown()).url_token), pg_temp.topic(), 'anyone finds the table by the new token');
select is(pg_temp.found(current_setting('test.other')) is not null, true,
  'another table''s id still shows its overlay');
select pg_temp.become(pg_temp.badr());
select is(pg_temp.found(pg_temp.id_text()), null, 'another owner finds nothing by the id');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.found(pg_temp.id_text()), pg_temp.topic(), 'the owner finds the table by its id');

select public.replace_overlay_link(pg_temp.table_id());
select is(pg_temp.found(pg_temp.id_text()), pg_temp.topic(),
  'the owner finds the table by its id after another replacement');
select pg_temp.become();
select is(pg_temp.found(pg_temp.id_text()), null, 'anon finds nothing by the id after another replacement');
select is(pg_temp.found(pg_temp.id_text(), pg_temp.link()), pg_temp.topic(),
  'a scorer finds the table by its id after another replacement');
select pg_temp.become(pg_temp.amal());
select public.update_table(pg_temp.table_id(), archived => true);
select pg_temp.become();
select is(pg_temp.found(pg_temp.id_text(), pg_temp.link()), null, 'a scorer finds nothing by an archived table''s id');

-- Nobody can undo that.
select pg_temp.become(pg_temp.amal());
select throws_ok(
  'update public.user_overlays set link_replaced = false', '42501', null,
  'the owner''s own update can''t undo the replacement');
select public.update_table(pg_temp.table_id(), 'Table 7', false);
select pg_temp.become();
select is(pg_temp.found(pg_temp.id_text()), null, 'other changes to the table don''t undo the replacement');

reset role;
select * from finish();
rollback;
