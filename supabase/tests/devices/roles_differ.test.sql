-- What Admins and Service may beyond the table of rights: whose devices, which links, which results.
begin;
\ir ../results.psql
select plan(35);

select set_config('test.' || name, pg_temp.let_in(name, role)::text, true)
from (values ('anis', 'admin'), ('amin', 'admin'), ('sami', 'service'), ('nour', 'service')) as named (name, role);
create function pg_temp.id_of(name text) returns uuid language sql as $$ select current_setting('test.' || name)::uuid $$;
create function pg_temp.by(name text) returns void language sql as $$
  select pg_temp.become(); select pg_temp.bring(pg_temp.secret_of(name))
$$;

-- Admin devices are the owner's.
select pg_temp.by('anis');
select throws_ok($$select pg_temp.let_in('x', 'admin')$$, '42501', null, 'an Admin lets in no Admin');
select throws_ok(
  format($$select public.update_device(%L, 'X', %L)$$, pg_temp.id_of(name), role), '42501', null,
  'an Admin changes no Admin and makes none: ' || name)
from (values ('amin', 'service'), ('sami', 'admin')) as tried (name, role);
select throws_ok(
  $$select public.revoke_devices(array[pg_temp.id_of('sami'), pg_temp.id_of('amin')])$$, '42501', null,
  'an Admin removes no Admin');
select set_config('test.rim', pg_temp.let_in('rim', 'remote', pg_temp.table_id())::text, true);
select lives_ok($$select public.update_device(pg_temp.id_of('rim'), 'Rim', 'service')$$, 'an Admin changes a remote');
select is(
  (select found ->> 'made_by' from jsonb_array_elements(public.list_devices() -> 'devices') as found
    where found ->> 'title' = 'Rim'),
  pg_temp.id_of('anis')::text, 'who let a device in is remembered');
select ok(public.list_tables() -> 'may' ? 'update_table', 'an Admin is told what it may');
select lives_ok($$select public.update_table(pg_temp.table_id(), 'Table 7')$$, 'an Admin renames a table');
select set_config('test.spare', public.add_table('Spare')::text, true);
select public.update_table(current_setting('test.spare')::uuid, archived => true);
select is(jsonb_array_length(public.list_tables() -> 'tables'), 2, 'an Admin sees archived tables');

-- Who paired a television is remembered.
create function pg_temp.pair(name text) returns uuid language sql as $$
  select (public.pair_television(public.begin_pairing(left(repeat(name, 32), 32)) ->> 'code', name) ->> 'id')::uuid
$$;
select set_config('test.tv_1', pg_temp.pair('first')::text, true), set_config('test.tv_2', pg_temp.pair('second')::text, true);
select pg_temp.become(pg_temp.amal()), pg_temp.bring();
select pg_temp.pair('third');
select is(
  (select found -> 'televisions' from jsonb_array_elements(public.list_devices() -> 'devices') as found
    where found ->> 'title' = 'anis'),
  jsonb_build_array(jsonb_build_object('id', pg_temp.id_of('tv_1'), 'title', 'first'),
    jsonb_build_object('id', pg_temp.id_of('tv_2'), 'title', 'second')), 'a device is listed with the televisions that it paired');

-- Service.
select pg_temp.by('sami');
select is(jsonb_array_length(public.list_tables() -> 'tables'), 1, 'Service sees the tables in use');
select is(public.list_tables() -> 'may' ? 'update_table', false, 'Service is told what it may not');
select throws_ok(
  format($$select public.add_scorer_link(pg_temp.table_id(), 'Long', %s)$$, bad), '42501', null,
  'Service makes no such link: ' || bad)
from unnest(array['null', 'now() + interval ''13 hours''', 'now() + interval ''1 hour'', true',
  'now() + interval ''1 hour'', false, ''{"move": "undo", "fields": {}}''']) as bad;
select set_config('test.made', public.add_scorer_link(pg_temp.table_id(), 'Tonight', now() + interval '3 hours')::text, true);
select is(jsonb_array_length(public.list_scorer_links(pg_temp.table_id())), 1, 'Service sees the link that it made');
select pg_temp.by('nour');
select is(public.list_scorer_links(pg_temp.table_id()), '[]', 'another device doesn''t');
select throws_ok(
  $$select public.revoke_scorer_link((current_setting('test.made')::jsonb ->> 'id')::uuid)$$, '42501', null,
  'and doesn''t revoke it');
select is(
  pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board()) ->> 'outcome', 'ok', 'Service scores');
reset role;
select is(
  (select by_device from public.match_actions where match_id = pg_temp.match()), pg_temp.id_of('nour'),
  'the log says which device scored');

-- The venue's own people see who scored, by name; a link's holder sees no device.
select pg_temp.become(pg_temp.amal()), pg_temp.bring();
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'Bar') ->> 'secret', true);
create function pg_temp.told(link text default null) returns text language sql as $$
  select concat_ws(' ', entry ->> 'by_name', coalesce(entry ->> 'by', 'nobody'))
  from jsonb_array_elements(public.get_log(pg_temp.match(), 0, link) -> 'entries') as entry
$$;
select is(pg_temp.told(), 'nour ' || pg_temp.id_of('nour'), 'the owner is told whose device scored');
select pg_temp.by('sami');
select is(pg_temp.told(), 'nour ' || pg_temp.id_of('nour'), 'so is Service');
select pg_temp.become(), pg_temp.bring();
select is(pg_temp.told(current_setting('test.link')), 'nobody', 'who comes by a link is not');
select is(pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board(), current_setting('test.link')) #> '{entries,0,by}', 'null',
  'nor by the answer to what they send');

-- Results of the last 36 hours.
select pg_temp.become(pg_temp.amal());
select pg_temp.add(1, now() - interval '35 hours'), pg_temp.add(2, now() - interval '37 hours');
select pg_temp.by('nour');
select is(
  (select jsonb_agg(listed ->> 'id') from jsonb_array_elements(
    public.list_results(now() - interval '1 month', now()) -> 'results') as listed),
  jsonb_build_array(lpad('1', 22, '0')), 'Service reads results of the last 36 hours');
select is(
  public.list_results(now() - interval '1 month', now() - interval '2 days') -> 'nearest' ->> 'before', null,
  'and isn''t told of earlier ones');
select is(public.count_results(array[now() - interval '1 month', now()]), '{1}', 'nor how many there are');
select is(public.get_result(lpad('2', 22, '0')), '{"status": "unknown"}'::jsonb, 'nor one of them');

-- Removing.
select pg_temp.bring();
select pg_temp.become(pg_temp.amal());
select throws_ok(
  $$select public.revoke_devices('{}', array[gen_random_uuid()])$$, '42501', null, 'a link that no device made isn''t ended');
select public.revoke_devices(
  array[pg_temp.id_of('sami')], array[(current_setting('test.made')::jsonb ->> 'id')::uuid]);
select is(public.ask_device(pg_temp.secret_of('sami')) ->> 'status', 'removed', 'a removed device is told so');
select is(
  (select found -> 'revoked' from jsonb_array_elements(public.list_scorer_links(pg_temp.table_id())) as found
    where found ->> 'label' = 'Tonight'),
  'true', 'the links that it made end with it');

-- Televisions.
select pg_temp.become(pg_temp.badr());
select set_config('test.others', pg_temp.pair('others')::text, true);
select pg_temp.become(pg_temp.amal());
select public.revoke_devices(array[pg_temp.id_of('anis')], televisions => array[
  pg_temp.id_of('tv_1'), pg_temp.id_of('others'), gen_random_uuid()]);
select is(
  (select array_agg(found ->> 'title' order by found ->> 'title')
    from jsonb_array_elements(public.list_televisions() -> 'televisions') as found),
  array['second', 'third'], 'televisions that were named end with the device, and others stay');
select is(public.ask_television(left(repeat('first', 32), 32)) ->> 'status', 'unknown', 'a television that ended is told so');
select is(public.ask_television(left(repeat('others', 32), 32)) ->> 'status', 'paired', 'another venue''s stays');

select * from finish();
rollback;
