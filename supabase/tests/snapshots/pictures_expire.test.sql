-- Pictures expire after the venue's number of days, or beyond a table's newest 100; samples stay.
begin;
\ir ../pictures.psql
select plan(30);
reset role;

create function pg_temp.age(ids int[], ago interval) returns void language sql security definer as $$
  update public.snapshots set received_at = now() - ago
  where id = any (select pg_temp.picture(n) from unnest(ids) as n)
$$;
create function pg_temp.owner(statement text) returns void language plpgsql as $$
begin
  perform pg_temp.become(pg_temp.amal());
  execute statement;
  perform pg_temp.become_service();
end
$$;
create function pg_temp.ids(variadic ns int[]) returns text[] language sql as $$
  select coalesce(array_agg(pg_temp.picture(n) order by pg_temp.picture(n)), '{}') from unnest(ns) as n
$$;
create function pg_temp.expired(most int default 1000) returns text[] language sql as $$
  select coalesce(array_agg(id order by id), '{}') from unnest(public.expire_snapshots(most)) as id
$$;

select pg_temp.become_service();
select is(pg_temp.expired(), '{}', 'without pictures, none expires');
select pg_temp.upload(n, make_interval(mins => 10 - n)) from generate_series(1, 4) as n;
select pg_temp.age('{1}', '40 days');
select pg_temp.age('{2}', '29 days 23 hours');
select pg_temp.age('{3,4}', '8 days');
select is(public.find_snapshot(pg_temp.picture(1)), null, 'an expired picture is not found');
select is(jsonb_array_length(public.snapshot_history(pg_temp.address())), 3, 'an expired picture is not listed');
select is(pg_temp.expired(0), '{}', 'a limit of 0 removes none');
select is(pg_temp.expired(null), '{}', 'a null limit removes none');
select is(pg_temp.expired(-5), '{}', 'a negative limit removes none');
select is(pg_temp.expired(), pg_temp.ids(1), 'an expired picture is removed');
select is(pg_temp.expired(), '{}', 'an expired picture is removed once');
select is(pg_temp.pictures(), '{4,3,2}', 'the other pictures stay');

select pg_temp.owner('select public.update_venue(keep_days => 7)');
select is(pg_temp.latest() ->> 'status', 'none', 'fewer days hide the latest picture at once');
select is(jsonb_array_length(public.snapshot_history(pg_temp.address())), 0, 'fewer days empty the history at once');
select pg_temp.owner('select public.update_venue(keep_days => 9)');
select is(pg_temp.latest() ->> 'id', pg_temp.picture(4), 'more days show pictures again at once');
select is(pg_temp.upload(5) -> 'expired', to_jsonb(pg_temp.ids(2)),
  'the next upload says which files are to be removed');
select is(pg_temp.pictures(), '{5,4,3}', 'the next upload removes expired pictures');

-- Another table and another venue.
select pg_temp.sample(20, 'cam', '3 years');
select pg_temp.become(pg_temp.badr());
select public.ensure_overlay(), set_config('test.elsewhere', public.add_upload_key('Badr''s') ->> 'secret', true);
select set_config('test.elsewhere_b1', public.get_venue() #>> '{tables,0,match_id}', true);
select pg_temp.become_service();
select pg_temp.upload(21, '1 hour', address => split_part(pg_temp.address(), '-', 1) || '-cam');
select pg_temp.upload(
  31, '1 hour', address => current_setting('test.elsewhere_b1'), key => current_setting('test.elsewhere'));
select pg_temp.age('{21,31}', '31 days');
select is(pg_temp.upload(6) -> 'expired', to_jsonb(pg_temp.ids(21)),
  'an upload removes only its own venue''s pictures');
select is(pg_temp.expired(), pg_temp.ids(31), 'the service removes every venue''s pictures');
select isnt(public.find_snapshot(pg_temp.picture(20)), null, 'a sample doesn''t expire');

-- The newest 100.
select pg_temp.age('{3,4,5,6}', '1 day');
reset role;
insert into public.snapshots (id, match_id, source, type, digest, captured_at, received_at)
select pg_temp.picture(n), pg_temp.address(), 'upload', 'image/jpeg', sha256(n::text::bytea),
  now() - make_interval(hours => n), now() - interval '1 day'
from generate_series(101, 196) as n;
insert into public.snapshots (id, match_id, source, type, captured_at, received_at, kept)
select pg_temp.picture(n), pg_temp.address(), 'upload', 'image/jpeg', now() - interval '1 minute',
  now() - interval '1 year', true
from generate_series(301, 310) as n;
select pg_temp.become_service();
select is(pg_temp.expired(), '{}', 'a table keeps 100 pictures, not counting samples');
select is(
  pg_temp.upload(7) -> 'expired', to_jsonb(pg_temp.ids(196)), 'one picture more removes the one that was taken first');
select is(pg_temp.upload(8, '99 days') -> 'expired', to_jsonb(pg_temp.ids(8)),
  'the picture that arrives can be the one removed');
reset role;
select is(count(*) filter (where kept), 10::bigint, 'no sample is removed') from public.snapshots
where match_id = pg_temp.address();
insert into public.snapshots (id, match_id, source, type, digest, captured_at, received_at)
select pg_temp.picture(n), pg_temp.address(), 'upload', 'image/jpeg', sha256(n::text::bytea), now(), now()
from generate_series(401, 410) as n;
select pg_temp.become_service();
select is(cardinality(pg_temp.expired(4)), 4, 'no more are removed than asked for');
select is(cardinality(pg_temp.expired(1000)), 6, 'the rest are removed the next time');
reset role;
delete from public.snapshots where match_id = pg_temp.address();
select pg_temp.become_service();

-- Drawn ones.
select pg_temp.score();
select set_config('test.drawn', pg_temp.latest() ->> 'id', true);
reset role;
update public.snapshots set received_at = now() - interval '40 days' where source = 'board';
select pg_temp.become_service();
select is(public.find_snapshot(current_setting('test.drawn')), null, 'a board''s picture expires too');
select is(pg_temp.latest() ->> 'source', 'board', 'asking for an expired board''s picture gives a new one');
select isnt(public.find_snapshot(pg_temp.latest() ->> 'id'), null, 'the new picture is found');
select is(pg_temp.drawn(), 1::bigint, 'the new picture is the only one');
reset role;
update public.snapshots set received_at = now() - interval '40 days' where source = 'board';
select pg_temp.become_service();
select is(cardinality(pg_temp.expired()), 1, 'an expired board''s picture is removed');
select is(pg_temp.latest() ->> 'source', 'board', 'a removed board''s picture is drawn again');
select isnt(pg_temp.latest() ->> 'id', current_setting('test.drawn'), 'a picture that is drawn again has another id');

reset role;
select * from finish();
rollback;
