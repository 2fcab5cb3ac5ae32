-- The tables refuse these values from any caller.
begin;
\ir ../helpers.psql
select plan(18);

select throws_ok(
  $$update public.public_overlays set s1 = 'NaN'$$, '23514', null, 's1 is a number');
select throws_ok(
  $$update public.public_overlays set s1 = 'Infinity'$$, '23514', null, 's1 is finite');
select throws_ok(
  $$update public.public_overlays set s2 = '-Infinity'$$, '23514', null, 's2 is finite');
select throws_ok(
  $$update public.public_overlays set s2 = 10000$$, '23514', null, 's2 has a limit');
select throws_ok(
  $$update public.public_overlays set race_to = 'NaN'$$, '23514', null, 'race_to is a number');
select throws_ok(
  $$update public.public_overlays set race_to = -1$$, '23514', null, 'race_to is not negative');
select throws_ok(
  $$update public.public_overlays set p1 = repeat('é', 61)$$, '23514', null, 'a name has 60 characters at most');
select throws_ok(
  $$update public.public_overlays set p2 = repeat('ن', 61)$$, '23514', null,
  'an Arabic name has 60 characters at most');
select throws_ok(
  $$update public.public_overlays set theme = 'pink'$$, '23514', null, 'a theme is dark or light');
select throws_ok(
  $$update public.public_overlays set s1 = 'ten'$$, '22P02', null, 'a score is not text');
select throws_ok(
  $$update public.public_overlays set p1 = null$$, '23502', null, 'a name is never null');
select throws_ok(
  $$update public.public_overlays set s1 = null$$, '23502', null, 'a score is never null');
select throws_ok(
  $$update public.user_overlays set title = repeat('x', 61)$$, '23514', null, 'a title has 60 characters at most');
select lives_ok(
  $$update public.public_overlays
    set p1 = repeat('🎱', 60), s1 = -9999, s2 = 9999, race_to = 9999, theme = 'light'$$,
  'values at the limits are accepted');

reset role;
select throws_ok(
  $$update public.public_overlays set clock_running = true where url_token = pg_temp.token()$$,
  '23514', null, 'a running clock has a start');
select throws_ok(
  $$update public.public_overlays set clock_started_at = now() where url_token = pg_temp.token()$$,
  '23514', null, 'a stopped clock has no start');
select throws_ok(
  $$update public.public_overlays set clock_accum = 'NaN' where url_token = pg_temp.token()$$,
  '23514', null, 'the clock''s seconds are a number');
select throws_ok(
  $$update public.public_overlays set clock_accum = -1 where url_token = pg_temp.token()$$,
  '23514', null, 'the clock''s seconds are not negative');

reset role;
select * from finish();
rollback;
