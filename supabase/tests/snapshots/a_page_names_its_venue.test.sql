-- A public page says the venue's name and all of its tables that are public; another name makes other pictures.
begin;
\ir ../pictures.psql
select plan(16);

create function pg_temp.owner(statement text) returns void language plpgsql as $$
begin
  perform pg_temp.become(pg_temp.amal());
  execute statement;
  perform pg_temp.become_service();
end
$$;
-- The latest picture, which asking may create, or another one.
create function pg_temp.found(id text default null) returns jsonb language plpgsql as $$
declare
  wanted constant text := coalesce(id, pg_temp.latest() ->> 'id');
begin
  return public.find_snapshot(wanted);
end
$$;

select is(pg_temp.latest() ->> 'venue', '', 'a venue without a name has none on its pages');
select pg_temp.owner($$select public.update_venue(title => ' Café du Port ')$$);
select is(
  pg_temp.latest() - 'tables',
  jsonb_build_object('status', 'none', 'topic', 'snapshot:' || pg_temp.address(), 'title', 'Overlay 1',
    'venue', 'Café du Port', 'shows_live', false),
  'a table without a picture says its own name and its venue''s');

select pg_temp.score();
select is(pg_temp.latest() ->> 'venue', 'Café du Port', 'so does one with a picture');
select is(pg_temp.found() ->> 'venue', 'Café du Port', 'a drawn picture has it');
select set_config('test.before', pg_temp.latest() ->> 'id', true);
select is(pg_temp.tells($$select pg_temp.owner('select public.update_venue(title => ''نادي أكادير'')')$$), 1::bigint,
  'viewers are told of another name');
select is(pg_temp.found() ->> 'venue', 'نادي أكادير', 'which makes another picture');
select is(pg_temp.found(current_setting('test.before')) ->> 'venue', 'Café du Port',
  'a picture that was drawn keeps its name: it never changes');
select is(pg_temp.tells($$select pg_temp.owner('select public.update_venue(title => ''نادي أكادير'')')$$), 0::bigint,
  'the same name announces nothing');
select pg_temp.upload(1);
select is(pg_temp.found(pg_temp.picture(1)) ->> 'venue', 'نادي أكادير', 'an uploaded picture is the venue''s of now');

select set_config('test.boards', '', true);
select pg_temp.owner($$select public.add_table('Table ' || n) from generate_series(2, 7) as n$$);
select is(jsonb_array_length(pg_temp.latest() -> 'tables'), 7, 'a page names all tables');
select is(pg_temp.latest() -> 'tables' -> 6, '{"board": "b7", "title": "Table 7"}', 'by their boards and names');
select pg_temp.owner($$select public.update_table(id, archived => true) from public.user_overlays where title = 'Table 3'$$);
select is(
  (select array_agg(told.listed ->> 'title' order by told.place)
    from jsonb_array_elements(pg_temp.latest() -> 'tables') with ordinality as told (listed, place)),
  array['Overlay 1', 'Table 2', 'Table 4', 'Table 5', 'Table 6', 'Table 7'],
  'in their order, and not those that are archived');
select pg_temp.sample(9, 'b9');
select is(pg_temp.latest() -> 'tables' -> 6, '{"board": "b9", "title": "B9"}',
  'a table that only a camera knows is named by its board');
select pg_temp.become(pg_temp.badr());
select public.ensure_overlay();
reset role;
select is(
  public.latest_snapshot(other.match_id) -> 'tables', '[{"board": "b1", "title": "Overlay 1"}]', 'another venue has its own')
from public.snapshot_tables as other join public.venues on venues.id = other.venue_id
where venues.owner_uid = pg_temp.badr();
select pg_temp.become_service();
select pg_temp.owner('select public.update_venue(is_public => false)');
select is(pg_temp.latest(), '{"status": "off"}', 'pages that are off say no name and no table');
select is(pg_temp.found(current_setting('test.before')), null, 'nor do their pictures');

select * from finish();
rollback;
