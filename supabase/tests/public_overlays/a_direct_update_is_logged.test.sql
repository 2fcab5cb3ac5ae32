-- Direct updates are logged too, so the board never shows anything the log lacks.
begin;
\ir ../scoring.psql
select plan(17);

select lives_ok(
  $$update public.public_overlays set p1 = 'ليلى', s2 = 2.5, race_to = 0 where url_token = pg_temp.token()$$,
  'the owner can save some fields');
select results_eq(
  'select seq, kind, body, by_uid, by_link from pg_temp.log()',
  $$values (1, 'set',
    '{"changes": {"p1": {"from": "PLAYER A", "to": "ليلى"}, "s2": {"from": 0, "to": 2.5}}}'::jsonb,
    pg_temp.amal(), null::uuid)$$,
  'the fields that changed are logged by name');
select results_eq(
  'select p1, s2, seq, rev from pg_temp.shown()', $$values ('ليلى', 2.5::float8, 1, 2::bigint)$$,
  'the board shows the values and the entry''s seq');
select is((pg_temp.played()).seq, 1, 'the match has the entry''s seq');
select is(pg_temp.append(0, pg_temp.actions(1, 1)) ->> 'outcome', 'stale', 'a scorer who lacks the entry is stale');
select is(
  pg_temp.append(1, pg_temp.actions(1, 1), pg_temp.board()) ->> 'outcome', 'ok',
    'a scorer who has the entry can continue');
select is((select count(*) from pg_temp.log()), 2::bigint, 'an action is not logged again as an update');

select lives_ok($$update public.public_overlays set race_to = 7$$, 'the owner can save race_to');
select is(
  (select body from pg_temp.log() where seq = 3), '{"changes": {"raceTo": {"from": 5, "to": 7}}}',
    'race_to is logged as raceTo');
select lives_ok(
  $$update public.public_overlays set theme = 'light', race_to = 7, p1 = 'Amal'$$,
  'the owner can change only the theme');
select results_eq(
  'select seq, rev, theme from pg_temp.shown()', $$values (3, 5::bigint, 'light')$$, 'a theme is shown and not logged');

select lives_ok(
  $$update public.public_overlays
    set p1 = repeat(E'\u0001', 60), p2 = repeat('🎱', 60), s1 = -9999, s2 = 9999, race_to = 9999$$,
  'the longest names fit into an entry');
select lives_ok(
  $$update public.public_overlays set p1 = repeat(E'\u0002', 60), p2 = repeat(E'\u0003', 60)$$,
  'the longest names fit even with the longest that they replace');
select throws_ok(
  $$update public.public_overlays set p1 = repeat('x', 100000)$$, '23514', null, 'a name that is too long is refused');
select throws_ok($$update public.public_overlays set s1 = 'NaN'$$, '23514', null,
  'a score that is not a number is refused');

reset role;
select set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claims', '', true);
select lives_ok(
  $$update public.public_overlays set s1 = s1 + 1 where table_id = pg_temp.table_id()$$,
  'maintenance can write a score');
select is(
  (select array[by_uid::text, by_link::text, body #>> '{changes,s1,to}'] from pg_temp.log() where seq = 6),
  array[null, null, '-9998'], 'what maintenance writes is logged without a name');

reset role;
select * from finish();
rollback;
