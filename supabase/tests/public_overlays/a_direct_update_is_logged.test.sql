-- Direct updates are logged too, so the board never shows anything the log lacks.
begin;
\ir ../scoring.psql
select plan(17);

select lives_ok(
  $$update public.public_overlays set p1 = 'ليلى', s2 = 2.5, race_to = 0 where url_token = pg_temp.token()$$,
  'the owner saves some fields');
select results_eq(
  'select seq, kind, body, by_uid, by_link from pg_temp.log()',
  $$values (1, 'set',
    '{"changes": {"p1": {"from": "PLAYER A", "to": "ليلى"}, "s2": {"from": 0, "to": 2.5}}}'::jsonb,
    pg_temp.amal(), null::uuid)$$,
  'those that changed are in the log, by their names');
select results_eq(
  'select p1, s2, seq, rev from pg_temp.shown()', $$values ('ليلى', 2.5::float8, 1, 2::bigint)$$,
  'the board is shown with its entry');
select is((pg_temp.played()).seq, 1, 'the match knows it');
select is(pg_temp.append(0, pg_temp.actions(1, 1)) ->> 'outcome', 'stale', 'scorers learn of it');
select is(
  pg_temp.append(1, pg_temp.actions(1, 1), pg_temp.board()) ->> 'outcome', 'ok', 'and goes on from there');
select is((select count(*) from pg_temp.log()), 2::bigint, 'what the functions write is logged once');

select lives_ok($$update public.public_overlays set race_to = 7$$, 'the target is saved');
select is(
  (select body from pg_temp.log() where seq = 3), '{"changes": {"raceTo": {"from": 5, "to": 7}}}', 'by its name in the rules');
select lives_ok(
  $$update public.public_overlays set theme = 'light', race_to = 7, p1 = 'Amal'$$, 'a theme is chosen, and nothing else');
select results_eq(
  'select seq, rev, theme from pg_temp.shown()', $$values (3, 5::bigint, 'light')$$, 'which is shown and not logged');

select lives_ok(
  $$update public.public_overlays
    set p1 = repeat(E'\u0001', 60), p2 = repeat('🎱', 60), s1 = -9999, s2 = 9999, race_to = 9999$$,
  'the longest names fit into an entry');
select lives_ok(
  $$update public.public_overlays set p1 = repeat(E'\u0002', 60), p2 = repeat(E'\u0003', 60)$$, 'even with those they replace');
select throws_ok(
  $$update public.public_overlays set p1 = repeat('x', 100000)$$, '23514', null, 'what does not fit the row is refused');
select throws_ok($$update public.public_overlays set s1 = 'NaN'$$, '23514', null, 'whatever it is');

reset role;
select set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claims', '', true);
select lives_ok(
  $$update public.public_overlays set s1 = s1 + 1 where table_id = pg_temp.table_id()$$, 'maintenance writes a score');
select is(
  (select array[by_uid::text, by_link::text, body #>> '{changes,s1,to}'] from pg_temp.log() where seq = 6),
  array[null, null, '-9998'], 'it is logged, by nobody');

reset role;
select * from finish();
rollback;
