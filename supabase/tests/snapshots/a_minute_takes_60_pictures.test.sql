-- A table takes 60 uploads a minute, failed ones included, and says how long to wait.
begin;
\ir ../pictures.psql
select plan(12);
reset role;

create function pg_temp.begin(address text default pg_temp.address()) returns jsonb language sql as $$
  select public.begin_upload(address, pg_temp.key())
$$;
-- Makes the first of the minute's uploads this old.
create function pg_temp.age(seconds numeric) returns void language sql security definer as $$
  update public.snapshot_tables set begun_at[1] = clock_timestamp() - make_interval(secs => seconds)
  where match_id = pg_temp.address()
$$;
select pg_temp.become_service();
select set_config('test.begun', pg_temp.begin()::text, true);
select matches(current_setting('test.begun')::jsonb ->> 'id', '^[A-Za-z0-9]{22}$', 'an upload gets an id');
reset role;
select is(
  current_setting('test.begun')::jsonb ->> 'venue', venue_id::text, 'an upload names its venue')
from public.snapshot_tables where match_id = pg_temp.address();
select pg_temp.become_service();
select is(pg_temp.upload(n, sent => 'same') ->> 'status', s, 'the same picture is sent again: ' || s)
from (values (1, 'stored'), (2, 'repeated')) as sent (n, s);
select is(
  count(*) filter (where pg_temp.begin() ->> 'status' = 'ok'), 59::bigint, '60 uploads can begin')
from generate_series(1, 59);
select is(pg_temp.begin() ->> 'status', 'busy', 'a 61st upload is refused, even though few pictures came of them');
select ok(
  (pg_temp.begin() ->> 'retry_after')::int between 55 and 60, 'the wait lasts until the first is a minute old');
select pg_temp.age(59.9);
select is(pg_temp.begin(), '{"status": "busy", "retry_after": 1}', 'a wait is at least a second');
select pg_temp.sample(90, 'b9');
select is(
  pg_temp.begin(split_part(pg_temp.address(), '-', 1) || '-b9') ->> 'status', 'ok',
  'another table of the venue has its own limit');
select pg_temp.age(61);
select is(pg_temp.begin() ->> 'status', 'ok', 'once the first is a minute old, one more can begin');
select is(pg_temp.begin() ->> 'status', 'busy', 'once the first is a minute old, two more can''t begin');
select is(
  public.begin_upload(pg_temp.address(), 'wrong'), '{"status": "key"}', 'a wrong key is not told about the limit');

reset role;
select * from finish();
rollback;
