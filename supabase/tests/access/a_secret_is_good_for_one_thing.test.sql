-- Upload keys, tickets and scorer links are different kinds of secret, and one owner's don't work for another's.
begin;
\ir ../pictures.psql
select plan(7);

select pg_temp.become(pg_temp.amal());
select set_config('test.link', public.add_scorer_link(pg_temp.table_id(), 'x') ->> 'secret', true),
  set_config('test.ticket', public.begin_picture('logo') ->> 'ticket', true),
  set_config('test.key_id', public.get_venue() #>> '{keys,0,id}', true);
select pg_temp.become_service();
select is(
  public.begin_upload(pg_temp.address(), current_setting('test.' || name)) ->> 'status', 'key', 'a ' || name || ' is not an upload key')
from unnest(array['link', 'ticket']) as name;
select is(
  public.begin_mark(secret) ->> 'status', 'key', 'an upload key or a scorer link is not accepted as a ticket')
from unnest(array[pg_temp.key(), current_setting('test.link')]) as secret;
select pg_temp.become();
select throws_ok(
  'select public.open_link(pg_temp.key())', '42501', 'this table is not yours', 'an upload key cannot open a table');

select pg_temp.become(pg_temp.badr());
select throws_ok(
  $$select public.revoke_upload_key(current_setting('test.key_id')::uuid)$$, '42501', 'this key is not yours',
  'another owner cannot revoke a key');
select public.update_venue(false, 3);
reset role;
select results_eq(
  'select is_public, keep_days from public.venues where owner_uid = pg_temp.amal()', $$values (true, 30)$$,
  'another owner cannot change the venue');

select * from finish();
rollback;
