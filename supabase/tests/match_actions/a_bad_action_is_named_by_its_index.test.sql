-- An invalid action is identified, and nothing in the call is stored.
begin;
\ir ../scoring.psql
select plan(71);

-- A call with two valid actions and a modified one between them.
create function pg_temp.outcome(changed jsonb) returns text language sql as $$
  select concat_ws(' ', answer ->> 'outcome', answer ->> 'index') from pg_temp.append(0, jsonb_build_array(
    pg_temp.action(1), pg_temp.action(2) || changed, pg_temp.action(3))) as answer
$$;
select is(
  (select count(*) from (values ('[]'::jsonb), ('null'), ('7'), ('"undo"'), ('{}')) as odd (action)
    where pg_temp.append(0, jsonb_build_array(action)) ->> 'index' = '0'),
  5::bigint, 'anything that is not an action is bad');
select is(pg_temp.outcome(jsonb_build_object('id', id)), 'bad 1', 'an id like ' || id::text || ' is bad')
from (values ('null'::jsonb), ('5'), ('""'), ('"x"'), ('"0A0B0C0D-0E0F-4000-8000-000000000002"'),
  ('"0a0b0c0d0e0f40008000000000000002"'), ('"{0a0b0c0d-0e0f-4000-8000-000000000002}"'),
  ('"0a0b0c0d-0e0f-4000-8000-000000000002\n"'), ('["0a0b0c0d-0e0f-4000-8000-000000000002"]')) as odd (id);
select is(pg_temp.outcome(jsonb_build_object('kind', kind)), 'bad 1', 'a kind like ' || kind::text || ' is bad')
from (values ('null'::jsonb), ('1'), ('""'), ('"Pot"'), ('"pot it"'), ('".pot"'), ('"pot\n"'), ('"pot2"'), ('"نقطة"'),
  (to_jsonb(repeat('a', 33)))) as odd (kind);
select is(pg_temp.outcome(jsonb_build_object('body', body)), 'bad 1', 'a body like ' || left(body::text, 20) || ' is bad')
from (values ('null'::jsonb), ('[]'), ('"{}"'), ('1'), (jsonb_build_object('t', repeat('a', 1020))),
  (jsonb_build_object('n', array_fill(1e300::numeric, array[4])))) as odd (body);
select is(pg_temp.outcome(jsonb_build_object('ago', ago)), 'bad 1', 'an ago of ' || ago::text || ' is bad')
from (values ('null'::jsonb), ('"1"'), ('-0.001'), ('[1]'), ('"NaN"'), ('1e-310')) as odd (ago);
select is(
  pg_temp.outcome(jsonb_build_object('kind', kind, 'body', body)), 'bad 1', kind || ' with ' || body::text || ' is bad')
from (values
  ('clock.set', '{}'::jsonb), ('clock.set', '{"n": null}'), ('clock.set', '{"n": "5"}'), ('clock.set', '{"n": -1}'),
  ('clock.set', '{"n": 31536001}'), ('clock.set', '{"n": 1e300}'), ('clock.set', '{"n": 1e-310}'),
  ('shot.start', '{}'), ('shot.start', '{"n": 30}'), ('shot.start', '{"n": 0, "warn": 0}'),
  ('shot.start', '{"n": 30, "warn": -1}'), ('shot.start', '{"n": 3601, "warn": 5}'), ('shot.start', '{"n": "30", "warn": 5}'),
  ('shot.extend', '{}'), ('shot.extend', '{"n": 0}'), ('shot.extend', '{"n": -30}'), ('shot.extend', '{"n": 3601}'),
  ('undo', '{}'), ('undo', '{"t": null}'), ('undo', '{"t": "x"}'), ('redo', '{}'), ('redo', '{"t": 1}'),
  ('replace', '{"kind": "pot", "body": {}}'),
  ('replace', '{"t": "0a0b0c0d-0e0f-4000-8000-000000000001"}'),
  ('replace', '{"t": "0a0b0c0d-0e0f-4000-8000-000000000001", "kind": "pot"}'),
  ('replace', '{"t": "0a0b0c0d-0e0f-4000-8000-000000000001", "kind": "Pot", "body": {}}'),
  ('replace', '{"t": "0a0b0c0d-0e0f-4000-8000-000000000001", "kind": "undo", "body": {}}'),
  ('replace', '{"t": "0a0b0c0d-0e0f-4000-8000-000000000001", "kind": "clock.stop", "body": {}}'),
  ('replace', '{"t": "0a0b0c0d-0e0f-4000-8000-000000000001", "kind": "pot", "body": []}')
) as odd (kind, body);

select is(
  pg_temp.append(0, pg_temp.actions(1, 201)) - 'server_time' - 'rev' - 'current',
  '{"outcome": "bad", "index": 200, "entries": [], "more": false, "seq": 0}',
  'the 201st action of a call is bad');
select throws_ok($$select pg_temp.append(0, '{}')$$, '22023', null, 'actions must be an array');
select throws_ok($$select pg_temp.append(0, null)$$, '22023', null, 'actions must not be null');
select results_eq(
  'select seq, rev from pg_temp.shown()', $$values (0, 1::bigint)$$, 'no bad action changed the board');
select is((select count(*) from pg_temp.log()), 0::bigint, 'no bad action was logged');

select is(
  pg_temp.outcome(jsonb_build_object('body', jsonb_build_object('name', repeat('🎱', 1000)))), 'ok',
  'a body''s limit is in characters, whatever their script');
select is(
  pg_temp.append(3, jsonb_build_array(pg_temp.action(4, repeat('z', 32), '{}', 1e30))) ->> 'outcome', 'ok',
  'an unknown kind is stored, however long ago it was done');
select is(pg_temp.append(4, pg_temp.actions(101, 300)) -> 'seq', '204', 'a call takes 200 actions');
select is(
  pg_temp.append(204, jsonb_build_array(pg_temp.action(5, 'pot') - 'ago')) ->> 'index', '0',
    'an action without ago is bad');
select is(
  (select count(*) from pg_temp.log() where at > clock_timestamp()), 0::bigint, 'no entry is dated in the future');

reset role;
select * from finish();
rollback;
