-- Lists and counts take windows of instants: pages bring each result once while others arrive, and a live match belongs to now.
begin;
\ir ../results.psql
select plan(20);
select pg_temp.add(n, now() - n * interval '1 minute') from generate_series(1, 7) as n;
select pg_temp.add(8, now() - interval '7 minutes', false);
select pg_temp.become(pg_temp.amal());

create function pg_temp.ids(listed jsonb) returns int[] language sql as $$
  select coalesce(array_agg((result ->> 'id')::int), '{}') from jsonb_array_elements(listed -> 'results') as result
$$;
create function pg_temp.list(since interval, until interval, after text default null, most int default 3)
returns jsonb language sql as $$
  select public.list_results(now() - since, now() - until, after => list.after, most => list.most)
$$;
select is(pg_temp.ids(pg_temp.list('1 hour', '0', most => 500)), '{1,2,3,4,5,6,7,8}', 'the latest is first');
select is(pg_temp.ids(pg_temp.list('4 minutes', '2 minutes', most => 500)), '{3,4}',
  'a window begins with its first instant and ends before its last');
select set_config('test.page', pg_temp.list('1 hour', '0')::text, true);
select is(pg_temp.ids(current_setting('test.page')::jsonb), '{1,2,3}', 'a page has as many as were asked for');
select pg_temp.add(9, now() - interval '30 seconds');
select pg_temp.add(10, now() - interval '5 minutes 30 seconds');
select set_config('test.page', pg_temp.list('1 hour', '0', current_setting('test.page')::jsonb ->> 'next')::text, true);
select is(pg_temp.ids(current_setting('test.page')::jsonb), '{4,5,10}', 'the next one continues where it ended');
select set_config('test.page', pg_temp.list('1 hour', '0', current_setting('test.page')::jsonb ->> 'next')::text, true);
select is(pg_temp.ids(current_setting('test.page')::jsonb), '{6,7,8}', 'even among results of the same instant');
select is(current_setting('test.page')::jsonb ->> 'next', null, 'the last says so');
select throws_ok($$select pg_temp.list('1 hour', '0', 'a guess')$$, '22023', null, 'a made-up place is refused');
select throws_ok($$select public.list_results(now(), now())$$, '22023', null, 'so is an empty window');
select is(pg_temp.list('3 hours', '2 hours') #>> '{nearest,after}' is not null, true, 'an empty one names the nearest');

select is(public.count_results(array(select now() - n * interval '2 minutes' from generate_series(4, 0, -1) as n)),
  '{2,3,2,3}', 'each result is counted in its window');
select throws_ok($$select public.count_results(array[now(), now() - interval '1 day'])$$, '22023', null,
  'instants come in order');
select public.set_aside(lpad('1', 22, '0'), true);
select is(public.count_results(array[now() - interval '1 hour', now()]), '{9}', 'what is set aside isn''t counted');
select is(jsonb_path_query_first(pg_temp.list('1 hour', '0'), '$.results[1].set_aside'), 'true', 'but listed');

select pg_temp.become();
reset role;
select pg_temp.add(20, now() - interval '1 day', p1 => 'Chafik', p2 => 'Chafik');
select pg_temp.become(pg_temp.amal());
select is(jsonb_array_length(public.list_results(now() - interval '1 year', now(), player => 'chafik') -> 'results'), 1,
  'a player''s matches are listed once, even against a namesake');
select is(jsonb_array_length(public.list_results(now() - interval '1 year', now(), player => 'amal', versus => 'badr',
  most => 500) -> 'results'), 9, 'so are those of two players');
select is(jsonb_array_length(public.list_results(now() - interval '1 year', now(), state => 'unfinished') -> 'results'), 1,
  'a state restricts');

-- The current match, scored an hour ago, in a window that began half an hour ago.
select pg_temp.append(0, pg_temp.actions(100, 100));
reset role;
select pg_temp.fold('{"over": false, "winner": null, "ended_at": null}');
select pg_temp.become(pg_temp.amal());
select is(jsonb_array_length(public.list_results(now() - interval '30 minutes', now() + interval '1 day') -> 'live'), 1,
  'a live match belongs to now');
select is(jsonb_path_exists(public.list_results(now() - interval '2 hours', now() - interval '30 minutes'),
  '$.results[*] ? (@.state == "live")'), false, 'and to no other time');
reset role;
update public.matches set stored_at = now() - interval '7 hours' where id = pg_temp.match();
select pg_temp.become(pg_temp.amal());
select is(public.get_result((pg_temp.kept()).id) ->> 'state', 'unfinished', 'a silent one is live for six hours');
reset role;
update public.results set can_end = false where match_id = pg_temp.match();
update public.matches set stored_at = now() where id = pg_temp.match();
update public.results set last_at = now() - interval '7 hours' where match_id = pg_temp.match();
select pg_temp.become(pg_temp.amal());
select is(public.get_result((pg_temp.kept()).id) ->> 'state', 'scored',
  'one sent later than that was over by then, and one that no rules end is never unfinished');

select * from finish();
rollback;
