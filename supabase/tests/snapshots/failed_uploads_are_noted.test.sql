-- An owner sees which uploads failed, and why.
begin;
\ir ../pictures.psql
select plan(12);

select lives_ok(
  format('select public.fail_upload(pg_temp.address(), pg_temp.key(), %L)', reason), 'a failure can be noted as ' || reason)
from unnest('{type,damaged,moving,dimensions,size,late,time}'::text[]) as reason;
select throws_ok(
  $$select public.fail_upload(pg_temp.address(), pg_temp.key(), repeat('x', 1000000))$$, '23514', null,
  'any other reason is refused');
select pg_temp.become(pg_temp.amal());
select is(
  (public.get_venue() #> '{failures,0}') - 'at',
  jsonb_build_object('match_id', pg_temp.address(), 'reason', 'time', 'key_label', 'Camera'),
  'the newest failure comes first');
reset role;
delete from public.upload_keys;
select pg_temp.become(pg_temp.amal());
select is(public.get_venue() #>> '{failures,0,key_label}', 'Camera', 'a failure names its key even when that is gone');
select set_config('test.key', public.add_upload_key('Camera 2') ->> 'secret', true);

select pg_temp.become_service();
select public.fail_upload(pg_temp.address(), pg_temp.key(), 'busy') from generate_series(1, 110);
select pg_temp.become(pg_temp.badr());
select public.ensure_overlay();
select set_config('test.badrs_key', public.add_upload_key('Badr''s') ->> 'secret', true);
reset role;
select set_config('test.badrs', match_id, true) from public.snapshot_tables where match_id <> pg_temp.address();
select pg_temp.become_service();
select public.fail_upload(current_setting('test.badrs'), current_setting('test.badrs_key'), 'late')
from generate_series(1, 101);
reset role;
select results_eq(
  $$select owner_uid, count(*), min(reason) from public.upload_failures join public.venues on venues.id = venue_id
    group by owner_uid order by owner_uid$$,
  $$values (pg_temp.amal(), 100::bigint, 'busy'), (pg_temp.badr(), 100::bigint, 'late')$$,
  'each venue keeps its newest 100');
select pg_temp.become(pg_temp.amal());
select results_eq(
  $$select failed ->> 'reason', count(*) from jsonb_array_elements(public.get_venue() -> 'failures') as failed
    group by failed ->> 'reason'$$,
  $$values ('busy', 50::bigint)$$, 'the owner sees 50 of their own venue');

reset role;
select * from finish();
rollback;
