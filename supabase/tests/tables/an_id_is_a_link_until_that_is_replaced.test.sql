-- A table's id opens its overlay for everyone until its first link is replaced, then only for those who may score it:
-- people shut out by the new link may still know the id.
begin;
\ir ../scoring.psql
select plan(24);

create function pg_temp.found(key text, link text default null) returns text language sql as $$
  select public.get_overlay(key, link => link) ->> 'topic'
$$;
create function pg_temp.topic() returns text language sql as $$ select 'overlay:' || (pg_temp.shown()).url_token $$;
create function pg_temp.id_text() returns text language sql as $$ select pg_temp.table_id()::text $$;
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'good') ->> 'secret', true);
select set_config('test.ended', public.add_scorer_link(pg_temp.table_id(), 'ended') ->> 'secret', true);
create function pg_temp.link() returns text language sql as $$ select current_setting('test.link') $$;
create function pg_temp.ended() returns text language sql as $$ select current_setting('test.ended') $$;
select set_config('test.other', public.add_table('Other')::text, true);
select set_config('test.others_link',
  public.add_scorer_link(current_setting('test.other')::uuid, 'other') ->> 'secret', true);

select pg_temp.become();
select is(public.open_link(pg_temp.ended()) ->> 'table_id', pg_temp.id_text(), 'who has a link learns the id');
select is(pg_temp.found(pg_temp.id_text()), pg_temp.topic(), 'which shows the overlay to everybody');
select is(pg_temp.found(pg_temp.id_text(), 'nobody''s'), pg_temp.topic(), 'whatever link is named');
select pg_temp.become(pg_temp.amal());
select public.revoke_scorer_link((link ->> 'id')::uuid)
from jsonb_array_elements(public.list_scorer_links(pg_temp.table_id())) as link where link ->> 'label' = 'ended';
select public.replace_overlay_link(pg_temp.table_id());

select pg_temp.become();
select is(public.get_overlay(key), null, 'after that, nobody finds anything by ' || name)
from (values (pg_temp.id_text(), 'the id'), (upper(pg_temp.id_text()), 'it in capitals'), (pg_temp.token(), 'the old link'))
  as known (key, name);
select is(public.get_overlay(pg_temp.id_text(), 'screen-1', 1), null, 'as a screen');
reset role;
select is((select count(*) from public.overlay_screens), 0::bigint, 'which is not noted');
select pg_temp.become();
select is(pg_temp.found(pg_temp.id_text(), link), null, 'nor by ' || name)
from (values (pg_temp.ended(), 'a link that is revoked'), (current_setting('test.others_link'), 'another table''s'),
  ('', 'none'), (repeat('A', 24), 'one that nobody made')) as wrong (link, name);
select is(pg_temp.found(pg_temp.id_text(), pg_temp.link()), pg_temp.topic(), 'by a link that is good, its scorer does');
select is(pg_temp.found(pg_temp.token(), pg_temp.link()), null, 'if not by the old link');
select is(pg_temp.found((pg_temp.shown()).url_token), pg_temp.topic(), 'everybody does by the new one');
select is(pg_temp.found(current_setting('test.other')) is not null, true, 'another table''s id is its link still');
select pg_temp.become(pg_temp.badr());
select is(pg_temp.found(pg_temp.id_text()), null, 'another owner finds nothing with it');
select pg_temp.become(pg_temp.amal());
select is(pg_temp.found(pg_temp.id_text()), pg_temp.topic(), 'its owner does');

select public.replace_overlay_link(pg_temp.table_id());
select is(pg_temp.found(pg_temp.id_text()), pg_temp.topic(), 'also by the next link');
select pg_temp.become();
select is(pg_temp.found(pg_temp.id_text()), null, 'and nobody else');
select is(pg_temp.found(pg_temp.id_text(), pg_temp.link()), pg_temp.topic(), 'but the scorer');
select pg_temp.become(pg_temp.amal());
select public.update_table(pg_temp.table_id(), archived => true);
select pg_temp.become();
select is(pg_temp.found(pg_temp.id_text(), pg_temp.link()), null, 'until the table is archived');

-- Nobody can undo that.
select pg_temp.become(pg_temp.amal());
select throws_ok(
  'update public.user_overlays set link_replaced = false', '42501', null, 'the owner''s own update can''t undo it');
select public.update_table(pg_temp.table_id(), 'Table 7', false);
select pg_temp.become();
select is(pg_temp.found(pg_temp.id_text()), null, 'nor does whatever else is changed of the table');

reset role;
select * from finish();
rollback;
