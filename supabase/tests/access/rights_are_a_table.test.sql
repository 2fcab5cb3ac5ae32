-- Callers can do exactly what private.rights says.
begin;
\ir ../pictures.psql
select plan(28);
reset role;

select is_empty(
  $$select proname from pg_proc where pronamespace = 'public'::regnamespace
    and proname not in (select act from private.rights)$$,
  'every API function has a row in private.rights');
select is_empty(
  $$select act from private.rights where act not in (
      select proname from pg_proc where pronamespace = 'public'::regnamespace)$$,
  'every row in private.rights names an API function');
select is_empty(
  $$select act from private.rights join pg_proc on proname = act and pronamespace = 'public'::regnamespace
    where place <> 'service' and prosrc !~ (
      '^\s*((declare|begin)\s+(caller constant private\.actor := |perform |return \(private\.make_table\()?'
      || 'private\.authorize|select private\.move_clock)\(\s*''' || act || '''')
      and prosrc !~ ('\sbegin\s+perform private\.authorize\(''' || act || '''\)')$$,
  'every API function passes the gate first');
select is_empty(
  $$select act, role from private.rights, unnest(array['anon', 'authenticated']) as role
    join pg_proc on pronamespace = 'public'::regnamespace where proname = act
      and has_function_privilege(role, pg_proc.oid, 'execute') <>
        (who && '{admin,service,remote,scorer,television,device,anyone}' or role = 'authenticated' and 'owner' = any (who))$$,
  'execute grants match private.rights');

-- One call of each function, at Amal's table. Only scorers send their link.
select pg_temp.become(pg_temp.amal());
select set_config('test.scorer_link', link ->> 'secret', true), set_config('test.link_id', link ->> 'id', true)
from public.add_scorer_link(pg_temp.table_id(), 'Bar') as link;
select set_config('test.machine', public.add_scorer_link(pg_temp.table_id(), 'Remote', is_machine => true) ->> 'secret', true);
select set_config('test.button', public.add_scorer_link(
  pg_temp.table_id(), 'Deck', move => '{"move": "undo", "fields": {}}') ->> 'secret', true);
select set_config('test.key_id', public.add_upload_key('Door') ->> 'id', true);
select set_config('test.code', public.begin_pairing(repeat('t', 32)) ->> 'code', true);
select set_config('test.television', public.pair_television(current_setting('test.code'), 'TV') ->> 'id', true);
select set_config('test.' || name, pg_temp.let_in(name, role, case role when 'remote' then pg_temp.table_id() end)::text, true)
from (values ('anis', 'admin'), ('sami', 'service'), ('rim', 'remote'), ('zaki', 'service')) as named (name, role);
select pg_temp.bring(pg_temp.secret_of('sami'));
select set_config('test.player', public.name_player('Known')::text, true);
select set_config('test.sami_link', public.add_scorer_link(pg_temp.table_id(), 'Tonight', now() + interval '12 hours') ->> 'id', true);
select pg_temp.bring();
reset role;
select set_config('test.match', match_id::text, true), set_config('test.venue', (select id from public.venues)::text, true)
from public.public_overlays;
insert into public.venue_pictures (id, venue_id, kind) select pg_temp.picture(1), id, 'logo' from public.venues;
insert into public.results (match_id, id, venue_id, table_title, game, rules, p1, p2, s1, s2, race_to, over, started_at,
  last_at, detail)
select gen_random_uuid(), repeat('r', 22), id, 'Table 1', 'plain', 1, 'A', 'B', 0, 0, 0, false, now(), now(), '{}'
from public.venues;
insert into public.tournaments (id, venue_id, created_at) select current_setting('test.match')::uuid, id, now() from public.venues;
create function pg_temp.link() returns text language sql as $$ select nullif(current_setting('test.link', true), '') $$;
create function pg_temp.match() returns uuid language sql as $$ select current_setting('test.match')::uuid $$;
create function pg_temp.television() returns uuid language sql as $$ select current_setting('test.television')::uuid $$;
create temporary table tried on commit drop as
select calls.act, place, who, call from (values
  ('get_overlay', 'pg_temp.token()'),
  ('ask_television', 'repeat(''t'', 32)'),
  ('ask_device', 'repeat(''t'', 32)'),
  ('begin_pairing', 'repeat(''t'', 32)'),
  ('append_actions', 'pg_temp.match(), 0, ''[]'', null, pg_temp.link()'),
  ('begin_match', $$pg_temp.table_id(), pg_temp.match(), gen_random_uuid(), 'plain', 1, '{}',
    '{"p1": "A", "p2": "B", "s1": 0, "s2": 0, "race_to": 0, "rules": 1}', 0, pg_temp.link()$$),
  ('resume_match', 'pg_temp.table_id(), pg_temp.match(), pg_temp.match(), pg_temp.link()'),
  ('get_log', 'pg_temp.match(), 0, pg_temp.link()'),
  ('open_link', 'pg_temp.link()'),
  ('open_machine', 'pg_temp.link()'),
  ('move_by_machine', $$pg_temp.link(), 'x', repeat('0', 64), pg_temp.match(), 0, '[]', null, '{}'$$),
  ('begin_by_machine', $$pg_temp.link(), 'x', repeat('0', 64), pg_temp.match(), gen_random_uuid(), 'plain', 1, '{}',
    '{"p1": "A", "p2": "B", "s1": 0, "s2": 0, "race_to": 0, "rules": 1}', '{}'$$),
  ('open_button', 'pg_temp.link()'),
  ('press_button', 'pg_temp.link(), pg_temp.match(), 0, ''[]'', null'),
  ('start_clock', 'pg_temp.token()'),
  ('stop_clock', 'pg_temp.token()'),
  ('reset_clock', 'pg_temp.token()'),
  ('update_table', 'pg_temp.table_id(), ''mine'''),
  ('replace_overlay_link', 'pg_temp.table_id()'),
  ('list_scorer_links', 'pg_temp.table_id()'),
  ('add_scorer_link', 'pg_temp.table_id(), ''mine'', now() + interval ''1 hour'''),
  ('revoke_scorer_link', 'current_setting(''test.sami_link'')::uuid'),
  ('ensure_overlay', ''),
  ('list_tables', ''),
  ('add_table', '''mine'''),
  ('order_tables', 'array[pg_temp.table_id()]'),
  ('get_venue', ''),
  ('update_venue', 'false'),
  ('add_upload_key', '''mine'''),
  ('revoke_upload_key', 'current_setting(''test.key_id'')::uuid'),
  ('get_branding', ''),
  ('save_player', '''mine'''),
  ('name_player', '''Named'''),
  ('hide_player', 'current_setting(''test.player'')::uuid, true'),
  ('remove_player', 'gen_random_uuid()'),
  ('save_sponsor', '''mine'', pg_temp.picture(1)'),
  ('order_sponsors', '''{}'''),
  ('remove_sponsor', 'gen_random_uuid()'),
  ('begin_picture', '''logo'''),
  ('find_code', '''CCCCCC'''),
  ('pair_television', '''CCCCCC'', ''mine'', pg_temp.table_id()'),
  ('list_televisions', ''),
  ('update_television', 'pg_temp.television(), ''mine'''),
  ('unpair_television', 'pg_temp.television()'),
  ('let_in_device', '''CCCCCC'', ''mine'', ''service'''),
  ('list_devices', ''),
  ('update_device', 'current_setting(''test.zaki'')::uuid, ''mine'', ''service'''),
  ('revoke_devices', 'array[current_setting(''test.zaki'')::uuid]'),
  ('list_results', 'now() - interval ''1 day'', now()'),
  ('count_results', 'array[now() - interval ''1 day'', now()]'),
  ('get_result', 'repeat(''r'', 22)'),
  ('set_aside', 'repeat(''r'', 22), true'),
  ('correct_result', 'repeat(''r'', 22), null'),
  ('delete_result', 'repeat(''r'', 22)'),
  ('list_due', '''{"plain": 1}'''),
  ('find_players', '''a'''),
  ('get_player', '''a'''),
  ('merge_players', '''amal'', ''badr'''),
  ('part_player', '''amal'''),
  ('get_report', 'array[now() - interval ''1 day'', now()]'),
  ('list_waiting', ''),
  ('change_waiting', '''{}'''),
  ('list_tournaments', ''),
  ('get_tournament', 'pg_temp.match()'),
  ('run_tournament', '''{}'''),
  ('change_tournament', '''{}'''),
  ('list_other_names', '''amal'''),
  ('erase_player', '''amal'''),
  ('export_page', ''),
  ('import_lines', '''amal@example.test'', ''[]'', true'),
  ('get_due', 'pg_temp.match()'),
  ('store_result', 'pg_temp.match(), 0, null, null'),
  ('purge_logs', 'current_setting(''test.venue'')::uuid'),
  ('show_result', 'repeat(''r'', 22)'),
  ('show_tournament', 'gen_random_uuid()::text'),
  ('show_table', 'pg_temp.address()'),
  ('take_due', 'pg_temp.address(), ''{"plain": 1}'''),
  ('latest_snapshot', 'pg_temp.address()'),
  ('find_snapshot', 'pg_temp.picture(1)'),
  ('snapshot_history', 'pg_temp.address()'),
  ('begin_upload', 'pg_temp.address(), pg_temp.key()'),
  ('record_snapshot', 'pg_temp.address(), ''x'', pg_temp.picture(2), ''image/png'', repeat(''00'', 16), now()'),
  ('fail_upload', 'pg_temp.address(), pg_temp.key(), ''late'''),
  ('expire_snapshots', '10'),
  ('confirm_removed', '''{}'''),
  ('begin_mark', '''x'''),
  ('record_mark', 'pg_temp.picture(2)'),
  ('find_mark', 'pg_temp.picture(1)')
) as calls (act, call) join private.rights on rights.act = calls.act;
grant select on tried to anon, authenticated, service_role;
select is_empty(
  'select act from private.rights where act not in (select act from tried)', 'this test calls every function');

-- A call's outcome; its effects are rolled back.
create function pg_temp.outcome(act text, call text) returns text language plpgsql as $$
begin
  execute format('select public.%I(%s)', act, call);
  raise exception using errcode = 'RT000';
exception
  when sqlstate 'RT000' then return 'done';
  when insufficient_privilege then return 'refused';
  when others then return sqlerrm;
end
$$;
-- The calls whose outcome differs from private.rights, for callers allowed in one place or in all.
create function pg_temp.wrong(may text[], only_place text default null) returns table (act text, became text)
language sql as $$
  select tried.act, became from tried, pg_temp.outcome(tried.act, tried.call) as became
  where (only_place is null or place = only_place)
    and became <> case when who && may then 'done' else 'refused' end
$$;

select pg_temp.become(pg_temp.amal());
select is_empty($$select * from pg_temp.wrong('{owner,television,device,anyone}')$$,
  'the owner can do exactly what private.rights says');
select pg_temp.become(pg_temp.badr());
select is_empty($$select * from pg_temp.wrong('{}', 'table')$$, 'another owner can do nothing at this table');
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}', 'anywhere')$$,
  'with its overlay link, another owner can do what anyone can');
select pg_temp.become();
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$,
  'a signed-out caller can do what anyone, televisions and devices can');
select set_config('test.link', current_setting('test.scorer_link'), true);
select is_empty($$select * from pg_temp.wrong('{scorer,television,device,anyone}')$$,
  'a scorer can do exactly what private.rights says');
select set_config('test.link', current_setting('test.machine'), true);
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}', 'venue')$$,
  'a machine key gives no rights at the venue');
select is_empty($$select * from tried, pg_temp.outcome(act, call) as became
    where place = 'table' and became <> case when who && '{scorer}' then 'done' else 'refused' end$$,
  'a machine key can itself do what a scorer can');
select set_config('test.link', current_setting('test.button'), true);
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$, 'a button can itself do nothing');
select set_config('test.link', 'a guess', true);
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$, 'a made-up link gives no rights');
select pg_temp.become(pg_temp.amal());
select public.revoke_scorer_link(current_setting('test.link_id')::uuid);
select pg_temp.become();
select set_config('test.link', current_setting('test.scorer_link'), true);
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$, 'a revoked link gives no rights');
select set_config('test.link', '', true);
select pg_temp.bring(pg_temp.secret_of(name)), is_empty(
  format($$select * from pg_temp.wrong('{%s,television,device,anyone}')$$, role),
  'a device can do exactly what private.rights lists for its role: ' || role)
from (values ('anis', 'admin'), ('sami', 'service'), ('rim', 'remote')) as named (name, role);
select pg_temp.bring('a guess');
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$, 'a made-up secret gives no rights');
select pg_temp.bring();
select pg_temp.become(pg_temp.badr());
select pg_temp.let_in('other', 'admin');
select pg_temp.become();
select pg_temp.bring(pg_temp.secret_of('other'));
select is_empty($$select * from pg_temp.wrong('{}', 'table')$$, 'another venue''s Admin can do nothing at this table');
select pg_temp.bring();
select pg_temp.become(pg_temp.amal());
select public.revoke_devices(array[current_setting('test.sami')::uuid]);
select pg_temp.become();
select pg_temp.bring(pg_temp.secret_of('sami'));
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$, 'a removed device has no rights');
select pg_temp.become(pg_temp.amal());
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$,
  'with a device''s secret, only it counts: not the session');
select pg_temp.become();
select set_config('test.link', current_setting('test.machine'), true);
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$,
  'with a device''s secret, only it counts: not a link');
select set_config('test.link', '', true);
select pg_temp.bring();
select set_config('role', 'authenticated', true);
select is_empty($$select * from pg_temp.wrong('{television,device,anyone}')$$,
  'a signed-in caller without an account has no owner''s rights');
select pg_temp.become_service();
select is_empty($$select * from pg_temp.wrong('{service_role}')$$,
  'the services can do exactly what private.rights says');
select set_config('test.link', current_setting('test.' || kind), true), is_empty(
  format($$select * from tried, pg_temp.outcome(act, call) as became
    where place = 'table' and who <@ '{machine,button}'
      and became <> case when %L = any (who) then 'done' else 'refused' end$$, kind),
  'the score service passes on what a ' || kind || ' may do')
from unnest(array['machine', 'button']) as kind;

-- Make sure the test can fail.
reset role;
insert into private.rights values ('find_nothing', 'anywhere', '{anyone}');
create function public.find_nothing() returns int language sql as $$ select 1 $$;
select private.grant_rights();
select set_eq(
  $$select proname::text from pg_proc join private.rights on act = proname where pronamespace = 'public'::regnamespace
    and prosrc !~ 'private\.(authorize|move_clock)\(' and place <> 'service'$$,
  array['find_nothing'], 'a function without the gate is found');

select * from finish();
rollback;
