-- However often somebody is moved to the same place, there is one, and who comes back finds the old one.
begin;
\ir ../waiting.psql
select plan(4);

select pg_temp.add(n, 'Party ' || n) from generate_series(1, 5) as n;
select pg_temp.op(5, 'place', jsonb_build_object('next', pg_temp.id(2)));
select is(pg_temp.listed(), '1 waiting, 5 waiting, 2 waiting, 3 waiting, 4 waiting', 'one is moved to the second place');
select results_eq(
  $$select distinct pg_temp.said(pg_temp.op(2 + n % 2, 'place', jsonb_build_object('next', pg_temp.id(4))))
    from generate_series(2, 130) as n$$,
  array['done'], 'others are moved before the last one 129 times');
select is(pg_temp.listed(), '1 waiting, 5 waiting, 3 waiting, 2 waiting, 4 waiting', 'in order');
select pg_temp.op(5, 'undo');
select is(pg_temp.listed(), '1 waiting, 3 waiting, 2 waiting, 4 waiting, 5 waiting', 'who was moved first is brought back');

select * from finish();
rollback;
