-- A report counts a match where it ended and splits its time at the borders.
begin;
\ir ../players.psql
select plan(21);

-- Ends at 13:30 after two hours and a half: in the first three windows.
select pg_temp.result('A1', 'B1', 3, 1, 90, 150);
-- Ends at a border, which is the next window's.
select pg_temp.result('A2', 'B2', 5, 4, 60, 30, 'eight-ball');
-- A board that was left on for a week: its last 24 hours count.
select pg_temp.result('A3', 'B3', 100, 7, 150, 10080, 'plain');
-- Ends after the last window.
select set_config('test.corrected', pg_temp.result('A4', 'B4', 3, 0, 600, 590)::text, true);
-- Before the first, and set aside.
select pg_temp.result('A5', 'B5', 3, 0, -61);
select set_config('test.aside', pg_temp.result('A6', 'B6', 3, 0, 30)::text, true);
update public.results set set_aside_at = now() where match_id = current_setting('test.aside')::uuid;

-- 11:00 to 15:00 by the hour.
create function pg_temp.hours() returns timestamptz[] language sql as $$
  select array(select pg_temp.noon() + n * interval '1 hour' from generate_series(-1, 3) as n)
$$;
select pg_temp.become(pg_temp.amal());
select is(
  public.get_report(pg_temp.hours()), jsonb_build_object(
    'matches', '[0, 0, 2, 1]'::jsonb,
    'frames', '[0, 0, 13, 0]'::jsonb,
    'seconds', jsonb_build_array(3600 + 3600, 3600 + 1800 + 3600 + 3000, 1800 + 3600 + 3600, 1800 + 3600),
    'tables', '[{"title": "Overlay 1", "matches": 3, "frames": 13, "seconds": 33600}]'::jsonb,
    'games', '[{"game": "snooker", "matches": 1, "frames": 4, "seconds": 19200},
      {"game": "plain", "matches": 1, "frames": 0, "seconds": 12600},
      {"game": "eight-ball", "matches": 1, "frames": 9, "seconds": 1800}]'::jsonb),
  'matches, frames and seconds by the hour, and by table and game');
select is(
  (select sum(n::int) from jsonb_array_elements_text(
    public.get_report(array[pg_temp.noon() - interval '1 hour', pg_temp.noon() + interval '3 hours']) -> 'seconds') as n),
  33600::bigint, 'one window has the sum of its parts');
select is(
  public.get_report(pg_temp.hours(), game => 'eight-ball') -> 'matches', '[0, 0, 1, 0]', 'of one game');
select is(
  public.get_report(pg_temp.hours(), (select id from public.user_overlays)) #> '{tables,0,matches}', '3', 'of one table');
select is(
  public.get_report(pg_temp.hours(), gen_random_uuid()),
  '{"matches": [0, 0, 0, 0], "frames": [0, 0, 0, 0], "seconds": [0, 0, 0, 0], "tables": [], "games": []}',
  'of an unknown table');

-- A correction counts as corrected.
reset role;
update public.results set by_hand = '{"p1": "A4", "p2": "B4", "s1": 3, "s2": 2}'
where match_id = current_setting('test.corrected')::uuid;
-- A live match belongs to now.
update public.matches set seq = 1, stored_at = now() - interval '1 hour';
delete from public.result_sides where match_id = current_setting('test.corrected')::uuid;
update public.results set match_id = (select match_id from public.public_overlays), over = false, winner = null,
  ended_at = null, started_at = now() - interval '2 hours', last_at = now() - interval '1 hour'
where match_id = current_setting('test.corrected')::uuid;
select pg_temp.become(pg_temp.amal());
select is(
  public.get_report(array[now() - interval '3 hours', now() - interval '30 minutes', now() + interval '1 hour'])
    - 'seconds' - 'tables' - 'games', '{"matches": [0, 1], "frames": [0, 5]}',
  'a live match is in the window of now, with the score as corrected');
select is(
  public.get_report(array[now() - interval '30 minutes', now() + interval '1 hour']) -> 'matches', '[1]',
  'whenever it was last scored');

select throws_ok(
  format('select public.get_report(%L)', instants), '22023', 'instants are 2 to 1,000, in ascending order',
  'refused: ' || what)
from (values
  (null, 'null'), ('{}', 'none'), ('{2026-11-20}', 'one'), ('{2026-11-20,NULL}', 'a null'),
  ('{2026-11-20,2026-11-20}', 'twice the same'), ('{2026-11-21,2026-11-20}', 'backwards'),
  ('{{2026-11-20,2026-11-21},{2026-11-22,2026-11-23}}', 'two dimensions')) as bad (instants, what);
select throws_ok(
  $$select public.get_report(array(select now() + n * interval '1 second' from generate_series(1, 1001) as n))$$,
  '22023', null, 'refused: 1,001');
select lives_ok(
  $$select public.get_report(array(select now() + n * interval '1 second' from generate_series(1, 1000) as n))$$,
  '1,000 are taken');
select lives_ok($$select public.get_report('{-infinity,infinity}')$$, 'all of time is taken');

select pg_temp.become(pg_temp.badr());
select is(
  public.get_report(pg_temp.hours()) - 'seconds' - 'frames',
  '{"matches": [0, 0, 0, 0], "tables": [], "games": []}', 'another owner sees their own venue alone');
select is(
  public.get_report(pg_temp.hours(), (
    select table_id from public.public_overlays where owner_uid = pg_temp.amal())) -> 'matches', '[0, 0, 0, 0]',
  'whatever table they name');
select pg_temp.become();
select throws_ok($$select public.get_report('{2026-11-20,2026-11-21}')$$, '42501', null, 'a stranger is refused');
select throws_ok($$select public.find_players('')$$, '42501', null, 'and finds no players');

reset role;
select * from finish();
rollback;
