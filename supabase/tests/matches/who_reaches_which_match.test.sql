-- Who reads a match that was left, adds to it and resumes it, by how long ago it was left.
begin;
\ir ../machines.psql
select plan(46);

-- Five matches, one after the other; the last is the current one.
select pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board());
select pg_temp.begin_match(501), pg_temp.begin_match(502, pg_temp.id(501)), pg_temp.begin_match(503, pg_temp.id(502)),
  pg_temp.begin_match(504, pg_temp.id(503));
select set_config('test.scorer', public.add_scorer_link(pg_temp.table_id(), 'Bar') ->> 'secret', true);
select pg_temp.let_in(name, name, case name when 'remote' then pg_temp.table_id() end)
from unnest(array['admin', 'service', 'remote']) as name;
select set_config('test.other', public.add_table('Two')::text, true);
select pg_temp.let_in('elsewhere', 'remote', current_setting('test.other')::uuid);
reset role;
update public.matches as played set left_at = now() - aged.age
from (values
  (pg_temp.match(), interval '40 days'), (pg_temp.id(501), '37 hours'), (pg_temp.id(502), '35 hours'),
  (pg_temp.id(503), '23 hours')
) as aged (id, age)
where played.id = aged.id;
-- Everybody came long ago, but for some who came ten hours ago.
create function pg_temp.came(age interval) returns void language sql security definer as $$
  update public.scorer_links set created_at = now() - age;
  update public.devices set created_at = now() - age
$$;

create function pg_temp.act_as(who text) returns void language sql as $$
  select pg_temp.bring();
  select pg_temp.become(case who when 'owner' then pg_temp.amal() end);
  select pg_temp.bring(case when who in ('admin', 'service', 'remote', 'elsewhere') then pg_temp.secret_of(who) end);
  select set_config('test.link', coalesce(current_setting('test.' || who, true), ''), true)
$$;
create function pg_temp.link() returns text language sql as $$ select nullif(current_setting('test.link'), '') $$;
-- Whether a call is allowed; its effects are rolled back.
create function pg_temp.may(call text) returns boolean language plpgsql as $$
begin
  execute 'select ' || call;
  raise exception using errcode = 'RT000';
exception
  when sqlstate 'RT000' then return true;
  when insufficient_privilege then return false;
end
$$;
-- A caller's access, from the oldest match to the current one: r reads, w also adds to it.
create function pg_temp.reach(who text) returns text language sql as $$
  select pg_temp.act_as(who);
  select string_agg(case
    when pg_temp.may(format('public.append_actions(%L, 99, ''[]'', null, pg_temp.link())', id))
      and pg_temp.may(format('public.append_actions(%L, null, %L, null, pg_temp.link())', id,
        jsonb_build_array(pg_temp.action(77, 'clock.start')))) then 'w'
    when pg_temp.may(format('public.get_log(%L, 0, pg_temp.link())', id))
      and pg_temp.may(format($f$public.begin_match(pg_temp.table_id(), pg_temp.match(), %L, 'plain', 1, '{}',
        pg_temp.board(), 0, pg_temp.link())$f$, id)) then 'r'
    when pg_temp.may(format('public.get_log(%L, 0, pg_temp.link())', id)) then 'get_log alone'
    else '-'
  end, '' order by place)
  from unnest(array[pg_temp.match(), pg_temp.id(501), pg_temp.id(502), pg_temp.id(503), pg_temp.id(504)])
    with ordinality as played (id, place)
$$;

select pg_temp.came('50 days');
select is(pg_temp.reach(who), reach, who || ' reaches as far as its role does')
from (values
  ('owner', 'wwwww'), ('admin', 'wwwww'), ('service', '--rww'), ('remote', '--rww'), ('scorer', '--rww'),
  ('machine', '--rww'), ('button', '-----'), ('elsewhere', '-----')
) as expected (who, reach);
reset role;
select pg_temp.came('10 hours');
select is(pg_temp.reach(who), reach, who || ' that came after the match was left reaches as far as its role does')
from (values
  ('owner', 'wwwww'), ('admin', 'wwwww'), ('service', '--rww'), ('remote', '----w'), ('scorer', '----w'),
  ('machine', '----w'), ('button', '-----'), ('elsewhere', '-----')
) as expected (who, reach);

-- A caller doesn't learn the ids of matches beyond their reach.
select pg_temp.act_as(who), is(
  public.get_log(pg_temp.id(502), 0, pg_temp.link()) #>> '{match,previous}',
  case when who in ('owner', 'admin') then pg_temp.id(501)::text end, who || ' is told of earlier matches it reaches')
from unnest(array['owner', 'admin', 'service']) as who;

-- A resumed match is added to, so a caller that can't add to it can't resume it.
create function pg_temp.resumes(who text, n int, current int) returns boolean language sql as $$
  select pg_temp.act_as(who);
  select pg_temp.may(format('public.resume_match(pg_temp.table_id(), %L, %L, pg_temp.link())', pg_temp.id(current), pg_temp.id(n)))
$$;
reset role;
select pg_temp.came('50 days');
select is(pg_temp.resumes(who, 503, 504), who not in ('button', 'elsewhere'), who || ' resumes a match of last night or not')
from unnest(array['owner', 'admin', 'service', 'remote', 'scorer', 'machine', 'button', 'elsewhere']) as who;
reset role;
update public.matches set left_at = now() - interval '25 hours' where id = pg_temp.id(503);
select is(pg_temp.resumes(who, 503, 504), who in ('owner', 'admin'), who || ' resumes an older match or not')
from unnest(array['owner', 'admin', 'service', 'remote', 'scorer', 'machine', 'button', 'elsewhere']) as who;

-- The services pass on what machines and buttons may do, and no further.
select pg_temp.become_service(), pg_temp.bring();
select throws_ok(
  format($$select public.move_by_machine(pg_temp.machine(), 'r', repeat('0', 64), %L, 0, '[]', null, '{}')$$, id),
  '42501', null, 'a machine adds nothing to ' || id)
from unnest(array[pg_temp.match(), pg_temp.id(501), pg_temp.id(503)]) as id;
select throws_ok(
  format($$select public.press_button(pg_temp.button(), %L, 0, '[]', null)$$, id), '42501', null,
  'a button adds nothing to ' || id)
from unnest(array[pg_temp.match(), pg_temp.id(501), pg_temp.id(503)]) as id;
reset role;
select set_config('test.elsewhere_match', match_id::text, true) from public.public_overlays
where table_id = current_setting('test.other')::uuid;
select pg_temp.become_service();
select throws_ok(call, '42501', null, 'not to a match of another table: ' || call)
from unnest(array[
  $$select public.move_by_machine(pg_temp.machine(), 'r', repeat('0', 64), current_setting('test.elsewhere_match')::uuid, 0, '[]', null, '{}')$$,
  $$select public.press_button(pg_temp.button(), current_setting('test.elsewhere_match')::uuid, 0, '[]', null)$$
]) as call;

-- The clock is set back: a match dated in the future was left before that.
reset role;
update public.matches set left_at = now() + interval '1 day' where id = pg_temp.id(503);
select is(pg_temp.reach(who), reach, who || ' reaches a match that was left before the clock was set back or not')
from (values ('service', '--rww'), ('remote', '--r-w')) as expected (who, reach);
reset role;
select pg_temp.came('-12 hours');
select is(pg_temp.reach('remote'), '--rww', 'an earlier remote reaches it as well');

reset role;
select * from finish();
rollback;
