-- An owner sees their tables with their pictures, their upload keys and the venue's settings.
begin;
\ir ../pictures.psql
select plan(30);
reset role;

create function pg_temp.tables() returns jsonb language sql as $$ select public.get_venue() -> 'tables' $$;
create function pg_temp.owner(statement text) returns void language plpgsql as $$
begin
  perform pg_temp.become_service();
  execute statement;
  perform pg_temp.become(pg_temp.amal());
end
$$;
-- Revokes a key a second after the previous ones: a millisecond clock could give several the same time.
create function pg_temp.revoke(id uuid) returns void language sql security definer as $$
  update public.upload_keys set revoked_at = revoked_at - interval '1 second';
  select public.revoke_upload_key(id);
$$;
select pg_temp.become(pg_temp.amal());
select is(
  public.get_venue() - 'keys' - 'server_time',
  jsonb_build_object(
    'slug', split_part(pg_temp.address(), '-', 1), 'is_public', true, 'keep_days', 30,
    'time_zone', 'Africa/Casablanca', 'closing_hour', 6, 'keep_log_days', 365, 'shows_live', false,
    'shortens_names', false, 'full_names', false, 'title', '', 'failures', '{}'::text[],
    'tables', jsonb_build_array(jsonb_build_object(
      'table_id', pg_temp.table_id(), 'match_id', pg_temp.address(), 'board', 'b1', 'title', 'Overlay 1',
      'archived', false, 'latest', null, 'uploaded_at', null))),
  'a new venue has the default settings');
select ok((public.get_venue() ->> 'server_time')::timestamptz >= now(), 'the answer has the server''s time');

select pg_temp.owner($$select pg_temp.upload(1, '1 hour')$$);
select is(
  pg_temp.tables() #> '{0,latest}',
  jsonb_build_object('id', pg_temp.picture(1), 'source', 'upload', 'captured_at', now() - interval '1 hour'),
  'an uploaded picture is the latest');
select ok(
  (pg_temp.tables() #>> '{0,uploaded_at}')::timestamptz >= now(), 'an uploaded picture has the time of its arrival');
select pg_temp.score();
select is(
  (pg_temp.tables() #> '{0,latest}') - 'captured_at', '{"id": null, "source": "board"}',
  'a board that has changed since is the latest, even before it has a picture');
select is(pg_temp.drawn(), 0::bigint, 'get_venue draws no picture');
select pg_temp.owner('select pg_temp.latest()');
select isnt(pg_temp.tables() #>> '{0,latest,id}', null, 'a drawn picture is the latest');
select is(
  (pg_temp.tables() #>> '{0,latest,captured_at}')::timestamptz,
  (select shown_at from public.public_overlays where table_id = pg_temp.table_id()),
    'a drawn picture has the time of the score');

select public.add_table('Second');
select public.order_tables(array_prepend(
  (pg_temp.tables() #>> '{1,table_id}')::uuid, array[pg_temp.table_id()]));
select public.update_table(pg_temp.table_id(), title => 'Salle 🎱', archived => true);
select pg_temp.owner($$select pg_temp.sample(9, 'a0')$$);
select is(
  (select jsonb_agg(jsonb_build_array(listed -> 'board', listed -> 'title', listed -> 'archived', (listed ->> 'table_id') is null))
    from jsonb_array_elements(pg_temp.tables()) as listed),
  '[["b2", "Second", false, false], ["b1", "Salle 🎱", true, false], ["a0", "A0", false, true]]',
  'tables come in order, followed by addresses that have only pictures');
select isnt(pg_temp.tables() #>> '{1,latest,id}', null, 'the owner sees an archived table''s picture');

-- Settings.
select public.update_venue(is_public => false);
select is((public.get_venue()) -> 'is_public', 'false', 'the page can be switched off');
select is((public.get_venue()) -> 'keep_days', '30', 'switching the page off leaves the days');
select public.update_venue(keep_days => 365);
select public.update_venue();
select is((public.get_venue()) -> 'is_public', 'false', 'setting the days leaves the page off');
select is((public.get_venue()) -> 'keep_days', '365', 'pictures can be kept for a year');
select throws_ok(
  format('select public.update_venue(keep_days => %s)', days), '23514', null, days || ' days are not allowed')
from unnest(array[0, 366]) as days;
select public.update_venue(title => 'Salle Atlas 🎱');
select public.update_venue();
select is((public.get_venue()) ->> 'title', 'Salle Atlas 🎱', 'the venue has a name');
select lives_ok($$select public.update_venue(title => repeat('ط', 60))$$, 'a name has up to 60 characters');
select throws_ok(
  $$select public.update_venue(title => repeat('x', 61))$$, '23514', null, 'a longer name is refused');

-- Keys.
select set_config('test.made', public.add_upload_key('Caméra du fond')::text, true);
select matches(current_setting('test.made')::jsonb ->> 'secret', '^[A-Za-z0-9]{24}$',
  'a key''s secret is 24 letters and digits');
select is(
  (public.get_venue() #> '{keys,0}') - 'created_at',
  jsonb_build_object(
    'id', current_setting('test.made')::jsonb -> 'id', 'label', 'Caméra du fond', 'last_used_at', null, 'revoked', false),
  'keys are listed newest first, without their secrets');
select public.revoke_upload_key((current_setting('test.made')::jsonb ->> 'id')::uuid);
select is(public.get_venue() #> '{keys,0,revoked}', 'true', 'a revoked key is listed as revoked');
select is(
  count(distinct public.add_upload_key('key ' || n) ->> 'secret'), 19::bigint, 'a venue can have 20 working keys')
from generate_series(1, 19) as n;
select throws_ok(
  $$select public.add_upload_key('one more')$$, '23514', 'a venue has at most 20 upload keys',
  'a 21st working key is refused');
select public.revoke_upload_key((public.get_venue() #>> '{keys,3,id}')::uuid);
select throws_ok(
  $$select public.add_upload_key(repeat('x', 61))$$, '23514', null, 'a label has 60 characters at most');
select throws_ok('select public.add_upload_key(null)', '23502', null, 'a label is not null');
select lives_ok($$select public.add_upload_key(repeat('🎱', 60))$$, 'a revoked key makes room for another');
select set_config('test.live', (
  select jsonb_agg(key -> 'id') from jsonb_array_elements(public.get_venue() -> 'keys') as key
  where not (key ->> 'revoked')::boolean)::text, true);
create function pg_temp.revoked() returns text[] language sql as $$
  select coalesce(array_agg(key ->> 'label' order by key ->> 'label'), '{}')
  from jsonb_array_elements(public.get_venue() -> 'keys') as key where (key ->> 'revoked')::boolean
$$;
select pg_temp.revoke((current_setting('test.live')::jsonb ->> 0)::uuid);
select pg_temp.revoke((public.add_upload_key('old ' || lpad(n::text, 2, '0')) ->> 'id')::uuid)
from generate_series(1, 51) as n;
select is(
  pg_temp.revoked(), (select array_agg('old ' || lpad(n::text, 2, '0') order by n) from generate_series(2, 51) as n),
  'the newest 50 revoked keys are kept');
select is(jsonb_array_length(public.get_venue() -> 'keys'), 69, 'every working key is kept');
select public.revoke_upload_key((public.get_venue() #>> '{keys,0,id}')::uuid);
select is(cardinality(pg_temp.revoked()), 50, 'revoking a key again changes nothing');

reset role;
select * from finish();
rollback;
