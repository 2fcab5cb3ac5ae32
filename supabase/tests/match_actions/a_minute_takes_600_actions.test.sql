-- More than 600 actions a minute are too many for one match, whoever sends them.
begin;
\ir ../scoring.psql
select plan(8);

-- Of the first 500, all are an hour old.
select pg_temp.fill(500);
select is(pg_temp.append(500, pg_temp.actions(1, 200)) ->> 'outcome', 'ok', '200 are taken');
select is(pg_temp.append(700, pg_temp.actions(201, 400)) ->> 'outcome', 'ok', '400');
select is(pg_temp.append(900, pg_temp.actions(401, 599)) ->> 'outcome', 'ok', '599');
select is(
  pg_temp.append(1099, pg_temp.actions(600, 601), pg_temp.board('{"s1": 77}')) - 'server_time' - 'rev' - 'current',
  '{"outcome": "tooMany", "index": null, "entries": [], "more": false, "seq": 1099}', '601 are too many');
select isnt((pg_temp.shown()).s1, 77::float8, 'and their board is not shown');
select is(pg_temp.append(1099, pg_temp.actions(600, 600)) ->> 'outcome', 'ok', '600 are not');
select is(
  pg_temp.append(null, jsonb_build_array(pg_temp.action(9999, 'clock.start'))) ->> 'outcome', 'tooMany',
  'clocks are counted too');
select is(pg_temp.append(0, pg_temp.actions(1, 9)) ->> 'outcome', 'ok', 'what is known is answered all the same');

reset role;
select * from finish();
rollback;
