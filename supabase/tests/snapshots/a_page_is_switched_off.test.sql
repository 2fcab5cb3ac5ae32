-- A venue whose page is off and an archived table show nothing; unknown addresses are refused, whatever they contain.
begin;
\ir ../pictures.psql
select plan(32);

select pg_temp.upload(1);
select pg_temp.score();
select set_config('test.drawn', pg_temp.latest() ->> 'id', true);
create function pg_temp.owner(statement text) returns void language plpgsql as $$
begin
  perform pg_temp.become(pg_temp.amal());
  execute statement;
  perform pg_temp.become_service();
end
$$;
create function pg_temp.hidden(status text, what text) returns setof text language plpgsql as $$
begin
  return next is(pg_temp.latest(), jsonb_build_object('status', status), what || ' shows no latest picture');
  return next is(public.snapshot_history(pg_temp.address()), '[]', what || ' has no history');
  return next is(public.find_snapshot(pg_temp.picture(1)), null, what || ' hides what was uploaded');
  return next is(public.find_snapshot(current_setting('test.drawn')), null, what || ' hides what was drawn');
end
$$;

select pg_temp.owner('select public.update_venue(is_public => false)');
select pg_temp.hidden('off', 'a page that is off');
select pg_temp.score();
select pg_temp.latest();
select is(pg_temp.drawn(), 1::bigint, 'nothing is drawn for a page that is off');
select pg_temp.owner('select public.update_table(pg_temp.table_id(), archived => true)');
select pg_temp.hidden('unknown', 'an archived table of a page that is off');
select pg_temp.owner('select public.update_venue(is_public => true)');
select pg_temp.hidden('unknown', 'an archived table');
select pg_temp.owner('select public.update_table(pg_temp.table_id(), archived => false)');
select is(pg_temp.latest() ->> 'source', 'board', 'a table is shown once its page is on and it is brought back');
select is(public.find_snapshot(pg_temp.picture(1)) ->> 'id', pg_temp.picture(1), 'earlier pictures are found again');
select is(jsonb_array_length(public.snapshot_history(pg_temp.address())), 3, 'the history is complete again');

create function pg_temp.hostile() returns setof text language sql as $$
  values (''), ('nobodys-b1'), ('../../etc/passwd'), (pg_temp.address() || ' '), (pg_temp.address() || E'\n'),
    (upper(pg_temp.address())), ('%'), (repeat('x', 65)), (repeat('🎱', 1000000)), (null)
$$;
select is(
  public.latest_snapshot(address), '{"status": "unknown"}',
  'there is no table at ' || coalesce(left(quote_literal(address), 30), 'null'))
from pg_temp.hostile() as address;
select is_empty(
  $$select 1 from pg_temp.hostile() as address where public.snapshot_history(address) <> '[]'$$,
  'an unknown address has no history');
select is_empty(
  $$select 1 from pg_temp.hostile() as id where public.find_snapshot(id) is not null$$,
  'an unknown address is not a picture''s id');
select is(public.find_snapshot(rpad(pg_temp.picture(1), 23)), null, 'an id with a trailing space finds nothing');
select is(public.find_snapshot(repeat('A', 22)), null, 'an unknown id finds nothing');
select is(public.find_snapshot(repeat('-', 22)), null, 'an id of dashes finds nothing');
select is(public.find_snapshot(repeat('ب', 11)), null, 'an id of 22 bytes that aren''t 22 characters finds nothing');

reset role;
select * from finish();
rollback;
