-- A phone shows a code; who types it says what the phone may do. Nothing else lets it in.
begin;
\ir ../scoring.psql
select plan(31);

select pg_temp.become();
select is(public.ask_device(pg_temp.secret_of('a')) ->> 'status', 'unknown', 'a new phone is unknown');
select set_config('test.asked', public.begin_pairing(pg_temp.secret_of('a'), 'device')::text, true);
create function pg_temp.asked(name text) returns text language sql as $$ select current_setting('test.asked')::jsonb ->> name $$;
select is(pg_temp.asked('status'), 'waiting', 'it asks for a code');
select matches(pg_temp.asked('topic'), '^paired:', 'it listens to a topic of its own');
select is(
  public.ask_device(pg_temp.secret_of('a')) - 'server_time' - 'expires_in',
  current_setting('test.asked')::jsonb - 'server_time' - 'expires_in', 'asking again shows the same code');
select is(public.ask_television(pg_temp.secret_of('a')) ->> 'status', 'unknown', 'it is no television');
select throws_ok(
  $$select public.begin_pairing(pg_temp.secret_of('a'))$$, '22023', null, 'a secret with a device''s code gets no television''s');
select throws_ok($$select public.begin_pairing(pg_temp.secret_of('k'), 'kettle')$$, '23514', null, 'there is no third kind');

select pg_temp.become(pg_temp.amal());
select is(public.pair_television(pg_temp.asked('code'), 'TV') ->> 'status', 'wrong', 'its code pairs no television');
reset role;
select is((select mispaired_at from public.venues), '{}', 'a code of the other kind isn''t counted as a guess');
select pg_temp.become(pg_temp.amal());
select throws_ok(
  format($$select public.let_in_device(%L, 'Bar', %L)$$, pg_temp.asked('code'), role), '23514', null,
  'it can''t be let in as ' || role)
from unnest(array['owner', 'remote', 'television']) as role;
select throws_ok(
  format($$select public.let_in_device(%L, '  ', 'service')$$, pg_temp.asked('code')), '23514', null, 'it has a name');
select is(public.let_in_device(pg_temp.asked('code'), ' Karim ', 'service') ->> 'status', 'paired', 'its code lets it in');
select is(
  public.let_in_device(pg_temp.asked('code'), 'Again', 'service') ->> 'status', 'wrong', 'a used code no longer works');
select pg_temp.become();
select is(
  public.ask_device(pg_temp.secret_of('a')),
  jsonb_build_object('status', 'letIn', 'id', substr(pg_temp.asked('topic'), 8), 'title', 'Karim', 'role', 'service',
    'topic', pg_temp.asked('topic'), 'table', null),
  'the phone is told who it is');
select is(
  public.begin_pairing(pg_temp.secret_of('a'), 'device') ->> 'status', 'letIn', 'it gets no new code');
reset role;
update public.devices set seen_at = now() - interval '1 hour';
select public.ask_device(pg_temp.secret_of('a'));
select cmp_ok((select seen_at from public.devices), '>', now() - interval '1 minute', 'a device that only asks is seen');
update public.devices set seen_at = now() - interval '50 seconds';
select public.ask_device(pg_temp.secret_of('a'));
select is((select seen_at from public.devices), now() - interval '50 seconds', 'once a minute');
select pg_temp.become();
select throws_ok(
  $$select public.begin_pairing(pg_temp.secret_of('a'))$$, '22023', null, 'its secret is no television''s');
reset role;
select is_empty(
  $$select 1 from public.devices as stored where stored::text like '%' || pg_temp.secret_of('a') || '%'$$,
  'its secret is not stored');

-- A television's code lets no device in.
select pg_temp.become(pg_temp.amal());
select is(
  public.let_in_device(public.begin_pairing(pg_temp.secret_of('t')) ->> 'code', 'TV', 'admin') ->> 'status', 'wrong',
  'a television''s code lets no device in');

-- A remote has one table.
select set_config('test.other', public.add_table('Two')::text, true);
select pg_temp.let_in('r', 'remote', pg_temp.table_id());
select is(
  public.ask_device(pg_temp.secret_of('r')) -> 'table',
  jsonb_build_object('id', pg_temp.table_id(), 'title', 'Overlay 1', 'kind', 'pool'), 'a remote is told its table, and no secret of it');
select pg_temp.become();
select pg_temp.bring(pg_temp.secret_of('r'));
select lives_ok($$select public.get_log(pg_temp.match())$$, 'a remote reads its table''s log');
select throws_ok(
  format($$select public.begin_match(%L, pg_temp.match(), gen_random_uuid(), 'plain', 1, '{}', '{}', 0)$$,
    current_setting('test.other')), '42501', null, 'a remote begins nothing at another table');
select pg_temp.bring();

-- Ten guesses.
select pg_temp.become(pg_temp.amal());
select public.let_in_device('CCCCCC', 'Guess', 'service') from generate_series(1, 8);
select is(public.let_in_device('CCCCCC', 'Guess', 'service') ->> 'status', 'tooMany', 'the eleventh wrong code waits')
from (select public.let_in_device('CCCCCC', 'Guess', 'service')) as tenth;
select is(public.pair_television('CCCCCC', 'Guess') ->> 'status', 'tooMany', 'televisions and devices share the count');
reset role;
update public.venues set mispaired_at = '{}';

-- A hundred devices.
insert into public.devices (id, venue_id, title, role, secret_hash, seen_at)
select gen_random_uuid(), venues.id, 'D', 'service', sha256(n::text::bytea), now() from public.venues, generate_series(1, 98) as n;
select pg_temp.become(pg_temp.amal());
select is(
  public.let_in_device(public.begin_pairing(pg_temp.secret_of('z'), 'device') ->> 'code', 'Z', 'service') ->> 'status',
  'full', 'a venue lets a hundred devices in');

-- Realtime.
reset role;
select ok(private.is_paired_topic(pg_temp.asked('topic')), 'a device listens to its topic');
select ok(not private.is_paired_topic('paired:' || gen_random_uuid()), 'nobody listens to a made-up one');
select isnt_empty(
  format($$select 1 from realtime.messages where topic = %L and event = 'changed'$$, pg_temp.asked('topic')),
  'a phone that was let in is told to ask');

select * from finish();
rollback;
