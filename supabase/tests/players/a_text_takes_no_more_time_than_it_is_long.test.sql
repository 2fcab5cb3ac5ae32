-- Any text may be sent as a name or in a log: comparing names takes a time that fits the text's length.
begin;
\ir ../players.psql
select plan(17);

create function pg_temp.took(statement text) returns interval language plpgsql as $$
declare
  began constant timestamptz := clock_timestamp();
begin
  begin
    execute statement;
  exception
    when check_violation then null;
  end;
  return clock_timestamp() - began;
end;
$$;
-- Accents in the order that takes the longest to sort.
create function pg_temp.accents(pairs int) returns text language sql as $$ select repeat(U&'\0301\0323', pairs) $$;
-- How long a log of 500 such entries is searched for a player: the least of three times, as the machine may be busy.
create function pg_temp.searched(body jsonb) returns interval language sql as $$
  select min(pg_temp.took(format(
    $q$select private.names_player(%L::jsonb || jsonb_build_object('n', n), '{"zineb"}') from generate_series(1, 500) as n$q$,
    body
  )))
  from generate_series(1, 3)
$$;

select pg_temp.become(pg_temp.amal());
select ok(pg_temp.took(format(asked, pg_temp.accents(20000))) < interval '1 second', asked || ' with 40,000 accents takes no second')
from (values
  ('select public.name_player(%L)'), ('select public.save_player(%L)'), ('select public.merge_players(%L, ''zineb'')'),
  ('select public.part_player(%L)'), ('select public.erase_player(%L)')
) as given (asked);
reset role;
select is(
  private.name_key('Zoe' || pg_temp.accents(28)), normalize('zoe' || pg_temp.accents(28), nfc),
  'a name of 59 letters is compared whole');
select ok(
  pg_temp.searched(jsonb_build_object('x', pg_temp.accents(500))) < interval '1 second', 'a log of accents is searched at once');
select ok(
  pg_temp.searched(jsonb_build_object('x', repeat('é ', 490))) < 2 * pg_temp.searched(jsonb_build_object('x', repeat('éa', 490))),
  'so is one of short words');
select ok(
  pg_temp.searched(body || '{"y": "\\"}') < 2 * pg_temp.searched(body || '{"y": "/"}'),
  'one of many texts as well, whatever JSON escapes in it')
from (select jsonb_build_object('x', array_fill('a'::text, array[230])) as body) as given;

select ok(
  private.names_player(jsonb_build_object('p1', jsonb_build_array('', name)), array[private.name_key(name)]),
  to_json(name) || ' is found')
from (values
  ('Ka"rima'), ('Ka\rima'), ('Ka\\nrima'), (E'Ka\nri\u0001ma'), ('\"'), ('Ka\u0041'), (U&'\202BZoe\0301\200F')
) as given (name);
select ok(not private.names_player('{"x": "Ka\\nrima"}', '{karima}'), 'a backslash is no other letter');

select * from finish();
rollback;
