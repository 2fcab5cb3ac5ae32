-- A constraint's refusal doesn't contain the refused row, which Postgres puts in the detail.
begin;
\ir ../pictures.psql
select plan(5);

-- Amal's table, with one of everything.
select pg_temp.become(pg_temp.amal());
select set_config('test.link', made ->> 'secret', true), set_config('test.link_id', made ->> 'id', true)
from public.add_scorer_link(pg_temp.table_id(), 'Bar') as made;
select set_config('test.key_id', public.add_upload_key('Door') ->> 'id', true);
select set_config('test.television_id', public.pair_television(
  public.begin_pairing(repeat('t', 32)) ->> 'code', 'TV') ->> 'id', true);
select set_config('test.device_id', pg_temp.let_in('sami', 'service')::text, true);
select set_config('test.player_id', public.name_player('Known')::text, true);
select public.append_actions(current_setting('test.match')::uuid, 0, jsonb_build_array(jsonb_build_object(
  'id', gen_random_uuid(), 'kind', 'set', 'body', '{}'::jsonb, 'ago', 0))) from (select set_config('test.match',
  (select match_id::text from public.public_overlays), true)) as made;
select set_config('test.television_code', public.begin_pairing(repeat('u', 32)) ->> 'code', true),
  set_config('test.device_code', public.begin_pairing(repeat('v', 32), 'device') ->> 'code', true);
reset role;
insert into public.venue_pictures (id, venue_id, kind) select pg_temp.picture(1), id, 'logo' from public.venues;
insert into public.results (match_id, id, venue_id, table_title, game, rules, p1, p2, s1, s2, race_to, over, started_at,
  last_at, detail)
select gen_random_uuid(), repeat('r', 22), id, 'Table 1', 'plain', 1, 'A', 'B', 0, 0, 0, false, now(), now(), '{}'
from public.venues where owner_uid = pg_temp.amal();
select pg_temp.become(pg_temp.amal());
select set_config('test.sponsor_id', public.save_sponsor('Known', pg_temp.picture(1))::text, true);
reset role;

-- Good values for arguments without a default, by function or for all.
create temporary table good on commit drop as
select * from (values
  (null, 'key', 'pg_temp.token()'), (null, 'secret', 'repeat(''w'', 32)'), (null, 'match', 'current_setting(''test.match'')::uuid'),
  (null, 'expected', 'current_setting(''test.match'')::uuid'), (null, 'table_id', 'pg_temp.table_id()'),
  (null, 'link', 'current_setting(''test.link'')'), (null, 'token', 'pg_temp.token()'), (null, 'after_seq', '1'),
  (null, 'actions', '''[]'''), (null, 'board', $$'{"p1": "A", "p2": "B", "s1": 0, "s2": 0, "race_to": 0, "rules": 1}'$$),
  ('begin_match', 'match', 'gen_random_uuid()'), (null, 'game', '''plain'''), (null, 'rules', '1'), (null, 'start', '''{}'''),
  (null, 'ago', '0'), (null, 'title', '''T'''), (null, 'label', '''L'''), (null, 'ids', '''{}'''), (null, 'name', '''N'''),
  (null, 'hidden', 'true'), (null, 'kind', '''logo'''), (null, 'role', '''service'''), (null, 'picture', 'pg_temp.picture(1)'),
  ('find_code', 'code', 'current_setting(''test.television_code'')'),
  ('pair_television', 'code', 'current_setting(''test.television_code'')'),
  ('let_in_device', 'code', 'current_setting(''test.device_code'')'),
  ('update_table', 'id', 'pg_temp.table_id()'), ('replace_overlay_link', 'id', 'pg_temp.table_id()'),
  ('revoke_scorer_link', 'id', 'current_setting(''test.link_id'')::uuid'),
  ('revoke_upload_key', 'id', 'current_setting(''test.key_id'')::uuid'),
  ('hide_player', 'id', 'current_setting(''test.player_id'')::uuid'),
  ('remove_player', 'id', 'current_setting(''test.player_id'')::uuid'),
  ('remove_sponsor', 'id', 'current_setting(''test.sponsor_id'')::uuid'),
  ('update_television', 'id', 'current_setting(''test.television_id'')::uuid'),
  ('unpair_television', 'id', 'current_setting(''test.television_id'')::uuid'),
  ('update_device', 'id', 'current_setting(''test.device_id'')::uuid'),
  (null, 'id', 'repeat(''r'', 22)'), (null, 'aside', 'true'),
  (null, 'correction', $$'{"p1": "A", "p2": "B", "s1": 0, "s2": 0}'$$), (null, 'search', '''a'''), ('list_due', 'rules', '''{}'''),
  (null, 'from_at', 'now() - interval ''1 day'''), (null, 'to_at', 'now()'),
  (null, 'instants', 'array[now() - interval ''1 day'', now()]'), ('get_player', 'key', '''a'''), ('list_other_names', 'key', '''a'''),
  ('erase_player', 'key', '''a'''),
  (null, 'op', $$jsonb_build_object('id', gen_random_uuid(), 'entry', gen_random_uuid(), 'kind', 'add', 'name', 'A', 'size', 2,
    'wants', 'any')$$)
) as listed (act, arg, value);
-- Values that some constraint, or the shape, refuses.
create temporary table odd on commit drop as
select * from (values
  ('text'::regtype, 'null'), ('text', ''''''), ('text', ''' '''), ('text', 'repeat(''x'', 61)'), ('text', 'repeat(''x'', 5000)'),
  ('text', 'repeat(''é'', 60)'), ('text', '''remote'''), ('text', '''button'''), ('text', '''ma'''), ('text', '''a b'''),
  ('integer', 'null'), ('integer', '-1'), ('integer', '0'), ('integer', '13'), ('integer', '2147483647'),
  ('bigint', '-1'), ('boolean', 'null'), ('uuid', 'null'), ('uuid', 'gen_random_uuid()'), ('uuid[]', 'null'),
  ('uuid[]', 'array[null]::uuid[]'), ('uuid[]', 'array[gen_random_uuid()]'),
  ('timestamptz', 'null'), ('timestamptz', '''infinity'''), ('timestamptz', '''-infinity'''), ('timestamptz', '''20000-01-01Z'''),
  ('timestamptz[]', 'null'), ('float8', 'null'), ('float8', '''NaN'''), ('float8', '''infinity'''), ('float8', '-1'),
  ('float8', '1e300'), ('jsonb', 'null'), ('jsonb', '''null'''), ('jsonb', '''{}'''), ('jsonb', '''[]'''), ('jsonb', '''1'''),
  ('jsonb', '''"x"'''), ('jsonb', $$'{"move": "undo", "fields": {}}'$$), ('jsonb', $$'{"move": 1, "fields": {}}'$$),
  ('jsonb', $$jsonb_build_object('move', repeat('x', 1100), 'fields', '{}'::jsonb)$$),
  ('jsonb', $$'{"turns": ["waiting"], "seconds": 7}'$$)
) as listed (type, value);

-- Each call with one value that is odd, in the owner's hands: a function's other arguments are good or left out.
create temporary table calls on commit drop as
with api as (
  select allowed.act, called.oid, named.arg, named.type, named.number <= called.pronargs - called.pronargdefaults as is_needed
  from private.rights as allowed
  join pg_proc as called on called.proname = allowed.act and called.pronamespace = 'public'::regnamespace
  left join lateral unnest(called.proargnames, called.proargtypes::oid[]) with ordinality as named (arg, type, number) on true
  where not allowed.who <@ '{machine,button,service_role}'
), filled as (
  select api.*, (
    select value from good where good.arg = api.arg and (good.act is null or good.act = api.act)
    order by good.act nulls last limit 1
  ) as value
  from api
)
select changed.act, changed.arg, odd.value, format('select public.%I(%s)', changed.act, (
  select string_agg(format('%I => %s', other.arg, case
    when other.arg = changed.arg then format('(%s)::%s', odd.value, odd.type) else other.value end), ', ')
  from filled as other
  where other.oid = changed.oid and (other.arg = changed.arg or other.is_needed)
)) as call
from filled as changed join odd on odd.type = changed.type
union all
select 'append_actions', 'actions', kind || body, format(
  'select public.append_actions(current_setting(''test.match'')::uuid, null, %L)',
  jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'kind', kind, 'body', body::jsonb, 'ago', 0)))
from (values
  ('shot.start', '{"n": 1.' || repeat('1', 320) || ', "warn": 1.' || repeat('1', 320) || '}'),
  ('clock.set', '{"n": 0.' || repeat('0', 299) || '1}'), ('clock.set', '{"n": 31536001}'), ('clock.set', '{"n": null}'),
  ('shot.extend', '{"n": 1.' || repeat('1', 320) || '}')
) as tapped (kind, body)
union all
-- A timed match keeps the clock that it sets to zero.
select 'begin_match', 'start', 'minutes', format(
  'select public.append_actions(current_setting(''test.match'')::uuid, null, %L), public.begin_match(pg_temp.table_id(),
    current_setting(''test.match'')::uuid, gen_random_uuid(), ''plain'', 1, ''{"minutes": 5}'',
    ''{"p1": "A", "p2": "B", "s1": 0, "s2": 0, "race_to": 0, "rules": 1}'', 0)',
  jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'kind', 'clock.set',
    'body', ('{"n": 0.' || repeat('0', 290) || '1}')::jsonb, 'ago', 0)))
union all
select 'change_waiting', 'op', changed::text, format('select public.change_waiting(%L::jsonb || jsonb_build_object(
  ''id'', gen_random_uuid(), ''entry'', gen_random_uuid()))', '{"kind": "add", "name": "A", "size": 2, "wants": "any"}'::jsonb || changed)
from (values ('{"size": 0}'::jsonb), ('{"size": 9}'), ('{"size": 1.5}'), ('{"name": null}'), ('{"name": ""}'), ('{"wants": "x"}'),
  ('{"wants": "table"}'), (jsonb_build_object('name', repeat('x', 61))), (jsonb_build_object('name2', repeat('x', 61)))) as op (changed);
grant select on calls to authenticated;

create function pg_temp.told(call text, out state text, out detail text) language plpgsql as $$
begin
  execute call;
  raise exception using errcode = 'RT000';
exception
  when others then get stacked diagnostics state = returned_sqlstate, detail = pg_exception_detail;
end
$$;

select is_empty($$select act, arg from calls where call is null$$, 'every function that has arguments is called');
select is_empty(
  $$select act from private.rights where not who <@ '{machine,button,service_role}' and act not in (select act from calls)
    and exists (select from pg_proc where proname = act and pronargs > 0)$$, 'this test calls every function');
select pg_temp.become(pg_temp.amal());
create temporary table answers on commit drop as
select act, arg, value, told.* from calls, pg_temp.told(call) as told;
select ok(
  (select count(distinct act) >= 12 from answers where state ^@ '23'), 'constraints of many functions refuse values');
select ok(
  (select count(*) > 200 from answers where state = 'RT000'), 'many odd values are taken, so the others reach the tables');
select is_empty($$select act, arg, value, state, detail from answers where detail <> ''$$, 'no refusal tells a row');

reset role;
select * from finish();
rollback;
