-- Entries can be moved to the same place any number of times, and a restored entry gets its old place.
begin;
\ir ../waiting.psql
select plan(6);

select pg_temp.add(n, 'Party ' || n) from generate_series(1, 5) as n;
select pg_temp.op(5, 'place', jsonb_build_object('next', pg_temp.id(2)));
select is(pg_temp.listed(), '1 waiting, 5 waiting, 2 waiting, 3 waiting, 4 waiting', 'one is moved to the second place');
select results_eq(
  $$select distinct pg_temp.said(pg_temp.op(2 + n % 2, 'place', jsonb_build_object('next', pg_temp.id(4))))
    from generate_series(2, 130) as n$$,
  array['done'], 'others are moved before the last one 129 times');
select is(pg_temp.listed(), '1 waiting, 5 waiting, 3 waiting, 2 waiting, 4 waiting', 'in order');
select pg_temp.op(5, 'undo');
select is(pg_temp.listed(), '1 waiting, 3 waiting, 2 waiting, 4 waiting, 5 waiting', 'the entry that was moved first is restored');

select pg_temp.add(6, 'Party 6');
-- Of what many ops left behind, only what an undo may bring back is spread.
reset role;
insert into public.waiting_ops (venue_id, id, entry, kind, outcome, at, was)
select venue_id, pg_temp.id(1000 + n), id, 'place', 'done', now(), jsonb_build_object('place', held.place)
from public.waiting as held, generate_series(1, 20) as n where held.id = pg_temp.id(2);
update public.waiting
  set state = 'left', place = 1234.5, ended_at = now() - interval '11 minutes', changed_at = now() - interval '11 minutes'
  where id = pg_temp.id(6);
select set_config('test.place', (select place from public.waiting where id = pg_temp.id(2))::text, true);
select private.spread_places((select venue_id from public.waiting where id = pg_temp.id(2)));
select isnt(
  (select place::text from public.waiting where id = pg_temp.id(2)), current_setting('test.place'), 'places are spread');
select results_eq(
  $$select distinct was ->> 'place' from public.waiting_ops where id in (select pg_temp.id(1000 + n) from generate_series(1, 20) as n)
    union all select place::text from public.waiting where id = pg_temp.id(6)$$,
  $$values (current_setting('test.place')), ('1234.5')$$, 'but not those of ops and parties that stay as they were');

select * from finish();
rollback;
