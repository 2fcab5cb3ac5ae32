-- The previous match is current again, with its old board; the other stays stored.
begin;
\ir ../scoring.psql
select plan(20);

create function pg_temp.resume(expected uuid, match uuid) returns jsonb language sql as $$
  select public.resume_match(pg_temp.table_id(), expected, match)
$$;
select pg_temp.append(0, pg_temp.actions(1, 3), pg_temp.board('{"detail": {"a": 1}}'));
select pg_temp.begin_match(500, changed => '{"p1": "other", "detail": {"frame": 1}}');
select public.append_actions(pg_temp.id(500), 0, pg_temp.actions(1, 2), pg_temp.board('{"p2": "second"}'));
select is(pg_temp.resume(pg_temp.match(), pg_temp.match()) ->> 'outcome', 'stale',
  'expecting a match that isn''t current is stale');
select is(pg_temp.resume(pg_temp.id(77), pg_temp.match()) ->> 'outcome', 'stale',
  'expecting an unknown match is stale');
select is(pg_temp.resume(null, pg_temp.match()) ->> 'outcome', 'stale', 'expecting no match is stale');
select is((pg_temp.shown()).match_id, pg_temp.id(500), 'a stale call changes nothing');
select set_config('test.rev', ((pg_temp.shown()).rev + 1)::text, true);
select is(
  pg_temp.resume(pg_temp.id(500), pg_temp.match()) - 'server_time',
  jsonb_build_object('outcome', 'ok', 'index', null, 'entries', '[]'::jsonb, 'more', true, 'seq', 3,
    'rev', current_setting('test.rev')::int, 'current', pg_temp.match()),
  'the answer names the resumed match and says that it has a log');
select results_eq(
  'select match_id, seq, p1, p2, s1, s2, race_to, detail from pg_temp.shown()',
  $$values (pg_temp.match(), 3, 'Amal', 'Badr', 1::float8, 2::float8, 5::float8, '{"a": 1}'::jsonb)$$,
  'its last board is shown');
select is(
  pg_temp.resume(pg_temp.id(500), pg_temp.match()) - 'server_time' ->> 'outcome', 'ok', 'resuming it again is ok');
select is((pg_temp.shown()).rev, current_setting('test.rev')::bigint, 'resuming it again changes nothing');
select is((select count(*) from pg_temp.log(pg_temp.id(500))), 2::bigint, 'the other match keeps its log');
select is(pg_temp.append(3, pg_temp.actions(4, 4)) ->> 'outcome', 'ok', 'the resumed match takes actions');

select is(pg_temp.begin_match(501) ->> 'outcome', 'ok', 'another match can begin');
select is((pg_temp.played(pg_temp.id(501))).number, 3, 'the other match is the third');
select is(pg_temp.resume(pg_temp.id(501), pg_temp.id(500)) ->> 'outcome', 'bad',
  'a match other than the previous one can''t be resumed');
select is(
  public.append_actions(pg_temp.match(), 4, pg_temp.actions(5, 5), pg_temp.board('{"s1": 42}')) ->> 'outcome', 'ok',
  'a device that missed the change can continue to score the first match');
select isnt((pg_temp.shown()).s1, 42::float8, 'what it scores is not shown');
select is(pg_temp.resume(pg_temp.id(501), pg_temp.match()) ->> 'outcome', 'ok', 'the first match can be resumed again');
select is((pg_temp.shown()).s1, 42::float8, 'what it scored is then shown');
select is((pg_temp.shown()).seq, 5, 'the last entry''s seq is shown');

select pg_temp.become(pg_temp.badr());
select set_config('test.badrs', (public.ensure_overlay()).id::text, true);
select throws_ok(
  $$select public.resume_match(current_setting('test.badrs')::uuid, gen_random_uuid(), pg_temp.match())$$,
  '42501', 'this table is not yours', 'another table''s match can''t be resumed');
select throws_ok(
  $$select public.resume_match(current_setting('test.badrs')::uuid, gen_random_uuid(), gen_random_uuid())$$,
  '42501', 'this table is not yours', 'an unknown match can''t be resumed');

reset role;
select * from finish();
rollback;
